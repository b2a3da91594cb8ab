import type {
  AnyBulkWriteOperation,
  ClientSession,
  Collection,
  CollectionInfo,
  Db,
  Filter,
  MongoClient,
  OptionalUnlessRequiredId,
  Sort,
  UpdateFilter,
} from 'mongodb';
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import type { Position } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { asFailure, inTime, isReplicated, mongoClient, withFailures } from '../../integrations/mongo/client.ts';
import type {
  Batch,
  Change,
  ChangeHead,
  ChangeOp,
  ChangePlace,
  Diff,
  DiffSample,
  Doc,
  DocWrite,
  Following,
  Generation,
  GenerationSpec,
  GenerationState,
  IndexFields,
  Page,
  Query,
  ReadStore,
  Still,
  StoredDoc,
  Tombstone,
} from '../kernel/readStore.ts';
import { LeaseLost, TRIM_STEP } from '../kernel/readStore.ts';
import { type DocRow, encoded, nativeField, textOf, toRow, toStored } from './mongoDocuments.ts';
import type { IndexValue, Plan } from './query.ts';
import { canonical, cursorAfter, indexedFields, indexValue, keyDescends, personsOfChanges, plan, toOrder } from './query.ts';

/**
 * Requires neither transactions nor change streams. Everything that must change atomically is in one document of the collection `state`;
 * documents and changes are written before it, and count only once it refers to them. Where the server has transactions, the same steps run
 * within one: it waits for the majority once, and no reader sees a document before its checkpoint; safety against loss and repeats does not
 * depend on it. Where it has change streams, one on `state` reports commits of other connections.
 */

/** How long `generations()` may answer from its cache, in milliseconds. */
const FRESH_MS = 20;
/** Documents compared at a time. */
const STEP = 1_000;
const ATTEMPTS = 20;
const AWAY = 'the read store does not answer';
/** The most documents and changes in one transaction; MongoDB advises against more than a thousand. */
const MOST_AT_ONCE = 1_000;
/** The server, or a proxy before it, has no transactions after all: IllegalOperation, CommandNotFound, InvalidOptions, CommandNotSupported. */
const NO_TRANSACTIONS = [20, 59, 72, 115];
const WATCH_AGAIN_MS = 1_000;
const DUPLICATE_KEY = 11_000;
const NO_COLLECTION = 26;

/** `_id` is the change's n. It counts only up to `lastN` of the state. */
interface ChangeRow {
  _id: number;
  epoch: number;
  topic: string;
  id: string;
  version: number;
  op: ChangeOp;
  position: Position;
  view?: string;
  persons?: readonly string[];
}

interface GenerationRow extends GenerationState {
  epoch: number;
  /** JSON. */
  indexes: string;
}

/** The position and version of a document or tombstone. */
type Stand = Pick<DocRow['_meta'], 'v' | 'p' | 't'>;

interface StateRow {
  _id: 'native' | typeof TEXT_STATE;
  epoch: number;
  checkpoint: Position | null;
  lastN: number;
  /** The log of changes holds everything after this position; null: everything. */
  since: Position | null;
  /** Increased by every change of `generations`. */
  rev: number;
  /** By the name of their collection. */
  generations: Record<string, GenerationRow>;
}

const collectionOf = ({ projection, version, generation }: Generation): string => `${encoded(projection)}_v${version}_gen${generation}`;
/** The generation that a view shows. */
export const SHOWN = [{ $match: { '_meta.t': false } }, { $unset: '_meta' }] as const;
/** Names of our own collections; a projection cannot have one of them. */
const viewOf = (projection: string): string =>
  projection === 'state' || projection === 'changes' ? `${projection}_` : encoded(projection);
/** Also those of an earlier format, whose documents were text. */
const ofGeneration = /_v\d+_g(en)?\d+$/;
const fieldOf = (field: string): string => `_meta.d.${encoded(field)}`;
/** The id of the state in that earlier format: its read models are rebuilt. */
const TEXT_STATE = 'state';

const name = ({ projection, version, generation }: Generation): string => `generation ${generation} of ${projection} v${version}`;

