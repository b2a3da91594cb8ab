import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { Position } from '../../../events/store/port.ts';
import type { ChangeOp, Generation, GenerationState } from '../kernel/readStore.ts';
import { type DocRow, encoded } from './mongoDocuments.ts';
import { DUPLICATE_KEY, isCode, type Within } from './mongoWrites.ts';
import { nameOf } from './query.ts';

/**
 * What must change atomically is in one document of the collection `state`: the checkpoint, the last change, and the generations. The last that was read
 * is kept here.
 */

export const ATTEMPTS = 20;
/** How long what was read last is recent, in milliseconds. */
const FRESH_MS = 20;
/** The id of the state in an earlier format, whose documents were text: its read models are rebuilt. */
const TEXT_STATE = 'state';

/** `_id` is the change's n. It counts only up to `lastN` of the state. */
export interface ChangeRow {
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

export interface GenerationRow extends GenerationState {
  epoch: number;
  /** JSON. */
  indexes: string;
}

export interface StateRow {
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

export const collectionOf = ({ projection, version, generation }: Generation): string =>
  `${encoded(projection)}_v${version}_gen${generation}`;

export const documentsOf = (db: Db, generation: Generation): Collection<DocRow> => db.collection(collectionOf(generation));

/** Positions and versions of documents and tombstones, without their content. */
export async function storedOf(
  db: Db,
  generation: Generation,
  keys: readonly string[],
  within: Within = {},
): Promise<Pick<DocRow, '_id' | '_meta'>[]> {
  if (keys.length === 0) return [];
  return documentsOf(db, generation)
    .find({ _id: { $in: keys } }, { projection: { '_meta.v': 1, '_meta.p': 1, '_meta.t': 1 }, ...within })
    .toArray();
}

export function existing(state: StateRow, generation: Generation): GenerationRow {
  const row = state.generations[collectionOf(generation)];
  if (!row) throw new Error(`${nameOf(generation)} does not exist`);
  return row;
}

export class MongoState {
  readonly rows: Collection<StateRow>;
  readonly #changeRows: Collection<ChangeRow>;
  #known: {
    at: number;
    stale: boolean;
    state: StateRow | null;
    rev: number;
    rows: Readonly<Record<string, GenerationRow>>;
    states: readonly GenerationState[];
  };

  constructor(rows: Collection<StateRow>, changeRows: Collection<ChangeRow>) {
    this.rows = rows;
    this.#changeRows = changeRows;
    this.#known = { at: performance.now(), stale: true, state: null, rev: -1, rows: {}, states: [] };
  }

  async read(): Promise<StateRow | null> {
    const at = performance.now();
    const state = await this.rows.findOne({ _id: 'native' });
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

  /** As it was at most FRESH_MS ago. */
  async recent(): Promise<StateRow | null> {
    const { stale, at, state } = this.#known;
    return !stale && performance.now() - at <= FRESH_MS ? state : this.read();
  }

  async generations(): Promise<readonly GenerationState[]> {
    await this.recent();
    return this.#known.states;
  }

  async generation(key: string): Promise<GenerationRow | undefined> {
    return this.#known.rows[key] ?? (await this.read())?.generations[key];
  }

  /** Creates it where it does not exist. */
  async made(): Promise<StateRow> {
    for (;;) {
      const state = await this.read();
      if (state) {
        // Older releases kept the progress of requests here.
        if ('requests' in state) await this.rows.updateOne({ _id: 'native' }, { $unset: { requests: '' } });
        return state;
      }
      await this.#changeRows.createIndex({ topic: 1, position: 1 });
      const text = await this.rows.findOne({ _id: TEXT_STATE });
      await this.rows
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
      await this.rows.deleteOne({ _id: TEXT_STATE });
    }
  }

  /** What was read before has changed. */
  forget(): void {
    this.#known = { ...this.#known, at: performance.now(), stale: true };
  }

  /** Changes the state atomically as `decide` says; decides again where the state has changed. An entry set to null is removed; a null answer changes nothing. */
  async change(
    decide: (state: StateRow) => (Partial<Omit<StateRow, 'generations'>> & { generations: Record<string, GenerationRow | null> }) | null,
  ): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const state = await this.made();
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
      const { matchedCount } = await this.rows.updateOne({ _id: 'native', rev, checkpoint }, update as UpdateFilter<StateRow>);
      this.forget();
      if (matchedCount === 1) return;
    }
    throw new Error('the read store is being changed by somebody else');
  }
}
