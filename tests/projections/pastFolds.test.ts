import '../support/generated.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createPastFolds, type PastFoldsOptions } from '../../backend/process/past/folds.ts';
import { fold } from '../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type { Doc, Page, ReadStoreReader } from '../../backend/projections/kernel/readStore.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import { openMomentReader } from '../../backend/projections/stores/sqliteMoment.ts';
import type { Envelope } from '../../events/define.ts';
import type { EventLog } from '../../events/log.ts';
import { boundedLog } from '../../events/store/bounded.ts';
import { createMoments } from '../../events/store/moments.ts';
import type { EventStore, Position, Recorded } from '../../events/store/port.ts';
import { completed, enrolled, erased, registered, unenrolled } from '../support/learning.ts';
import { envelopes, given } from '../support/projectionSpec.ts';
import { fragile, POISON, people, tally, totals } from '../support/tinyProjections.ts';

/** A moment begins at the mark before it, and is the same as one folded from the first event on. */

const ALL: readonly AnyProjection[] = [tally(), totals, people, fragile];
const FIRST = Date.parse('2026-03-02T17:00:00.000Z');
const minute = (at: number) => FIRST + at * 60_000;

type Told = [event: [string, object], at: number];
const recorded = (told: readonly Told[]): Recorded[] =>
  envelopes(told.map(([[type, data], at]) => given(type, data, { at: new Date(minute(at)).toISOString() }))).map(
    (event) => ({ ...event, metadata: event.meta, size: 100 }) as unknown as Recorded,
  );

/** A log in memory, which grows. */
class Log {
  readonly events: Recorded[] = [];
  readonly skipped: Recorded[] = [];
  /** Events read. */
  read = 0;
  readonly store = {
    pages: async function* (this: Log, after: Position | null, { limit = Infinity, pageSize = 1_000 } = {}) {
      const wanted = this.events.filter(({ position }) => after === null || position > after).slice(0, limit);
      for (let from = 0; from < wanted.length; from += pageSize) {
        const page = wanted.slice(from, from + pageSize);
        this.read += page.length;
        yield page;
      }
    }.bind(this),
    readAll: async function* (this: Log, after: Position | null) {
      yield* this.events.filter(({ position }) => after === null || position > after);
    }.bind(this),
    readStream: async function* (this: Log, stream: string) {
      yield* this.skipped.filter((one) => one.stream === stream);
    }.bind(this),
  } as unknown as EventStore;
  readonly log = { store: this.store, decode: async (records: readonly Recorded[]) => records } as unknown as EventLog;
}

function opened(log: Log, options: Partial<PastFoldsOptions> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-past-'));
  const folds = createPastFolds({ log: log.log, projections: ALL, file: path.join(folder, 'versions.db'), every: 4, ...options });
  const moments = createMoments(log.store, 3);
  let files = 0;
  const close = () => {
    folds.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    close,
    /** The documents as of then, for as long as `look` looks at them. */
    async as<T>(at: number, look: (reader: ReadStoreReader) => Promise<T>): Promise<T> {
      const file = path.join(folder, `${++files}.db`);
      const bound = await moments.bound(minute(at));
      await folds.prepare({ bound, stretches: await moments.stretches(minute(at)), written: moments.written(), file });
      const reader = openMomentReader(file);
      try {
        return await look(reader);
      } finally {
        await reader.close();
      }
    },
  };
}

const TIGHT = { each: 0, least: 1, marks: 4 };
const WIDE = { ...TIGHT, least: Number.POSITIVE_INFINITY };

const generationOf = ({ name: projection, version }: AnyProjection) => ({ projection, version, generation: 1 });
const line = (key: string, version: number, position: string, doc: Doc) => `${key} v${version} @${position} ${canonical(doc)}`;

/** All documents by every way that leads to them. */
async function seen(reader: ReadStoreReader, projection: AnyProjection): Promise<string[]> {
  const generation = generationOf(projection);
  const { docs } = await reader.find(generation, {});
  expect(await reader.count(generation)).toBe(docs.length);
  for (const doc of docs) expect(await reader.get(generation, doc.key)).toEqual(doc);
  if (projection.name === 'tally') {
    const sorted: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await reader.find(generation, { sort: ['-completed'], limit: 2, ...(cursor !== null && { cursor }) });
      sorted.push(...page.docs.map(({ key, doc }) => `${doc.completed} ${key}`));
      cursor = page.next;
    } while (cursor !== null);
    const expected = docs.toSorted((a, b) => Number(b.doc.completed) - Number(a.doc.completed) || (a.key > b.key ? -1 : 1));
    expect(sorted).toEqual(expected.map(({ key, doc }) => `${doc.completed} ${key}`));
  }
  return docs.map(({ key, version, position, doc }) => line(key, version, position, doc));
}

async function expected(log: Log, projection: AnyProjection, at: number): Promise<string[]> {
  const events: Envelope[] = [];
  for await (const event of boundedLog(log.store, await createMoments(log.store).bound(minute(at))).readAll(null))
    events.push(event as unknown as Envelope);
  return fold(projection, events, new Map(), false)
    .writes.flatMap(({ key, version, position, doc }) => (doc ? [{ key, text: line(key, version, position, doc) }] : []))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ text }) => text);
}

