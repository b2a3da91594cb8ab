import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentChecks } from '../../backend/api/contract/projections.ts';
import type { ProjectionRow } from '../../backend/api/contract/records/operations.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { addDays, dayStart, schoolDay } from '../../events/calendar.ts';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { damageDocument, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Served documents are compared with the log, and built again from it. */

let school: School;
let admin: { token: string };
let ana: Person;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  ana = await join(school, 'ana', { first_name: 'Ana' });
  await settled(school);
});
afterAll(() => school.stop());

const checks = async () =>
  (await school.ask('GET', '/api/operacion/comprobaciones', { token: admin.token })).body as unknown as DocumentChecks;
const check = async (body: object) => {
  const answer = await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body });
  expect(answer.status, answer.text).toBe(200);
  const id = String(answer.body.id);
  await until(async () => (await checks()).pedidas.find((one) => one.id === id)?.resultado != null, 'the outcome', 100_000);
  return { documentos: Number(answer.body.documentos), ...(await checks()).pedidas.find((one) => one.id === id)?.resultado };
};
// rows: L11
test('a sample of every read model of a whole school is what its history says', async () => {
  const { distintos, documentos, vistas } = await check({ motivo: 'Revisión' });
  expect([distintos, vistas]).toEqual([0, []]);
  expect(documentos).toBeGreaterThan(200);
  const { noche, pedidas } = await checks();
  expect(noche).toMatchObject({ distintos: 0, documentos });
  expect(pedidas[0]).toMatchObject({ motivo: 'Revisión', quien: 'Renata Arriaga', corregir: false, de: [] });
}, 120_000);

// rows: L08
test('what is shown of one person is made again from their history: only that, on record, and the page reads it', async () => {
  expect(await damageDocument(school, 'users', String(ana.id), 'firstName', 'Otra')).toBe(1);
  const shown = async () => (await school.ask('GET', `/api/personas/${ana.id}`, { token: admin.token })).body.first_name;
  expect(await shown()).toBe('Otra');
  const told = await check({ id_usuario: ana.id, corregir: true, motivo: 'No veía su nombre' });
  expect(told).toMatchObject({ distintos: 1, corregidos: true, vistas: ['users'] });
  expect(told.documentos).toBeGreaterThan(3);
  expect(await shown()).toBe('Ana');
  expect(
    (await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body: { id_usuario: 2_000_000 } })).body.code,
  ).toBe('USER_NOT_FOUND');
  expect((await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body: { vista: 'nada' } })).body.code).toBe(
    'PROJECTION_NOT_FOUND',
  );
  // In one read model alone; what is not understood is not taken for a sample of all.
  const own = await check({ id_usuario: ana.id, vista: 'users', corregir: true });
  expect((await checks()).pedidas[0]?.de).toEqual(['users']);
  expect(own.documentos).toBeLessThan(told.documentos);
  for (const [body, code, at] of [
    [{ claves: ['1'] }, 'REQUIRED_FIELDS', 'vista'],
    [{ id_usuario: ana.id, id_curso: 1 }, 'MALFORMED', 'id_curso'],
    [{ vista: 'users', claves: ['1'], desde: '2026-01-01' }, 'MALFORMED', 'desde'],
  ] as const)
    expect((await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body })).body).toMatchObject({
      code,
      errors: [{ path: at }],
    });
  expect((await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body: { vista: 'users' } })).body.code).toBe(
    'NOTHING_TO_CHECK',
  );
});

