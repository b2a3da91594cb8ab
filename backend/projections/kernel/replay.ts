import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { type Position, type Recorded, StoreFault } from '../../../events/store/port.ts';
import { ERASURE, erasedPerson, heardBy, keysOf, type Standing, WorkingSet } from './fold.ts';
import { afterOf, ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { DocWrite, Generation, ReadStore, StoredDoc, Tombstone } from './readStore.ts';

/** Few enough to die young: what a collection meets alive it copies, and a page that outlives two of them is garbage of the old generation. */
const PAGE = 250;
/** Progress is told within a page too: a small log is one page. */
const STRIDE = 50;
/** Documents kept in memory, and changed ones after which they are written. */
export interface Memory {
  documents: number;
  changed: number;
}
const MEMORY: Memory = { documents: 20_000, changed: 10_000 };

type Maybe<T> = T | Promise<T>;

/** Where a replay writes: a file of its own (`BuildStore`), or a generation of the store. */
export interface ReplayTarget {
  checkpoint(): Maybe<Position | null>;
  getMany(keys: readonly string[]): Maybe<Map<string, StoredDoc>>;
  tombstones(keys: readonly string[]): Maybe<Map<string, Tombstone>>;
  keysOfPerson(person: string): Maybe<string[]>;
  write(docs: readonly DocWrite[], checkpoint: Position): Maybe<void>;
}

export interface ReplayOptions {
  log: EventLog;
  projection: AnyProjection;
  target: ReplayTarget;
  /** The replay ends here. */
  to: Position;
  /** Positions of events that a person skipped: they may fail. */
  skips: ReadonlySet<Position>;
  onProgress(events: number, position: Position): void;
  pageSize?: number;
  memory?: Memory;
  signal?: AbortSignal;
}

export interface Replayed {
  /** Events folded. */
  events: number;
  /** What the target stands at: `to`, or before the event that could not be folded. */
  position: Position;
  halted: { event: Pick<Recorded, 'id' | 'type' | 'position'>; error: unknown } | null;
}

/**
 * Folds the log from where the target stands up to `to`. Only wanted types are read; documents stay in memory and are written behind.
 * Throws StoreFault where the log, the keys or the target are out of reach: no event is to blame for that.
 */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { log, projection, target, to, onProgress, pageSize = PAGE, signal } = options;
  const run = new Run(options);
  const from = (await target.checkpoint()) ?? ORIGIN;
  let position = from;
  for await (const page of log.store.pages(afterOf(from), { types: heardBy(projection), pageSize })) {
    signal?.throwIfAborted();
    const end = page.findIndex((record) => record.position > to);
    const wanted = end < 0 ? page : page.slice(0, end);
    const halted = (await run.whole(wanted)) ?? (await run.oneByOne(wanted, position));
    if (halted !== 'done') {
      const index = wanted.findIndex((record) => record.position === halted.event.position);
      position = wanted[index - 1]?.position ?? position;
      if (position !== from) await run.flush(position);
      return { events: run.events, position, halted };
    }
    position = wanted.at(-1)?.position ?? position;
    await run.flushWhenFull(position);
    onProgress(run.events, position);
    if (end >= 0) break;
  }
  await run.flush(to);
  return { events: run.events, position: to, halted: null };
}

/** For people: what halted a replay, without the data of the event. */
export const haltedMessage = ({ type, position }: Pick<Recorded, 'type' | 'position'>, error: unknown): string =>
  `${type} en ${position}: ${error instanceof Error ? error.message : String(error)}`;

type Halted = NonNullable<Replayed['halted']>;

