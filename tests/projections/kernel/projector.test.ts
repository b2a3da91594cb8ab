import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPersonalKeys } from '../../../backend/integrations/vault/personalKeys.ts';
import { type Batch, LeaseLost, type ReadStore } from '../../../backend/projections/kernel/readStore.ts';
import { lagSeconds, RESET_TOPIC, STATUS_TOPIC } from '../../../backend/projections/kernel/status.ts';
import { openSqliteReadStore } from '../../../backend/projections/stores/sqlite.ts';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import { type EventStore, type Position, StoreUnavailable } from '../../../events/store/port.ts';
import { writeBigLog } from '../../support/bigLog.ts';
import { changesAfter } from '../../support/changes.ts';
import { completed, enrolled, erased, registered, renamed, unenrolled } from '../../support/learning.ts';
import { connectProjecting, expectFresh, openProjecting, type Projecting } from '../../support/projecting.ts';
import { fragile, fragility, POISON, people, tally, totals } from '../../support/tinyProjections.ts';
import { until } from '../../support/until.ts';

/** A store whose next calls can be made to fail, or to wait. */
function trouble(store: ReadStore, before: (method: string, batch: Batch | undefined) => Promise<void> | void, after = before): ReadStore {
  return new Proxy(store, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        await before(String(name), args[0] as Batch | undefined);
        const answer: unknown = await (value as (...args: unknown[]) => unknown).apply(target, args);
        if (after !== before) await after(String(name), args[0] as Batch | undefined);
        return answer;
      };
    },
  });
}
const readStore = (school: Projecting) => openSqliteReadStore(join(school.dir, 'read.db'));
/** Events, more than are caught up page by page. */
const LONG = 12_000;
const unfix = () => {
  fragility.fixed = false;
};

test('first start: everything in the log is folded, then what is appended', async () => {
  const school = await openProjecting();
  await school.append('enrolment-1_1', enrolled(1), completed(1), completed(1, 2));
  const { projector } = await school.start({ projections: [tally(), totals] });
  await projector.ready();
  expect((await school.docs(await school.serving('tally'))).map(({ doc }) => doc)).toEqual([{ userId: 1, completed: 2, courses: [1] }]);
  await school.append('enrolment-1_1', completed(1, 3));
  await school.caughtUp();
  await expectFresh(school, [tally(), totals]);
});

test('the common checkpoint also passes events that nobody wants, and an empty log is ready', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [tally()] });
  await projector.ready();
  expect(await school.reader.checkpoint()).toBeNull();
  const position = await school.append('user-1', registered(1, 'ana'));
  await school.caughtUp();
  expect(await school.reader.checkpoint()).toBe(position);
});

