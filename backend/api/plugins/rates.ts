import { ApiError } from '../error.ts';
import type { Rate, RateKind } from '../settings.ts';
import { TokenBucket } from './tokenBucket.ts';

/** The rate of calls per person; kept in each process, because a shared counter would be too slow for every call. */
export type Rates = ReturnType<typeof createRates>;

/** How many people's buckets are kept before full ones are dropped. */
const KEPT = 10_000;
/** After a pause a key may make the calls of so many seconds at once. */
const BURST_SECONDS = 5;
/** How many reads of one person, or of visitors from one place, are answered at once, and how many more wait for them. */
const TURNS = { person: { atOnce: 8, waiting: 300 }, place: { atOnce: 12, waiting: 3_000 } } as const;

interface Turns {
  answering: number;
  away: number;
  waiting: (() => void)[];
}
/** Runs a wait that is no work, while another call takes the place of this one. */
export type Away = <W>(wait: () => Promise<W>) => Promise<W>;

/** Token buckets: each call takes one, and they fill again with time. */
export function createRates(rates: Readonly<Record<RateKind, Rate>>, now: () => number = () => performance.now()) {
  const buckets = new Map<string, TokenBucket>();
  const count = (key: string, rate: Rate): void => {
    let bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= KEPT) for (const [full, one] of buckets) if (one.isFull()) buckets.delete(full);
      bucket = new TokenBucket(rate, now);
      buckets.set(key, bucket);
    }
    const wait = bucket.take(1);
    if (wait > 0) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } });
  };
  /** By person or place, the calls being answered, those that wait for one of them to end, and those that have left their place for a while. */
  const turns = new Map<string, Turns>();
  return {
    /** Counts one call of this person. Throws TOO_MANY_REQUESTS with Retry-After. */
    take: (kind: RateKind, userId: number): void => count(`${kind} ${userId}`, rates[kind]),
    /** Counts one call of an integration's key, which uses up nothing of its owner's. Errors as above. */
    takeByKey: ({ id, perSecond }: { id: string; perSecond: number }): void =>
      count(`key ${id}`, { perSecond, burst: BURST_SECONDS * perSecond }),
    /**
     * Answers a read of this person or place once fewer than so many of theirs are being answered: whatever they ask for, and however often, everybody
     * else's calls come after a few of theirs. What it waits for without work, it waits for in `away`, where others have its place.
     * Errors: TOO_MANY_REQUESTS.
     */
    async inTurn<T>(whose: keyof typeof TURNS, id: number | string, answer: (away: Away) => Promise<T>): Promise<T> {
      const { atOnce, waiting } = TURNS[whose];
      const key = `${whose} ${id}`;
      const own = turns.get(key) ?? { answering: 0, away: 0, waiting: [] };
      turns.set(key, own);
      const begin = async () => {
        if (own.answering < atOnce) own.answering += 1;
        else await new Promise<void>((go) => own.waiting.push(go));
      };
      const end = () => {
        const next = own.waiting.shift();
        // After a turn of the event loop, in which the calls of others arrive.
        if (next) setImmediate(next);
        else {
          own.answering -= 1;
          if (own.answering === 0 && own.away === 0) turns.delete(key);
        }
      };
      if (own.answering >= atOnce && own.waiting.length + own.away >= waiting)
        throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } });
      await begin();
      try {
        return await answer(async (wait) => {
          own.away += 1;
          end();
          try {
            return await wait();
          } finally {
            await begin();
            own.away -= 1;
          }
        });
      } finally {
        end();
      }
    },
  };
}
