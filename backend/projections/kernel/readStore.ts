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

/**
 * Written only over an older position: in a batch with a checkpoint (common or detached), where the stored position is below this one;
 * in a batch with none (a redaction, which keeps the position), where the stored position is not above and the stored version below.
 */
export interface DocWrite {
  key: string;
  /** Never lowers the stored one. Of a document that was deleted: go on from `tombstones()`. */
  version: number;
  position: Position;
  /** null deletes (a tombstone may stay, invisible to readers). */
  doc: Doc | null;
  /** Ids of the people whose personal data it holds (indexed, for redaction). */
  persons: readonly string[];
}

/** What stays of a deleted document. */
export type Tombstone = Pick<StoredDoc, 'version' | 'position'>;

export type ChangeOp = 'put' | 'patch' | 'del';

/**
 * A line of the bounded log of changes. Its `position` is that of the document it tells of: a view belongs to the `persons` of the
 * documents that the same batch writes at that position (of all its documents, when none has it).
 */
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
/**
 * A place in the log of changes: behind the change of this number and position, written in the term of this epoch. Whoever goes on from there misses
 * neither changes at a position they have already (resets, rows of status) nor gets any twice. A store that a power cut takes back to the
 * moment before gives its last numbers again, but in another term. `n: 0`: before the first.
 */
export interface ChangePlace extends Pick<Change, 'n' | 'position'> {
  epoch: number;
}
/** What there is to know of a change before anybody asks what it says. */
export type ChangeHead = ChangePlace & Pick<Change, 'topic' | 'id'>;
export const placeOf = ({ n, position, epoch }: ChangeHead): ChangePlace => ({ n, position, epoch });

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

/**
 * Order of values in indexes, the same in every store: null (also: absent, or an array or object) < numbers < strings.
 * true and false count as 1 and 0; strings by code point (bytes of UTF-8), so accents and capitals do not fold.
 * A range compares within one kind: `{gt: 5}` finds no strings and no nulls; a bound of null: `gte` and `lte` find null, `gt` and `lt` nothing.
 */
export type Scalar = string | number | boolean | null;
export type Condition = Scalar | { in: readonly Scalar[] } | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

/**
 * A query by declared indexes only, else NotIndexed: fields with equality or `in` (in any order) begin an index, then at most one range.
 * With `sort`, the rest of that index is exactly the sort, in its directions or all of them reversed; fields bound by equality drop out of it.
 * Without, the answer is by key. Ties fall to the key, in the direction of the last field left in the sort.
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
 * What API nodes use. Every read is consistent in itself; for the `X-Position` of an answer take `checkpoint()` first, then `generations()`, then
 * the documents. What is read without waiting in between may be of one moment: what another connection commits is seen when the loop comes round.
 * A generation that does not exist (any more) reads as empty. Documents may be shared: nobody changes one.
 */
export interface ReadStoreReader {
  /** Common checkpoint of the serving projections; null before the first batch. */
  checkpoint(): Promise<Position | null>;
  /** Generations known, of all projections. Cheap, and the same array until something changes. At least as fresh as the last `checkpoint()` on this connection. */
  generations(): Promise<readonly GenerationState[]>;
  get(generation: Generation, key: string): Promise<StoredDoc | null>;
  getMany(generation: Generation, keys: readonly string[]): Promise<Map<string, StoredDoc>>;
  find(generation: Generation, query: Query): Promise<Page>;
  count(generation: Generation, where?: Query['where']): Promise<number>;
  /** Changes with n > after, oldest first, only up to the committed checkpoint. Most are of topics that nobody follows: `changes` has the rest of them. */
  changeHeads(after: number, limit: number): Promise<ChangeHead[]>;
  /** These changes, oldest first; what was trimmed meanwhile is absent. */
  changes(ns: readonly number[]): Promise<Change[]>;
  /**
   * Changes of these topics behind a position or a place, oldest first; null when the log no longer holds all of them. Of the place
   * `{n: 0, position}` those at the position itself too.
   */
  changesSince(after: Position | ChangePlace, topics: readonly string[], limit: number): Promise<Change[] | null>;
  /** Largest n so far (0 when none). */
  lastChange(): Promise<number>;
  /** Calls when something was committed over any connection, until the store is closed. Absent, or null: it cannot tell, one has to look. */
  follow?(committed: () => void): Promise<Following | null>;
  close(): Promise<void>;
}

