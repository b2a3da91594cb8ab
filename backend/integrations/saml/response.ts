import type { SAML } from '@node-saml/node-saml';
import { BadToken, type OpenIdPerson } from '../openid/port.ts';
import { namesOf } from '../openid/provider.ts';
import type { SamlProvider, SamlService } from './port.ts';
import { BadXml, childrenOf, readXml, within, type XmlElement } from './xml.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const MAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** The most bytes of a response, decoded from base64: enough for the groups of somebody who is in hundreds of them. */
const MOST_BYTES = 256 * 1_024;
/** The library reads a document several times for each certificate, before any signature is verified: thousands of elements would keep the process busy for seconds. */
const MOST = { elements: 1_000, attributes: 2_500 };
/** How far the clocks may be apart. */
const SKEW_MS = 60_000;

/** What signatures may be made with: never SHA-1, never comments as part of what is signed. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The usual names of attributes: of Entra ID and AD FS, of Shibboleth, and plain ones. */
const usual = {
  address: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    ...['email', 'mail', 'emailAddress'],
  ],
  given: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', 'urn:oid:2.5.4.42', 'givenName', 'firstName', 'given_name'],
  family: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'family_name'],
  whole: ['http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.16.840.1.113730.3.1.241', 'displayName', 'cn'],
} as const;

/** What a response has to answer to. */
export interface Expected {
  provider: SamlProvider;
  service: SamlService;
  /** The id of the request for which this browser was sent there. */
  request: string;
  now: Date;
}

/** The text of the only child of this name; refused where there are more, or it has elements of its own. */
function onlyText(of: XmlElement, space: string, name: string): string | null {
  const [found, ...others] = childrenOf(of, space, name);
  if (others.length > 0 || (found && found.children.length > 0)) throw new BadToken(name, 'form');
  return found ? found.text.trim() : null;
}

function decoded(response: string): string {
  const packed = response.replace(/[\t\n\r ]/g, '');
  if (packed.length > (MOST_BYTES * 4) / 3 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new BadToken('base64', 'form');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    throw new BadToken('encoding', 'form');
  }
}

function readOr(xml: string): XmlElement {
  try {
    return readXml(xml, { comments: false, most: MOST });
  } catch (error) {
    throw error instanceof BadXml ? new BadToken(error.message, 'form') : error;
  }
}

/**
 * The form that a response must have before any signature of it is looked at: one assertion in one response, each signed at most once and by itself, no id
 * twice, and nothing else that is signed or could be taken for an assertion. What is wrapped around or beside a signed part is refused here.
 */
function formOf(root: XmlElement): { assertion: XmlElement; isSigned: boolean } {
  if (root.space !== PROTOCOL || root.name !== 'Response' || root.attributes.get('Version') !== '2.0')
    throw new BadToken('response', 'form');
  const [status] = childrenOf(root, PROTOCOL, 'Status').flatMap((one) => childrenOf(one, PROTOCOL, 'StatusCode'));
  if (status?.attributes.get('Value') !== SUCCESS) throw new BadToken('status', 'status');
  const all = [...within(root)];
  if (all.some(({ name }) => name === 'EncryptedAssertion' || name === 'EncryptedData' || name === 'EncryptedID'))
    throw new BadToken('encrypted', 'encrypted');
  const [assertion, ...more] = all.filter(({ name }) => name === 'Assertion');
  if (!assertion || more.length > 0 || assertion.space !== ASSERTION || !root.children.includes(assertion))
    throw new BadToken('assertions', 'form');
  if (all.some((one) => one !== root && one.name === 'Response')) throw new BadToken('responses', 'form');
  const ids = all.flatMap(({ attributes }) => [...attributes].filter(([name]) => /^(xml:)?id$/i.test(name)).map(([, value]) => value));
  if (new Set(ids).size < ids.length) throw new BadToken('ids', 'form');
  const signatures = all.filter(({ name }) => name === 'Signature');
  const own = childrenOf(assertion, SIGNATURE, 'Signature');
  const outer = childrenOf(root, SIGNATURE, 'Signature');
  if (own.length === 0) throw new BadToken('unsigned', 'unsigned');
  if (own.length > 1 || outer.length > 1 || signatures.length !== own.length + outer.length || all.some(({ name }) => name === 'Object'))
    throw new BadToken('signatures', 'form');
  for (const { attributes } of all)
    for (const [name, value] of attributes)
      if (/(^|:)Algorithm$/.test(name) && !algorithms.has(value)) throw new BadToken('algorithm', 'algorithm');
  return { assertion, isSigned: outer.length > 0 };
}

/** An instant in UTC; NaN: it is none. */
const instant = (text: string | undefined): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;

/** Throws where `now` is not between NotBefore and NotOnOrAfter. `needed`: NotOnOrAfter must be there. */
function checkTimes({ attributes }: XmlElement, now: number, needed: boolean): void {
  const [from, until] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')];
  if (from !== undefined && !(instant(from) - SKEW_MS <= now)) throw new BadToken('not before', 'expired');
  if ((needed || until !== undefined) && !(now < instant(until) + SKEW_MS)) throw new BadToken('not on or after', 'expired');
}

function checkSubject(subject: XmlElement, { service, request, now }: Expected): void {
  const bearers = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(({ attributes }) => attributes.get('Method') === BEARER);
  const [data, ...others] = bearers.flatMap((one) => childrenOf(one, ASSERTION, 'SubjectConfirmationData'));
  if (!data || others.length > 0) throw new BadToken('confirmation', 'form');
  if (data.attributes.get('Recipient') !== service.consumer) throw new BadToken('recipient', 'recipient');
  if (data.attributes.get('InResponseTo') !== request) throw new BadToken('in response to', 'reply');
  checkTimes(data, now.getTime(), true);
}

