import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { ERASURE, erasedPerson, type Folded, keysOf, WorkingSet } from './fold.ts';
import type { ReadStore } from './readStore.ts';
import { loadStanding, type Track } from './track.ts';

/** Documents kept in memory, of all projections together, and changed ones or events after which they are written. */
const KEPT = 20_000;
const DIRTY = 10_000;
const EVENTS = 50_000;

export interface MarchOptions {
  log: EventLog;
  store: ReadStore;
  /** The read store is empty: what is not in memory does not exist. */
  fromNothing: boolean;
  skips: (projection: string) => ReadonlySet<Position>;
}

export interface Drained extends Omit<Folded, 'poison'> {
  track: Track;
  handled: number;
}

interface Held {
  set: WorkingSet;
  complete: boolean;
  handled: number;
}

/**
 * Many batches folded in memory and written behind, on a long way that nobody follows step by step. It halts nothing: where an event fails,
 * `take` throws, what is held is worthless, and the way is made again in steps from the last checkpoint.
 */
export class March {
  readonly #options: MarchOptions;
  readonly #held = new Map<Track, Held>();
  /** The last event taken that is not yet written; null: nothing is held. */
  last: Recorded | null = null;
  #events = 0;

  constructor(options: MarchOptions) {
    this.#options = options;
  }

  get full(): boolean {
    const dirty = [...this.#held.values()].reduce((sum, { set }) => sum + set.dirty, 0);
    return this.#events >= EVENTS || dirty >= DIRTY || this.#size() > KEPT;
  }

  #size(): number {
    return [...this.#held.values()].reduce((sum, { set }) => sum + set.size, 0);
  }

  /** Folds a batch for these tracks. Answers its events of `wanted` types, decoded. */
  async take(batch: readonly Recorded[], tracks: readonly Track[], wanted: ReadonlySet<string>): Promise<Envelope[]> {
    const events = await this.#options.log.decode(batch.filter((record) => wanted.has(record.type)));
    // What moved on its own meanwhile has other documents than those held.
    for (const track of this.#held.keys()) if (!tracks.includes(track)) this.#held.delete(track);
    for (const track of tracks) await this.#fold(track, events);
    this.#events += batch.length;
    this.last = batch.at(-1) ?? this.last;
    return events;
  }

  async #fold(track: Track, events: readonly Envelope[]): Promise<void> {
    const { projection, generation, hears } = track;
    const { fromNothing, skips, store } = this.#options;
    const held = this.#held.get(track) ?? { set: new WorkingSet(projection), complete: fromNothing, handled: 0 };
    this.#held.set(track, held);
    const own: Envelope[] = [];
    const keys: (readonly string[])[] = [];
    const missing = new Set<string>();
    for (const event of events) {
      if (!hears.has(event.type)) continue;
      const touched = keysOf(projection, event);
      own.push(event);
      keys.push(touched);
      for (const key of touched) {
        if (held.set.has(key)) continue;
        if (held.complete) held.set.admit(key, null);
        else missing.add(key);
      }
      if (event.type === ERASURE && projection.persons && !held.complete)
        for (const key of await store.keysOfPerson(generation, erasedPerson(event))) if (!held.set.has(key)) missing.add(key);
    }
    const found = await loadStanding(store, generation, [...missing]);
    for (const key of missing) held.set.admit(key, found.get(key) ?? null);
    let index = 0;
    for (const event of own) {
      try {
        held.set.apply(event, keys[index] ?? []);
      } catch (error) {
        if (!skips(projection.name).has(event.position)) throw error;
      }
      index++;
    }
    held.handled += own.length;
  }

  /** What is to be written now. Once it has been, `written` says so. */
  drain(): Drained[] {
    return Array.from(this.#held, ([track, held]) => ({ ...held.set.drain(false), track, handled: held.handled }));
  }

  written(): void {
    this.#events = 0;
    this.last = null;
    const over = this.#size() > KEPT;
    for (const held of this.#held.values()) {
      held.handled = 0;
      if (!over) continue;
      held.complete = false;
      held.set.evict(KEPT / 2 / this.#held.size);
    }
  }
}