/** Whoever is told of commits looks all the same while `tells` is false (the server was away). */
export interface Following {
  readonly tells: boolean;
}

/** So many changes are trimmed within a few milliseconds. */
export const TRIM_STEP = 2_000;

export type Still = <T>(work: () => Promise<T>) => Promise<T>;

export interface GenerationSpec extends Generation {
  indexes: readonly IndexFields[];
}

/** What the projector and the replay use. */
export interface ReadStore extends ReadStoreReader {
  /** Makes an empty generation with its indexes; role 'building'. Idempotent. Refused (LeaseLost) where a later epoch has committed. */
  createGeneration(spec: GenerationSpec, epoch?: number): Promise<void>;
  /** Documents, changes and checkpoints of the batch together; a batch that runs twice counts once. */
  commit(batch: Batch): Promise<void>;
  /**
   * Building (or previous) → serving, serving → previous (an older previous is dropped), atomically; the generation then stands detached at `at`, or,
   * with null, advances with the common checkpoint. Refused (LeaseLost) where a later epoch has committed; so are `setDetached` and `dropGeneration`.
   */
  switchTo(generation: Generation, at: Position | null, epoch?: number): Promise<void>;
  /** Marks a serving generation as detached (halted or paused) at `at`, or, with null, as advancing with the common checkpoint again. */
  setDetached(generation: Generation, at: Position | null, epoch?: number): Promise<void>;
  dropGeneration(generation: Generation, epoch?: number): Promise<void>;
  /**
   * What `to` would change. `still` runs its work while neither generation moves, and is asked for a moment at the beginning and one at the end;
   * absent: nothing moves anyway. A store that compares a snapshot of its own needs neither. Rejects soon after the signal aborts.
   */
  diff(from: Generation, to: Generation, samples: number, still?: Still, signal?: AbortSignal): Promise<Diff>;
  /** Of the deleted documents among these keys: one that comes back goes on counting from there. */
  tombstones(generation: Generation, keys: readonly string[]): Promise<Map<string, Tombstone>>;
  /** Every document in key order, for byte comparison and redaction. */
  scan(generation: Generation): AsyncIterable<StoredDoc>;
  /** Keys of the documents of a generation that hold this person's data. */
  keysOfPerson(generation: Generation, person: string): Promise<string[]>;
  /** Removes views that hold a person's data from the log of changes. */
  redactChanges(person: string): Promise<void>;
  /** Removes the oldest changes until `keep` are left, but no more than TRIM_STEP of them at once: true where there are more. */
  trimChanges(keep: number): Promise<boolean>;
  /** Deletes everything, the epoch too (leases may come from an older backup): read models come back from the log. Numbers of changes go on growing; what stood in their log counts as trimmed. */
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
  /** Of the last `write`; a file that survived a crash goes on from here. */
  checkpoint(): Position | null;
  getMany(keys: readonly string[]): Map<string, StoredDoc>;
  tombstones(keys: readonly string[]): Map<string, Tombstone>;
  keysOfPerson(person: string): string[];
  /** Documents and checkpoint together; a checkpoint not above the stored one counts once. */
  write(docs: readonly DocWrite[], checkpoint: Position): void;
  close(): void;
}

/** Capability of a store in which one connection alone may write: generations are built in files apart and copied in. */
export interface BuildsApart {
  /**
   * Copies a closed build into the generation (made before with the same spec, still 'building'), in steps between which commits go on.
   * It then stands detached at `checkpoint`. Repeated after a crash it starts afresh. The file stays.
   */
  adoptBuild(file: string, generation: Generation, checkpoint: Position): Promise<void>;
}

/** Capability of a store whose files keep bytes of what was deleted. */
export interface WrittenAnew {
  /** Writes everything anew, in steps of some milliseconds between which reads and commits go on: afterwards its file holds nothing but what it holds; the write-ahead log may. */
  writeAnew(): Promise<void>;
}

export const writtenAnew = (store: ReadStore): WrittenAnew | null => ('writeAnew' in store ? (store as ReadStore & WrittenAnew) : null);

export const buildsApart = (store: ReadStore): (ReadStore & BuildsApart) | null =>
  'adoptBuild' in store ? (store as ReadStore & BuildsApart) : null;
