import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, joinAs, PASSWORD, type Person } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
import { assertionOf, inBase64, keyPair, metadataOf, requestIn, responseOf, type Says, signed } from '../support/saml.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Signing in with the provider of a company by SAML, whose part these tests play with real keys. */

const PUBLIC_URL = 'http://escuela.prueba';
const pair = keyPair();
const otherPair = keyPair();
const SERVICE = '0b7e7a52-6a52-4d0c-9f3e-2f1f9d9a3b11';
const OTHER = '3c4c1f0e-58b1-4f57-8d0a-6f6f1f6f1c22';
const acero = { issuer: 'https://login.acero.mx/idp', signIn: 'https://login.acero.mx/sso', pair };
const vidrio = { issuer: 'https://login.vidrio.mx/idp', signIn: 'https://login.vidrio.mx/sso', pair: otherPair };
let school: School;
let admin: Person;
let company: string;

const terms = (nombre: string, { issuer, signIn, pair: { certificate } }: typeof acero, servicio: string, dominio: string) => ({
  ...{ nombre, emisor: issuer, dominios: [dominio], crea_cuentas: true },
  saml: { servicio, entrada: signIn, certificados: certificate },
});
const register = (body: object) => school.ask('POST', '/api/empresas', { token: admin.token, body });
const listed = async () => {
  const { body } = await school.ask('GET', '/api/empresas', { token: admin.token });
  return (body['empresas'] as Record<string, unknown>[]).find(({ id }) => id === company) ?? {};
};
beforeAll(async () => {
  school = await openSchool({ env: { PUBLIC_URL } });
  admin = await joinAs(school, 'directora', 'administrator');
  const made = await register(terms('Acero', acero, SERVICE, 'acero.mx'));
  expect(made.status, made.text).toBe(201);
  company = String(made.body['id']);
  expect((await register(terms('Vidrio', vidrio, OTHER, 'vidrio.mx'))).status).toBe(201);
}, 120_000);
afterAll(() => school.stop());

const pairsOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((one) => !one.endsWith('='));
const begin = async (
  correo = 'alguien@acero.mx',
  ask = () => school.ask('POST', '/api/auth/empresa', { body: { correo, returnTo: '/progress' } }),
) => {
  const answer = await ask();
  expect(answer.status, answer.text).toBe(200);
  const away = String(answer.body['direccion']);
  return { away, ...requestIn(away), cookie: pairsOf(answer.headers).join('; '), kept: answer.headers.getSetCookie()[0] ?? '' };
};
/** As the form of another site, which a browser sends by itself. */
const post = async (servicio: string, fields: Record<string, string>, cookie: string) => {
  const answer = await fetch(`${school.url}/api/auth/empresa/saml/${servicio}/acs`, {
    ...{ method: 'POST', redirect: 'manual' as const, body: new URLSearchParams(fields).toString() },
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', origin: acero.issuer.slice(0, -4), 'sec-fetch-site': 'cross-site' },
      ...(cookie && { cookie }),
    },
  });
  return { status: answer.status, to: answer.headers.get('location') ?? '', cookies: pairsOf(answer.headers) };
};
const consumer = (servicio: string) => `${PUBLIC_URL}/api/auth/empresa/saml/${servicio}/acs`;
const said = (request: string, name: string, more: Partial<Says> = {}): Says => ({
  ...{ issuer: acero.issuer, audience: `${PUBLIC_URL}/api/auth/empresa/saml/${SERVICE}`, recipient: consumer(SERVICE), request },
  ...{ now: new Date(), nameId: `id-${name}`, attributes: { mail: `${name}@acero.mx`, givenName: 'Lía', sn: 'Robles' } },
  ...more,
});
const response = (says: Says, keys = pair) => inBase64(signed(responseOf(assertionOf(says), says), keys));
const enter = async (name: string, more: Partial<Says> = {}, keys = pair) => {
  const trip = await begin();
  return {
    ...trip,
    ...(await post(SERVICE, { SAMLResponse: response(said(trip.id, name, more), keys), RelayState: trip.relayState }, trip.cookie)),
  };
};
const sessionOf = (cookie: string) => school.ask('GET', '/api/auth/sesion', { headers: { cookie } });

