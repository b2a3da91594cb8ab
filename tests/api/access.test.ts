import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FactsPage, SecuritySummary } from '../../backend/api/contract/facts.ts';
import { NAMED_A_DAY } from '../../backend/commands/operations/access.ts';
import { join, PASSWORD, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What the log records of refused calls of people with an account, and of those who read other people's data. */

let school: School;
let admin: Person;
let auditor: Person;
let ana: Person;
let now = new Date();
const as = async (person: Person, path: string, status = 200) => {
  const answer = await school.ask('GET', path, { token: person.token });
  expect(answer.status, `${path}: ${answer.text}`).toBe(status);
  return answer.body;
};
/** Sessions end meanwhile: everybody logs in again. */
const later = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  for (const person of [admin, auditor, ana]) Object.assign(person, await school.login(person.email, PASSWORD));
};
const HOUR = 60 * 60_000;
const ofStream = async (person: Person) => {
  const events = [];
  for await (const event of school.running.deps.commands.log.readStream(`access-${person.id}`)) events.push(event);
  return events;
};
const summary = async (): Promise<SecuritySummary> => {
  await settled(school);
  return (await as(auditor, '/api/historial/seguridad')) as unknown as SecuritySummary;
};
const security = async (query = ''): Promise<FactsPage> => {
  await settled(school);
  return (await as(auditor, `/api/historial/buscar?vista=seguridad${query}`)) as unknown as FactsPage;
};

beforeAll(async () => {
  school = await openSchool({ clock: () => now });
  admin = await join(school, 'directora', { first_name: 'Renata', last_name: 'Ibarra' });
  await promote(school, admin, 'administrator');
  auditor = await join(school, 'auditora', { first_name: 'Julia', last_name: 'Paz' });
  await promote(school, auditor, 'auditor');
  ana = await join(school, 'ana', { first_name: 'Ana', last_name: 'Núñez' });
  await settled(school);
});
afterAll(() => school.stop());

// rows: K09
test('refused calls are counted by person and hour in a few events, whatever somebody tries', async () => {
  for (let time = 0; time < 25; time++) await as(ana, time % 5 === 0 ? '/api/proyecciones' : `/api/auth/users/${admin.id}`, 403);
  const told = await until(async () => {
    const events = await ofStream(ana);
    return events.length === 2 ? events : null;
  }, 'the first and the tenth refusal');
  expect(told.map(({ data }) => (data as { count: number }).count)).toEqual([1, 10]);
  expect(told[1]).toMatchObject({
    type: 'AccessRefused',
    meta: { actor: { userId: ana.id, role: 'student' }, origin: { address: expect.any(String) } },
  });
  // Refusals after the first are counted for an hour, and written with the next refusal after it.
  await later(HOUR + 60_000);
  await as(ana, '/api/proyecciones', 403);
  const all = await until(async () => {
    const events = await ofStream(ana);
    return events.length === 4 ? events : null;
  }, 'the rest of the hour, and the first of the next');
  const rest = all.find(({ data }) => (data as { count: number }).count === 25);
  expect(rest?.data).toMatchObject({
    calls: [
      { call: 'getUser', code: 'FORBIDDEN', count: 20 },
      { call: 'listProjections', code: 'FORBIDDEN', count: 5 },
    ],
  });
  const [first] = (await summary()).personas;
  expect(first).toMatchObject({
    quien: { id: ana.id, nombre: 'Ana Núñez' },
    negadas: 26,
    llamadas: [{ llamada: 'listProjections', veces: 1 }],
  });
  expect(first?.llamadas[0]?.ruta).toBe('GET /api/proyecciones');
  // Everyday views of the history leave refusals out; the security view shows all of them.
  expect((await as(auditor, `/api/historial/buscar?quien=${ana.id}&area=access`)) as unknown as FactsPage).toMatchObject({ total: 0 });
  expect((await security(`&quien=${ana.id}`)).hechos.map(({ tipo }) => tipo)).toEqual(Array(4).fill('AccessRefused'));
  expect((await security()).hechos[0]?.frase).toContain('Ana Núñez pidió lo que no le corresponde');
  await as(ana, '/api/historial/seguridad', 403);
});

