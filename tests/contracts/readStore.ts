import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  Batch,
  Change,
  Condition,
  Doc,
  DocWrite,
  Generation,
  GenerationSpec,
  IndexFields,
  NewChange,
  Query,
  ReadStore,
  ReadStoreReader,
  Scalar,
  StoredDoc,
} from '../../backend/projections/kernel/readStore.ts';
import { LeaseLost, NotIndexed, placeOf, TRIM_STEP } from '../../backend/projections/kernel/readStore.ts';
import { BadCursor } from '../../backend/projections/reading/cursor.ts';
import type { Position } from '../../events/store/port.ts';
import { changesAfter } from '../support/changes.ts';

/** What a read store must offer to be tested. It belongs to the suite alone, which resets it before every test. */
export interface ReadStoreHarness {
  store: ReadStore;
  /** Another connection to the same store, as an API node has it; the suite closes it. */
  openReader(): Promise<ReadStoreReader>;
  /** The server orders strings as Java and JavaScript do, by UTF-16 units: characters beyond the first plane are left out. */
  utf16Order?: boolean;
  dispose(): Promise<void>;
}

/** Positions grow over the whole suite: the log of changes remembers how far it reached before a reset. */
let origin = 0;
export const at = (n: number): Position => String(origin + n).padStart(12, '0') as Position;
/** The reverse of `at`. */
export const reached = (position: Position | null): number => (position === null ? 0 : Number(position) - origin);
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

let counter = 0;
export function generation(projection?: string): Generation {
  counter++;
  return { projection: projection ?? `p${counter}`, version: 1, generation: counter };
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

const put = (key: string, n: number, doc: Doc | null, version = n, persons: readonly string[] = []): DocWrite => ({
  ...{ key, version, position: at(n), doc, persons },
});
const change = (topic: string, n: number, view?: Doc): NewChange => ({
  ...{ topic, id: 'x', version: n, op: 'put', position: at(n) },
  ...(view && { view }),
});

/** An independent statement of the bytes a document has. */
function bytes(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => bytes(part ?? null))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => ({ key, part, number: /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.number !== b.number ? a.number - b.number : a.key < b.key ? -1 : 1));
  return `{${parts.map(({ key, part }) => `${JSON.stringify(key)}:${bytes(part)}`)}}`;
}

/** A toy projection's event: `null` deletes the document, anything else is laid over it. */
interface Recorded {
  key: string;
  patch: Doc | null;
  person: string | null;
}
const ODD_KEYS = ['a.b', '$set', '$', '', '__proto__', 'constructor', 'ñ@é.mx', '10', '9', 'b', 'a', '_id', 'x\u0000y', '\ud800'];
const oddDoc = fc.dictionary(
  fc.constantFrom(...ODD_KEYS),
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(fc.constantFrom(...ODD_KEYS), fc.jsonValue({ maxDepth: 1 })),
    fc.constant(undefined),
  ),
  { noNullPrototype: true, maxKeys: 5 },
) as fc.Arbitrary<Doc>;
const told: fc.Arbitrary<Recorded> = fc.record({
  key: fc.constantFrom('1', '2', 'k.$', 'ñandú', '__proto__', ' ', '\n"\''),
  patch: fc.oneof({ weight: 4, arbitrary: oddDoc }, { weight: 1, arbitrary: fc.constant(null) }),
  person: fc.option(fc.constantFrom('7', '8', 'x"y')),
});

function evolve(doc: Doc | null, { patch }: Recorded): Doc | null {
  if (patch === null) return null;
  // Entries, so that a key `__proto__` is one like any other.
  return Object.fromEntries([...Object.entries(doc ?? {}), ...Object.entries(patch)]) as Doc;
}

interface ModelDoc {
  version: number;
  position: Position;
  doc: Doc | null;
  persons: readonly string[];
}
const personsOf = (one: Recorded, doc: Doc | null): readonly string[] => (doc && one.person ? [one.person] : []);

/** Folds a slice of the log as the kernel does: from what the store has, past what a document has already seen. */
async function foldInto(store: ReadStore, target: Generation, events: readonly Recorded[], from: number): Promise<DocWrite[]> {
  const keys = [...new Set(events.map(({ key }) => key))];
  const docs = await store.getMany(target, keys);
  const gone = await store.tombstones(target, keys);
  const stored = new Map<string, Omit<ModelDoc, 'persons'>>();
  for (const key of keys) {
    const tombstone = gone.get(key);
    const found = docs.get(key) ?? (tombstone && { ...tombstone, doc: null });
    if (found) stored.set(key, found);
  }
  const writes = new Map<string, DocWrite>();
  events.forEach((one, i) => {
    const position = at(from + i);
    const before = stored.get(one.key);
    if (before && before.position >= position) return;
    const doc = evolve(before?.doc ?? null, one);
    const version = (before?.version ?? 0) + 1;
    stored.set(one.key, { version, position, doc });
    writes.set(one.key, { key: one.key, version, position, doc, persons: personsOf(one, doc) });
  });
  return [...writes.values()];
}

/** The same without a store. */
function model(events: readonly Recorded[]): Map<string, ModelDoc> {
  const all = new Map<string, ModelDoc>();
  events.forEach((one, i) => {
    const before = all.get(one.key);
    const doc = evolve(before?.doc ?? null, one);
    all.set(one.key, { version: (before?.version ?? 0) + 1, position: at(i + 1), doc, persons: personsOf(one, doc) });
  });
  return all;
}

const shown = ({ key, version, position, doc }: StoredDoc) => ({ key, version, position, bytes: JSON.stringify(doc) });

