import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlatformRecord } from '../../backend/api/contract/platforms.ts';
import { collect } from '../support/domain.ts';
import { CHOOSING, CLAIM, type FakePlatform, openPlatform } from '../support/lti.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
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
  platform.toolKeys = async () => (await school.ask('GET', '/api/lti/jwks')).body as unknown as JSONWebKeySet;
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
  credenciales: platform.tokens,
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
const begin = async (more: Record<string, string> = {}) => {
  const { to, cookies } = await post('/api/lti/login', asked(more));
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
  const addresses = {
    inicio: `${PUBLIC_URL}/api/lti/login`,
    entrada: `${PUBLIC_URL}/api/lti/launch`,
    llaves: `${PUBLIC_URL}/api/lti/jwks`,
  };
  expect(direcciones).toEqual(addresses);
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
  const { lti } = school.running.deps;
  const { verify } = lti;
  vi.spyOn(lti, 'verify').mockImplementationOnce(async (...given) => {
    const said = await verify(...given);
    expect((await act('detener')).status).toBe(200);
    return said;
  });
  expect(failure(await launch())).toEqual(fault('LTI_PAUSED'));
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
test('two platforms of one issuer lock nobody out: an identity is of the issuer and its client', async () => {
  const made = await school.ask('POST', '/api/plataformas', {
    token: admin.token,
    body: registration({ nombre: 'La otra', cliente: 'otro', implementaciones: ['9'] }),
  });
  expect(made.status, made.text).toBe(201);
  const first = { sub: 'moodle-14', email: 'primera@empresa.prueba' };
  const byFirst = async () => {
    platform.person = first;
    const { state, nonce, cookie } = await begin({ client_id: platform.clientId });
    return post('/api/lti/launch', { state, id_token: await platform.sign(nonce) }, cookie);
  };
  const bySecond = async () => {
    platform.person = { sub: 'moodle-14', email: 'segunda@empresa.prueba' };
    const { state, nonce, cookie } = await begin({ client_id: 'otro', lti_deployment_id: '9' });
    return post(
      '/api/lti/launch',
      { state, id_token: await platform.sign(nonce, { aud: 'otro', [`${CLAIM}deployment_id`]: '9' }) },
      cookie,
    );
  };
  const one = await me(sessionOf(await byFirst()));
  const other = await me(sessionOf(await bySecond()));
  expect([one['email'], other['email']]).toEqual(['primera@empresa.prueba', 'segunda@empresa.prueba']);
  expect(await me(sessionOf(await byFirst()))).toMatchObject({ id: one['id'] });
  expect(await me(sessionOf(await bySecond()))).toMatchObject({ id: other['id'] });
  const removed = await school.ask('POST', `/api/plataformas/${String(made.body['id'])}/quitar`, { token: admin.token, body: {} });
  expect(removed.status).toBe(200);
});

// rows: P06
test.each<[string, object, boolean]>([
  ['a domain', { dominios: ['otra.prueba'] }, true],
  ['a deployment', { implementaciones: ['2'] }, true],
  ['its keys', { llaves: 'https://moodle.otra.prueba/llaves' }, true],
  ['nothing but its name, and more of what it had', { nombre: 'Moodle', dominios: ['empresa.prueba', 'otra.prueba'] }, false],
])('taken from a platform, its sessions end: %s', async (_, more, ends) => {
  platform.person = { sub: 'moodle-15', email: 'dentro@empresa.prueba' };
  const session = sessionOf(await launch());
  expect(await me(session)).toMatchObject({ email: 'dentro@empresa.prueba' });
  await change(more);
  await reacted(school);
  expect('email' in (await me(session))).toBe(!ends);
  await change({});
  await reacted(school);
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

// rows: P06
test('the school’s own keys are read by anybody, for a while from a copy; one that was changed stays beside the one that signs', async () => {
  const keys = async () => {
    const answer = await school.ask('GET', '/api/lti/jwks');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    return answer.body['keys'] as Record<string, unknown>[];
  };
  const [first] = await keys();
  expect(first).toEqual({ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), use: 'sig', alg: 'RS256' });
  const learner = await join(school, 'curiosa');
  expect((await school.ask('POST', '/api/plataformas/llave', { token: learner.token })).status).toBe(403);
  const changed = await school.ask('POST', '/api/plataformas/llave', { token: admin.token });
  expect([changed.status, changed.body['llave']]).toEqual([200, (await keys())[1]?.['kid']]);
  // Who changed it, and when, is in the history; of the key, its public name alone.
  const [onRecord] = await collect(school.running.deps.commands.log.readAll(null, { types: ['ToolKeyChanged'] }));
  expect(onRecord).toMatchObject({ data: { keyId: changed.body['llave'] }, meta: { actor: { userId: admin.id, role: 'administrator' } } });
  expect(Object.keys(onRecord?.data ?? {})).toEqual(['keyId']);
  expect((await keys()).map(({ kid }) => kid)).toEqual([first?.['kid'], changed.body['llave']]);
  const { llave } = (await school.ask('GET', '/api/plataformas', { token: admin.token })).body as { llave: Record<string, string> };
  const days = (Date.parse(String(llave['anterior_hasta'])) - Date.parse(String(llave['desde']))) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

const RETURN = () => `http://${platform.host}/mod/lti/contentitem_return.php?course=3`;
const selecting = (settings: object = {}, over: object = {}) => ({
  ...{ [`${CLAIM}message_type`]: 'LtiDeepLinkingRequest', [`${CLAIM}resource_link`]: undefined },
  [`${CLAIM}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
  [`${CHOOSING}deep_linking_settings`]: {
    ...{
      deep_link_return_url: RETURN(),
      accept_types: ['ltiResourceLink', 'link'],
      accept_presentation_document_targets: ['frame', 'window'],
    },
    ...{ accept_multiple: true, accept_lineitem: true, data: 'lo que la plataforma guarda' },
    ...settings,
  },
  ...over,
});
/** What the school’s page sends and reads while somebody chooses. */
const choosing = (answer: Awaited<ReturnType<typeof post>>) => {
  const id = answer.to.searchParams.get('elegir') ?? '';
  const found = answer.cookies.find(({ name }) => name === `aulaviva.lti.eleccion.${id}`);
  const headers = { host: 'escuela.prueba', cookie: `${found?.name}=${found?.value}` };
  const url = `/api/lti/eleccion/${id}`;
  return {
    ...{ id, found },
    asked: async () => (await http().inject({ url, headers })).json<Record<string, unknown>>(),
    choose: async (...elementos: object[]) =>
      (await http().inject({ method: 'POST', url, headers, payload: { elementos } })).json<Record<string, unknown>>(),
    page: () => http().inject({ url: `/api/lti/respuesta/${id}`, headers }),
    other: () => http().inject({ url, headers: { host: 'escuela.prueba' } }),
  };
};
/** What the platform does with the answer: it verifies it by the school’s published keys. */
const received = async (jwt: string) => {
  const keys = (await school.ask('GET', '/api/lti/jwks')).body as unknown as JSONWebKeySet;
  const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), { issuer: platform.clientId, audience: platform.issuer });
  return payload;
};
const jwtIn = (page: string) => /name="JWT" value="([^"]+)"/.exec(page)?.[1] ?? '';

// rows: P06
test('who teaches at a platform chooses published courses and classes; the answer is signed, for that platform alone, and its links open them', async () => {
  const teacher = await joinAs(school, 'elige', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [2]);
  const [module] = course.modules;
  const classId = module?.classes[0] ?? 0;
  const choice = choosing(await launch(selecting()));
  expect(choice.found).toMatchObject({ path: '/api/lti', httpOnly: true, secure: true, sameSite: 'Strict' });
  expect(await choice.asked()).toEqual({ plataforma: 'Moodle de Acme', varias: true, calificable: true });
  expect((await choice.other()).json()).toMatchObject({ code: 'LTI_CHOICE_OVER' });
  expect((await choice.page()).headers.location).toBe('/lti?fallo=LTI_CHOICE_OVER');
  expect(await choice.choose({ curso: 999_999, clase: null, calificar: true })).toMatchObject({ code: 'COURSE_NOT_FOUND' });
  expect(await choice.choose({ curso: course.id, clase: 999_999, calificar: true })).toMatchObject({ code: 'CLASS_NOT_FOUND' });
  const chosen = await choice.choose(
    { curso: course.id, clase: null, calificar: true },
    { curso: String(course.id), clase: classId, calificar: false },
  );
  expect(chosen).toMatchObject({ destino: `/api/lti/respuesta/${choice.id}` });
  expect(await choice.choose({ curso: course.id, clase: null, calificar: true })).toMatchObject({ code: 'LTI_CHOICE_OVER' });
  const page = await choice.page();
  expect(page.headers['content-security-policy']).toContain(
    `form-action http://${platform.host}/mod/lti/contentitem_return.php; frame-ancestors 'none'`,
  );
  const answer = await received(jwtIn(page.body));
  expect(answer).toMatchObject({
    [`${CLAIM}message_type`]: 'LtiDeepLinkingResponse',
    ...{ [`${CLAIM}version`]: '1.3.0', [`${CLAIM}deployment_id`]: '1', [`${CHOOSING}data`]: 'lo que la plataforma guarda' },
    ...{ nonce: expect.any(String), iat: expect.any(Number), exp: expect.any(Number) },
  });
  const url = expect.stringMatching(`^${PUBLIC_URL}/cursos/.*${course.id}$`);
  const window = { targetName: '_blank' };
  const items = answer[`${CHOOSING}content_items`] as Record<string, unknown>[];
  expect(items).toEqual([
    {
      ...{ type: 'ltiResourceLink', title: expect.any(String), url, window, custom: { course: String(course.id) } },
      lineItem: { scoreMaximum: 100, label: items[0]?.['title'], resourceId: `course-${course.id}` },
    },
    { type: 'ltiResourceLink', title: expect.any(String), url, window, custom: { course: String(course.id), class: String(classId) } },
  ]);
  // Nobody got an account by choosing, staff least of all; and what was chosen opens for who takes the course.
  platform.person = { sub: 'moodle-40', email: 'alumna@empresa.prueba' };
  const opened = await launch({ [`${CLAIM}custom`]: items[1]?.['custom'] });
  expect(opened.to.searchParams.get('returnTo')).toBe(`/cursos/${course.id}`);
  const { id } = (await me(sessionOf(opened))) as { id: number };
  const enrolled = await http().inject({
    ...{ method: 'POST', url: '/api/inscripciones/inscribir', payload: { id_usuario: id, id_curso: course.id } },
    headers: { host: 'escuela.prueba', cookie: `__Host-aulaviva=${sessionOf(opened)}` },
  });
  expect(enrolled.statusCode, enrolled.body).toBeLessThan(300);
  expect((await launch({ [`${CLAIM}custom`]: items[1]?.['custom'] })).to.searchParams.get('returnTo')).toBe(
    `/courses?courseId=${course.id}&moduleId=${module?.id}&sessionId=${classId}`,
  );
});

// rows: P06
test.each([
  ['a learner', {}, { [`${CLAIM}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'] }, 'LTI_ROLE', undefined],
  [
    'an administrator of the site alone',
    {},
    { [`${CLAIM}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator'] },
    'LTI_ROLE',
    undefined,
  ],
  ['who takes no links', { accept_types: ['file'] }, {}, 'LTI_TOKEN', 'types'],
  ['a way back without TLS', { deep_link_return_url: 'http://moodle.mx/back' }, {}, 'LTI_TOKEN', 'claims'],
  ['a way back that is a script', { deep_link_return_url: 'javascript:alert(1)' }, {}, 'LTI_TOKEN', 'claims'],
  ['more data than is carried', { data: 'x'.repeat(8_001) }, {}, 'LTI_TOKEN', 'claims'],
  ['no settings', {}, { [`${CHOOSING}deep_linking_settings`]: undefined }, 'LTI_TOKEN', 'claims'],
  ['another kind of message', {}, { [`${CLAIM}message_type`]: 'LtiSubmissionReviewRequest' }, 'LTI_TOKEN', 'message'],
])('a request to choose is refused: %s', async (_, settings, over, code, detail) => {
  expect(failure(await launch(selecting(settings, over)))).toEqual(fault(code, detail));
});

// rows: P06
test('one thing alone, without a column of grades, is given where the platform takes no more', async () => {
  const teacher = await joinAs(school, 'elige_una', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  const settings = {
    accept_multiple: undefined,
    accept_lineitem: undefined,
    data: undefined,
    accept_presentation_document_targets: ['frame'],
  };
  const choice = choosing(await launch(selecting(settings)));
  expect(await choice.asked()).toMatchObject({ varias: false, calificable: false });
  const item = { curso: course.id, clase: null, calificar: true };
  expect(await choice.choose(item, item)).toMatchObject({ code: 'TOO_MANY_ITEMS' });
  await choice.choose(item);
  const answer = await received(jwtIn((await choice.page()).body));
  expect(answer[`${CHOOSING}content_items`]).toEqual([
    { type: 'ltiResourceLink', title: expect.any(String), url: expect.any(String), custom: { course: String(course.id) } },
  ]);
  expect(`${CHOOSING}data` in answer).toBe(false);
  // What was answered opens nothing once the platform is gone or stopped.
  const act = (verb: string) =>
    school.ask('POST', `/api/plataformas/${platformId}/${verb}`, { token: admin.token, body: { motivo: 'Prueba' } });
  await act('detener');
  expect((await choice.page()).headers.location).toBe('/lti?fallo=LTI_CHOICE_OVER');
  await act('reanudar');
});

// rows: P06
test('in a frame of the platform a button opens the choice in a window; the frame waits, and takes the answer back', async () => {
  const teacher = await joinAs(school, 'elige_marco', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  const { state, nonce, cookie } = await begin();
  const form = { 'content-type': 'application/x-www-form-urlencoded', host: 'escuela.prueba' };
  const sent = (url: string, fields: Record<string, string>, headers: Record<string, string>) =>
    http().inject({ method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers: { ...form, ...headers } });
  const frame = await sent(
    '/api/lti/launch',
    { state, id_token: await platform.sign(nonce, selecting()) },
    { cookie, origin: platform.issuer, 'sec-fetch-dest': 'iframe' },
  );
  expect(frame.headers['x-frame-options']).toBeUndefined();
  expect(frame.headers['content-security-policy']).toContain(`frame-ancestors http://${platform.host}`);
  const secreto = /name="secreto" value="([^"]+)"/.exec(frame.body)?.[1] ?? '';
  // Another site cannot open it, nor ask for the answer.
  expect((await sent('/api/lti/ventana', { secreto }, { origin: 'https://otro-sitio.mx' })).statusCode).toBe(403);
  const own = { origin: PUBLIC_URL };
  const waits = async () => (await sent('/api/lti/espera', { secreto }, own)).json<{ jwt: string | null }>().jwt;
  expect(await waits()).toBeNull();
  const window = await sent('/api/lti/ventana', { secreto }, own);
  const choice = choosing({ ...window, status: 303, to: new URL(String(window.headers.location), PUBLIC_URL) } as never);
  expect(await choice.choose({ curso: course.id, clase: null, calificar: false })).toMatchObject({ destino: null });
  expect(await received((await waits()) ?? '')).toMatchObject({ [`${CLAIM}message_type`]: 'LtiDeepLinkingResponse' });
  expect((await sent('/api/lti/espera', { secreto: 'inventado' }, own)).statusCode).toBe(404);
});

const ENDPOINT = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
/** A learner of the platform, enrolled in a course that they opened from there with these columns of grades. */
const graded = async (sub: string, course: { id: number }, endpoint: Record<string, unknown>, over: object = {}) => {
  const open = () => {
    platform.person = { sub, email: `${sub}@empresa.prueba` };
    return launch({ [`${CLAIM}custom`]: { course: String(course.id) }, [ENDPOINT]: endpoint, ...over });
  };
  const session = sessionOf(await open());
  const { id } = (await me(session)) as { id: number };
  const asPerson = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
    const answer = await http().inject({ method, url, payload, headers: { host: 'escuela.prueba', cookie: `__Host-aulaviva=${session}` } });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  await asPerson('POST', '/api/inscripciones/inscribir', { id_usuario: id, id_curso: course.id });
  const mark = (classId: number | undefined, completada = true) =>
    asPerson('PATCH', `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`, { completado: completada });
  const scores = () => platform.scores.filter(({ userId }) => userId === sub);
  return {
    id,
    sub,
    open,
    mark,
    asPerson,
    scores,
    came: (count: number) => expect.poll(() => scores().length, { timeout: 30_000 }).toBe(count),
  };
};
const gradesListed = async () =>
  (await school.ask('GET', `/api/plataformas/${platformId}/calificaciones`, { token: admin.token })).body as unknown as {
    ultima: string | null;
    total: number;
    pendientes: Record<string, unknown>[];
  };
const platformAct = (verb: string) =>
  school.ask('POST', `/api/plataformas/${platformId}/${verb}`, { token: admin.token, body: { motivo: 'Prueba' } });

// rows: P06
test('a learner’s progress goes to the column of their launch, once for each change, always later, with one token for all', async () => {
  const teacher = await joinAs(school, 'califica', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [2]);
  const [one, two] = course.modules[0]?.classes ?? [];
  platform.tokensGiven = 0;
  const learner = await graded('moodle-60', course, platform.endpoint(7));
  await learner.mark(one);
  await learner.came(1);
  await learner.mark(two);
  await learner.came(2);
  await learner.mark(two, false);
  await learner.came(3);
  const score = { column: '/columns/7/scores?type_id=1', userId: 'moodle-60', scoreMaximum: 2, gradingProgress: 'FullyGraded' };
  expect(learner.scores()).toMatchObject([
    { ...score, scoreGiven: 1, activityProgress: 'InProgress' },
    { ...score, scoreGiven: 2, activityProgress: 'Completed' },
    { ...score, scoreGiven: 1, activityProgress: 'InProgress' },
  ]);
  const times = learner.scores().map(({ timestamp }) => Date.parse(String(timestamp)));
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(platform.tokensGiven).toBe(1);
  expect(await gradesListed()).toMatchObject({ ultima: expect.stringMatching(/^\d{4}-/), total: 0, pendientes: [] });

  // A column is made where the platform lets tools make them, once for everybody; and what was known already is sent no second time.
  const [first, second] = [
    await graded('moodle-61', course, platform.endpoint(null)),
    await graded('moodle-62', course, platform.endpoint(null)),
  ];
  await learner.open();
  await school.running.deps.grades.changed(learner.id, course.id, new Date());
  await first.mark(one);
  await first.came(1);
  await second.mark(one);
  await second.came(1);
  expect(platform.columns).toMatchObject([{ resourceId: `course-${course.id}`, resourceLinkId: '23', scoreMaximum: 100, label: 'Curso' }]);
  expect(second.scores()).toMatchObject([{ column: '/columns/100/scores?type_id=1' }]);
  expect(learner.scores()).toHaveLength(3);
});

// rows: P06
test('what does not arrive is shown with why, and is sent again; what waits for a paused platform is sent when that ends', async () => {
  const teacher = await joinAs(school, 'califica_dos', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [3]);
  const [one, two, three] = course.modules[0]?.classes ?? [];
  const learner = await graded('moodle-70', course, platform.endpoint(8));
  platform.scoreStatus = 422;
  await learner.mark(one);
  await expect
    .poll(async () => (await gradesListed()).pendientes, { timeout: 30_000 })
    .toMatchObject([
      { curso: 'Curso', clase: null, falla: 'calificacion', estado: 422, intentos: 1, otra_vez: expect.stringMatching(/^\d{4}-/) },
    ]);
  platform.scoreStatus = 200;
  // Progress that comes meanwhile waits with it, and both go as one.
  await learner.mark(two);
  const [{ id } = { id: '' }] = (await gradesListed()).pendientes;
  const send = (calificacion: unknown, token = admin.token) =>
    school.ask('POST', `/api/plataformas/${platformId}/calificaciones`, { token, body: { calificacion } });
  expect((await send(id, teacher.token)).status).toBe(403);
  expect((await send('otra')).status).toBe(404);
  expect((await send(id)).status).toBe(200);
  await learner.came(1);
  expect(learner.scores()).toMatchObject([{ scoreGiven: 2, scoreMaximum: 3 }]);
  await expect.poll(async () => (await gradesListed()).total, { timeout: 30_000 }).toBe(0);
  await platformAct('detener');
  await learner.mark(three);
  await expect
    .poll(async () => (await gradesListed()).pendientes, { timeout: 30_000 })
    .toMatchObject([{ falla: 'detenida', otra_vez: null }]);
  await platformAct('reanudar');
  await learner.came(2);
});

// rows: P06
test('nothing is sent of who teaches, of who was given no right to it, or of who unlinked the platform or was erased', async () => {
  const teacher = await joinAs(school, 'califica_tres', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [2]);
  const [one, two] = course.modules[0]?.classes ?? [];
  const role = { [`${CLAIM}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'] };
  const silent = [
    await graded('moodle-80', course, platform.endpoint(9), role),
    await graded('moodle-81', course, platform.endpoint(9, ['result.readonly'])),
    await graded('moodle-82', course, { ...platform.endpoint(null), lineitems: 'https://127.0.0.1/columns' }),
  ];
  const gone = await graded('moodle-83', course, platform.endpoint(9));
  await gone.mark(one);
  await gone.came(1);
  await school.running.deps.passwords.set(gone.id, 'Otra-entrada-2026!');
  await gone.asPerson('POST', `/api/cuenta/empresa/${platformId}/desenlazar`, {});
  const erased = await graded('moodle-84', course, platform.endpoint(9));
  await erased.mark(one);
  await erased.came(1);
  const erasing = await school.ask('DELETE', `/api/auth/users/${erased.id}?motivo=Lo+pidio`, { token: admin.token });
  expect(erasing.status, erasing.text).toBeLessThan(300);
  for (const one_ of silent) await one_.mark(one);
  await gone.mark(two);
  // Whatever was to be sent would have been before this one.
  const last = await graded('moodle-85', course, platform.endpoint(9));
  await last.mark(one);
  await last.came(1);
  expect(silent.flatMap((person) => person.scores())).toEqual([]);
  expect([gone.scores().length, erased.scores().length]).toEqual([1, 1]);
  expect(await school.running.deps.vault.list('grades', `link:${platformId}:${erased.id}_`)).toEqual([]);
  expect(JSON.stringify(await school.running.deps.vault.list('grades', ''))).not.toContain('moodle-85');
});
