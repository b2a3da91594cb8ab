import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoteRecord, PlacedNote } from '../../backend/api/contract/notes.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Notes and highlights: whose they are, where they stand, and what becomes of them. */

/** Of the first class. */
const VIDEO = 'abcdefghijk';

let school: School;
let admin: Person;
let teacher: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
  const film = { id_sesion: classId(), titulo: 'Video', tipo: 'video', link_video: `https://youtu.be/${VIDEO}` };
  expect((await school.ask('POST', '/api/subtema/crearSubtema', { token: admin.token, body: film })).status).toBeLessThan(300);
});
afterAll(() => school.stop());

let people = 0;
const learner = async (): Promise<Person> => {
  const person = await join(school, `ana_${++people}`);
  await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: course.id } });
  return person;
};
const classId = (module = 0) => course.modules[module]?.classes[0] ?? 0;
const at = (person: { id: number }, note = '') => `/api/notas/${person.id}/${course.id}${note && `/${note}`}`;
const add = (person: Person, body: object, as = person.token) =>
  school.ask('POST', at(person), { token: as, body: { id_sesion: classId(), ...body } });
const read = async (person: Person): Promise<NoteRecord[]> => {
  await settled(school);
  const answer = await school.ask('GET', at(person), { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.notas as NoteRecord[];
};
const cita = { texto: 'un agente', antes: 'Así ', despues: ' observa', inicio: 4 };

// rows: C23
test('one notes something, highlights a passage, ties words to a second of a video, changes and removes them, in every window', async () => {
  const ana = await learner();
  const window = await following(school.url, { token: ana.token, topics: [`notas:${ana.id}`] });
  expect((await add(ana, { texto: 'Repasar esto' })).status).toBe(201);
  expect((await add(ana, { cita })).body).toMatchObject({ message: 'Pasaje resaltado' });
  const third = await add(ana, { texto: 'Aquí', segundo: 187, video: VIDEO });
  await until(() => window.items.length > 0, 'the window was told');
  window.close();
  expect(await read(ana)).toMatchObject([
    { texto: 'Repasar esto', cita: null },
    { texto: '', cita },
    { texto: 'Aquí', segundo: 187 },
  ]);
  const id = String(third.body.id);
  expect((await school.ask('PUT', at(ana, id), { token: ana.token, body: { texto: 'Aquí no' } })).status).toBe(200);
  expect((await read(ana)).at(-1)).toMatchObject({ texto: 'Aquí no', segundo: 187 });
  expect((await school.ask('DELETE', at(ana, id), { token: ana.token })).status).toBe(200);
  expect(await read(ana)).toHaveLength(2);
  expect(await add(ana, { texto: ' ' })).toMatchObject({ status: 422, body: { code: 'NOTE_EMPTY' } });
  expect(await add(ana, { texto: 'x', id_sesion: 999_999 })).toMatchObject({ status: 404 });
  expect(await add(ana, { texto: 'x', id_sesion: classId(1) })).toMatchObject({ status: 403, body: { code: 'MODULE_LOCKED' } });
  expect(await add(ana, { texto: 'x'.repeat(4_001) })).toMatchObject({ status: 400 });
  // The video stands in the log in clear: it is one of the course, and no word of anybody.
  const words = { texto: 'x', segundo: 1, video: 'El de Ana Tlapaltecatl' };
  expect(await add(ana, words)).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' } });
});

// rows: C23
test('all of them are in one place, and come as Markdown', async () => {
  const ana = await learner();
  await add(ana, { texto: '', cita });
  await add(ana, { texto: 'Aquí', segundo: 187, video: VIDEO });
  await settled(school);
  const all = await school.ask('GET', `/api/notas/${ana.id}?limit=1`, { token: ana.token });
  expect((all.body.notas as PlacedNote[])[0]).toMatchObject({ texto: 'Aquí', lugar: { clase: 'Clase 1.1', curso: 'Curso' } });
  expect(all.body.siguiente).toEqual(expect.any(String));
  const { text } = await school.ask('GET', `/api/notas/${ana.id}/markdown`, { token: ana.token });
  expect(text).toBe('# Mis notas\n\n## Curso\n\n### Clase 1.1\n\n> un agente\n\n**3:07**\n\nAquí\n');
});

// rows: C23
test('nobody else reads or changes them, an administrator neither; they go with their person', async () => {
  const ana = await learner();
  const beto = await learner();
  const { body } = await add(ana, { texto: 'Un secreto mío', cita });
  for (const one of [beto, teacher, admin]) {
    for (const path of [at(ana), `/api/notas/${ana.id}`, `/api/notas/${ana.id}/markdown`])
      expect((await school.ask('GET', path, { token: one.token })).status).toBe(403);
    expect((await add(ana, { texto: 'x' }, one.token)).status).toBe(403);
    expect((await school.ask('DELETE', at(ana, String(body.id)), { token: one.token })).status).toBe(403);
  }
  await settled(school);
  const told = await school.ask('GET', `/api/historial/usuarios/${ana.id}?limit=50`, { token: admin.token });
  expect(told.text).not.toMatch(/secreto|anotó/);
  expect((await school.ask('GET', `/api/historial/mio/${ana.id}?limit=50`, { token: ana.token })).text).toContain('Anotó algo');
  const data = await school.ask('GET', '/api/cuenta/datos', { token: ana.token });
  expect(data.text).toContain('Un secreto mío');
  // As it stands in the log nobody reads it.
  const stored = [];
  for await (const event of school.running.deps.commands.log.store.readStream(`notes-${ana.id}_${course.id}`)) stored.push(event);
  expect(JSON.stringify(stored)).not.toMatch(/secreto|un agente/);
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}`, { token: admin.token, body: {} })).status).toBe(200);
  const { reads } = school.running.deps;
  const { notes } = await import('../../backend/projections/notes.ts');
  await until(async () => (await reads.find(notes, { where: { userId: ana.id }, limit: 1 })).docs.length === 0, 'the notes were deleted');
});

// rows: C23
test('the demo gives back the notes that stood when it was loaded', async () => {
  const ana = await learner();
  const { commands, learning, reviews, discussions, clock } = school.running.deps;
  const kept = await add(ana, { texto: 'De antes' });
  const loaded = clock().toISOString();
  await until(() => clock().toISOString() > loaded, 'a moment later');
  await school.ask('PUT', at(ana, String(kept.body.id)), { token: ana.token, body: { texto: 'Cambiada' } });
  await add(ana, { texto: 'De la visita' });
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
  await createRestore(commands, { learning, reviews, discussions })(
    { userId: ana.id, courseId: [course.id], date: [], subtopicId: [] },
    loaded,
    context,
  );
  expect((await read(ana)).map(({ texto }) => texto)).toEqual(['De antes']);
});
