import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthoringOutline } from '../../backend/api/contract/authoring.ts';
import { joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** A course as its editor reads it. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
  ]);
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
test('a caller who may not edit a course gets 403, one who asks for a course that does not exist gets 404', async () => {
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
test('an archived part is listed to be restored, and returns to its place', async () => {
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

// rows: H01
test('who manages courses lists them by page, searched, narrowed and sorted at the school, with figures of all of them', async () => {
  for (const [nombre, categoria] of [
    ['Álgebra para IA', 'Bases'],
    ['Zapoteco y modelos', 'Lenguas'],
    ['Bordado', 'Artesanía'],
  ])
    await makeCourse(school, other.token, other.id, [1], { nombre, categoria });
  const list = async (query: string, by: Person = other) =>
    (await school.ask('GET', `/api/cursos/gestion?${query}`, { token: by.token })).body;
  const titles = ({ cursos }: object & { cursos?: unknown }) => (cursos as { nombre: string }[]).map(({ nombre }) => nombre);
  const whole = await list('orden=course');
  expect([titles(whole), whole['total'], whole['primero'], whole['siguiente']]).toEqual([
    ['Álgebra para IA', 'Bordado', 'Zapoteco y modelos'],
    3,
    1,
    null,
  ]);
  expect(whole['cifras']).toEqual({ publicado: 3, borrador: 0, archivado: 0, inscripciones: 0 });
  expect(titles(await list('orden=-course'))).toEqual(['Zapoteco y modelos', 'Bordado', 'Álgebra para IA']);
  // By page: a change meanwhile moves none of the courses that were passed.
  const first = await list('orden=course&limit=1');
  await write(other, 'PUT', `/api/cursos/cursos/${(first['cursos'] as { id: number }[])[0]?.id}`, { descripcion: 'Otra' });
  const second = await list(`orden=course&limit=1&cursor=${first['siguiente']}`);
  expect([titles(second), second['primero'], second['total']]).toEqual([['Bordado'], 2, 3]);
  expect((await list(`orden=updated&cursor=${first['siguiente']}`)).code).toBe('MALFORMED');
  // Words in any order, without accents; also of the category and of who teaches it.
  expect(titles(await list('buscar=ia+ALGEBRA'))).toEqual(['Álgebra para IA']);
  expect(titles(await list('buscar=artesania'))).toEqual(['Bordado']);
  expect(titles(await list('buscar=python'))).toEqual([]);
  await write(other, 'PATCH', `/api/cursos/cursos/${(second['cursos'] as { id: number }[])[0]?.id}/estado`, { estado: 0 });
  expect(titles(await list('estado=borrador'))).toEqual(['Bordado']);
  expect((await list(''))['cifras']).toMatchObject({ publicado: 2, borrador: 1 });
  expect(titles(await list('enlaces=1'))).toEqual([]);
  // An instructor's are their own; an administrator's are all.
  expect(titles(await list('', teacher))).not.toContain('Bordado');
  expect(titles(await list('', admin))).toEqual(expect.arrayContaining(['Bordado', 'Álgebra para IA']));
  expect((await school.ask('GET', '/api/cursos/gestion?orden=precio', { token: admin.token })).status).toBe(400);
});

// rows: H08, H09
test('several courses are changed by one call that says what became of each, and are undone by one', async () => {
  const ids: number[] = [];
  for (const owner of [teacher, teacher, other]) ids.push((await makeCourse(school, owner.token, owner.id, [1])).id);
  const [one = 0, two = 0, others = 0] = ids;
  const send = async (person: Person, path: string, body: object) => {
    const answer = await school.ask('POST', `/api/cursos/lote${path}`, { token: person.token, body });
    await settled(school);
    return answer;
  };
  const state = async (id: number) => {
    const { estado, archivado } = (await school.ask('GET', `/api/cursos/cursos/${id}`, { token: admin.token })).body;
    return archivado ? 'archivado' : estado;
  };
  const all = () => Promise.all(ids.map(state));
  const archived = await send(teacher, '', { accion: 'archivar', cursos: [one, two, others, 987_654, one], motivo: 'Se renuevan' });
  expect(archived.body).toMatchObject({
    hechos: 2,
    resultados: [
      { id_curso: one, resultado: 'hecho', codigo: null },
      { id_curso: two, resultado: 'hecho', codigo: null },
      { id_curso: others, resultado: 'rechazado', codigo: 'FORBIDDEN' },
      { id_curso: 987_654, resultado: 'rechazado', codigo: 'COURSE_NOT_FOUND' },
    ],
  });
  expect(await all()).toEqual(['archivado', 'archivado', 1]);
  // The act names who did it, and why, in the course's own history.
  for await (const { type, meta } of school.running.deps.commands.log.readStream(`course-${one}`))
    if (type === 'CourseArchived') {
      expect(meta.actor.userId).toBe(teacher.id);
      expect(await school.running.deps.commands.log.reasonOf(meta)).toBe('Se renuevan');
    }
  // The undoing leaves what somebody changed since: this course is a draft by now.
  await write(admin, 'POST', `/api/cursos/cursos/${two}/restaurar`);
  const undo = `/${archived.body['lote']}/deshacer`;
  expect((await send(other, undo, {})).body.code).toBe('BATCH_NOT_FOUND');
  expect((await send(teacher, undo, {})).body).toEqual({ deshechos: 1, rechazados: 0, siguiente: null });
  expect(await all()).toEqual([1, 0, 1]);
  expect((await send(teacher, undo, {})).body.code).toBe('BATCH_UNDONE');
  // Unpublishes and undoes it, as an administrator, on other people's courses; a course already in that state is not changed.
  const taken = await send(admin, '', { accion: 'despublicar', cursos: ids });
  expect(taken.body).toMatchObject({ hechos: 2, resultados: [{}, { resultado: 'igual' }, {}] });
  await send(admin, `/${taken.body['lote']}/deshacer`, {});
  expect(await all()).toEqual([1, 0, 1]);
  const published = await send(admin, '', { accion: 'publicar', cursos: ids });
  expect(await all()).toEqual([1, 1, 1]);
  await send(admin, `/${published.body['lote']}/deshacer`, {});
  expect(await all()).toEqual([1, 0, 1]);
  expect((await send(admin, '', { accion: 'publicar', cursos: [] })).status).toBe(400);
});
