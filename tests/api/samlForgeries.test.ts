import { expect, test, vi } from 'vitest';
import { certificatesOf } from '../../backend/integrations/saml/certificates.ts';
import { readMetadata } from '../../backend/integrations/saml/metadata.ts';
import type { SamlProvider } from '../../backend/integrations/saml/port.ts';
import { verifyResponse } from '../../backend/integrations/saml/response.ts';
import { requestAddress, serviceMetadata } from '../../backend/integrations/saml/service.ts';
import { assertionOf, inBase64, keyPair, MAIL, metadataOf, requestIn, responseOf, type Says, signed } from '../support/saml.ts';

/** What a response by SAML must be to be believed; the keys are real, and forgeries are made by hand. */

const [pair, next, other] = [keyPair(), keyPair(), keyPair()];
const now = new Date('2026-03-02T17:00:00.000Z');
const service = { entity: 'https://escuela.mx/saml/uno', consumer: 'https://escuela.mx/saml/uno/acs' };
const provider: SamlProvider = {
  ...{ issuer: 'https://login.acero.mx/idp', signIn: 'https://login.acero.mx/sso', certificates: [pair.certificate] },
  ...{ subjectFrom: null, addressFrom: null },
};
const says: Says = {
  ...{ issuer: provider.issuer, audience: service.entity, recipient: service.consumer, request: '_q1', now },
  attributes: { mail: 'lia@acero.mx', givenName: 'Lía', sn: 'Robles' },
};
const built = (more: Partial<Says> = {}) => responseOf(assertionOf({ ...says, ...more }), { ...says, ...more });
const verify = (xml: string, by: Partial<SamlProvider> = {}) =>
  verifyResponse(inBase64(xml), { provider: { ...provider, ...by }, service, request: '_q1', now });
const fault = async (xml: string, by: Partial<SamlProvider> = {}): Promise<unknown> => {
  try {
    return await verify(xml, by);
  } catch (error) {
    return (error as { fault?: string }).fault ?? error;
  }
};
const good = signed(built(), pair);

// rows: P06
test('a signed assertion says who somebody is; so does one in a response that is signed too, and with the next certificate', async () => {
  expect(await verify(good)).toEqual({ subject: 'p-1', email: 'lia@acero.mx', firstName: 'Lía', lastName: 'Robles' });
  expect(await verify(signed(good, pair, 'Response'))).toMatchObject({ subject: 'p-1' });
  expect(await verify(signed(built(), next), { certificates: [pair.certificate, next.certificate] })).toMatchObject({ subject: 'p-1' });
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
  const entra = { [`${claims}/emailaddress`]: 'lia@acero.mx', 'http://schemas.microsoft.com/identity/claims/displayname': 'Lía Robles' };
  expect(await verify(signed(built({ attributes: entra }), pair))).toMatchObject({
    email: 'lia@acero.mx',
    firstName: 'Lía',
    lastName: 'Robles',
  });
  const own = { uid: '77', correo: 'lia@acero.mx' };
  expect(
    await verify(signed(built({ attributes: own, format: MAIL, nameId: 'otra@acero.mx' }), pair), {
      subjectFrom: 'uid',
      addressFrom: 'correo',
    }),
  ).toMatchObject({ subject: 'uid 77', email: 'lia@acero.mx' });
  expect(
    await verify(signed(built({ attributes: { uid: '77' }, format: MAIL, nameId: 'lia@acero.mx' }), pair), { subjectFrom: 'uid' }),
  ).toMatchObject({
    ...{ subject: 'uid 77', email: 'lia@acero.mx' },
  });
});