const someEvent = fc
  .nat({ max: 5 })
  .chain((user) =>
    fc.constantFrom<[string, object]>(
      enrolled(user + 1),
      enrolled(user + 1, 2),
      completed(user + 1),
      completed(user + 1),
      unenrolled(user + 1),
      registered(user + 1, `name${user}`),
      erased(user + 1),
    ),
  );
/** Mostly one after the other; what a device did offline comes later, and a clock may have been ahead. */
const someLog = fc.array(
  fc.tuple(someEvent, fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -30, max: 8 }) })),
  { minLength: 1, maxLength: 70 },
);

// rows: K04
test('any moment, near a mark or far from it, is what all events until then make', async () => {
  await fc.assert(
    fc.asyncProperty(
      someLog,
      fc.array(fc.nat({ max: 80 }), { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 70 }),
      fc.constantFrom(TIGHT, WIDE),
      async (told, moments, begun, room) => {
        const all = recorded(told.map(([event, off], i): Told => [event, i + off]));
        const log = new Log();
        // Somebody looked back before the rest was written.
        log.events.push(...all.slice(0, begun));
        const past = opened(log, { room });
        try {
          for (const at of moments) {
            await past.as(at, async (reader) => {
              for (const projection of ALL) expect(await seen(reader, projection)).toEqual(await expected(log, projection, at));
            });
            log.events.splice(0, log.events.length, ...all);
          }
        } finally {
          past.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

const study = (count: number): Told[] => Array.from({ length: count }, (_, i) => [i < 6 ? enrolled(i + 1) : completed((i % 6) + 1, i), i]);

test('after the first moment, another one reads only what lies between it and the mark before it', async () => {
  const log = new Log();
  // The last one was done offline, long before it came.
  log.events.push(...recorded([...study(200), [completed(1, 999), 12]]));
  const past = opened(log, { every: 10 });
  onTestFinished(past.close);
  await past.as(150, async () => {});
  for (const at of [199, 12, 77]) {
    log.read = 0;
    await past.as(at, async (reader) => expect(await seen(reader, ALL[0] as AnyProjection)).toHaveLength(6));
    expect(log.read).toBeLessThanOrEqual(30);
  }
});

test('what halts at an event shows what it had folded, and goes on in all moments once the event is skipped', async () => {
  const log = new Log();
  log.events.push(...recorded([...study(30), [completed(1, POISON), 30], ...study(60).slice(31)]));
  const past = opened(log);
  onTestFinished(past.close);
  const classes = (at: number) =>
    past.as(at, async (reader) => ((await reader.get(generationOf(fragile), '1'))?.doc.classes as number[] | undefined)?.length ?? 0);
  const stands = (at: number) =>
    past.as(at, async (reader) => (await reader.generations()).find(({ projection }) => projection === 'fragile')?.checkpoint ?? null);
  expect([await classes(20), await classes(24), await classes(59)]).toEqual([3, 4, 4]);
  expect([await stands(20), await stands(59)]).toEqual([null, log.events[29]?.position]);
  const position = log.events[30]?.position;
  const [skip] = envelopes([given('PoisonEventSkipped', { projection: 'fragile', position })]);
  log.skipped.push({ ...skip, stream: 'operations-fragile' } as unknown as Recorded);
  expect(await classes(59)).toBeGreaterThan(6);
});

test('what halts behind the last mark shows what it had folded, too', async () => {
  const log = new Log();
  log.events.push(...recorded([...study(33), [completed(1, POISON), 33]]));
  const past = opened(log);
  onTestFinished(past.close);
  const same = (at: number) => past.as(at, async (reader) => expect(await seen(reader, fragile)).toEqual(await expected(log, fragile, at)));
  await same(33);
  log.events.splice(0, log.events.length, ...recorded([...study(33), [completed(1, POISON), 33], ...study(60).slice(34)]));
  await same(59);
  await same(32);
});

test('where the room is used up, marks become fewer and moments stay what they were', async () => {
  const log = new Log();
  log.events.push(...recorded(study(400)));
  const past = opened(log, { room: TIGHT });
  onTestFinished(past.close);
  for (const at of [399, 250, 3, 111])
    await past.as(at, async (reader) => {
      for (const projection of ALL) expect(await seen(reader, projection)).toEqual(await expected(log, projection, at));
    });
  log.read = 0;
  await past.as(333, async () => {});
  // Between four and eight marks are left of a hundred.
  expect(log.read).toBeLessThanOrEqual(400 / 4 + 8);
  expect(log.read).toBeGreaterThan(8);
});

test('a moment that is looked at stays what it was while marks become fewer', async () => {
  const log = new Log();
  const all = recorded(study(400));
  log.events.push(...all.slice(0, 29));
  const past = opened(log, { room: TIGHT });
  onTestFinished(past.close);
  const looked = async (at: number, then: () => Promise<void>): Promise<void> =>
    past.as(at, async (reader) => {
      const before = await Promise.all(ALL.map((projection) => seen(reader, projection)));
      await then();
      // What is read within one turn of the loop is of one moment anyway.
      await nextTurn();
      expect(await Promise.all(ALL.map((projection) => seen(reader, projection)))).toEqual(before);
    });
  await looked(13, () =>
    looked(27, async () => {
      log.events.push(...all.slice(29));
      await past.as(399, async () => {});
    }),
  );
});
