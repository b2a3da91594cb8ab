import type { EventMetadata } from '../../../events/define.ts';
import type { Own } from '../../../events/own.ts';
import type { StreamName } from '../../../events/streams.ts';

/**
 * A decider: the rules of one kind of stream, pure.
 * `decide` returns the events that follow from a command in a state, `[]` where there is nothing to do, or throws DomainError.
 * `evolve` folds one event into the state, never throws and never changes the state it is given: states are cached and shared.
 * Its cost must not grow with the stream: collections without a bound are a `GrowingMap` or a `GrowingSet`, never copied (`tests/commands/folds.test.ts`).
 * Where the read side shows the same state, its lists are `own` while a stream is folded from its beginning.
 */
export interface Decider<S, C, E extends { type: string; data: object }> {
  /** The category of its streams (`events/streams.ts`). */
  category: StreamName;
  /**
   * Nothing personal is in its state: its events are read without anybody's key, and their personal fields are null. One lost key harms no decision then.
   * `where lost`: words of whom a key was lost are null, as if that person had been erased, and whatever does not need them is decided.
   */
  wordless?: true | 'where lost';
  /** Each of its events stands for itself: one that this release cannot read is passed over, so that it harms no other. */
  passesOver?: true;
  initial: () => S;
  decide(command: C, state: S): readonly E[];
  evolve(state: S, event: Decided<E>, own?: Own): S;
}

/** An event as `evolve` sees it: typed data, its id and its metadata (for times). */
export type Decided<E extends { type: string; data: object }> = E & { id: string; meta: EventMetadata };