test('read models of a log that reached further than this one are built anew, whatever they hold', async () => {
  const before = await openProjecting();
  await before.append('enrolment-1_1', enrolled(1), completed(1), completed(1, 2), completed(1, 3));
  const first = await before.start({ projections: [tally(), totals] });
  await first.projector.ready();
  await before.caughtUp();
  await first.stop();

  // The log is put back to an earlier state, with the read models of the later one beside it.
  const dir = mkdtempSync(join(tmpdir(), 'aulaviva-put-back-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const file of ['read.db', 'read.db-wal']) cpSync(join(before.dir, file), join(dir, file));
  const school = await connectProjecting(dir);
  await school.append('enrolment-2_1', enrolled(2), completed(2));
  const { projector, errors } = await school.start({ projections: [tally(), totals], behindMs: 0 });
  await projector.ready();
  expect(errors).toMatchObject([{ head: await school.events.head(), readModels: await before.events.head() }]);
  await expectFresh(school, [tally(), totals]);
  await school.append('enrolment-2_1', completed(2, 2));
  await school.caughtUp();
  await expectFresh(school, [tally(), totals]);
});

test('a log whose end is answered late is waited for: its read models stay', async () => {
  const school = await openProjecting();
  await school.append('enrolment-1_1', enrolled(1), completed(1));
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await school.caughtUp();
  await first.stop();
  const [{ createdAt } = fail()] = await school.reader.generations();
  let asked = 0;
  const late = new Proxy(school.events, {
    get(target, name) {
      if (name === 'head' && asked++ < 2) return async () => null;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const log = createEventLog(late, createCodec(registry, school.keys));
  const { projector, errors } = await school.start({ projections: [tally()], log });
  await projector.ready();
  expect(asked).toBeGreaterThan(2);
  expect(errors).toEqual([]);
  expect(await school.reader.generations()).toMatchObject([{ createdAt }]);
});

test('a bulk catch-up folds in memory, writes behind, and notifies with one reset; nobody from before is answered with half of it', async () => {
  const school = await openProjecting();
  await writeBigLog(school.dir, LONG, new Uint8Array(32).fill(3));
  const middle = await school.append('user-7', erased(7));
  await school.append('enrolment-1_1', enrolled(1), completed(1));
  const all = [tally(), totals, people];
  let commits = 0;
  const { projector } = await school.start({ projections: all, onCommit: () => void commits++ });
  await projector.ready();
  expect(commits).toBeLessThan(LONG / 1_000);
  await expectFresh(school, all);
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id).sort()).toEqual(['people', 'tally', 'totals']);
  expect(await school.changes('tally:1')).toEqual([]);
  expect(await school.reader.changesSince(middle, ['tally:1'], 10)).toBeNull();
  const at = await school.reader.checkpoint();
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  expect(await school.reader.changesSince(at ?? fail(), ['tally:1'], 10)).toHaveLength(1);
});

test('while the log is being filled nothing is written, and then all of it, with one reset', async () => {
  const school = await openProjecting();
  const over = Promise.withResolvers<void>();
  let commits = 0;
  const all = [tally(), totals];
  const { projector } = await school.start({ projections: all, filled: () => over.promise, onCommit: () => void commits++ });
  await projector.ready();
  for (let course = 1; course <= 20; course++) await school.append(`enrolment-1_${course}`, enrolled(1, course), completed(1, course));
  await school.untilStatus('tally', ({ lag }) => (lag.events ?? 0) > 0);
  expect(commits).toBe(0);
  over.resolve();
  await school.caughtUp();
  await school.untilStatus('tally', ({ lag }) => lag.events === 0);
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id).sort()).toEqual(['tally', 'totals']);
  const at = await school.reader.checkpoint();
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  expect(await school.reader.changesSince(at ?? fail(), ['tally:1'], 10)).toHaveLength(1);
  await expectFresh(school, all);
});

test('a poison event in a bulk catch-up halts its projection alone, right before it', async () => {
  const school = await openProjecting();
  await writeBigLog(school.dir, LONG, new Uint8Array(32).fill(3));
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  await school.append('enrolment-1_1', completed(1, 2));
  let commits = 0;
  const { projector } = await school.start({ projections: [tally(), totals, fragile], onCommit: () => void commits++ });
  await projector.ready();
  const halted = await school.untilStatus('fragile', ({ state }) => state === 'halted');
  expect(halted.poison?.position).toBe(poison);
  const before: string[] = [];
  for await (const { position } of school.events.readAll(poison, { backwards: true, limit: 1 })) before.push(position);
  expect([halted.position]).toEqual(before);
  expect(commits, 'the others are still written behind').toBeLessThan(LONG / 1_000);
  await expectFresh(school, [tally(), totals]);
});

test('killed in a bulk catch-up, the rest of it still ends with a reset', async () => {
  const school = await openProjecting();
  await writeBigLog(school.dir, LONG, new Uint8Array(32).fill(3));
  let dead = false;
  const store = trouble(readStore(school), (method) => {
    if (method === 'trimChanges') dead = true;
    if (dead && method !== 'close') throw new Error('dead');
  });
  const first = await school.start({ projections: [tally()], store });
  await until(() => dead, 'the end of the catch-up');
  await first.stop();
  const second = await school.start({ projections: [tally()] });
  await second.projector.ready();
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id)).toEqual(['tally']);
  await expectFresh(school, [tally()]);
});

