import { createSignal } from './signal.ts';
import type { Position } from './tails.ts';

/** The position that an entry reflects. */
export interface ReadStatus {
  position: Position | null;
  /** When it was last read, or changed by a push (milliseconds). */
  at: number;
  /** The projection behind it is halted, and what came from then on is missing. */
  halted: { since: string | null } | null;
  /** The cursor of the next page of a list, from the answer's header. */
  next: string | null;
}

/** What each entry shows, by its key. */
export function createReadStatuses() {
  let statuses: ReadonlyMap<string, ReadStatus> = new Map();
  const changes = createSignal();
  return {
    /** A new map after each change. */
    all: () => statuses,
    get: (key: string): ReadStatus | undefined => statuses.get(key),
    /** null: it is kept no longer. */
    set(key: string, now: ReadStatus | null): void {
      const next = new Map(statuses);
      if (now) next.set(key, now);
      else next.delete(key);
      statuses = next;
      changes.emit();
    },
    watch: changes.on,
  };
}
export type ReadStatuses = ReturnType<typeof createReadStatuses>;
