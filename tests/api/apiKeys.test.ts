import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import type { ApiKeyRecord } from '../../backend/api/contract/integrations.ts';
import { allKeyScopes, type PolicyRow, policies } from '../../backend/api/contract/policy.ts';
import { follow } from '../support/liveClient.ts';
import { joinAs, mailTo, promote, settled, tokenIn } from '../support/people.ts';
import { type Ask, openSchool, type School } from '../support/school.ts';

/** Keys by which other programs call the school. */

let school: School;
let admin: { token: string; id: number };
let now = Date.now();
const logged: string[] = [];
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' }, clock: () => new Date(now), logged: (line) => logged.push(line) });
  admin = await school.login('admin');
}, 120_000);
afterAll(() => school.stop());

const DAY = 24 * 3_600_000;
const as = (token: string, method: string, path: string, body?: unknown, more: Ask = {}) =>
  school.ask(method, path, { token, ...(body !== undefined && { body }), ...more });
const given = (more: object = {}) => ({ nombre: 'Hoja de cálculo', permisos: ['leads.manage'], por_segundo: 100, vence: null, ...more });
const make = async (more: object = {}, token = admin.token) => {
  const { status, body, text } = await as(token, 'POST', '/api/claves', given(more));
  expect(status, text).toBe(201);
  return { id: String(body['id']), key: String(body['clave']) };
};
const listed = async (id: string) => {
  await settled(school);
  const all = (await as(admin.token, 'GET', '/api/claves')).body as unknown as ApiKeyRecord[];
  return all.find((one) => one.id === id);
};
const codeOf = async (answer: ReturnType<typeof as>) => (await answer).body.code;

// rows: P05
test('a key does what it was given and nothing else; every call says by which key it came', async () => {
  const { id, key } = await make({ permisos: ['leads.manage', 'overview.read'] });
  expect((await as(key, 'GET', '/api/contactos')).status).toBe(200);
  expect((await as(key, 'GET', '/api/resumen')).status).toBe(200);
  const refused = await as(key, 'GET', '/api/personas');
  expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING', message: expect.stringMatching(/: users\.list$/) } });
  const [lead] = (await as(key, 'GET', '/api/contactos?limit=1')).body['contactos'] as { id: string }[];
  const noted = await as(key, 'POST', `/api/contactos/${lead?.id}/notas`, { texto: 'Escrito por la hoja' });
  expect(noted.status, noted.text).toBeLessThan(300);
  const { events } = await lastOf(`lead-${lead?.id}`);
  expect(events.at(-1)?.metadata).toMatchObject({ actor: { userId: admin.id, role: 'administrator' }, origin: { key: id } });
});

const lastOf = async (stream: string) => {
  const events = [];
  for await (const event of school.running.deps.commands.log.store.readStream(stream)) events.push(event);
  return { events };
};

// rows: A46, P05
test('no key opens a call that is for people, whatever it was given; a call open to everybody it makes as a visitor', async () => {
  const { key } = await make({ permisos: [...allKeyScopes] });
  const wrong: string[] = [];
  for (const contract of allRoutes) {
    const row: PolicyRow = policies[contract.policy];
    const may = (allKeyScopes as readonly string[]).includes(contract.policy) && !contract.account && row.any?.includes(2);
    // A call that a key may make is refused, if at all, because of what was sent.
    const path = contract.path.replace(/:\w+/g, '0');
    const answer = await as(key, contract.method, path, contract.method === 'GET' ? undefined : {});
    const forPeople = answer.body.code === 'NOT_FOR_KEYS';
    if (row.open ? forPeople : forPeople === Boolean(may)) wrong.push(`${contract.id}: ${answer.status} ${answer.body.code}`);
  }
  expect(wrong).toEqual([]);
  const { id: teacher } = await school.login('instructor');
  const course = { nombre: 'Sin publicar', descripcion: 'x', id_maestro: teacher, tipo: 'Premium', precio: 0 };
  const { id_curso, ...made } = (await as(admin.token, 'POST', '/api/cursos/create', course)).body;
  expect(id_curso, JSON.stringify(made)).toEqual(expect.any(Number));
  await settled(school);
  const draft = async (token: string | undefined) => (await school.ask('GET', `/api/cursos/cursos/${id_curso}`, { token })).status;
  expect([await draft(admin.token), await draft(key), await draft(undefined)]).toEqual([200, 404, 404]);
  expect(await codeOf(as(key, 'GET', '/api/claves'))).toBe('NOT_FOR_KEYS');
  // A key is not a session either: not in a cookie, not for the live connection, not for a page that names its person.
  const cookie = await school.ask('GET', '/api/contactos', { headers: { cookie: `aulaviva=${key}` } });
  expect(cookie.body.code).toBe('SESSION_ENDED');
  expect(await codeOf(as(key, 'GET', '/api/contactos', undefined, { headers: { 'X-Person': String(admin.id) } }))).toBe('NOT_FOR_KEYS');
  const live = follow(school.url, { token: key, topics: ['contactos'] });
  const refused = await new Promise<string>((done) =>
    live.socket.on('connect_error', (error) => done((error as { data?: { code?: string } }).data?.code ?? '')),
  );
  live.close();
  expect(refused).toBe('SESSION_ENDED');
});

