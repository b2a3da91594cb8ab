import { afterAll, beforeAll, expect, test } from 'vitest';
import { exerciseText } from '../../backend/api/contract/exercise-text.ts';
import type { SubmissionRecord } from '../../backend/api/contract/exercises.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Exercises and assignments: what is handed in, which checks the school runs on it, and what whoever teaches says of it. */

let school: School;
let admin: Person;
let teacher: Person;
let course: TestCourse;
/** With checks; and an assignment, which has none; both in the first class. A third is in a module that is closed. */
let exercise: number;
let assignment: number;
let closed: number;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
  const make = async (module: number, titulo: string, contenido_texto: string) => {
    const body = { id_sesion: course.modules[module]?.classes[0], titulo, tipo: 'ejercicio', contenido_texto };
    const made = await school.ask('POST', '/api/subtema/crearSubtema', { token: admin.token, body });
    expect(made.status, made.text).toBeLessThan(300);
    return (made.body.data as { id_subtema: number }).id_subtema;
  };
  const checks = [
    { call: 'suma(2, 3)', expected: '5' },
    { call: 'suma(-1, 1)', expected: '0' },
  ];
  const text = exerciseText({ statement: 'Escribe `suma`.', start: 'function suma(a, b) {}', checks });
  exercise = await make(0, 'Suma', text);
  assignment = await make(0, 'Tu plan', 'Escribe tu plan.');
  closed = await make(1, 'Más tarde', text);
});
afterAll(() => school.stop());

let people = 0;
const learner = async (): Promise<Person> => {
  const person = await join(school, `eva_${++people}`);
  await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: course.id } });
  return person;
};
const at = (person: { id: number }, subtopic: number, more = '') => `/api/ejercicios/${person.id}/${subtopic}${more}`;
const submit = (person: Person, subtopic: number, texto: string, as = person.token) =>
  school.ask('POST', at(person, subtopic, '/entregas'), { token: as, body: { texto } });
const review = (person: Person, subtopic: number, entrega: number, body: object, as = teacher.token) =>
  school.ask('POST', at(person, subtopic, `/entregas/${entrega}/revision`), { token: as, body });
const read = async (person: Person, subtopic: number, as = person.token) => {
  await settled(school);
  const answer = await school.ask('GET', at(person, subtopic), { token: as });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as { resuelto: boolean; entregas: SubmissionRecord[] };
};
/** What whoever teaches sees of the learner. */
const listed = async (person: Person, subtopic: number) => {
  await settled(school);
  const answer = await school.ask('GET', `/api/ejercicios/${subtopic}/entregas`, { token: teacher.token });
  return (answer.body as { alumnos?: { id_usuario: number; resuelto: boolean }[] }).alumnos?.find(
    ({ id_usuario }) => id_usuario === person.id,
  );
};
const RIGHT = 'function suma(a, b) { return a + b }';
const WRONG = 'function suma(a, b) { return a * b }';

// rows: C25
test('the school itself runs the checks on what is handed in, and says which it passed and what came out instead', async () => {
  const eva = await learner();
  const window = await following(school.url, { token: eva.token, topics: [`ejercicios:${eva.id}`] });
  const wrong = await submit(eva, exercise, WRONG);
  expect(wrong.status, wrong.text).toBe(201);
  expect(wrong.body).toMatchObject({
    ...{ entrega: 1, resuelto: false, error: null },
    pruebas: [
      { pasa: false, obtuvo: '6' },
      { pasa: false, obtuvo: '-1' },
    ],
  });
  await until(() => window.items.length > 0, 'the window was told');
  window.close();
  expect((await submit(eva, exercise, RIGHT)).body).toMatchObject({
    entrega: 2,
    resuelto: true,
    pruebas: [{ pasa: true }, { pasa: true }],
  });
  expect((await submit(eva, exercise, 'while (true) {}')).body).toMatchObject({
    entrega: 3,
    error: 'TimeLimit',
    pruebas: [{ pasa: false }, { pasa: false }],
  });
  const { resuelto, entregas } = await read(eva, exercise);
  expect(resuelto).toBe(true);
  expect(entregas.map(({ entrega, pasadas, pruebas }) => [entrega, pasadas, pruebas])).toEqual([
    [3, 0, 2],
    [2, 2, 2],
    [1, 0, 2],
  ]);
  expect(entregas[1]?.texto).toBe(RIGHT);
}, 30_000);

