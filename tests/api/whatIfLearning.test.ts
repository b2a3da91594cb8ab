import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindersOf } from '../../backend/api/answers/whatIfLearning.ts';
import type { WhatIf } from '../../backend/api/contract/whatIf.ts';
import { courseLearners } from '../../backend/projections/courseLearners.ts';
import { addDays, daysBetween, schoolDay } from '../../events/calendar.ts';
import { openSchool, type School } from '../support/school.ts';

/** Rules of learning, tried on the past. */

type Seen = Parameters<typeof remindersOf>[0][number];
const nothing = { active: false, state: null, written: false };
const active = (day: string): Seen => ({ ...nothing, day, active: true });
const written = (day: string): Seen => ({ ...nothing, day, written: true });
const becomes = (day: string, state: Seen['state']): Seen => ({ ...nothing, day, state });
const options = { first: 'learning', from: '2026-03-01', today: '2026-03-31', days: 7 } as const;

test('somebody is reminded once each time that they stay away, not after they finished or left, nor soon after somebody wrote', () => {
  const told = (seen: Seen[], more: Partial<typeof options> | { first: null } = {}) =>
    remindersOf(seen, { ...options, ...more }).map(({ day, quiet }) => [day.slice(8), quiet]);
  // Away from the 2nd to the 20th, then until today.
  expect(told([active('2026-03-01'), active('2026-03-02'), active('2026-03-20')])).toEqual([
    ['09', 18],
    ['27', 11],
  ]);
  // Back on the very day: nothing is due.
  expect(told([active('2026-03-02'), active('2026-03-09'), active('2026-03-16')])).toEqual([['23', 15]]);
  // Due before the period, or after today.
  expect(told([active('2026-02-20')])).toEqual([]);
  expect(told([active('2026-02-22')])).toEqual([['01', 37]]);
  expect(told([active('2026-03-26')])).toEqual([]);
  expect(told([active('2026-03-02'), becomes('2026-03-05', 'completed')])).toEqual([]);
  expect(told([active('2026-03-02'), becomes('2026-03-12', 'left')])).toEqual([['09', 29]]);
  expect(told([active('2026-03-02')], { first: null })).toEqual([]);
  expect(told([active('2026-03-02'), written('2026-03-05')])).toEqual([]);
  expect(told([written('2026-02-27'), active('2026-03-02')])).toEqual([['09', 29]]);
});

let school: School;
let token: string;
const tried = async (of: string) => {
  const answer = await school.ask('GET', `/api/supuestos/${of}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as WhatIf;
};
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  ({ token } = await school.login('admin'));
});
afterAll(() => school.stop());

// rows: J09
test('whoever is quiet today and was not written to would have been reminded that many days after their last activity', async () => {
  const { casos, cambios, completo, antes, despues } = await tried('inactividad?dias_sin_actividad=10&dias=90');
  expect({ completo, antes, despues }).toEqual({ completo: true, antes: 0, despues: 10 });
  const today = schoolDay(new Date().toISOString());
  const { docs } = await school.running.deps.reads.find(courseLearners, {
    where: { state: 'learning', day: { lte: addDays(today, -10) } },
  });
  const due = docs
    .map(({ doc }) => doc)
    .filter(({ day, remindedAt }) => remindedAt === null && addDays(day, 10) > addDays(today, -89))
    .map(({ userId, day }) => [userId, addDays(day, 10), daysBetween(day, today)]);
  expect(due.length).toBeGreaterThan(0);
  expect(cambios).toEqual([{ clase: 'recordaria', cantidad: expect.any(Number) }]);
  // The newest hundred are named.
  const oldest = casos.at(-1)?.fecha.slice(0, 10) ?? '';
  const told = casos.map(({ id_usuario, fecha, valor }) => [id_usuario, fecha.slice(0, 10), valor]);
  for (const one of due.filter(([, day]) => String(day) > oldest)) expect(told).toContainEqual(one);
  const { token: learner } = await school.login('estudiante');
  expect((await school.ask('GET', '/api/supuestos/inactividad', { token: learner })).status).toBe(403);
});

test('another rule of opening modules tells before whom more would open, or who went ahead of it', async () => {
  const { cursos: courses } = (await school.ask('GET', '/api/cursos/gestion', { token })).body as unknown as {
    cursos: { id_curso: number }[];
  };
  let affected = 0;
  for (const { id_curso } of courses.slice(0, 6)) {
    const unchanged = await tried(`desbloqueo/${id_curso}?dias=365`);
    expect(unchanged.cambios).toEqual([]);
    const other = await tried(`desbloqueo/${id_curso}?dias=365&desbloqueo=${unchanged.antes === 0 ? 'libre' : 'secuencial'}`);
    expect(other.despues).toBe(1 - unchanged.antes);
    for (const { clase, cantidad } of other.cambios) {
      expect(clase).toBe(unchanged.antes === 0 ? 'abriria' : 'fueraDeOrden');
      affected += cantidad;
    }
  }
  expect(affected).toBeGreaterThan(0);
});