test('every row that a key can be given is one of its owner’s on any object, and has calls', () => {
  for (const scope of allKeyScopes) {
    expect((policies[scope] as PolicyRow).any, scope).toContain(2);
    expect(
      allRoutes.some(({ policy, account }) => policy === scope && !account),
      scope,
    ).toBe(true);
  }
});

// rows: P05
test('a key that only reads the log sees no names there; one that may list people does', async () => {
  const { key } = await make({ permisos: ['analytics.read'] });
  const both = await make({ permisos: ['analytics.read', 'users.list'] });
  const names = async (token: string) =>
    (
      (await as(token, 'GET', '/api/eventos/buscar?tipo=CoursePublished&limit=5')).body['eventos'] as { quien: { nombre: string | null } }[]
    ).map(({ quien }) => quien?.nombre ?? null);
  expect((await names(key)).every((name) => name === null)).toBe(true);
  expect((await names(both.key)).some((name) => name !== null)).toBe(true);
});

// rows: P05
test('a key is shown once, kept as a hash, and stands in no event, log line or answer', async () => {
  const { id, key } = await make();
  const secret = key.slice(-43);
  await as(key, 'GET', '/api/contactos');
  await as(key, 'GET', '/api/personas');
  const record = await listed(id);
  expect(record).toMatchObject({ nombre: 'Hoja de cálculo', estado: 'vigente', inicio: key.slice(0, -43), responsable: { id: admin.id } });
  expect(JSON.stringify(record)).not.toContain(secret);
  const { vault, commands } = school.running.deps;
  const kept = await vault.list('api-keys', '');
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(secret);
  let events = '';
  for await (const event of commands.log.store.readAll(null, { types: ['ApiKeyMade', 'ApiKeyRotated'] })) events += JSON.stringify(event);
  expect(events).toContain(id);
  expect(events).not.toContain(secret);
  expect(logged.join('')).not.toContain(secret);
});

// rows: P05
test('rotated, both secrets are good for the hours of overlap, and one more rotation ends the first', async () => {
  const { id, key } = await make();
  const rotate = async (horas: number) => String((await as(admin.token, 'POST', `/api/claves/${id}/rotar`, { horas })).body['clave']);
  const second = await rotate(24);
  expect(second.slice(0, -43)).toBe(key.slice(0, -43));
  const works = async (...keys: string[]) => Promise.all(keys.map(async (one) => (await as(one, 'GET', '/api/contactos')).status === 200));
  expect(await works(key, second)).toEqual([true, true]);
  expect((await listed(id))?.anterior_hasta).not.toBeNull();
  now += DAY + 1;
  admin = await school.login('admin');
  expect(await works(key, second)).toEqual([false, true]);
  const third = await rotate(1);
  const fourth = await rotate(0);
  expect(await works(second, third, fourth)).toEqual([false, false, true]);
  expect(await codeOf(as(second, 'GET', '/api/contactos'))).toBe('API_KEY_INVALID');
  // Only hashes of secrets that may still be valid are stored.
  expect((await school.running.deps.vault.list('api-keys', `${id}:`)).length).toBeLessThanOrEqual(2);
});

