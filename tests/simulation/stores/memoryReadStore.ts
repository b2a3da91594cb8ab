import {
  type Batch,
  type Change,
  type Diff,
  type Doc,
  type DocWrite,
  type Generation,
  type GenerationSpec,
  type GenerationState,
  type IndexFields,
  LeaseLost,
  type NewChange,
  type Page,
  type Query,
  type ReadStore,
  type StoredDoc,
  type Tombstone,
  TRIM_STEP,
} from '../../../backend/projections/kernel/readStore.ts';
import {
  canonical,
  cursorAfter,
  type IndexValue,
  indexValue,
  type Plan,
  personsOfChanges,
  plan,
  type Test,
} from '../../../backend/projections/stores/query.ts';
import { frozen } from '../../../events/frozen.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Hop } from './hop.ts';

interface Held {
  stored: StoredDoc;
  bytes: string;
  persons: readonly string[];
}
interface HeldGeneration {
  state: GenerationState;
  indexes: readonly IndexFields[];
  epoch: number;
  docs: Map<string, Held>;
  gone: Map<string, Tombstone>;
}
interface HeldChange {
  change: Change;
  epoch: number;
  persons: readonly string[];
}
interface State {
  epoch: number;
  checkpoint: Position | null;
  lastN: number;
  /** The log of changes holds everything beyond this position; null: everything. */
  since: Position | null;
  generations: Map<string, HeldGeneration>;
  changes: HeldChange[];
}

const empty = (): State => ({ epoch: 0, checkpoint: null, lastN: 0, since: null, generations: new Map(), changes: [] });
const name = ({ projection, version, generation }: Generation): string => `generation ${generation} of ${projection} v${version}`;
const byCodePoint = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)));
const kind = (value: IndexValue): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2);
const compare = (a: IndexValue, b: IndexValue): number =>
  kind(a) - kind(b) || (typeof a === 'string' ? byCodePoint(a, b as string) : a === b ? 0 : (a as number) < (b as number) ? -1 : 1);
const highest = (a: Position | null, b: Position | null): Position | null => (a === null || (b !== null && b > a) ? b : a);

/**
 * The read store in memory. It keeps what was done to it, one step after another: a power cut takes the last of them back, as it does with a file
 * that is not synced at every commit.
 */
export class MemoryReadStore {
  #state = empty();
  #done: ((state: State) => unknown)[] = [];
  #generations: readonly GenerationState[] | null = null;

  get state(): Readonly<State> {
    return this.#state;
  }

