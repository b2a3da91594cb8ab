import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cookieName } from '../../backend/api/plugins/sessionCookie.ts';
import { GRACE_MS } from '../../backend/integrations/vault/sessionTokens.ts';
import { join, PASSWORD, promote } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** A session has a token for the browser's cookie, which changes while it lasts, and one for programs, which does not. */

let school: School;
/** Moves the clock of the API. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
}, 120_000);
afterAll(() => school.stop());

const HOUR = 3_600_000;
const asked = (token: string, method = 'GET', at = '/api/auth/sesion', body?: object, key?: string) =>
  school.ask(method, at, {
    headers: {
      cookie: `${cookieName(school.config.publicUrl)}=${token}`,
      origin: new URL(school.config.publicUrl).origin,
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body }),
  });
/** The session's token that an answer gives the browser; null where it keeps the one it has. */
const given = ({ headers }: { headers: Headers }): string | null =>
  new RegExp(`^${cookieName(school.config.publicUrl)}=([\\w-]{43});`).exec(
    headers.getSetCookie().find((one) => one.startsWith(`${cookieName(school.config.publicUrl)}=`)) ?? '',
  )?.[1] ?? null;
const endings = async (userId: number) => {
  const found: unknown[] = [];
  for await (const { type, data } of school.running.deps.commands.log.readStream(`sessions-${userId}`))
    if (type === 'SessionEnded') found.push((data as { cause: string }).cause);
  return found;
};

/** Somebody signed in with a browser: its cookie's token, and that of the login's body. */
const browser = async (name: string) => {
  const { id, email } = await join(school, name);
  const login = await school.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  return { id, email, cookie: given(login) ?? '', token: (login.body as unknown as { token: string }).token };
};
const prove = (token: string, key?: string) => asked(token, 'POST', '/api/cuenta/comprobar', { contrasena: PASSWORD }, key);

