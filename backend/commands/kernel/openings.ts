import type { GrowingMap } from './growing.ts';

/** By thing, when its opening was last counted, epoch milliseconds. */
export type Openings<K> = GrowingMap<K, number>;

/** A second press, or a repeated call, within this time is the same opening. */
const SAME_MS = 60_000;

/** The change after opening `key` at `at` (epoch milliseconds); null where it was counted within the last minute. */
export const counted = <K>(before: Openings<K>, key: K, at: number): { first: boolean } | null => {
  const last = before.get(key);
  // Also where the clock was set back.
  return last !== undefined && Math.abs(at - last) < SAME_MS ? null : { first: last === undefined };
};
