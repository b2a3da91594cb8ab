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
  /** Counts the events folded into it, from 1, however they were batched; continues when it is deleted and comes back. */
  version: number;
  /** Position of the last event folded into it. */
  position: Position;
  doc: Doc;
}

/**
 * Written only over an older state: in a batch with a checkpoint (common or detached) where the stored position is below this one;
 * in a batch without one (a redaction, which keeps the position) where the stored position is not above and the stored version is below.
 */
export interface DocWrite {
  key: string;
  /** Never lowers the stored version. For a document that was deleted: continue from `tombstones()`. */
  version: number;
  position: Position;
  /** null deletes (a tombstone may stay, invisible to readers). */
  doc: Doc | null;
  /** Ids of the people whose personal data it holds (indexed, for redaction). */
  persons: readonly string[];
}

/** What is kept of a deleted document. */
export type Tombstone = Pick<StoredDoc, 'version' | 'position'>;

export type ChangeOp = 'put' | 'patch' | 'del';

/**
 * An entry of the bounded log of changes. Its `position` is that of the document it is about: a view belongs to the `persons` of the
 * documents that the same batch writes at that position (of all its documents, where none has it).
 */
export interface Change {
  /** Increasing over the whole log of changes; assigned by the store. */
  n: number;
  topic: string;
  id: string;
  version: number;
  op: ChangeOp;
  position: Position;
  /** What a follower of the topic may see; absent: only that something changed. */
  view?: Doc;
}
export type NewChange = Omit<Change, 'n'>;
/**
 * A place in the log of changes: after the change of this number and position, written in the term of this epoch. A reader that continues there misses
 * no changes at a position that it has already (resets, rows of status) and gets none twice. A store that loses its last commits in a power cut
 * gives their numbers again, but in another term. `n: 0`: before the first change.
 */
export interface ChangePlace extends Pick<Change, 'n' | 'position'> {
  epoch: number;
}
/** What is known of a change before its content is read. */
export type ChangeHead = ChangePlace & Pick<Change, 'topic' | 'id'>;
export const placeOf = ({ n, position, epoch }: ChangeHead): ChangePlace => ({ n, position, epoch });

/** One atomic step of the projector. */
export interface Batch {
  /** Epoch of the projector's lease; a store shared by several projectors refuses a lower one (LeaseLost). */
  epoch: number;
  /** Moves the common checkpoint to here. Absent: the batch belongs to a detached generation, see `detached`. */
  checkpoint?: Position;
  /** Generations that advance on their own (building, halted). */
  detached?: readonly { generation: Generation; checkpoint: Position }[];
  writes: readonly { generation: Generation; docs: readonly DocWrite[] }[];
  changes: readonly NewChange[];
}

/**
 * Order of values in indexes, the same in every store: null (also absent values, arrays and objects) < numbers < strings.
 * true and false count as 1 and 0; strings compare by code point (bytes of UTF-8), so accents and capitals matter.
 * A range stays within one kind: `{gt: 5}` finds no strings and no nulls; with a bound of null, `gte` and `lte` find null, `gt` and `lt` nothing.
 */
export type Scalar = string | number | boolean | null;
export type Condition = Scalar | { in: readonly Scalar[] } | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

/**
 * A query that a declared index serves, else NotIndexed: fields with equality or `in` (in any order) begin the index, then at most one range.
 * With `sort`, the rest of that index is exactly the sort, in its directions or all reversed; fields bound by equality are left out of it.
 * Without `sort`, the answer is ordered by key. Ties are ordered by key, in the direction of the last field of the sort.
 */
