import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_DEMO_SESSIONS, MAX_SESSIONS, sessions } from '../../backend/commands/identity/sessions.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { metadataOf } from '../../backend/commands/kernel/handle.ts';
import { join, PASSWORD, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What sessions a person has, and that all of them end. */

const NEW_ONES = 5;
let school: School;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true', SESSION_LIMIT: String(NEW_ONES) } });
}, 120_000);
afterAll(() => school.stop());

const works = async (token: string) => (await school.ask('GET', '/api/auth/sesion', { token })).status === 200;
const statusOf = (cookie: string) => school.ask('GET', '/api/auth/sesion', { headers: { cookie } });
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  school.ask('POST', '/api/auth/login', { body: { email, password }, headers });
/** The cookies that an answer sets, as the browser sends them. */
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** More sessions than are allowed today, as an older release let people have: in the log, and in the vault. */
async function many(userId: number, count: number, withToken = count): Promise<string[]> {
  const { commands, sessionTokens } = school.running.deps;
  const now = new Date();
  const commandId = crypto.randomUUID();
  const meta = metadataOf({ commandId, correlationId: commandId, causationId: commandId, actor: { userId, role: 'student' }, now });
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  for (let at = 0; at < count; at += 500)
    await commands.log.append(
      `sessions-${userId}`,
      'any',
      ids.slice(at, at + 500).map((sessionId) => ({
        type: 'SessionStarted' as const,
        data: { userId, sessionId, method: 'password' as const, device: null },
      })),
      { ...meta, commandId: crypto.randomUUID() },
    );
  const expiresAt = now.getTime() + 3_600_000;
  return Promise.all(
    ids
      .slice(0, withToken)
      .map(
        async (sessionId) => (await sessionTokens.start({ userId, sessionId, role: 'student', expiresAt, startedAt: now.getTime() })).token,
      ),
  );
}

test('of thousands of sessions on record every one ends: at another password and at the erasure, which destroys the key', async () => {
  const person = await join(school, 'de_mil_equipos');
  const { commands, vault } = school.running.deps;
  const open = async () => (await commands.load(sessions, person.id)).state.open.size;
  const [token = ''] = await many(person.id, 10, 1);
  const body = { actual: PASSWORD, nueva: 'Otra-Segura-2026!' };
  expect(await school.ask('POST', '/api/cuenta/contrasena', { token: person.token, body })).toMatchObject({ status: 200 });
  expect([await works(token), await works(person.token), await open()]).toEqual([false, true, 1]);

  await many(person.id, 2_150, 1);
  const erased = await school.ask('POST', '/api/cuenta/borrar', { token: person.token, body: { contrasena: body.nueva } });
  expect([erased.status, await works(person.token), await open()]).toEqual([200, false, 0]);
  await until(async () => 'erased' in ((await vault.get<object>('keys', String(person.id)))?.value ?? {}), 'the key destroyed', 60_000);
}, 90_000);

test('a person has so many sessions, and the oldest ends; so many new ones an hour', async () => {
  const person = await join(school, 'de_muchos_equipos');
  const tokens = await many(person.id, MAX_SESSIONS);
  const known = cookiesOf(await login(person.email, PASSWORD));
  // The session of the registration was the oldest, then the first of the others; both are ended.
  expect([await works(person.token), ...(await Promise.all(tokens.slice(0, 2).map(works)))]).toEqual([false, false, true]);
  expect(await works(tokens.at(-1) ?? '')).toBe(true);
  expect((await school.running.deps.commands.load(sessions, person.id)).state.open.size).toBe(MAX_SESSIONS);

  for (let more = 2; more < NEW_ONES; more++) expect((await login(person.email, PASSWORD)).status).toBe(200);
  const refused = await login(person.email, PASSWORD);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Their own device lets them in all the while.
  expect((await login(person.email, PASSWORD, { cookie: known, origin: school.url })).status).toBe(200);
});

test('sessions of the demo’s button are of their own kind: many and short, and none of them ends a real one', async () => {
  const { token, id } = await school.login('estudiante');
  const visit = await school.ask('POST', '/api/auth/demo');
  const { commands } = school.running.deps;
  const commandId = () => crypto.randomUUID();
  const context = () => {
    const own = commandId();
    return { commandId: own, correlationId: own, causationId: own, actor: { userId: id, role: 'student' } as const, now: new Date() };
  };
  for (let more = 0; more < MAX_DEMO_SESSIONS; more++)
    await commands.handle(sessions, id, { type: 'start', userId: id, sessionId: commandId(), method: 'demo', device: null }, context());
  const { open } = (await commands.load(sessions, id)).state;
  expect([...open].filter(([, method]) => method === 'demo').length).toBe(MAX_DEMO_SESSIONS);
  expect(await works(token)).toBe(true);
  // The first visitor’s session ends with the next visit by the demo button.
  expect((await school.ask('POST', '/api/auth/demo')).status).toBe(200);
  expect(await works(String(visit.body.token))).toBe(false);
  const within = new Date(Date.now() + 3_600_000).toISOString();
  await until(
    async () => {
      const due = await school.running.deps.vault.list('deadlines', '', { limit: 10_000 });
      return due.filter(({ key }) => key < within).length >= MAX_DEMO_SESSIONS;
    },
    'a deadline within the hour for each visit',
    40_000,
  );
}, 60_000);

test('a login that was on its way when the password changed leads nowhere', async () => {
  const person = await join(school, 'en_camino');
  const { commands, passwords } = school.running.deps;
  const before = passwords.matches;
  // The password changes once the old one was found right, before the session starts.
  const changing = school.running.deps as { passwords: { matches: typeof before } };
  changing.passwords.matches = async (userId, password) => {
    const matched = await before.call(passwords, userId, password);
    if (userId !== person.id || !matched) return matched;
    const own = crypto.randomUUID();
    const actor = { userId, role: 'student' } as const;
    const context = { commandId: own, correlationId: own, causationId: own, actor, now: new Date() };
    await commands.handle(user, userId, { type: 'passwordChanged', by: 'reset' }, context);
    return matched;
  };
  try {
    expect(await login(person.email, PASSWORD)).toMatchObject({ status: 401, body: { code: 'SIGN_IN_AGAIN' } });
  } finally {
    changing.passwords.matches = before;
  }
});

test('a new login takes the place of the session that the browser had', async () => {
  const first = await join(school, 'primera_de_aqui');
  const second = await join(school, 'segunda_de_aqui');
  const held = cookiesOf(await login(first.email, PASSWORD));
  expect((await statusOf(held)).status).toBe(200);
  const next = await login(second.email, PASSWORD, { cookie: held, origin: school.url });
  expect(next.status).toBe(200);
  expect((await statusOf(held)).status).toBe(401);
  expect((await statusOf(cookiesOf(next))).body).toMatchObject({ id: second.id });
  // The first person's session elsewhere is not affected.
  expect(await works(first.token)).toBe(true);
  await settled(school);
  const { body } = await school.ask('GET', '/api/cuenta/sesiones', { token: first.token });
  expect((body as unknown as object[]).length).toBe(1);
});