test.each<[string, string, Partial<Says>, Partial<SamlProvider>]>([
  ['for another service', 'audience', { audience: 'https://escuela.mx/saml/dos' }, {}],
  ['for another address', 'recipient', { recipient: 'https://escuela.mx/saml/dos/acs' }, {}],
  ['sent to another address', 'recipient', { destination: 'https://otra.mx/acs' }, {}],
  ['to another request', 'reply', { request: '_q2' }, {}],
  ['too old', 'expired', { from: -20, until: -2 }, {}],
  ['not good yet', 'expired', { from: 3 }, {}],
  ['of another provider', 'issuer', { issuer: 'https://login.otra.mx/idp' }, {}],
  ['by who holds a key', 'form', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }, {}],
  ['refused by the provider', 'status', { status: 'Responder' }, {}],
  ['with a NameID that changes', 'subject', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, {}],
  ['with an address as its NameID', 'subject', { format: MAIL, nameId: 'lia@acero.mx' }, {}],
  ['without the attribute that says who it is', 'subject', {}, { subjectFrom: 'uid' }],
  ['with two values of it', 'subject', { attributes: { uid: ['1', '2'], mail: 'lia@acero.mx' } }, { subjectFrom: 'uid' }],
  ['without an address', 'address', { attributes: {} }, {}],
  ['with two addresses in one', 'address', { attributes: { mail: 'lia@acero.mx,x@otra.mx' } }, {}],
])('refused: %s', async (_, expected, more, by) => {
  expect(await fault(signed(built(more), pair), by)).toBe(expected);
});

test('a minute between the clocks is no matter', async () => {
  expect(await fault(signed(built({ from: 0.9 }), pair))).toMatchObject({ subject: 'p-1' });
  expect(await fault(signed(built({ from: -5, until: -0.9 }), pair))).toMatchObject({ subject: 'p-1' });
});

test('refused: what another key signed, with its certificate beside it; nothing signed; only the response signed; a broken signature of the response', async () => {
  expect(await fault(signed(built(), other))).toBe('signature');
  expect(await fault(built())).toBe('unsigned');
  expect(await fault(signed(built(), pair, 'Response'))).toBe('unsigned');
  expect(await fault(good.replace('lia@acero.mx', 'eva@acero.mx'))).toBe('signature');
  const both = signed(good, pair, 'Response');
  expect(
    await fault(both.replace('status:Success"/>', 'status:Success"></samlp:StatusCode>').replace('ID="_r1" ', 'ID="_r1" Consent="x" ')),
  ).toBe('signature');
});

