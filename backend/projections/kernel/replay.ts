import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import { handledTypes } from './fold.ts';
import { type Documents, documentsOf, type FlushPolicy, Folder, GenerationFold, type Poison, pagesUpTo, WRITE_BEHIND } from './folding.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { DocWrite, Generation, ReadStore } from './readStore.ts';

/**
 * The size of a page, small enough to become garbage soon: a collection copies what it finds alive, and a page that survives two of them becomes garbage of
 * the old generation.
 */
const PAGE = 250;

type Maybe<T> = T | Promise<T>;

/** Where a replay writes: a file of its own (`BuildStore`), or a generation of the store. */
export interface ReplayTarget extends Documents {
  checkpoint(): Maybe<Position | null>;
  write(docs: readonly DocWrite[], checkpoint: Position): Maybe<void>;
}

export interface ReplayOptions {
  log: EventLog;
  projection: AnyProjection;
  target: ReplayTarget;
  /** The position at which the replay ends. */
  to: Position;
  /** Positions of events that an operator skipped: they may fail. */
  skips: ReadonlySet<Position>;
  onProgress(events: number, position: Position): void;
  pageSize?: number;
  flush?: FlushPolicy;
  signal?: AbortSignal;
}

export interface Replayed {
  /** Events folded. */
  events: number;
  /** The position of the target: `to`, or before the event that could not be folded. */
  position: Position;
  halted: Poison | null;
}

/**
 * Folds the log from the target's position up to `to`. Reads only the handled types; documents stay in memory and are written in large batches.
 * Throws StoreFault where the log, the keys or the target cannot be reached: no event is at fault then.
 */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { log, projection, target, to, skips, onProgress, pageSize = PAGE, flush = WRITE_BEHIND, signal } = options;
  const stored = await target.checkpoint();
  const from = stored ?? ORIGIN;
  const fold = new GenerationFold({ projection, documents: target, skips, push: false, fromNothing: stored === null, onProgress }, flush);
  const folder = new Folder({ log, policy: flush, at: from, signal });
  const write = async (checkpoint: Position): Promise<void> => {
    await target.write(fold.drain().writes, checkpoint);
    folder.written();
  };
  for await (const page of pagesUpTo(log, from, to, { types: handledTypes(projection), pageSize })) {
    signal?.throwIfAborted();
    await folder.take(page, [fold]);
    const { poison, standsAt } = fold;
    if (poison && standsAt !== null) {
      if (standsAt !== from) await write(standsAt);
      return { events: fold.handled, position: standsAt, halted: poison };
    }
    if (folder.full) await write(folder.at);
    onProgress(fold.handled, folder.at);
  }
  await write(to);
  return { events: fold.handled, position: to, halted: null };
}

/** Why a replay halted, without the event's data. */
export const haltedMessage = ({ event: { type, position }, error }: Poison): string =>
  `${type} ${position}: ${error instanceof Error ? error.message : String(error)}`;

/** A generation being built in a store that needs no separate file. Only this replay writes to it. */
export const storeTarget = (store: ReadStore, generation: Generation, epoch: number): ReplayTarget => {
  let at: Position | null = null;
  return {
    checkpoint: () => at,
    ...documentsOf(store, generation),
    async write(docs, checkpoint) {
      const writes = docs.length > 0 ? [{ generation, docs }] : [];
      await store.commit({ epoch, detached: [{ generation, checkpoint }], writes, changes: [] });
      at = checkpoint;
    },
  };
};
