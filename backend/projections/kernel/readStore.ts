import type { Position } from '../../../events/store/port.ts';

/**
 * The read store port: documents of projections in generations, the bounded log of changes, and checkpoints, committed together.
 * Two adapters: `stores/sqlite.ts` (embedded) and `stores/mongodb.ts`.
 */

export type Doc = Readonly<Record<string, unknown>>;

/** A generation of one projection: one complete set of its documents, made by one version of its code. */
export interface Generation {
  projection: string;
  /** The projection's code version that made it. */
  version: number;
  /** Unique and growing within the projection. */
  generation: number;
}

/** Declared by a projection, built in every generation. Fields are top-level names of the document; `-` before a name sorts it downwards. The key is always appended as the last field. */
export type IndexFields = readonly string[];

export interface StoredDoc {
  key: string;
  /** Counts the events folded into it, from 1, however they were batched; goes on growing when it is deleted and comes back. */
  version: number;
  /** Position of the last event folded into it. */
  position: Position;
  doc: Doc;
}

export interface DocWrite {
  key: string;
  version: number;
  position: Position;
  /** null deletes (a tombstone may stay, invisible to readers). */
  doc: Doc | null;
  /** Ids of the people whose personal data it holds (indexed, for redaction). */
  persons: readonly string[];
}

export type ChangeOp = 'put' | 'patch' | 'del';

/** A line of the bounded log of changes. */
export interface Change {
  /** Growing over the whole log of changes; assigned by the store. */
  n: number;
  topic: string;
  id: string;
  version: number;
  op: ChangeOp;
  position: Position;
  /** What a follower of the topic may see; absent: only that it changed. */
  view?: Doc;
}
export type NewChange = Omit<Change, 'n'>;

/** One atomic step of the projector. */
export interface Batch {
  /** Epoch of the projector's lease; a store with several projectors refuses a lower one (LeaseLost). */
  epoch: number;
  /** The common checkpoint moves here. Absent: the batch belongs to a detached generation, see `detached`. */
  checkpoint?: Position;
  /** Generations that advance on their own (building, halted). */
  detached?: readonly { generation: Generation; checkpoint: Position }[];
  writes: readonly { generation: Generation; docs: readonly DocWrite[] }[];
  changes: readonly NewChange[];
}

export type Scalar = string | number | boolean | null;
export type Condition = Scalar | { in: readonly Scalar[] } | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

/** A query by declared indexes only: equality conditions first, then one range, sorted by the fields of an index. */
export interface Query {
  where?: Readonly<Record<string, Condition>>;
  /** Field names, `-` for descending; must be covered by a declared index of the projection (or absent: by key). */
  sort?: readonly string[];
  limit?: number;
  /** From a previous page's `next`. */
  cursor?: string;
}

export interface Page {
  docs: StoredDoc[];
  /** Cursor of the next page, or null at the end. */
  next: string | null;
}

export interface GenerationState extends Generation {
  role: 'serving' | 'previous' | 'building';
  /** Own checkpoint while detached (building, halted, paused); null when it advances with the common one. */
  checkpoint: Position | null;
  createdAt: string;
}

export interface DiffSample {
  key: string;
  before: Doc | null;
  after: Doc | null;
}

export interface Diff {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  samples: DiffSample[];
}

/** What API nodes use. Every read is consistent in itself; take `checkpoint()` BEFORE reading documents for the `X-Position` of an answer. */
export interface ReadStoreReader {
  /** Common checkpoint of the serving projections; null before the first batch. */
  checkpoint(): Promise<Position | null>;
  /** Generations known, of all projections. Cheap: adapters may keep it and refresh on change. */
  generations(): Promise<readonly GenerationState[]>;
  get(generation: Generation, key: string): Promise<StoredDoc | null>;
  getMany(generation: Generation, keys: readonly string[]): Promise<Map<string, StoredDoc>>;
  find(generation: Generation, query: Query): Promise<Page>;
  count(generation: Generation, where?: Query['where']): Promise<number>;
  /** Changes with n > after, oldest first, only up to the committed checkpoint. */
  changesAfter(after: number, limit: number): Promise<Change[]>;
  /** Changes of these topics with position > after, oldest first; null when `after` is older than what the log still holds. */
  changesSince(after: Position, topics: readonly string[], limit: number): Promise<Change[] | null>;
  /** Largest n so far (0 when none). */
  lastChange(): Promise<number>;
  close(): Promise<void>;
}

export interface GenerationSpec extends Generation {
  indexes: readonly IndexFields[];
}

/** What the projector and the replay use. */
export interface ReadStore extends ReadStoreReader {
  /** Makes an empty generation with its indexes; role 'building'. Idempotent. */
  createGeneration(spec: GenerationSpec): Promise<void>;
  /** Documents, changes and checkpoints of the batch together; a batch that runs twice counts once. */
  commit(batch: Batch): Promise<void>;
  /** Building → serving, serving → previous (an older previous is dropped), atomically; the generation then stands at `at`, the common checkpoint. */
  switchTo(generation: Generation, at: Position | null): Promise<void>;
  /** Marks a serving generation as detached (halted or paused) at `at`, or, with null, as advancing with the common checkpoint again. */
  setDetached(generation: Generation, at: Position | null): Promise<void>;
  dropGeneration(generation: Generation): Promise<void>;
  diff(from: Generation, to: Generation, samples: number): Promise<Diff>;
  /** Every document in key order, for byte comparison and redaction. */
  scan(generation: Generation): AsyncIterable<StoredDoc>;
  /** Keys of the documents of a generation that hold this person's data. */
  keysOfPerson(generation: Generation, person: string): Promise<string[]>;
  /** Removes views that hold a person's data from the log of changes. */
  redactChanges(person: string): Promise<void>;
  /** Keeps at most `keep` changes. */
  trimChanges(keep: number): Promise<void>;
  /** Deletes everything: read models come back from the log. */
  reset(): Promise<void>;
}

export class LeaseLost extends Error {
  constructor() {
    super('another projector holds the lease');
    this.name = 'LeaseLost';
  }
}
