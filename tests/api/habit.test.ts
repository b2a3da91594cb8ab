import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Habit } from '../../backend/api/contract/habit.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** How regularly one studies: days in a row, a goal and badges. */

let school: School;
let teacher: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  const admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1]);
});
afterAll(() => school.stop());

const read = async (person: Person): Promise<Habit> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/habito/${person.id}`, { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Habit;
};

// rows: D19
test('what one did today counts today, each badge says what it is for, and the goal is one’s own to set', async () => {
  const ana = await join(school, 'ana');
  expect(await read(ana)).toMatchObject({ racha: { dias: 0, hoy: false }, meta: { dias: null, llevas: 0 } });
  const window = await following(school.url, { token: ana.token, topics: [`habito:${ana.id}`] });
  const ask = (method: string, path: string, body: object, token = ana.token) => school.ask(method, path, { token, body });
  await ask('POST', '/api/inscripciones/inscribir', { id_usuario: ana.id, id_curso: course.id });
  await ask('POST', `/api/progreso/latido/${ana.id}`, { id_curso: course.id, pestana: crypto.randomUUID(), segundos: 60 });
  const classId = course.modules[0]?.classes[0] ?? 0;
  await ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${ana.id}/${classId}/completar`, { completado: true });
  expect((await ask('PUT', `/api/habito/${ana.id}`, { dias: 4 })).status).toBe(200);
  await until(() => window.items.some(({ topic }) => topic === `habito:${ana.id}`), 'the window was told');
  window.close();
  const now = await read(ana);
  expect(now).toMatchObject({ racha: { dias: 1, hoy: true, perdonados: [] }, meta: { dias: 4, llevas: 1 } });
  expect(now.insignias.filter(({ fecha }) => fecha !== null).map(({ id }) => id)).toEqual(['primera-clase', 'primer-curso']);
  expect(now.insignias.find(({ id }) => id === 'veinticinco-clases')).toMatchObject({ llevas: 1, de: 25, fecha: null });
  expect((await ask('PUT', `/api/habito/${ana.id}`, { dias: 8 })).status).toBe(400);
  expect((await ask('PUT', `/api/habito/${ana.id}`, { dias: 2 }, teacher.token)).status).toBe(403);
  expect((await school.ask('GET', `/api/habito/${ana.id}`, { token: teacher.token })).status).toBe(403);
});
