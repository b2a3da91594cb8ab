import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Diff } from '../../../backend/projections/kernel/readStore.ts';
import { type ProjectionStatus, RESET_TOPIC, replayKey, STATUS_TOPIC } from '../../../backend/projections/kernel/status.ts';
import { openSqliteReadStore } from '../../../backend/projections/stores/sqlite.ts';
import type { EventLog } from '../../../events/log.ts';
import { collect } from '../../support/domain.ts';
import { completed, enrolled, erased, registered, unenrolled } from '../../support/learning.ts';
import { expectFresh, openProjecting, type Projecting } from '../../support/projecting.ts';
import { fragile, fragility, POISON, people, tally, tinyModule, totals } from '../../support/tinyProjections.ts';
import { until } from '../../support/until.ts';

const LEARNERS = 30;
const DAY_MS = 24 * 3_600_000;

/** Learners with a class each; number 10 has left again. */
async function fill(school: Projecting): Promise<void> {
  for (let user = 1; user <= LEARNERS; user++) await school.append(`enrolment-${user}_1`, enrolled(user), completed(user));
  await school.append('enrolment-10_1', unenrolled(10));
}
const replayed = (school: Projecting, projection = 'tally', generation = 2) =>
  school.ask(projection, 'ReplayStarted', { generation, codeVersion: 1 });
const ready = (school: Projecting, projection = 'tally') => school.untilStatus(projection, ({ replay }) => replay?.state === 'ready');
const generations = async (school: Projecting, projection = 'tally') =>
  Object.fromEntries(
    (await school.reader.generations()).filter((one) => one.projection === projection).map(({ generation, role }) => [generation, role]),
  );
const operations = async (school: Projecting, projection = 'tally') => collect(school.log.readStream(`operations-${projection}`));
const place = (school: Projecting, version: number) => ({
  folder: join(school.dir, 'builds'),
  connect: () => school.events.connection(),
  vaultPath: join(school.dir, 'vault.db'),
  personalDataKey: new Uint8Array(32).fill(3),
  projections: tinyModule(version),
});
const leftovers = (school: Projecting) => {
  const folder = join(school.dir, 'builds');
  return existsSync(folder) ? readdirSync(folder) : [];
};

// rows: L03
test('a replay builds the same again beside what serves, follows, and is served; then one returns', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [tally(), totals] });
  await fill(school);
  await projector.ready();
  await school.caughtUp();
  const before = await school.bytes(await school.serving('tally'));
  await replayed(school);
  const row = await ready(school);
  expect(row.replay).toMatchObject({ generation: 2, diff: { added: 0, changed: 0, removed: 0, unchanged: LEARNERS - 1 }, error: null });
  expect(row.replay?.progress).toMatchObject({ done: 2 * LEARNERS + 1, secondsLeft: 0 });
  expect(row).toMatchObject({ state: 'running', generation: 1, previous: [] });
  expect(leftovers(school)).toEqual([]);
  // On record before anybody is told.
  expect((await operations(school)).at(-1)).toMatchObject({
    type: 'ReplayFinished',
    meta: { actor: { role: 'system' } },
    data: { generation: 2, events: 2 * LEARNERS + 1 },
  });
  expect(await generations(school)).toEqual({ 1: 'serving', 2: 'building' });

  // It follows while it waits.
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  const both = (await school.reader.generations()).filter((one) => one.projection === 'tally');
  expect(await school.bytes(both[0] ?? fail())).toBe(await school.bytes(both[1] ?? fail()));
  expect(before).not.toBe(await school.bytes(both[1] ?? fail()));

  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  const switched = await school.untilStatus('tally', ({ generation }) => generation === 2);
  expect(switched).toMatchObject({ previous: [{ generation: 1 }], replay: null, state: 'running' });
  expect(await generations(school)).toEqual({ 1: 'previous', 2: 'serving' });
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id)).toEqual(['tally']);
  expect(await school.vault.get('status', replayKey('tally'))).toBeNull();
  const since = await school.append('enrolment-2_1', completed(2, 2));
  await school.caughtUp();
  // The new serving generation is followed, as the previous one was.
  expect((await school.changes('tally:2')).map(({ position }) => position)).toContain(since);
  await expectFresh(school, [tally(), totals]);

  await school.ask('tally', 'GenerationReturned', { generation: 1 });
  await school.untilStatus('tally', ({ generation }) => generation === 1);
  expect(await generations(school)).toEqual({ 1: 'serving', 2: 'previous' });
  await expectFresh(school, [tally(), totals]);
  await school.append('enrolment-3_1', completed(3, 2));
  await school.caughtUp();
  await expectFresh(school, [tally(), totals]);
});