const toChange = ({ _id, topic, id, version, op, position, view }: ChangeRow): Change => ({
  ...{ n: _id, topic, id, version, op, position },
  ...(view !== undefined && { view: JSON.parse(view) as Doc }),
});

/** The session of the transaction in which this is written, where there is one. */
interface Within {
  session?: ClientSession;
}

/** For tests: stops or fails a commit between its steps. */
export interface CommitHooks {
  /** Commits without transactions, also where the server has them. */
  fenced?: boolean;
  after?(step: 'fence' | 'stored' | 'documents' | 'changes' | 'checkpoint'): void | Promise<void>;
}

class MongoReadStore implements ReadStore {
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #stateRows: Collection<StateRow>;
  readonly #changeRows: Collection<ChangeRow>;
  readonly #hooks: CommitHooks;
  readonly #closed = new AbortController();
  /** Whether the server has transactions and change streams; asked once. */
  #replicated: Promise<boolean> | null = null;
  #known: {
    at: number;
    stale: boolean;
    state: StateRow | null;
    rev: number;
    rows: Readonly<Record<string, GenerationRow>>;
    states: readonly GenerationState[];
  };
  /** Position and version of documents when the writer last read them, by collection and key; null: none. Kept until its next commit. */
  #seen: Map<string, Map<string, Stand | null>> | null = null;
  /** What each view shows, as far as this process knows. */
  #views: Map<string, string | undefined> | null = null;
  /** Numbers of changes are given to one commit at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: string, dbName: string | undefined, hooks: CommitHooks) {
    this.#client = mongoClient(url, 'aulaviva');
    this.#db = this.#client.db(dbName);
    this.#stateRows = this.#db.collection('state');
    this.#changeRows = this.#db.collection('changes');
    this.#hooks = hooks;
    this.#known = { at: performance.now(), stale: true, state: null, rev: -1, rows: {}, states: [] };
  }

  async checkpoint(): Promise<Position | null> {
    return (await this.#read())?.checkpoint ?? null;
  }

  async generations(): Promise<readonly GenerationState[]> {
    if (this.#known.stale || performance.now() - this.#known.at > FRESH_MS) await this.#read();
    return this.#known.states;
  }

  async get(generation: Generation, key: string): Promise<StoredDoc | null> {
    const row = await this.#documents(generation).findOne({ _id: key });
    return row && !row._meta?.t ? toStored(row) : null;
  }

  async getMany(generation: Generation, keys: readonly string[]): Promise<Map<string, StoredDoc>> {
    if (keys.length === 0) return new Map();
    const rows = await this.#documents(generation)
      .find({ _id: { $in: keys } })
      .toArray();
    this.#see(generation, keys, rows);
    return new Map(rows.flatMap((row) => (row._meta?.t ? [] : [[row._id, toStored(row)]])));
  }

  async tombstones(generation: Generation, keys: readonly string[]): Promise<Map<string, Tombstone>> {
    const rows = await this.#stored(generation, keys);
    return new Map(rows.flatMap(({ _id, _meta: { v, p, t } }) => (t ? [[_id, { version: v, position: p }]] : [])));
  }

  async find(generation: Generation, query: Query): Promise<Page> {
    const indexes = await this.#indexes(generation);
    if (!indexes) return { docs: [], next: null };
    const planned = plan(query, indexes);
    const sort: Sort = [...planned.order.map(({ field, desc }) => [fieldOf(field), desc ? -1 : 1]), ['_id', planned.keyDesc ? -1 : 1]] as [
      string,
      1 | -1,
    ][];
    const found = this.#documents(generation).find(matching(planned)).sort(sort);
    const rows = await (planned.limit === null ? found : found.limit(planned.limit + 1)).toArray();
    const more = planned.limit !== null && rows.length > planned.limit;
    const docs = (more ? rows.slice(0, -1) : rows).map(toStored);
    const last = docs.at(-1);
    return { docs, next: more && last ? cursorAfter(planned.order, last) : null };
  }

  async count(generation: Generation, where?: Query['where']): Promise<number> {
    const indexes = await this.#indexes(generation);
    return indexes ? this.#documents(generation).countDocuments(matching(plan(where ? { where } : {}, indexes))) : 0;
  }

  async changeHeads(after: number, limit: number): Promise<ChangeHead[]> {
    // A follower has just read the checkpoint, and will look again anyway.
    const { stale, at, state: known } = this.#known;
    const state = !stale && performance.now() - at <= FRESH_MS ? known : await this.#read();
    if (!state || after >= state.lastN || limit < 1) return [];
    const rows = await this.#changeRows
      .find({ _id: { $gt: after, $lte: state.lastN } }, { projection: { topic: 1, id: 1, position: 1, epoch: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id, topic, id, position, epoch }) => ({ n: _id, topic, id, position, epoch }));
  }

  async changes(ns: readonly number[]): Promise<Change[]> {
    if (ns.length === 0) return [];
    const rows = await this.#changeRows
      .find({ _id: { $in: ns } })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(toChange);
  }

  async changesSince(after: Position | ChangePlace, topics: readonly string[], limit: number): Promise<Change[] | null> {
    const state = await this.#read();
    if (!state) return [];
    const { n, position, epoch } = typeof after === 'string' ? { n: null, position: after, epoch: 0 } : after;
    const rows = await this.#changeRows
      .find({ topic: { $in: topics }, position: { [n === null ? '$gt' : '$gte']: position }, _id: { $gt: n ?? 0, $lte: state.lastN } })
      .sort({ _id: 1 })
      .limit(Math.max(1, limit))
      .toArray();
    // Checked again: what was trimmed during the read is missing above.
    const since = (await this.#read())?.since ?? null;
    if (since !== null && position < since) return null;
    // Trimmed, or of another log: what followed it is unknown.
    if (n && !(await this.#changeRows.findOne({ _id: n, position, epoch }, { projection: { _id: 1 } }))) return null;
    return rows.slice(0, limit).map(toChange);
  }

  async lastChange(): Promise<number> {
    return (await this.#read())?.lastN ?? 0;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#client.close();
  }

  async follow(committed: () => void): Promise<Following | null> {
    if (!(await this.#isReplicated())) return null;
    const following = { tells: false };
    void this.#watch(committed, following);
    return following;
  }

  /** Whether this process may watch is found by trying: where it is refused, it tries again now and then, and readers poll meanwhile. */
  async #watch(committed: () => void, following: { tells: boolean }): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const stream = this.#stateRows.watch();
      const end = () => void stream.close().catch(() => undefined);
      signal.addEventListener('abort', end, { once: true });
      try {
        // Commits before the opening are found by looking, those after it are reported.
        await stream.tryNext();
        following.tells = true;
        committed();
        for await (const _ of stream) committed();
      } catch {
        // The server went away, or no longer has what came next: continues from now.
      }
      following.tells = false;
      signal.removeEventListener('abort', end);
      end();
      await pause(WATCH_AGAIN_MS, signal);
    }
  }

  #isReplicated(): Promise<boolean> {
    this.#replicated ??= isReplicated(this.#db).catch((error: unknown) => {
      this.#replicated = null;
      throw error;
    });
    return this.#replicated;
  }

  async *scan(generation: Generation): AsyncIterable<StoredDoc> {
    try {
      for await (const row of this.#documents(generation).find({ '_meta.t': false }).sort({ _id: 1 })) yield toStored(row);
    } catch (error) {
      throw asFailure(error, AWAY);
    }
  }

  async keysOfPerson(generation: Generation, person: string): Promise<string[]> {
    const rows = await this.#documents(generation)
      .find({ '_meta.persons': person, '_meta.t': false })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  async createGeneration(spec: GenerationSpec, epoch?: number): Promise<void> {
    const { projection, version, generation } = spec;
    const indexes = JSON.stringify(spec.indexes);
    // The entry is written first: a collection without one is an orphan, see #dropLeftovers.
    await this.#change(({ epoch: current, generations }) => {
      if (epoch !== undefined && epoch < current) throw new LeaseLost();
      const found = Object.values(generations).find((row) => row.projection === projection && row.generation === generation);
      if (found) {
        if (found.version === version && found.indexes === indexes) return null;
        throw new Error(`${name(spec)} exists with another version or other indexes`);
      }
      const state = { projection, version, generation, role: 'building' as const, checkpoint: null, createdAt: new Date().toISOString() };
      return { generations: { [collectionOf(spec)]: { ...state, epoch: epoch ?? 0, indexes } } };
    });
    await this.#documents(spec).createIndexes([
      { name: 'keys', key: { '_meta.t': 1, _id: 1 } },
      { name: 'persons', key: { '_meta.persons': 1 }, sparse: true },
      // Indexes of the plain fields, for tools.
      ...[...new Set(spec.indexes.flatMap(([first]) => (first === undefined ? [] : [toOrder(first).field])))].map((field) => ({
        name: `field ${encoded(field)}`,
        key: { [nativeField(field)]: 1 as const },
      })),
      ...spec.indexes.map((fields, i) => {
        const orders = fields.map(toOrder);
        const terms = orders.map(({ field, desc }): [string, 1 | -1] => [fieldOf(field), desc ? -1 : 1]);
        return { name: `by${i}`, key: new Map<string, 1 | -1>([['_meta.t', 1], ...terms, ['_id', keyDescends(orders) ? -1 : 1]]) };
      }),
    ]);
  }

  async commit(batch: Batch): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#seen ??= new Map();
      // Done once: a switch may have ended before its view was updated, a removal before its collection was dropped.
      if (!this.#views) await inTime(this.#show(), AWAY);
      await inTime(this.#commit(batch), AWAY).finally(() => this.#seen?.clear());
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async switchTo(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    const own = collectionOf(generation);
    await this.#change((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      const target = existing(state, generation);
      const others = Object.entries(state.generations).filter(([key]) => key !== own);
      const changed: Record<string, GenerationRow | null> = {};
      const ofProjection = others.filter(([, { projection }]) => projection === target.projection);
      for (const [key, row] of ofProjection) {
        if (row.role !== 'serving') continue;
        changed[key] = { ...row, role: 'previous', checkpoint: row.checkpoint ?? state.checkpoint };
      }
      changed[own] = { ...target, role: 'serving', checkpoint: at };
      return { generations: changed };
    });
    await this.#show();
  }

  async setDetached(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#change((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      return { generations: { [collectionOf(generation)]: { ...existing(state, generation), checkpoint: at } } };
    });
  }

  async dropGeneration(generation: Generation, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    const own = collectionOf(generation);
    await this.#change((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      return state.generations[own] ? { generations: { [own]: null } } : null;
    });
    await this.#dropLeftovers();
  }

  /**
   * Each side is looked up in the other, in any order: the result does not depend on how the server sorts. Both may advance meanwhile: documents only
   * get later positions, and those that did are compared again while nothing advances.
   */
  async diff(from: Generation, to: Generation, samples: number, still: Still = (work) => work(), signal?: AbortSignal): Promise<Diff> {
    const begun = await still(async () => {
      const state = await this.#state();
      return [from, to].map((generation) => ({ generation, at: existing(state, generation).checkpoint ?? state.checkpoint }));
    });
    const found = new Differences(samples);
    for await (const { page, others } of this.#pages(from, to)) {
      signal?.throwIfAborted();
      for (const row of page) found.note(row._id, textOf(row) ?? undefined, others.get(row._id));
    }
    for await (const { page, others } of this.#pages(to, from)) {
      signal?.throwIfAborted();
      for (const row of page) if (!others.has(row._id)) found.note(row._id, undefined, textOf(row) ?? undefined);
    }
    return still(async () => {
      const state = await this.#state();
      const moved = new Set<string>();
      for (const { generation, at } of begun) {
        existing(state, generation);
        for (const key of await this.#keysBeyond(generation, at)) moved.add(key);
      }
      const keys = [...moved];
      for (let start = 0; start < keys.length; start += STEP) {
        const page = keys.slice(start, start + STEP);
        const [before, after] = await Promise.all([this.#texts(from, page), this.#texts(to, page)]);
        for (const key of page) found.note(key, before.get(key), after.get(key));
      }
      return found.counted(await this.#documents(from).countDocuments({ '_meta.t': false }));
    });
  }

  async redactChanges(person: string): Promise<void> {
    await this.#changeRows.updateMany({ persons: person }, { $unset: { view: 1, persons: 1 } });
  }

  async trimChanges(keep: number): Promise<boolean> {
    const { lastN } = await this.#state();
    const [first] = await this.#changeRows.find().sort({ _id: 1 }).limit(1).toArray();
    const end = lastN - keep;
    const to = first ? Math.min(end, first._id + TRIM_STEP - 1) : end;
    const trimmed: Filter<ChangeRow> = { _id: { $lte: to } };
    const [last] = await this.#changeRows.find(trimmed).sort({ position: -1 }).limit(1).toArray();
    if (!last) return false;
    // Comes first, so that an interrupted deletion is never taken for a whole store.
    await this.#stateRows.updateOne({ _id: 'native' }, { $max: { since: last.position } });
    await this.#changeRows.deleteMany(trimmed);
    return to < end;
  }

  async reset(): Promise<void> {
    const state = await this.#state();
    const [last] = await this.#changeRows.find().sort({ position: -1 }).limit(1).toArray();
    const since = [state.since, state.checkpoint, last?.position ?? null].filter((position) => position !== null).sort();
    await this.#change(({ generations }) => ({
      generations: Object.fromEntries(Object.keys(generations).map((key) => [key, null])),
      ...{ checkpoint: null, epoch: 0, since: since.at(-1) ?? null },
    }));
    await this.#changeRows.deleteMany({});
    await this.#dropLeftovers();
  }

  #see(generation: Generation, keys: readonly string[], rows: readonly Pick<DocRow, '_id' | '_meta'>[]): void {
    // Nodes that only read cache nothing.
    if (!this.#seen) return;
    const own = collectionOf(generation);
    const seen = this.#seen.get(own) ?? new Map<string, Stand | null>();
    this.#seen.set(own, seen);
    for (const key of keys) seen.set(key, null);
    for (const { _id, _meta } of rows) seen.set(_id, _meta && { v: _meta.v, p: _meta.p, t: _meta.t });
  }

  // -- commit ---------------------------------------------------------------------------------------------------------

  async #commit(batch: Batch): Promise<void> {
    if ((await this.#takesTransaction(batch)) && (await this.#inTransaction(batch))) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await this.#write(batch, await this.#state())) return;
    throw new Error('the read store is being changed by somebody else');
  }

  /** Nobody reads a generation that is still being built: a transaction would gain nothing. */
  async #takesTransaction({ checkpoint, writes, changes }: Batch): Promise<boolean> {
    const size = writes.reduce((sum, { docs }) => sum + docs.length, changes.length);
    if (this.#hooks.fenced || checkpoint === undefined || size > MOST_AT_ONCE) return false;
    return this.#isReplicated();
  }

  /** False where the transaction did not commit; the way without one decides then (another process wrote, or leftovers of a dead writer are in the way). */
  async #inTransaction(batch: Batch): Promise<boolean> {
    const session = this.#client.startSession();
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } });
      const state = await this.#stateRows.findOne({ _id: 'native' }, { session });
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
      this.#forget();
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
      await this.#stateRows.updateOne({ _id: 'native', epoch: { $lt: batch.epoch } }, { $set: { epoch: batch.epoch } }, within);
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
    const { matchedCount } = await this.#stateRows.updateOne(filter, update, within);
    this.#forget();
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
    const collection = this.#documents(generation);
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
    return new Map((await this.#stored(generation, keys, within)).map(({ _id, _meta }) => [_id, _meta]));
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

  // -- state ----------------------------------------------------------------------------------------------------------

  async #read(): Promise<StateRow | null> {
    const at = performance.now();
    const state = await this.#stateRows.findOne({ _id: 'native' });
    // Not over what was read later, or is known to have changed since.
    if (at < this.#known.at) return state;
    const rev = state?.rev ?? -1;
    if (rev === this.#known.rev) {
      this.#known = { ...this.#known, at, stale: false, state };
      return state;
    }
    const rows = state?.generations ?? {};
    const states = Object.values(rows)
      .map(({ projection, version, generation, role, checkpoint, createdAt }) => ({
        ...{ projection, version, generation, role, checkpoint, createdAt },
      }))
      .sort((a, b) => (a.projection === b.projection ? a.generation - b.generation : a.projection < b.projection ? -1 : 1));
    this.#known = { at, stale: false, state, rev, rows, states };
    return state;
  }

  /** Creates it where it does not exist. */
  async #state(): Promise<StateRow> {
    for (;;) {
      const state = await this.#read();
      if (state) {
        // Older releases kept the progress of requests here.
        if ('requests' in state) await this.#stateRows.updateOne({ _id: 'native' }, { $unset: { requests: '' } });
        return state;
      }
      await this.#changeRows.createIndex({ topic: 1, position: 1 });
      const text = await this.#stateRows.findOne({ _id: TEXT_STATE });
      await this.#stateRows
        .insertOne({
          ...{ _id: 'native', rev: 0, generations: {}, checkpoint: null },
          // Numbers of changes continue; their content counts as trimmed.
          ...{ epoch: text?.epoch ?? 0, lastN: text?.lastN ?? 0, since: text?.checkpoint ?? text?.since ?? null },
        })
        .catch((error: unknown) => {
          if (!isCode(error, DUPLICATE_KEY)) throw error;
        });
      if (!text) continue;
      await this.#changeRows.deleteMany({ _id: { $lte: text.lastN } });
      await this.#stateRows.deleteOne({ _id: TEXT_STATE });
    }
  }

  #forget(): void {
    this.#known = { ...this.#known, at: performance.now(), stale: true };
  }

  /** Changes the state atomically as `decide` says; decides again where the state has changed. An entry set to null is removed; a null answer changes nothing. */
  async #change(
    decide: (state: StateRow) => (Partial<Omit<StateRow, 'generations'>> & { generations: Record<string, GenerationRow | null> }) | null,
  ): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const state = await this.#state();
      const decided = decide(state);
      if (!decided) return;
      const { generations, ...rest } = decided;
      const set: Record<string, unknown> = { ...rest };
      const unset: Record<string, 1> = {};
      for (const [key, row] of Object.entries(generations)) {
        if (row) set[`generations.${key}`] = row;
        else unset[`generations.${key}`] = 1;
      }
      const update: Record<string, unknown> = { $inc: { rev: 1 } };
      if (Object.keys(set).length > 0) update.$set = set;
      if (Object.keys(unset).length > 0) update.$unset = unset;
      const { rev, checkpoint } = state;
      const { matchedCount } = await this.#stateRows.updateOne({ _id: 'native', rev, checkpoint }, update as UpdateFilter<StateRow>);
      this.#forget();
      if (matchedCount === 1) return;
    }
    throw new Error('the read store is being changed by somebody else');
  }

  /** Collections without an entry. Listed before the state is read: an entry is always older than its collection. */
  async #dropLeftovers(): Promise<void> {
    const names = (await this.#db.listCollections({}, { nameOnly: true }).toArray())
      .map((one) => one.name)
      .filter((one) => ofGeneration.test(one));
    const { generations } = await this.#state();
    for (const left of names.filter((one) => !Object.hasOwn(generations, one))) {
      await this.#db.dropCollection(left).catch((error: unknown) => {
        if (!isCode(error, NO_COLLECTION)) throw error;
      });
    }
  }

  async #viewsThere(): Promise<CollectionInfo[]> {
    // Not every server that speaks the protocol supports the filter.
    return (await this.#db.listCollections().toArray()).filter((one): one is CollectionInfo => one.type === 'view');
  }

  /** A view by the plain name of each projection, of the generation that serves: for mongosh and reports. This code does not read it. */
  async #show(): Promise<void> {
    const { generations } = await this.#state();
    if (!this.#views) {
      await this.#dropLeftovers();
      this.#views = new Map((await this.#viewsThere()).map(({ name, options }) => [name, options?.viewOn]));
    }
    for (const [viewOn, { projection, role }] of Object.entries(generations)) {
      const view = viewOf(projection);
      if (role !== 'serving' || this.#views.get(view) === viewOn) continue;
      const shown = { viewOn, pipeline: [...SHOWN] };
      try {
        if (this.#views.has(view)) await this.#db.command({ collMod: view, ...shown });
        else await this.#db.createCollection(view, shown);
        this.#views.set(view, viewOn);
        if ((await this.#viewsThere()).some(({ name }) => name === view)) continue;
        // A server without views has created a collection instead.
        await this.#db.dropCollection(view);
      } catch (error) {
        // Without views, or without the permission to create them, everything else works.
        if (!(error instanceof MongoServerError) || asFailure(error, AWAY) !== error) throw error;
      }
      return;
    }
  }

  // -- documents ------------------------------------------------------------------------------------------------------

  #documents(generation: Generation): Collection<DocRow> {
    return this.#db.collection(collectionOf(generation));
  }

  async #indexes(generation: Generation): Promise<IndexFields[] | null> {
    const key = collectionOf(generation);
    const row = this.#known.rows[key] ?? (await this.#read())?.generations[key];
    return row ? (JSON.parse(row.indexes) as IndexFields[]) : null;
  }

  /** Positions and versions of documents and tombstones, without their content. */
  async #stored(generation: Generation, keys: readonly string[], within: Within = {}): Promise<Pick<DocRow, '_id' | '_meta'>[]> {
    if (keys.length === 0) return [];
    return this.#documents(generation)
      .find({ _id: { $in: keys } }, { projection: { '_meta.v': 1, '_meta.p': 1, '_meta.t': 1 }, ...within })
      .toArray();
  }

  /** The JSON of the documents that exist. */
  async #texts(generation: Generation, keys: readonly string[]): Promise<Map<string, string>> {
    const found = await this.#documents(generation)
      .find({ _id: { $in: keys }, '_meta.t': false })
      .toArray();
    return new Map(found.flatMap((row) => [[row._id, textOf(row) ?? '']]));
  }

  /** Including deleted ones. */
  async #keysBeyond(generation: Generation, at: Position | null): Promise<string[]> {
    const rows = await this.#documents(generation)
      .find(at === null ? {} : { '_meta.p': { $gt: at } }, { projection: { _id: 1 } })
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  async *#pages(one: Generation, other: Generation): AsyncIterable<{ page: DocRow[]; others: Map<string, string> }> {
    const look = async (page: DocRow[]) => ({
      page,
      others: await this.#texts(
        other,
        page.map(({ _id }) => _id),
      ),
    });
    let page: DocRow[] = [];
    for await (const row of this.#documents(one).find({ '_meta.t': false }).sort({ _id: 1 })) {
      page.push(row);
      if (page.length < STEP) continue;
      yield await look(page);
      page = [];
    }
    if (page.length > 0) yield await look(page);
  }
}

