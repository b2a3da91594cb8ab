import type { Envelope } from '../../../events/define.ts';
import { type ProjectionEvent, projectionEvents } from '../../../events/operations.ts';
import type { EventOf } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';

/** What is wanted of a projection, folded from its stream `operations-<projection>`, the only place where it is recorded. */

export const OPERATIONS: ReadonlySet<string> = new Set(projectionEvents.map(({ type }) => type));

/** Narrows an envelope by its type. */
export const isOperation = <T extends ProjectionEvent['type']>(event: Envelope, type: T): event is Envelope<EventOf<T>> =>
  event.type === type;

/** A requested generation, and the outcome of its build where it has ended. */
export interface Asked {
  request: Envelope<EventOf<'ReplayStarted'>>;
  finished: Envelope<EventOf<'ReplayFinished'>> | null;
  /** Its build failed once. */
  failed?: true;
}

export interface Wanted {
  /** The version of the last event folded; -1: none. */
  version: number;
  /** Every generation ever requested, by its number. */
  asked: ReadonlyMap<number, Asked>;
  /** The one to be built, or waiting to be switched to. */
  open: Asked | null;
  /** The generation last requested to serve; null: no preference. */
  serving: number | null;
  paused: { until: string | null } | null;
  /** When each generation ceased to serve, ISO; that of the one before the first request, under 0. */
  left: ReadonlyMap<number, string>;
  /** Positions of events that an operator skipped. */
  skips: ReadonlySet<Position>;
}

export const NOTHING_ASKED: Wanted = {
  version: -1,
  asked: new Map(),
  open: null,
  serving: null,
  paused: null,
  left: new Map(),
  skips: new Set(),
};

/** What is wanted after one more event of the stream; an event folded twice counts once. */
export function wantedAfter(before: Wanted, event: Envelope): Wanted {
  if (event.version <= before.version) return before;
  const wanted = { ...before, version: event.version };
  const { asked, open, skips } = wanted;
  const withAsked = (one: Asked): Wanted => ({ ...wanted, asked: new Map([...asked, [one.request.data.generation, one]]), open: one });
  const isOpen = (generation: number): boolean => open?.request.data.generation === generation;
  if (isOperation(event, 'ReplayStarted')) return withAsked({ request: event, finished: null });
  // It names the request that caused it, because another one may have had the same number.
  if (isOperation(event, 'ReplayFinished'))
    return open && event.meta.causationId === open.request.id ? withAsked({ ...open, finished: event }) : wanted;
  if (isOperation(event, 'ReplayFailed')) {
    const failed = [...asked.values()].find(({ request }) => request.id === event.meta.causationId);
    if (!failed) return wanted;
    return { ...withAsked({ ...failed, failed: true }), open: failed.request.id === open?.request.id ? null : open };
  }
  if (isOperation(event, 'ReplayCancelled')) return isOpen(event.data.generation) ? { ...wanted, open: null } : wanted;
  if (isOperation(event, 'GenerationSwitched') || isOperation(event, 'GenerationReturned')) {
    const left = new Map([...wanted.left, [wanted.serving ?? 0, event.meta.occurredAt]]);
    return { ...wanted, left, serving: event.data.generation, open: isOpen(event.data.generation) ? null : open, paused: null };
  }
  if (isOperation(event, 'ProjectionPaused')) return { ...wanted, paused: { until: event.data.until ?? null } };
  if (isOperation(event, 'ProjectionResumed')) return { ...wanted, paused: null };
  if (isOperation(event, 'PoisonEventSkipped')) return { ...wanted, skips: new Set([...skips, event.data.position as Position]) };
  return wanted;
}
