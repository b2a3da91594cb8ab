import { frozen } from '../../../events/frozen.ts';
import {
  type Appended,
  type AppendOptions,
  categoryOf,
  type EventStore,
  type Expected,
  encodeAppend,
  type NewEvent,
  type PageOptions,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreUnavailable,
  VersionConflict,
} from '../../../events/store/port.ts';
import { Arrivals, follow } from '../../../events/store/subscription.ts';
import type { Hop } from './hop.ts';

/** The event log in memory: what is in it, and any number of connections to it. Positions are numbers, as those of the embedded log. */
export class MemoryLog {
  #events: Recorded[] = [];
  #streams = new Map<string, Recorded[]>();
  /** So many of its events outlast a power cut. */
  #settled = 0;
  readonly arrivals = new Arrivals();

  get events(): readonly Recorded[] {
    return this.#events;
  }

  append(stream: string, expected: Expected, events: readonly NewEvent[], { followed = false }: AppendOptions = {}): Appended {
    const appended = this.#append(stream, expected, events);
    if (!followed) this.#settled = this.#events.length;
    return appended;
  }

  #append(stream: string, expected: Expected, events: readonly NewEvent[]): Appended {
    const encoded = encodeAppend(stream, events);
    const stored = this.#streams.get(stream) ?? [];
    const last = stored.length - 1;
    const ids = new Map(stored.map((event, version) => [event.id, version]));
    const found = events.map(({ id }) => ids.get(id));
    const first = found[0];
    // All events are stored already, in a row and at the expected version: a repeat, which gets the first answer again.
    if (first !== undefined && found.every((version, i) => version === first + i) && fits(expected, first - 1)) {
      const end = stored[first + events.length - 1] as Recorded;
      return { version: end.version, position: end.position };
    }
    if (found.some((version) => version !== undefined) || !fits(expected, last))
      throw new VersionConflict(stream, expected, last < 0 ? 'none' : last);
    for (const { id, type, data, metadata } of encoded) {
      const size = data.length + metadata.length;
      this.#put(frozen({ id, type, data: JSON.parse(data), metadata: JSON.parse(metadata), stream, size, ...this.#next(stream) }));
    }
    const end = this.#events.at(-1) as Recorded;
    this.arrivals.notify();
    return { version: end.version, position: end.position };
  }

  stream(stream: string, from = 0): readonly Recorded[] {
    return (this.#streams.get(stream) ?? []).slice(Math.max(0, from));
  }

  /** The events after `after` (exclusive; null: from the beginning, or from the end when reading backwards). */
  read(after: Position | null, { types, categories, limit = Number.POSITIVE_INFINITY, backwards = false }: ReadAllOptions): Recorded[] {
    const found: Recorded[] = [];
    const step = backwards ? -1 : 1;
    const start = after === null ? (backwards ? this.#events.length - 1 : 0) : Number(after) - 1 + step;
    for (let at = start; found.length < limit; at += step) {
      const event = this.#events[at];
      if (!event) break;
      if ((!types || types.includes(event.type)) && (!categories || categories.includes(categoryOf(event.stream)))) found.push(event);
    }
    return found;
  }

  head(): Position | null {
    return this.#events.at(-1)?.position ?? null;
  }

  /** The log as a copy of it from another moment has it. */
  restore(events: readonly Recorded[]): void {
    this.#events = [];
    this.#streams = new Map();
    for (const event of events) this.#put(event);
    this.#settled = events.length;
  }

  /** The power fails: what need not be on the disk yet is not there. */
  cut(): void {
    this.restore(this.#events.slice(0, this.#settled));
  }

  #next(stream: string): { version: number; position: Position } {
    return { version: this.#streams.get(stream)?.length ?? 0, position: String(this.#events.length + 1).padStart(16, '0') as Position };
  }

  #put(event: Recorded): void {
    this.#events.push(event);
    const stream = this.#streams.get(event.stream);
    if (stream) stream.push(event);
    else this.#streams.set(event.stream, [event]);
  }
}

/** `last`: index of the stream's last event; -1 for none. */
const fits = (expected: Expected, last: number): boolean =>
  expected === 'any' || (expected === 'exists' ? last >= 0 : expected === 'none' ? last < 0 : last === expected);

const PAGE = 1_000;
const PAGE_CHARACTERS = 4 * 1024 * 1024;
const LOOK_MS = 10_000;

/** A connection to it, as a process has one. */
export function connectLog(log: MemoryLog, hop: Hop): EventStore {
  const closing = new AbortController();
  const open = <T>(call: string, effect: () => T): Promise<T> =>
    hop(call, () => {
      if (closing.signal.aborted) throw new StoreUnavailable('the log is closed');
      return effect();
    });

  async function* pages(after: Position | null, { pageSize = PAGE, limit, ...options }: PageOptions = {}): AsyncGenerator<Recorded[]> {
    let left = limit ?? Number.POSITIVE_INFINITY;
    for (let at = after; left > 0; ) {
      const size = Math.min(pageSize, left);
      const found = await open('log.read', () => log.read(at, { ...options, limit: size }));
      let characters = 0;
      const page: Recorded[] = [];
      for (const event of found) {
        if (characters >= PAGE_CHARACTERS) break;
        page.push(event);
        characters += event.size;
      }
      if (page.length > 0) yield page;
      if (page.length < size && page.length === found.length) return;
      left -= page.length;
      at = page.at(-1)?.position ?? at;
    }
  }

  async function* session(after: Position | null, signal: AbortSignal): AsyncGenerator<readonly Recorded[]> {
    let at = after;
    while (!signal.aborted) {
      const mark = log.arrivals.mark();
      const page = await open('log.follow', () => log.read(at, { limit: PAGE }));
      yield page;
      at = page.at(-1)?.position ?? at;
      if (page.length === 0) await log.arrivals.since(mark, LOOK_MS, signal);
    }
  }

  return {
    append: (stream, expected, events, options) =>
      open(`log.append ${stream} ${events[0]?.type}`, () => log.append(stream, expected, events, options)),
    async *readStream(stream, from) {
      yield* await open(`log.readStream ${stream}`, () => log.stream(stream, from));
    },
    async *readAll(after, options) {
      for await (const page of pages(after, options)) yield* page;
    },
    pages,
    subscribeAll: (after, signal, types) => follow(session, after, AbortSignal.any([signal, closing.signal]), types),
    head: () => open('log.head', () => log.head()),
    parsePosition: (text) => (/^\d{1,16}$/.test(text) ? (text.padStart(16, '0') as Position) : null),
    async close() {
      closing.abort();
      log.arrivals.notify();
    },
  };
}
