import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { INSPECTION_KEY, type Inspected } from '../../../backend/projections/inspection/inspections.ts';
import { fold, handledTypes } from '../../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../../backend/projections/kernel/projection.ts';
import { RESET_TOPIC } from '../../../backend/projections/kernel/status.ts';
import { collect } from '../../support/domain.ts';
import { completed, enrolled, erased, registered } from '../../support/learning.ts';
import { openProjecting, type Projecting } from '../../support/projecting.ts';
import { people, tally, totals } from '../../support/tinyProjections.ts';
import { until } from '../../support/until.ts';

/** Documents compared with the log, and made again from it. */

const LEARNERS = 30;
const DAY_MS = 24 * 3_600_000;

async function fill(school: Projecting): Promise<void> {
  for (let user = 1; user <= LEARNERS; user++) await school.append(`enrolment-${user}_1`, enrolled(user), completed(user));
}
/** As a fault of the store or of older code would leave it. */
async function damage(school: Projecting, projection: string, key: string, path: string, value: unknown): Promise<void> {
  const database = new DatabaseSync(join(school.dir, 'read.db'));
  const { id } = database.prepare(`SELECT id FROM generations WHERE projection = ? AND role = 'serving'`).get(projection) as { id: number };
  const done = database.prepare(`UPDATE g${id} SET j = json_set(j, ?, json(?)) WHERE k = ?`).run(path, JSON.stringify(value), key);
  database.close();
  expect(done.changes).toBe(1);
}
const ask = (school: Projecting, targets: { projection: string; keys: string[] }[], mend: boolean) =>
  school.append('operations-documents', ['DocumentsCheckRequested', { targets, mend }]);
const outcomes = async (school: Projecting) =>
  (await collect(school.log.readStream('operations-documents'))).filter(({ type }) => type === 'DocumentsChecked').map(({ data }) => data);
const outcome = async (school: Projecting, count = 1) => {
  await until(async () => (await outcomes(school)).length === count, 'what came of it');
  return (await outcomes(school)).at(-1);
};
/** Every document is what its events say; one that was written again has a higher version. */
async function expectTrue(school: Projecting, code: readonly AnyProjection[]): Promise<void> {
  for (const projection of code) {
    const docs = (await school.docs(await school.serving(projection.name))).map(({ key, doc }) => [key, doc] as const);
    const events = await collect(school.log.readAll(null, { types: handledTypes(projection) }));
    const { writes } = fold(projection, events, new Map(), false);
    expect(Object.fromEntries(docs)).toEqual(Object.fromEntries(writes.flatMap(({ key, doc }) => (doc ? [[key, doc]] : []))));
  }
}
const kept = async (school: Projecting) => (await school.vault.get<Inspected>('status', INSPECTION_KEY))?.value;

// rows: L08
test('documents that are named are folded again, compared, and written where they differ; what is followed reads again', async () => {
  const school = await openProjecting();
  const before = await school.start({ projections: [tally(), totals] });
  await fill(school);
  await before.projector.ready();
  await school.caughtUp();
  await before.stop();
  await damage(school, 'tally', '3', '$.completed', 99);
  await damage(school, 'totals', 'all', '$.events', 1);
  // One that has the damaged documents in memory.
  const { projector } = await school.start({ projections: [tally(), totals] });
  await projector.ready();
  await school.append('enrolment-3_1', completed(3, 2));
  await school.caughtUp();

  await ask(school, [{ projection: 'tally', keys: ['3', '4', '900'] }], false);
  expect(await outcome(school)).toMatchObject({ documents: 3, count: 1, different: [{ projection: 'tally', keys: ['3'] }], mended: false });
  expect(await school.changes(RESET_TOPIC)).toEqual([]);

  await ask(
    school,
    [
      { projection: 'tally', keys: ['3', '4'] },
      { projection: 'totals', keys: ['all'] },
    ],
    true,
  );
  expect(await outcome(school, 2)).toMatchObject({ documents: 3, count: 2, mended: true });
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id).sort()).toEqual(['tally', 'totals']);
  await expectTrue(school, [tally(), totals]);

  // What comes next is folded onto what was written.
  await school.append('enrolment-3_1', completed(3, 3));
  await school.caughtUp();
  await expectTrue(school, [tally(), totals]);
});