describe('signing in by SAML', () => {
  // rows: P06
  test('a request goes out, a session comes back where the person was going, and the same account the next time', async () => {
    const first = await enter('lia');
    expect(first.away).toMatch(/^https:\/\/login\.acero\.mx\/sso\?SAMLRequest=/);
    expect(first.kept).toMatch(
      /^aulaviva\.empresa\.saml=.*; Path=\/api\/auth\/empresa\/saml; HttpOnly; SameSite=None; Secure; Max-Age=600$/,
    );
    expect(first).toMatchObject({ status: 303, to: '/empresa?returnTo=%2Fprogress&nueva=1' });
    const record = (await sessionOf(first.cookies.join('; '))).body;
    expect(record).toMatchObject({ email: 'lia@acero.mx', email_verified: true, first_name: 'Lía', last_name: 'Robles', user_role: 1 });
    const second = await enter('lia');
    expect(second.to).toBe('/empresa?returnTo=%2Fprogress');
    expect((await sessionOf(second.cookies.join('; '))).body).toMatchObject({ id: record['id'] });
    expect(await listed()).toMatchObject({ cliente: null, ultima: expect.any(String) });
  });

  test('one response gives one session: neither again, nor in another browser, nor without having asked', async () => {
    const { id, relayState, cookie } = await begin();
    const fields = { SAMLResponse: response(said(id, 'unica')), RelayState: relayState };
    const another = await begin();
    for (const kept of ['', another.cookie]) {
      expect(await post(SERVICE, fields, kept)).toMatchObject({ to: '/login?empresa=COMPANY_STATE', cookies: [] });
      expect(await listed()).toMatchObject({ rechazo: { motivo: 'unasked' } });
    }
    expect((await post(SERVICE, { ...fields, RelayState: 'otro' }, cookie)).to).toContain('COMPANY_STATE');
    expect((await post(SERVICE, fields, cookie)).to).toContain('nueva=1');
    expect(await post(SERVICE, fields, cookie)).toMatchObject({ to: '/login?empresa=COMPANY_STATE&returnTo=%2Fprogress', cookies: [] });
  });

  test('what is refused leads back without a session, and the administrator reads why', async () => {
    const refused = async (motivo: string, more: Partial<Says>, keys = pair) => {
      expect(await enter('fallida', more, keys)).toMatchObject({ to: '/login?empresa=COMPANY_TOKEN&returnTo=%2Fprogress', cookies: [] });
      expect(await listed()).toMatchObject({ rechazo: { motivo, cuando: expect.any(String) } });
    };
    await refused('signature', {}, otherPair);
    await refused('domain', { attributes: { mail: 'fallida@otra.mx' } });
    await refused('domain', { attributes: { mail: admin.email } });
    await refused('reply', { request: '_otra' });
    await refused('status', { status: 'Responder' });
    await refused('expired', { from: -30, until: -10 });
  });

  test('what one company says is not taken for what another one says', async () => {
    const { id, relayState, cookie } = await begin();
    const own = said(id, 'cruzada');
    // At the address of the other one; signed by the other one, in the first one’s name; and as the other one, at the first one’s address.
    expect((await post(OTHER, { SAMLResponse: response(own), RelayState: relayState }, cookie)).to).toContain('COMPANY_STATE');
    expect((await enter('cruzada', {}, otherPair)).to).toContain('COMPANY_TOKEN');
    expect((await enter('cruzada', { issuer: vidrio.issuer }, otherPair)).to).toContain('COMPANY_TOKEN');
    const theirs = await begin('x@vidrio.mx');
    const address = `${PUBLIC_URL}/api/auth/empresa/saml/${OTHER}`;
    const says = said(theirs.id, 'x', { issuer: vidrio.issuer, audience: address, recipient: consumer(OTHER) });
    const fields = { SAMLResponse: response(says, otherPair), RelayState: theirs.relayState };
    // Vidrio vouches for nobody of Acero.
    expect((await post(OTHER, fields, theirs.cookie)).to).toContain('COMPANY_TOKEN');
  });

  test('a company that names itself as another one takes nobody’s account from that one', async () => {
    const service = '7d1f7f6e-2a3b-4c61-9a0e-5b8d1c9e4f33';
    expect((await register(terms('Cobre', { ...acero, pair: otherPair }, service, 'cobre.mx'))).status).toBe(201);
    const mine = (await sessionOf((await enter('firme')).cookies.join('; '))).body;
    const theirs = await begin('x@cobre.mx');
    const address = `${PUBLIC_URL}/api/auth/empresa/saml/${service}`;
    const says = said(theirs.id, 'firme', { audience: address, recipient: consumer(service), attributes: { mail: 'otra@cobre.mx' } });
    const fields = { SAMLResponse: response(says, otherPair), RelayState: theirs.relayState };
    const other = await post(service, fields, theirs.cookie);
    expect(other.to).toContain('nueva=1');
    expect((await sessionOf(other.cookies.join('; '))).body['id']).not.toBe(mine['id']);
    const again = await enter('firme');
    expect(again.to).toBe('/empresa?returnTo=%2Fprogress');
    expect((await sessionOf(again.cookies.join('; '))).body).toMatchObject({ id: mine['id'] });
  });

  test('a form that is none, or too large, is refused', async () => {
    const { relayState, cookie } = await begin();
    expect((await post(SERVICE, { RelayState: relayState }, cookie)).to).toContain('COMPANY_STATE');
    const again = await begin();
    const large = { SAMLResponse: 'A'.repeat(400_000), RelayState: again.relayState };
    expect((await post(SERVICE, large, again.cookie)).to).toContain('COMPANY_TOKEN');
    expect((await post(SERVICE, { SAMLResponse: 'A'.repeat(600_000), RelayState: 'x' }, '')).status).toBe(413);
  });

  test('an account that was there before is linked by its person, and opened from then on', async () => {
    const ana = await join(school, 'anterior', { email: 'anterior@acero.mx' });
    expect((await enter('anterior')).to).toContain('COMPANY_LINK_FIRST');
    const link = () =>
      school.ask('POST', '/api/cuenta/empresa', { headers: { cookie: `aulaviva=${ana.token}` }, body: { correo: 'x@acero.mx' } });
    const { id, relayState, cookie } = await begin('', link);
    const linked = await post(SERVICE, { SAMLResponse: response(said(id, 'anterior')), RelayState: relayState }, cookie);
    expect(linked.to).toBe('/profile/security?empresa=enlazada');
    expect((await sessionOf((await enter('anterior')).cookies.join('; '))).body).toMatchObject({ id: ana.id });
    await school.login(ana.email, PASSWORD);
  });
});