test('stopped and started again at any event, all counts once', { timeout: 60_000 }, async () => {
  const school = await openProjecting();
  const all = [tally(), totals, people];
  for (let round = 0; round < 8; round++) {
    const { projector, stop } = await school.start({ projections: all });
    const size = 1 + Math.floor(Math.random() * 60);
    for (let i = 0; i < size; i++) {
      const user = 1 + Math.floor(Math.random() * 6);
      const told = [enrolled(user), completed(user, i + 1), unenrolled(user), registered(user, `name${i}`)][Math.floor(Math.random() * 4)];
      if (told) await school.append(`enrolment-${user}_1`, told);
    }
    if (round % 2 === 0) await projector.ready();
    await stop();
  }
  const { projector } = await school.start({ projections: all });
  await projector.ready();
  await school.caughtUp();
  await expectFresh(school, all);
});

test('a commit that fails, before or after it was done, counts nothing twice and loses nothing', { timeout: 60_000 }, async () => {
  const school = await openProjecting();
  const all = [tally(), totals];
  let commits = 0;
  const failing = (when: string) => (method: string, batch: Batch | undefined) => {
    if (method !== 'commit' || batch?.checkpoint === undefined) return;
    commits++;
    if (commits % 3 === 0) throw new Error(`${when} the commit`);
  };
  const { errors, stop } = await school.start({ projections: all, store: trouble(readStore(school), failing('before'), failing('after')) });
  const told: [number, number][] = [];
  for (let i = 0; i < 12; i++) {
    told.push([1 + (i % 3), i]);
    await school.append(`enrolment-${1 + (i % 3)}_1`, enrolled(1 + (i % 3)), completed(1 + (i % 3), i + 1));
    const seen = commits;
    await until(() => commits > seen, 'a commit to be tried');
  }
  await school.caughtUp();
  expect(errors.length).toBeGreaterThan(0);
  await expectFresh(school, all);
  await stop();
});

test('an error nobody expects is shown as failing with its reason, and the loop goes on by itself', async () => {
  const school = await openProjecting();
  let broken = false;
  const store = trouble(readStore(school), (method) => {
    if (broken && method === 'commit') throw new Error('the disk is full');
  });
  const { projector } = await school.start({ projections: [tally()], store });
  await school.append('enrolment-1_1', enrolled(1));
  await projector.ready();
  broken = true;
  await school.append('enrolment-1_1', completed(1));
  const row = await school.untilStatus('tally', ({ state }) => state === 'failing');
  expect(row.lastError).toBe('the disk is full');
  broken = false;
  await school.caughtUp();
  await school.untilStatus('tally', ({ state, lastError }) => state === 'running' && lastError === null);
  await expectFresh(school, [tally()]);
});

// rows: L01
test('what keeps failing is shown as failing all the while, also between one try and the next', async () => {
  const school = await openProjecting();
  let broken = false;
  let tries = 0;
  const store = trouble(readStore(school), async (method) => {
    if (!broken || method !== 'commit') return;
    // Time enough for the status of the new try to be told.
    await pause(600);
    tries++;
    throw new Error('the disk is full');
  });
  const { projector } = await school.start({ projections: [tally()], store });
  await school.append('enrolment-1_1', enrolled(1));
  await projector.ready();
  broken = true;
  await school.append('enrolment-1_1', completed(1));
  await school.untilStatus('tally', ({ state }) => state === 'failing');
  const said = new Set<string>();
  await until(async () => {
    const row = await school.status('tally');
    said.add(`${row?.state}${row?.lag.since ? ', late' : ''}: ${row?.lastError}`);
    return tries >= 4;
  }, 'several tries');
  expect([...said]).toEqual(['failing, late: the disk is full']);
  broken = false;
  await school.untilStatus('tally', ({ state, lastError }) => state === 'running' && lastError === null);
});

test('a projector that cannot even begin is shown as failing, whatever the last run had said', async () => {
  const school = await openProjecting();
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await school.untilStatus('tally', ({ state }) => state === 'running');
  await first.stop();
  let broken = true;
  const store = trouble(readStore(school), (method) => {
    if (broken && method === 'generations') throw new Error('the file is damaged');
  });
  const { projector } = await school.start({ projections: [tally(), totals], store });
  for (const name of ['tally', 'totals'])
    expect((await school.untilStatus(name, ({ state }) => state === 'failing')).lastError).toBe('the file is damaged');
  broken = false;
  await projector.ready();
  for (const name of ['tally', 'totals'])
    await school.untilStatus(name, ({ state, lastError }) => state === 'running' && lastError === null);
});

