import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/images.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Who may read a course, and what of it: one answer, whichever call asks. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let learner: Person;
let stranger: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  other = await joinAs(school, 'maestro', 'instructor');
  learner = await join(school, 'lectora');
  stranger = await join(school, 'extrana');
  course = await makeCourse(school, teacher.token, teacher.id, [1, 1]);
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: learner.token,
    body: { id_usuario: learner.id, id_curso: course.id },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
}, 60_000);
afterAll(() => school.stop());

/** Calls about a course that say something of it to `person`, with what each answered. */
const asked = async (person: Person): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      [
        `/api/cursos/cursos/${course.id}`,
        `/api/progreso/curso/${course.id}/${person.id}`,
        `/api/progreso/sesiones-curso/${course.id}/${person.id}`,
        `/api/usuarios-cursos-comprados/verificar/${person.id}/${course.id}`,
      ].map(async (path) => [path, (await school.ask('GET', path, { token: person.token })).status] as const),
    ),
  );
const every = (answers: Record<string, number>, status: number) =>
  expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set([status]));

test.each([
  ['unpublished', () => school.ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { token: admin.token, body: { estado: 0 } })],
  ['archived', () => school.ask('DELETE', `/api/cursos/cursos/${course.id}`, { token: admin.token })],
] as const)('a course that is %s is there for its staff and for who is enrolled, and for nobody else by any call', async (_, hide) => {
  const hidden = await hide();
  expect(hidden.status, hidden.text).toBe(200);
  await settled(school);
  for (const person of [learner, teacher, admin]) every(await asked(person), 200);
  for (const person of [stranger, other]) every(await asked(person), 404);
  await school.ask('POST', `/api/cursos/cursos/${course.id}/restaurar`, { token: admin.token });
  await school.ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { token: admin.token, body: { estado: 1 } });
  await settled(school);
  every(await asked(stranger), 200);
});

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
const upload = async (text: string): Promise<string> => {
  const answer = await fetch(`${school.url}/api/files/upload?bucket=recursos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${teacher.token}` },
    body: form([{ content: pdf(text), name: 'guia.pdf', type: 'application/pdf' }]),
  });
  const { urls } = (await answer.json()) as { urls: string[] };
  return urls[0] ?? '';
};
const reads = async (person: Person, address: string) => (await school.ask('GET', address, { token: person.token })).status;
const attach = async (address: string, module: number): Promise<void> => {
  const id_sesion = course.modules[module]?.classes[0];
  const added = await school.ask('POST', '/api/recursos', {
    token: teacher.token,
    body: { id_sesion, titulo: 'Guía', link_recurso: address },
  });
  expect(added.status, added.text).toBe(201);
  const [bucket, hash] = address.replace('/api/files/', '').split(/[/.]/);
  await until(
    async () => (await school.running.deps.files.load({ bucket: bucket as 'recursos', hash: hash ?? '' })).referrers.size > 0,
    'the file to be named by the course',
  );
};

test('a file of a class is for its author, for staff and for who has reached that module', async () => {
  const unused = await upload('aún en ninguna parte');
  const first = await upload('del primer módulo');
  const second = await upload('del segundo módulo');
  await attach(first, 0);
  await attach(second, 1);
  for (const address of [unused, first, second])
    for (const person of [teacher, admin]) expect(await reads(person, address), address).toBe(200);
  // A colleague may look at a published course, whole.
  expect([await reads(other, unused), await reads(other, first), await reads(other, second)]).toEqual([404, 200, 200]);
  expect(await reads(learner, first)).toBe(200);
  expect(await reads(learner, second), 'of a module that is not open yet').toBe(404);
  expect(await reads(learner, unused)).toBe(404);
  const done = await school.ask(
    'PATCH',
    `/api/usuario-sesion/marcarComoCompletada/${learner.id}/${course.modules[0]?.classes[0]}/completar`,
    {
      token: learner.token,
      body: { completado: true },
    },
  );
  expect(done.status, done.text).toBe(200);
  expect(await reads(learner, second)).toBe(200);
});
