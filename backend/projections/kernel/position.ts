import type { Position } from '../../../events/store/port.ts';

/** Before the first event, for checkpoints where null already means "advances with the others". */
export const ORIGIN = '' as Position;

/** For reads of the log, where null means the beginning. */
export const afterOf = (checkpoint: Position | null): Position | null => (checkpoint === ORIGIN ? null : checkpoint);

/**
 * How far a position is from the beginning, only to estimate shares and rates: positions of both adapters begin with a padded number.
 * Null where one does not.
 */
export function distance(position: Position | null): number | null {
  if (position === null || position === ORIGIN) return 0;
  const digits = /^\d+/.exec(position)?.[0];
  return digits === undefined ? null : Number(digits);
}

/**
 * The stretch of the log that a position is in: neighbours share it, in both adapters at most some hundred events (a hundred numbers of the embedded
 * log, 100 kB of the other one). Stretches sort as their positions do.
 */
export const stretchOf = (position: Position): string => position.slice(0, position.includes('-') ? 15 : -2);
