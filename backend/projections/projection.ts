import type { Message } from '../api/contract/topics.ts';
import type { Projection as AnyOf } from './kernel/projection.ts';

export type { Handler, Recorded } from './kernel/projection.ts';

/** A read model of the school: what it says to followers is a declared topic, and carries what that declares. */
export interface Projection<D extends object, E extends { type: string; data: unknown }> extends Omit<AnyOf<D, E>, 'topics'> {
  topics?(key: string, doc: D): readonly Message<D>[];
}
