import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

/** An identity provider by SAML 2.0 with real keys, and hands to forge with. */

const length = (of: number): Buffer =>
  of < 128 ? Buffer.from([of]) : of < 256 ? Buffer.from([0x81, of]) : Buffer.from([0x82, of >> 8, of & 0xff]);
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const inside = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(inside.length), inside]);
};
const SHA256_RSA = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));

/** A self-signed certificate of a key, in base64. */
function certificateOf(privateKey: KeyObject, publicKey: KeyObject): string {
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('Acero')))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const certified = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    SHA256_RSA,
    name,
    der(0x30, time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(certified).sign(privateKey);
  return der(0x30, certified, SHA256_RSA, der(0x03, Buffer.from([0]), signature)).toString('base64');
}
export function keyPair(modulusLength = 2_048): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, certificate: certificateOf(privateKey, publicKey) };
}

export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const MAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const EXC = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export interface Says {
  issuer: string;
  audience: string;
  recipient: string;
  request: string;
  /** Of the assertion. */
  now: Date;
  nameId?: string;
  format?: string;
  attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Minutes from now at which it is good. */
  from?: number;
  until?: number;
  destination?: string | null;
  status?: string;
  method?: string;
  id?: string;
}
const at = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

export function assertionOf(says: Says): string {
  const { issuer, audience, recipient, request, now, nameId = 'p-1', format = PERSISTENT, from = -1, until = 5, id = '_a1' } = says;
  const attributes = Object.entries(says.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(now, 0)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${says.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">`,
    `<saml:SubjectConfirmationData InResponseTo="${request}" NotOnOrAfter="${at(now, until)}" Recipient="${recipient}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(now, from)}" NotOnOrAfter="${at(now, until)}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(now, 0)}"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('');
}

export function responseOf(
  assertion: string,
  { issuer, recipient, request, now, destination = recipient, status = 'Success' }: Says,
): string {
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" Version="2.0" IssueInstant="${at(now, 0)}"`,
    `${destination === null ? '' : ` Destination="${destination}"`} InResponseTo="${request}">`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>`,
    `${assertion}</samlp:Response>`,
  ].join('');
}

/** Signs the element of this name where SAML has its signature: after its issuer. */
export function signed(
  xml: string,
  { key, certificate }: { key: string; certificate: string },
  name: 'Assertion' | 'Response' = 'Assertion',
  { signatureAlgorithm = RSA_SHA256, digestAlgorithm = SHA256, transform = EXC } = {},
): string {
  const element = `//*[local-name(.)='${name}']`;
  const signing = new SignedXml({
    privateKey: key,
    publicCert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: signatureAlgorithm as typeof RSA_SHA256,
    canonicalizationAlgorithm: EXC,
  });
  signing.addReference({
    xpath: element,
    digestAlgorithm: digestAlgorithm as typeof SHA256,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', transform as typeof EXC],
  });
  signing.computeSignature(xml, { prefix: 'ds', location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signing.getSignedXml();
}

export const inBase64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** What a browser is sent to the provider with. */
export function requestIn(address: string): { xml: string; id: string; relayState: string } {
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
  return { xml, id: / ID="([^"]*)"/.exec(xml)?.[1] ?? '', relayState: query.get('RelayState') ?? '' };
}

export const metadataOf = (issuer: string, signIn: string, certificates: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- de Acero --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
    .map(
      (one) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${one}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join('')}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signIn}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signIn}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
