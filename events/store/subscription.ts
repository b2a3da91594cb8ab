import { type Delivery, type Position, type Recorded, StoreUnavailable } from './port.ts';

/**
 * One attempt to follow the log after `from` (exclusive): pages of events in log order, and an empty page each time nothing more is
 * waiting. It runs until the signal aborts; it throws StoreUnavailable, or just ends, when the store goes away.
 */
export type Session = (after: Position | null, signal: AbortSignal) => AsyncIterable<readonly Recorded[]>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** The pause before the next attempt after `failures` in a row, in ms: it doubles, with jitter so that many processes do not reconnect at once. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random() / 2);

/** Resolves after `ms`, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/**
 * The subscription loop of all adapters. When a session ends it resumes after the last delivered event, with back-off, and drops
 * what the new session repeats. Any error but an outage (StoreUnavailable) ends it: damaged data and bugs are never retried silently.
 */
export async function* follow(
  session: Session,
  after: Position | null,
  signal: AbortSignal,
  types?: ReadonlySet<string>,
): AsyncGenerator<Delivery, void, undefined> {
  let delivered = after;
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const page of session(delivered, signal)) {
        failures = 0;
        if (signal.aborted) return;
        let passed = 0;
        for (const event of page) {
          if (delivered !== null && event.position <= delivered) continue;
          delivered = event.position;
          if (types && !types.has(event.type)) {
            passed++;
            continue;
          }
          yield { kind: 'event', event };
          if (signal.aborted) return;
        }
        if (passed > 0 && delivered !== null) yield { kind: 'passed', events: passed, position: delivered };
        if (page.length === 0) yield { kind: 'caughtUp' };
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    failures++;
    await pause(pauseAfter(failures), signal);
  }
}

/** Tells this thread's waiting subscriptions that the log may have grown. */
export class Arrivals {
  #count = 0;
  #sleepers = new Set<() => void>();

  /** Taken before a read, so that an arrival during the read ends the wait at once. */
  mark(): number {
    return this.#count;
  }

  notify(): void {
    this.#count++;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Resolves at the first arrival after `mark`, after `ms` at the latest, or when the signal aborts. */
  since(mark: number, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count !== mark || signal.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