test.each([
  ['signature', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ['digest', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
  ['comments', { transform: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }],
])('refused: a signature by a weak algorithm (%s)', async (_, by) => {
  expect(await fault(signed(built(), pair, 'Assertion', by))).toBe('algorithm');
});

const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(good)?.[0] ?? '';
const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(assertion)?.[0] ?? '';
const bare = assertion.replace(signature, '');
const evil = bare.replace('ID="_a1"', 'ID="_e1"').replace('p-1', 'p-2').replace('lia@acero.mx', 'eva@acero.mx');
const evilSigned = (inside: string) => evil.replace('</saml:Issuer>', `</saml:Issuer>${inside}`);
const inObject = (what: string) => signature.replace('</ds:Signature>', `<ds:Object>${what}</ds:Object></ds:Signature>`);
const whole = signed(built(), pair, 'Response');
const outer = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(whole)?.[0] ?? '';
const evilWhole = built().replace('ID="_r1"', 'ID="_r2"').replace('ID="_a1"', 'ID="_a2"').replace('p-1', 'p-2');
const before = (xml: string, what: string) => xml.replace('<saml:Assertion', `${what}<saml:Assertion`);

// Somorovsky et al., «On Breaking SAML: Be Whoever You Want to Be» (2012): each way to wrap or move what is signed.
test.each<[string, string]>([
  [
    '1: the signed response inside the signature of a forged one',
    before(evilWhole, outer.replace('</ds:Signature>', `<ds:Object>${whole.replace(outer, '')}</ds:Object></ds:Signature>`)),
  ],
  ['2: the signed response beside the signature, in a forged one', before(evilWhole, whole.replace(outer, '') + outer)],
  ['3: a forged assertion before the signed one', good.replace(assertion, evil + assertion)],
  ['3b: a forged assertion after the signed one', good.replace(assertion, assertion + evil)],
  [
    '4: the signed assertion inside a forged one',
    good.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
  ],
  ['5: the signature in a forged assertion, the signed one after it', good.replace(assertion, evilSigned(signature) + bare)],
  [
    '6: the signed assertion inside its signature, in a forged one',
    good.replace(assertion, evilSigned(signature.replace('</ds:Signature>', `${bare}</ds:Signature>`))),
  ],
  ['7: a forged assertion in extensions', good.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`)],
  ['8: the signed assertion in an object of the signature, in a forged one', good.replace(assertion, evilSigned(inObject(bare)))],
  [
    'the signature over an id that two have',
    good.replace(
      assertion,
      `${evil.replace('_e1', '_a1').replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}<samlp:Extensions>${bare}</samlp:Extensions>`,
    ),
  ],
  ['the signature moved to another assertion', good.replace(assertion, evilSigned(signature))],
  [
    'an assertion of another namespace beside it',
    good.replace(assertion, `<x:Assertion xmlns:x="urn:x">${evil}</x:Assertion>${assertion}`),
  ],
])('signature wrapping is refused, %s', async (_, xml) => {
  expect(xml).not.toBe(good);
  expect(xml).toContain('p-2');
  expect(['form', 'signature', 'unsigned']).toContain(await fault(xml));
});

test('refused: comments, which cut a name short; document types, entities, CDATA, instructions, other encodings', async () => {
  const commented = signed(built({ attributes: { mail: 'eva@otra.mx.acero.mx' } }), pair);
  expect(await fault(commented.replace('eva@otra.mx.acero', 'eva@otra.mx<!-- -->.acero'))).toBe('form');
  expect(await fault(good.replace('p-1', 'p-<!---->1'))).toBe('form');
  expect(await fault(`<!DOCTYPE x [<!ENTITY a "b">]>${good}`)).toBe('form');
  expect(await fault(`<!DOCTYPE x SYSTEM "http://127.0.0.1/x">${good}`)).toBe('form');
  expect(await fault(good.replace('p-1', '&xxe;'))).toBe('form');
  expect(await fault(good.replace('p-1', '<![CDATA[p-1]]>'))).toBe('form');
  expect(await fault(good.replace('p-1', '<?x y?>p-1'))).toBe('form');
  expect(await fault(`<?xml version="1.0" encoding="UTF-7"?>${good}`)).toBe('form');
  expect(await fault(`<?xml version="1.0" encoding="UTF-8"?>${good}`)).toMatchObject({ subject: 'p-1' });
  expect(await fault(good.replace('ID="_a1"', 'ID="_a1" ID="_a2"'))).toBe('form');
  const sent = (bytes: Buffer) => verifyResponse(bytes.toString('base64'), { provider, service, request: '_q1', now });
  await expect(sent(Buffer.from(good, 'utf16le'))).rejects.toMatchObject({ fault: 'form' });
  await expect(sent(Buffer.from(good.replace('Lía', 'L\u00ed'), 'latin1'))).rejects.toMatchObject({ fault: 'form' });
  await expect(verifyResponse('<xml/>', { provider, service, request: '_q1', now })).rejects.toMatchObject({ fault: 'form' });
});

test('refused at once: what is huge, deep, or has thousands of elements or attributes', async () => {
  const began = performance.now();
  for (const many of ['x'.repeat(300_000), '<a>'.repeat(20_000), '<a/>'.repeat(20_000), `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`])
    expect(await fault(good.replace('<samlp:Status>', `${many}<samlp:Status>`))).toBe('form');
  const attributes = Array.from({ length: 12_000 }, (_, i) => `a${i}="${i}"`).join(' ');
  expect(await fault(good.replace('<samlp:Status>', `<a ${attributes}/><samlp:Status>`))).toBe('form');
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('what would keep the library busy is refused before; somebody who is in hundreds of groups is not', async () => {
  const inside = (more: string) => good.replace('</saml:Assertion>', `${more}</saml:Assertion>`);
  const named = (from: number) => Array.from({ length: 60 }, (_, i) => `xmlns:n${from + i}="urn:${i}"`).join(' ');
  for (const many of ['<x ID="i"/>'.repeat(1_200), `<x ${named(0)}/>`.repeat(50)])
    expect(await fault(inside(many.replaceAll('ID="i"', () => `ID="i${Math.random()}"`)))).toBe('form');
  const typed = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
  const groups = `<saml:Attribute Name="groups">${`<saml:AttributeValue ${typed}>un grupo</saml:AttributeValue>`.repeat(700)}</saml:Attribute>`;
  expect(await fault(signed(built().replace('</saml:AttributeStatement>', `${groups}</saml:AttributeStatement>`), pair))).toMatchObject({
    subject: 'p-1',
  });
});

test('an encrypted assertion is told from a broken one', async () => {
  const encrypted = good.replace(assertion, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>');
  expect(await fault(encrypted)).toBe('encrypted');
});

test('what is refused says nothing of the person', async () => {
  const lines: unknown[] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(said)),
  );
  try {
    for (const xml of [signed(built(), other), good.replace('p-1', 'p-2'), signed(built({ audience: 'x' }), pair)])
      await verify(xml).catch((error: Error) => lines.push(error.message, error.stack, String(error.cause)));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(JSON.stringify(lines)).not.toMatch(/acero\.mx|p-1|Robles/);
});

test('a request goes to the provider’s address, whatever it has of its own, and asks for a name that stays', async () => {
  const address = await requestAddress({ ...provider, signIn: 'https://login.acero.mx/sso?idpid=C01' }, service, 'estado', '_q1');
  expect(address).toMatch(/^https:\/\/login\.acero\.mx\/sso\?idpid=C01&/);
  const { xml, id, relayState } = requestIn(address);
  expect({ id, relayState }).toEqual({ id: '_q1', relayState: 'estado' });
  for (const part of [service.entity, service.consumer, 'nameid-format:persistent']) expect(xml).toContain(part);
  expect(xml).not.toContain('RequestedAuthnContext');
  expect(requestIn(await requestAddress({ ...provider, subjectFrom: 'uid' }, service, 'e', '_q1')).xml).not.toContain('persistent');
});

test('the school’s metadata say where responses go and that assertions are to be signed', async () => {
  const document = await serviceMetadata(service);
  for (const part of [`entityID="${service.entity}"`, `Location="${service.consumer}"`, 'WantAssertionsSigned="true"'])
    expect(document).toContain(part);
  expect(await serviceMetadata(service)).toBe(document);
});

test('a provider’s metadata are read: issuer, address by redirect, certificates; what is none of one provider is refused', () => {
  const document = metadataOf('https://login.acero.mx/idp', 'https://login.acero.mx/sso', [pair.certificate, next.certificate]);
  const found = {
    issuer: 'https://login.acero.mx/idp',
    signIn: 'https://login.acero.mx/sso',
    certificates: [pair.certificate, next.certificate],
  };
  expect(readMetadata(document)).toEqual(found);
  for (const wrong of [
    ...['', '<x/>', '{}', document.replace('HTTP-Redirect', 'SOAP'), document.slice(0, -20), `<!DOCTYPE x>${document}`],
    ...[metadataOf('https://x.mx', 'https://x.mx', []), metadataOf('https://x.mx', 'https://x.mx', [keyPair(1_024).certificate])],
  ])
    expect(() => readMetadata(wrong)).toThrow();
  const pem = (one: string) => `-----BEGIN CERTIFICATE-----\n${one}\n-----END CERTIFICATE-----\n`;
  expect(certificatesOf(pem(pair.certificate) + pem(next.certificate) + pem(pair.certificate))).toEqual([
    pair.certificate,
    next.certificate,
  ]);
  expect(certificatesOf(pair.certificate)).toEqual([pair.certificate]);
  expect(() => certificatesOf('no es un certificado')).toThrow('certificate');
});
