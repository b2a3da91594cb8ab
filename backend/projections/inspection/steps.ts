import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import { handledTypes } from '../kernel/fold.ts';
import { decode, type Poison } from '../kernel/folding.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import type { Doc } from '../kernel/readStore.ts';
import { foldOf } from './inspections.ts';

/** One event that changed a document, with the document before and after it. */
export interface Step {
  /** From 1. */
  number: number;
  event: Envelope;
  before: Doc | null;
  after: Doc | null;
}
export interface Steps {
  /** The last ones before `before`, in order. */
  steps: Step[];
  /** How many steps there are in what was read. */
  total: number;
  /** False: the time ended before the log did. */
  complete: boolean;
  /** The event that the code cannot fold; folding ends there. */
  poison: Poison | null;
}

const PAGE = 500;

/**
 * One document folded from the log event by event, with the code of this process. Nothing is written. `before`: only steps with a lower number are kept,
 * `limit` of them. `now` and `until`: it ends with what it has once the time is over.
 */
export async function stepsOf(
  log: EventLog,
  projection: AnyProjection,
  key: string,
  options: { limit: number; before: number; skips: ReadonlySet<Position>; now: () => number; until: number; signal?: AbortSignal },
): Promise<Steps> {
  const { limit, before, skips, now, until, signal } = options;
  const { code, fold } = foldOf(projection, [key], skips);
  const steps: Step[] = [];
  let known: Doc | null = null;
  let total = 0;
  for await (const page of log.store.pages(null, { types: handledTypes(code), pageSize: PAGE })) {
    signal?.throwIfAborted();
    for (const read of await decode(log, page)) {
      await fold.take([read]);
      if (fold.poison) return { steps, total, complete: true, poison: fold.poison };
      // One document at most.
      for (const { doc } of fold.drain().writes) {
        total++;
        if (total < before && 'event' in read) steps.push({ number: total, event: read.event, before: known, after: doc });
        if (steps.length > limit) steps.shift();
        known = doc;
      }
    }
    if (now() > until) return { steps, total, complete: false, poison: null };
  }
  return { steps, total, complete: true, poison: null };
}
