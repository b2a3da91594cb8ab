import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { handledTypes } from '../../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../../backend/projections/kernel/projection.ts';
import type { DocWrite, StoredDoc, Tombstone } from '../../../backend/projections/kernel/readStore.ts';
import { type ReplayTarget, replay } from '../../../backend/projections/kernel/replay.ts';
import { canonical } from '../../../backend/projections/stores/query.ts';
import { openSqliteBuild } from '../../../backend/projections/stores/sqliteBuild.ts';
import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { type JsonObject, type Position, type Recorded, sizeOf } from '../../../events/store/port.ts';
import { completed, enrolled, erased, registered, unenrolled } from '../../support/learning.ts';
import { Documents, envelopes, type GivenEvent, given, positionOf } from '../../support/projectionSpec.ts';
import { fragile, POISON, people, tally, totals } from '../../support/tinyProjections.ts';

/** A log in memory whose events need no decoding, in pages of `size`. */
function logOf(events: readonly Envelope[], size: number): EventLog {
  const pages = async function* (after: Position | null, options?: { types?: readonly string[] }) {
    const wanted = events.filter((event) => (after === null || event.position > after) && options?.types?.includes(event.type));
    for (let from = 0; from < wanted.length; from += size)
      yield wanted.slice(from, from + size).map((event) => ({ ...event, size: sizeOf(event.data as JsonObject) })) as unknown as Recorded[];
  };
  return {
    store: { pages },
    decode: async (records: readonly Recorded[]) => {
      for (const { data } of records) if ('broken' in data) throw new Error('cannot be decoded');
      return records as unknown as Envelope[];
    },
  } as unknown as EventLog;
}

class Target implements ReplayTarget {
  readonly docs = new Map<string, DocWrite>();
  at: Position | null = null;
  writes = 0;
  checkpoint = () => this.at;
  getMany = (keys: readonly string[]) =>
    new Map<string, StoredDoc>(
      keys.flatMap((key) => {
        const { doc, version, position } = this.docs.get(key) ?? { doc: null, version: 0, position: positionOf(0) };
        return doc ? [[key, { key, doc, version, position }]] : [];
      }),
    );
  tombstones = (keys: readonly string[]) =>
    new Map<string, Tombstone>(
      keys.flatMap((key) => {
        const found = this.docs.get(key);
        return found && !found.doc ? [[key, { version: found.version, position: found.position }]] : [];
      }),
    );
  keysOfPerson = (person: string) => [...this.docs.values()].filter(({ persons }) => persons.includes(person)).map(({ key }) => key);
  write(docs: readonly DocWrite[], checkpoint: Position) {
    this.writes++;
    for (const doc of docs) this.docs.set(doc.key, doc);
    this.at = checkpoint;
  }
  bytes = () =>
    [...this.docs.values()]
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, version, position, doc }) => `${key} v${version} @${position} ${doc ? canonical(doc) : 'deleted'}`)
      .join('\n');
}

const envelopesOf = (...events: [string, object][]): Envelope[] => envelopes(events.map(([type, data]): GivenEvent => given(type, data)));
const run = (
  projection: AnyProjection,
  events: readonly Envelope[],
  target: Target,
  more: Partial<Parameters<typeof replay>[0]> & { size?: number } = {},
) =>
  replay({
    log: logOf(events, more.size ?? 3),
    projection,
    target,
    to: events.at(-1)?.position ?? positionOf(0),
    skips: new Set(),
    onProgress() {},
    ...more,
  });

const someEvent = fc
  .nat({ max: 5 })
  .chain((user) =>
    fc.constantFrom<[string, object]>(
      enrolled(user + 1),
      enrolled(user + 1, 2),
      completed(user + 1),
      unenrolled(user + 1),
      registered(user + 1, `name${user}`),
      erased(user + 1),
    ),
  );

test('a replay makes what the projector makes: any events, pages, bounds of memory, and any place to end and go on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someEvent, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.record({
        events: fc.integer({ min: 1, max: 30 }),
        documents: fc.integer({ min: 0, max: 6 }),
        changed: fc.integer({ min: 1, max: 4 }),
        size: fc.integer({ min: 0, max: 1_000 }),
      }),
      fc.nat({ max: 59 }),
      async (list, size, flush, cut) => {
        const events = envelopesOf(...list);
        for (const projection of [tally(), totals, people] as AnyProjection[]) {
          const expected = new Documents(projection);
          expected.fold(events);
          const target = new Target();
          const middle = events[Math.min(cut, events.length - 1)]?.position ?? positionOf(0);
          await run(projection, events, target, { size, flush, to: middle });
          expect(target.at).toBe(middle);
          await run(projection, events, target, { size, flush });
          expect(target.bytes()).toBe(expected.bytes());
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a replay ends exactly at the position it is given, also where nothing stands there that it wants', async () => {
  const events = envelopesOf(enrolled(1), registered(9, 'nadie'), completed(1), completed(1, 2));
  const target = new Target();
  expect(await run(tally(), events, target, { to: positionOf(1) })).toEqual({ events: 1, position: positionOf(1), halted: null });
  expect(target.at).toBe(positionOf(1));
});

