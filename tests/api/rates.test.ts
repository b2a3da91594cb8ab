import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../backend/api/error.ts';
import { textOf } from '../../backend/api/plugins/errors.ts';
import { createRates } from '../../backend/api/plugins/rates.ts';
import { join, joinAs, makeCourse, type Person, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** How often one person may call, and what one person can make grow. */

let school: School;
let teacher: Person;
let course: TestCourse;
const video = 'https://youtu.be/aaaaaaaaaaa';
beforeAll(async () => {
  school = await openSchool({ env: { USE_RATE: '20', STUDY_RATE: '1', MAKE_RATE: '2' } });
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, teacher.token, teacher.id, [1]);
  const made = await school.ask('POST', '/api/subtema', {
    token: teacher.token,
    body: { id_sesion: course.modules[0]?.classes[0], titulo: 'Video', tipo_subtema: 'video', link_video: video, duracion: 5 },
  });
  expect(made.status, made.text).toBe(201);
}, 60_000);
afterAll(() => school.stop());

const learner = async (name: string): Promise<Person> => {
  const person = await join(school, name);
  const body = { id_usuario: person.id, id_curso: course.id };
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body });
  expect(enrolled.status, enrolled.text).toBe(200);
  return person;
};
const watch = (person: Person, id: string, segundo: number) =>
  school.ask('PUT', `/api/progreso/video/${person.id}`, { token: person.token, body: { id_curso: course.id, video: id, segundo } });

test('a person who calls too often waits, and nobody else does', async () => {
  const [busy, calm] = [await learner('ocupada'), await learner('tranquila')];
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => watch(busy, 'aaaaaaaaaaa', index * 10)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.body.code).toBe('TOO_MANY_REQUESTS');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await watch(calm, 'aaaaaaaaaaa', 30)).status).toBe(200);
  // Studying much takes nothing from what one may change.
  const renamed = await school.ask('PUT', `/api/auth/users/${busy.id}`, { token: busy.token, body: { first_name: 'Nora' } });
  expect(renamed.status, renamed.text).toBe(200);
});

test('what a learner names is in the course: videos, modules, classes and subtopics', async () => {
  const person = await learner('inventora');
  for (const invented of ['bbbbbbbbbbb', 'https://ejemplo.mx/otro.mp4', 'x'])
    expect(await watch(person, invented, 30), invented).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' } });
  const view = (body: object) =>
    school.ask('PUT', `/api/progreso/ultima-vista/${person.id}`, {
      token: person.token,
      body: { courseId: course.id, viewMode: 'module', ...body },
    });
  const moduleId = course.modules[0]?.id;
  const sessionId = course.modules[0]?.classes[0];
  expect((await view({ moduleId: 999_999 })).body.code).toBe('MODULE_NOT_FOUND');
  expect((await view({ moduleId, sessionId: 999_999 })).body.code).toBe('CLASS_NOT_FOUND');
  expect((await view({ moduleId, sessionId, subtemaId: 999_999 })).body.code).toBe('SUBTOPIC_NOT_FOUND');
  expect((await view({ moduleId, sessionId })).status).toBe(200);
  const kept = await school.ask('GET', `/api/progreso/curso/${course.id}/${person.id}`, { token: person.token });
  expect(kept.body.videos).toEqual({});
});

test('reads that wait for a moment that is not there yet hold up no other read of the same person', async () => {
  const person = await learner('esperando');
  const { store } = school.running.deps.commands.log;
  const read = (headers: Record<string, string> = {}) => school.ask('GET', '/api/cuenta/seguimiento', { token: person.token, headers });
  const moment = String(Number(await store.head()) + 20).padStart(16, '0');
  const ended: string[] = [];
  const late = Array.from({ length: 9 }, async () => {
    const { status } = await read({ 'x-min-position': moment });
    ended.push('late');
    return status;
  });
  expect((await read()).status).toBe(200);
  expect(ended).toEqual([]);
  const actor = { userId: person.id, role: 'student' };
  const happened = Array.from({ length: 20 }, () => {
    const id = crypto.randomUUID();
    const told = { commandId: id, correlationId: id, causationId: id, actor, occurredAt: new Date().toISOString(), schemaVersion: 1 };
    return { id, type: 'LiveFollowingAllowed', data: { userId: person.id }, metadata: told };
  });
  await store.append(`following-${person.id}`, 'none', happened);
  expect(await Promise.all(late)).toEqual(late.map(() => 200));
});

test('a count fills again with time, and those that are full are let go', () => {
  let at = 0;
  const study = { perSecond: 1, burst: 1 };
  const rates = createRates({ use: { perSecond: 10, burst: 2 }, study, make: { perSecond: 1, burst: 1 } }, () => at);
  const many = () => rates.take('use', 1);
  many();
  many();
  expect(many).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': '1' } }));
  at = 100;
  many();
  expect(many).toThrow();
  rates.take('make', 1);
  expect(() => rates.take('make', 1)).toThrow();
});

test('of one person so many reads are answered at once, and so many wait; nobody else waits for them', async () => {
  const rate = { perSecond: 1, burst: 1 };
  const { inTurn } = createRates({ use: rate, study: rate, make: rate });
  const ends: (() => void)[] = [];
  let answering = 0;
  const read = async () => {
    answering += 1;
    await new Promise<void>((end) => ends.push(end));
    answering -= 1;
  };
  const asked = Array.from({ length: 308 }, () => inTurn('person', 1, read));
  await expect(inTurn('person', 1, read)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(answering).toBe(8);
  expect(await inTurn('person', 2, async () => 'at once')).toBe('at once');
  expect(await inTurn('place', 1, async () => 'at once')).toBe('at once');
  let left = asked.length;
  for (const one of asked) void one.then(() => (left -= 1));
  while (left > 0) {
    ends.shift()?.();
    await new Promise((turn) => setImmediate(turn));
    expect(answering).toBeLessThanOrEqual(8);
  }
  // Who waits for something that is no work lets others go on, and comes back in turn.
  const reached: (() => void)[] = [];
  const away = Array.from({ length: 8 }, () =>
    inTurn('person', 1, async (leave) => leave(() => new Promise<void>((go) => reached.push(go)))),
  );
  expect(await inTurn('person', 1, async () => 'meanwhile')).toBe('meanwhile');
  const others = Array.from({ length: 8 }, () => inTurn('person', 1, read));
  for (const go of reached) go();
  await new Promise((turn) => setImmediate(turn));
  expect(answering).toBe(8);
  for (const end of ends.splice(0)) end();
  await Promise.all([...away, ...others]);
  expect(answering).toBe(0);
  // One that fails makes room as well.
  await expect(inTurn('person', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn('person', 1, async () => 'again')).toBe('again');
});

test('who has used up a limit of a day is told by the API too how many hours it lasts, not to wait some minutes', () => {
  const told = (wait: number) => textOf(new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(wait) } }));
  expect(told(90)).toContain('Espera unos minutos');
  expect(told(82_801)).toBe('Llegaste al límite. Inténtalo en 24 h.');
  expect(textOf(new ApiError('STORE_UNAVAILABLE', { headers: { 'retry-after': '7200' } }))).not.toContain('2 h');
});
