import { certificatesOf, MOST_CERTIFICATES } from './certificates.ts';
import { BadMetadata, type SamlMetadata } from './port.ts';
import { BadXml, childrenOf, readXml, type XmlElement } from './xml.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/** The most of each in a metadata document: enough for a provider that lists hundreds of claims. */
const MOST = { elements: 5_000, attributes: 20_000 };
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What the metadata of one identity provider say. Throws BadMetadata. */
export function readMetadata(xml: string): SamlMetadata {
  let root: XmlElement;
  try {
    root = readXml(xml.trim(), { comments: true, most: MOST });
  } catch (error) {
    throw error instanceof BadXml ? new BadMetadata(error.message) : error;
  }
  const roles = childrenOf(root, METADATA, 'IDPSSODescriptor');
  const issuer = root.attributes.get('entityID') ?? '';
  const [role] = roles;
  if (root.space !== METADATA || root.name !== 'EntityDescriptor' || issuer === '' || !role || roles.length > 1)
    throw new BadMetadata('entity');
  const signIn = childrenOf(role, METADATA, 'SingleSignOnService').find(({ attributes }) => attributes.get('Binding') === REDIRECT);
  const certificates = childrenOf(role, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap((key) => childrenOf(key, SIGNATURE, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, SIGNATURE, 'X509Data'))
    .flatMap((data) => childrenOf(data, SIGNATURE, 'X509Certificate'))
    .flatMap(({ text }) => certificatesOf(text));
  const different = [...new Set(certificates)];
  const address = signIn?.attributes.get('Location') ?? '';
  if (address === '' || different.length === 0 || different.length > MOST_CERTIFICATES) throw new BadMetadata('entity');
  return { issuer, signIn: address, certificates: different };
}
