import type { Position, Recorded } from './port.ts';
import type { Session } from './subscription.ts';

/** What is buffered of the log: for readers that have not taken it yet, and its end for readers that arrive. */
export interface FeedBounds {
  /** The most events, and the most bytes of their JSON, buffered for a reader that lags behind the fastest. A reader further behind reads on its own. */
  events: number;
  bytes: number;
  /** How many of the last events stay buffered after all readers took them: a reader that reconnects at once finds its place. */
  keep: number;
}
const BOUNDS: FeedBounds = { events: 5_000, bytes: 8 * 1024 * 1024, keep: 500 };
/** How many events a reader is given at a time. */
const PAGE = 500;

/**
 * Readers of one log share one reading of it, at the pace of the fastest. A reader that lags further behind than the bounds allow, or starts
 * from further back, reads on its own until it catches up with the shared one. So no reader waits for another, and memory is bounded.
 */
export class SharedFeed {
  readonly #source: Session;
  readonly #bounds: FeedBounds;
  #reading: Reading | null = null;

  constructor(source: Session, bounds: FeedBounds = BOUNDS) {
    this.#source = source;
    this.#bounds = bounds;
  }

  /** Events held at this moment. */
  get held(): number {
    return this.#reading?.held ?? 0;
  }

  /** What the source would deliver to a single reader, including its errors. */
  readonly session: Session = (after, signal) => this.#session(after, signal);

  async *#session(after: Position | null, signal: AbortSignal): AsyncGenerator<readonly Recorded[], void, undefined> {
    let at = after;
    while (!signal.aborted) {
      const shared = this.#sharedAt(at);
      if (shared) {
        for await (const page of shared.from(at, signal)) {
          yield page;
          at = page.at(-1)?.position ?? at;
        }
        if (shared.ended) return;
      } else {
        let met = false;
        for await (const page of this.#source(at, signal)) {
          yield page;
          at = page.at(-1)?.position ?? at;
          met = this.#reading === null || this.#reading.over || this.#reading.covers(at);
          if (met) break;
        }
        if (!met) return;
      }
    }
  }

  /** The shared reading, where it has everything after `at` buffered. */
  #sharedAt(at: Position | null): Reading | null {
    const reading = this.#reading;
    if (reading && !reading.over) {
      if (!reading.covers(at)) return null;
      if (!reading.isBehind(at)) return reading;
      // While it has not reached the end of the log, readers that are ahead of it read on their own instead of waiting.
      reading.leave();
    }
    this.#reading = new Reading(this.#source, at, this.#bounds);
    return this.#reading;
  }
}

/** A reader's place: the number of the next event it takes. */
interface Place {
  next: number;
}

/** One reading of the source and its readers. Events are numbered from 0, in the order of arrival. */
class Reading {
  readonly #bounds: FeedBounds;
  readonly #leaving = new AbortController();
  readonly #places = new Set<Place>();
  #events: Recorded[] = [];
  #bytes = 0;
  /** Number of the first buffered event, and the position before it. */
  #first = 0;
  #before: Position | null;
  /** How many had arrived when nothing more was waiting; null before that. */
  #caughtUpAt: number | null = null;
  #end: { failure?: unknown; left: boolean } | null = null;
  /** Resolves, and is replaced, whenever there is news for the readers. */
  #news = Promise.withResolvers<void>();
  /** Wakes the reading once a reader has taken everything. */
  #ask: (() => void) | null = null;

  constructor(source: Session, after: Position | null, bounds: FeedBounds) {
    this.#bounds = bounds;
    this.#before = after;
    void this.#read(source, after);
  }

  get over(): boolean {
    return this.#end !== null;
  }

  /** The source came to an end by itself. */
  get ended(): boolean {
    return this.#end !== null && !this.#end.left;
  }

  get held(): number {
    return this.#events.length;
  }

  get #tail(): number {
    return this.#first + this.#events.length;
  }

  covers(at: Position | null): boolean {
    return !this.over && (this.#before === null || (at !== null && at >= this.#before));
  }

  /** Whether `at` lies beyond what was read, while the end has not been reached. */
  isBehind(at: Position | null): boolean {
    if (at === null || this.#caughtUpAt !== null) return false;
    const last = this.#events.at(-1)?.position ?? this.#before;
    return last === null || at > last;
  }

  leave(): void {
    this.#end ??= { left: true };
    this.#leaving.abort();
    this.#ask?.();
    this.#notify();
  }

  /** Pages after `at`; an empty page each time nothing more is waiting. Ends when the reader has fallen behind the buffer, or with the reading, whose failure it throws. */
  async *from(at: Position | null, signal: AbortSignal): AsyncGenerator<readonly Recorded[], void, undefined> {
    const ahead = at === null ? 0 : this.#events.findIndex(({ position }) => position > at);
    const place: Place = { next: ahead < 0 ? this.#tail : this.#first + ahead };
    let yielded = -1;
    this.#places.add(place);
    try {
      while (!signal.aborted && place.next >= this.#first) {
        const { promise: news } = this.#news;
        if (place.next < this.#tail) {
          const start = place.next - this.#first;
          const page = this.#events.slice(start, start + PAGE);
          place.next += page.length;
          this.#trim();
          yield page;
        } else if (this.#caughtUpAt === this.#tail && yielded !== this.#tail) {
          yielded = this.#tail;
          yield [];
        } else if (this.#end) {
          if ('failure' in this.#end) throw this.#end.failure;
          return;
        } else {
          this.#ask?.();
          await either(news, signal);
        }
      }
    } finally {
      this.#places.delete(place);
      if (this.#places.size === 0) this.leave();
      else this.#trim();
    }
  }

  async #read(source: Session, after: Position | null): Promise<void> {
    const { signal } = this.#leaving;
    try {
      for await (const page of source(after, signal)) {
        if (signal.aborted) break;
        if (page.length === 0) this.#caughtUpAt = this.#tail;
        for (const event of page) {
          this.#events.push(event);
          this.#bytes += event.size;
        }
        this.#trim();
        this.#notify();
        while (!signal.aborted && !this.#wanted()) {
          await new Promise<void>((asked) => {
            this.#ask = asked;
          });
        }
        this.#ask = null;
      }
      this.#end ??= { left: false };
    } catch (failure) {
      this.#end ??= { failure, left: false };
    }
    this.#notify();
  }

  /** A reader has taken everything. */
  #wanted(): boolean {
    for (const { next } of this.#places) if (next === this.#tail) return true;
    return false;
  }

  #notify(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Drops what all readers have taken, and what exceeds the bounds for slow ones; never what the fastest has yet to take. */
  #trim(): void {
    const { events, bytes, keep } = this.#bounds;
    const nexts = Array.from(this.#places, ({ next }) => next);
    const [slowest, fastest] = [Math.min(this.#tail, ...nexts), Math.max(this.#first, ...nexts)];
    let gone = 0;
    for (let held = this.#events.length; this.#first + gone < fastest; gone++, held--) {
      const over = held > events || this.#bytes > bytes;
      if (!over && (this.#first + gone >= slowest || held <= keep)) break;
      this.#bytes -= this.#events[gone]?.size ?? 0;
    }
    if (gone === 0) return;
    this.#before = this.#events[gone - 1]?.position ?? this.#before;
    this.#events.splice(0, gone);
    this.#first += gone;
  }
}

/** Resolves with the promise, or when the signal aborts. */
function either(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    void promise.then(done);
  });
}