// rows: L05
test('replaced generations are kept for days, three at most, each to return to, and then go', async () => {
  const school = await openProjecting();
  await fill(school);
  let now = Date.now();
  const { projector } = await school.start({ projections: [tally()], clock: () => now, keepFor: async () => 2 * DAY_MS });
  await projector.ready();
  const served = async (generation: number) => {
    await replayed(school, 'tally', generation);
    await ready(school);
    await school.ask('tally', 'GenerationSwitched', { generation });
    return school.untilStatus('tally', (row) => row.generation === generation && row.replay === null);
  };
  expect((await served(2)).previous.map(({ generation }) => generation)).toEqual([1]);
  expect((await served(3)).previous.map(({ generation }) => generation)).toEqual([2, 1]);
  await served(4);
  await served(5);
  const kept = await school.untilStatus('tally', ({ previous }) => previous.length === 3);
  expect(kept.previous.map(({ generation }) => generation)).toEqual([4, 3, 2]);

  // Any of them comes back, with what happened since.
  await school.append('enrolment-3_1', completed(3, 2));
  await school.ask('tally', 'GenerationReturned', { generation: 2 });
  const back = await school.untilStatus('tally', ({ generation }) => generation === 2);
  expect(back.previous.map(({ generation }) => generation)).toEqual([5, 4, 3]);
  await school.caughtUp();
  await expectFresh(school, [tally()]);

  now += 2 * DAY_MS + 60_000;
  await school.untilStatus('tally', ({ previous }) => previous.length === 0);
  expect(await generations(school)).toEqual({ 2: 'serving' });
});

// rows: L02
test('a pause with an end goes on by itself, on record', async () => {
  const school = await openProjecting();
  await fill(school);
  let now = Date.now();
  const { projector } = await school.start({ projections: [tally()], clock: () => now });
  await projector.ready();
  const ends = new Date(now + 60_000).toISOString();
  await school.ask('tally', 'ProjectionPaused', { until: ends });
  expect((await school.untilStatus('tally', ({ state }) => state === 'paused')).pausedUntil).toBe(ends);
  await school.append('enrolment-3_1', completed(3, 2));
  await school.caughtUp();
  expect((await school.status('tally'))?.state).toBe('paused');
  now += 61_000;
  await school.untilStatus('tally', ({ state, pausedUntil }) => state === 'running' && pausedUntil === null);
  const resumed = (await operations(school)).filter(({ type }) => type === 'ProjectionResumed');
  expect(resumed).toMatchObject([{ meta: { actor: { role: 'system' } } }]);
  await expectFresh(school, [tally()]);
});

test('followers see a replay begin, go on and end, however small the log is', async () => {
  const school = await openProjecting();
  await fill(school);
  const { projector } = await school.start({ projections: [tally()] });
  await projector.ready();
  await replayed(school);
  await ready(school);
  const rows = (await school.changes(STATUS_TOPIC)).map(({ view }) => view as unknown as ProjectionStatus);
  const running = rows.flatMap(({ replay }) => (replay?.state === 'running' ? [replay.progress] : []));
  const all = 2 * LEARNERS + 1;
  expect(running[0]).toMatchObject({ done: 0, share: 0 });
  expect(running.some((progress) => progress && progress.done > 0 && progress.done < all)).toBe(true);
  expect(running.at(-1)).toMatchObject({ done: all, share: 1 });
  // The share is that of the log's positions, whose end is known: it only grows, and needs no estimate of the number of events.
  const shares = running.map((progress) => progress?.share ?? -1);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  for (const progress of running) expect(progress).not.toHaveProperty('total');
  expect(running.map((progress) => progress?.done)).toEqual(running.map((progress) => progress?.done ?? 0).sort((a, b) => a - b));
});

