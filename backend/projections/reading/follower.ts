import { type ChangePlace, placeOf, type ReadStoreReader } from '../kernel/readStore.ts';
import { RESET_TOPIC } from '../kernel/status.ts';

/** With more changes than this, the follower is rebuilt instead of applying them one by one. */
const MOST_CHANGES = 2_000;

/** Runs `work` one at a time. A call during a run waits for the next run, which sees everything that happened before the call. */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  return () => {
    if (next) return next;
    const start = () => {
      next = null;
      running = work().finally(() => {
        running = null;
      });
      return running;
    };
    if (!running) return start();
    next = running.then(start, start);
    return next;
  };
}

/**
 * Keeps an in-memory structure in step with the log of changes. Each call applies the changes since the last: usually none, which costs
 * one comparison of the log's last number. After an error the next call starts where this one did.
 */
export function createFollower(
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  {
    topics,
    of,
    build,
    take,
  }: {
    /** The topics whose changes are applied. */
    topics: readonly string[];
    /** The projections it reads: when one of them is switched to another generation, the structure is rebuilt. */
    of: readonly { readonly name: string }[];
    build: () => Promise<void>;
    take: (changes: readonly { topic: string; id: string }[]) => Promise<void>;
  },
): () => Promise<void> {
  /** How far the log of changes was applied; null: nothing is built. */
  let place: ChangePlace | null = null;
  let built = false;
  let lastN = 0;
  return async () => {
    // Taken before the documents: anything newer that they contain comes again with the next call.
    const n = await reader.lastChange();
    // By number, not by position: a resumed projection records changes at positions that have been passed already.
    if (built && n === lastN) return;
    const [head] = n === 0 ? [] : await reader.changeHeads(n - 1, 1);
    const changes = built && place ? await reader.changesSince(place, [...topics, RESET_TOPIC], MOST_CHANGES) : null;
    const anew =
      changes === null ||
      changes.length >= MOST_CHANGES ||
      changes.some(({ topic, id }) => topic === RESET_TOPIC && of.some(({ name }) => name === id));
    if (anew) await build();
    else await take(changes);
    built = true;
    lastN = n;
    place = head ? placeOf(head) : null;
  };
}