// rows: C25
test('an assignment is reviewed by whoever teaches the course: accepted, or returned with what is missing, and its learner hears of it', async () => {
  const eva = await learner();
  expect((await submit(eva, assignment, 'Mi plan es…')).body).toMatchObject({ entrega: 1, pruebas: [] });
  await until(async () => {
    const told = await school.ask('GET', `/api/usuariosnotificaciones/usuario/${teacher.id}`, { token: teacher.token });
    return told.text.includes('Hay tareas por revisar en «Tu plan»');
  }, 'who teaches is told');
  await settled(school);
  const list = await school.ask('GET', `/api/ejercicios/${assignment}/entregas`, { token: teacher.token });
  expect(list.body).toMatchObject({
    alumnos: [{ id_usuario: eva.id, espera: true, entregas: [{ texto: 'Mi plan es…', revision: null }] }],
  });
  expect(await review(eva, assignment, 1, { revision: 'devuelta' })).toMatchObject({ status: 422, body: { code: 'RETURN_WITHOUT_NOTE' } });
  expect((await review(eva, assignment, 1, { revision: 'devuelta', nota: 'Falta el presupuesto.' })).status).toBe(200);
  expect(await read(eva, assignment)).toMatchObject({
    resuelto: false,
    entregas: [{ revision: 'devuelta', nota: 'Falta el presupuesto.' }],
  });
  await until(async () => {
    const told = await school.ask('GET', `/api/usuariosnotificaciones/usuario/${eva.id}`, { token: eva.token });
    return told.text.includes('Te devolvieron tu entrega de «Tu plan»');
  }, 'who handed it in is told');
  expect((await submit(eva, assignment, 'Mi plan, con presupuesto')).body).toMatchObject({ entrega: 2 });
  expect((await review(eva, assignment, 2, { revision: 'aceptada' })).status).toBe(200);
  expect(await read(eva, assignment)).toMatchObject({
    resuelto: true,
    entregas: [{ revision: 'aceptada', nota: null }, { revision: 'devuelta' }],
  });
  await settled(school);
  const after = await school.ask('GET', `/api/ejercicios/${assignment}/entregas`, { token: admin.token });
  expect(after.body).toMatchObject({ alumnos: [{ id_usuario: eva.id, resuelto: true, espera: false }] });
});

// rows: C25
test('nothing is handed in empty, too long, for a closed module, for no exercise, or by who is not in the course', async () => {
  const eva = await learner();
  expect(await submit(eva, exercise, ' ')).toMatchObject({ status: 422, body: { code: 'SUBMISSION_EMPTY' } });
  expect(await submit(eva, exercise, 'x'.repeat(10_001))).toMatchObject({ status: 400 });
  expect(await submit(eva, closed, RIGHT)).toMatchObject({ status: 403, body: { code: 'MODULE_LOCKED' } });
  expect(await submit(eva, 999_999, RIGHT)).toMatchObject({ status: 404 });
  const outside = await join(school, `fuera_${++people}`);
  expect(await submit(outside, exercise, RIGHT)).toMatchObject({ status: 403, body: { code: 'NOT_ENROLLED' } });
  expect(await submit(teacher, exercise, RIGHT)).toMatchObject({ body: { code: 'PREVIEW_ONLY' } });
});

