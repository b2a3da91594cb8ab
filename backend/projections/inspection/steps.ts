import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import { type DocState, FORGETTING, fold, handledTypes, keysOf } from '../kernel/fold.ts';
import { decode } from '../kernel/folding.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import type { Doc } from '../kernel/readStore.ts';
import { restricted } from './inspections.ts';

/** One event that changed a document: as it stood, and as it stands after it. */
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
  /** How many there are in what was read. */
  total: number;
  /** False: the time was over before the end of the log. */
  complete: boolean;
  /** The event that the code cannot take: nothing is folded after it. */
  poison: { event: Envelope; error: unknown } | null;
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
  const code = restricted(projection, new Set([key]));
  const docs = new Map<string, DocState>();
  const steps: Step[] = [];
  let total = 0;
  const types = [...new Set([...handledTypes(code), ...FORGETTING])];
  for await (const page of log.store.pages(null, { types, pageSize: PAGE })) {
    signal?.throwIfAborted();
    for (const read of await decode(log, page)) {
      if (!('event' in read)) continue;
      const { event } = read;
      if (skips.has(event.position)) continue;
      try {
        if (!FORGETTING.includes(event.type) && keysOf(code, event).length === 0) continue;
      } catch (error) {
        return { steps, total, complete: true, poison: { event, error } };
      }
      const known = docs.get(key)?.doc ?? null;
      const { writes, poison } = fold(code, [event], docs, false);
      if (poison) return { steps, total, complete: true, poison };
      for (const { version, position, doc } of writes) {
        docs.set(key, { version, position, doc });
        total++;
        if (total < before) steps.push({ number: total, event, before: known, after: doc });
        if (steps.length > limit) steps.shift();
      }
    }
    if (now() > until) return { steps, total, complete: false, poison: null };
  }
  return { steps, total, complete: true, poison: null };
}
