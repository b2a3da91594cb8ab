import type { Message } from '../api/contract/topics.ts';
import type { Projection as AnyOf } from './kernel/projection.ts';

export type { Handler, Recorded } from './kernel/projection.ts';

/** A projection of the school: its topics are declared in `contract/topics.ts`, and its views have the declared shape. */
export interface Projection<D extends object, E extends { type: string; data: unknown }> extends Omit<AnyOf<D, E>, 'topics'> {
  topics?(key: string, doc: D): readonly Message<D>[];
}
