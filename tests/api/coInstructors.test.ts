import { afterAll, beforeAll, expect, test } from 'vitest';
import { join, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Who teaches a course beside its instructor: the same rights over it and its learners, over no other course, and not over who else teaches it. */

let school: School;
let admin: Person;
let teacher: Person;
let colleague: Person;
let stranger: Person;
let learner: Person;
let shared: TestCourse;
let other: TestCourse;

beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'directora');
  [teacher, colleague, stranger, learner] = [
    await join(school, 'maestra'),
    await join(school, 'colega'),
    await join(school, 'ajena'),
    await join(school, 'alumna'),
  ];
  await promote(school, admin, 'administrator');
  for (const person of [teacher, colleague, stranger]) await promote(school, person, 'instructor');
  shared = await makeCourse(school, admin.token, teacher.id, [1]);
  other = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Otro' });
}, 60_000);
afterAll(() => school.stop());

const ask = async (person: Person, method: string, path: string, body?: object) => {
  await settled(school);
  return school.ask(method, path, { token: person.token, ...(body && { body }) });
};
const status = async (person: Person, method: string, path: string, body?: object) => (await ask(person, method, path, body)).status;
const path = (course = shared) => `/api/cursos/${course.id}/coinstructores`;
const rename = (person: Person, course = shared) => status(person, 'PUT', `/api/cursos/cursos/${course.id}`, { nombre: `De ${person.id}` });
const listed = async (person: Person) =>
  ((await ask(person, 'GET', '/api/cursos/gestion')).body['cursos'] as { id: number }[]).map(({ id }) => id).sort();

// rows: H35
test('who is added edits the course, sees its learners and moderates it; no other course, and nobody adds but its instructor and administrators', async () => {
  expect(await rename(colleague)).toBe(403);
  expect(await listed(colleague)).toEqual([]);
  for (const person of [colleague, learner]) expect(await status(person, 'POST', path(), { id_usuario: colleague.id })).toBe(403);
  expect((await ask(teacher, 'POST', path(), { id_usuario: learner.id })).body.code).toBe('INSTRUCTOR_REQUIRED');
  expect(await status(teacher, 'POST', path(), { id_usuario: colleague.id })).toBe(201);
  expect(await status(admin, 'POST', path(), { id_usuario: colleague.id })).toBe(201);

  expect(await rename(colleague)).toBe(200);
  expect(await rename(colleague, other)).toBe(403);
  expect(await listed(colleague)).toEqual([shared.id]);
  expect(await listed(teacher)).toEqual([shared.id, other.id]);
  const own = (await ask(colleague, 'GET', '/api/cursos/cursos?todos=1')).body as unknown as { id: number; coinstructores: number[] }[];
  expect(own.map(({ id, coinstructores }) => [id, coinstructores])).toEqual([[shared.id, [colleague.id]]]);
  const overview = await ask(colleague, 'GET', `/api/instructores/${colleague.id}/resumen`);
  expect((overview.body['cursos'] as { id: number }[]).map(({ id }) => id)).toEqual([shared.id]);

  expect(await status(colleague, 'POST', path(), { id_usuario: stranger.id })).toBe(403);
  expect(await status(colleague, 'POST', path(other), { id_usuario: colleague.id })).toBe(403);
  expect(await status(stranger, 'GET', `/api/cursos/${shared.id}/instructores`)).toBe(403);
  expect((await ask(colleague, 'GET', `/api/cursos/${shared.id}/instructores`)).body).toMatchObject({
    instructor: { id: teacher.id },
    coinstructores: [{ id: colleague.id }],
  });
});

test('one leaves by oneself, is removed by who leads the course, and may do nothing there from then on', async () => {
  expect(await status(admin, 'POST', path(), { id_usuario: stranger.id })).toBe(201);
  expect(await status(colleague, 'DELETE', `${path()}/${stranger.id}`)).toBe(403);
  expect(await status(stranger, 'DELETE', `${path()}/${stranger.id}`)).toBe(200);
  expect(await rename(stranger)).toBe(403);
  expect(await rename(colleague)).toBe(200);
  expect(await status(teacher, 'DELETE', `${path()}/${colleague.id}?motivo=Cambia+de+curso`)).toBe(200);
  expect(await rename(colleague)).toBe(403);
  expect(await listed(colleague)).toEqual([]);
});

test('the history of a course tells of co-instructors and of a new instructor, who is a co-instructor no longer', async () => {
  await status(admin, 'POST', path(), { id_usuario: colleague.id });
  expect(await status(admin, 'PUT', `/api/cursos/cursos/${shared.id}`, { id_maestro: colleague.id })).toBe(200);
  expect((await ask(admin, 'GET', `/api/cursos/${shared.id}/instructores`)).body).toMatchObject({
    instructor: { id: colleague.id },
    coinstructores: [],
  });
  expect(await rename(teacher)).toBe(403);
  const { text } = await ask(admin, 'GET', `/api/historial/cursos/${shared.id}`);
  expect(text).toContain('sumó a alguien que imparte el curso');
  expect(text).toContain('"motivo":"Cambia de curso"');
});
