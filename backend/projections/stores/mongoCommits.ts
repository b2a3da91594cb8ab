import type { AnyBulkWriteOperation, Collection, Db, Filter, MongoClient, UpdateFilter } from 'mongodb';
import { MongoError, MongoServerError } from 'mongodb';
import { asFailure, inTime, isReplicated } from '../../integrations/mongo/client.ts';
import type { Batch, DocWrite, Generation, IndexFields } from '../kernel/readStore.ts';
import { LeaseLost } from '../kernel/readStore.ts';
import { type DocRow, encoded, toRow } from './mongoDocuments.ts';
import {
  ATTEMPTS,
  type ChangeRow,
  collectionOf,
  documentsOf,
  existing,
  type GenerationRow,
  type MongoState,
  type StateRow,
  storedOf,
} from './mongoState.ts';
import type { MongoViews } from './mongoViews.ts';
import { AWAY, inserted, tooLarge, type Within } from './mongoWrites.ts';
import { canonical, indexedFields, indexValue, personsOfChanges } from './query.ts';

/** The most documents and changes in one transaction; MongoDB advises against more than a thousand. */
const MOST_AT_ONCE = 1_000;
/** The server, or a proxy before it, has no transactions after all: IllegalOperation, CommandNotFound, InvalidOptions, CommandNotSupported. */
const NO_TRANSACTIONS = [20, 59, 72, 115];
/** The position and version of a document or tombstone. */
type Stand = Pick<DocRow['_meta'], 'v' | 'p' | 't'>;

/** For tests: stops or fails a commit between its steps. */
export interface CommitHooks {
  /** Commits without transactions, also where the server has them. */
  fenced?: boolean;
  after?(step: 'fence' | 'stored' | 'documents' | 'changes' | 'checkpoint'): void | Promise<void>;
}

/**
 * Writes a batch: the documents and changes first, and then the state, which makes them count. Batches of this process are written one after another.
 */
