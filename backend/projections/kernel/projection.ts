import type { EventMetadata } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Doc, IndexFields } from './readStore.ts';

/** A decoded event as a projection's handler gets it: an envelope typed by its own event type. */
export interface Recorded<E extends { type: string; data: unknown }> {
  type: E['type'];
  data: E['data'];
  meta: EventMetadata;
  stream: string;
  version: number;
  position: Position;
}

export interface Handler<D, E extends { type: string; data: unknown }> {
  /** Keys of the documents the event touches; null when none. Pure. */
  key(event: Recorded<E>): string | readonly string[] | null;
  /** The document after the event. Pure: no clock but `event.meta.occurredAt`, no randomness, no look-ups. null deletes. Must not mutate `doc`, unless it is `inPlace`. */
  evolve(doc: D | null, event: Recorded<E>, key: string): D | null;
  /**
   * `evolve` changes the document that it is given and returns it, for events of which there are many: no other has it. It always counts as a change.
   * Once it has begun to change it must not throw; and what it puts into the document is no part of the event.
   */
  inPlace?: true;
}

type AnyEvent = { type: string; data: unknown };

/** What followers of a topic are told about a change of a document. */
export interface Followed<D> {
  topic: string;
  /** The `id` of the change; default the document's key. */
  id?: string;
  /** What a follower may see; absent or null: only that it changed (the client reads again). Never more than the route would show. */
  view?: ((doc: D) => Doc) | null;
  /** The part of the document that the topic is about: changes that leave it equal are not announced. Absent: every change is. */
  about?: string;
}

/**
 * A read model: documents by key, folded from events. `E` is the union of the events it handles.
 * Raise `version` on any change of meaning: a new generation is then built before the process is ready.
 */
export interface Projection<D extends object, E extends AnyEvent> {
  name: string;
  version: number;
  on: { [T in E['type']]?: Handler<D, Extract<E, { type: T }>> };
  indexes?: readonly IndexFields[];
  /** Topics to which a change of this document is pushed. `doc` is the document after the change, or before it where it was deleted. */
  topics?(key: string, doc: D): readonly Followed<D>[];
  /** Ids of the people whose personal data the document holds. */
  persons?(doc: D, key: string): readonly string[];
  /** The document without this person's personal data; null deletes it. Required with `persons`. */
  redact?(doc: D, person: string, key: string): D | null;
}

/** Without its types, for the kernel: it moves documents and events whose types only the projection knows. */
export interface AnyProjection {
  name: string;
  version: number;
  on: Readonly<Record<string, AnyHandler | undefined>>;
  indexes?: readonly IndexFields[];
  topics?(key: string, doc: never): readonly Followed<never>[];
  persons?(doc: never, key: string): readonly string[];
  redact?(doc: never, person: string, key: string): object | null;
}
export interface AnyHandler {
  key(event: never): string | readonly string[] | null;
  evolve(doc: never, event: never, key: string): object | null;
  inPlace?: true;
}

const isProjection = (value: unknown): value is AnyProjection =>
  typeof value === 'object' && value !== null && 'name' in value && 'version' in value && 'on' in value;

/** The projections that these modules export. */
export const projectionsIn = (modules: readonly object[]): readonly AnyProjection[] =>
  modules.flatMap((module) => Object.values(module).filter(isProjection));
