import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { forgottenIn } from '../../../events/privacy.ts';
import { type PageOptions, type Position, type Recorded, StoreFault } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { type DocState, type Folded, handledTypes, keysOf, WorkingSet } from './fold.ts';
import { afterOf } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, ReadStore, StoredDoc, Tombstone } from './readStore.ts';

/**
 * How events become documents, everywhere: pages of the log are decoded once and folded into any number of generations, whose changed
 * documents are written when the flush policy says so. The caller supplies the pages and writes what is drained.
 */

type Maybe<T> = T | Promise<T>;

/** Access to the documents of one generation. */
export interface Documents {
  getMany(keys: readonly string[]): Maybe<Map<string, StoredDoc>>;
  tombstones(keys: readonly string[]): Maybe<Map<string, Tombstone>>;
  keysOfPerson(person: string): Maybe<string[]>;
}

export const documentsOf = (store: ReadStore, generation: Generation): Documents => ({
  getMany: (keys) => store.getMany(generation, keys),
  tombstones: (keys) => store.tombstones(generation, keys),
  keysOfPerson: (person) => store.keysOfPerson(generation, person),
});

/** The most that may be buffered before it is written, over all generations. */
export interface FlushPolicy {
  /** Events folded. */
  events: number;
  /** Changed documents. */
  changed: number;
  /** Documents in memory, changed or not: above this number, only half as many are kept after a write. */
  documents: number;
  /** Size of documents kept and of events folded since the last write, in characters of JSON; half of it is kept, as above. */
  size: number;
}
/** Everything is written after each page. What was touched last stays in memory: whoever does something goes on doing it. */
export const EACH_PAGE: FlushPolicy = { events: 1, changed: 1, documents: 2_000, size: 1_000_000 };
export const WRITE_BEHIND: FlushPolicy = { events: 50_000, changed: 10_000, documents: 20_000, size: 32 * 1024 * 1024 };

/** Why a generation stopped before an event. */
export interface Poison {
  event: Pick<Recorded, 'id' | 'type' | 'position' | 'stream' | 'version'>;
  error: unknown;
}

/** A decoded event of a page, or why it could not be decoded. */
type Decoded = { record: Recorded; event: Envelope } | { record: Recorded; error: unknown };

/** Progress is also reported within a page: a small log is a single page. */
const STRIDE = 50;

export interface GenerationFoldOptions {
  projection: AnyProjection;
  documents: Documents;
  /** Positions of events that an operator skipped: they may fail. */
  skips: Pick<ReadonlySet<Position>, 'has'>;
  /** With the changes for followers. */
  push: boolean;
  /** There are no documents yet: what is not in memory does not exist. */
  fromNothing: boolean;
  onProgress?(events: number, position: Position): void;
}

/** One generation while events are folded into it. It stops for good at an event that it can neither fold nor skip. */
export class GenerationFold {
  readonly handles: ReadonlySet<string>;
  /** Events folded. */
  handled = 0;
  poison: Poison | null = null;
  /** The event at which it stopped. */
  standsAt: Position | null = null;
  readonly #options: GenerationFoldOptions;
  readonly #set: WorkingSet;
  #complete: boolean;

  constructor(options: GenerationFoldOptions, policy: FlushPolicy) {
    this.#options = options;
    this.#complete = options.fromNothing;
    this.#set = new WorkingSet(options.projection, { push: options.push, weighed: policy.size > 0 });
    this.handles = new Set(handledTypes(options.projection));
  }

  get held(): Pick<WorkingSet, 'size' | 'weight' | 'changed'> {
    return this.#set;
  }

  wants({ type, position }: Recorded): boolean {
    return this.poison === null && this.handles.has(type) && !this.#options.skips.has(position);
  }