test('the difference counts what other code would make of the same events', async () => {
  const school = await openProjecting();
  await fill(school);
  const { projector } = await school.start({ projections: [tally()], place: place(school, 3) });
  await projector.ready();
  await replayed(school);
  const row = await ready(school);
  // Learners 5, 15 and 25 are unknown to it, number 10 stays, and nothing else differs.
  expect(row.replay?.diff).toEqual({ added: 1, changed: 0, removed: 3, unchanged: LEARNERS - 1 - 3 });
  const diff = (await school.vault.get<Diff>('status', replayKey('tally')))?.value;
  expect(diff?.samples.map(({ key }) => key).sort()).toEqual(['10', '15', '25', '5']);
  expect(diff?.samples.find(({ key }) => key === '10')).toEqual({
    key: '10',
    before: null,
    after: { userId: 10, completed: 1, courses: [] },
  });
  expect(diff?.samples.find(({ key }) => key === '5')).toMatchObject({ before: { userId: 5 }, after: null });
  expect((await operations(school)).at(-1)).toMatchObject({ type: 'ReplayFinished', data: { added: 1, changed: 0, removed: 3 } });
});

test('and what it would change, with samples before and after', async () => {
  const school = await openProjecting();
  await fill(school);
  const { projector } = await school.start({ projections: [tally()], place: place(school, 2) });
  await projector.ready();
  await replayed(school);
  expect((await ready(school)).replay?.diff).toEqual({ added: 0, changed: LEARNERS - 1, removed: 0, unchanged: 0 });
  const samples = (await school.vault.get<Diff>('status', replayKey('tally')))?.value.samples ?? [];
  expect(samples).toHaveLength(10);
  for (const { before, after } of samples) expect([before?.completed, after?.completed]).toEqual([1, 2]);
});

test('cancelled, in the making or when it is ready, nothing of it stays', async () => {
  const school = await openProjecting();
  await fill(school);
  const { projector, errors } = await school.start({ projections: [tally()] });
  await projector.ready();
  await replayed(school);
  await school.ask('tally', 'ReplayCancelled', { generation: 2 });
  await school.caughtUp();
  await until(async () => !(2 in (await generations(school))), 'the generation to go');
  await school.untilStatus('tally', ({ replay }) => replay === null);
  expect(leftovers(school)).toEqual([]);

  // Another one: what was cancelled is forgotten.
  await replayed(school, 'tally', 3);
  await ready(school);
  await school.ask('tally', 'ReplayCancelled', { generation: 3 });
  await school.untilStatus('tally', ({ replay }) => replay === null);
  expect(await generations(school)).toEqual({ 1: 'serving' });
  expect(await school.vault.get('status', replayKey('tally'))).toBeNull();
  const store = openSqliteReadStore(join(school.dir, 'read.db'));
  await store.close();
  expect(errors).toEqual([]);
  expect((await operations(school)).map(({ type }) => type)).not.toContain('ReplayFailed');
  await expectFresh(school, [tally()]);
});

test('a replay that meets an event it cannot fold fails, is gone, and can be asked for again', async () => {
  onTestFinished(() => {
    fragility.fixed = false;
  });
  // The code that serves can take it; the worker's cannot.
  fragility.fixed = true;
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [fragile] });
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  await projector.ready();
  for (const attempt of [1, 2]) {
    await replayed(school, 'fragile');
    const row = await school.untilStatus('fragile', ({ replay }) => replay?.state === 'failed');
    expect(row.replay?.error).toContain(poison);
    await until(
      async () => (await operations(school, 'fragile')).filter(({ type }) => type === 'ReplayFailed').length === attempt,
      'the record',
    );
    await until(async () => !(2 in (await generations(school, 'fragile'))), 'the generation to go');
  }
  expect((await school.status('fragile'))?.state).toBe('running');
});

test('an event skipped on record is skipped by a replay too, where it still fails', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [fragile] });
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  await school.append('enrolment-1_1', completed(1, 2));
  await school.untilStatus('fragile', ({ state }) => state === 'halted');
  await projector.ready();
  await school.ask('fragile', 'PoisonEventSkipped', { position: poison, eventType: 'ClassCompleted' });
  await school.untilStatus('fragile', ({ state }) => state === 'running');
  await replayed(school, 'fragile');
  expect((await ready(school, 'fragile')).replay?.diff).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 1 });
});

