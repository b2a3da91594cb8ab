import type { Collection, Db, Filter, MongoClient, Sort } from 'mongodb';
import type { Position } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { asFailure, mongoClient, withFailures } from '../../integrations/mongo/client.ts';
import type {
  Batch,
  Change,
  ChangeHead,
  ChangePlace,
  Diff,
  Doc,
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
import { Differences } from './differences.ts';
import { type CommitHooks, MongoCommits } from './mongoCommits.ts';
import { type DocRow, encoded, nativeField, textOf, toStored } from './mongoDocuments.ts';
import { fieldOf, matching } from './mongoQueries.ts';
import { type ChangeRow, collectionOf, documentsOf, existing, type GenerationRow, MongoState, storedOf } from './mongoState.ts';
import { MongoViews } from './mongoViews.ts';
import { AWAY } from './mongoWrites.ts';
import { cursorAfter, keyDescends, nameOf, plan, toOrder } from './query.ts';

/**
 * Requires neither transactions nor change streams. Everything that must change atomically is in one document of the collection `state`;
 * documents and changes are written before it, and count only once it refers to them. Where the server has transactions, the same steps run
 * within one: it waits for the majority once, and no reader sees a document before its checkpoint; safety against loss and repeats does not
 * depend on it. Where it has change streams, one on `state` reports commits of other connections.
 */

/** Documents compared at a time. */
const STEP = 1_000;
const WATCH_AGAIN_MS = 1_000;

const toChange = ({ _id, topic, id, version, op, position, view }: ChangeRow): Change => ({
  ...{ n: _id, topic, id, version, op, position },
  ...(view !== undefined && { view: JSON.parse(view) as Doc }),
});

class MongoReadStore implements ReadStore {
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #state: MongoState;
  readonly #views: MongoViews;
  readonly #changeRows: Collection<ChangeRow>;
  readonly #commits: MongoCommits;
  readonly #closed = new AbortController();
  constructor(url: string, dbName: string | undefined, hooks: CommitHooks) {
    this.#client = mongoClient(url, 'aulaviva');
    this.#db = this.#client.db(dbName);
    this.#changeRows = this.#db.collection('changes');
    this.#state = new MongoState(this.#db.collection('state'), this.#changeRows);
    this.#views = new MongoViews(this.#db, this.#state);
    this.#commits = new MongoCommits(this.#client, this.#db, this.#state, this.#views, this.#changeRows, hooks);
  }

  async checkpoint(): Promise<Position | null> {
    return (await this.#state.read())?.checkpoint ?? null;
  }

  async generations(): Promise<readonly GenerationState[]> {
    return this.#state.generations();
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
    this.#commits.see(generation, keys, rows);
    return new Map(rows.flatMap((row) => (row._meta?.t ? [] : [[row._id, toStored(row)]])));
  }

  async tombstones(generation: Generation, keys: readonly string[]): Promise<Map<string, Tombstone>> {
    const rows = await storedOf(this.#db, generation, keys);
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
    const state = await this.#state.recent();
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
    const state = await this.#state.read();
    if (!state) return [];
    const { n, position, epoch } = typeof after === 'string' ? { n: null, position: after, epoch: 0 } : after;
    const rows = await this.#changeRows
      .find({ topic: { $in: topics }, position: { [n === null ? '$gt' : '$gte']: position }, _id: { $gt: n ?? 0, $lte: state.lastN } })
      .sort({ _id: 1 })
      .limit(Math.max(1, limit))
      .toArray();
    // Checked again: what was trimmed during the read is missing above.
    const since = (await this.#state.read())?.since ?? null;
    if (since !== null && position < since) return null;
    // Trimmed, or of another log: what followed it is unknown.
    if (n && !(await this.#changeRows.findOne({ _id: n, position, epoch }, { projection: { _id: 1 } }))) return null;
    return rows.slice(0, limit).map(toChange);
  }

  async lastChange(): Promise<number> {
    return (await this.#state.read())?.lastN ?? 0;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#client.close();
  }

  async follow(committed: () => void): Promise<Following | null> {
    if (!(await this.#commits.isReplicated())) return null;
    const following = { notifies: false };
    void this.#watch(committed, following);
    return following;
  }

  /** Whether this process may watch is found by trying: where it is refused, it tries again now and then, and readers poll meanwhile. */
  async #watch(committed: () => void, following: { notifies: boolean }): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const stream = this.#state.rows.watch();
      const end = () => void stream.close().catch(() => undefined);
      signal.addEventListener('abort', end, { once: true });
      try {
        // Commits before the opening are found by looking, those after it are reported.
        await stream.tryNext();
        following.notifies = true;
        committed();
        for await (const _ of stream) committed();
      } catch {
        // The server went away, or no longer has what came next: continues from now.
      }
      following.notifies = false;
      signal.removeEventListener('abort', end);
      end();
      await pause(WATCH_AGAIN_MS, signal);
    }
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
    // The entry is written first: a collection without one is an orphan, see MongoViews.dropLeftovers.
    await this.#state.change(({ epoch: current, generations }) => {
      if (epoch !== undefined && epoch < current) throw new LeaseLost();
      const found = Object.values(generations).find((row) => row.projection === projection && row.generation === generation);
      if (found) {
        if (found.version === version && found.indexes === indexes) return null;
        throw new Error(`${nameOf(spec)} exists with another version or other indexes`);
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

  commit(batch: Batch): Promise<void> {
    return this.#commits.commit(batch);
  }

  async switchTo(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    const own = collectionOf(generation);
    await this.#state.change((state) => {
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
    await this.#views.show();
  }

  async setDetached(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#state.change((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      return { generations: { [collectionOf(generation)]: { ...existing(state, generation), checkpoint: at } } };
    });
  }

  async dropGeneration(generation: Generation, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    const own = collectionOf(generation);
    await this.#state.change((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      return state.generations[own] ? { generations: { [own]: null } } : null;
    });
    await this.#views.dropLeftovers();
  }

  /**
   * Each side is looked up in the other, in any order: the result does not depend on how the server sorts. Both may advance meanwhile: documents only
   * get later positions, and those that did are compared again while nothing advances.
   */
  async diff(from: Generation, to: Generation, samples: number, still: Still = (work) => work(), signal?: AbortSignal): Promise<Diff> {
    const begun = await still(async () => {
      const state = await this.#state.made();
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
      const state = await this.#state.made();
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
    const { lastN } = await this.#state.made();
    const [first] = await this.#changeRows.find().sort({ _id: 1 }).limit(1).toArray();
    const end = lastN - keep;
    const to = first ? Math.min(end, first._id + TRIM_STEP - 1) : end;
    const trimmed: Filter<ChangeRow> = { _id: { $lte: to } };
    const [last] = await this.#changeRows.find(trimmed).sort({ position: -1 }).limit(1).toArray();
    if (!last) return false;
    // Comes first, so that an interrupted deletion is never taken for a whole store.
    await this.#state.rows.updateOne({ _id: 'native' }, { $max: { since: last.position } });
    await this.#changeRows.deleteMany(trimmed);
    return to < end;
  }

  async reset(): Promise<void> {
    const state = await this.#state.made();
    const [last] = await this.#changeRows.find().sort({ position: -1 }).limit(1).toArray();
    const since = [state.since, state.checkpoint, last?.position ?? null].filter((position) => position !== null).sort();
    await this.#state.change(({ generations }) => ({
      generations: Object.fromEntries(Object.keys(generations).map((key) => [key, null])),
      ...{ checkpoint: null, epoch: 0, since: since.at(-1) ?? null },
    }));
    await this.#changeRows.deleteMany({});
    await this.#views.dropLeftovers();
  }

  // -- documents ------------------------------------------------------------------------------------------------------

  #documents(generation: Generation): Collection<DocRow> {
    return documentsOf(this.#db, generation);
  }

  async #indexes(generation: Generation): Promise<IndexFields[] | null> {
    const key = collectionOf(generation);
    const row = await this.#state.generation(key);
    return row ? (JSON.parse(row.indexes) as IndexFields[]) : null;
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

/** Both roles, writer and reader. Connects on first use. `dbName`: by default from the address. Errors: also StoreUnavailable. */
export const openMongoReadStore = (url: string, dbName?: string, hooks: CommitHooks = {}): ReadStore =>
  withFailures<ReadStore>(new MongoReadStore(url, dbName, hooks), AWAY, ['commit', 'createGeneration', 'diff', 'reset']);