  /** How far the furthest of them has read. */
  get reached(): Position | null {
    return [...this.#state.generations.values()].reduce((at, { state }) => highest(at, state.checkpoint), this.#state.checkpoint);
  }

  /** Steps done so far. */
  get steps(): number {
    return this.#done.length;
  }

  /** Leaves only the first `steps` of what was done. */
  cut(steps: number): void {
    const kept = this.#done.slice(0, steps);
    this.#state = empty();
    this.#done = [];
    this.#generations = null;
    for (const step of kept) this.write(step);
  }

  write<T>(step: (state: State) => T): T {
    const result = step(this.#state);
    this.#done.push(step);
    this.#generations = null;
    return result;
  }

  generations(): readonly GenerationState[] {
    this.#generations ??= frozen(
      [...this.#state.generations.values()]
        .map(({ state }) => ({ ...state }))
        .sort((a, b) => byCodePoint(a.projection, b.projection) || a.generation - b.generation),
    );
    return this.#generations;
  }

  find(generation: Generation): HeldGeneration | undefined {
    return this.#state.generations.get(name(generation));
  }
}

const existing = (state: State, generation: Generation): HeldGeneration => {
  const found = state.generations.get(name(generation));
  if (!found) throw new Error(`${name(generation)} does not exist`);
  return found;
};

// -- writing -----------------------------------------------------------------------------------------------------------

/** See `DocWrite`. `rewrite`: the batch has no checkpoint. */
function writeDoc({ docs, gone }: HeldGeneration, { key, version: given, position, doc, persons }: DocWrite, rewrite: boolean): void {
  const old = docs.get(key)?.stored;
  const buried = old ? undefined : gone.get(key);
  const before = old ?? buried;
  if (before && (rewrite ? before.position > position || before.version >= given : before.position >= position)) return;
  const version = Math.max(given, old?.version ?? (buried && doc ? buried.version + 1 : (buried?.version ?? 0)));
  if (doc) {
    const bytes = canonical(doc);
    docs.set(key, { stored: frozen({ key, version, position, doc: JSON.parse(bytes) as Doc }), bytes, persons: [...new Set(persons)] });
    gone.delete(key);
  } else {
    docs.delete(key);
    gone.set(key, { version, position });
  }
}

function addChanges(state: State, batch: Batch): void {
  const persons = personsOfChanges(batch);
  batch.changes.forEach(({ view, ...change }: NewChange, i) => {
    state.lastN++;
    const told = { ...change, n: state.lastN, ...(view && { view: JSON.parse(canonical(view)) as Doc }) };
    state.changes.push({ change: frozen(told), epoch: batch.epoch, persons: persons[i] ?? [] });
  });
}

function commit(state: State, batch: Batch): void {
  const detached = (batch.detached ?? []).map(({ generation, checkpoint }) => ({ row: existing(state, generation), checkpoint }));
  const targets = batch.writes.map(({ generation, docs }) => ({ row: existing(state, generation), docs }));
  const common = batch.checkpoint;
  // A generation apart may have a writer of its own; all the rest belongs to the projector.
  const fenced = common !== undefined || batch.changes.length > 0 || detached.length === 0;
  if (fenced && batch.epoch < state.epoch) throw new LeaseLost();
  if (detached.some(({ row }) => batch.epoch < row.epoch)) throw new LeaseLost();
  const commonDone = common !== undefined && state.checkpoint !== null && common <= state.checkpoint;
  const done = new Map(
    detached.map(({ row, checkpoint }) => [row, row.state.checkpoint !== null && checkpoint <= row.state.checkpoint] as const),
  );
  const rewrite = common === undefined && detached.length === 0;
  for (const { row, docs } of targets) if (!(done.get(row) ?? commonDone)) for (const doc of docs) writeDoc(row, doc, rewrite);
  const repeated = common !== undefined ? commonDone : detached.length > 0 && [...done.values()].every(Boolean);
  if (!repeated) addChanges(state, batch);
  if (fenced) state.epoch = Math.max(state.epoch, batch.epoch);
  if (common !== undefined && !commonDone) state.checkpoint = common;
  for (const { row, checkpoint } of detached)
    if (!done.get(row)) {
      row.state.checkpoint = checkpoint;
      row.epoch = batch.epoch;
    }
}

function switchTo(state: State, generation: Generation, at: Position | null): void {
  const target = existing(state, generation);
  const others = [...state.generations.values()].filter((row) => row !== target);
  const own = others.filter((row) => row.state.projection === generation.projection);
  for (const row of own)
    if (row.state.role === 'serving')
      Object.assign(row.state, {
        role: 'previous',
        checkpoint: row.state.checkpoint ?? state.checkpoint,
      } satisfies Partial<GenerationState>);
  target.state.role = 'serving';
  target.state.checkpoint = at;
}

// -- reading -----------------------------------------------------------------------------------------------------------

function passes(doc: Doc, test: Test): boolean {
  const value = indexValue(doc, test.field);
  if (test.kind === 'oneOf') return test.values.includes(value);
  if (test.bound === null) return (test.op === 'gte' || test.op === 'lte') && value === null;
  if (kind(value) !== kind(test.bound)) return false;
  const order = compare(value, test.bound);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[test.op];
}

function select({ docs }: HeldGeneration, { tests, order, keyDesc, after, limit }: Plan): Page {
  const inOrder = (values: readonly IndexValue[], key: string, others: readonly IndexValue[], other: string): number => {
    for (const [i, { desc }] of order.entries()) {
      const found = compare(values[i] ?? null, others[i] ?? null) * (desc ? -1 : 1);
      if (found !== 0) return found;
    }
    return byCodePoint(key, other) * (keyDesc ? -1 : 1);
  };
  const rows = [...docs.values()]
    .filter(({ stored }) => tests.every((test) => passes(stored.doc, test)))
    .map(({ stored }) => ({ stored, values: order.map(({ field }) => indexValue(stored.doc, field)) }))
    .filter(({ stored, values }) => !after || inOrder(values, stored.key, after.values, after.key) > 0)
    .sort((a, b) => inOrder(a.values, a.stored.key, b.values, b.stored.key));
  const found = rows.slice(0, limit ?? rows.length).map(({ stored }) => stored);
  const last = found.at(-1);
  return { docs: found, next: found.length < rows.length && last ? cursorAfter(order, last) : null };
}

function difference(before: HeldGeneration, after: HeldGeneration, samples: number): Diff {
  const diff: Diff = { added: 0, changed: 0, removed: 0, unchanged: 0, samples: [] };
  for (const key of [...new Set([...before.docs.keys(), ...after.docs.keys()])].sort(byCodePoint)) {
    const [old, now] = [before.docs.get(key), after.docs.get(key)];
    if (old?.bytes === now?.bytes) {
      diff.unchanged++;
      continue;
    }
    diff[old ? (now ? 'changed' : 'removed') : 'added']++;
    if (diff.samples.length < samples) diff.samples.push({ key, before: old?.stored.doc ?? null, after: now?.stored.doc ?? null });
  }
  return diff;
}

/** A connection to it, as a process has one. */
export function connectReadStore(store: MemoryReadStore, hop: Hop): ReadStore {
  let closed = false;
  const read = <T>(call: string, effect: () => T): Promise<T> =>
    hop(`read.${call}`, () => {
      if (closed) throw new Error('the read store is closed');
      return effect();
    });
  const write = <T>(call: string, step: (state: State) => T): Promise<T> => read(call, () => store.write(step));
  const inside = <T>(call: string, generation: Generation, none: T, body: (held: HeldGeneration) => T): Promise<T> =>
    read(`${call} ${generation.projection}`, () => {
      const held = store.find(generation);
      return held ? body(held) : none;
    });
  const among = <T>(found: ReadonlyMap<string, T>, keys: readonly string[]): Map<string, T> =>
    new Map(keys.flatMap((key) => (found.has(key) ? [[key, found.get(key) as T] as const] : [])));

  return {
    checkpoint: () => read('checkpoint', () => store.state.checkpoint),
    generations: () => read('generations', () => store.generations()),
    get: (generation, key) => inside('get', generation, null, ({ docs }) => docs.get(key)?.stored ?? null),
    getMany: (generation, keys) =>
      inside('getMany', generation, new Map<string, StoredDoc>(), ({ docs }) =>
        among(new Map(keys.flatMap((key) => (docs.has(key) ? [[key, (docs.get(key) as Held).stored] as const] : []))), keys),
      ),
    find: (generation, query: Query) =>
      inside<Page>('find', generation, { docs: [], next: null }, (held) => select(held, plan(query, held.indexes))),
    count: (generation, where) =>
      inside('count', generation, 0, (held) => select(held, plan(where ? { where } : {}, held.indexes)).docs.length),
    changeHeads: (after, limit) =>
      read('changeHeads', () =>
        store.state.changes
          .filter(({ change }) => change.n > after)
          .slice(0, limit)
          .map(({ change: { n, topic, id, position }, epoch }) => ({ n, topic, id, position, epoch })),
      ),
    changes: (ns) => read('changes', () => store.state.changes.filter(({ change }) => ns.includes(change.n)).map(({ change }) => change)),
    changesSince: (after, topics, limit) =>
      read('changesSince', () => {
        const { n: behind, position: from, epoch } = typeof after === 'string' ? { n: null, position: after, epoch: 0 } : after;
        if (store.state.since !== null && from < store.state.since) return null;
        const isPlace = (held: HeldChange) => held.change.n === behind && held.change.position === from && held.epoch === epoch;
        if (behind && !store.state.changes.some(isPlace)) return null;
        return store.state.changes
          .map(({ change }) => change)
          .filter(({ n, position }) => (behind === null ? position > from : position >= from && n > behind))
          .filter(({ topic }) => topics.includes(topic))
          .slice(0, limit);
      }),
    lastChange: () => read('lastChange', () => store.state.lastN),
    async close() {
      closed = true;
    },

    createGeneration({ indexes, ...spec }: GenerationSpec, epoch?: number) {
      const createdAt = new Date().toISOString();
      return write(`createGeneration ${name(spec)}`, (state) => {
        if (epoch !== undefined && epoch < state.epoch) throw new LeaseLost();
        const { projection, version, generation } = spec;
        const found = [...state.generations.values()].find(
          (row) => row.state.projection === projection && row.state.generation === generation,
        );
        if (found) {
          if (found.state.version === version && JSON.stringify(found.indexes) === JSON.stringify(indexes)) return;
          throw new Error(`${name(spec)} exists with another version or other indexes`);
        }
        const made: GenerationState = { projection, version, generation, role: 'building', checkpoint: null, createdAt };
        state.generations.set(name(spec), { state: made, indexes, epoch: epoch ?? 0, docs: new Map(), gone: new Map() });
      });
    },
    commit: (batch) => write(`commit ${batch.checkpoint ?? '-'} changes ${batch.changes.length}`, (state) => commit(state, batch)),
    switchTo: (generation, at, epoch = Number.POSITIVE_INFINITY) =>
      write(`switchTo ${name(generation)}`, (state) => {
        if (epoch < state.epoch) throw new LeaseLost();
        switchTo(state, generation, at);
      }),
    setDetached: (generation, at, epoch = Number.POSITIVE_INFINITY) =>
      write(`setDetached ${name(generation)} at ${at}`, (state) => {
        if (epoch < state.epoch) throw new LeaseLost();
        existing(state, generation).state.checkpoint = at;
      }),
    dropGeneration: (generation, epoch = Number.POSITIVE_INFINITY) =>
      write(`dropGeneration ${name(generation)}`, (state) => {
        if (epoch < state.epoch) throw new LeaseLost();
        state.generations.delete(name(generation));
      }),
    diff(from, to, samples, still, signal) {
      const body = async () => {
        signal?.throwIfAborted();
        return read('diff', () => difference(existing(store.state as State, from), existing(store.state as State, to), samples));
      };
      return still ? still(body) : body();
    },
    tombstones: (generation, keys) => inside('tombstones', generation, new Map<string, Tombstone>(), ({ gone }) => among(gone, keys)),
    async *scan(generation) {
      yield* await inside<readonly StoredDoc[]>('scan', generation, [], (held) => select(held, plan({}, held.indexes)).docs);
    },
    keysOfPerson: (generation, person) =>
      inside('keysOfPerson', generation, [] as string[], ({ docs }) =>
        [...docs.values()]
          .filter(({ persons }) => persons.includes(person))
          .map(({ stored }) => stored.key)
          .sort(byCodePoint),
      ),
    redactChanges: (person) =>
      write('redactChanges', (state) => {
        state.changes = state.changes.map((held) => {
          if (!held.persons.includes(person)) return held;
          const { view: _, ...change } = held.change;
          return { ...held, change: frozen(change), persons: [] };
        });
      }),
    trimChanges: (keep) =>
      write('trimChanges', (state) => {
        const older = state.changes.filter(({ change }) => change.n <= state.lastN - keep);
        const trimmed = older.slice(0, TRIM_STEP);
        for (const { change } of trimmed) state.since = highest(state.since, change.position);
        state.changes = state.changes.slice(trimmed.length);
        return trimmed.length < older.length;
      }),
    reset: () =>
      write('reset', (state) => {
        for (const { change } of state.changes) state.since = highest(state.since, change.position);
        state.since = highest(state.since, state.checkpoint);
        Object.assign(state, { changes: [], generations: new Map(), checkpoint: null, epoch: 0 } satisfies Partial<State>);
      }),
  };
}