class Run {
  events = 0;
  readonly #options: ReplayOptions;
  readonly #set: WorkingSet;
  readonly #memory: Memory;
  /** Everything there is stands in memory: what is not there does not exist. */
  #complete: boolean | null = null;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#set = new WorkingSet(options.projection);
    this.#memory = options.memory ?? MEMORY;
  }

  /** The page at once; null when something in it fails before anything was folded. */
  async whole(page: readonly Recorded[]): Promise<'done' | Halted | null> {
    let events: Envelope[];
    let keys: (readonly string[])[];
    try {
      events = await this.#options.log.decode(page);
      keys = events.map((event) => keysOf(this.#options.projection, event));
    } catch (error) {
      if (error instanceof StoreFault) throw error;
      return null;
    }
    await this.#load(keys.flat());
    let index = 0;
    for (const event of events) {
      try {
        if (event.type === ERASURE) await this.#applyAny(event, keys[index] ?? []);
        else this.#set.apply(event, keys[index] ?? []);
        this.events++;
        if (this.events % STRIDE === 0) this.#options.onProgress(this.events, event.position);
      } catch (error) {
        if (error instanceof StoreFault) throw error;
        if (!this.#options.skips.has(event.position)) return { event, error };
      }
      index++;
    }
    return 'done';
  }

  async oneByOne(page: readonly Recorded[], before: Position): Promise<'done' | Halted> {
    let last = before;
    for (const record of page) {
      try {
        for (const event of await this.#options.log.decode([record])) {
          const keys = keysOf(this.#options.projection, event);
          await this.#load(keys);
          await this.#applyAny(event, keys);
          this.events++;
        }
      } catch (error) {
        if (error instanceof StoreFault) throw error;
        if (!this.#options.skips.has(record.position)) return { event: record, error };
      }
      last = record.position;
    }
    await this.flushWhenFull(last);
    return 'done';
  }

  /** Applies any event; an erasure also to documents that are not in memory. */
  async #applyAny(event: Envelope, keys: readonly string[]): Promise<void> {
    const { projection, target } = this.#options;
    if (event.type === ERASURE && projection.persons && !this.#complete) {
      const holders = await target.keysOfPerson(erasedPerson(event));
      await this.#load(holders);
      this.#set.apply(event, keys, holders);
    } else this.#set.apply(event, keys);
  }

  async #load(keys: readonly string[]): Promise<void> {
    const missing = keys.filter((key) => !this.#set.has(key));
    if (missing.length === 0) return;
    const { target } = this.#options;
    this.#complete ??= (await target.checkpoint()) === null;
    const wanted = [...new Set(missing)];
    const found = new Map<string, Standing>(this.#complete ? [] : await target.getMany(wanted));
    const gone = this.#complete ? [] : wanted.filter((key) => !found.has(key));
    for (const [key, tombstone] of gone.length > 0 ? await target.tombstones(gone) : []) found.set(key, { ...tombstone, doc: null });
    for (const key of wanted) this.#set.admit(key, found.get(key) ?? null);
  }

  async flushWhenFull(checkpoint: Position): Promise<void> {
    if (this.#set.dirty < this.#memory.changed && this.#set.size <= this.#memory.documents) return;
    await this.flush(checkpoint);
  }

  async flush(checkpoint: Position): Promise<void> {
    await this.#options.target.write(this.#set.drain(false).writes, checkpoint);
    if (this.#set.size <= this.#memory.documents) return;
    this.#complete = false;
    this.#set.evict(this.#memory.documents / 2);
  }
}

/** A building generation of a store that needs no file apart. Its batches belong to nobody but this replay. */
export const storeTarget = (store: ReadStore, generation: Generation, epoch: number): ReplayTarget => {
  let at: Position | null = null;
  return {
    checkpoint: () => at,
    getMany: (keys) => store.getMany(generation, keys),
    tombstones: (keys) => store.tombstones(generation, keys),
    keysOfPerson: (person) => store.keysOfPerson(generation, person),
    async write(docs, checkpoint) {
      const writes = docs.length > 0 ? [{ generation, docs }] : [];
      await store.commit({ epoch, detached: [{ generation, checkpoint }], writes, changes: [] });
      at = checkpoint;
    },
  };
};