test.each([
  ['step by step', 3],
  ['in bulk', LONG],
])('keys that are out of reach for a while halt nobody: no event is to blame (%s)', async (_, events) => {
  const school = await openProjecting();
  if (events === LONG) await writeBigLog(school.dir, LONG, new Uint8Array(32).fill(3));
  for (const user of [1, 2, 3]) await school.append(`user-90000${user}`, registered(900_000 + user, `persona${user}`));
  let refusals = 0;
  const away = { get: async () => Promise.reject(new StoreUnavailable('the keys are away')) };
  // Keys of a process that has not read them yet.
  const keys = createPersonalKeys(
    new Proxy(school.vault, {
      get: (vault, name) => (name === 'get' && ++refusals <= 3 ? away.get : Reflect.get(vault, name).bind(vault)),
    }),
    new Uint8Array(32).fill(3),
  );
  const { projector, errors } = await school.start({
    projections: [people],
    log: createEventLog(school.events, createCodec(registry, keys)),
  });
  await projector.ready();
  await school.caughtUp();
  expect(refusals).toBeGreaterThan(3);
  expect(errors.length).toBeGreaterThan(0);
  // While it retries the status says failing, and afterwards no longer.
  expect(await school.untilStatus('people', ({ state }) => state === 'running')).toMatchObject({ poison: null, lastError: null });
  await expectFresh(school, [people]);
});

test('a poison event halts its projection alone, before it; skipped on record, it rejoins and its followers read again', async () => {
  const school = await openProjecting();
  const all = [tally(), fragile];
  const { projector } = await school.start({ projections: all });
  await school.append('enrolment-1_1', enrolled(1), completed(1, 7));
  await projector.ready();
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  await school.append('enrolment-1_1', completed(1, 8));
  const halted = await school.untilStatus('fragile', ({ state }) => state === 'halted');
  expect(halted.poison).toMatchObject({ type: 'ClassCompleted', position: poison, message: 'cannot take it' });
  expect(halted.poison?.stack).toContain('tinyProjections');
  expect(halted.position && halted.position < poison).toBe(true);
  await school.caughtUp();
  await expectFresh(school, [tally()]);
  expect((await school.serving('fragile')).checkpoint).not.toBeNull();
  expect(await school.changes(RESET_TOPIC)).toEqual([]);

  await school.ask('fragile', 'PoisonEventSkipped', { position: poison, eventType: 'ClassCompleted' });
  await school.untilStatus('fragile', ({ state, poison }) => state === 'running' && poison === null);
  expect((await school.serving('fragile')).checkpoint).toBeNull();
  expect((await school.docs(await school.serving('fragile'))).map(({ doc }) => doc)).toEqual([{ classes: [7, 8] }]);
  expect((await school.changes(RESET_TOPIC)).map(({ id }) => id)).toEqual(['fragile']);
  await school.append('enrolment-1_1', completed(1, 9));
  await school.caughtUp();
  expect((await school.docs(await school.serving('fragile'))).map(({ doc }) => doc)).toEqual([{ classes: [7, 8, 9] }]);
});

// rows: L01
test('what halted a projection is tried again when a person resumes it, and at each start', async () => {
  onTestFinished(unfix);
  const school = await openProjecting();
  const all = [tally(), fragile];
  const first = await school.start({ projections: all });
  await first.projector.ready();
  const poison = await school.append('enrolment-1_1', completed(1, POISON));
  await school.untilStatus('fragile', ({ state }) => state === 'halted');
  await first.stop();

  const { projector, stop } = await school.start({ projections: all });
  await projector.ready();
  // The lag counts from the event that halted it, also for a projector that has handled nothing before.
  let occurred = '';
  for await (const event of school.log.readStream('enrolment-1_1')) if (event.position === poison) occurred = event.meta.occurredAt;
  const row = await school.untilStatus('fragile', ({ state, lag }) => state === 'halted' && lag.since);
  expect(row).toMatchObject({ poison: { position: poison }, lag: { since: occurred }, lastError: 'cannot take it' });
  expect(row.lag.events).toBeGreaterThan(0);
  expect(lagSeconds(row, Date.parse(occurred) + 61_000)).toBe(61);
  expect(lagSeconds(row, Date.parse(occurred) + 62_000)).toBe(62);
  await school.ask('fragile', 'ProjectionResumed');
  await school.caughtUp();
  await school.untilStatus('fragile', ({ state }) => state === 'halted');
  fragility.fixed = true;
  await school.ask('fragile', 'ProjectionResumed');
  await school.untilStatus('fragile', ({ state }) => state === 'running');
  await expectFresh(school, all);

  // A new program that can handle the event continues without an operator.
  fragility.fixed = false;
  await school.append('enrolment-1_1', completed(1, POISON));
  await school.untilStatus('fragile', ({ state }) => state === 'halted');
  await stop();
  fragility.fixed = true;
  const fixed = await school.start({ projections: all });
  await fixed.projector.ready();
  await school.untilStatus('fragile', ({ state }) => state === 'running');
  await expectFresh(school, all);
});

