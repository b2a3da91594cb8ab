import type { EventMetadata } from '../../../events/define.ts';
import type { StreamName } from '../../../events/streams.ts';

/**
 * A decider: the rules of one kind of stream, pure.
 * `decide` answers the events that follow from a command in a state, `[]` where there is nothing to do, or throws DomainError.
 * `evolve` folds one event into the state, never throws and never changes the state it is given: states are kept and shared.
 * It costs the same however much the stream holds: what grows without a bound is a `GrowingMap` or a `GrowingSet`, never copied (`tests/commands/folds.test.ts`).
 */
export interface Decider<S, C, E extends { type: string; data: object }> {
  /** Of the streams that it decides on (`events/streams.ts`). */
  category: StreamName;
  initial: () => S;
  decide(command: C, state: S): readonly E[];
  evolve(state: S, event: Decided<E>): S;
}

/** An event as `evolve` sees it: typed data, its id and its metadata (for times). */
export type Decided<E extends { type: string; data: object }> = E & { id: string; meta: EventMetadata };
