import type { StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { frozen } from '../../../events/frozen.ts';
import { type OnDamage, StoreDamaged, StoreUnavailable, sqliteFault } from '../../../events/store/faults.ts';
import { ownersOnly } from './ownersOnly.ts';
import type { Now, Vault, VaultRecord, VaultTable } from './port.ts';
import { prefixEnd } from './prefix.ts';

/** How long a thread waits for another's write, in milliseconds. */
const PATIENCE = 10_000;

/** `revisions` numbers all writes, so that a key removed and written again never gets an earlier revision. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS revisions (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL);
  INSERT OR IGNORE INTO revisions VALUES (1, 0);
  CREATE TABLE IF NOT EXISTS records (tbl TEXT, k TEXT, value TEXT NOT NULL, revision INTEGER NOT NULL, expires INTEGER, PRIMARY KEY (tbl, k)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_by_expiry ON records (expires) WHERE expires IS NOT NULL;
`;

interface Row {
  k: string;
  value: string;
  revision: number;
}

/** A cached look-up (null: no record), and until when it is valid (epoch milliseconds). */
interface Known {
  record: VaultRecord<unknown> | null;
  expires: number;
}
/** The most, and the largest, records that are cached. */
const KNOWN = 2_000;
const SMALL = 1_000;

/** How many commits the threads of this process have made to vaults: each sees those of the others at once, for next to nothing. */
const COMMITS = 'aulaviva: commits to vaults';
const counter = (getEnvironmentData(COMMITS) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(4);
setEnvironmentData(COMMITS, counter);
const commits = new Int32Array(counter);
/** How late a commit of another process may be noticed, in milliseconds. */
const ELSEWHERE_MS = 5;

const UNREAD = 'the vault cannot be read';
const UNWRITTEN = 'the vault cannot be written';

export interface SqliteVaultOptions {
  /** How long a thread waits for another's write, in milliseconds. */
  patience?: number;
  /** Called for every damage found, before the error reaches the caller that met it. */
  onDamage?: OnDamage;
}

const toRecord = <T>({ k, value, revision }: Row): VaultRecord<T> => ({ key: k, value: JSON.parse(value) as T, revision });

/** In place of a path: a vault that no file holds, gone when it is closed. */
export const IN_MEMORY = ':memory:';

class SqliteVault implements Vault {
  readonly #db: DatabaseSync;
  readonly #now: Now;
  readonly #prepared = new Map<string, StatementSync>();
  /** Look-ups since the last write of any connection: nearly every call of the API looks up its session. */
  readonly #known = new Map<string, Known>();
  /** This process's count of commits, and SQLite's of those of all other connections, with when that was asked for (performance.now()). */
  #commits = -1;
  #written: unknown;
  #askedAt = Number.NEGATIVE_INFINITY;

  readonly #onDamage: OnDamage;

  constructor(path: string, now: Now, { patience = PATIENCE, onDamage = () => {} }: SqliteVaultOptions) {
    if (path !== IN_MEMORY) ownersOnly(path);
    this.#now = now;
    this.#onDamage = onDamage;
    try {
      this.#db = new DatabaseSync(path, { timeout: patience });
    } catch (error) {
      throw sqliteFault(error, 'vault', `the vault cannot be opened in ${path}`);
    }
    try {
      this.#guarded('the vault cannot be opened', () => {
        // secure_delete: a destroyed key does not stay on a free page.
        this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
        const tables = this.#db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
        if (tables.length > 0 && !tables.some((table) => table.name === 'records'))
          throw new StoreDamaged('vault', 'a database of something else, not the vault of a school');
      });
      this.#write(() => this.#db.exec(SCHEMA));
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  async get<T>(table: VaultTable, key: string): Promise<VaultRecord<T> | null> {
    this.#look();
    const name = `${table} ${key}`;
    const known = this.#known.get(name);
    if (known && known.expires > this.#now()) return known.record as VaultRecord<T> | null;
    const row = this.#of('SELECT k, value, revision, expires FROM records WHERE tbl = ? AND k = ? AND (expires IS NULL OR expires > ?)');
    const found = this.#guarded(UNREAD, () => row.get(table, key, this.#now())) as (Row & { expires: number | null }) | undefined;
    const record = found ? toRecord<T>(found) : null;
    if ((found?.value.length ?? 0) <= SMALL) {
      if (this.#known.size >= KNOWN) this.#known.clear();
      this.#known.set(name, { record: record && frozen(record), expires: found?.expires ?? Number.POSITIVE_INFINITY });
    }
    return record;
  }

  async put<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<void> {
    this.#put('', table, key, value, options);
  }

  async insert<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<boolean> {
    return this.#put('WHERE expires <= ?', table, key, value, options, this.#now());
  }

  async replace<T>(table: VaultTable, key: string, revision: number, value: T, options?: { expiresAt?: number }): Promise<boolean> {
    return this.#write(() => {
      const sql = `UPDATE records SET value = ?, expires = ?, revision = ?
        WHERE tbl = ? AND k = ? AND revision = ? AND (expires IS NULL OR expires > ?)`;
      const values = [JSON.stringify(value), options?.expiresAt ?? null, this.#revision(), table, key, revision, this.#now()];
      return this.#of(sql).run(...values).changes === 1;
    });
  }

  async remove(table: VaultTable, key: string): Promise<void> {
    this.#write(() => this.#of('DELETE FROM records WHERE tbl = ? AND k = ?').run(table, key));
  }

  async clear(table: VaultTable): Promise<void> {
    this.#write(() => this.#of('DELETE FROM records WHERE tbl = ?').run(table));
  }

  async list<T>(
    table: VaultTable,
    prefix: string,
    options: { limit?: number; after?: string; backwards?: boolean } = {},
  ): Promise<VaultRecord<T>[]> {
    const { limit, after, backwards = false } = options;
    const end = prefixEnd(prefix);
    const terms = ['tbl = ?', '(expires IS NULL OR expires > ?)', 'k >= ?'];
    const values: (string | number)[] = [table, this.#now(), prefix];
    if (end !== null) {
      terms.push('k < ?');
      values.push(end);
    }
    if (after !== undefined) {
      terms.push(backwards ? 'k < ?' : 'k > ?');
      values.push(after);
    }
    const sql = `SELECT k, value, revision FROM records WHERE ${terms.join(' AND ')} ORDER BY k ${backwards ? 'DESC' : 'ASC'} LIMIT ?`;
    const rows = this.#guarded(UNREAD, () => this.#of(sql).all(...values, limit ?? -1)) as unknown as Row[];
    return rows.map((row) => toRecord<T>(row));
  }

  async count(table: VaultTable, prefix: string): Promise<number> {
    const end = prefixEnd(prefix);
    const sql = `SELECT count(*) AS records FROM records WHERE tbl = ? AND (expires IS NULL OR expires > ?) AND k >= ?${end === null ? '' : ' AND k < ?'}`;
    const values = [table, this.#now(), prefix, ...(end === null ? [] : [end])];
    return Number(this.#guarded(UNREAD, () => this.#of(sql).get(...values))?.records);
  }

  async sweep(now: number): Promise<number> {
    return this.#write(() => Number(this.#of('DELETE FROM records WHERE expires <= ?').run(now).changes));
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
  }

  #put(over: string, table: VaultTable, key: string, value: unknown, options?: { expiresAt?: number }, ...bound: number[]): boolean {
    return this.#write(() => {
      const sql = `INSERT INTO records (tbl, k, value, revision, expires) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (tbl, k) DO UPDATE SET value = excluded.value, revision = excluded.revision, expires = excluded.expires ${over}`;
      const values = [table, key, JSON.stringify(value), this.#revision(), options?.expiresAt ?? null];
      return this.#of(sql).run(...values, ...bound).changes === 1;
    });
  }

  #revision(): number {
    return (this.#of('UPDATE revisions SET last = last + 1 RETURNING last').get() as { last: number }).last;
  }

  /** Empties the cache where anybody has written. */
  #look(): void {
    const made = Atomics.load(commits, 0);
    if (made !== this.#commits) this.#known.clear();
    this.#commits = made;
    const at = performance.now();
    if (at - this.#askedAt < ELSEWHERE_MS) return;
    this.#askedAt = at;
    const written = this.#guarded(UNREAD, () => this.#of('PRAGMA data_version').get()?.data_version);
    if (written !== this.#written) this.#known.clear();
    this.#written = written;
  }

  #write<T>(body: () => T): T {
    this.#known.clear();
    return this.#guarded(UNWRITTEN, () => {
      try {
        this.#of('BEGIN IMMEDIATE').run();
        const result = body();
        this.#of('COMMIT').run();
        Atomics.add(commits, 0, 1);
        return result;
      } catch (error) {
        if (this.#db.isOpen && this.#db.isTransaction) this.#of('ROLLBACK').run();
        throw error;
      }
    });
  }

  /** The error of SQLite as a kind of fault (events/store/faults.ts). */
  #guarded<T>(what: string, work: () => T): T {
    if (!this.#db.isOpen) throw new StoreUnavailable('the vault has been closed');
    try {
      return work();
    } catch (error) {
      const fault = sqliteFault(error, 'vault', what);
      if (fault instanceof StoreDamaged) this.#onDamage(fault);
      throw fault;
    }
  }

  #of(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

/** `vault.db`. Several threads may open the same file; `now` is for expiry on reading. Errors: StoreUnavailable, StoreDamaged. */
export const openSqliteVault = (path: string, now: Now = Date.now, options: SqliteVaultOptions = {}): Vault =>
  new SqliteVault(path, now, options);