test('an event that cannot be decoded halts the projections that handle it, and no others', async () => {
  const school = await openProjecting();
  const all = [tally(), people];
  const { projector } = await school.start({ projections: all });
  await projector.ready();
  const meta = { commandId: 'c', correlationId: 'c', causationId: 'c', actor: { userId: null, role: 'system' }, occurredAt: 'never' };
  const id = crypto.randomUUID();
  await school.events.append('enrolment-9_9', 'any', [{ id, type: 'ClassCompleted', data: {}, metadata: { ...meta, schemaVersion: 1 } }]);
  await school.append('user-1', registered(1, 'ana'));
  const row = await school.untilStatus('tally', ({ state }) => state === 'halted');
  expect(row.poison).toMatchObject({ eventId: id, type: 'ClassCompleted' });
  await school.caughtUp();
  await expectFresh(school, [people]);
});

test('a request that cannot be read is passed over, said, and stops nothing else', async () => {
  const school = await openProjecting();
  const all = [tally(), people];
  const first = await school.start({ projections: all });
  await first.projector.ready();
  const meta = { commandId: 'c', correlationId: 'c', causationId: 'c', actor: { userId: null, role: 'system' }, occurredAt: 'never' };
  const id = crypto.randomUUID();
  const unreadable = { id, type: 'ProjectionPaused', data: {}, metadata: { ...meta, schemaVersion: 1 } };
  await school.events.append('operations-tally', 'any', [unreadable]);
  await school.append('user-1', registered(1, 'ana'));
  await school.caughtUp();
  await first.stop();
  const said: object[] = [];
  const logger = { info() {}, warn: (fields: object) => void said.push(fields), error() {} };
  const { projector } = await school.start({ projections: all, logger });
  await projector.ready();
  expect(said).toContainEqual(expect.objectContaining({ eventId: id, type: 'ProjectionPaused' }));
  await school.append('enrolment-1_1', enrolled(1));
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  await school.caughtUp();
  await expectFresh(school, all);
});

test('a paused projection stands still while the others go on, also over a restart, and rejoins when it is resumed', async () => {
  const school = await openProjecting();
  const all = [tally(), totals];
  const first = await school.start({ projections: all });
  await first.projector.ready();
  await school.append('enrolment-1_1', enrolled(1));
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  await school.append('enrolment-1_1', completed(1));
  await school.caughtUp();
  await first.stop();
  const { projector } = await school.start({ projections: all });
  await projector.ready();
  expect((await school.untilStatus('tally', ({ state }) => state === 'paused')).state).toBe('paused');
  expect((await school.docs(await school.serving('tally'))).map(({ doc }) => doc.completed)).toEqual([0]);
  await expectFresh(school, [totals]);
  const resumed = async () => {
    await school.ask('tally', 'ProjectionResumed');
    await school.untilStatus('tally', ({ state }) => state === 'running');
  };
  await resumed();
  await expectFresh(school, all);

  // What it had in memory before is not what later events are folded onto.
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  await school.append('enrolment-1_1', completed(1, 2));
  await school.caughtUp();
  await resumed();
  await school.append('enrolment-1_1', completed(1, 3));
  await school.caughtUp();
  await expectFresh(school, all);
});