// rows: A37
test('after an hour concurrent calls get one new token, and the previous one stays valid for a while', async () => {
  const { cookie, id } = await browser('renovada');
  expect(given(await asked(cookie))).toBeNull();
  ahead += HOUR;
  // What writes keeps the token: its answer may take long.
  expect(given(await asked(cookie, 'PUT', `/api/auth/users/${id}`, { country: 'Chile' }))).toBeNull();
  const beside = await Promise.all(Array.from({ length: 12 }, () => asked(cookie)));
  expect(new Set(beside.map(({ status }) => status))).toEqual(new Set([200]));
  const [next, ...others] = new Set(beside.map((one) => given(one) ?? ''));
  expect(others).toEqual([]);
  if (next === undefined) throw new Error('no token');
  expect(next).not.toBe(cookie);
  expect((await asked(next)).status).toBe(200);
  ahead += GRACE_MS - 1_000;
  const late = await Promise.all([asked(next), asked(cookie), asked(next), asked(cookie)]);
  expect(late.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // Who holds the old one is not given the new one any more.
  expect(given(await asked(cookie))).toBeNull();
  expect(await endings(id)).toEqual([]);
});

// rows: A37
test('the previous token is then refused and ends nothing; a token replaced twice is a copy, and ends the session', async () => {
  const { cookie, id } = await browser('copiada');
  ahead += HOUR;
  const second = given(await asked(cookie)) ?? '';
  expect((await asked(second)).status).toBe(200);
  ahead += GRACE_MS + 1;
  expect((await asked(cookie)).status).toBe(401);
  expect((await asked(second)).status).toBe(200);
  ahead += HOUR;
  const third = given(await asked(second)) ?? '';
  // A slow call that still carries the old token is not taken for a stolen copy yet.
  expect((await asked(cookie)).status).toBe(401);
  expect((await asked(third)).status).toBe(200);
  ahead += GRACE_MS + 1;
  expect((await asked(second)).status).toBe(401);
  expect(await endings(id)).toEqual([]);
  expect((await asked(cookie)).status).toBe(401);
  expect((await asked(third)).status).toBe(401);
  expect(await endings(id)).toEqual(['revoked']);
});

// rows: A37
test('a lost answer locks nobody out: a browser that did not get the next token is given the same one again, however late', async () => {
  const { cookie, id } = await browser('sin_respuesta');
  ahead += HOUR;
  const lost = given(await asked(cookie)) ?? '';
  ahead += GRACE_MS + 1;
  expect(given(await asked(cookie))).toBe(lost);
  expect((await asked(lost)).status).toBe(200);
  expect(await endings(id)).toEqual([]);
});

// rows: A37
test('what a session may do changes its token, however new that is: the proof of who one is, another password, another role', async () => {
  const { cookie, id } = await browser('con_permiso');
  ahead += HOUR;
  const turned = given(await asked(cookie)) ?? '';
  expect((await asked(turned)).status).toBe(200);
  const proven = given(await prove(turned)) ?? '';
  expect(proven).not.toBe('');
  const changed = given(await asked(proven, 'POST', '/api/cuenta/contrasena', { actual: PASSWORD, nueva: 'Otra-Segura-2026!' })) ?? '';
  expect((await asked(changed)).status).toBe(200);
  await promote(school, { id }, 'instructor');
  const promoted = given(await asked(changed)) ?? '';
  expect(await asked(promoted)).toMatchObject({ status: 200, body: { user_role: 3 } });
  expect(await endings(id)).not.toContain('revoked');
});

// rows: A37
test('an answer kept for a repeated call brings its token only while the session has no other', async () => {
  const { cookie, id } = await browser('repetida');
  const first = given(await prove(cookie, 'una-vez')) ?? '';
  expect(given(await prove(cookie, 'una-vez'))).toBe(first);
  ahead += HOUR;
  const next = given(await asked(first)) ?? '';
  const again = await prove(next, 'una-vez');
  expect(again.status).toBe(200);
  expect(given(again)).toBeNull();
  expect((await asked(next)).status).toBe(200);
  expect(await endings(id)).toEqual([]);
});

// rows: A37
// The erasure that it asks for forgets every kept answer: it comes after the test of those.
test('a proof is of the token that came with it: the one before has none, and is not given that one', async () => {
  const { cookie, id, email } = await browser('probada');
  ahead += 15 * 60_000;
  const proven = given(await prove(cookie)) ?? '';
  const withProof = async (token: string) => {
    const answers = [
      await asked(token, 'POST', '/api/cuenta/llaves/opciones', {}),
      await asked(token, 'PUT', `/api/auth/users/${id}`, { email: `otra.${email}` }),
      await asked(token, 'POST', '/api/cuenta/borrar', {}),
    ];
    return answers.map(({ status }) => status);
  };
  // Before the new one has been used, and after.
  expect(await withProof(cookie)).toEqual([403, 403, 403]);
  expect(given(await asked(cookie))).toBeNull();
  expect((await asked(proven)).status).toBe(200);
  expect((await asked(cookie)).status).toBe(200);
  expect(await withProof(cookie)).toEqual([403, 403, 403]);
  expect(await withProof(proven)).toEqual([200, 200, 200]);
});

// rows: A37
test('the token of the login’s body is for programs and stays; the cookie’s opens nothing in Authorization, nor a live line', async () => {
  const { cookie, token, id } = await browser('programa');
  expect(token).not.toBe(cookie);
  expect(await school.ask('GET', '/api/auth/sesion', { token: cookie })).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  const line = io(school.url, { transports: ['websocket'], auth: { token: cookie, topics: [] }, reconnection: false });
  onTestFinished(() => void line.close());
  const refused = await new Promise((resolve) => line.on('connect_error', resolve).on('connect', () => resolve('connected')));
  expect(refused).toMatchObject({ data: { code: 'SESSION_ENDED' } });
  ahead += HOUR;
  const program = await school.ask('GET', '/api/auth/sesion', { token });
  expect([program.status, given(program)]).toEqual([200, null]);
  const second = given(await asked(cookie)) ?? '';
  ahead += HOUR;
  const ask = await school.ask('GET', '/api/auth/sesion', { token });
  const third = given(await asked(second)) ?? '';
  expect([ask.status, (await asked(third)).status]).toEqual([200, 200]);
  // Of one session: it ends for both.
  expect((await asked(third, 'POST', '/api/auth/logout', {})).status).toBe(200);
  expect((await school.ask('GET', '/api/auth/sesion', { token })).status).toBe(401);
  expect(await endings(id)).toEqual(['logout']);
});

test('a live line stays open over another token, and ends with a session that nobody uses any more', async () => {
  const person = await browser('en_linea');
  const told: unknown[] = [];
  const socket = io(school.url, {
    transports: ['websocket'],
    auth: { topics: [`usuario:${person.id}`] },
    extraHeaders: { cookie: `${cookieName(school.config.publicUrl)}=${person.cookie}` },
  });
  onTestFinished(() => void socket.close());
  const batches: unknown[] = [];
  socket.on('ended', (why) => told.push(why)).on('batch', (batch: { items: unknown[] }) => batches.push(...batch.items));
  const write = async (country: string) => {
    const before = batches.length;
    const other = await school.login(person.email, PASSWORD);
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: other.token, body: { country } });
    await until(() => batches.length > before || told.length > 0, 'the push of what was written');
  };
  await write('Perú');
  ahead += HOUR;
  const next = given(await asked(person.cookie)) ?? '';
  expect((await asked(next)).status).toBe(200);
  ahead += GRACE_MS + 1;
  await write('Chile');
  expect(told).toEqual([]);
  // As after half an hour in which no call was made.
  const { sessionTokens } = school.running.deps;
  const idle = sessionTokens.idle;
  sessionTokens.idle = () => true;
  try {
    await write('Cuba');
    await until(() => told.length > 0, 'the end of the line');
  } finally {
    sessionTokens.idle = idle;
  }
  expect(told).toEqual([{ code: 'SESSION_ENDED' }]);
  expect(await endings(person.id)).toEqual(['idle']);
});