// rows: P05
test('revoked it is refused with the next call, and so is one past its last day, or whose owner is no administrator any more', async () => {
  const revoked = await make();
  expect((await as(revoked.key, 'GET', '/api/contactos')).status).toBe(200);
  const answer = await as(admin.token, 'POST', `/api/claves/${revoked.id}/revocar`, { motivo: 'Ya no se usa' });
  expect(answer.status).toBe(200);
  expect(await codeOf(as(revoked.key, 'GET', '/api/contactos'))).toBe('API_KEY_INVALID');
  // The time of its last use is kept, because that is what one asks of a key that has leaked.
  expect(await listed(revoked.id)).toMatchObject({ estado: 'revocada', usada: expect.any(String) });
  expect(await codeOf(as(admin.token, 'POST', `/api/claves/${revoked.id}/rotar`, { horas: 0 }))).toBe('API_KEY_NOT_FOUND');

  const other = await joinAs(school, 'directora', 'administrator');
  const orphan = await make({}, other.token);
  expect((await as(orphan.key, 'GET', '/api/contactos')).status).toBe(200);
  await promote(school, other, 'student');
  expect(await codeOf(as(orphan.key, 'GET', '/api/contactos'))).toBe('API_KEY_INVALID');
  expect(await listed(orphan.id)).toMatchObject({ estado: 'sin-responsable' });
  // Whoever rotates a key becomes responsible for it.
  const taken = String((await as(admin.token, 'POST', `/api/claves/${orphan.id}/rotar`, { horas: 0 })).body['clave']);
  expect((await as(taken, 'GET', '/api/contactos')).status).toBe(200);

  const today = new Date(now).toISOString().slice(0, 10);
  const brief = await make({ vence: today });
  expect((await as(brief.key, 'GET', '/api/contactos')).status).toBe(200);
  now += 2 * DAY;
  admin = await school.login('admin');
  expect(await codeOf(as(brief.key, 'GET', '/api/contactos'))).toBe('API_KEY_INVALID');
  expect(await listed(brief.id)).toMatchObject({ estado: 'vencida' });
  expect(await codeOf(as(admin.token, 'PUT', `/api/claves/${brief.id}`, given({ vence: '2020-01-01' })))).toBe('EXPIRY_PAST');
});

// rows: P05
test('what it may do is changed with the next call; a repeated request makes one key', async () => {
  const headers = { 'Idempotency-Key': 'una-clave' };
  const [one, other] = await Promise.all([0, 1].map(() => as(admin.token, 'POST', '/api/claves', given(), { headers })));
  expect(one?.text).toBe(other?.text);
  const [id, key] = [String(one?.body['id']), String(one?.body['clave'])];
  expect(await codeOf(as(key, 'GET', '/api/resumen'))).toBe('SCOPE_MISSING');
  expect((await as(admin.token, 'PUT', `/api/claves/${id}`, given({ nombre: 'Tablero', permisos: ['overview.read'] }))).status).toBe(200);
  expect((await as(key, 'GET', '/api/resumen')).status).toBe(200);
  expect(await codeOf(as(key, 'GET', '/api/contactos'))).toBe('SCOPE_MISSING');
  expect(await listed(id)).toMatchObject({ nombre: 'Tablero', permisos: ['overview.read'], usada: new Date(now).toISOString() });
  const bad = (more: object) => codeOf(as(admin.token, 'POST', '/api/claves', given(more)));
  expect(await bad({ permisos: [] })).toBe('REQUIRED_FIELDS');
  expect(await bad({ permisos: ['integrations.manage'] })).toBe('MALFORMED');
  expect(await bad({ nombre: 'ana@correo.mx' })).toBe('SEGMENT_NAME');
  expect(await bad({ por_segundo: 1_000 })).toBe('MALFORMED');
});

// rows: P05
test('a key has a rate of its own, which uses up nothing of its owner’s', async () => {
  const { key } = await make({ por_segundo: 1 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => as(key, 'GET', '/api/contactos')));
  const late = answers.filter(({ status }) => status === 429);
  expect(late.length).toBeGreaterThanOrEqual(6);
  expect(late[0]?.headers.get('retry-after')).toBe('1');
  expect((await as(admin.token, 'GET', '/api/contactos')).status).toBe(200);
});

test('a key is made by who proved a moment ago who they are', async () => {
  now += 3_600_000;
  expect(await codeOf(as(admin.token, 'POST', '/api/claves', given()))).toBe('PROOF_REQUIRED');
  admin = await school.login('admin');
  await make();
});

test('who sets their password anew is told how many keys act for them', async () => {
  const person = await joinAs(school, 'olvidadiza', 'administrator');
  for (const vence of [null, new Date(now + 3 * DAY).toISOString().slice(0, 10)]) await make({ vence }, person.token);
  const { key } = await make({}, person.token);
  await as(person.token, 'POST', `/api/claves/${key.split('_')[1]}/revocar`, { motivo: 'Ya no se usa' });
  await as(person.token, 'POST', '/api/auth/forgot-password', { email: person.email });
  const token = tokenIn(await mailTo(school, person.email, /Cambia/));
  const done = await school.ask('POST', '/api/auth/reset-password', { body: { token, newPassword: 'De-La-Duena-2026!' } });
  expect(done.body, done.text).toMatchObject({ claves: 2 });
});
