import { type ChangePlace, placeOf, type ReadStoreReader } from './readStore.ts';
import { RESET_TOPIC } from './status.ts';

/** More changes than this are not taken in one by one: what follows them is built anew. */
const MOST_CHANGES = 2_000;

/** One run of `work` at a time. Who asks while one is running waits for the next, which sees all that they have seen. */
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
 * Keeps what somebody holds in memory of the read models in step with the log of changes. Each call takes in what has changed since the last: usually
 * nothing, which costs one look at the log's last number. After an error the next call begins where this one did.
 */
export function createFollower(
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  {
    topics,
    of,
    build,
    take,
  }: {
    /** The topics whose changes are taken in. */
    topics: readonly string[];
    /** The projections it reads: where one of them is switched to another generation, it is built anew. */
    of: readonly { readonly name: string }[];
    build: () => Promise<void>;
    take: (changes: readonly { topic: string; id: string }[]) => Promise<void>;
  },
): () => Promise<void> {
  /** Up to where the log of changes was taken in; null: it held nothing. */
  let place: ChangePlace | null = null;
  let built = false;
  let lastN = 0;
  return async () => {
    // Before the documents: what they hold beyond it comes again with the next call.
    const n = await reader.lastChange();
    // By number, not by position: a projection that is resumed tells its changes at positions that have been passed.
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
