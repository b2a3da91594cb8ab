import { existsSync, fstatSync, ftruncateSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { folded } from '../../backend/projections/catalogue/catalogueWords.ts';
import { type FactPageDoc, factPages } from '../../backend/projections/factPages.ts';
import { createFactColumns } from '../../backend/projections/facts/factColumns.ts';
import type { FactFilter } from '../../backend/projections/facts/factFilter.ts';
import { createFactIndex, type FactIndex } from '../../backend/projections/facts/factIndex.ts';
import { codesOf, type FactLine } from '../../backend/projections/facts/factLines.ts';
import { schoolDay } from '../../events/calendar.ts';
import type { Position } from '../../events/store/port.ts';
import { enrolled, registered } from '../support/learning.ts';
import { given, givenEvents, positionOf, timeOf } from '../support/projectionSpec.ts';

const folder = mkdtempSync(join(tmpdir(), 'aulaviva-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EVENTS = 450;
const RARE = 8;
const events = Array.from({ length: EVENTS }, (_, n) => {
  // Somebody of whom there is one fact in a block.
  const person = n === 101 ? RARE : 1 + (n % 7);
  const [type, data] = n % 3 === 0 ? registered(person, `persona${person}`) : enrolled(person, 1 + (n % 5));
  return given(type, data, n % 4 === 0 ? {} : { userId: person });
});
const folds = givenEvents(factPages, events).documents.docs() as unknown as Record<string, FactPageDoc>;
type Docs = Readonly<Record<string, FactPageDoc>>;
const mapped = (change: (lines: FactLine[]) => FactLine[]): Docs =>
  Object.fromEntries(Object.entries(folds).map(([key, doc]) => [key, { ...doc, lines: change(doc.lines) }]));
/** What a device did offline comes later, and a clock may be ahead. */
const shiftOf = (index: number): number => (index % 11 === 3 ? -90 : index % 45 === 9 ? 70 : 0) * 60_000 + (index % 3) * 250;
/** Some have a reason in the log. */
const docs = mapped((lines) =>
  lines.map((line, index) => {
    const at = new Date(Date.parse(line[1]) + shiftOf(index)).toISOString();
    return line.with(1, at).with(8, index % 45 === 7 ? 1 : 0) as unknown as FactLine;
  }),
);
const all = Object.keys(docs)
  .sort()
  .flatMap((key) => docs[key]?.lines ?? []);
const REASONS = Object.values(docs).flatMap(({ lines }) => lines.filter(([, , , , , , , , reason]) => reason === 1)).length;

/** Over these documents; the first `pages` of them until `grow` is called. */
function indexOf(blockRows: number | undefined, pages = Number.POSITIVE_INFINITY, of: Docs = docs, onDamage = () => {}) {
  const keys = Object.keys(of).sort();
  let shown = keys.slice(0, pages);
  let changes = 1;
  const reads = {
    find: async () => ({ docs: shown.map((key) => ({ key, doc: of[key] })), next: null, total: shown.length }),
    getMany: async (_: unknown, wanted: readonly string[]) =>
      new Map(wanted.flatMap((key) => (shown.includes(key) ? [[key, of[key]] as const] : []))),
  };
  const reader = {
    lastChange: async () => changes,
    changeHeads: async () => [{ n: changes, position: positionOf(changes) }],
    changesSince: async () => shown.slice(pages).map((id) => ({ topic: 'historia', id })),
  };
  const index = createFactIndex(reads as never, reader as never, {
    folded,
    reasonAt: async () => 'Por beca',
    ...{ folder, onDamage },
    ...(blockRows && { blockRows }),
  });
  return {
    index,
    grow() {
      shown = keys;
      changes++;
    },
  };
}

const filters: Readonly<Record<string, FactFilter>> = {
  nothing: {},
  hidden: { hidden: new Set(['UserRegistered']) },
  types: { types: new Set(['LearnerEnrolled']), actor: 3 },
  person: { about: codesOf('person', 2) },
  pair: { about: [...codesOf('person', 2), ...codesOf('course', 4)] },
  role: { role: 'student', from: '2026-03-02', to: '2026-03-02' },
  stream: { streams: ['given-1'] },
  words: { words: [{ text: 'persona', types: new Set(['UserRegistered']), codes: new Set(codesOf('course', 2)) }] },
};
async function asked(index: FactIndex, filter: FactFilter) {
  const page = await index.find(filter, { limit: 9, before: null, reasonsMs: 0 });
  const deep = await index.find(filter, { limit: 9, before: positionOf(200), reasonsMs: 0 });
  const window = { from: 0, to: 4_000_000_000, start: 0, step: 3_600, most: 10 };
  return {
    ...{ page, deep, since: await index.since(filter, positionOf(130), 0), extents: await index.extents([filter, {}]) },
    ...{ spans: await index.spans([filter], window), act: await index.ofAct('command-77', 5) },
  };
}

/** What a filter finds by its definition, one line after the other. */
function byDefinition({ types, hidden, actor, role, about = [], streams, from, to, since, words = [] }: FactFilter, before: string | null) {
  const dayOf = ([, at]: FactLine) => schoolDay(at);
  const chosen: Record<string, (line: FactLine) => boolean> = {
    types: ([, , type]) => types?.has(type) ?? true,
    actors: ([, , , , , by]) => actor === undefined || by === actor,
    roles: ([, , , , , , as]) => role === undefined || as === role,
    days: (line) => (from ?? '') <= dayOf(line) && dayOf(line) <= (to ?? '9'),
  };
  const asked = all.filter(
    ([position, at, type, stream, , by, , , , codes, said]) =>
      !hidden?.has(type) &&
      !(since && Date.parse(at) <= since.moment && (since.last === undefined || (since.last !== null && position <= since.last))) &&
      about.every((code) => codes.includes(code)) &&
      (streams?.includes(stream) ?? true) &&
      words.every(
        (word) =>
          word.types.has(type) || word.codes.has(by ?? -1) || codes.some((code) => word.codes.has(code)) || said.includes(word.text),
      ),
  );
  const found = (but?: string) => asked.filter((line) => Object.entries(chosen).every(([name, has]) => name === but || has(line)));
  const counted = <K>(but: string, of: (line: FactLine) => K) => {
    const counts = new Map<K, number>();
    for (const line of found(but)) counts.set(of(line), (counts.get(of(line)) ?? 0) + 1);
    return counts;
  };
  const matching = found();
  const above = before === null ? [] : matching.filter(([position]) => position >= before);
  const below = matching.slice(0, matching.length - above.length).reverse();
  const actors = counted('actors', ([, , , , , by]) => by);
  actors.delete(null);
  return {
    ...{ total: matching.length, before: above.length, lines: below.slice(0, 9), more: below.length > 9 },
    counts: {
      ...{ types: counted('types', ([, , type]) => type), roles: counted('roles', (line) => line[6]), days: counted('days', dayOf) },
      ...{ actors, people: actors.size },
    },
  };
}

const word = fc.record({
  text: fc.constantFrom('persona', 'nada'),
  types: fc.subarray(['UserRegistered', 'LearnerEnrolled']).map((names) => new Set(names)),
  codes: fc.subarray([...codesOf('course', 2), ...codesOf('person', 3), ...codesOf('course', 4)]).map((codes) => new Set(codes)),
});
const since = fc.record(
  {
    moment: fc.nat({ max: EVENTS - 1 }).map((n) => Date.parse((all[n] as FactLine)[1])),
    last: fc.option(fc.integer({ min: 1, max: EVENTS }).map(positionOf), { nil: null }),
  },
  { requiredKeys: ['moment'] },
);
const day = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03');
const some = fc.record(
  {
    ...{ types: fc.subarray(['UserRegistered', 'LearnerEnrolled']).map((names) => new Set(names)), actor: fc.integer({ min: 1, max: 9 }) },
    ...{ hidden: fc.constantFrom(new Set(['UserRegistered']), new Set<string>()), role: fc.constantFrom('student', 'system') },
    ...{
      about: fc.oneof(fc.constant(codesOf('person', RARE)), fc.subarray([...codesOf('person', 2), ...codesOf('course', 4)])),
      streams: fc.constantFrom(['given-1'], ['given-1', 'given-2']),
    },
    ...{ from: day, to: day, since, words: fc.array(word, { maxLength: 2 }) },
  },
  { requiredKeys: [] },
) as fc.Arbitrary<FactFilter>;

// rows: K03
test('every filter finds and counts what its definition says, from the file, from memory, and again', async () => {
  const indexes = [indexOf(64), indexOf(256), indexOf(undefined)];
  const before = fc.option(fc.integer({ min: 1, max: EVENTS }).map(positionOf), { nil: null });
  await fc.assert(
    fc.asyncProperty(some, before, async (filter, at) => {
      const said = byDefinition(filter, at);
      for (const { index } of indexes) {
        const { total, before, lines, more, counts } = await index.find(filter, { limit: 9, before: at, reasonsMs: 0 });
        expect({ total, before, lines, more, counts }).toEqual(said);
      }
    }),
    { numRuns: 200 },
  );
  for (const { index } of indexes) index.close();
});

// rows: K03
test('what stands in the file is found and counted as what is in memory, while more comes', async () => {
  const inMemory = indexOf(undefined);
  const inFile = indexOf(64);
  const growing = indexOf(64, 2);
  await growing.index.find({}, { limit: 1, before: null, reasonsMs: 0 });
  growing.grow();
  for (const [name, filter] of Object.entries(filters)) {
    const found = await asked(inMemory.index, filter);
    expect(found.page.total, name).toBeGreaterThan(0);
    expect(await asked(inFile.index, filter), name).toEqual(found);
    expect(await asked(growing.index, filter), name).toEqual(found);
  }
  const types = [...(await inFile.index.find({}, { limit: 1, before: null, reasonsMs: 0 })).counts.types.values()];
  expect(types.reduce((sum, count) => sum + count, 0)).toBe(EVENTS);
  for (const { index } of [inMemory, inFile, growing]) index.close();
  expect(readdirSync(folder), 'the file has no name').toEqual([]);
});

// rows: K04
test('of a moment is found what an index of what had occurred by then would find, whatever comes later or came late', async () => {
  const { index } = indexOf(64);
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.integer({ min: -95 * 240, max: (EVENTS + 75) * 240 }),
      fc.integer({ min: 0, max: EVENTS }),
      async (filter, quarterSeconds, written) => {
        const moment = Date.parse(timeOf(0)) + quarterSeconds * 250;
        const included = all.slice(0, written).filter(([, at]) => Date.parse(at) <= moment);
        const last = (included.at(-1)?.[0] ?? null) as Position | null;
        const kept = new Set(included);
        const own = indexOf(
          64,
          undefined,
          Object.fromEntries(
            Object.entries(docs).flatMap(([key, { lines }]) => {
              const of = lines.filter((line) => kept.has(line));
              return of.length > 0 ? [[key, { lines: of }]] : [];
            }),
          ),
        );
        const then = index.asOf({ moment, last, next: null, events: included.length });
        expect(await asked(then, filter)).toEqual(await asked(own.index, filter));
        own.index.close();
      },
    ),
    { numRuns: 100 },
  );
  index.close();
});

test('what is being read stays readable to its end, also where it is closed meanwhile', async () => {
  const columns = createFactColumns(folder, 4);
  for (let n = 0; n < 10; n++)
    columns.add({ type: 2 - (n % 2), day: 0, actor: n, role: 0, extra: n === 6 ? 2 : 0, stream: 0, act: 0, time: 0, codes: [n, n] });
  await columns.during(async () => {
    columns.close();
    const reader = columns.reader(['row', 'actor', 'until', 'codes']);
    const { row, actor, until, codes, runs } = reader.block(1);
    reader.load(0, 4);
    expect([[...actor], [...row], [...until], [...codes.slice(0, 8)]]).toEqual([
      [5, 7, 4, 6],
      [1, 3, 0, 2],
      [2, 4, 6, 8],
      [5, 5, 7, 7, 4, 4, 6, 6],
    ]);
    expect(runs, 'the rarest type first').toEqual([
      { type: 1, from: 0, to: 2, extra: 0 },
      { type: 2, from: 2, to: 4, extra: 2 },
    ]);
    expect([...reader.having([6])]).toEqual([3]);
    expect([...reader.having([6, 7])]).toEqual([]);
  });
});

/** The descriptors of the nameless files that this process has open. */
const namelessFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${folder}/history-`) ? [Number(fd)] : [];
    } catch {
      return [];
    }
  });
const foreign = (file: number) => Buffer.alloc(fstatSync(file).size, 'what belongs to somebody else ');

test.skipIf(!existsSync('/proc/self/fd')).each([
  [
    'bytes of it are overwritten',
    (file: number) => {
      for (let at = 0; at < fstatSync(file).size; at += 300) writeSync(file, Buffer.from([7, 7, 7, 7]), 0, 4, at);
    },
  ],
  ['it is cut', (file: number) => ftruncateSync(file, 10_000)],
  ['it is emptied', (file: number) => ftruncateSync(file, 0)],
  ['something else is in its place', (file: number) => writeSync(file, foreign(file), 0, foreign(file).length, 0)],
])('a search whose file was damaged answers rightly: %s', async (_, spoil) => {
  let damages = 0;
  const inMemory = indexOf(undefined);
  const inFile = indexOf(64, undefined, undefined, () => void damages++);
  for (const [name, filter] of Object.entries(filters)) {
    const before = await asked(inFile.index, filter);
    for (const file of namelessFiles()) spoil(file);
    const found = await asked(inMemory.index, filter);
    expect(before, name).toEqual(found);
    expect(await asked(inFile.index, filter), name).toEqual(found);
  }
  for (const { index } of [inMemory, inFile]) index.close();
  expect(damages, 'once for each damage that a search met').toBe(Object.keys(filters).length);
  expect(namelessFiles(), 'none is left open').toEqual([]);
});

test('once it is closed it is built no further, nor again', async () => {
  const { index } = indexOf(64);
  const asked = index.find({}, { limit: 1, before: null, reasonsMs: 0 });
  index.close();
  await expect(asked).rejects.toThrow('closed');
  await expect(index.since({}, null, 0)).rejects.toThrow('closed');
});

test('a full block that cannot be written is kept, and written once it can', async () => {
  const taken = join(folder, 'taken');
  writeFileSync(taken, '');
  const columns = createFactColumns(taken, 4);
  const add = (n: number) => columns.add({ type: 0, day: 0, actor: n, role: 0, extra: 0, stream: 0, act: 0, time: 0, codes: [n] });
  for (let n = 0; n < 4; n++) add(n);
  expect(() => add(4)).toThrow('EEXIST');
  expect(() => add(4)).toThrow('EEXIST');
  expect(columns.length).toBe(4);
  rmSync(taken);
  for (let n = 4; n < 9; n++) add(n);
  expect([columns.length, columns.sealed]).toEqual([9, 2]);
  const reader = columns.reader(['actor']);
  for (const [number, actors] of [
    [1, [4, 5, 6, 7]],
    [0, [0, 1, 2, 3]],
  ] as const) {
    const { actor } = reader.block(number);
    reader.load(0, 4);
    expect([...actor]).toEqual(actors);
  }
  columns.close();
  rmSync(taken, { recursive: true });
});

// rows: K03
test('what is remembered of words ends with a reason that was read since, and with another thing of that name', async () => {
  const { index } = indexOf(64);
  const ask = (reasonsMs: number, codes: readonly number[] = []) =>
    index.find({ words: [{ text: 'beca', types: new Set(), codes: new Set(codes) }] }, { limit: 1, before: null, reasonsMs });
  const [unread, read] = [await ask(-1), await ask(60_000)];
  expect([unread.total, unread.unread]).toEqual([0, REASONS]);
  expect([read.total, read.unread]).toEqual([REASONS, 0]);
  const some = (await ask(0, codesOf('person', 2))).total;
  expect(some).toBeGreaterThan(REASONS + 40);
  const nobody = Array.from({ length: 5_000 }, (_, n) => 10_000 + n);
  expect((await ask(0, [...codesOf('person', 2), ...nobody])).total, 'of a name that thousands have').toBe(some);
  index.close();
});

test('of many people those who did most are listed one by one, and how many there are', async () => {
  const { index } = indexOf(64);
  const { actors, people } = (await index.find({}, { limit: 1, before: null, reasonsMs: 0 })).counts;
  expect(people).toBe(RARE);
  const counts = [...actors.values()];
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  index.close();
});
