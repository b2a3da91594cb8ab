import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { OnDamage } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import type {
  Change,
  ChangeHead,
  ChangePlace,
  Generation,
  GenerationState,
  IndexFields,
  Page,
  Query,
  ReadStoreReader,
  StoredDoc,
} from '../kernel/readStore.ts';
import { nameOf } from './query.ts';
import { Documents, guarded, Statements } from './sqliteDocuments.ts';
import { type ChangeRow, type GenerationRow, HAS_EPOCHS, type StateRow, toChange } from './sqliteSchema.ts';

/** How long a connection waits for another's write lock, in milliseconds. */
export const PATIENCE = 10_000;

interface Generations {
  rev: number;
  states: readonly GenerationState[];
  rows: ReadonlyMap<string, GenerationRow>;
}

export class SqliteReader implements ReadStoreReader {
  protected readonly path: string;
  #statements: Statements | null = null;
  #closed = false;
  /** Whether the writer has created its tables. */
  #made = false;
  /** What the last snapshot read of the state. */
  #seen: { snapshot: number; state: StateRow } | null = null;
  #generations: Generations = { rev: -1, states: [], rows: new Map() };
  readonly #documents = new Map<number, Documents>();

  protected readonly onDamage: OnDamage;

  constructor(path: string, onDamage: OnDamage, statements?: Statements) {
    this.path = path;
    this.onDamage = onDamage;
    this.#statements = statements ?? null;
  }

  async checkpoint(): Promise<Position | null> {
    return this.read(null, (_, state) => state.checkpoint);
  }

  async generations(): Promise<readonly GenerationState[]> {
    return this.read<readonly GenerationState[]>([], (statements, state) => this.#known(statements, state).states);
  }

  async get(generation: Generation, key: string): Promise<StoredDoc | null> {
    return this.in(generation, null, (documents) => documents.get(key));
  }

  async getMany(generation: Generation, keys: readonly string[]): Promise<Map<string, StoredDoc>> {
    return this.in(generation, new Map(), (documents) => documents.getMany(keys));
  }

  async find(generation: Generation, query: Query): Promise<Page> {
    return this.in<Page>(generation, { docs: [], next: null }, (documents) => documents.find(query));
  }

  async count(generation: Generation, where?: Query['where']): Promise<number> {
    return this.in(generation, 0, (documents) => documents.count(where));
  }

  async changeHeads(after: number, limit: number): Promise<ChangeHead[]> {
    return this.read([], (statements) => {
      const heads = statements.of('SELECT n, topic, id, position, epoch FROM changes WHERE n > ? ORDER BY n LIMIT ?').all(after, limit);
      return heads as unknown as ChangeHead[];
    });
  }

  async changes(ns: readonly number[]): Promise<Change[]> {
    return this.read<Change[]>([], (statements) => {
      const select = statements.of('SELECT n, topic, id, version, op, position, view FROM changes WHERE n = ?');
      return ns.flatMap((n) => {
        const row = select.get(n) as ChangeRow | undefined;
        return row ? [toChange(row)] : [];
      });
    });
  }

  async changesSince(after: Position | ChangePlace, topics: readonly string[], limit: number): Promise<Change[] | null> {
    return this.read<Change[] | null>([], (statements, { since }) => {
      const { n, position, epoch } = typeof after === 'string' ? { n: null, position: after, epoch: 0 } : after;
      if (since !== null && position < since) return null;
      // Trimmed, or of another log: what followed it is unknown.
      if (n && !statements.of('SELECT 1 FROM changes WHERE n = ? AND position = ? AND epoch = ?').get(n, position, epoch)) return null;
      const sql = `SELECT n, topic, id, version, op, position, view FROM changes INDEXED BY changes_by_topic
        WHERE topic IN (SELECT value FROM json_each(?)) AND position ${n === null ? '>' : '>='} ? AND n > ? ORDER BY n LIMIT ?`;
      return (statements.of(sql).all(JSON.stringify(topics), position, n ?? 0, limit) as unknown as ChangeRow[]).map(toChange);
    });
  }

  async lastChange(): Promise<number> {
    return this.read(0, (_, state) => state.last_n);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#statements?.db.close();
  }

  protected state(statements: Statements): StateRow {
    return statements.of('SELECT epoch, checkpoint, last_n, since, rev FROM state').get() as unknown as StateRow;
  }

  protected row(statements: Statements, { projection, version, generation }: Generation): GenerationRow | undefined {
    const sql = 'SELECT * FROM generations WHERE projection = ? AND generation = ? AND version = ?';
    return statements.of(sql).get(projection, generation, version) as unknown as GenerationRow | undefined;
  }

  /** Ids are never reused, so a prepared reader of one stays valid. */
  protected documents(statements: Statements, { id, indexes }: Pick<GenerationRow, 'id' | 'indexes'>): Documents {
    let documents = this.#documents.get(id);
    if (!documents) {
      documents = this.documentsOf(statements, id, JSON.parse(indexes) as IndexFields[]);
      this.#documents.set(id, documents);
    }
    return documents;
  }

  protected documentsOf(statements: Statements, id: number, indexes: readonly IndexFields[]): Documents {
    return new Documents(statements, `g${id}`, indexes);
  }

  protected connect(): DatabaseSync {
    return new DatabaseSync(this.path, { readOnly: true, timeout: PATIENCE });
  }

  /** Of the present snapshot; `empty` where the writer has created no tables yet. */
  protected read<T>(empty: T, body: (statements: Statements, state: StateRow) => T): T {
    const statements = this.#open();
    if (!statements) return empty;
    return statements.guarded('the read models cannot be read', () => {
      const { snapshot } = statements;
      snapshot.begin();
      this.#made ||= statements.of(`SELECT 1 ${HAS_EPOCHS}`).get() !== undefined;
      if (!this.#made) return empty;
      if (this.#seen?.snapshot !== snapshot.number) this.#seen = { snapshot: snapshot.number, state: this.state(statements) };
      return body(statements, this.#seen.state);
    });
  }

  protected in<T>(generation: Generation, empty: T, body: (documents: Documents) => T): T {
    return this.read(empty, (statements, state) => {
      const row = this.#known(statements, state).rows.get(nameOf(generation));
      return row ? body(this.documents(statements, row)) : empty;
    });
  }

  /** Read again where something changed. */
  #known(statements: Statements, { rev }: StateRow): Generations {
    if (this.#generations.rev === rev) return this.#generations;
    const rows = statements.of('SELECT * FROM generations ORDER BY projection, generation').all() as unknown as GenerationRow[];
    const states = rows.map(({ projection, version, generation, role, checkpoint, created_at }) => ({
      ...{ projection, version, generation, role, checkpoint },
      createdAt: created_at,
    }));
    this.#generations = { rev, states, rows: new Map(rows.map((row) => [nameOf(row), row])) };
    return this.#generations;
  }

  #open(): Statements | null {
    if (this.#closed) throw new Error('the read store is closed');
    if (!this.#statements && existsSync(this.path)) {
      const db = guarded('the read models cannot be opened', () => this.connect(), this.onDamage);
      this.#statements = new Statements(db, this.onDamage);
    }
    return this.#statements;
  }
}

/** For any other thread. Tables that the writer has not created yet read as empty. */
export const openSqliteReader = (path: string, onDamage: OnDamage = () => {}): ReadStoreReader => new SqliteReader(path, onDamage);