test('a new code version is built beside the old one, recorded, and served before the process is ready; the old code returns to its own', async () => {
  const school = await openProjecting();
  await fill(school);
  const old = await school.start({ projections: [tally(1), totals] });
  await old.projector.ready();
  await old.stop();

  await school.append('enrolment-1_1', completed(1, 2));
  const next = await school.start({ projections: [tally(2), totals] });
  await next.projector.ready();
  expect(await generations(school)).toEqual({ 1: 'previous', 2: 'serving' });
  await expectFresh(school, [tally(2), totals]);
  expect((await operations(school)).map(({ type }) => type)).toEqual(['ReplayStarted', 'ReplayFinished', 'GenerationSwitched']);
  await school.append('enrolment-2_1', completed(2, 2));
  await school.caughtUp();
  await next.stop();

  const back = await school.start({ projections: [tally(1), totals] });
  await back.projector.ready();
  expect(await generations(school)).toEqual({ 1: 'serving', 2: 'previous' });
  await expectFresh(school, [tally(1), totals]);
});

test('a new projection is built beside the others; where it halts it serves what it has, visibly', async () => {
  const school = await openProjecting();
  await fill(school);
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await first.stop();
  const { projector } = await school.start({ projections: [tally(), totals, fragile] });
  await projector.ready();
  await expectFresh(school, [tally(), totals]);
  const row = await school.untilStatus('fragile', ({ state }) => state === 'halted');
  expect(row.poison?.position).toBe(poison);
  expect((await school.serving('fragile')).checkpoint).not.toBeNull();
  await school.ask('fragile', 'PoisonEventSkipped', { position: poison, eventType: 'ClassCompleted' });
  await school.untilStatus('fragile', ({ state }) => state === 'running');
});

test('a replay that a restart interrupts begins again by itself; one that is ready survives it', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await replayed(school);
  await school.caughtUp();
  await first.stop();

  const second = await school.start({ projections: [tally()] });
  await second.projector.ready();
  await ready(school);
  expect((await operations(school)).map(({ type }) => type)).toEqual(['ReplayStarted', 'ReplayFinished']);
  expect(leftovers(school)).toEqual([]);
  await second.stop();

  await school.append('enrolment-1_1', completed(1, 2));
  const third = await school.start({ projections: [tally()] });
  await third.projector.ready();
  expect((await ready(school)).replay).toMatchObject({ generation: 2, diff: { unchanged: LEARNERS - 1 } });
  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  await school.untilStatus('tally', ({ generation }) => generation === 2);
  await expectFresh(school, [tally()]);
});

test('a switch that was asked for while nobody ran is done at the next start, once', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await replayed(school);
  await ready(school);
  await until(async () => (await operations(school)).at(-1)?.type === 'ReplayFinished', 'the record');
  await first.stop();
  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  const second = await school.start({ projections: [tally()] });
  await second.projector.ready();
  await school.untilStatus('tally', ({ generation }) => generation === 2);
  await second.stop();
  const third = await school.start({ projections: [tally()] });
  await third.projector.ready();
  expect(await generations(school)).toEqual({ 1: 'previous', 2: 'serving' });
  await expectFresh(school, [tally()]);
});

test('of what was cancelled while nobody ran nothing is left after the next start', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await replayed(school);
  await ready(school);
  await until(async () => (await operations(school)).at(-1)?.type === 'ReplayFinished', 'the record');
  await first.stop();
  await school.ask('tally', 'ReplayCancelled', { generation: 2 });
  const second = await school.start({ projections: [tally()] });
  await second.projector.ready();
  expect(await generations(school)).toEqual({ 1: 'serving' });
});

test('after the read models were deleted, old requests are history: no replay begins, no pause lasts', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally(), totals] });
  await first.projector.ready();
  await replayed(school);
  await ready(school);
  await school.ask('tally', 'ReplayCancelled', { generation: 2 });
  await school.ask('totals', 'ProjectionPaused');
  await school.untilStatus('totals', ({ state }) => state === 'paused');
  await school.caughtUp();
  await first.stop();
  const store = openSqliteReadStore(join(school.dir, 'read.db'));
  await store.reset();
  await store.close();

  const second = await school.start({ projections: [tally(), totals] });
  await second.projector.ready();
  await school.caughtUp();
  await school.untilStatus('totals', ({ state }) => state === 'running');
  expect((await operations(school, 'totals')).map(({ type }) => type)).toEqual(['ProjectionPaused', 'ProjectionResumed']);
  expect((await operations(school)).filter(({ type }) => type === 'ReplayStarted')).toHaveLength(1);
  expect((await school.status('tally'))?.replay).toBeNull();
  await expectFresh(school, [tally(), totals]);
});

