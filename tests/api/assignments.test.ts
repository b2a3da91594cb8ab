import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import { join, makeCourse, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Courses given and taken by administrators, many at once, and taken back. */

let school: School;
let admin: { token: string; id: number };
let teacher: { token: string; id: number };
let courses: TestCourse[];
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  teacher = await school.login('instructor');
  courses = [];
  for (const nombre of ['Uno', 'Dos', 'Tres'])
    courses.push(await makeCourse(school, admin.token, teacher.id, [1], { nombre, precio: 300 }));
}, 120_000);
afterAll(() => school.stop());

let turn = 0;
let learner: { token: string; id: number };
beforeEach(async () => {
  learner = await join(school, `alumna${turn++}`);
});

type Act = 'agregar' | 'quitar';
const at = (index: number): number => courses[index]?.id ?? 0;
const step = (id_curso: number, accion: Act, id_usuario = learner.id) => ({ id_usuario, id_curso, accion });
const batch = (pasos: object[], more: object = {}, token = admin.token) =>
  school.ask('POST', '/api/usuariocurso/lote', { token, body: { pasos, motivo: 'convenio', ...more } });
const undo = (lote: unknown) => school.ask('POST', `/api/usuariocurso/lote/${String(lote)}/deshacer`, { token: admin.token, body: {} });
const sources = async (id = learner.id): Promise<Record<string, string[]>> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/personas/${id}/cursos`, { token: admin.token });
  const list = answer.body as unknown as { id_curso: number; fuentes: string[] }[];
  return Object.fromEntries(list.map(({ id_curso, fuentes }) => [id_curso, fuentes]));
};
/** A purchased entitlement, as the shop will record it. */
const buy = async (courseId: number) => {
  const { commands } = school.running.deps;
  const { enrolment } = await import('../../backend/commands/learning/enrolment.ts');
  const commandId = crypto.randomUUID();
  const context = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { userId: null, role: 'system' } as const,
    now: new Date(),
  };
  const plan = { unlockRule: 'free', modules: [] } as const;
  const bought = { source: 'purchase', code: null, order: 'orden-1', person: null } as const;
  await commands.handle(enrolment, `${learner.id}_${courseId}`, { type: 'enrol', userId: learner.id, courseId, ...bought, plan }, context);
};

describe('a batch', () => {
  // rows: I16
  test('gives what it can, says of each what became of it, and counts what was really done', async () => {
    await batch([step(at(0), 'agregar')]);
    const done = await batch([step(at(0), 'agregar'), step(at(1), 'agregar'), step(987_654, 'agregar'), step(at(2), 'agregar', 987_654)]);
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({ agregados: 1, quitados: 0 });
    expect(
      (done.body.resultados as { resultado: string; codigo: string | null }[]).map(({ resultado, codigo }) => [resultado, codigo]),
    ).toEqual([
      ['igual', null],
      ['hecho', null],
      ['rechazado', 'COURSE_NOT_FOUND'],
      ['rechazado', 'USER_NOT_FOUND'],
    ]);
    expect(await sources()).toEqual({ [at(0)]: ['asignado'], [at(1)]: ['asignado'] });
  });
  test('says of an account that is inactive that it is, where staff have switched it off', async () => {
    const person = await join(school, 'inactiva');
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: admin.token, body: { is_active: false } });
    const { body } = await batch([step(at(0), 'agregar', person.id)]);
    expect(body.resultados).toMatchObject([{ resultado: 'rechazado', codigo: 'PERSON_INACTIVE' }]);
  });
  test('is one, however often it is sent with one key; it is bounded, and for administrators alone', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { pasos: [step(at(0), 'agregar')] };
    const send = () => school.ask('POST', '/api/usuariocurso/lote', { token: admin.token, body, headers });
    const [one, other] = [await send(), await send()];
    expect(other.body).toEqual(one.body);
    expect((await batch([])).status).toBe(400);
    expect((await batch(Array.from({ length: 201 }, (_, index) => step(index + 1, 'agregar')))).status).toBe(400);
    // Two steps on the same enrolment could not be undone together.
    expect((await batch([step(at(0), 'agregar'), step(at(0), 'quitar')])).status).toBe(400);
    for (const { token } of [learner, teacher]) expect((await batch([step(at(0), 'agregar')], {}, token)).status).toBe(403);
  });

  // rows: I15
  test('takes what was paid for only where that is meant, and the right to come back by it stays', async () => {
    await buy(at(0));
    const refused = await batch([step(at(0), 'quitar')]);
    expect(refused.body).toMatchObject({ quitados: 0, resultados: [{ resultado: 'rechazado', codigo: 'COURSE_PAID' }] });
    expect(await sources()).toEqual({ [at(0)]: ['compra'] });
    expect((await batch([step(at(0), 'quitar')], { pagados: true })).body).toMatchObject({ quitados: 1 });
    expect(await sources()).toEqual({});
    const again = await school.ask('POST', '/api/inscripciones/inscribir', {
      token: learner.token,
      body: { id_usuario: learner.id, id_curso: at(0) },
    });
    expect(again.status).toBeLessThan(300);
    expect(await sources()).toEqual({ [at(0)]: ['compra'] });
  });
});

describe('undone', () => {
  // rows: I17
  test('undoing ends what the batch gave and restores what it took, with the entitlements of before; once', async () => {
    await buy(at(0));
    await batch([step(at(0), 'agregar'), step(at(1), 'agregar')]);
    const before = await sources();
    expect(before).toEqual({ [at(0)]: ['compra', 'asignado'], [at(1)]: ['asignado'] });
    const { lote } = (await batch([step(at(0), 'quitar'), step(at(1), 'quitar'), step(at(2), 'agregar')], { pagados: true })).body;
    expect(await sources()).toEqual({ [at(2)]: ['asignado'] });
    expect((await undo(lote)).body).toEqual({ deshechos: 3, rechazados: 0, siguiente: null });
    const after = await sources();
    // In the history the batch and what took it back name each other.
    const told = await school.ask('GET', `/api/historial/usuarios/${learner.id}`, { token: admin.token });
    const [back, done] = (told.body as unknown as HistoryPage).cambios;
    expect(done).toMatchObject({ id: lote, motivo: 'convenio', deshecho: { id: back?.id, quien: { id: admin.id } }, reversible: false });
    expect(back).toMatchObject({ restaura: { version: null, cambio: lote }, deshecho: null });
    expect(Object.keys(after)).toEqual(expect.arrayContaining([String(at(0)), String(at(1))]));
    expect(after[at(2)]).toBeUndefined();
    expect(after[at(0)]?.sort()).toEqual(['asignado', 'compra']);
    expect((await undo(lote)).body.code).toBe('BATCH_UNDONE');
    expect((await undo(crypto.randomUUID())).body.code).toBe('BATCH_NOT_FOUND');
  });
  test('undoing changes nothing that came after the batch', async () => {
    await batch([step(at(0), 'agregar')]);
    const { lote } = (await batch([step(at(0), 'quitar')])).body;
    await buy(at(0));
    await undo(lote);
    expect((await sources())[at(0)]?.sort()).toEqual(['asignado', 'compra']);
    // The learner keeps the entitlement that they had besides.
    const given = (await batch([step(at(0), 'agregar'), step(at(1), 'agregar')])).body;
    await undo(given.lote);
    expect((await sources())[at(0)]?.sort()).toEqual(['asignado', 'compra']);
    expect((await sources())[at(1)]).toBeUndefined();
  });
});

// rows: I15
test('the people of a course are listed by page with where their access comes from, and follow at once', async () => {
  await batch([step(at(2), 'agregar')]);
  await settled(school);
  const members = async (query = '') =>
    (await school.ask('GET', `/api/cursos/${at(2)}/inscritos${query}`, { token: admin.token })).body as unknown as {
      personas: { id_usuario: number; nombre: string; fuentes: string[] }[];
      total: number;
      siguiente: string | null;
    };
  const { personas, total } = await members();
  expect(personas.find(({ id_usuario }) => id_usuario === learner.id)).toMatchObject({ nombre: 'Nora Quintanilla', fuentes: ['asignado'] });
  expect(total).toBe(personas.length);
  expect((await school.ask('GET', '/api/cursos/987654/inscritos', { token: admin.token })).body.code).toBe('COURSE_NOT_FOUND');
  expect((await school.ask('GET', `/api/personas/${learner.id}/cursos`, { token: (await school.login('instructor')).token })).status).toBe(
    403,
  );
});
