import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformRecord } from '../../backend/api/contract/platforms.ts';
import { CLAIM, type FakePlatform, openPlatform } from '../support/lti.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Launches by LTI 1.3, from a platform that these tests start and sign for, into a whole school. */

const PUBLIC_URL = 'https://escuela.prueba';
let platform: FakePlatform;
let school: School;
let admin: Person;
let platformId: string;
beforeAll(async () => {
  platform = await openPlatform(`${PUBLIC_URL}/events`);
  school = await openSchool({ env: { PUBLIC_URL, WEBHOOK_PRIVATE_HOSTS: platform.host } });
  admin = await joinAs(school, 'directora', 'administrator');
  const made = await school.ask('POST', '/api/plataformas', { token: admin.token, body: registration() });
  expect(made.status, made.text).toBe(201);
  platformId = String(made.body['id']);
}, 120_000);
afterAll(async () => {
  await school.stop();
  await platform.stop();
});

/** The school’s own server: in this way its name is the public one. */
const http = () => {
  const { app } = school.running;
  if (!app) throw new Error('no API');
  return app.http;
};
const registration = (more: object = {}) => ({
  ...{ nombre: 'Moodle de Acme', emisor: platform.issuer, cliente: platform.clientId, implementaciones: ['1'] },
  ...{ autorizacion: platform.authorization, llaves: platform.keys, dominios: ['empresa.prueba'], crea_cuentas: true },
  ...more,
});
const change = async (more: object) => {
  const { emisor: _, cliente: __, ...terms } = registration(more) as Record<string, unknown>;
  const answer = await school.ask('PUT', `/api/plataformas/${platformId}`, { token: admin.token, body: terms });
  expect(answer.status, answer.text).toBe(200);
};
/** As the form of another site, which a browser that was led there sends by itself. */
const post = async (path: string, fields: Record<string, string>, cookie = '') => {
  const headers = { host: 'escuela.prueba', origin: platform.issuer, 'sec-fetch-site': 'cross-site', ...(cookie && { cookie }) };
  const answer = await http().inject({
    ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { location } = answer.headers;
  return { status: answer.statusCode, to: new URL(String(location), PUBLIC_URL), cookies: answer.cookies, headers: answer.headers };
};
const asked = (more: Record<string, string> = {}) => ({ iss: platform.issuer, login_hint: '7', target_link_uri: PUBLIC_URL, ...more });
const begin = async () => {
  const { to, cookies } = await post('/api/lti/login', asked());
  const [cookie] = cookies;
  const said = (name: string) => to.searchParams.get(name) ?? '';
  return {
    state: said('state'),
    nonce: said('nonce'),
    cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`,
    to,
    set: cookie,
  };
};
const launch = async (over: Record<string, unknown> = {}) => {
  const { state, nonce, cookie } = await begin();
  return post('/api/lti/launch', { state, id_token: await platform.sign(nonce, over) }, cookie);
};
const sessionOf = ({ cookies }: Awaited<ReturnType<typeof post>>) => cookies.find(({ name }) => name === '__Host-aulaviva')?.value;
const me = async (session: string | undefined) => {
  const headers = { host: 'escuela.prueba', cookie: `__Host-aulaviva=${session}` };
  return (await http().inject({ url: '/api/auth/sesion', headers })).json<Record<string, unknown>>();
};
const failure = (answer: Awaited<ReturnType<typeof post>>) => {
  expect(sessionOf(answer)).toBeUndefined();
  return { status: answer.status, page: answer.to.pathname, ...Object.fromEntries(answer.to.searchParams) };
};
const fault = (code: string, detalle?: string) => ({ status: 303, page: '/lti', fallo: code, ...(detalle && { detalle }) });

// rows: P06
test('somebody of a registered platform comes into the school with an account of their own, and back into the same one', async () => {
  const { to, set } = await begin();
  expect(to.href.startsWith(`${platform.authorization}&scope=openid&response_type=id_token&response_mode=form_post`)).toBe(true);
  expect(to.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/lti/launch`);
  expect(set).toMatchObject({ path: '/api/lti', httpOnly: true, secure: true, sameSite: 'None' });
  const first = await launch({ given_name: 'Ana', family_name: 'Ruiz' });
  expect(failure({ ...first, cookies: [] })).toEqual({ status: 303, page: '/lti', entro: '1', returnTo: '/events', nueva: '1' });
  const person = await me(sessionOf(first));
  expect(person).toMatchObject({ email: 'ana@empresa.prueba', first_name: 'Ana', last_name: 'Ruiz', user_role: 1 });
  // The platform may give the person another address: the account stays theirs.
  const second = await launch({ email: 'ana.ruiz@otra.prueba' });
  expect(second.to.search).toBe('?entro=1&returnTo=%2Fevents');
  expect(await me(sessionOf(second))).toMatchObject({ id: person['id'] });
  await settled(school);
  const { plataformas, direcciones } = (await school.ask('GET', '/api/plataformas', { token: admin.token })).body as {
    plataformas: PlatformRecord[];
    direcciones: object;
  };
  expect(direcciones).toEqual({ inicio: `${PUBLIC_URL}/api/lti/login`, entrada: `${PUBLIC_URL}/api/lti/launch` });
  expect(plataformas).toMatchObject([{ nombre: 'Moodle de Acme', estado: 'activa', ultima: expect.stringMatching(/^\d{4}-/) }]);
});

// rows: P06
test.each([
  ['another nonce', { nonce: 'made up' }, 'nonce'],
  ['another deployment', { [`${CLAIM}deployment_id`]: '2' }, 'deployment'],
  ['another audience', { aud: 'other' }, 'audience'],
  ['one that is over', { exp: 1 }, 'expired'],
])('a launch is refused, and the page says why: %s', async (_, over, detail) => {
  expect(failure(await launch(over))).toEqual(fault('LTI_TOKEN', detail));
});

// rows: P06
test('a launch counts in the browser that began it, once; what nobody signed, or of nobody who is known, does not', async () => {
  const { state, nonce, cookie } = await begin();
  const fields = { state, id_token: await platform.sign(nonce) };
  expect(failure(await post('/api/lti/launch', fields))).toEqual(fault('LTI_STATE'));
  const other = await begin();
  expect(failure(await post('/api/lti/launch', fields, other.cookie))).toEqual(fault('LTI_STATE'));
  expect(failure(await post('/api/lti/launch', { state: other.state, id_token: fields.id_token }, other.cookie))).toEqual(
    fault('LTI_TOKEN', 'nonce'),
  );
  expect(sessionOf(await post('/api/lti/launch', fields, cookie))).toBeDefined();
  expect(failure(await post('/api/lti/launch', fields, cookie))).toEqual(fault('LTI_REPLAYED'));

  const stranger = await openPlatform();
  const mine = await begin();
  const forged = await stranger.sign(mine.nonce, { iss: platform.issuer });
  expect(failure(await post('/api/lti/launch', { state: mine.state, id_token: forged }, mine.cookie))).toEqual(fault('LTI_TOKEN', 'token'));
  expect(failure(await post('/api/lti/login', asked({ iss: stranger.issuer })))).toEqual(fault('LTI_UNKNOWN'));
  expect(failure(await post('/api/lti/login', asked({ client_id: 'other' })))).toEqual(fault('LTI_UNKNOWN'));
  expect(failure(await post('/api/lti/login', { iss: platform.issuer }))).toEqual(fault('LTI_REQUEST'));
  expect(failure(await post('/api/lti/launch', { state: mine.state, error: 'login_required' }, mine.cookie))).toEqual(
    fault('LTI_REFUSED', 'login_required'),
  );
  await stranger.stop();
});

// rows: P06
test('while a platform is paused nobody comes from there, also who was on the way; its keys unread, nobody is guessed at', async () => {
  const act = (verb: string) =>
    school.ask('POST', `/api/plataformas/${platformId}/${verb}`, { token: admin.token, body: { motivo: 'Prueba' } });
  const { state, nonce, cookie } = await begin();
  expect((await act('detener')).status).toBe(200);
  const fields = { state, id_token: await platform.sign(nonce) };
  expect(failure(await post('/api/lti/launch', fields, cookie))).toEqual(fault('LTI_PAUSED'));
  expect(failure(await post('/api/lti/login', asked()))).toEqual(fault('LTI_PAUSED'));
  expect((await act('reanudar')).status).toBe(200);
  platform.down = true;
  await change({ llaves: `${platform.keys}?otras` });
  expect(failure(await launch())).toEqual(fault('LTI_UNAVAILABLE'));
  platform.down = false;
  expect(sessionOf(await launch())).toBeDefined();
});

// rows: P06
test('an account is never taken over by an asserted address: its person signs in as always, and links it', async () => {
  const owner = await join(school, 'duena', { email: 'duena@empresa.prueba' });
  platform.person = { sub: 'moodle-9', email: 'duena@empresa.prueba' };
  const answer = await launch();
  expect(failure(answer)).toEqual({ status: 303, page: '/lti', enlace: 'COMPANY_LINK_FIRST' });
  const waiting = answer.cookies.find(({ name }) => name === 'aulaviva.lti.enlace');
  expect(waiting).toMatchObject({ path: '/api/lti', httpOnly: true, secure: true, sameSite: 'Strict' });
  const cookie = `aulaviva.lti.enlace=${encodeURIComponent(waiting?.value ?? '')}`;
  const link = (method: string, token: string | undefined, headers: Record<string, string> = { cookie }) =>
    school.ask(method, '/api/lti/enlace', { token, headers });
  expect((await link('GET', undefined)).status).toBe(401);
  expect((await link('POST', owner.token, {})).body.code).toBe('LTI_LINK_OVER');
  expect((await link('GET', owner.token)).body).toEqual({ plataforma: 'Moodle de Acme' });
  expect((await link('POST', owner.token)).body).toMatchObject({ destino: '/events' });
  expect(await me(sessionOf(await launch()))).toMatchObject({ id: owner.id });
  const account = async () => (await school.ask('GET', '/api/cuenta', { token: owner.token })).body['empresas'];
  expect(await account()).toEqual([{ id: platformId, nombre: 'Moodle de Acme', tipo: 'plataforma' }]);
  // Another person of this browser does not get what is another's by now.
  const other = await join(school, 'otra_persona');
  expect((await link('POST', other.token)).body.code).toBe('IDENTITY_TAKEN');
  // What is linked can be unlinked, and then opens the account no more.
  const unlinked = await school.ask('POST', `/api/cuenta/empresa/${platformId}/desenlazar`, { token: owner.token, body: {} });
  expect([unlinked.status, await account()]).toEqual([200, []]);
  expect(failure(await launch())).toMatchObject({ enlace: 'COMPANY_LINK_FIRST' });

  // Staff neither; and of an address of another domain it is not even said whether somebody has it.
  platform.person = { sub: 'moodle-10', email: 'directora@empresa.prueba' };
  await promote(school, await join(school, 'jefa', { email: 'directora@empresa.prueba' }), 'administrator');
  expect(failure(await launch())).toMatchObject({ enlace: 'COMPANY_LINK_FIRST' });
  for (const email of [owner.email.replace('empresa', 'ajena'), admin.email, undefined])
    expect(failure(await launch({ sub: 'moodle-11', email }))).toMatchObject({ enlace: 'COMPANY_NO_ACCOUNT' });
  await change({ crea_cuentas: false });
  expect(failure(await launch({ sub: 'moodle-12', email: 'nueva@empresa.prueba' }))).toMatchObject({ enlace: 'COMPANY_NO_ACCOUNT' });
  await change({});
});

// rows: P06
test('who comes for a course is given a grant of the platform’s code for it, once, and stands in the course', async () => {
  const { scholarships } = school.running.deps;
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const [course, other] = [await makeCourse(school, admin.token, teacher.id, [1]), await makeCourse(school, admin.token, teacher.id, [1])];
  const context = () => {
    const commandId = crypto.randomUUID();
    return {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { userId: admin.id, role: 'administrator' as const },
      now: new Date(),
    };
  };
  await scholarships.open('acme', 'Acme', 10, context());
  const terms = { organisation: 'Acme', leadId: null, courseId: null, grants: 5, expiresOn: null };
  await change({ beca: (await scholarships.allot('acme', terms, context())).code });
  platform.person = { sub: 'moodle-20', email: 'becaria@empresa.prueba' };
  const custom = ({ id }: { id: number }) => ({ [`${CLAIM}custom`]: { course: String(id) } });
  expect((await launch(custom(course))).to.searchParams.get('returnTo')).toBe(`/courses?courseId=${course.id}`);
  expect((await launch({ [`${CLAIM}target_link_uri`]: `${PUBLIC_URL}/cursos/curso-${course.id}` })).to.searchParams.get('returnTo')).toBe(
    `/courses?courseId=${course.id}`,
  );
  // One code gives one grant: another course is looked at from outside.
  expect((await launch(custom(other))).to.searchParams.get('returnTo')).toBe(`/cursos/${other.id}`);
  // No address of another site is gone to.
  expect((await launch({ [`${CLAIM}target_link_uri`]: 'https://otro-sitio.mx/events' })).to.search).toBe('?entro=1');
  await change({});
});

// rows: P06
test('only administrators register platforms, by addresses of the public web and domains that are a company’s', async () => {
  const learner = await join(school, 'aprendiz');
  expect((await school.ask('POST', '/api/plataformas', { token: learner.token, body: registration() })).status).toBe(403);
  const refusal = async (more: object) =>
    (await school.ask('POST', '/api/plataformas', { token: admin.token, body: registration(more) })).body;
  expect(await refusal({})).toMatchObject({ code: 'PLATFORM_TAKEN' });
  expect(await refusal({ cliente: 'x', llaves: 'https://127.0.0.1/keys' })).toMatchObject({
    ...{ code: 'PLATFORM_ADDRESS', errors: [{ path: 'llaves' }] },
  });
  expect(await refusal({ cliente: 'x', autorizacion: 'http://moodle.mx/auth' })).toMatchObject({
    ...{ code: 'PLATFORM_ADDRESS', errors: [{ path: 'autorizacion' }] },
  });
  expect(await refusal({ cliente: 'x', dominios: ['gmail.com'] })).toMatchObject({ code: 'COMPANY_DOMAIN_PUBLIC' });
  expect(await refusal({ cliente: 'x', dominios: ['acme'] })).toMatchObject({ code: 'COMPANY_DOMAIN' });
  expect(await refusal({ cliente: 'x', beca: 'NO-ES-UNA' })).toMatchObject({ code: 'SCHOLARSHIP_CODE_NOT_FOUND' });
});

// rows: P06
test('a form of another site counts at the addresses of launches alone', async () => {
  const answer = await post('/api/auth/login', { email: admin.email });
  expect(answer.status).toBe(403);
});