test('a rejoining that was done without an answer lets nothing pass that it has missed', async () => {
  const school = await openProjecting();
  const all = [tally(), totals];
  await school.append('enrolment-1_1', enrolled(1));
  // The position of the last event that the projector was given.
  let handed: string | null = null;
  const subscribed: EventStore['subscribeAll'] = async function* (after, signal) {
    let at: string | null = null;
    for await (const delivery of school.log.store.subscribeAll(after, signal)) {
      if (delivery.kind === 'event') at = delivery.event.position;
      else setImmediate(() => (handed = at));
      yield delivery;
    }
  };
  const { store: events } = school.log;
  const read = (target: EventStore, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const log = {
    ...school.log,
    store: new Proxy(events, { get: (target, name) => (name === 'subscribeAll' ? subscribed : read(target, name)) }),
  };
  let lost = false;
  const unanswered = async (method: string) => {
    if (method !== 'setDetached' || !lost) return;
    lost = false;
    const next = await school.append('enrolment-1_1', completed(1));
    await until(() => (handed ?? '') >= next, 'the next batch to wait');
    throw new Error('no answer');
  };
  const store = trouble(readStore(school), () => undefined, unanswered);
  const { projector, errors } = await school.start({ projections: all, store, log });
  await projector.ready();
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  lost = true;
  await school.ask('tally', 'ProjectionResumed');
  await until(() => errors.length > 0, 'the failure');
  await school.untilStatus('tally', ({ state }) => state === 'running');
  await school.caughtUp();
  await expectFresh(school, all);
});

test('one that missed much catches up in pages while others go on and write, and counts nothing twice', async () => {
  const school = await openProjecting();
  const all = [tally(), totals];
  const { projector } = await school.start({ projections: all });
  await school.append('enrolment-1_1', enrolled(1));
  await projector.ready();
  await school.ask('tally', 'ProjectionPaused');
  await school.untilStatus('tally', ({ state }) => state === 'paused');
  for (let page = 0; page < 6; page++)
    await school.append('enrolment-1_1', ...Array.from({ length: 220 }, (_, i) => completed(1, 1 + page * 220 + i)));
  await school.ask('tally', 'ProjectionResumed');
  for (let more = 0; more < 40; more++) await school.append('enrolment-1_1', completed(1, 2_000 + more));
  await school.untilStatus('tally', ({ state }) => state === 'running');
  await school.caughtUp();
  await expectFresh(school, all);
});

test('erasure: live, replayed later with the key destroyed, and in a projection that stood still meanwhile', async () => {
  const school = await openProjecting();
  const { projector, stop } = await school.start({ projections: [people, tally()] });
  await school.append('user-1', registered(1, 'ana'));
  await school.append('user-2', registered(2, 'beto'), renamed(2, 'Humberto'));
  await school.append('user-3', registered(3, 'carla'));
  await projector.ready();
  await school.caughtUp();
  expect(JSON.stringify(await school.changes('person:1'))).toContain('beto');
  await school.append('user-2', erased(2));
  await school.caughtUp();
  const live = await school.bytes(await school.serving('people'));
  expect(live).not.toMatch(/beto|Humberto/);
  expect(live).toMatch(/ana/);
  expect(JSON.stringify(await changesAfter(school.reader, 0, 1_000))).not.toMatch(/beto|Humberto/);

  // The reactor does this; from now on the name cannot be read from the log either.
  await school.keys.destroy('2');
  await school.ask('people', 'ReplayStarted', { generation: 2, codeVersion: 1 });
  await school.untilStatus('people', ({ replay }) => replay?.state === 'ready');
  const built = (await school.reader.generations()).find(({ projection, role }) => projection === 'people' && role === 'building');
  if (!built) throw new Error('nothing was built');
  expect(await school.bytes(built)).toBe(live);

  await school.ask('people', 'ProjectionPaused');
  await school.untilStatus('people', ({ state }) => state === 'paused');
  await school.append('user-3', erased(3));
  await school.caughtUp();
  for (const state of await school.reader.generations())
    if (state.projection === 'people') expect(await school.bytes(state), `${state.role} ${state.checkpoint}`).not.toContain('carla');
  await stop();
});

test('erasure: what an earlier release left behind goes, though its documents named nobody', async () => {
  const school = await openProjecting();
  const nameless: typeof people = { ...people, version: 1, persons: () => [] };
  const before = await school.start({ projections: [nameless] });
  await school.append('user-1', registered(1, 'ana'));
  await before.projector.ready();
  await school.caughtUp();
  await before.stop();
  const { projector, stop } = await school.start({ projections: [{ ...people, version: 2 }] });
  await projector.ready();
  await until(async () => (await school.serving('people')).version === 2, 'the generation of the new release');
  const versions = async () => (await school.reader.generations()).map(({ version }) => version).sort();
  expect(await versions()).toEqual([1, 2]);
  await school.append('user-1', erased(1));
  await school.caughtUp();
  expect(await versions()).toEqual([2]);
  await stop();
});

test('two projectors: one is active, and the other takes over when it ends', async () => {
  const school = await openProjecting();
  const first = await school.start({ projections: [tally()], holder: 'a', leaseMs: 400 });
  await first.projector.ready();
  const commits: string[] = [];
  const second = await school.start({
    projections: [tally()],
    holder: 'b',
    leaseMs: 400,
    onCommit: (position) => void commits.push(position),
  });
  // A node that only stands by is ready, too.
  await second.projector.ready();
  await school.append('enrolment-1_1', enrolled(1));
  await school.caughtUp();
  expect(commits).toEqual([]);
  await first.stop();
  await school.append('enrolment-1_1', completed(1));
  await school.caughtUp();
  expect(commits.length).toBeGreaterThan(0);
  await expectFresh(school, [tally()]);
});

const HOUR_MS = 3_600_000;

test('two projectors whose clocks are an hour apart: the one ahead dies, and the other follows within the time of the lease', async () => {
  const school = await openProjecting();
  let dead = false;
  const mortal = new Proxy(school.vault, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (dead) throw new StoreUnavailable('the process is dead');
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const options = { projections: [tally()], leaseMs: 400 };
  const one = await school.start({ ...options, holder: 'a', vault: mortal, clock: () => Date.now() + HOUR_MS });
  await one.projector.ready();
  const commits: Position[] = [];
  const other = await school.start({ ...options, holder: 'b', onCommit: (position) => void commits.push(position) });
  await school.append('enrolment-1_1', enrolled(1));
  await school.caughtUp();
  expect(commits).toEqual([]);
  dead = true;
  await one.stop().catch(() => undefined);
  await school.append('enrolment-1_1', completed(1));
  await school.caughtUp();
  expect(commits.length).toBeGreaterThan(0);
  await expectFresh(school, [tally()]);
  expect(other.errors).toEqual([]);
});

test('two projectors whose clocks are an hour apart: the lease of the one behind is taken while it commits, which is refused, and nothing counts twice', async () => {
  const school = await openProjecting();
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let closed = false;
  const refused: unknown[] = [];
  const store = new Proxy(readStore(school), {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== 'commit') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: unknown[]) => {
        if (closed) {
          reached.resolve();
          await gate.promise;
        }
        try {
          return await (value as (...args: unknown[]) => unknown).apply(target, args);
        } catch (error) {
          refused.push(error);
          throw error;
        }
      };
    },
  });
  const options = { projections: [tally()], leaseMs: 400 };
  const one = await school.start({ ...options, holder: 'a', store, clock: () => Date.now() - HOUR_MS });
  await one.projector.ready();
  closed = true;
  await school.append('enrolment-1_1', enrolled(1));
  await reached.promise;
  // The lease of the first has ended by this clock, though it is renewed all the while.
  const other = await school.start({ ...options, holder: 'b' });
  await other.projector.ready();
  await school.append('enrolment-1_1', completed(1));
  await school.caughtUp();
  gate.resolve();
  await until(() => refused.some((error) => error instanceof LeaseLost), 'the one behind to be refused');
  closed = false;
  await school.append('enrolment-2_1', enrolled(2), completed(2));
  await school.caughtUp();
  await other.stop();
  await school.append('enrolment-3_1', enrolled(3));
  await school.caughtUp();
  await expectFresh(school, [tally()]);
  for (const { errors } of [one, other]) expect(errors).toEqual([]);
});

