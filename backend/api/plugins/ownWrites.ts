import type { Position } from '../../../events/store/port.ts';
import type { Reads } from '../../projections/kernel/reads.ts';

/** Who forgot to say how far their reads must reach still reads what they wrote: through this process, within this time. */
export type OwnWrites = ReturnType<typeof createOwnWrites>;

const WAIT_MS = 250;
const MAX_KEYS = 10_000;

/**
 * A promise for well-behaved haste, no replacement for `X-Min-Position`: another process knows nothing of it, and who waited
 * in vain is not made to wait again.
 */
export function createOwnWrites(reads: Pick<Reads, 'waitFor'>) {
  const last = new Map<string, Position>();
  return {
    /** Those behind `keys` wrote up to `position`. */
    note(keys: readonly string[], position: Position): void {
      for (const key of keys) {
        // The one that wrote last stands last: the first one is the first to be forgotten.
        last.delete(key);
        last.set(key, position);
      }
      for (const oldest of last.keys()) {
        if (last.size <= MAX_KEYS) break;
        last.delete(oldest);
      }
    },
    /** Resolves once the read side has what any of `keys` wrote last, or after 250 ms: then what there is has to do. */
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
