import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreHealth } from '../../backend/api/contract/storeHealth.ts';
import { join, type Person, promote } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

let school: School;
let admin: Person;
beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'rita');
  await promote(school, admin, 'administrator');
});
afterAll(() => school.stop());

const states = async () =>
  ((await school.ask('GET', '/api/operacion/almacen', { token: admin.token })).body as unknown as StoreHealth).estados;
const drop = (person: Person) => school.ask('POST', '/api/operacion/estados/soltar', { token: person.token });
const metrics = async () => (await school.ask('GET', '/metrics')).text;

// rows: L14
test('operators see the states that each thread keeps and how often they were found, and drop them; who did is on record', async () => {
  const ana = await join(school, 'ana');
  // A thread that is too busy to say is left out.
  const before = await until(async () => {
    const all = await states();
    return all.length === 2 && all;
  }, 'both threads to say');
  expect(before.map(({ hilo }) => hilo)).toEqual(['llamadas', 'reacciones']);
  for (const { bytes, limite } of before) expect(bytes).toBeLessThanOrEqual(limite);
  const [calls] = before;
  expect(calls?.cantidad).toBeGreaterThan(2);
  expect(calls?.lecturas).toBeGreaterThan(0);
  const text = await until(async () => {
    const all = await metrics();
    return /^kept_states_bytes\{thread="background"\} \d/m.test(all) && all;
  }, 'the metrics of both');
  expect(text).toMatch(/^kept_states\{thread="api"\} [1-9]/m);
  expect(text).toMatch(/^kept_state_lookups_total\{thread="api",found="miss"\} [1-9]/m);

  expect((await drop(ana)).status).toBe(403);
  expect((await drop(admin)).status).toBe(200);
  const [after, behind] = await states();
  expect(after?.cantidad).toBeLessThan(calls?.cantidad ?? 0);
  expect(behind?.cantidad ?? 0).toBeLessThanOrEqual(before[1]?.cantidad ?? 0);
  expect(after?.aciertos).toBeGreaterThanOrEqual(calls?.aciertos ?? 0);
  const told: unknown[] = [];
  for await (const { type, data, meta } of school.running.deps.commands.log.readStream('operations-states'))
    told.push([type, data, meta.actor.userId]);
  expect(told).toEqual([['KeptStatesDropped', { entries: expect.any(Number), bytes: expect.any(Number) }, admin.id]]);
});