test('a process that cannot ask for the lease says nothing over the head of who has it', async () => {
  const school = await openProjecting();
  const one = await school.start({ projections: [tally()], holder: 'a' });
  await one.projector.ready();
  const told: string[] = [];
  const vault = new Proxy(school.vault, {
    get: (target, name) => async (table: string, key: string) => {
      if (name === 'put') told.push(`${table} ${key}`);
      else if (table === 'leases') throw new StoreUnavailable('away for a moment');
      return (Reflect.get(target, name) as (...args: unknown[]) => unknown).call(target, table, key);
    },
  });
  const other = await school.start({ projections: [tally()], holder: 'b', vault });
  await until(() => other.errors.length > 1, 'it to fail twice');
  expect(told).toEqual([]);
});

test('what a projector commits late, while the next one reads what there is, is refused', async () => {
  const school = await openProjecting();
  await school.append('enrolment-1_1', enrolled(1));
  const first = await school.start({ projections: [tally()] });
  await first.projector.ready();
  await first.stop();
  const store = readStore(school);
  const checkpoint = store.checkpoint.bind(store);
  const late: unknown[] = [];
  store.checkpoint = async () => {
    const found = await checkpoint();
    const earlier = { epoch: 1, checkpoint: '9999999999999999' as Position, writes: [], changes: [] };
    await store.commit(earlier).catch((error: unknown) => late.push(error));
    return found;
  };
  const second = await school.start({ projections: [tally()], store });
  await second.projector.ready();
  expect(late.length).toBeGreaterThan(0);
  for (const error of late) expect(error).toBeInstanceOf(LeaseLost);
});