// rows: C25
test('others neither read nor review it; its words are sealed, and go with their person', async () => {
  const eva = await learner();
  const beto = await learner();
  const other = await joinAs(school, `ajena_${++people}`, 'instructor');
  await submit(eva, assignment, 'Un secreto de Eva');
  await review(eva, assignment, 1, { revision: 'devuelta', nota: 'Una nota para Eva' });
  for (const one of [beto, other]) {
    expect((await school.ask('GET', at(eva, assignment), { token: one.token })).status).toBe(403);
    expect((await school.ask('GET', `/api/ejercicios/${assignment}/entregas`, { token: one.token })).status).toBe(403);
    expect((await review(eva, assignment, 1, { revision: 'aceptada' }, one.token)).status).toBe(403);
    expect((await submit(eva, assignment, 'x', one.token)).status).toBe(403);
    expect((await school.ask('DELETE', at(eva, assignment, '/entregas/1'), { token: one.token })).status).toBe(403);
  }
  // Of a submission that one is given back, its learner alone says that it counts no more.
  expect((await school.ask('DELETE', at(eva, assignment, '/entregas/1'), { token: teacher.token })).status).toBe(403);
  expect((await school.ask('GET', '/api/cuenta/datos', { token: eva.token })).text).toContain('Un secreto de Eva');
  const stored = [];
  for await (const event of school.running.deps.commands.log.store.readStream(`exercises-${eva.id}_${course.id}`)) stored.push(event);
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toMatch(/secreto|nota para/);
  await settled(school);
  expect((await school.ask('GET', `/api/historial/mio/${eva.id}?limit=50`, { token: eva.token })).text).toMatch(
    /Entregaste|Entregó el ejercicio/,
  );
  expect((await school.ask('DELETE', `/api/auth/users/${eva.id}`, { token: admin.token, body: {} })).status).toBe(200);
  const { exercises } = await import('../../backend/projections/exercises.ts');
  const { reads } = school.running.deps;
  await until(async () => (await reads.find(exercises, { where: { userId: eva.id }, limit: 1 })).docs.length === 0, 'it was deleted');
});

// rows: C25
test('one withdraws what one handed in; the demo’s reset does so with what came since', async () => {
  const eva = await learner();
  await submit(eva, assignment, 'De antes');
  const { commands, learning, reviews, discussions, clock } = school.running.deps;
  const loaded = clock().toISOString();
  await until(() => clock().toISOString() > loaded, 'a moment later');
  await submit(eva, assignment, 'De la visita');
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
  const ids = { userId: eva.id, courseId: [course.id], date: [], subtopicId: [] };
  await createRestore(commands, { learning, reviews, discussions })(ids, loaded, context);
  expect((await read(eva, assignment)).entregas.map(({ texto }) => texto)).toEqual(['De antes']);
  expect((await school.ask('DELETE', at(eva, assignment, '/entregas/1'), { token: eva.token })).status).toBe(200);
  expect(await read(eva, assignment)).toMatchObject({ resuelto: false, entregas: [] });
});

// rows: C25
test('where the course asks for it, a class is complete only once its exercises are solved', async () => {
  const own = await makeCourse(school, admin.token, teacher.id, [1]);
  const klass = own.modules[0]?.classes[0] ?? 0;
  const body = { id_sesion: klass, titulo: 'Tu plan', tipo: 'ejercicio', contenido_texto: 'Escribe tu plan.' };
  const made = await school.ask('POST', '/api/subtema/crearSubtema', { token: admin.token, body });
  const { id_subtema: subtopic } = made.body.data as { id_subtema: number };
  const rule = async (resolver_ejercicios: string) => {
    const set = await school.ask('PUT', `/api/cursos/cursos/${own.id}`, { token: teacher.token, body: { resolver_ejercicios } });
    expect(set.status, set.text).toBe(200);
    await settled(school);
  };
  const eva = await join(school, `eva_${++people}`);
  await school.ask('POST', '/api/inscripciones/inscribir', { token: eva.token, body: { id_usuario: eva.id, id_curso: own.id } });
  const complete = () =>
    school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${eva.id}/${klass}/completar`, {
      token: eva.token,
      body: { completado: true },
    });
  await rule('obligatorio');
  expect(await complete()).toMatchObject({ status: 409, body: { code: 'EXERCISE_NOT_SOLVED' } });
  await submit(eva, subtopic, 'Mi plan');
  await review(eva, subtopic, 1, { revision: 'devuelta', nota: 'Falta algo' });
  expect(await complete()).toMatchObject({ status: 409, body: { code: 'EXERCISE_NOT_SOLVED' } });
  await review(eva, subtopic, 1, { revision: 'aceptada' });
  expect((await complete()).status).toBe(200);
});

// rows: C25
test('who solved it stays so for whoever teaches, too, however much is handed in after that', async () => {
  const eva = await learner();
  expect((await submit(eva, exercise, RIGHT)).body).toMatchObject({ resuelto: true });
  for (let more = 0; more < 10; more++) await submit(eva, exercise, WRONG);
  expect(await read(eva, exercise)).toMatchObject({ resuelto: true });
  expect(await listed(eva, exercise)).toMatchObject({ resuelto: true });
});