test('at an event that it cannot fold or read it halts, and the target stands before it', async () => {
  const events = envelopesOf(completed(1), completed(2), enrolled(3), completed(1, POISON), completed(1, 2));
  const target = new Target();
  const { halted, position } = await run(fragile, events, target, { size: 2 });
  expect(halted?.event.position).toBe(positionOf(3));
  expect(position).toBe(positionOf(1));
  expect(target.at).toBe(position);
  expect([...target.docs.keys()].sort()).toEqual(['1', '2']);

  const unreadable = envelopesOf(completed(1), ['ClassCompleted', { broken: true }], completed(2));
  const other = new Target();
  expect((await run(totals, unreadable, other, { size: 10 })).halted?.event.position).toBe(positionOf(1));
  expect(other.at).toBe(positionOf(0));
});

test('a replay passes events that a person skipped, and no others', async () => {
  const events = envelopesOf(completed(1), completed(1, POISON), ['ClassCompleted', { broken: true }], completed(1, 2));
  const skips = new Set([positionOf(1), positionOf(2)]);
  const target = new Target();
  expect((await run(fragile, events, target, { size: 10, skips })).halted).toBeNull();
  expect(target.docs.get('1')?.doc).toEqual({ classes: [1, 2] });
  expect(handledTypes(fragile)).toEqual(['ClassCompleted']);
});

test('a replay bounds what it holds in memory by size, not only by number', async () => {
  const large = {
    name: 'large',
    version: 1,
    on: {
      ClassCompleted: {
        key: ({ data }: { data: { classId: number } }) => String(data.classId),
        evolve: (doc: object | null, { data }: { data: object }) => ({ ...doc, ...data }),
      },
    },
  } as unknown as AnyProjection;
  const documents = 200;
  const eachOnce = (more: object) =>
    Array.from({ length: documents }, (_, i) => ['ClassCompleted', { classId: i, ...more }] as [string, object]);
  // First large events, then small ones over large documents.
  const events = envelopesOf(...eachOnce({ text: 'x'.repeat(10_000) }), ...eachOnce({ again: true }));
  const held: number[] = [];
  const target = new Target();
  const write = target.write.bind(target);
  target.write = (docs, checkpoint) => {
    held.push(docs.length);
    write(docs, checkpoint);
  };
  const flush = { events: 10_000, changed: 10_000, documents: 10_000, size: 100_000 };
  await run(large, events, target, { flush, size: 5 });
  expect(target.docs.size).toBe(documents);
  expect(Math.max(...held), 'documents held at once').toBeLessThanOrEqual(100_000 / 10_000 + 5);
});

test('documents are written behind, not one by one', async () => {
  const events = envelopesOf(...Array.from({ length: 200 }, (_, i) => completed((i % 7) + 1, i + 1)));
  const target = new Target();
  await run(fragile, events, target, { size: 10 });
  expect(target.writes).toBe(1);
});

test('who is erased is found in a build by what they left there, also in one that goes on after a crash', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const spec = { projection: 'users', version: 1, generation: 1, indexes: [] };
  const file = path.join(folder, 'build.db');
  const of = (person: number, position: number, persons: string[]) => ({
    ...{ key: `k${person}`, version: position, position: positionOf(position), persons },
    doc: { person, about: 'x'.repeat(200) },
  });
  const PEOPLE = 20_000;
  let build = openSqliteBuild(file, spec);
  build.write(
    Array.from({ length: PEOPLE }, (_, person) => of(person, 1, [String(person)])),
    positionOf(1),
  );
  expect(build.keysOfPerson('7')).toEqual(['k7']);
  build.write([of(7, 2, []), of(8, 2, ['7', '8'])], positionOf(2));
  expect([build.keysOfPerson('7'), build.keysOfPerson('8')]).toEqual([['k8'], ['k8']]);
  build.close();
  build = openSqliteBuild(file, spec);
  expect(build.keysOfPerson('7')).toEqual(['k8']);
  const began = performance.now();
  for (let person = 100; person < 500; person++) expect(build.keysOfPerson(String(person))).toEqual([`k${person}`]);
  // Looking through all documents for each takes more than three seconds.
  expect(performance.now() - began).toBeLessThan(1_000);
  build.close();
});