/** Waits for all of them, even when one fails: no write is left on its way. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason;
}

type Difference = Exclude<keyof Diff, 'samples' | 'unchanged'>;

/** The differences between two generations, by key; the last note about a key counts. */
class Differences {
  readonly #most: number;
  readonly #kinds = new Map<string, Difference>();
  readonly #samples = new Map<string, DiffSample>();

  constructor(samples: number) {
    this.#most = samples;
  }

  /** The JSON on each side; undefined: it does not exist there. */
  note(key: string, before: string | undefined, after: string | undefined): void {
    this.#kinds.delete(key);
    this.#samples.delete(key);
    if (before === after) return;
    this.#kinds.set(key, before === undefined ? 'added' : after === undefined ? 'removed' : 'changed');
    const parsed = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as Doc));
    if (this.#samples.size < this.#most) this.#samples.set(key, { key, before: parsed(before), after: parsed(after) });
  }

  /** `all`: documents on the side before. */
  counted(all: number): Diff {
    const diff: Diff = { added: 0, changed: 0, removed: 0, unchanged: 0, samples: [...this.#samples.values()] };
    for (const kind of this.#kinds.values()) diff[kind]++;
    return { ...diff, unchanged: all - diff.changed - diff.removed };
  }
}

function existing(state: StateRow, generation: Generation): GenerationRow {
  const row = state.generations[collectionOf(generation)];
  if (!row) throw new Error(`${name(generation)} does not exist`);
  return row;
}

/** The most bytes of a document on the server. */
const MOST_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = new Set([10_334, 17_280, 17_419, 17_420]);

/** Finds the document that was refused for its size, and its size. */
function tooLarge(error: unknown, generation: Generation, docs: readonly DocWrite[]): Error | null {
  const said = error instanceof MongoServerError ? TOO_LARGE.has(Number(error.code)) : error instanceof Error;
  if (!said) return null;
  for (const { key, doc } of docs) {
    const bytes = doc ? Buffer.byteLength(canonical(doc)) : 0;
    if (bytes > MOST_BYTES * 0.9) {
      const text = `a document of ${(bytes / 1_048_576).toFixed(1)} MB is more than MongoDB holds (16 MB): ${key} in ${name(generation)}`;
      return new Error(text, { cause: error });
    }
  }
  return null;
}

const isCode = (error: unknown, code: number): boolean => error instanceof MongoServerError && error.code === code;

/** Inserts what it can; returns the rows whose key was taken. Throws other errors. */
async function inserted<T extends { _id: string } | { _id: number }>(
  collection: Collection<T>,
  rows: readonly T[],
  within: Within = {},
): Promise<T[]> {
  if (rows.length === 0) return [];
  try {
    await collection.insertMany(rows as readonly OptionalUnlessRequiredId<T>[], { ordered: false, ...within });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    // Besides taken keys: the others may not have reached a majority.
    if (errors.length === 0 || error.result.getWriteConcernError() || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return errors.flatMap(({ index }) => rows.slice(index, index + 1));
  }
}

type Term = Record<string, unknown>;

/** The filter of a plan. After a cursor, each branch of the `$or` bounds a range of the index. */
function matching({ tests, order, keyDesc, after }: Plan): Filter<DocRow> {
  const terms: Term[] = [{ '_meta.t': false }];
  for (const test of tests) {
    const field = fieldOf(test.field);
    if (test.kind === 'oneOf') terms.push({ [field]: test.values.length === 1 ? test.values[0] : { $in: test.values } });
    else if (test.bound !== null) terms.push({ [field]: { [`$${test.op}`]: test.bound } });
    else terms.push(test.op === 'gte' || test.op === 'lte' ? { [field]: null } : { _id: { $in: [] } });
  }
  if (!after) return { $and: terms } as Filter<DocRow>;
  const branches: Term[] = [];
  const equal: Term[] = [];
  order.forEach(({ field, desc }, i) => {
    const value = after.values[i] ?? null;
    for (const condition of beyond(value, desc)) branches.push({ $and: [...terms, ...equal, { [fieldOf(field)]: condition }] });
    equal.push({ [fieldOf(field)]: value });
  });
  branches.push({ $and: [...terms, ...equal, { _id: { [keyDesc ? '$lt' : '$gt']: after.key } }] });
  return { $or: branches } as Filter<DocRow>;
}

/** Comparisons stay within one kind: null, numbers and strings follow one another. */
function beyond(value: IndexValue, desc: boolean): unknown[] {
  const [none, numbers, strings] = [null, { $lte: Number.POSITIVE_INFINITY }, { $gte: '' }];
  if (value === null) return desc ? [] : [numbers, strings];
  if (typeof value === 'number') return desc ? [{ $lt: value }, none] : [{ $gt: value }, strings];
  return desc ? [{ $lt: value }, numbers, none] : [{ $gt: value }];
}

/** Both roles, writer and reader. Connects on first use. `dbName`: by default from the address. Errors: also StoreUnavailable. */
export const openMongoReadStore = (url: string, dbName?: string, hooks: CommitHooks = {}): ReadStore =>
  withFailures<ReadStore>(new MongoReadStore(url, dbName, hooks), AWAY, ['commit', 'createGeneration', 'diff', 'reset']);