/** Everything that a generation shows must be what the model says. */
export async function expectModel(store: ReadStore, target: Generation, events: readonly Recorded[]): Promise<void> {
  const all = [...model(events)].sort(([a], [b]) => byCodePoint(a, b));
  const alive = all.flatMap(([key, { version, position, doc }]) => (doc ? [{ key, version, position, bytes: bytes(doc) }] : []));
  expect((await collect(store.scan(target))).map(shown)).toEqual(alive);
  expect((await store.find(target, {})).docs.map(shown)).toEqual(alive);
  expect(await store.count(target)).toBe(alive.length);
  const keys = all.map(([key]) => key);
  const got = await store.getMany(target, [...keys, 'nobody']);
  expect([...got.values()].map(shown).sort((a, b) => byCodePoint(a.key, b.key))).toEqual(alive);
  for (const key of keys) expect((await store.get(target, key))?.version).toEqual(alive.find((one) => one.key === key)?.version);
  const gone = all.flatMap(([key, { version, position, doc }]) => (doc ? [] : [[key, { version, position }]]));
  expect([...(await store.tombstones(target, keys))].sort(([a], [b]) => byCodePoint(a, b))).toEqual(gone);
  for (const person of ['7', '8', 'x"y']) {
    const holds = all.filter(([, { persons }]) => persons.includes(person)).map(([key]) => key);
    expect((await store.keysOfPerson(target, person)).sort(byCodePoint)).toEqual(holds);
  }
}

/** A log, how it is cut, and which batches run more than once. */
export const story = fc.record({
  events: fc.array(told, { minLength: 1, maxLength: 25 }),
  cuts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 25, maxLength: 25 }),
  repeats: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 25, maxLength: 25 }),
});

export const SPEC_INDEXES: readonly IndexFields[] = [['a'], ['a.b', '-$set'], ['10']];

/** Batches of a story as the projector makes them, one after another, from the event `from` on. */
export async function* batches(
  store: ReadStore,
  targets: readonly Generation[],
  { events, cuts }: { events: readonly Recorded[]; cuts: readonly number[] },
  from = 0,
): AsyncGenerator<Batch> {
  for (let first = from, i = 0; first < events.length; i++) {
    const slice = events.slice(first, first + (cuts[i] ?? 1));
    const writes: Batch['writes'][number][] = [];
    for (const target of targets) writes.push({ generation: target, docs: await foldInto(store, target, slice, first + 1) });
    const changes = slice.map(({ key }, j) => change(`t:${key}`, first + 1 + j, { seen: first + j }));
    yield { epoch: 1, checkpoint: at(first + slice.length), writes, changes };
    first += slice.length;
  }
}

/** The log of changes that a story leaves, whatever its batches. */
export const changesOf = (events: readonly Recorded[], first = 1): Change[] =>
  events.map(({ key }, i) => ({ ...change(`t:${key}`, i + 1, { seen: i }), n: first + i }));