test('who comes with what opened a session is told that it is over, whatever ended it; who comes with nothing, that nobody is signed in', async () => {
  const { cookie, token } = await browser('terminada');
  expect((await asked(cookie, 'POST', '/api/auth/logout', {})).status).toBe(200);
  const over = { status: 401, body: { code: 'SESSION_ENDED' } };
  for (const [method, at] of [
    ['GET', '/api/cuenta'],
    ['GET', '/api/archivos/nada'],
    ['GET', '/api/no-hay'],
  ] as const) {
    expect(await asked(cookie, method, at), at).toMatchObject(over);
    expect(await school.ask(method, at, { token }), at).toMatchObject(over);
    expect(await school.ask(method, at), at).toMatchObject({ status: 401, body: { code: 'AUTH_REQUIRED' } });
  }
  // What is open to everybody is open to a browser that was left behind.
  expect((await asked(cookie, 'GET', '/api/cursos/cursos')).status).toBe(200);
});

test('whoever logs out of a session that is over is logged out; what comes without a cookie, as from another site, takes none away', async () => {
  const { id, cookie, token } = await browser('sale_tarde');
  const other = await browser('otra_persona');
  await school.running.deps.sessionTokens.endAll(id, () => false);
  const late = await asked(cookie, 'POST', '/api/auth/logout', {});
  expect([late.status, late.headers.getSetCookie().length > 0]).toEqual([200, true]);
  expect((await school.ask('POST', '/api/auth/logout', { token })).status).toBe(200);
  const person = { 'x-person': String(id) };
  // As the browser sends what it owes: for whom, though the cookie is gone meanwhile.
  expect((await school.ask('POST', '/api/auth/logout', { headers: person })).status).toBe(200);
  const nobody = await school.ask('POST', '/api/auth/logout');
  expect([nobody.status, nobody.headers.getSetCookie()]).toEqual([200, []]);
  const beside = await school.ask('POST', '/api/auth/logout', { headers: { ...person, cookie: `aulaviva=${other.cookie}` } });
  expect(beside).toMatchObject({ status: 409, body: { code: 'PERSON_CHANGED' } });
  expect((await asked(other.cookie)).status).toBe(200);
  expect(await endings(id)).toEqual([]);
});

test('a session that ends while its person shows who they are is told so, and given no token', async () => {
  const { passwords, sessionTokens } = school.running.deps;
  const { id, cookie } = await browser('se_va');
  const { matches } = passwords;
  passwords.matches = async (...given) => {
    await sessionTokens.endAll(id, () => false);
    return matches(...given);
  };
  onTestFinished(() => void Object.assign(passwords, { matches }));
  const proven = await prove(cookie);
  expect([proven.status, proven.body.code, given(proven)]).toEqual([401, 'SESSION_ENDED', null]);
});

test('a logout that is repeated after its person signed in again ends nothing of theirs, on the server or in the browser', async () => {
  const { cookie, email } = await browser('vuelve_a_entrar');
  expect((await asked(cookie, 'POST', '/api/auth/logout', {}, 'una-salida-1')).status).toBe(200);
  const entered = await school.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  expect(entered.status, entered.text).toBe(200);
  const again = given(entered) ?? '';
  const repeated = await asked(again, 'POST', '/api/auth/logout', {}, 'una-salida-1');
  expect([repeated.status, repeated.headers.getSetCookie()]).toEqual([200, []]);
  expect((await asked(again)).status).toBe(200);
});