test('a projector that slept through its lease cannot commit any more', async () => {
  const school = await openProjecting();
  let asleep = false;
  let wake = () => {};
  const refused: unknown[] = [];
  const store = readStore(school);
  const sleepy = new Proxy(store, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (asleep && name === 'commit') await new Promise<void>((go) => (wake = go));
        try {
          return await (value as (...args: unknown[]) => unknown).apply(target, args);
        } catch (error) {
          refused.push(error);
          throw error;
        }
      };
    },
  });
  const sleepyVault = new Proxy(school.vault, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value !== 'function'
        ? value
        : async (...args: unknown[]) => {
            if (asleep) throw new Error('asleep');
            return (value as (...args: unknown[]) => unknown).apply(target, args);
          };
    },
  });
  const first = await school.start({ projections: [tally()], store: sleepy, vault: sleepyVault, holder: 'a', leaseMs: 300 });
  await first.projector.ready();
  asleep = true;
  await school.append('enrolment-1_1', enrolled(1), completed(1));
  const second = await school.start({ projections: [tally()], holder: 'b', leaseMs: 300 });
  await second.projector.ready();
  await school.caughtUp();
  asleep = false;
  wake();
  await until(() => refused.some((error) => error instanceof LeaseLost), 'the sleeper to be refused');
  await expectFresh(school, [tally()]);
});

test('status: rows are pushed and kept, with position, head, lag, rate and documents; a burst is pushed at most 4 times a second', async () => {
  const school = await openProjecting();
  const { projector } = await school.start({ projections: [tally(), totals] });
  await school.append('enrolment-1_1', enrolled(1));
  await projector.ready();
  const began = performance.now();
  for (let i = 0; i < 300; i++) await school.append(`enrolment-${i % 7}_1`, enrolled(i % 7 || 7), completed(i % 7 || 7));
  const head = await school.events.head();
  const row = await school.untilStatus('tally', ({ position }) => position === head);
  expect(row).toMatchObject({
    state: 'running',
    version: 1,
    generation: 1,
    head,
    lag: { events: 0, since: null },
    documents: 7,
    lastError: null,
  });
  expect(row.eventsPerSecond).toBeGreaterThan(0);
  expect(Date.parse(row.lastEventAt ?? '')).not.toBeNaN();
  const seconds = (performance.now() - began) / 1_000;
  await until(
    async () => (await school.changes(STATUS_TOPIC)).some(({ id, view }) => id === 'tally' && view?.position === head),
    'the push',
  );
  const pushed = (await school.changes(STATUS_TOPIC)).filter(({ id }) => id === 'tally');
  expect(pushed.length).toBeLessThanOrEqual(4 * (seconds + 2));
  expect(pushed.map(({ version }) => version)).toEqual(pushed.map(({ version }) => version).sort((a, b) => a - b));
});

function fail(): never {
  throw new Error('a checkpoint was expected');
}