export class MongoCommits {
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #state: MongoState;
  readonly #views: MongoViews;
  readonly #changeRows: Collection<ChangeRow>;
  readonly #hooks: CommitHooks;
  /** Whether the server has transactions and change streams; asked once. */
  #replicated: Promise<boolean> | null = null;
  /** Position and version of documents when the writer last read them, by collection and key; null: none. Kept until its next commit. */
  #seen: Map<string, Map<string, Stand | null>> | null = null;
  /** Numbers of changes are given to one commit at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(client: MongoClient, db: Db, state: MongoState, views: MongoViews, changeRows: Collection<ChangeRow>, hooks: CommitHooks) {
    this.#client = client;
    this.#db = db;
    this.#state = state;
    this.#views = views;
    this.#changeRows = changeRows;
    this.#hooks = hooks;
  }

  async commit(batch: Batch): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#seen ??= new Map();
      // Done once: a switch may have ended before its view was updated, a removal before its collection was dropped.
      if (!this.#views.looked) await inTime(this.#views.show(), AWAY);
      await inTime(this.#commit(batch), AWAY).finally(() => this.#seen?.clear());
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  isReplicated(): Promise<boolean> {
    this.#replicated ??= isReplicated(this.#db).catch((error: unknown) => {
      this.#replicated = null;
      throw error;
    });
    return this.#replicated;
  }

  /** Notes what was read for a commit that follows. */
  see(generation: Generation, keys: readonly string[], rows: readonly Pick<DocRow, '_id' | '_meta'>[]): void {
    // Nodes that only read cache nothing.
    if (!this.#seen) return;
    const own = collectionOf(generation);
    const seen = this.#seen.get(own) ?? new Map<string, Stand | null>();
    this.#seen.set(own, seen);
    for (const key of keys) seen.set(key, null);
    for (const { _id, _meta } of rows) seen.set(_id, _meta && { v: _meta.v, p: _meta.p, t: _meta.t });
  }

  async #commit(batch: Batch): Promise<void> {
    if ((await this.#takesTransaction(batch)) && (await this.#inTransaction(batch))) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await this.#write(batch, await this.#state.made())) return;
    throw new Error('the read store is being changed by somebody else');
  }

  /** Nobody reads a generation that is still being built: a transaction would gain nothing. */
  async #takesTransaction({ checkpoint, writes, changes }: Batch): Promise<boolean> {
    const size = writes.reduce((sum, { docs }) => sum + docs.length, changes.length);
    if (this.#hooks.fenced || checkpoint === undefined || size > MOST_AT_ONCE) return false;
    return this.isReplicated();
  }

  /** False where the transaction did not commit; the way without one decides then (another process wrote, or leftovers of a dead writer are in the way). */
  async #inTransaction(batch: Batch): Promise<boolean> {
    const session = this.#client.startSession();
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } });
      const state = await this.#state.rows.findOne({ _id: 'native' }, { session });
      const written = state !== null && (await this.#write(batch, state, { session }));
      await (written ? session.commitTransaction() : session.abortTransaction());
      return written;
    } catch (error) {
      // A transaction that the server no longer knows need not be ended.
      if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
      if (!(error instanceof MongoError)) throw error;
      if (error instanceof MongoServerError && NO_TRANSACTIONS.includes(Number(error.code))) this.#replicated = Promise.resolve(false);
      else if (asFailure(error, AWAY) !== error && !error.hasErrorLabel('TransientTransactionError')) throw error;
      return false;
    } finally {
      this.#state.forget();
      await session.endSession();
    }
  }

  /**
   * Documents first, each guarded by its position; then changes, numbered from the last one committed; then the state, if it has not changed
   * meanwhile: else false. Repeating it after a failure at any point writes the same again.
   */
  async #write(batch: Batch, state: StateRow, within: Within = {}): Promise<boolean> {
    const { after } = this.#hooks;
    const common = batch.checkpoint;
    const detached = (batch.detached ?? []).map(({ generation, checkpoint }) => {
      const row = existing(state, generation);
      return { key: collectionOf(generation), row, checkpoint, done: row.checkpoint !== null && checkpoint <= row.checkpoint };
    });
    // A detached generation may have a writer of its own; everything else belongs to the projector.
    const fenced = common !== undefined || batch.changes.length > 0 || detached.length === 0;
    if (fenced && batch.epoch < state.epoch) throw new LeaseLost();
    if (detached.some(({ row }) => batch.epoch < row.epoch)) throw new LeaseLost();
    if (fenced && batch.epoch > state.epoch) {
      await this.#state.rows.updateOne({ _id: 'native', epoch: { $lt: batch.epoch } }, { $set: { epoch: batch.epoch } }, within);
      await after?.('fence');
    }

    const commonDone = common !== undefined && state.checkpoint !== null && common <= state.checkpoint;
    const done = new Map(detached.map((one) => [one.key, one.done]));
    const rewrite = common === undefined && detached.length === 0;
    const writes = batch.writes.filter(({ generation }) => {
      existing(state, generation);
      return !(done.get(collectionOf(generation)) ?? commonDone);
    });
    const repeated = common !== undefined ? commonDone : detached.length > 0 && detached.every((one) => one.done);
    const moved = detached.filter((one) => !one.done);
    if (repeated && moved.length === 0) return true;

    const write = async ({ generation, docs }: Batch['writes'][number]) => {
      await this.#writeDocuments(generation, docs, rewrite, state.generations, within);
      await after?.('documents');
    };
    // A transaction takes one step after another.
    if (within.session) for (const one of writes) await write(one);
    else await all(writes.map(write));
    const added = repeated ? 0 : batch.changes.length;
    if (added > 0) {
      await this.#writeChanges(batch, state.lastN, within);
      await after?.('changes');
    }

    const filter: Filter<StateRow> & Record<string, unknown> = { _id: 'native' };
    const set: Record<string, unknown> = {};
    if (fenced) {
      filter.epoch = { $lte: batch.epoch };
      filter.lastN = state.lastN;
      filter.checkpoint = state.checkpoint;
      set.lastN = state.lastN + added;
      if (common !== undefined && !commonDone) set.checkpoint = common;
    }
    for (const { key, row, checkpoint } of moved) {
      filter[`generations.${key}.epoch`] = row.epoch;
      filter[`generations.${key}.checkpoint`] = row.checkpoint;
      set[`generations.${key}.checkpoint`] = checkpoint;
      set[`generations.${key}.epoch`] = batch.epoch;
    }
    const update = { $set: set, ...(moved.length > 0 && { $inc: { rev: 1 } }) } as UpdateFilter<StateRow>;
    const { matchedCount } = await this.#state.rows.updateOne(filter, update, within);
    this.#state.forget();
    if (matchedCount === 0) return false;
    await after?.('checkpoint');
    return true;
  }

  async #writeDocuments(
    generation: Generation,
    docs: readonly DocWrite[],
    rewrite: boolean,
    rows: Readonly<Record<string, GenerationRow>>,
    within: Within = {},
  ): Promise<void> {
    if (docs.length === 0) return;
    const fields = indexedFields(JSON.parse(rows[collectionOf(generation)]?.indexes ?? '[]') as IndexFields[]);
    const collection = documentsOf(this.#db, generation);
    const keys = docs.map(({ key }) => key);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await this.#stands(generation, keys, attempt === 0, within);
      await this.#hooks.after?.('stored');
      const born: DocRow[] = [];
      const replaced: AnyBulkWriteOperation<DocRow>[] = [];
      for (const { key, version, position, doc, persons } of docs) {
        const old = before.get(key);
        // Positions and versions only grow: what is newer now stays newer.
        if (old && (rewrite ? old.p > position || old.v >= version : old.p >= position)) continue;
        const holds = doc && persons.length > 0 ? [...new Set(persons)].sort() : null;
        const row = toRow(
          key,
          {
            v: Math.max(version, old ? old.v + (old.t && doc ? 1 : 0) : 0),
            p: position,
            t: doc === null,
            d: doc && Object.fromEntries(fields.map((field) => [encoded(field), indexValue(doc, field)])),
            ...(holds && { persons: holds }),
          },
          doc,
        );
        if (old) replaced.push({ replaceOne: { filter: { _id: key, '_meta.p': old.p, '_meta.v': old.v }, replacement: row } });
        else born.push(row);
      }
      try {
        const met = await inserted(collection, born, within);
        const { matchedCount } =
          replaced.length > 0 ? await collection.bulkWrite(replaced, { ordered: false, ...within }) : { matchedCount: 0 };
        if (met.length === 0 && matchedCount === replaced.length) return;
      } catch (error) {
        throw tooLarge(error, generation, docs) ?? error;
      }
      // Another process wrote some of them meanwhile: their present state decides.
    }
    throw new Error('the read store is being changed by somebody else');
  }

  /** Read again unless the fold has read all of them: a guarded write over a changed document matches nothing, and is decided again. */
  async #stands(
    generation: Generation,
    keys: readonly string[],
    first: boolean,
    within: Within,
  ): Promise<ReadonlyMap<string, Stand | null>> {
    const seen = this.#seen?.get(collectionOf(generation));
    if (first && seen && keys.every((key) => seen.has(key))) return seen;
    return new Map((await storedOf(this.#db, generation, keys, within)).map(({ _id, _meta }) => [_id, _meta]));
  }

  async #writeChanges(batch: Batch, last: number, within: Within = {}): Promise<void> {
    const { epoch, changes } = batch;
    const persons = personsOfChanges(batch);
    const rows = changes.map(({ topic, id, version, op, position, view }, i): ChangeRow => {
      const holds = persons[i] ?? [];
      return {
        ...{ _id: last + i + 1, epoch, topic, id, version, op, position },
        ...(view && { view: canonical(view) }),
        ...(holds.length > 0 && { persons: holds }),
      };
    });
    // Leftovers of an interrupted commit, or of a writer that does not know it was overtaken: a higher epoch is stored, which refuses this commit.
    for (const { _id, ...replacement } of await inserted(this.#changeRows, rows, within)) {
      await this.#changeRows.replaceOne({ _id, epoch: { $lte: epoch } }, replacement, within);
    }
  }
}

/** Waits for all of them, even when one fails: no write is left on its way. */
export async function all(work: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason;
}
