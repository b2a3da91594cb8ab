import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { frozen } from '../../../events/frozen.ts';
import { type OnDamage, StoreDamaged, sqliteFault } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import { Snapshot } from '../../../events/store/snapshot.ts';
import type { Doc, DocWrite, IndexFields, Page, Query, StoredDoc, Tombstone } from '../kernel/readStore.ts';
import type { IndexValue, Order, Plan } from './query.ts';
import { canonical, cursorAfter, indexedFields, indexValue, keyDescends, plan, toOrder } from './query.ts';

/** Prepared statements by their text. Texts vary only with the shape of queries; the bound is for long `in` lists. */
export class Statements {
  readonly db: DatabaseSync;
  readonly snapshot: Snapshot;
  readonly #prepared = new Map<string, StatementSync>();

  readonly #onDamage: OnDamage;

  constructor(db: DatabaseSync, onDamage: OnDamage = () => {}) {
    this.db = db;
    this.snapshot = new Snapshot(db);
    this.#onDamage = onDamage;
  }

  of(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      if (this.#prepared.size >= 500) this.#prepared.clear();
      statement = this.db.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /** Runs `body` in one transaction; it must not await. */
  write<T>(body: () => T): T {
    this.snapshot.end();
    return this.guarded('the read models cannot be written', () => {
      this.of('BEGIN IMMEDIATE').run();
      try {
        const result = body();
        this.of('COMMIT').run();
        return result;
      } catch (error) {
        if (this.db.isTransaction) this.of('ROLLBACK').run();
        throw error;
      }
    });
  }

  guarded<T>(what: string, work: () => T): T {
    return guarded(what, work, this.#onDamage);
  }
}

/** The error of SQLite as a kind of fault (events/store/faults.ts). */
export function guarded<T>(what: string, work: () => T, onDamage: OnDamage): T {
  try {
    return work();
  } catch (error) {
    const fault = sqliteFault(error, 'read models', what);
    if (fault instanceof StoreDamaged) onDamage(fault);
    throw fault;
  }
}

/** null is stored as minus infinity, which JSON does not have: one comparison then orders everything, and row values can use an index. */
export const stored = (value: IndexValue): string | number => value ?? Number.NEGATIVE_INFINITY;

interface DocRow {
  k: string;
  v: number;
  p: string;
  j: string;
}

/** Documents whose JSON is longer than this, in characters, are cached parsed; and how many per generation. */
const LARGE = 4_000;
const KEPT = 64;

/** `j` is null where the version asked with is the present one. */
type NewsRow = Omit<DocRow, 'k' | 'j'> & { j: string | null };

interface OldRow {
  v: number;
  p: string;
  s?: string | null;
  [field: `f${number}`]: string | number;
}

const fromRow = ({ k, v, p, j }: DocRow): StoredDoc => ({ key: k, version: v, position: p as Position, doc: JSON.parse(j) as Doc });

/**
 * The documents of one generation: a table of documents with one column per indexed field (computed here, so that no JSON is parsed again for an index),
 * one of tombstones, one of people.
 */
export class Documents {
  readonly indexes: readonly IndexFields[];
  readonly table: string;
  readonly #statements: Statements;
  readonly #fields: readonly string[];
  readonly #columns: ReadonlyMap<string, string>;
  readonly #large = new Map<string, StoredDoc>();
  /** The SQL used for every document, built once. */
  readonly #sql: Readonly<Record<'select' | 'get' | 'old' | 'upsert' | 'update' | 'delete' | 'gone' | 'bury' | 'raise', string>>;
  readonly #view: boolean;

  /** `view`: what is called `table` is a view that is only read, over tables with the same indexes. */
  constructor(statements: Statements, table: string, indexes: readonly IndexFields[], options: { view: boolean } = { view: false }) {
    this.#statements = statements;
    this.#view = options.view;
    this.table = table;
    this.indexes = indexes;
    this.#fields = indexedFields(indexes);
    this.#columns = new Map(this.#fields.map((field, i) => [field, `f${i}`]));
    const columns = this.columns();
    const select = `SELECT k, v, p, j FROM ${table}`;
    const sets = columns.slice(1).map((column) => `${column} = excluded.${column}`);
    this.#sql = {
      select,
      get: `SELECT v, p, iif(v = ?1 AND p = ?2, NULL, j) AS j FROM ${table} WHERE k = ?3`,
      old: `SELECT ${columns.filter((column) => column !== 'k' && column !== 'j')} FROM ${table} WHERE k = ?`,
      upsert: `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')}) ON CONFLICT (k) DO UPDATE SET ${sets}`,
      update: `UPDATE ${table} SET v = ?, p = ?, j = ?, s = ? WHERE k = ?`,
      delete: `DELETE FROM ${table} WHERE k = ?`,
      gone: `SELECT v, p FROM ${table}_gone WHERE k = ?`,
      bury: `INSERT INTO ${table}_gone VALUES (?, ?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v, p = excluded.p`,
      raise: `DELETE FROM ${table}_gone WHERE k = ?`,
    };
  }

  /** `s` is a JSON array of the people whose data the document holds, or null. */
  columns(): string[] {
    return ['k', 'v', 'p', 'j', 's', ...this.#columns.values()];
  }

  /** Indexes and the look-up by person cost time in every write: a build goes without them. */
  create(options: { indexed: boolean }): void {
    const { db } = this.#statements;
    const fields = [...this.#columns.values()].map((column) => `, ${column} NOT NULL`).join('');
    db.exec(`CREATE TABLE ${this.table} (k TEXT PRIMARY KEY, v INTEGER NOT NULL, p TEXT NOT NULL, j TEXT NOT NULL, s TEXT${fields});
      CREATE TABLE ${this.table}_gone (k TEXT PRIMARY KEY, v INTEGER NOT NULL, p TEXT NOT NULL) WITHOUT ROWID;`);
    if (!options.indexed) return;
    db.exec(`CREATE TABLE ${this.table}_people (person TEXT, k TEXT, PRIMARY KEY (person, k)) WITHOUT ROWID`);
    this.indexes.forEach((fields, i) => {
      const orders = fields.map(toOrder);
      const terms = [...orders.map((order) => `${this.#column(order.field)}${way(order.desc)}`), `k${way(keyDescends(orders))}`];
      db.exec(`CREATE INDEX ${this.#index(i)} ON ${this.table} (${terms})`);
    });
  }

  drop(): void {
    for (const suffix of ['', '_gone', '_people']) this.#statements.db.exec(`DROP TABLE IF EXISTS ${this.table}${suffix}`);
  }

  clear(): void {
    this.#large.clear();
    for (const suffix of ['', '_gone', '_people']) this.#statements.db.exec(`DELETE FROM ${this.table}${suffix}`);
  }

  get(key: string): StoredDoc | null {
    const kept = this.#large.get(key);
    const row = this.#statements.of(this.#sql.get).get(kept?.version ?? null, kept?.position ?? null, key) as NewsRow | undefined;
    if (!row) return null;
    if (kept && row.j === null) return kept;
    const found: StoredDoc = { key, version: row.v, position: row.p as Position, doc: JSON.parse(row.j ?? '') as Doc };
    if (row.j !== null && row.j.length > LARGE) this.#keep(frozen(found));
    return found;
  }

  #keep(found: StoredDoc): void {
    this.#large.set(found.key, found);
    for (const oldest of this.#large.keys()) {
      if (this.#large.size <= KEPT) return;
      this.#large.delete(oldest);
    }
  }

  getMany(keys: readonly string[]): Map<string, StoredDoc> {
    const found = new Map<string, StoredDoc>();
    for (const key of keys) {
      const doc = this.get(key);
      if (doc) found.set(key, doc);
    }
    return found;
  }

  tombstones(keys: readonly string[]): Map<string, Tombstone> {
    const select = this.#statements.of(this.#sql.gone);
    const found = new Map<string, Tombstone>();
    for (const key of keys) {
      const row = select.get(key) as { v: number; p: Position } | undefined;
      if (row) found.set(key, { version: row.v, position: row.p });
    }
    return found;
  }

  find(query: Query): Page {
    const planned = plan(query, this.indexes);
    const { sql, values } = this.#where(planned, planned.index);
    const orders = [...planned.order.map(({ field, desc }) => `${this.#column(field)}${way(desc)}`), `k${way(planned.keyDesc)}`];
    const limit = planned.limit === null ? '' : ' LIMIT ?';
    const rows = this.#statements
      .of(`${this.#sql.select}${sql} ORDER BY ${orders}${limit}`)
      .all(...values, ...(planned.limit === null ? [] : [planned.limit + 1])) as unknown as DocRow[];
    const more = planned.limit !== null && rows.length > planned.limit;
    const docs = (more ? rows.slice(0, -1) : rows).map(fromRow);
    const last = docs.at(-1);
    return { docs, next: more && last ? cursorAfter(planned.order, last) : null };
  }

  count(where: Query['where']): number {
    const planned = plan(where ? { where } : {}, this.indexes);
    const { sql, values } = this.#where(planned, planned.index);
    const row = this.#statements.of(`SELECT count(*) AS n FROM ${this.table}${sql}`).get(...values) as { n: number };
    return row.n;
  }

  /** The last key of the next documents, within a number and a size; null: no more documents. */
  pageEnd(key: string | null, limit: number, bytes: number): string | null {
    const rows = this.#statements
      .of(`SELECT k, length(j) AS size FROM ${this.table} WHERE k ${key === null ? '>=' : '>'} ? ORDER BY k LIMIT ?`)
      .all(key ?? '', limit) as { k: string; size: number }[];
    let sum = 0;
    let last: string | null = null;
    for (const { k, size } of rows) {
      sum += size;
      if (last !== null && sum > bytes) break;
      last = k;
    }
    return last;
  }

  /** Documents after `after` up to `to`, from another table with the same columns. */
  copyFrom(other: Documents, after: string | null, to: string): void {
    const columns = this.columns();
    const range = `k ${after === null ? '>=' : '>'} ? AND k <= ?`;
    this.#statements
      .of(`INSERT INTO ${this.table} (${columns}) SELECT ${columns} FROM ${other.table} WHERE ${range} ORDER BY k`)
      .run(after ?? '', to);
    this.#statements
      .of(`INSERT INTO ${this.table}_people SELECT value, k FROM ${other.table}, json_each(s) WHERE s IS NOT NULL AND ${range}`)
      .run(after ?? '', to);
  }

  /** The same for a single document, if it exists. */
  mirror(other: Documents, key: string): void {
    const { table } = this;
    const old = this.#statements.of(`SELECT s FROM ${table} WHERE k = ?`).get(key) as { s: string | null } | undefined;
    if (old?.s)
      this.#statements.of(`DELETE FROM ${table}_people WHERE k = ?2 AND person IN (SELECT value FROM json_each(?1))`).run(old.s, key);
    if (old) this.#statements.of(this.#sql.delete).run(key);
    const columns = this.columns();
    this.#statements.of(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${other.table} WHERE k = ?`).run(key);
    this.#statements
      .of(`INSERT INTO ${table}_people SELECT value, k FROM ${other.table}, json_each(s) WHERE s IS NOT NULL AND k = ?`)
      .run(key);
  }

  /** Copies the tombstones, which contain no text. */
  takeGone(other: Documents): void {
    this.#statements.db.exec(`DROP TABLE ${this.table}_gone; ALTER TABLE ${other.table}_gone RENAME TO ${this.table}_gone`);
  }

  /** Deletes some of the documents; false once none is left. */
  deleteSome(limit: number): boolean {
    const sql = `DELETE FROM ${this.table} WHERE k IN (SELECT k FROM ${this.table} ORDER BY k LIMIT ?)`;
    return this.#statements.of(sql).run(limit).changes > 0;
  }

  /** A page of `scan`. */
  pageAfter(key: string | null, limit: number): StoredDoc[] {
    const rows = this.#statements.of(`${this.#sql.select} WHERE k ${key === null ? '>=' : '>'} ? ORDER BY k LIMIT ?`).all(key ?? '', limit);
    return (rows as unknown as DocRow[]).map(fromRow);
  }

  keysOfPerson(person: string): string[] {
    const rows = this.#statements.of(`SELECT k FROM ${this.table}_people WHERE person = ? ORDER BY k`).all(person);
    return (rows as { k: string }[]).map(({ k }) => k);
  }

  /** Creates the look-up by person where `create` left it out. */
  createPeople(): void {
    const { table } = this;
    this.#statements.db.exec(`CREATE TABLE ${table}_people (person TEXT, k TEXT, PRIMARY KEY (person, k)) WITHOUT ROWID;
      INSERT INTO ${table}_people SELECT value, k FROM ${table}, json_each(s) WHERE s IS NOT NULL ORDER BY value, k`);
  }

  /** See `DocWrite`. `rewrite`: the batch has no checkpoint. */
  write(write: DocWrite, options: { rewrite: boolean; indexed: boolean }): void {
    const { key, position, doc } = write;
    const statements = this.#statements;
    const sql = this.#sql;
    const old = statements.of(sql.old).get(key) as OldRow | undefined;
    const gone = old ? undefined : (statements.of(sql.gone).get(key) as OldRow | undefined);
    const before = old ?? gone;
    if (before && (options.rewrite ? before.p > position || before.v >= write.version : before.p >= position)) return;
    const version = Math.max(write.version, old?.v ?? (gone && doc ? gone.v + 1 : (gone?.v ?? 0)));
    const people = doc && write.persons.length > 0 ? JSON.stringify([...new Set(write.persons)].sort()) : null;
    if (doc) {
      const fields = this.#fields.map((field) => stored(indexValue(doc, field)));
      // Where no indexed field changes, no index is touched.
      if (old && fields.every((field, i) => old[`f${i}`] === field))
        statements.of(sql.update).run(version, position, canonical(doc), people, key);
      else statements.of(sql.upsert).run(key, version, position, canonical(doc), people, ...fields);
      if (gone) statements.of(sql.raise).run(key);
    } else {
      if (old) statements.of(sql.delete).run(key);
      statements.of(sql.bury).run(key, version, position);
    }
    if (!options.indexed || people === (old?.s ?? null)) return;
    const { table } = this;
    if (old?.s) statements.of(`DELETE FROM ${table}_people WHERE k = ?2 AND person IN (SELECT value FROM json_each(?1))`).run(old.s, key);
    if (people) statements.of(`INSERT INTO ${table}_people SELECT value, ?2 FROM json_each(?1)`).run(people, key);
  }

  #column(field: string): string {
    const column = this.#columns.get(field);
    if (!column) throw new Error(`${field} is not indexed`);
    return column;
  }

  #index(i: number): string {
    return `${this.table}_by${i}`;
  }

  #where({ tests, order, keyDesc, after }: Plan, index: number | null): { sql: string; values: (string | number)[] } {
    const terms: string[] = [];
    const values: (string | number)[] = [];
    const add = (term: string, ...bound: (string | number)[]) => {
      terms.push(term);
      values.push(...bound);
    };
    for (const test of tests) {
      const column = this.#column(test.field);
      if (test.kind === 'oneOf') {
        if (test.values.length === 1) add(`${column} = ?`, ...test.values.map(stored));
        else add(`${column} IN (${test.values.map(() => '?')})`, ...test.values.map(stored));
      } else if (test.bound === null) {
        if (test.op === 'gt' || test.op === 'lt') add('FALSE');
        else add(`${column} = ?`, stored(null));
      } else {
        add(`${column} ${{ gt: '>', gte: '>=', lt: '<', lte: '<=' }[test.op]} ?`, test.bound);
        // Within one kind: numbers sort between null and the empty string.
        if (test.op === 'gt' || test.op === 'gte') {
          if (typeof test.bound === 'number') add(`${column} < ''`);
        } else if (typeof test.bound === 'number') add(`${column} > ?`, stored(null));
        else add(`${column} >= ''`);
      }
    }
    if (after) this.#after([...order, { field: '', desc: keyDesc }], [...after.values.map(stored), after.key], add);
    const by = index === null || this.#view ? '' : ` INDEXED BY ${this.#index(index)}`;
    return { sql: `${by}${terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : ''}`, values };
  }

  /** Rows after the given one in this order; the last field is the key. */
  #after(order: readonly Order[], at: readonly (string | number)[], add: (term: string, ...bound: (string | number)[]) => void): void {
    const columns = order.map(({ field }, i) => (i === order.length - 1 ? 'k' : this.#column(field)));
    const beyond = order.map(({ desc }) => (desc ? '<' : '>'));
    if (new Set(beyond).size === 1) {
      add(`(${columns}) ${beyond[0]} (${at.map(() => '?')})`, ...at);
      return;
    }
    // The first field bounds the range in the index, the others decide among equal values.
    const alternatives = columns.map((column, i) =>
      [...columns.slice(0, i).map((equal) => `${equal} = ?`), `${column} ${beyond[i]} ?`].join(' AND '),
    );
    add(`${columns[0]} ${beyond[0]}= ?`, ...at.slice(0, 1));
    add(`(${alternatives.join(' OR ')})`, ...alternatives.flatMap((_, i) => at.slice(0, i + 1)));
  }
}

export const way = (desc: boolean): string => (desc ? ' DESC' : '');