export function readStoreContract(name: string, make: () => Promise<ReadStoreHarness>): void {
  // A test that runs out of time goes on behind the next one's back, and resets what that one has made.
  describe(`read store: ${name}`, { timeout: 180_000 }, () => {
    let harness: ReadStoreHarness;
    let store: ReadStore;
    beforeAll(async () => {
      harness = await make();
      store = harness.store;
    }, 120_000);
    beforeEach(() => {
      origin += 1_000;
      return store.reset();
    });
    afterAll(async () => {
      await harness?.dispose();
    });

    const created = async (indexes: readonly IndexFields[] = [], projection?: string): Promise<Generation> => {
      const target = generation(projection);
      await store.createGeneration({ ...target, indexes });
      return target;
    };
    const serving = async (indexes: readonly IndexFields[] = [], projection?: string): Promise<Generation> => {
      const target = await created(indexes, projection);
      await store.switchTo(target, null);
      return target;
    };
    const commit = (batch: Partial<Batch>) => store.commit({ epoch: 1, writes: [], changes: [], ...batch });
    const roles = async (projection: string) =>
      (await store.generations())
        .filter((one) => one.projection === projection)
        .map(({ generation: n, role, checkpoint }) => ({ generation: n, role, checkpoint }));

    describe('batches', () => {
      test('random batches in random splits with random repeats leave what the log says, byte for byte', async () => {
        await fc.assert(
          fc.asyncProperty(story, async (told) => {
            await store.reset();
            const target = await serving(SPEC_INDEXES);
            const first = (await store.lastChange()) + 1;
            let i = 0;
            for await (const batch of batches(store, [target], told)) {
              for (let times = 0; times <= (told.repeats[i] ?? 0); times++) await store.commit(batch);
              i++;
            }
            expect(await store.checkpoint()).toBe(at(told.events.length));
            await expectModel(store, target, told.events);
            expect(await changesAfter(store, first - 1, 1_000)).toEqual(changesOf(told.events, first));
            expect(await store.lastChange()).toBe(first + told.events.length - 1);
          }),
          { numRuns: 60 },
        );
      });

      test('a batch at or below the checkpoint counts once, whatever it says', async () => {
        const target = await serving();
        await commit({ checkpoint: at(5), writes: [{ generation: target, docs: [put('a', 5, { x: 1 })] }], changes: [change('t', 5)] });
        const n = await store.lastChange();
        for (const checkpoint of [at(5), at(4)]) {
          await commit({ checkpoint, writes: [{ generation: target, docs: [put('a', 9, { x: 2 })] }], changes: [change('t', 5)] });
        }
        expect((await store.get(target, 'a'))?.doc).toEqual({ x: 1 });
        expect(await store.checkpoint()).toBe(at(5));
        expect(await store.lastChange()).toBe(n);
      });

      test('a document is not written over by an older or equal position', async () => {
        const target = await serving();
        await commit({ checkpoint: at(5), writes: [{ generation: target, docs: [put('a', 5, { x: 5 }, 2), put('b', 5, null, 2)] }] });
        const late = [put('a', 4, { x: 4 }, 9), put('b', 5, { x: 4 }, 9), put('c', 3, { x: 3 }, 1)];
        await commit({ checkpoint: at(6), writes: [{ generation: target, docs: late }] });
        expect((await collect(store.scan(target))).map(shown)).toEqual([
          { key: 'a', version: 2, position: at(5), bytes: '{"x":5}' },
          { key: 'c', version: 1, position: at(3), bytes: '{"x":3}' },
        ]);
      });

      test('a batch without checkpoint rewrites documents where they stand, once', async () => {
        const target = await serving();
        await commit({ checkpoint: at(5), writes: [{ generation: target, docs: [put('a', 5, { x: 5 }, 1), put('b', 5, { x: 5 }, 1)] }] });
        const docs = [put('a', 5, { x: 'redacted' }, 2), put('b', 5, null, 2)];
        for (let times = 0; times < 2; times++) await commit({ writes: [{ generation: target, docs }] });
        await commit({ writes: [{ generation: target, docs: [put('a', 4, { x: 'older' }, 3)] }] });
        expect((await collect(store.scan(target))).map(shown)).toEqual([
          { key: 'a', version: 2, position: at(5), bytes: '{"x":"redacted"}' },
        ]);
        expect(await store.checkpoint()).toBe(at(5));
        expect(await store.tombstones(target, ['a', 'b'])).toEqual(new Map([['b', { version: 2, position: at(5) }]]));
      });

      test('a deleted document goes on counting when it comes back, whoever forgot', async () => {
        const target = await serving();
        const versions: (number | undefined)[] = [];
        for (const [n, doc] of [{ x: 1 }, null, { x: 2 }, null, { x: 3 }].entries()) {
          await commit({ checkpoint: at(n + 1), writes: [{ generation: target, docs: [put('a', n + 1, doc, 1)] }] });
          versions.push((await store.get(target, 'a'))?.version ?? (await store.tombstones(target, ['a'])).get('a')?.version);
        }
        expect(versions).toEqual([1, 1, 2, 2, 3]);
      });

      test('a writer whose lease has passed on is refused, and leaves nothing', async () => {
        const target = await serving();
        await commit({ epoch: 3, checkpoint: at(1) });
        const n = await store.lastChange();
        const late = { writes: [{ generation: target, docs: [put('a', 2, { x: 1 })] }], changes: [change('t', 2)] };
        await expect(commit({ epoch: 2, checkpoint: at(2), ...late })).rejects.toThrow(LeaseLost);
        await expect(commit({ epoch: 2, ...late })).rejects.toThrow(LeaseLost);
        expect(await store.get(target, 'a')).toBeNull();
        expect(await store.checkpoint()).toBe(at(1));
        expect(await store.lastChange()).toBe(n);
        await commit({ epoch: 3, checkpoint: at(2), ...late });
        await commit({ epoch: 4, checkpoint: at(3) });
        await expect(commit({ epoch: 3, checkpoint: at(4) })).rejects.toThrow(LeaseLost);
        await expect(store.setDetached(target, at(1), 3)).rejects.toThrow(LeaseLost);
        await expect(store.switchTo(target, at(1), 3)).rejects.toThrow(LeaseLost);
        await expect(store.dropGeneration(target, 3)).rejects.toThrow(LeaseLost);
        await expect(store.createGeneration({ ...target, generation: target.generation + 1, indexes: [] }, 3)).rejects.toThrow(LeaseLost);
        expect(await store.generations()).toHaveLength(1);
        expect((await store.generations()).find(({ generation }) => generation === target.generation)?.checkpoint).toBeNull();
        await store.setDetached(target, at(1), 4);
      });

      test('two connections that commit the same batches: everything counts once', async () => {
        const target = await serving();
        const first = (await store.lastChange()) + 1;
        for (let n = 1; n <= 10; n++) {
          const batch = { checkpoint: at(n), writes: [{ generation: target, docs: [put('a', n, { n })] }], changes: [change('t', n)] };
          await Promise.all([commit(batch), commit(batch), commit(batch)]);
        }
        expect(await store.get(target, 'a')).toEqual({ key: 'a', version: 10, position: at(10), doc: { n: 10 } });
        expect((await changesAfter(store, first - 1, 100)).map(({ n, position }) => [n, position])).toEqual(
          Array.from({ length: 10 }, (_, i) => [first + i, at(i + 1)]),
        );
      });

      test('a generation apart goes by its own checkpoint', async () => {
        const main = await serving();
        const apart = await created();
        await commit({ checkpoint: at(50), writes: [{ generation: main, docs: [put('a', 50, { x: 50 })] }] });
        const step = (n: number, x: number) =>
          commit({ detached: [{ generation: apart, checkpoint: at(n) }], writes: [{ generation: apart, docs: [put('a', n, { x })] }] });
        await step(10, 10);
        await step(10, 11);
        await step(9, 12);
        expect((await store.get(apart, 'a'))?.doc).toEqual({ x: 10 });
        await step(20, 20);
        expect((await store.get(apart, 'a'))?.doc).toEqual({ x: 20 });
        expect(await store.checkpoint()).toBe(at(50));
        expect((await roles(apart.projection))[0]).toMatchObject({ role: 'building', checkpoint: at(20) });
        // Both at once, and the common part a repeat.
        await commit({
          checkpoint: at(50),
          detached: [{ generation: apart, checkpoint: at(30) }],
          writes: [
            { generation: main, docs: [put('a', 51, { x: 51 })] },
            { generation: apart, docs: [put('a', 30, { x: 30 })] },
          ],
        });
        expect((await store.get(main, 'a'))?.doc).toEqual({ x: 50 });
        expect((await store.get(apart, 'a'))?.doc).toEqual({ x: 30 });
      });

      test('a generation apart may have a writer of its own, with a lease of its own', async () => {
        await commit({ epoch: 9, checkpoint: at(1) });
        const apart = await created();
        const step = (epoch: number, n: number) => commit({ epoch, detached: [{ generation: apart, checkpoint: at(n) }] });
        await step(2, 10);
        await expect(step(1, 11)).rejects.toThrow(LeaseLost);
        // Nor into a generation that a later term started anew under the same name.
        const anew = { ...apart, generation: apart.generation + 1 };
        await store.createGeneration({ ...anew, indexes: [] }, 9);
        await expect(commit({ epoch: 8, detached: [{ generation: anew, checkpoint: at(11) }] })).rejects.toThrow(LeaseLost);
        await commit({ epoch: 9, detached: [{ generation: anew, checkpoint: at(11) }] });
        await step(2, 12);
        await commit({ epoch: 9, checkpoint: at(2) });
        expect((await roles(apart.projection))[0]?.checkpoint).toBe(at(12));
      });

      test('refuses to write into a generation that is not there', async () => {
        const unknown = generation();
        await expect(commit({ checkpoint: at(1), writes: [{ generation: unknown, docs: [put('a', 1, {})] }] })).rejects.toThrow(
          /does not exist/,
        );
        await expect(commit({ detached: [{ generation: unknown, checkpoint: at(1) }] })).rejects.toThrow(/does not exist/);
        await expect(store.switchTo(unknown, null)).rejects.toThrow(/does not exist/);
        expect(await store.checkpoint()).toBeNull();
      });

      test('another connection sees what was committed', async () => {
        const reader = await harness.openReader();
        try {
          const target = await serving([['x']]);
          await commit({
            checkpoint: at(1),
            writes: [{ generation: target, docs: [put('a', 1, { x: 1 })] }],
            changes: [change('t', 1, { x: 1 })],
          });
          expect(await reader.checkpoint()).toBe(at(1));
          expect((await reader.generations()).map(({ projection, role }) => [projection, role])).toEqual([[target.projection, 'serving']]);
          expect(await reader.generations()).toBe(await reader.generations());
          expect((await reader.get(target, 'a'))?.doc).toEqual({ x: 1 });
          expect((await reader.getMany(target, ['a', 'b'])).size).toBe(1);
          expect((await reader.find(target, { where: { x: 1 } })).docs).toHaveLength(1);
          expect(await reader.count(target, { x: 2 })).toBe(0);
          expect(await reader.lastChange()).toBe(await store.lastChange());
          expect(await changesAfter(reader, 0, 10)).toMatchObject([{ topic: 't', view: { x: 1 } }]);
          expect(await reader.changesSince(at(0), ['t'], 10)).toHaveLength(1);
          await store.dropGeneration(target);
          await turn();
          expect(await reader.checkpoint()).toBe(at(1));
          expect(await reader.generations()).toEqual([]);
          expect(await reader.get(target, 'a')).toBeNull();
          expect(await reader.find(target, { where: { x: 1 } })).toEqual({ docs: [], next: null });
          expect(await reader.count(target)).toBe(0);
        } finally {
          await reader.close();
        }
      });
    });

    describe('queries', () => {
      const INDEXES: readonly IndexFields[] = [['a'], ['a', '-b'], ['-b', 'c', 'a'], ['c', 'a'], ['-odd.$field', 'a']];
      const strings = (): string[] => {
        const first = ['', 'a', 'A', 'b', 'á', 'ñ', 'Z', '10', '9', '\u0000', 'a\u0000', '\ud7ff'];
        return harness.utf16Order ? first : [...first, '\ue000', '\uffff', '\u{1f600}'];
      };
      const numbers = [0, -1, 1, 1.5, 10, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300, -1e300, 5e-324, 0.1 + 0.2, 0.3];
      const scalar = (): fc.Arbitrary<Scalar> =>
        fc.oneof(fc.constant(null), fc.boolean(), fc.constantFrom(...numbers), fc.constantFrom(...strings()));
      const value = (): fc.Arbitrary<unknown> =>
        fc.oneof({ weight: 6, arbitrary: scalar() }, { weight: 1, arbitrary: fc.constantFrom(undefined, [1], ['a'], [], { x: 1 }) });
      const docs = () => fc.array(fc.record({ a: value(), b: value(), c: value(), 'odd.$field': value() }), { maxLength: 30 });

      type Flat = string | number | null;
      const flat = (any: unknown): Flat =>
        typeof any === 'boolean' ? Number(any) : typeof any === 'string' || typeof any === 'number' ? any : null;
      const kind = (one: Flat): number => (one === null ? 0 : typeof one === 'number' ? 1 : 2);
      const compare = (a: Flat, b: Flat): number =>
        kind(a) - kind(b) || (typeof a === 'string' ? byCodePoint(a, b as string) : a === b ? 0 : (a as number) < (b as number) ? -1 : 1);
      const matches = (found: Flat, condition: Condition): boolean => {
        if (typeof condition !== 'object' || condition === null) return compare(found, flat(condition)) === 0;
        if ('in' in condition) return condition.in.some((one) => compare(found, flat(one)) === 0);
        const order = (bound: Scalar, holds: (sign: number) => boolean) =>
          kind(found) === kind(flat(bound)) && holds(compare(found, flat(bound)));
        return (
          (condition.gt === undefined || order(condition.gt, (sign) => sign > 0)) &&
          (condition.gte === undefined || order(condition.gte, (sign) => sign >= 0)) &&
          (condition.lt === undefined || order(condition.lt, (sign) => sign < 0)) &&
          (condition.lte === undefined || order(condition.lte, (sign) => sign <= 0))
        );
      };
      const bare = (field: string): string => field.replace(/^-/, '');
      const answer = (all: readonly { key: string; doc: Doc }[], { where = {}, sort = [] }: Query): string[] => {
        const fixed = new Set(Object.keys(where).filter((field) => typeof where[field] !== 'object' || where[field] === null));
        const order = sort.filter((field) => !fixed.has(bare(field)));
        const sign = (field: string | undefined): number => (field?.startsWith('-') ? -1 : 1);
        return all
          .filter(({ doc }) => Object.entries(where).every(([field, condition]) => matches(flat(doc[field]), condition)))
          .sort((x, y) => {
            for (const field of order) {
              const by = compare(flat(x.doc[bare(field)]), flat(y.doc[bare(field)])) * sign(field);
              if (by !== 0) return by;
            }
            return byCodePoint(x.key, y.key) * sign(order.at(-1));
          })
          .map(({ key }) => key);
      };
      /** Queries that an index serves: equalities, then a range, then the sort, in its directions or all reversed. */
      const query = (): fc.Arbitrary<Query> =>
        fc
          .record({
            index: fc.option(fc.constantFrom(...INDEXES), { nil: [] as IndexFields }),
            equal: fc.integer({ min: 0, max: 3 }),
            values: fc.array(
              fc.oneof(
                { weight: 3, arbitrary: scalar() },
                { weight: 1, arbitrary: fc.record({ in: fc.array(scalar(), { maxLength: 4 }) }) },
              ),
              {
                minLength: 3,
                maxLength: 3,
              },
            ),
            range: fc.option(
              fc.oneof(
                fc.record({ gt: scalar(), gte: scalar(), lt: scalar(), lte: scalar() }, { requiredKeys: [] }),
                fc.record({ in: fc.array(scalar(), { maxLength: 4 }) }),
              ),
            ),
            sorted: fc.boolean(),
            flipped: fc.boolean(),
          })
          .map(({ index, equal, values, range, sorted, flipped }) => {
            const where: Record<string, Condition> = {};
            index.slice(0, equal).forEach((field, i) => {
              where[bare(field)] = values[i] ?? null;
            });
            const rest = index.slice(equal);
            if (range && rest[0]) where[bare(rest[0])] = range;
            const sort = rest.map((field) => (flipped ? (field.startsWith('-') ? bare(field) : `-${field}`) : field));
            return { ...(Object.keys(where).length > 0 && { where }), ...(sorted && { sort }) };
          });

      const filled = async (all: readonly Doc[]): Promise<{ target: Generation; entries: { key: string; doc: Doc }[] }> => {
        const target = await created(INDEXES);
        const names = strings();
        // Keys in an order that is neither that of the keys nor that of the fields.
        const entries = all.map((doc, i) => ({
          key: `${names[(i * 7) % names.length]}${(i * 11) % 31}`,
          doc: JSON.parse(JSON.stringify(doc)) as Doc,
        }));
        await commit({ writes: [{ generation: target, docs: entries.map(({ key, doc }) => put(key, 1, doc)) }] });
        return { target, entries };
      };

      test('find and count answer as a sorted and filtered array does, in one go and in pages', async () => {
        await fc.assert(
          fc.asyncProperty(
            docs(),
            fc.array(query(), { minLength: 5, maxLength: 5 }),
            fc.integer({ min: 1, max: 6 }),
            async (all, queries, limit) => {
              const { target, entries } = await filled(all);
              for (const asked of queries) {
                const expected = answer(entries, asked);
                const whole = await store.find(target, asked);
                expect(whole.docs.map(({ key }) => key)).toEqual(expected);
                expect(whole.next).toBeNull();
                expect(await store.count(target, asked.where)).toBe(expected.length);
                const paged: string[] = [];
                for (let cursor: string | null = null, pages = 0; pages <= all.length; pages++) {
                  const page: Awaited<ReturnType<ReadStore['find']>> = await store.find(target, {
                    ...asked,
                    limit,
                    ...(cursor !== null && { cursor }),
                  });
                  expect(page.docs.length).toBeLessThanOrEqual(limit);
                  paged.push(...page.docs.map(({ key }) => key));
                  cursor = page.next;
                  if (cursor === null) break;
                }
                expect(paged).toEqual(expected);
              }
              await store.dropGeneration(target);
            },
          ),
          { numRuns: 50 },
        );
      }, 60_000);

      test('a cursor is not shifted by documents that come and go', async () => {
        const { target } = await filled([]);
        const write = (n: number, docs: readonly DocWrite[]) => commit({ checkpoint: at(n), writes: [{ generation: target, docs }] });
        await write(
          1,
          Array.from({ length: 20 }, (_, i) => put(`k${i}`, 1, { a: Math.floor(i / 4) })),
        );
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let n = 2; n === 2 || cursor !== null; n++) {
          const page: Awaited<ReturnType<ReadStore['find']>> = await store.find(target, {
            sort: ['-a'],
            limit: 3,
            ...(cursor !== null && { cursor }),
          });
          seen.push(...page.docs.map(({ key }) => key));
          cursor = page.next;
          // A document is added before the cursor, the one at the cursor is deleted, and one is added after it.
          const last = page.docs.at(-1)?.key ?? '';
          await write(n, [put(`new${n}`, n, { a: 99 }), put(last, n, null), ...(n === 3 ? [put('behind', n, { a: -1 })] : [])]);
        }
        expect(seen.filter((key) => key.startsWith('k')).sort()).toEqual(Array.from({ length: 20 }, (_, i) => `k${i}`).sort());
        expect(seen.filter((key) => !key.startsWith('k'))).toEqual(['behind']);
      });

      test('refuses what no index serves, cursors of other queries, and empty pages', async () => {
        const { target } = await filled([]);
        const refused: Query[] = [
          { where: { d: 1 } },
          { where: { b: 1, a: { gt: 1 } }, sort: ['b'] },
          { where: { a: { gt: 1 }, b: { gt: 1 } } },
          { sort: ['b', 'c', 'a'] },
          { sort: ['c'] },
          { where: { c: 1, b: 2, a: 3, 'odd.$field': 4 } },
        ];
        for (const asked of refused) await expect(store.find(target, asked), JSON.stringify(asked)).rejects.toThrow(NotIndexed);
        await expect(store.count(target, { d: 1 })).rejects.toThrow(NotIndexed);
        for (const cursor of [
          '',
          'x',
          'bnVsbA',
          Buffer.from('["a"]').toString('base64url'),
          Buffer.from('[{},"a"]').toString('base64url'),
          Buffer.from('[1,2]').toString('base64url'),
        ]) {
          await expect(store.find(target, { sort: ['a'], cursor }), cursor).rejects.toThrow(BadCursor);
        }
        await expect(store.find(target, { limit: 0 })).rejects.toThrow(RangeError);
      });
    });

    describe('generations', () => {
      test('are made once, serve, stand by for the way back, and go', async () => {
        const [g1, g2, g3] = [generation('courses'), generation('courses'), generation('courses')];
        const other = await serving([], 'other');
        const spec: GenerationSpec = { ...g1, indexes: [['a']] };
        await store.createGeneration(spec);
        await store.createGeneration(spec);
        await expect(store.createGeneration({ ...spec, indexes: [] })).rejects.toThrow(/exists/);
        expect(await roles('courses')).toEqual([{ generation: g1.generation, role: 'building', checkpoint: null }]);
        expect((await store.generations()).map(({ createdAt }) => Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)).toEqual([
          true,
          true,
        ]);

        await store.switchTo(g1, null);
        await commit({ checkpoint: at(10), writes: [{ generation: g1, docs: [put('a', 10, { a: 1 })] }] });
        await store.createGeneration({ ...g2, indexes: [] });
        await commit({ detached: [{ generation: g2, checkpoint: at(10) }], writes: [{ generation: g2, docs: [put('a', 10, { a: 2 })] }] });
        await store.switchTo(g2, at(10));
        // The generation stands at the given position, also where the others do; and it advances together with them once that is requested.
        expect(await roles('courses')).toEqual([
          { generation: g1.generation, role: 'previous', checkpoint: at(10) },
          { generation: g2.generation, role: 'serving', checkpoint: at(10) },
        ]);
        await store.setDetached(g2, null);

        await commit({ checkpoint: at(20), writes: [{ generation: g2, docs: [put('a', 20, { a: 3 })] }] });
        // Back: the previous one catches up first.
        await commit({ detached: [{ generation: g1, checkpoint: at(20) }], writes: [{ generation: g1, docs: [put('a', 20, { a: 4 })] }] });
        await store.switchTo(g1, null);
        expect(await roles('courses')).toEqual([
          { generation: g1.generation, role: 'serving', checkpoint: null },
          { generation: g2.generation, role: 'previous', checkpoint: at(20) },
        ]);
        await store.switchTo(g1, null);
        expect((await roles('courses')).map(({ role }) => role)).toEqual(['serving', 'previous']);

        await store.createGeneration({ ...g3, indexes: [] });
        await commit({ detached: [{ generation: g3, checkpoint: at(20) }] });
        await store.switchTo(g3, null);
        expect(await roles('courses')).toEqual([
          { generation: g1.generation, role: 'previous', checkpoint: at(20) },
          { generation: g2.generation, role: 'previous', checkpoint: at(20) },
          { generation: g3.generation, role: 'serving', checkpoint: null },
        ]);
        expect((await store.get(g2, 'a'))?.doc, 'the older previous one stays until it is dropped').toEqual({ a: 3 });
        expect((await store.get(g1, 'a'))?.doc).toEqual({ a: 4 });
        await store.dropGeneration(g1);
        await store.dropGeneration(g1);
        expect(await store.get(g1, 'a')).toBeNull();
        await store.dropGeneration(g2);
        expect(await roles('courses')).toHaveLength(1);
        expect(await roles(other.projection)).toEqual([{ generation: other.generation, role: 'serving', checkpoint: null }]);
        expect(await store.checkpoint()).toBe(at(20));
      });

      test('a serving one is halted and comes back', async () => {
        const target = await serving();
        await commit({ checkpoint: at(5) });
        await store.setDetached(target, at(5));
        expect((await roles(target.projection))[0]).toMatchObject({ role: 'serving', checkpoint: at(5) });
        await commit({
          checkpoint: at(9),
          detached: [{ generation: target, checkpoint: at(7) }],
          writes: [{ generation: target, docs: [put('a', 7, {})] }],
        });
        expect((await roles(target.projection))[0]).toMatchObject({ checkpoint: at(7) });
        await commit({ detached: [{ generation: target, checkpoint: at(9) }] });
        await store.setDetached(target, null);
        expect((await roles(target.projection))[0]).toMatchObject({ role: 'serving', checkpoint: null });
        const successor = await created([], target.projection);
        await store.setDetached(target, at(8));
        await store.switchTo(successor, null);
        expect(await roles(target.projection)).toMatchObject([
          { role: 'previous', checkpoint: at(8) },
          { role: 'serving', checkpoint: null },
        ]);
      });

      test('names may hold what they like', async () => {
        const names = ['a.b', 'a$b', 'a%2Eb', 'ñ', 'a b', 'a_v1_g1', 'A', 'a'];
        for (const [i, projection] of names.entries()) {
          const target = { projection, version: 1, generation: 1 };
          await store.createGeneration({ ...target, indexes: [['x']] });
          await store.switchTo(target, null);
          await commit({ checkpoint: at(i + 1), writes: [{ generation: target, docs: [put('k', i + 1, { x: projection })] }] });
        }
        for (const projection of names) {
          const { docs } = await store.find({ projection, version: 1, generation: 1 }, { where: { x: projection } });
          expect(docs.map(({ doc }) => doc)).toEqual([{ x: projection }]);
        }
        expect((await store.generations()).map(({ projection }) => projection).sort()).toEqual([...names].sort());
      });

      test('diff counts by bytes what was added, changed and removed', async () => {
        const side = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ñ', '1', '10', '2'), fc.constantFrom(1, 2, '2', null), {
          maxKeys: 10,
        });
        await fc.assert(
          fc.asyncProperty(side, side, fc.integer({ min: 0, max: 4 }), async (before, after, samples) => {
            const [from, to] = [await created(), await created()];
            const writes = [
              { generation: from, docs: Object.entries(before).map(([key, x]) => put(key, 1, { x })) },
              // Versions and positions are no difference.
              { generation: to, docs: [put('gone', 1, null), ...Object.entries(after).map(([key, x]) => put(key, 2, { x }))] },
            ];
            await commit({ writes });
            const diff = await store.diff(from, to, samples);
            const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
            const [had, has] = [(key: string) => Object.hasOwn(before, key), (key: string) => Object.hasOwn(after, key)];
            const differing = keys.filter((key) => had(key) !== has(key) || before[key] !== after[key]);
            expect(diff).toMatchObject({
              added: keys.filter((key) => !had(key)).length,
              removed: keys.filter((key) => !has(key)).length,
              changed: keys.filter((key) => had(key) && has(key) && before[key] !== after[key]).length,
              unchanged: keys.length - differing.length,
            });
            expect(diff.samples).toHaveLength(Math.min(samples, differing.length));
            for (const { key, before: old, after: now } of diff.samples) {
              expect(differing).toContain(key);
              expect(old).toEqual(had(key) ? { x: before[key] } : null);
              expect(now).toEqual(has(key) ? { x: after[key] } : null);
            }
            expect(new Set(diff.samples.map(({ key }) => key)).size).toBe(diff.samples.length);
            await store.dropGeneration(from);
            await store.dropGeneration(to);
          }),
          { numRuns: 40 },
        );
      });

      test('diff and scan go through more documents than one step takes', async () => {
        const [from, to] = [await created(), await created()];
        const many = (x: number, skip: number) =>
          Array.from({ length: 5_200 }, (_, i) => i)
            .filter((i) => i % 1_300 !== skip)
            .map((i) => put(`k${i}`, 1, { x: i % 1_000 === 0 ? x : 0 }));
        await commit({
          writes: [
            { generation: from, docs: many(1, 7) },
            { generation: to, docs: many(2, 8) },
          ],
        });
        expect(await store.diff(from, to, 3)).toMatchObject({ added: 4, removed: 4, changed: 6, unchanged: 5_186 });
        const cancelled = AbortSignal.abort(new Error('nobody waits for it'));
        await expect(store.diff(from, to, 3, undefined, cancelled)).rejects.toThrow('nobody waits for it');
        const keys = (await collect(store.scan(from))).map(({ key }) => key);
        expect(keys).toEqual([...keys].sort());
        expect(keys).toHaveLength(5_196);
      });

      test('reset deletes everything, and numbers of changes go on', async () => {
        const target = await serving();
        await commit({ checkpoint: at(5), writes: [{ generation: target, docs: [put('a', 5, {})] }], changes: [change('t', 5)] });
        const n = await store.lastChange();
        await store.reset();
        expect(await store.checkpoint()).toBeNull();
        expect(await store.generations()).toEqual([]);
        expect(await store.get(target, 'a')).toBeNull();
        expect(await changesAfter(store, 0, 10)).toEqual([]);
        expect(await store.changesSince(at(4), ['t'], 10)).toBeNull();
        await store.createGeneration({ ...target, indexes: [['x']] });
        await store.switchTo(target, null);
        expect(await store.count(target)).toBe(0);
        expect((await store.find(target, { where: { x: 1 } })).docs).toEqual([]);
        await commit({ checkpoint: at(6), changes: [change('t', 6)] });
        expect((await changesAfter(store, n, 10)).map((one) => one.n)).toEqual([n + 1]);
      });
    });

    describe('changes', () => {
      test('come in order, by number or by topic and position, and only what is still held', async () => {
        await serving();
        const first = (await store.lastChange()) + 1;
        for (let n = 1; n <= 10; n++) {
          await commit({ checkpoint: at(n), changes: [change(n % 2 ? 'odd' : 'even', n, { n }), change('all', n)] });
        }
        expect(await store.lastChange()).toBe(first + 19);
        const after = await changesAfter(store, first + 3, 3);
        expect(after).toEqual([
          { ...change('odd', 3, { n: 3 }), n: first + 4 },
          { ...change('all', 3), n: first + 5 },
          { ...change('even', 4, { n: 4 }), n: first + 6 },
        ]);
        const positions = async (from: number, topics: string[], limit = 100) =>
          (await store.changesSince(at(from), topics, limit))?.map(({ topic, position }) => `${topic}${Number(position) - origin}`);
        expect(await positions(0, ['odd', 'even'], 4)).toEqual(['odd1', 'even2', 'odd3', 'even4']);
        expect(await positions(7, ['all', 'odd', 'none'])).toEqual(['all8', 'odd9', 'all9', 'all10']);
        expect(await positions(10, ['all'])).toEqual([]);
        expect(await positions(0, [])).toEqual([]);

        await store.trimChanges(100);
        expect(await positions(0, ['all'])).toHaveLength(10);
        await store.trimChanges(7);
        expect((await changesAfter(store, 0, 100)).map((one) => one.n)).toEqual(Array.from({ length: 7 }, (_, i) => first + 13 + i));
        expect(await store.lastChange()).toBe(first + 19);
        expect(await positions(6, ['all'])).toBeUndefined();
        expect(await positions(7, ['all'])).toEqual(['all8', 'all9', 'all10']);
        await store.trimChanges(0);
        expect(await changesAfter(store, 0, 100)).toEqual([]);
        expect(await positions(9, ['all'])).toBeUndefined();
        expect(await positions(10, ['all'])).toEqual([]);
      });

      test('changes at a position that was sent already come behind its place, once; without the place it is not known', async () => {
        await serving();
        await commit({ checkpoint: at(5), changes: [change('t', 5)] });
        const [held] = await store.changeHeads((await store.lastChange()) - 1, 1);
        if (!held) throw new Error('no change');
        await commit({ changes: [change('beside', 5)] });
        const told = async (after: Parameters<ReadStore['changesSince']>[0]) =>
          (await store.changesSince(after, ['t', 'beside'], 10))?.map(({ topic }) => topic);
        expect(await told(at(5))).toEqual([]);
        const place = placeOf(held);
        expect(await told(place)).toEqual(['beside']);
        expect(await told({ ...place, n: held.n + 1 })).toEqual([]);
        expect(await told({ ...place, n: 0 })).toEqual(['t', 'beside']);
        expect(await told({ ...place, position: at(4) }), 'of another log').toBeUndefined();
        expect(await told({ ...place, epoch: held.epoch - 1 }), 'of a term whose last commits were lost').toBeUndefined();
        expect(await told({ ...place, n: held.n + 2 }), 'not there yet').toBeUndefined();
        await store.trimChanges(1);
        expect(await told(place), 'trimmed').toBeUndefined();
      });

      test('are trimmed in bounded steps, each of which says what it took away', async () => {
        const target = await serving();
        await store.trimChanges(0);
        const many = TRIM_STEP * 2 + 500;
        await commit({
          checkpoint: at(many),
          writes: [{ generation: target, docs: [put('all', many, {})] }],
          changes: Array.from({ length: many }, (_, i) => change('all', i + 1)),
        });
        const left: number[] = [];
        for (let more = true; more; ) {
          more = await store.trimChanges(10);
          const first = (await changesAfter(store, 0, 1))[0]?.position;
          const since = await store.changesSince(at(many - 10), ['all'], many);
          left.push((await changesAfter(store, 0, many)).length);
          expect(await store.changesSince(at(1), ['all'], many), `since the beginning, with ${first} first`).toBeNull();
          expect(since, 'what is still there is answered').toHaveLength(10);
        }
        expect(left).toEqual([TRIM_STEP + 500, 500, 10]);
        expect(await store.trimChanges(10)).toBe(false);
      });

      test('lose the views of a person who is erased, and no others', async () => {
        const target = await serving();
        const docs = [
          put('ana', 1, { name: 'Ana' }, 1, ['7']),
          put('both', 2, { names: 'Ana, Luis' }, 1, ['8', '7']),
          put('luis', 3, { name: 'Luis' }, 1, ['8']),
          put('course', 4, { title: 'x' }),
        ];
        const changes = docs.map(({ key }, i) => ({ ...change(key, i + 1, { of: key }), id: key }));
        // A change whose document is not in the batch: to be safe, it counts as belonging to every person in the batch.
        await commit({
          checkpoint: at(9),
          writes: [{ generation: target, docs }],
          changes: [...changes, change('unclear', 9, { of: '?' })],
        });
        expect(await store.keysOfPerson(target, '7')).toEqual(['ana', 'both']);
        await store.redactChanges('7');
        const left = await changesAfter(store, (await store.lastChange()) - 5, 10);
        expect(left.map(({ topic, view }) => [topic, view?.of])).toEqual([
          ['ana', undefined],
          ['both', undefined],
          ['luis', 'luis'],
          ['course', 'course'],
          ['unclear', undefined],
        ]);
        expect(left[0]).toEqual({ ...change('ana', 1), id: 'ana', n: left[0]?.n });
      });
    });
  });
}
