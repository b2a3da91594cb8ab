import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthoringOutline } from '../../backend/api/contract/authoring.ts';
import { join, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** A course as its editor reads it. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other] = (await Promise.all(['directora', 'maestra', 'maestro'].map((name) => join(school, name)))) as [
    Person,
    Person,
    Person,
  ];
  await promote(school, admin, 'administrator');
  await promote(school, teacher, 'instructor');
  await promote(school, other, 'instructor');
  course = await makeCourse(school, teacher.token, teacher.id, [2, 1]);
}, 60_000);
afterAll(() => school.stop());

const read = async (person: Person, id = course.id) => school.ask('GET', `/api/cursos/${id}/edicion`, { token: person.token });
const outline = async (): Promise<AuthoringOutline> => (await read(teacher)).body as unknown as AuthoringOutline;
const write = async (person: Person, method: string, path: string, body?: unknown): Promise<void> => {
  const answer = await school.ask(method, path, { token: person.token, ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  await settled(school);
};

// rows: H12
test('who may not edit a course is told so, and a course that is not there is another thing', async () => {
  expect((await read(teacher)).status).toBe(200);
  expect((await read(admin)).status).toBe(200);
  const refused = await read(other);
  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  for (const person of [admin, teacher, other]) {
    const lost = await read(person, 999_999);
    expect([lost.status, lost.body.code]).toEqual([404, 'COURSE_NOT_FOUND']);
  }
});

// rows: H13, H19
test('each part says who changed it last: the course, a module, a class and all that is in it', async () => {
  const [first, second] = course.modules;
  await write(admin, 'PUT', `/api/cursos/update/${course.id}`, { nombre: 'Otro nombre' });
  await write(admin, 'PUT', `/api/modulos/modulos/${second?.id}`, { nombre: 'Otro módulo' });
  const before = await outline();
  expect(before.curso.modificado).toMatchObject({ id_usuario: admin.id, por: expect.any(String) });
  expect(before.modulos.map(({ modificado }) => modificado?.id_usuario)).toEqual([teacher.id, admin.id]);
  const subtopic = before.modulos[0]?.sesiones[1]?.subtemas[0]?.id_subtema;
  await write(admin, 'PUT', `/api/subtema/${subtopic}`, { contenido_texto: 'Otro texto' });
  const after = await outline();
  expect(after.modulos[0]?.sesiones.map(({ modificado }) => modificado?.id_usuario)).toEqual([teacher.id, admin.id]);
  expect(after.modulos[0]?.modificado?.id_usuario).toBe(admin.id);
  expect(first?.id).toBe(after.modulos[0]?.id_modulo);
});

// rows: H23
test('what was archived stands there to be brought back, and is back where it was', async () => {
  const [first, second] = course.modules;
  await write(teacher, 'DELETE', `/api/sesiones/deleteSesion/${first?.classes[0]}`);
  await write(teacher, 'DELETE', `/api/modulos/modulos/${second?.id}`);
  const archived = await outline();
  expect(archived.modulos.map(({ id_modulo }) => id_modulo)).toEqual([first?.id]);
  expect(archived.archivados).toMatchObject([{ id_modulo: second?.id, totalSesiones: 1, modificado: { id_usuario: teacher.id } }]);
  expect(archived.modulos[0]?.archivadas).toMatchObject([{ id_sesion: first?.classes[0], titulo: 'Clase 1.1' }]);
  await write(teacher, 'POST', `/api/modulos/modulos/${second?.id}/restaurar`, {});
  await write(teacher, 'POST', `/api/sesiones/${first?.classes[0]}/restaurar`, {});
  const back = await outline();
  expect(back.archivados).toEqual([]);
  expect(back.modulos.map(({ id_modulo, sesiones }) => [id_modulo, sesiones.map(({ id_sesion }) => id_sesion)])).toEqual(
    course.modules.map(({ id, classes }) => [id, classes]),
  );
});
