import type { Position } from '../../../events/store/port.ts';

/** Before the first event, where a checkpoint cannot be null because null already says "advances with the others". */
export const ORIGIN = '' as Position;

/** For the log's readers, which begin at null. */
export const afterOf = (checkpoint: Position | null): Position | null => (checkpoint === ORIGIN ? null : checkpoint);

/**
 * How far a position lies from the beginning, to estimate shares and rates only: both adapters begin it with a padded number.
 * Null where it does not.
 */
export function distance(position: Position | null): number | null {
  if (position === null || position === ORIGIN) return 0;
  const digits = /^\d+/.exec(position)?.[0];
  return digits === undefined ? null : Number(digits);
}