  /** Events that it handles, in the order of the log. */
  async take(page: readonly Decoded[]): Promise<void> {
    if (this.poison || page.length === 0) return;
    const { projection } = this.#options;
    const planned: Envelope[] = [];
    const keysOfPlanned: (readonly string[])[] = [];
    let unfit: Poison | null = null;
    for (const one of page) {
      try {
        if ('error' in one) throw one.error;
        const keys = keysOf(projection, one.event);
        planned.push(one.event);
        keysOfPlanned.push(keys);
      } catch (error) {
        unfit = this.#poisonOf(one.record, error);
        if (unfit) break;
      }
    }
    await this.#load(planned, keysOfPlanned);
    for (const [i, event] of planned.entries()) {
      try {
        this.#set.apply(event, keysOfPlanned[i] ?? []);
      } catch (error) {
        this.poison = this.#poisonOf(event, error);
        if (this.poison) return;
        continue;
      }
      this.handled++;
      if (this.handled % STRIDE === 0) this.#options.onProgress?.(this.handled, event.position);
    }
    this.poison = unfit;
  }

  /** Null where an operator skipped this event. */
  #poisonOf({ id, type, position, stream, version }: Poison['event'], error: unknown): Poison | null {
    return this.#options.skips.has(position) ? null : { event: { id, type, position, stream, version }, error };
  }

  /** The documents that the events touch; for an erasure, those that hold the person. */
  async #load(events: readonly Envelope[], keysOfEvents: readonly (readonly string[])[]): Promise<void> {
    const { documents, projection } = this.#options;
    const wanted = new Set<string>();
    for (const keys of keysOfEvents) for (const key of keys) if (!this.#set.has(key)) wanted.add(key);
    if (!this.#complete && projection.persons)
      for (const event of events) {
        const forgotten = forgottenIn(event as { type: string; data: object });
        if (forgotten === null) continue;
        for (const key of await documents.keysOfPerson(forgotten)) if (!this.#set.has(key)) wanted.add(key);
      }
    if (wanted.size === 0) return;
    const found = new Map<string, DocState>();
    if (!this.#complete) {
      for (const [key, stored] of await documents.getMany([...wanted])) found.set(key, stored);
      const gone = [...wanted].filter((key) => !found.has(key));
      for (const [key, tombstone] of gone.length > 0 ? await documents.tombstones(gone) : []) found.set(key, { ...tombstone, doc: null });
    }
    for (const key of wanted) this.#set.admit(key, found.get(key) ?? null);
  }

  drain(): Omit<Folded, 'poison'> {
    return this.#set.drain();
  }

  evict(documents: number, size: number): void {
    this.#complete = false;
    this.#set.evict(documents, size);
  }
}

/** How many times decoding is tried again, because the key may have arrived meanwhile. */
const RETRY_PAUSES_MS = [50, 200, 800];

export interface FolderOptions {
  log: EventLog;
  policy: FlushPolicy;
  /** The common place of the generations. */
  at: Position;
  signal?: AbortSignal | undefined;
}

export class Folder {
  readonly #options: FolderOptions;
  readonly #held = new Set<GenerationFold>();
  /** The last position folded. */
  at: Position;
  /** The last event folded but not yet written; null: everything is written. */
  last: Recorded | null = null;
  #events = 0;
  #size = 0;

  constructor(options: FolderOptions) {
    this.#options = options;
    this.at = options.at;
  }

  /**
   * Folds a page into these generations, each up to the first event that it cannot fold, and returns the decoded events of the types that they handle
   * or that are also asked for. Throws StoreFault where log, keys or documents cannot be reached: no event is at fault, and what is buffered must be discarded.
   */
  async take(page: readonly Recorded[], folds: readonly GenerationFold[], also: ReadonlySet<string> = NONE): Promise<Envelope[]> {
    // Most types are of a few projections: each is given its own.
    const byType = new Map<string, GenerationFold[]>();
    const handling = (type: string): GenerationFold[] => {
      let found = byType.get(type);
      if (!found) {
        found = folds.filter((fold) => fold.handles.has(type));
        byType.set(type, found);
      }
      return found;
    };
    const wanted = page.filter(({ type }) => also.has(type) || handling(type).length > 0);
    const decoded = await this.#decode(wanted, folds);
    const shares = new Map<GenerationFold, Decoded[]>(folds.map((fold) => [fold, []]));
    for (const one of decoded) for (const fold of handling(one.record.type)) shares.get(fold)?.push(one);
    for (const [fold, share] of shares) {
      this.#held.add(fold);
      await fold.take(share);
      if (fold.poison) fold.standsAt ??= before(page, fold.poison.event.position) ?? this.at;
    }
    this.#events += page.length;
    for (const record of wanted) this.#size += record.size;
    this.last = page.at(-1) ?? this.last;
    this.at = this.last?.position ?? this.at;
    return decoded.flatMap((one) => ('event' in one ? [one.event] : []));
  }

  async #decode(records: readonly Recorded[], folds: readonly GenerationFold[]): Promise<Decoded[]> {
    const { log, signal } = this.#options;
    let decoded = await decode(log, records);
    for (const ms of RETRY_PAUSES_MS) {
      if (!decoded.some((one) => 'error' in one && folds.some((fold) => fold.wants(one.record)))) break;
      await pause(ms, signal ?? NEVER);
      signal?.throwIfAborted();
      const again = new Map(
        (
          await decode(
            log,
            decoded.flatMap((one) => ('error' in one ? [one.record] : [])),
          )
        ).map((one) => [one.record, one]),
      );
      decoded = decoded.map((one) => again.get(one.record) ?? one);
    }
    return decoded;
  }

  /** Whether the buffer must be written now. */
  get full(): boolean {
    const { policy } = this.#options;
    if (this.last === null) return false;
    const { size, weight, changed } = this.#sum();
    return this.#events >= policy.events || changed >= policy.changed || size > policy.documents || weight + this.#size > policy.size;
  }

  #sum(): { size: number; weight: number; changed: number } {
    const sum = { size: 0, weight: 0, changed: 0 };
    for (const { held } of this.#held) {
      sum.size += held.size;
      sum.weight += held.weight;
      sum.changed += held.changed;
    }
    return sum;
  }

  /** Everything drained has been written. */
  written(): void {
    this.#events = 0;
    this.#size = 0;
    this.last = null;
    const { documents, size } = this.#options.policy;
    const held = this.#sum();
    if (held.size <= documents && held.weight <= size) return;
    for (const fold of this.#held) fold.evict(documents / 2 / this.#held.size, size / 2 / this.#held.size);
  }

  /** Discards the documents of this generation, already written. */
  forget(fold: GenerationFold): void {
    this.#held.delete(fold);
  }
}

