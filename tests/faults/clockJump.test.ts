import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTimer } from '../../backend/commands/kernel/timer.ts';
import { openDomain } from '../support/domain.ts';
import { join, joinAs, makeCourse, PASSWORD, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** The clock of the school is set a day ahead, or an hour back. */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let school: School;
let person: Person;
let course: TestCourse;
/** The school's clock stands still; noon at the school, so that no midnight is near. */
const NOON = Date.parse(`${new Date().toISOString().slice(0, 10)}T20:00:00.000Z`);
let now = NOON;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(now) });
  const teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, teacher.token, teacher.id, [2]);
}, 60_000);
afterAll(() => school.stop());
afterEach(() => {
  now = NOON;
});

let people = 0;
async function enrolled(): Promise<void> {
  person = await join(school, `viajera_${++people}`);
  const body = { id_usuario: person.id, id_curso: course.id };
  expect((await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body })).status).toBe(200);
}
const beat = async (segundos: number): Promise<number> => {
  const body = { id_curso: course.id, pestana: 'a', segundos };
  const answer = await school.ask('POST', `/api/progreso/latido/${person.id}`, { token: person.token, body });
  expect(answer.status, answer.text).toBe(200);
  return Number(answer.body.contados);
};
const studied = async () => {
  await settled(school);
  return (await school.ask('GET', `/api/progreso/tiempo-estudiado/${person.id}`, { token: person.token })).body.tiempoEstudiado;
};
const signedIn = async (token: string) => (await school.ask('GET', '/api/auth/sesion', { token })).status;

test('study time: a day ahead adds three minutes at most, an hour back nothing, and afterwards it counts on as before', async () => {
  await enrolled();
  expect(await beat(60)).toBe(60);
  now += 60 * SECOND;
  expect(await beat(120)).toBe(60);
  // The page itself measured another minute; the clock says a day went by.
  now += DAY;
  const leap = await beat(180);
  expect(leap).toBeGreaterThan(0);
  expect(leap).toBeLessThanOrEqual(180);
  now += 60 * SECOND;
  expect(await beat(240)).toBe(60);
  // Set right again: the true day goes on where it was.
  now -= DAY;
  expect(await beat(240)).toBe(60);
  // And an hour back: no time can be told from a clock that stands in what has been counted.
  now -= HOUR;
  for (const reported of [300, 360, 86_400]) expect(await beat(reported)).toBe(0);
  now += HOUR + 60 * SECOND;
  expect(await beat(420)).toBe(60);
  expect(await studied()).toBe(Math.floor((60 + 60 + leap + 60 + 60 + 60) / 60));
});

test('sessions: those that stand go on, those begun in between too, and none is ended on record', async () => {
  await enrolled();
  const jumps = [0, DAY, -HOUR, 0];
  const tokens = [person.token];
  for (const jump of jumps) {
    now = NOON + jump;
    for (const token of tokens) expect(await signedIn(token)).toBe(200);
    tokens.push((await school.login(person.email, PASSWORD)).token);
  }
  const types: string[] = [];
  for await (const event of school.running.deps.commands.log.readStream(`sessions-${person.id}`)) types.push(event.type);
  expect(types).toEqual(tokens.map(() => 'SessionStarted'));
});

test('a completion is one, whenever it says it was, and what was begun under one clock is answered under another', async () => {
  await enrolled();
  const [classId] = course.modules[0]?.classes ?? [];
  const complete = (completado = true) =>
    school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${classId}/completar`, {
      token: person.token,
      body: { completado },
      headers: { 'Idempotency-Key': `marca-${person.id}-${completado}` },
    });
  const first = await complete();
  for (const jump of [DAY / 2, -HOUR]) {
    now = NOON + jump;
    expect((await complete()).text).toBe(first.text);
  }
  expect((await complete(false)).body).toMatchObject({ completado: false, progreso: 0 });
  await settled(school);
  const panel = await school.ask('GET', `/api/progreso/${person.id}`, { token: person.token });
  expect(panel.body.estadisticas).toMatchObject({ sesionesCompletadas: 0, cursosInscritos: 1 });
});

test('the timer: what came due by a leap is done once, also when the clock goes back and comes by again', async () => {
  const { vault, clock } = await openDomain();
  const done: string[] = [];
  const timer = createTimer(vault, { remind: async ({ thing }) => void done.push(thing) });
  const due = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
  await timer.schedule({ thing: 'tonight', due: due(8 * HOUR), kind: 'remind', data: {} });
  await timer.schedule({ thing: 'in two days', due: due(2 * DAY), kind: 'remind', data: {} });
  await timer.tick(clock.now());
  expect(done).toEqual([]);
  clock.advance(DAY);
  await timer.tick(clock.now());
  expect(done).toEqual(['tonight']);
  clock.advance(-DAY - HOUR);
  for (let hour = 0; hour < 30; hour++) {
    clock.advance(HOUR);
    await timer.tick(clock.now());
  }
  expect(done).toEqual(['tonight']);
  clock.advance(DAY);
  await timer.tick(clock.now());
  expect(done).toEqual(['tonight', 'in two days']);
});
