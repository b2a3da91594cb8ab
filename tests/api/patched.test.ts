import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LearnerCourse, Panel } from '../../backend/api/contract/records/learning.ts';
import type { Overview } from '../../backend/api/contract/records/operations.ts';
import type { LiveItem } from '../../backend/api/live/connection.ts';
import { schoolDay } from '../../events/calendar.ts';
import { patches } from '../../frontend/src/api/patches.ts';
import type { Change } from '../../frontend/src/live/tails.ts';
import { following, type LiveClient } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, registration, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What screens hold by patching pushes, beside what the routes answer: the same, and read again only where a push cannot say it all. */

const MINUTE = 60_000;
/** Half an hour before the school's next midnight, which falls on a full hour. Sessions live by the real clock too, so it is not behind that. */
const beforeMidnight = (from: number): number => {
  const dayAt = (at: number) => schoolDay(new Date(at).toISOString());
  let hour = Math.ceil(from / (60 * MINUTE)) * 60 * MINUTE;
  while (dayAt(hour) === dayAt(hour - 1)) hour += 60 * MINUTE;
  return hour - 29.5 * MINUTE;
};
let now = beforeMidnight(Date.now() + 30 * MINUTE);
let school: School;
let admin: Person;
let ana: Person;
let first: TestCourse;
let second: TestCourse;
let client: LiveClient;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(now) });
  admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  ana = await join(school, 'ana');
  first = await makeCourse(school, admin.token, teacher.id, [2, 2], { desbloqueo: 'libre' });
  second = await makeCourse(school, admin.token, teacher.id, [2], { desbloqueo: 'libre' });
  for (const { id } of [first, second])
    await school.ask('POST', '/api/inscripciones/inscribir', { token: ana.token, body: { id_usuario: ana.id, id_curso: id } });
  await settled(school);
  client = await following(school.url, { token: admin.token, topics: ['resumen', `progreso:${ana.id}`] });
}, 60_000);
afterAll(async () => {
  client?.close();
  await school?.stop();
});

const read = async <T>(at: string): Promise<T> => (await school.ask('GET', at, { token: admin.token })).body as unknown as T;
const answers = async () => ({
  panel: await read<Panel>(`/api/progreso/${ana.id}`),
  learner: await read<LearnerCourse>(`/api/progreso/curso/${first.id}/${ana.id}`),
  other: await read<LearnerCourse>(`/api/progreso/curso/${second.id}/${ana.id}`),
  overview: await read<Overview>('/api/resumen'),
});
type Answers = Awaited<ReturnType<typeof answers>>;

/** Makes a change; returns the names of held answers that must be read again. All others must equal what the routes answer. */
async function after(act: () => Promise<{ status: number }>): Promise<(keyof Answers)[]> {
  await settled(school);
  await until(async () => (client.held() ?? '') >= ((await school.running.deps.reader.checkpoint()) ?? ''), 'the client to be up to date');
  const held = await answers();
  const seen = client.items.length;
  now += MINUTE;
  expect((await act()).status).toBeLessThan(300);
  await settled(school);
  await until(async () => (client.held() ?? '') >= ((await school.running.deps.reader.checkpoint()) ?? ''), 'the client to be told');
  const again = new Set<keyof Answers>();
  const told = (item: LiveItem) => item as unknown as Change;
  const items = client.items.slice(seen).map(told);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items)
    if (item.topic === 'resumen') {
      if (!patches.overview.patch(held.overview, item)) again.add('overview');
    } else {
      if (!patches.panel.patch(held.panel, item)) again.add('panel');
      if (!patches.learnerCourse.patch(held.learner, item)) again.add('learner');
      if (!patches.learnerCourse.patch(held.other, item)) again.add('other');
    }
  const truth = await answers();
  // The position up to which it is current may lag: the other events do not concern these figures.
  expect(held.overview.posicion <= truth.overview.posicion).toBe(true);
  truth.overview.posicion = held.overview.posicion;
  for (const name of Object.keys(truth) as (keyof Answers)[]) if (!again.has(name)) expect(held[name], name).toEqual(truth[name]);
  return [...again].sort();
}

const view =
  ({ id, modules }: TestCourse, index: number) =>
  () =>
    school.ask('PUT', `/api/progreso/ultima-vista/${ana.id}`, {
      token: ana.token,
      body: { courseId: id, moduleId: modules[0]?.id, sessionId: modules[0]?.classes[index], subtemaId: null, viewMode: 'module' },
    });
let reported = 0;
const study =
  ({ id }: TestCourse) =>
  () => {
    reported += 60;
    return school.ask('POST', `/api/progreso/latido/${ana.id}`, {
      token: ana.token,
      body: { id_curso: id, pestana: 'a', segundos: reported },
    });
  };
const mark =
  ({ modules }: TestCourse, index: number, completado = true) =>
  () =>
    school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${ana.id}/${modules[0]?.classes[index]}/completar`, {
      token: ana.token,
      body: { completado },
    });

// rows: F10
test('a heartbeat and a saved last view cause no further read: the push says everything', async () => {
  expect(await after(study(first))).toEqual([]);
  expect(await after(study(second))).toEqual([]);
  expect(await after(view(first, 1))).toEqual([]);
  expect((await answers()).panel.cursos[0]?.id_curso).toBe(first.id);
  expect(await after(view(second, 0))).toEqual([]);
  expect((await answers()).panel.cursos[0]?.id_curso).toBe(second.id);
  expect(await after(study(first))).toEqual([]);
});

// rows: F10
test('a completed class is read again only where course and learner are answered together', async () => {
  expect(await after(mark(first, 0))).toEqual(['learner', 'panel']);
  expect(await after(mark(first, 0, false))).toEqual(['learner', 'panel']);
  expect(await after(view(first, 0))).toEqual([]);
});

test('a view pushed together with a completed class hides nothing', async () => {
  const mine = await after(async () => {
    await Promise.all([mark(second, 1)(), view(second, 1)()]);
    return view(second, 0)();
  });
  expect(mine).toEqual(['other', 'panel']);
});

test('on another day the panel is read again, once', async () => {
  await settled(school);
  const held = await answers();
  now += 60 * MINUTE;
  const seen = client.items.length;
  expect((await study(first)()).status).toBe(200);
  const item = await until(() => client.items.slice(seen).find(({ id }) => id === 'estudio'), 'the study time');
  expect(patches.panel.patch(held.panel, item as unknown as Change)).toBe(false);
});

test('a new or erased account changes counts of several documents: the overview is read again', async () => {
  expect(await after(() => school.ask('POST', '/api/auth/register', { body: registration('nueva') }))).toEqual(['overview']);
});