/** What the log holds of these types after `from`, up to `to`. */
export async function* pagesUpTo(log: EventLog, from: Position, to: Position, options: PageOptions): AsyncIterable<readonly Recorded[]> {
  for await (const page of log.store.pages(afterOf(from), options)) {
    const end = page.findIndex((record) => record.position > to);
    yield end < 0 ? page : page.slice(0, end);
    if (end >= 0) return;
  }
}

const before = (page: readonly Recorded[], position: Position): Position | undefined =>
  page[page.findIndex((record) => record.position === position) - 1]?.position;

const NONE: ReadonlySet<string> = new Set();
const NEVER = new AbortController().signal;

/** Decodes all at once; where that fails, each half by itself, so that one bad event affects no other. Throws StoreFault: no event is at fault when keys cannot be reached. */
export async function decode(log: Pick<EventLog, 'decode'>, records: readonly Recorded[]): Promise<Decoded[]> {
  const [first] = records;
  if (!first) return [];
  try {
    const events = await log.decode(records);
    return records.map((record, index) => ({ record, event: events[index] as Envelope }));
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    if (records.length === 1) return [{ record: first, error }];
    const middle = records.length >> 1;
    return [...(await decode(log, records.slice(0, middle))), ...(await decode(log, records.slice(middle)))];
  }
}