function checkConditions(assertion: XmlElement, { service, now }: Expected): void {
  const [conditions, ...others] = childrenOf(assertion, ASSERTION, 'Conditions');
  if (!conditions || others.length > 0) throw new BadToken('conditions', 'form');
  checkTimes(conditions, now.getTime(), false);
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  const isMeant = (one: XmlElement) => childrenOf(one, ASSERTION, 'Audience').some(({ text }) => text.trim() === service.entity);
  if (restrictions.length === 0 || !restrictions.every(isMeant)) throw new BadToken('audience', 'audience');
}

/** What a verified assertion says of a person. */
function personOf(assertion: XmlElement, subject: XmlElement, { provider }: Expected): OpenIdPerson {
  const values = new Map<string, string[]>();
  for (const attribute of childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, ASSERTION, 'Attribute'),
  )) {
    const name = attribute.attributes.get('Name') ?? '';
    const own = childrenOf(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim());
    values.set(name, [...(values.get(name) ?? []), ...own.filter((value) => value !== '')]);
  }
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => values.get(name)?.[0]).find((one) => one !== undefined);
  const nameId = onlyText(subject, ASSERTION, 'NameID');
  const format = childrenOf(subject, ASSERTION, 'NameID')[0]?.attributes.get('Format');

  const { subjectFrom, addressFrom } = provider;
  const [own, ...others] = subjectFrom === null ? [] : (values.get(subjectFrom) ?? []);
  // With the attribute's name before it, so that its value is never the same identity as an equal NameID.
  const who = subjectFrom === null ? (format === PERSISTENT ? nameId : null) : own && others.length === 0 ? `${subjectFrom} ${own}` : null;
  if (!who || who.length > 1_000) throw new BadToken('subject', 'subject');
  const address = first(addressFrom === null ? usual.address : [addressFrom]) ?? (addressFrom === null && format === MAIL ? nameId : null);
  if (!address || address.length > 254 || !/^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(address))
    throw new BadToken('address', 'address');
  return { subject: who, email: address, ...namesOf(first(usual.given), first(usual.family), first(usual.whole)) };
}

/**
 * Verifies a response that a browser brought. The library says which bytes the provider signed; everything else is read from these bytes alone, by the
 * school's own clock. Throws BadToken.
 */
export async function verifyResponse(response: string, expected: Expected): Promise<OpenIdPerson> {
  const { provider, service, request, now } = expected;
  const xml = decoded(response);
  const root = readOr(xml);
  const { isSigned } = formOf(root);
  const destination = root.attributes.get('Destination');
  if (destination !== undefined && destination !== service.consumer) throw new BadToken('destination', 'recipient');
  if (root.attributes.get('InResponseTo') !== request) throw new BadToken('in response to', 'reply');
  if ((onlyText(root, ASSERTION, 'Issuer') ?? provider.issuer) !== provider.issuer) throw new BadToken('issuer', 'issuer');

  const assertion = readOr(await signedAssertion(xml, isSigned, expected));
  const issued = instant(assertion.attributes.get('IssueInstant'));
  if (assertion.attributes.get('Version') !== '2.0' || !(issued - SKEW_MS <= now.getTime())) throw new BadToken('issued', 'expired');
  if (onlyText(assertion, ASSERTION, 'Issuer') !== provider.issuer) throw new BadToken('issuer', 'issuer');
  const [subject, ...others] = childrenOf(assertion, ASSERTION, 'Subject');
  if (!subject || others.length > 0) throw new BadToken('subject', 'form');
  checkSubject(subject, expected);
  checkConditions(assertion, expected);
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  if (statements.length === 0) throw new BadToken('statement', 'form');
  for (const { attributes } of statements) {
    const ends = attributes.get('SessionNotOnOrAfter');
    if (ends !== undefined && !(now.getTime() < instant(ends) + SKEW_MS)) throw new BadToken('session', 'expired');
  }
  return personOf(assertion, subject, expected);
}

/** The assertion as one of the certificates signed it, in its canonical form. */
async function signedAssertion(xml: string, isSigned: boolean, { provider, service }: Expected): Promise<string> {
  const saml = await serviceAt(provider, service, { wantAuthnResponseSigned: isSigned });
  try {
    // What was read above, whatever the browser sent: both readers see the same text.
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
    const signed = profile?.getAssertionXml?.();
    if (signed !== undefined) return signed;
  } catch {
    // Its message may have what the assertion says.
  }
  throw new BadToken('signature', 'signature');
}

/** Loaded with the first person who signs in by SAML. */
export async function serviceAt(
  { signIn, certificates, subjectFrom }: SamlProvider,
  { entity, consumer }: SamlService,
  more: { wantAuthnResponseSigned?: boolean; request?: string } = {},
): Promise<SAML> {
  const { SAML: Service, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const { request, wantAuthnResponseSigned = false } = more;
  return new Service({
    ...{ issuer: entity, callbackUrl: consumer, entryPoint: signIn, idpCert: [...certificates] },
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned, signatureAlgorithm: 'sha256' },
    // Checked above, by the school's own clock and what it remembers.
    ...{ audience: false, acceptedClockSkewMs: -1, validateInResponseTo: ValidateInResponseTo.never },
    // How somebody proves who they are is the provider's affair.
    ...{ disableRequestedAuthnContext: true, identifierFormat: subjectFrom === null ? PERSISTENT : null },
    ...(request !== undefined && { generateUniqueId: () => request }),
  });
}
