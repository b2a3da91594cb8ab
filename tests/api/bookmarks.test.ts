import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookmarkedClass } from '../../backend/api/contract/learning.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { bookmarks } from '../../backend/projections/bookmarks.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Classes saved for later: whose list it is, what stands on it, and what becomes of it. */

let school: School;
let admin: Person;
let teacher: Person;
let course: TestCourse;
let classes: number[];
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [2, 1]);
  classes = course.modules.flatMap((module) => module.classes);
});
afterAll(() => school.stop());

let people = 0;
const learner = () => join(school, `ana_${++people}`);
const at = (person: { id: number }, classId: number | string = '') => `/api/guardadas/${person.id}${classId === '' ? '' : `/${classId}`}`;
const set = (method: 'PUT' | 'DELETE', person: { id: number; token: string }, classId: number, as = person.token) =>
  school.ask(method, at(person, classId), { token: as });
const list = async (person: { id: number; token: string }): Promise<BookmarkedClass[]> => {
  await settled(school);
  const answer = await school.ask('GET', at(person), { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.clases as BookmarkedClass[];
};
const ids = (saved: BookmarkedClass[]) => saved.map(({ id_sesion }) => id_sesion);

test('a saved class stands on the list with its place, the last one first, once; what is removed is gone', async () => {
  const ana = await learner();
  const [first = 0, second = 0, third = 0] = classes;
  for (const classId of [first, second, first, third]) expect(await set('PUT', ana, classId)).toMatchObject({ status: 200 });
  const saved = await list(ana);
  expect(ids(saved)).toEqual([third, second, first]);
  expect(saved[0]).toMatchObject({ id_curso: course.id, lugar: { titulo: 'Clase 2.1', modulo: 'Módulo 2', curso: 'Curso' } });
  for (const classId of [second, second]) expect(await set('DELETE', ana, classId)).toMatchObject({ status: 200 });
  expect(ids(await list(ana))).toEqual([third, first]);
});

test('only oneself reads and changes the list, an administrator neither; a class that is not there, or of a draft, is not saved', async () => {
  const [ana, beto] = [await learner(), await learner()];
  const [first = 0] = classes;
  await set('PUT', ana, first);
  for (const other of [beto, admin, teacher]) {
    expect((await school.ask('GET', at(ana), { token: other.token })).status).toBe(403);
    for (const method of ['PUT', 'DELETE'] as const) expect((await set(method, ana, first, other.token)).status).toBe(403);
  }
  expect((await school.ask('GET', at(ana))).status).toBe(401);
  expect((await school.ask('PUT', at(ana, first))).status).toBe(401);
  expect(await set('PUT', ana, 999_999)).toMatchObject({ status: 404, body: { code: 'CLASS_NOT_FOUND' } });
  expect((await school.ask('PUT', at(ana, 'x'), { token: ana.token })).status).toBe(400);
  const draft = await makeCourse(school, admin.token, teacher.id, [1]);
  await school.ask('PATCH', `/api/cursos/cursos/${draft.id}/estado`, { token: admin.token, body: { estado: 0 } });
  expect(await set('PUT', ana, draft.modules[0]?.classes[0] ?? 0)).toMatchObject({ status: 404, body: { code: 'COURSE_NOT_FOUND' } });
  expect(ids(await list(ana))).toEqual([first]);
});

test('a class that was taken out, or whose course may not be read any more, stays on the list without its place, and can be removed', async () => {
  const ana = await learner();
  const { id, modules } = await makeCourse(school, admin.token, teacher.id, [2]);
  const [one = 0, two = 0] = modules[0]?.classes ?? [];
  for (const classId of [one, two]) await set('PUT', ana, classId);
  expect((await school.ask('DELETE', `/api/sesiones/deleteSesion/${one}`, { token: admin.token })).status).toBe(200);
  const places = async () => Object.fromEntries((await list(ana)).map(({ id_sesion, lugar }) => [id_sesion, lugar?.titulo ?? null]));
  expect(await places()).toEqual({ [one]: null, [two]: 'Clase 1.2' });
  await school.ask('PATCH', `/api/cursos/cursos/${id}/estado`, { token: admin.token, body: { estado: 0 } });
  expect(await places()).toEqual({ [one]: null, [two]: null });
  for (const classId of [one, two]) expect((await set('DELETE', ana, classId)).status).toBe(200);
  expect(await list(ana)).toEqual([]);
});

test('every window of the person is told of a change, and nobody else may listen', async () => {
  const [ana, beto] = [await learner(), await learner()];
  const topic = `guardadas:${ana.id}`;
  const windows = await Promise.all([0, 1].map(() => following(school.url, { token: ana.token, topics: [topic] })));
  const stranger = await following(school.url, { token: beto.token });
  expect(await stranger.join(topic)).toHaveProperty('error');
  await set('PUT', ana, classes[0] ?? 0);
  for (const window of windows)
    await until(() => window.items.some((item) => item.topic === topic && item.id === String(ana.id)), 'the window was told');
  expect(stranger.items).toEqual([]);
  for (const one of [...windows, stranger]) one.close();
});

test('what was saved is in the export of one’s data, and the list is gone with the person', async () => {
  const ana = await learner();
  await set('PUT', ana, classes[0] ?? 0);
  await settled(school);
  const data = (await school.ask('GET', '/api/cuenta/datos', { token: ana.token })).body as unknown as {
    eventos: Record<string, object[]>;
  };
  expect(data.eventos[`bookmarks-${ana.id}`]).toMatchObject([{ tipo: 'ClassBookmarked', datos: { classId: classes[0] } }]);
  const { reads } = school.running.deps;
  const held = async () => {
    await settled(school);
    return reads.get(bookmarks, String(ana.id));
  };
  expect(await held()).not.toBeNull();
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}`, { token: admin.token, body: {} })).status).toBe(200);
  await until(async () => (await held()) === null, 'the list was deleted');
});

test('the demo gives back what stood on the list when it was loaded', async () => {
  const ana = await learner();
  const [first = 0, second = 0] = classes;
  const { commands, learning, reviews, discussions, clock } = school.running.deps;
  await set('PUT', ana, first);
  const loaded = clock().toISOString();
  await until(() => clock().toISOString() > loaded, 'a moment later');
  await set('DELETE', ana, first);
  await set('PUT', ana, second);
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
  await createRestore(commands, { learning, reviews, discussions })(
    { userId: ana.id, courseId: [], date: [], subtopicId: [] },
    loaded,
    context,
  );
  expect(ids(await list(ana))).toEqual([first]);
});