test('read models that begin anew begin as the generation that is to serve, and what waited is built once more', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally(), totals] });
  await first.projector.ready();
  await replayed(school);
  await ready(school);
  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  await school.untilStatus('tally', ({ generation }) => generation === 2);
  await replayed(school, 'totals');
  await ready(school, 'totals');
  await first.stop();
  const store = openSqliteReadStore(join(school.dir, 'read.db'));
  await store.reset();
  await store.close();

  const asked = [...(await operations(school)), ...(await operations(school, 'totals'))].length;
  const second = await school.start({ projections: [tally(), totals] });
  await second.projector.ready();
  await ready(school, 'totals');
  expect(await generations(school)).toEqual({ 2: 'serving' });
  // No record says which generation served before, so the next free number is taken.
  expect(await generations(school, 'totals')).toEqual({ 2: 'building', 3: 'serving' });
  await expectFresh(school, [tally(), totals]);
  expect([...(await operations(school)), ...(await operations(school, 'totals'))]).toHaveLength(asked);
});

test('a paused projection goes on with another generation, also over a restart', async () => {
  const school = await openProjecting();
  await fill(school);
  const { projector, stop } = await school.start({ projections: [tally()] });
  await projector.ready();
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  await replayed(school);
  await ready(school);
  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  await school.untilStatus('tally', ({ generation, state }) => generation === 2 && state === 'running');
  await stop();
  const again = await school.start({ projections: [tally()] });
  await again.projector.ready();
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  expect(await school.serving('tally')).toMatchObject({ generation: 2, checkpoint: null });
  await expectFresh(school, [tally()]);
});

