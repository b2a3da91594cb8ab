import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf, shownFacts } from '../../backend/api/answers/history/facts.ts';
import { createTracker } from '../../backend/api/answers/history/tracked.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import { join, joinAs, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { envelopes, given } from '../support/projectionSpec.ts';
import { openSchool, type School } from '../support/school.ts';

/** «Mi historial»: what the school holds about oneself, told to oneself alone. */

let school: School;
let admin: Person;
let ana: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'directora', { first_name: 'Renata', last_name: 'Arriaga' });
  await promote(school, admin, 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [2]);
  ana = await join(school, 'ana', { first_name: 'Ana', last_name: 'Ríos' });
  const ask = async (method: string, path: string, body: object, token = ana.token) =>
    expect((await school.ask(method, path, { token, body })).status, path).toBeLessThan(300);
  await ask('POST', '/api/inscripciones/inscribir', { id_usuario: ana.id, id_curso: course.id });
  const classId = course.modules[0]?.classes[0] ?? 0;
  await ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${ana.id}/${classId}/completar`, { completado: true });
  await ask('POST', `/api/progreso/latido/${ana.id}`, { id_curso: course.id, pestana: crypto.randomUUID(), segundos: 60 });
  await ask('PUT', `/api/auth/users/${ana.id}`, { tipo_usuario: 2, motivo: 'Pago recibido' }, admin.token);
  await settled(school);
});
afterAll(() => school.stop());

const read = async (query = '', as = ana) => school.ask('GET', `/api/historial/mio/${ana.id}?limit=50${query}`, { token: as.token });
const said = async (query = '') => ((await read(query)).body as unknown as HistoryPage).cambios;

// rows: D21
test('one’s own history tells in sentences what was done and why, newest first, without a word of the machine', async () => {
  const all = await said();
  const sentences = all.flatMap(({ frase, ademas }) => [frase, ...ademas]);
  expect(sentences).toContain('Completó la clase «Clase 1.1» de «Curso»');
  expect(all[0]).toMatchObject({ frase: 'Renata Arriaga cambió el plan de Básico a Premium', motivo: 'Pago recibido' });
  // Nothing can be undone or looked up in the log from here.
  expect(all.every(({ eventos, reversible }) => eventos.length === 0 && !reversible)).toBe(true);
  expect(sentences.join(' ')).not.toMatch(/Usuario #|ClassCompleted|Event/);
});

// rows: D21
test('one’s own history is narrowed by kind and by day; what is measured has a list of its own', async () => {
  const kinds = async (tipo: string) => (await said(`&tipo=${tipo}`)).map(({ frase }) => frase);
  expect(await kinds('cursos')).toEqual(expect.arrayContaining(['Completó la clase «Clase 1.1» de «Curso»']));
  expect((await kinds('cursos')).join()).not.toContain('Inició sesión');
  expect((await kinds('sesiones')).every((frase) => frase.includes('Inició sesión'))).toBe(true);
  expect(await kinds('actividad')).toEqual(['Estudió el curso «Curso»']);
  expect((await said()).map(({ frase }) => frase).join()).not.toMatch(/estudió/i);
  expect(await said('&hasta=2020-01-01')).toEqual([]);
  expect((await read('&tipo=otra')).status).toBe(400);
});

// rows: D21
test('a history is one’s own alone, and one takes it along as a file', async () => {
  expect((await read('', admin)).status).toBe(403);
  expect((await school.ask('GET', `/api/historial/mio/${ana.id}`)).status).toBe(401);
  const file = await school.ask('GET', `/api/historial/mio/${ana.id}/csv`, { token: ana.token });
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.text).toMatch(/^.?fecha \(America\/Tijuana\),hecho,además,motivo\r\n\d{4}-\d\d-\d\d \d\d:\d\d,/);
  expect(file.text).toContain('Completó la clase «Clase 1.1» de «Curso»');
  expect(file.text.trim().split('\r\n')).toHaveLength(1 + (await said()).length);
});

// rows: D21
test('what a comment says is no change of what another one said; an edited one is shown against its own words', () => {
  const comment = (type: string, commentId: number, text: string) =>
    given(type, { userId: 7, courseId: 1, subtopicId: 1, rootId: null, mentions: [], commentId, text });
  const events = envelopes([
    comment('CommentPosted', 1, 'Primero'),
    comment('CommentPosted', 2, 'Segundo'),
    comment('CommentEdited', 1, 'Primero, corregido'),
  ]);
  expect([...factsOf(events).values()]).toEqual([
    [{ campo: 'text', before: null, after: 'Primero' }],
    [{ campo: 'text', before: null, after: 'Segundo' }],
    [{ campo: 'text', before: 'Primero', after: 'Primero, corregido' }],
  ]);
});

// rows: D21
test('a comment is told without the marks of its Markdown, unless these are all that changed', () => {
  const told = (before: string | null, after: string) =>
    shownFacts([{ campo: 'text', before, after }], createTracker(), { tongue: 'es', nameOf: String }).map(({ antes, despues }) => [
      antes,
      despues,
    ])[0];
  expect(told(null, 'Con los correos: **ahorro media hora**.')).toEqual([null, 'Con los correos: ahorro media hora.']);
  expect(told('Son **dos**\n\n- uno', 'Son `tres`\n\n- uno')).toEqual(['Son dos\n\nuno', 'Son tres\n\nuno']);
  expect(told('Son dos', 'Son **dos**')).toEqual(['Son dos', 'Son **dos**']);
});