export interface Query {
  where?: Readonly<Record<string, Condition>>;
  /** Field names, `-` for descending. */
  sort?: readonly string[];
  /** At least 1; absent: all. */
  limit?: number;
  /** From a previous page's `next`, with the same `where` and `sort`; BadCursor when it is not one. Documents that come or go do not shift it. */
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

/**
 * What API nodes use. Every read is consistent in itself. For the `X-Position` of an answer read `checkpoint()` first, then `generations()`, then
 * the documents. Reads without an await in between may see one moment: commits of other connections become visible in the next turn of the loop.
 * A generation that does not exist (any more) reads as empty. Documents may be shared: never change one.
 */
export interface ReadStoreReader {
  /** Common checkpoint of the serving projections; null before the first batch. */
  checkpoint(): Promise<Position | null>;
  /** The known generations, of all projections. Cheap: the same array until something changes. At least as fresh as the last `checkpoint()` on this connection. */
  generations(): Promise<readonly GenerationState[]>;
  get(generation: Generation, key: string): Promise<StoredDoc | null>;
  getMany(generation: Generation, keys: readonly string[]): Promise<Map<string, StoredDoc>>;
  find(generation: Generation, query: Query): Promise<Page>;
  count(generation: Generation, where?: Query['where']): Promise<number>;
  /** Changes with n > after, the oldest first, only up to the committed checkpoint. Most are of topics without followers: `changes` reads their content. */
  changeHeads(after: number, limit: number): Promise<ChangeHead[]>;
  /** These changes, the oldest first; those trimmed meanwhile are absent. */
  changes(ns: readonly number[]): Promise<Change[]>;
  /**
   * Changes of these topics after a position or a place, the oldest first; null where the log no longer has all of them. After the place
   * `{n: 0, position}` those at the position itself are included.
   */
  changesSince(after: Position | ChangePlace, topics: readonly string[], limit: number): Promise<Change[] | null>;
  /** The highest n so far (0 where there is none). */
  lastChange(): Promise<number>;
  /** Calls back after a commit over any connection, until the store is closed. Absent, or null: the store cannot tell, and readers must poll. */
  follow?(committed: () => void): Promise<Following | null>;
  close(): Promise<void>;
}

/** While `notifies` is false (the server was away), readers poll. */
export interface Following {
  readonly notifies: boolean;
}

/** The most changes that one trim removes: a few milliseconds of work. */
export const TRIM_STEP = 2_000;

export type Still = <T>(work: () => Promise<T>) => Promise<T>;

export interface GenerationSpec extends Generation {
  indexes: readonly IndexFields[];
}

/** What the projector and the replay use. */
export interface ReadStore extends ReadStoreReader {
  /**
   * Creates an empty generation with its indexes; role 'building'. Idempotent. Refused (LeaseLost) where a later epoch has committed. No earlier epoch
   * writes into it: one that was building a generation of this name, which was dropped, does not know it.
   */
  createGeneration(spec: GenerationSpec, epoch?: number): Promise<void>;
  /** Writes documents, changes and checkpoints of the batch atomically; a repeated batch counts once. */
  commit(batch: Batch): Promise<void>;
  /**
   * Building (or previous) → serving, serving → previous (older previous ones stay), atomically; the generation is then detached at `at`, or,
   * with null, advances with the common checkpoint. Refused (LeaseLost) where a later epoch has committed, as are `setDetached` and `dropGeneration`.
   */
  switchTo(generation: Generation, at: Position | null, epoch?: number): Promise<void>;
  /** Marks a serving generation as detached (halted or paused) at `at`; or, with null, as advancing with the common checkpoint again. */
  setDetached(generation: Generation, at: Position | null, epoch?: number): Promise<void>;
  dropGeneration(generation: Generation, epoch?: number): Promise<void>;
  /**
   * How the documents of `to` differ. `still` runs its work while neither generation advances; it is called briefly at the beginning and at the end.
   * Absent: nothing advances anyway. A store that compares a snapshot needs neither. Rejects soon after the signal aborts.
   */
  diff(from: Generation, to: Generation, samples: number, still?: Still, signal?: AbortSignal): Promise<Diff>;
  /** The deleted documents among these keys: a document that comes back continues their version. */
  tombstones(generation: Generation, keys: readonly string[]): Promise<Map<string, Tombstone>>;
  /** Every document in key order, for byte comparison and redaction. */
  scan(generation: Generation): AsyncIterable<StoredDoc>;
  /** Keys of the documents of a generation that hold this person's data. */
  keysOfPerson(generation: Generation, person: string): Promise<string[]>;
  /** Removes views that hold a person's data from the log of changes. */
  redactChanges(person: string): Promise<void>;
  /** Removes the oldest changes until `keep` are left, but at most TRIM_STEP at once; true where more are left to remove. */
  trimChanges(keep: number): Promise<boolean>;
  /** Deletes everything, including the epoch (leases may come from an older backup): read models are rebuilt from the log. Numbers of changes continue; deleted changes count as trimmed. */
  reset(): Promise<void>;
}

export class LeaseLost extends Error {
  constructor() {
    super('another projector holds the lease');
    this.name = 'LeaseLost';
  }
}

/** The query needs an index that its projection does not declare. */
export class NotIndexed extends Error {
  constructor(query: string) {
    super(`no declared index serves ${query}`);
    this.name = 'NotIndexed';
  }
}

/** One generation being built in a file of its own, by a replay in another thread. Synchronous: the thread has nothing else to do. */
export interface BuildStore {
  /** Of the last `write`; a file that survived a crash continues from here. */
  checkpoint(): Position | null;
  getMany(keys: readonly string[]): Map<string, StoredDoc>;
  tombstones(keys: readonly string[]): Map<string, Tombstone>;
  keysOfPerson(person: string): string[];
  /** Writes documents and checkpoint atomically; a checkpoint not above the stored one is ignored. */
  write(docs: readonly DocWrite[], checkpoint: Position): void;
  close(): void;
}

/** Capability of a store that allows a single writing connection: generations are built in separate files and copied in. */
export interface BuildsApart {
  /**
   * Copies a closed build into the generation (created before with the same spec, still 'building'), in steps between which commits go on.
   * It is then detached at `checkpoint`. Repeated after a crash it starts over. The file is kept.
   */
  adoptBuild(file: string, generation: Generation, checkpoint: Position): Promise<void>;
}

/** Capability of a store whose files keep the bytes of deleted data. */
export interface WrittenAnew {
  /** Rewrites everything, in steps of a few milliseconds between which reads and commits go on: afterwards the file holds only present data; the write-ahead log may hold more. */
  writeAnew(): Promise<void>;
}

export const writtenAnew = (store: ReadStore): WrittenAnew | null => ('writeAnew' in store ? (store as ReadStore & WrittenAnew) : null);

export const buildsApart = (store: ReadStore): (ReadStore & BuildsApart) | null =>
  'adoptBuild' in store ? (store as ReadStore & BuildsApart) : null;
