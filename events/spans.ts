import { channel } from 'node:diagnostics_channel';
import type { AppendMetadata } from './define.ts';
import type { Position, Recorded } from './store/port.ts';

/**
 * What goes on, told on channels of `node:diagnostics_channel` to whoever listens in this thread: nobody does, unless the operator has named a place to
 * send traces to (backend/integrations/telemetry). Publishers ask `hasSubscribers` before they make anything.
 */

/** Milliseconds since 1970, with their fractions. */
export interface Span {
  began: number;
  ended: number;
}

/** A call has found its correlation id: what is appended from now on follows from it. */
export interface CallBegan {
  correlationId: string;
}
export interface CallSpan extends Span {
  /** null where the call ended before it was known, or where it can write nothing. */
  correlationId: string | null;
  method: string;
  /** The pattern, never the address. */
  route: string | undefined;
  status: number;
  /** The header of the caller's own trace; null where the caller is not trusted. */
  traceparent: string | null;
}
export interface AppendSpan extends Span {
  stream: string;
  types: readonly string[];
  meta: Pick<AppendMetadata, 'commandId' | 'correlationId' | 'causationId'>;
  /** The reason why nothing was written; null: events were written. */
  failed: Error | null;
}
export interface FoldSpan extends Span {
  events: readonly Recorded[];
  /** Nobody was waiting for these events: a read model that catches up folds old ones. */
  catchingUp: boolean;
}
export interface ReactionSpan extends Span {
  reactor: string;
  event: Recorded;
  failed: Error | null;
}
export interface PushSpan extends Span {
  /** The positions of the events whose changes were sent, each once. */
  positions: readonly Position[];
  connections: number;
}

const typed = <T>(name: string) => {
  const here = channel(`aulaviva.${name}`);
  return {
    get hasSubscribers(): boolean {
      return here.hasSubscribers;
    },
    publish: (message: T): void => here.publish(message),
    /** Returns how to stop listening. */
    listen(listener: (message: T) => void): () => void {
      const onMessage = (message: unknown) => listener(message as T);
      here.subscribe(onMessage);
      return () => void here.unsubscribe(onMessage);
    },
  };
};

export const spans = {
  callBegan: typed<CallBegan>('call.began'),
  call: typed<CallSpan>('call'),
  append: typed<AppendSpan>('append'),
  fold: typed<FoldSpan>('fold'),
  reaction: typed<ReactionSpan>('reaction'),
  push: typed<PushSpan>('push'),
};

export const spanClock = (): number => performance.timeOrigin + performance.now();
