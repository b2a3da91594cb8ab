import type { Position } from '../../../events/store/port.ts';
import type { Reads } from '../../projections/reading/reads.ts';

/** Clients that send no `X-Min-Position` still read their own writes: through this process, within this time. */
export type OwnWrites = ReturnType<typeof createOwnWrites>;

const WAIT_MS = 250;
const MAX_KEYS = 10_000;

/**
 * A convenience, no replacement for `X-Min-Position`: other processes know nothing of it, and after waiting once in vain
 * a caller is not made to wait again.
 */
export function createOwnWrites(reads: Pick<Reads, 'waitFor'>) {
  const last = new Map<string, Position>();
  return {
    /** The callers behind `keys` wrote up to `position`. */
    note(keys: readonly string[], position: Position): void {
      for (const key of keys) {
        // The last writer is moved to the end, so that the first entry is the oldest.
        last.delete(key);
        last.set(key, position);
      }
      for (const oldest of last.keys()) {
        if (last.size <= MAX_KEYS) break;
        last.delete(oldest);
      }
    },
    /** Resolves once the read side has the last write of any of `keys`, or after 250 ms. */
    async reflected(keys: readonly string[]): Promise<void> {
      const known = keys.flatMap((key) => {
        const position = last.get(key);
        return position === undefined ? [] : [{ key, position }];
      });
      const [latest] = known.map(({ position }) => position).sort((a, b) => (a < b ? 1 : -1));
      if (latest === undefined) return;
      await reads.waitFor(latest, WAIT_MS);
      for (const { key, position } of known) if (last.get(key) === position) last.delete(key);
    },
  };
}