test('events that come while documents are folded again are in them', async () => {
  const school = await openProjecting();
  const before = await school.start({ projections: [tally(), totals] });
  await fill(school);
  await before.projector.ready();
  await school.caughtUp();
  await before.stop();
  await damage(school, 'totals', 'all', '$.events', 7);
  // One that does not have the document in memory, from where it would write over the damage.
  const { projector } = await school.start({ projections: [tally(), totals] });
  await projector.ready();
  await ask(school, [{ projection: 'totals', keys: ['all'] }], true);
  await Promise.all(Array.from({ length: 20 }, (_, user) => school.append(`enrolment-${user + 1}_1`, completed(user + 1, 2))));
  expect(await outcome(school)).toMatchObject({ count: 1, mended: true });
  await school.caughtUp();
  await expectTrue(school, [tally(), totals]);
});

// rows: L11
test('each night a sample of every read model is compared; what differs is kept with an example, which goes with the person', async () => {
  const school = await openProjecting();
  let now = Date.parse('2026-03-02T18:00:00Z');
  for (let user = 1; user <= 3; user++) await school.append(`user-${user}`, registered(user, `persona${user}`));
  const { projector } = await school.start({ projections: [people, tally()], clock: () => now, inspectEveryMs: 20 });
  await projector.ready();
  await school.caughtUp();
  // Not on the day on which it starts.
  await until(async () => (await kept(school)) !== undefined, 'the first look');
  expect(await kept(school)).toMatchObject({ documents: 0, different: 0 });
  await damage(school, 'people', '2', '$.name', 'Otra persona');
  now += DAY_MS;
  await until(async () => (await kept(school))?.different === 1, 'the night');
  expect(await kept(school)).toMatchObject({
    // The other one has no documents.
    ...{ projections: 1, documents: 3 },
    samples: [{ projection: 'people', key: '2', before: { name: 'Otra persona' } }],
  });
  await school.append('user-2', erased(2));
  await until(async () => (await kept(school))?.samples.length === 0, 'the example to go');
});

test('a read model with an event that can no longer be read is not compared, and keeps no other from it', async () => {
  const school = await openProjecting();
  let now = Date.parse('2026-03-02T18:00:00Z');
  for (let user = 1; user <= 3; user++) await school.append(`user-${user}`, registered(user, `persona${user}`));
  await school.append('enrolment-3_1', enrolled(3), completed(3));
  const { projector } = await school.start({ projections: [people, tally()], clock: () => now, inspectEveryMs: 20 });
  await projector.ready();
  await school.caughtUp();
  await until(async () => (await kept(school)) !== undefined, 'the first look');
  await damage(school, 'tally', '3', '$.completed', 99);
  await school.vault.remove('keys', '2');
  school.keys.forget('2');
  now += DAY_MS;
  await until(async () => (await kept(school))?.different === 1, 'the night');
  // What could not be compared is not counted.
  expect(await kept(school)).toMatchObject({ projections: 1, documents: 1, samples: [{ projection: 'tally', key: '3' }] });
});

test('what the last inspection found has its own date, until the next one is at its end', async () => {
  const school = await openProjecting();
  let now = Date.parse('2026-03-02T18:00:00Z');
  const dayOf = (days: number) => new Date(Date.parse('2026-03-02T18:00:00Z') + days * DAY_MS).toISOString();
  await school.append('enrolment-3_1', enrolled(3), completed(3));
  const { projector } = await school.start({ projections: [tally()], clock: () => now, inspectEveryMs: 20 });
  await projector.ready();
  await school.caughtUp();
  await until(async () => (await kept(school)) !== undefined, 'the first look');
  now += DAY_MS;
  await until(async () => (await kept(school))?.documents === 1, 'the first night');
  const put = vi.spyOn(school.vault, 'put');
  now += DAY_MS;
  await until(async () => (await kept(school))?.at === dayOf(2), 'the second night');
  const said = put.mock.calls.filter(([, key]) => key === INSPECTION_KEY).map(([, , value]) => value);
  expect(said).toMatchObject([
    { at: dayOf(1), begun: dayOf(2), documents: 1 },
    { at: dayOf(2), begun: dayOf(2), documents: 1 },
  ]);
});

test('an inspection that finds what was found before to be mended says so', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [tally()] });
  await fill(school);
  await projector.ready();
  await school.caughtUp();
  await damage(school, 'tally', '5', '$.completed', 50);
  await ask(school, [], false);
  await outcome(school);
  // A sample of twenty of thirty may have missed it.
  const seen = (await kept(school))?.different ?? 0;
  await ask(school, [{ projection: 'tally', keys: ['5'] }], true);
  await outcome(school, 2);
  expect([seen <= 1, await kept(school)]).toMatchObject([true, { different: 0, samples: [] }]);
  await expectTrue(school, [tally()]);
});