// rows: L08
test('what changed since a day is made again, in one read model or in all', async () => {
  expect(await damageDocument(school, 'users', String(ana.id), 'firstName', 'Otra')).toBe(1);
  const today = schoolDay(new Date().toISOString());
  const told = await check({ vista: 'users', desde: today, corregir: true, motivo: 'Desde que hubo el error' });
  expect(told).toMatchObject({ distintos: 1, corregidos: true, vistas: ['users'] });
  expect((await check({ desde: today })).documentos).toBeGreaterThan(told.documentos);
  const ask = (body: object) => school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body });
  expect((await ask({ vista: 'users', desde: addDays(today, 1) })).body.code).toBe('NOTHING_TO_CHECK');
  expect((await ask({ vista: 'nada', desde: today })).body.code).toBe('PROJECTION_NOT_FOUND');
  expect((await ask({ desde: 'ayer' })).status).toBe(400);
  // What a device did offline the day before comes later: it ends nothing.
  const { commands } = school.running.deps;
  const late = new Date(Date.parse(dayStart(today)) - 1_000);
  const by = {
    commandId: 'late',
    correlationId: 'late',
    causationId: 'late',
    actor: { userId: ana.id, role: 'student' as const },
    now: late,
  };
  await commands.handle(user, ana.id, { type: 'changeName', firstName: 'Ana María', lastName: null }, by);
  await settled(school);
  expect((await check({ vista: 'users', desde: today })).documentos).toBe(told.documentos);
});

// rows: L08
test('one course is made again with what was done in it, in all read models or in one, and nothing of another course', async () => {
  const { deps } = school.running;
  const { docs } = await deps.reads.find(enrolments, { where: { courseId: 1 }, limit: 1 });
  const [learner] = docs;
  expect(await damageDocument(school, 'enrolments', learner?.key ?? '', 'activeAt', '2001-01-01T00:00:00.000Z')).toBe(1);
  const other = (await deps.reads.find(enrolments, { where: { courseId: 2 }, limit: 1 })).docs[0];
  expect(await damageDocument(school, 'enrolments', other?.key ?? '', 'activeAt', '2001-01-01T00:00:00.000Z')).toBe(1);
  expect(await check({ id_curso: 1, vista: 'courses', corregir: true })).toMatchObject({ distintos: 0, documentos: 1 });
  const told = await check({ id_curso: 1, corregir: true, motivo: 'Solo este curso' });
  expect(told).toMatchObject({ distintos: 1, corregidos: true, vistas: ['enrolments'] });
  expect((await deps.reads.get(enrolments, learner?.key ?? ''))?.activeAt).toBe(learner?.doc.activeAt);
  expect((await deps.reads.get(enrolments, other?.key ?? ''))?.activeAt).toBe('2001-01-01T00:00:00.000Z');
  expect(await check({ id_curso: 2, vista: 'enrolments', corregir: true })).toMatchObject({ distintos: 1, corregidos: true });
  const ask = (body: object) => school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body });
  expect((await ask({ id_curso: 2_000_000 })).body.code).toBe('COURSE_NOT_FOUND');
  expect((await ask({ id_curso: 1, vista: 'nada' })).body.code).toBe('PROJECTION_NOT_FOUND');
  expect((await ask({ id_curso: 'uno' })).status).toBe(400);
});

// rows: L08
test('a read model that waits is compared with the history up to where it stands', async () => {
  const turn = (act: string) => school.ask('POST', `/api/proyecciones/event-types/${act}`, { token: admin.token, body: {} });
  const state = async () =>
    ((await school.ask('GET', '/api/proyecciones', { token: admin.token })).body as unknown as ProjectionRow[]).find(
      ({ id }) => id === 'event-types',
    )?.estado;
  expect((await turn('pausar')).status).toBe(200);
  await until(async () => (await state()) === 'paused', 'a pause');
  await school.login('analista');
  await settled(school);
  expect(await check({ vista: 'event-types', claves: ['SessionStarted'], corregir: true })).toMatchObject({ documentos: 1, distintos: 0 });
  expect((await turn('reanudar')).status).toBe(200);
  await until(async () => (await state()) === 'running', 'its end');
  expect(await check({ vista: 'event-types', claves: ['SessionStarted'] })).toMatchObject({ distintos: 0 });
});

test('an instructor, an analyst and a learner may not ask for it', async () => {
  const teacher = await joinAs(school, 'maestro', 'instructor');
  for (const token of [teacher.token, ana.token, (await school.login('analista')).token])
    expect((await school.ask('POST', '/api/operacion/comprobaciones', { token, body: {} })).status).toBe(403);
});
