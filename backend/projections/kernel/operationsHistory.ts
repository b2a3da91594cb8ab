import type { Envelope } from '../../../events/define.ts';
import { type OperationsEvent, operationsEvents } from '../../../events/operations.ts';
import type { Position } from '../../../events/store/port.ts';

/** Requests and outcomes on the streams `operations-<projection>`: what a projector has to know of them to go on where another one ended. */

export const OPERATIONS: ReadonlySet<string> = new Set(
  operationsEvents.map((definition) => definition.type).filter((type) => type !== 'NumberTaken'),
);

type Operation = Exclude<OperationsEvent, { type: 'NumberTaken' }>;
export type OperationOf<T extends Operation['type']> = Envelope<Extract<Operation, { type: T }>>;

/** Narrows an envelope by its type. */
export const isOperation = <T extends Operation['type']>(event: Envelope, type: T): event is OperationOf<T> => event.type === type;

export interface History {
  /** The replay that has neither been served nor cancelled, nor has it failed. */
  replay: { request: OperationOf<'ReplayStarted'>; finished: OperationOf<'ReplayFinished'> | null } | null;
  /** Where it was paused; null when it is not. */
  pausedAt: Position | null;
  /** Positions of events that a person skipped. */
  skips: ReadonlySet<Position>;
  /** The generation that was last asked for to serve. */
  serving: number | null;
  /** Highest generation ever asked for. */
  lastGeneration: number;
}

const EMPTY: History = { replay: null, pausedAt: null, skips: new Set(), serving: null, lastGeneration: 0 };

export class OperationsHistory {
  readonly #of = new Map<string, History>();
  #upTo: Position | null = null;

  of(projection: string): History {
    return this.#of.get(projection) ?? EMPTY;
  }

  /** Takes each event once, in the order of the log; what it has already seen changes nothing. */
  note(event: Envelope): void {
    if (!OPERATIONS.has(event.type) || (this.#upTo !== null && event.position <= this.#upTo)) return;
    this.#upTo = event.position;
    const { projection } = event.data as { projection: string };
    this.#of.set(projection, after(this.of(projection), event));
  }
}

function after(history: History, event: Envelope): History {
  if (isOperation(event, 'ReplayStarted')) {
    const lastGeneration = Math.max(history.lastGeneration, event.data.generation);
    return { ...history, lastGeneration, replay: { request: event, finished: null } };
  }
  if (isOperation(event, 'ReplayFinished'))
    return isOf(history, event.data.generation) && history.replay
      ? { ...history, replay: { ...history.replay, finished: event } }
      : history;
  if (isOperation(event, 'GenerationSwitched') || isOperation(event, 'GenerationReturned'))
    return { ...(isOf(history, event.data.generation) ? { ...history, replay: null } : history), serving: event.data.generation };
  if (isOperation(event, 'ReplayCancelled') || isOperation(event, 'ReplayFailed'))
    return isOf(history, event.data.generation) ? { ...history, replay: null } : history;
  if (isOperation(event, 'ProjectionPaused')) return { ...history, pausedAt: event.position };
  if (isOperation(event, 'ProjectionResumed')) return { ...history, pausedAt: null };
  if (isOperation(event, 'PoisonEventSkipped')) return { ...history, skips: new Set([...history.skips, event.data.position as Position]) };
  return history;
}

const isOf = (history: History, generation: number): boolean => history.replay?.request.data.generation === generation;