test('what an older release kept beside the log goes at the start', async () => {
  const school = await openProjecting();
  await school.vault.put('status', 'detached:tally', { kind: 'paused' });
  await school.vault.put('status', 'detached:gone', { kind: 'halted', poison: { message: 'about Ana' } });
  const older = new DatabaseSync(join(school.dir, 'read.db'));
  older.exec('CREATE TABLE requests (one INTEGER PRIMARY KEY CHECK (one = 1), done TEXT NOT NULL)');
  older.close();
  const { projector } = await school.start({ projections: [tally()] });
  await projector.ready();
  expect(await school.vault.list('status', 'detached:')).toEqual([]);
  const now = new DatabaseSync(join(school.dir, 'read.db'), { readOnly: true });
  expect(now.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'requests'`).get()).toBeUndefined();
  now.close();
});

test('a new code version warns of nothing', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await replayed(school);
  await ready(school);
  await school.ask('tally', 'GenerationSwitched', { generation: 2 });
  await school.untilStatus('tally', ({ generation }) => generation === 2);
  await first.stop();
  const warnings: string[] = [];
  const logger = { info() {}, warn: (_: object, message: string) => void warnings.push(message), error() {} };
  const second = await school.start({ projections: [tally(2)], logger });
  await second.projector.ready();
  expect(await school.serving('tally')).toMatchObject({ version: 2, generation: 3 });
  expect(warnings).toEqual([]);
});

test('a new code version that could not be built is asked for again, also with read models of the moment before', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await school.caughtUp();
  await first.stop();
  const cut = readModelsNow(school);
  const broken = await school.start({ projections: [tally(2)], place: { ...place(school, 2), projections: 'file:///nowhere.ts' } });
  await until(async () => (await operations(school)).some(({ type }) => type === 'ReplayFailed'), 'the failure');
  await broken.stop();
  cut();
  const { projector } = await school.start({ projections: [tally(2)] });
  await projector.ready();
  await school.untilStatus('tally', ({ version, generation }) => version === 2 && generation !== null);
  const started = (await operations(school)).filter(({ type }) => type === 'ReplayStarted');
  const numbers = started.map(({ data }) => (data as { generation: number }).generation);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('a new code version asks for a number that nobody asks for at the same moment', async () => {
  const school = await openProjecting();
  await fill(school);
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await first.stop();
  const append = school.log.append.bind(school.log);
  let asked = false;
  const log: EventLog = {
    ...school.log,
    async append(stream, expected, events, meta) {
      if (!asked && events[0]?.type === 'ReplayStarted') {
        asked = true;
        await replayed(school);
      }
      return append(stream, expected, events, meta);
    },
  };
  const { projector } = await school.start({ projections: [tally(2)], log });
  await projector.ready();
  const started = (await operations(school)).filter(({ type }) => type === 'ReplayStarted');
  expect(started.map(({ data }) => (data as { generation: number }).generation)).toEqual([2, 3]);
  expect(await school.serving('tally')).toMatchObject({ version: 2, generation: 3 });
});

test('a rebuild is cancelled while it is being compared, however long that takes', async () => {
  const school = await openProjecting();
  await fill(school);
  const store = openSqliteReadStore(join(school.dir, 'read.db'));
  const comparing = Promise.withResolvers<void>();
  store.diff = (_, __, ___, ____, signal) =>
    new Promise((_, reject) => {
      comparing.resolve();
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const { projector } = await school.start({ projections: [tally()], store });
  await projector.ready();
  await replayed(school);
  await comparing.promise;
  await school.ask('tally', 'ReplayCancelled', { generation: 2 });
  await until(async () => !(2 in (await generations(school))), 'generation 2 to go');
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state, replay }) => state === 'paused' && replay === null);
});

test('a replay under the number of a generation that stands is refused: it writes into none that serves', async () => {
  const school = await openProjecting();
  await fill(school);
  // The replay runs in this thread, on the same store as the serving generation.
  const { projector } = await school.start({ projections: [tally()], place: { ...place(school, 1), inThread: school.log } });
  await projector.ready();
  // Who asks just after the read models were emptied sees no generation, and counts from the beginning.
  await replayed(school, 'tally', 1);
  await until(async () => (await operations(school)).at(-1)?.type !== 'ReplayStarted', 'the outcome');
  expect((await operations(school)).map(({ type }) => type)).toEqual(['ReplayStarted', 'ReplayFailed']);
  expect(await generations(school)).toEqual({ 1: 'serving' });
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  await expectFresh(school, [tally()]);
});

/** The files of the read models, as they are now. Puts them back. */
function readModelsNow(school: Projecting): () => void {
  const files = readdirSync(school.dir).filter((name) => name.startsWith('read.db'));
  const kept = files.map((name) => [name, readFileSync(join(school.dir, name))] as const);
  return () => {
    for (const name of readdirSync(school.dir)) if (name.startsWith('read.db')) rmSync(join(school.dir, name));
    for (const [name, bytes] of kept) writeFileSync(join(school.dir, name), bytes);
  };
}

test.each(['built', 'asked for'])(
  'a switch outlives a power cut that takes back the read models, to before the generation was switched or %s',
  async (lost) => {
    const school = await openProjecting();
    await fill(school);
    const restarted = async () => {
      const { projector, stop } = await school.start({ projections: [tally(), totals] });
      await projector.ready();
      return stop;
    };
    const first = await restarted();
    await school.caughtUp();
    await first();
    let cut = readModelsNow(school);
    const second = await restarted();
    await replayed(school);
    await ready(school);
    await until(async () => (await operations(school)).at(-1)?.type === 'ReplayFinished', 'the record');
    await second();
    if (lost === 'built') cut = readModelsNow(school);
    const third = await restarted();
    await school.ask('tally', 'GenerationSwitched', { generation: 2 });
    await school.untilStatus('tally', ({ generation }) => generation === 2);
    await school.ask('totals', 'ProjectionPaused');
    await school.untilStatus('totals', ({ state }) => state === 'paused');
    await school.caughtUp();
    await third();
    cut();
    await restarted();
    await until(async () => (await generations(school))[2] === 'serving', 'generation 2 to serve again');
    await school.untilStatus('tally', ({ generation, state }) => generation === 2 && state === 'running');
    await school.untilStatus('totals', ({ state }) => state === 'paused');
    await expectFresh(school, [tally()]);
    expect((await operations(school)).map(({ type }) => type)).toEqual(['ReplayStarted', 'ReplayFinished', 'GenerationSwitched']);
  },
);

test('samples of a difference forget whoever is erased', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [people], place: place(school, 1) });
  await school.append('user-1', registered(1, 'ana'), registered(2, 'beto'));
  await projector.ready();
  await replayed(school, 'people');
  await ready(school, 'people');
  const sample = { key: '1', before: { userId: 1, name: 'ana', next: null }, after: { userId: 1, name: 'anita', next: null } };
  const other = { key: '2', before: null, after: { userId: 2, name: 'beto', next: null } };
  await school.vault.put('status', replayKey('people'), { added: 0, changed: 1, removed: 0, unchanged: 1, samples: [sample, other] });
  await school.append('user-1', erased(1));
  await school.caughtUp();
  expect((await school.vault.get<Diff>('status', replayKey('people')))?.value.samples).toEqual([other]);
});

test('samples of a difference forget also who is erased while it is being compared', async () => {
  const school = await openProjecting();
  const real = openSqliteReadStore(join(school.dir, 'read.db'));
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let compared = false;
  const store = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'diff') return value.bind(target);
      return async (...given: Parameters<typeof real.diff>) => {
        const diff = await target.diff(...given);
        compared = true;
        await gate;
        return diff;
      };
    },
  });
  const { projector } = await school.start({ projections: [people], place: place(school, 1), store });
  await school.append('user-1', registered(1, 'ana'), registered(2, 'beto'));
  await projector.ready();
  await school.caughtUp();
  const database = new DatabaseSync(join(school.dir, 'read.db'));
  const { id } = database.prepare(`SELECT id FROM generations WHERE projection = 'people' AND role = 'serving'`).get() as { id: number };
  database.exec(`UPDATE g${id} SET j = json_set(j, '$.name', 'otra')`);
  database.close();
  await replayed(school, 'people');
  await until(() => compared, 'the comparison');
  await school.append('user-1', erased(1));
  await school.caughtUp();
  open();
  await ready(school, 'people');
  expect((await school.vault.get<Diff>('status', replayKey('people')))?.value.samples.map(({ key }) => key)).toEqual(['2']);
});

test('of many rebuilds that are asked for at once two are built at a time; the others wait for their turn, and one that is cancelled meanwhile takes none', async () => {
  const school = await openProjecting();
  const real = openSqliteReadStore(join(school.dir, 'read.db'));
  const names = ['tally', 'totals', 'people', 'fragile'] as const;
  let [running, most] = [0, 0];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const store = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'adoptBuild') return value.bind(target);
      return async (...given: Parameters<typeof real.adoptBuild>) => {
        await gate;
        running--;
        return target.adoptBuild(...given);
      };
    },
  });
  const connect = () => {
    most = Math.max(most, ++running);
    return school.events.connection();
  };
  const { projector } = await school.start({
    projections: [tally(), totals, people, fragile],
    place: { ...place(school, 1), connect },
    store,
  });
  await fill(school);
  await projector.ready();
  await school.caughtUp();
  for (const name of names) await replayed(school, name);
  for (const name of names) await school.untilStatus(name, ({ replay }) => replay?.state === 'running');
  await school.ask('fragile', 'ReplayCancelled', { generation: 2 });
  await school.untilStatus('fragile', ({ replay }) => replay === null);
  open();
  for (const name of names.slice(0, 3)) await ready(school, name);
  expect(most).toBe(2);
  expect(running).toBe(0);
});

function fail(): never {
  throw new Error('two generations were expected');
}

test('read models that another release made anew under a number of this one’s are built under the next', async () => {
  const school = await openProjecting();
  await school.append('enrolment-1_1', enrolled(1), completed(1));
  for (const [turn, version] of [1, 2, 1, 2].entries()) {
    if (turn === 2) for (const end of ['', '-wal', '-shm']) rmSync(join(school.dir, `read.db${end}`), { force: true });
    const running = await school.start({ projections: [tally(version)] });
    await running.projector.ready();
    expect(running.errors).toEqual([]);
    await running.stop();
  }
});

test('what is asked for after the generation that was to serve could not be built is built', async () => {
  const school = await openProjecting();
  await school.append('enrolment-1_1', enrolled(1), completed(1));
  const running = await school.start({ projections: [fragile] });
  await running.projector.ready();
  await school.ask('fragile', 'ReplayStarted', { generation: 2, codeVersion: 1 });
  await school.untilStatus('fragile', ({ replay }) => replay?.state === 'ready');
  const [poison] = await Promise.all([
    school.append('enrolment-1_1', completed(1, POISON)),
    school.ask('fragile', 'GenerationSwitched', { generation: 2 }),
  ]);
  await school.untilStatus('fragile', ({ state }) => state === 'halted');
  await school.append('operations-fragile', [
    'PoisonEventSkipped',
    { projection: 'fragile', position: poison, eventType: 'ClassCompleted' },
  ]);
  // Without the event that was in its way it is built and serves at once: nobody has to begin anything again.
  await school.untilStatus('fragile', ({ generation, state }) => generation === 2 && state === 'running');
  await school.ask('fragile', 'ReplayStarted', { generation: 3, codeVersion: 1 });
  await school.untilStatus('fragile', ({ replay }) => replay?.generation === 3 && replay.state === 'ready');
});