describe('registering companies by SAML', () => {
  test('metadata are read before anything is registered, and the school’s own stand at an address of each', async () => {
    const document = metadataOf(acero.issuer, acero.signIn, [pair.certificate]);
    const read = await school.ask('POST', '/api/empresas/metadatos', { token: admin.token, body: { metadatos: document } });
    expect(read.body).toMatchObject({
      emisor: acero.issuer,
      entrada: acero.signIn,
      certificados: expect.stringContaining('BEGIN CERTIFICATE'),
    });
    for (const metadatos of ['<x/>', 'http://127.0.0.1/metadata', 'https://169.254.169.254/latest', 'file:///etc/passwd', 'hola'])
      expect(await school.ask('POST', '/api/empresas/metadatos', { token: admin.token, body: { metadatos } })).toMatchObject({
        ...{ status: 422, body: { code: 'COMPANY_METADATA' } },
      });
    const own = await school.ask('GET', `/api/auth/empresa/saml/${SERVICE}`);
    expect(own.headers.get('content-type')).toContain('samlmetadata+xml');
    expect(own.text).toContain(consumer(SERVICE));
    expect((await school.ask('GET', '/api/auth/empresa/saml/nada')).status).toBe(404);
  });

  test.each<[object, number, string]>([
    [{ certificados: 'no es uno' }, 400, 'COMPANY_CERTIFICATE'],
    [{ certificados: keyPair(1_024).certificate }, 400, 'COMPANY_CERTIFICATE'],
    [{ entrada: 'javascript:alert(1)' }, 400, 'COMPANY_SIGN_IN'],
    [{ entrada: 'http://login.cobre.mx/sso' }, 400, 'COMPANY_SIGN_IN'],
    [{ entrada: 'https://ana:clave@login.cobre.mx/sso' }, 400, 'COMPANY_SIGN_IN'],
  ])('refused: %o', async (more, status, code) => {
    const body = terms('Cobre', acero, SERVICE, 'cobre.mx');
    expect(await register({ ...body, saml: { ...body.saml, ...more } })).toMatchObject({ status, body: { code } });
  });

  test('its certificates change without a gap, and it keeps its protocol', async () => {
    const next = keyPair();
    const {
      emisor: _,
      saml: { servicio: _own, ...saml },
      ...rest
    } = terms('Acero', acero, SERVICE, 'acero.mx');
    const pem = (one: string) => `-----BEGIN CERTIFICATE-----\n${one}\n-----END CERTIFICATE-----\n`;
    const change = (body: object) => school.ask('PUT', `/api/empresas/${company}`, { token: admin.token, body });
    expect((await change({ ...rest, saml: { ...saml, certificados: pem(pair.certificate) + pem(next.certificate) } })).status).toBe(200);
    expect(await listed()).toMatchObject({
      saml: { servicio: SERVICE, huellas: [{ huella: expect.stringMatching(/^[0-9A-F:]{95}$/) }, {}] },
    });
    for (const keys of [pair, next]) expect((await enter('rotada', {}, keys)).to).toContain('/empresa?');
    expect((await change({ ...rest, saml: { ...saml, certificados: next.certificate } })).status).toBe(200);
    expect((await enter('rotada')).to).toContain('COMPANY_TOKEN');
    expect((await change({ ...rest, cliente: 'x', secreto: 'y' })).status).toBe(409);
  });

  // rows: P06
  test('a certificate that is taken away ends the sessions that the company opened, and so does another way to name people', async () => {
    const {
      emisor: _,
      saml: { servicio: _own, ...saml },
      ...rest
    } = terms('Acero', acero, SERVICE, 'acero.mx');
    const change = async (more: object) => {
      const body = { ...rest, saml: { ...saml, ...more } };
      expect((await school.ask('PUT', `/api/empresas/${company}`, { token: admin.token, body })).status).toBe(200);
    };
    const pem = (...keys: string[]) => keys.map((one) => `-----BEGIN CERTIFICATE-----\n${one}\n-----END CERTIFICATE-----\n`).join('');
    const next = keyPair();
    await change({ certificados: pem(pair.certificate) });
    await reacted(school);
    const isOpen = async ({ cookies }: Awaited<ReturnType<typeof enter>>) => (await sessionOf(cookies.join('; '))).status === 200;
    const first = await enter('lia');
    await change({ certificados: pem(next.certificate, pair.certificate), entrada: `${acero.signIn}/nueva` });
    await reacted(school);
    expect(await isOpen(first)).toBe(true);
    await change({ certificados: pem(next.certificate) });
    await until(async () => !(await isOpen(first)), 'the sessions to end');
    const second = await enter('lia', {}, next);
    expect(await isOpen(second)).toBe(true);
    await change({ certificados: pem(next.certificate), sujeto: 'employeeNumber' });
    await until(async () => !(await isOpen(second)), 'the sessions to end');
    await change({ certificados: pem(next.certificate) });
  });

  test('removed, nobody enters with it, and nothing is kept of how its people fared', async () => {
    const { id, relayState, cookie } = await begin();
    expect((await school.ask('POST', `/api/empresas/${company}/quitar`, { token: admin.token, body: {} })).status).toBe(200);
    expect((await post(SERVICE, { SAMLResponse: response(said(id, 'lia')), RelayState: relayState }, cookie)).to).toContain(
      'COMPANY_STATE',
    );
    expect(await school.running.deps.vault.list('providers', `refused:${company}`)).toEqual([]);
  });
});