// rows: K09
test('whoever reads the record, the sessions or the history of another is on record first, once a day each; one’s own is one’s own', async () => {
  for (let time = 0; time < 3; time++) {
    await as(admin, `/api/auth/users/${ana.id}`);
    await as(admin, `/api/personas/${ana.id}/sesiones`);
    await as(admin, `/api/historial/usuarios/${ana.id}`);
    await as(admin, `/api/auth/users/${admin.id}`);
  }
  const read = async () => (await ofStream(admin)).map(({ data }) => data);
  expect(await read()).toEqual(['file', 'sessions', 'history'].map((what) => ({ userId: admin.id, personId: ana.id, what })));
  await later(24 * HOUR);
  await as(admin, `/api/auth/users/${ana.id}`);
  expect(await read()).toHaveLength(4);
  const told = await security(`&sobre=persona:${ana.id}&tipo=PersonalDataRead`);
  expect(told.hechos[0]).toMatchObject({
    frase: 'Renata Ibarra consultó la ficha de otra persona',
    sobre: [{ tipo: 'persona', nombre: 'Ana Núñez' }],
  });
  expect((await summary()).personas.find(({ quien }) => quien.id === admin.id)).toMatchObject({ lecturas: 4, negadas: 0 });
  // A program that reads everybody's record: the first people are named, the rest only counted.
  await later(24 * HOUR);
  for (let id = 1_000; id < 1_000 + NAMED_A_DAY + 12; id++) await as(admin, `/api/auth/users/${id}`, 404);
  const after = await until(async () => {
    const events = (await ofStream(admin)).slice(4);
    return events.length === NAMED_A_DAY + 2 ? events : null;
  }, 'the first and the tenth beyond those that are named');
  expect(after.slice(-2).map(({ type, data }) => [type, (data as { count: number }).count])).toEqual([
    ['PersonalDataCounted', 1],
    ['PersonalDataCounted', 10],
  ]);
});

// rows: K08
test('a sealed value is revealed for a reason, which is on record before it is answered; what is erased is not', async () => {
  const place = { flujo: `user-${ana.id}`, numero: 0 };
  const stored = await as(admin, `/api/historial/evento?${new URLSearchParams({ flujo: place.flujo, numero: '0' })}`);
  expect(stored['cifrados']).toEqual(expect.arrayContaining(['username', 'email', 'firstName', 'lastName']));
  expect(JSON.stringify(stored)).not.toMatch(/Núñez|ana@/);
  const reveal = (body: object, by = admin) =>
    school.ask('POST', '/api/historial/evento/revelar', { token: by.token, body: { ...place, ...body } });
  expect((await reveal({ campo: 'email' })).status).toBe(400);
  expect((await reveal({ campo: 'email', motivo: '   ' })).status).toBe(400);
  for (const by of [auditor, ana]) expect((await reveal({ campo: 'email', motivo: 'Porque sí' }, by)).status).toBe(403);
  for (const campo of ['role', 'nada', '__proto__', 'constructor'])
    expect((await reveal({ campo, motivo: 'Porque sí' })).body.code, campo).toBe('NOTHING_TO_REVEAL');
  const before = (await ofStream(admin)).length;
  const shown = await reveal({ campo: 'email', motivo: 'Ana Núñez dice que no le llega el correo' });
  expect(shown.body).toEqual({ valor: ana.email });
  const [event] = (await ofStream(admin)).slice(before);
  expect(event).toMatchObject({
    type: 'PersonalValueRevealed',
    data: { userId: admin.id, personId: ana.id, stream: place.flujo, number: 0, eventType: 'UserRegistered', field: 'email' },
  });
  const told = (await security('&tipo=PersonalValueRevealed')).hechos[0];
  expect(told).toMatchObject({
    frase: 'Renata Ibarra descubrió un dato personal cifrado: correo',
    motivo: 'Ana Núñez dice que no le llega el correo',
  });
  // As an older release stored it: only the event's metadata say whose key sealed the words.
  const { store } = school.running.deps.commands.log;
  const id = crypto.randomUUID();
  const actor = { userId: ana.id, role: 'analyst' };
  const old = { commandId: id, correlationId: id, causationId: id, actor, occurredAt: new Date().toISOString(), schemaVersion: 1 };
  const data = { queryId: 'a', name: 'La de Ana', sql: 'SELECT 1' };
  await store.append('queries-log', 'none', [{ id, type: 'QuerySaved', data, metadata: old }]);
  const kept = { flujo: 'queries-log', numero: 0, campo: 'name', motivo: 'Ana pregunta por ella' };
  expect((await reveal(kept)).body).toEqual({ valor: 'La de Ana' });
  expect((await ofStream(admin)).at(-1)).toMatchObject({ data: { personId: ana.id, eventType: 'QuerySaved' } });
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}?motivo=pedido`, { token: admin.token })).status).toBe(200);
  await until(
    async () => ((await reveal({ campo: 'email', motivo: 'Otra vez' })).body.code === 'NOTHING_TO_REVEAL' ? true : null),
    'the value to be gone',
  );
  // The reason named her, so it was erased with her.
  expect((await security('&tipo=PersonalValueRevealed')).hechos.at(-1)?.motivo).toBeNull();
});
