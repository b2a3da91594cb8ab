import type { GrowingMap } from './growing.ts';

/** When each thing was last opened and counted, epoch milliseconds. */
export type Openings<K> = GrowingMap<K, number>;

/** A second press, or the same one sent again, is the same opening. */
const SAME_MS = 60_000;

/** What opening `key` at `at` (epoch milliseconds) adds; null where it was counted within the minute. */
export const counted = <K>(before: Openings<K>, key: K, at: number): { first: boolean } | null => {
  const last = before.get(key);
  // Also where the clock was set back meanwhile.
  return last !== undefined && Math.abs(at - last) < SAME_MS ? null : { first: last === undefined };
};
