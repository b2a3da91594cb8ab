import { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../../events/store/port.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import type { DocWrite, IndexFields, StoredDoc, Tombstone } from '../kernel/readStore.ts';
import { canonical, indexedFields, indexValue, keyDescends, toOrder } from './query.ts';
import { Statements, stored, way } from './sqliteDocuments.ts';
import { PATIENCE } from './sqliteReader.ts';

/**
 * Every document of every projection as it was at each mark, a place of the log: a document has a row for each mark before which it changed, so the one
 * that held at a mark is the last of its rows up to there. Rows are only added, and read by views that look like the tables of documents.
 */

/** A place in the log up to which everything is folded. */
export interface Mark {
  /** Increasing; 0 is before the first event. */
  n: number;
  position: Position | null;
  /** How many events precede it in the log. */
  events: number;
  /** When the latest of them occurred, in epoch milliseconds. */
  latest: number;
}
export const NO_MARK: Mark = { n: 0, position: null, events: 0, latest: 0 };

export interface Versioned {
  id: number;
  projection: AnyProjection;
  /** The event before which the projection halted; null: it did not. */
  halted: Position | null;
}

/**
 * How much room the rows may use before every other mark is dropped: `each` bytes for each event, but at least `least` bytes; `marks` marks stay in any case.
 */
export interface Room {
  each: number;
  least: number;
  marks: number;
}

const NOBODY: readonly string[] = [];

export class Versions {
  readonly all: readonly Versioned[];
  readonly file: string;
  /** Numbers of the marks on which open moments are based: their rows must stay. */
  inUse: ReadonlySet<number> = new Set();
  readonly #statements: Statements;
  readonly #room: Room;
  #last: Mark = NO_MARK;
  /** The present marks have numbers that are multiples of this. */
  #step = 1;
  #indexed = false;

  constructor(file: string, projections: readonly AnyProjection[], room: Room) {
    const db = new DatabaseSync(file, { timeout: PATIENCE });
    // Durability does not matter: what a crash damages is folded again.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA wal_autocheckpoint = 4000');
    this.file = file;
    this.#statements = new Statements(db);
    this.#room = room;
    this.all = projections.map((projection, i) => ({ id: i + 1, projection, halted: null }));
    this.#statements.write(() => {
      db.exec('CREATE TABLE marks (n INTEGER PRIMARY KEY, position TEXT NOT NULL, events INTEGER NOT NULL, latest INTEGER NOT NULL)');
      for (const { id, projection } of this.all) {
        const fields = fieldColumns(projection).map((column) => `, ${column}`);
        db.exec(`CREATE TABLE h${id} (k TEXT NOT NULL, n INTEGER NOT NULL, v INTEGER NOT NULL, p TEXT NOT NULL, j TEXT${fields.join('')});
          CREATE UNIQUE INDEX h${id}_by_key ON h${id} (k, n);
          CREATE TABLE h${id}_people (person TEXT, k TEXT, PRIMARY KEY (person, k)) WITHOUT ROWID`);
      }
    });
  }

  get last(): Mark {
    return this.#last;
  }

  /** How many times the initial number of events lies between two marks by now, because fewer marks fit into the room. */
  get step(): number {
    return this.#step;
  }

  /** The last mark before which nothing occurred later than the moment (epoch milliseconds). */
  before(moment: number): Mark {
    const row = this.#statements.of('SELECT n, position, events, latest FROM marks WHERE latest <= ? ORDER BY n DESC LIMIT 1').get(moment);
    return (row as unknown as Mark | undefined) ?? NO_MARK;
  }

  /** Adds a mark, with the documents that changed since the one before. */
  add(mark: Omit<Mark, 'n'>, writes: readonly { of: Versioned; docs: readonly DocWrite[] }[]): void {
    const n = this.#last.n + this.#step;
    this.#statements.write(() => {
      for (const { of, docs } of writes) this.#write(of, n, docs);
      this.#statements.of('INSERT INTO marks VALUES (?, ?, ?, ?)').run(n, mark.position, mark.events, mark.latest);
    });
    this.#last = { ...mark, n };
    const { each, least, marks } = this.#room;
    while (this.#last.n / this.#step >= 2 * marks && this.#used() > Math.max(least, each * mark.events)) this.#thin();
  }

  #write({ id, projection }: Versioned, n: number, docs: readonly DocWrite[]): void {
    const fields = indexedFields(projection.indexes ?? []);
    const insert = this.#statements.of(`INSERT INTO h${id} VALUES (?, ?, ?, ?, ?${', ?'.repeat(fields.length)})`);
    const people = this.#statements.of(`INSERT OR IGNORE INTO h${id}_people VALUES (?, ?)`);
    for (const { key, version, position, doc, persons } of docs) {
      const values = fields.map((field) => (doc ? stored(indexValue(doc, field)) : null));
      insert.run(key, n, version, position, doc && canonical(doc), ...values);
      for (const person of doc ? persons : NOBODY) people.run(person, key);
    }
  }

  /** Drops every other mark, with the rows that only it needs. */
  #thin(): void {
    this.#step *= 2;
    const step = this.#step;
    this.#statements.write(() => {
      for (const { id } of this.all) {
        const replacedUntil = (n: string | number) => `EXISTS (SELECT 1 FROM h${id} b WHERE b.k = a.k AND b.n > a.n AND b.n <= ${n})`;
        const unread = [...this.inUse].map((n) => ` AND (a.n > ${n} OR ${replacedUntil(n)})`).join('');
        this.#statements.db.exec(
          `DELETE FROM h${id} AS a WHERE n % ${step} <> 0 AND ${replacedUntil(`(a.n / ${step} + 1) * ${step}`)}${unread}`,
        );
      }
      // The last mark stays, because folding goes on from there.
      this.#statements.of('DELETE FROM marks WHERE n % ? <> 0 AND n <> ?').run(step, this.#last.n);
    });
    this.#last = { ...this.#last, n: Math.ceil(this.#last.n / step) * step };
    this.#statements.write(() => {
      this.#statements.of('UPDATE marks SET n = ? WHERE n = (SELECT max(n) FROM marks)').run(this.#last.n);
    });
  }

  #used(): number {
    const of = (what: string) => Number(Object.values(this.#statements.of(`PRAGMA ${what}`).get() ?? {})[0]);
    return (of('page_count') - of('freelist_count')) * of('page_size');
  }

  /** Indexes for queries: created at once when everything is folded, because they would slow down every row. */
  index(): void {
    if (this.#indexed) return;
    for (const { id, projection } of this.all)
      for (const [i, fields] of (projection.indexes ?? []).entries())
        this.#statements.db.exec(`CREATE INDEX h${id}_by${i} ON h${id} (${indexTerms(projection, fields)}, n)`);
    this.#indexed = true;
  }

  getMany({ id }: Versioned, n: number, keys: readonly string[]): Map<string, StoredDoc> {
    const found = new Map<string, StoredDoc>();
    for (const [key, { v, p, j }] of this.#rows(id, n, keys))
      if (j !== null) found.set(key, { key, version: v, position: p, doc: JSON.parse(j) as StoredDoc['doc'] });
    return found;
  }

  tombstones({ id }: Versioned, n: number, keys: readonly string[]): Map<string, Tombstone> {
    const found = new Map<string, Tombstone>();
    for (const [key, { v, p, j }] of this.#rows(id, n, keys)) if (j === null) found.set(key, { version: v, position: p });
    return found;
  }

  #rows(id: number, n: number, keys: readonly string[]): [string, VersionRow][] {
    const select = this.#statements.of(`SELECT v, p, j FROM h${id} WHERE k = ? AND n <= ? ORDER BY n DESC LIMIT 1`);
    return keys.flatMap((key): [string, VersionRow][] => {
      const row = select.get(key, n) as VersionRow | undefined;
      return row ? [[key, row]] : [];
    });
  }

  /** Documents that ever held the person's data. */
  keysOfPerson({ id }: Versioned, person: string): string[] {
    const rows = this.#statements.of(`SELECT k FROM h${id}_people WHERE person = ? ORDER BY k`).all(person);
    return (rows as { k: string }[]).map(({ k }) => k);
  }

  close(): void {
    this.#statements.db.close();
  }
}

interface VersionRow {
  v: number;
  p: Position;
  j: string | null;
}

const fieldColumns = (projection: Pick<AnyProjection, 'indexes'>): string[] =>
  indexedFields(projection.indexes ?? []).map((_, i) => `f${i}`);

const indexTerms = (projection: AnyProjection, fields: IndexFields): string[] => {
  const all = indexedFields(projection.indexes ?? []);
  const orders = fields.map(toOrder);
  return [...orders.map(({ field, desc }) => `f${all.indexOf(field)}${way(desc)}`), `k${way(keyDescends(orders))}`];
};

/**
 * The documents of a projection at a mark, with the columns of a table of documents. `history`: the schema of the file of versions; `own`: a table of
 * documents that changed since the mark, null: none did.
 */
export function documentsAt({
  id,
  indexes,
  n,
  history,
  own,
}: {
  id: number;
  indexes: readonly IndexFields[];
  n: number;
  history: string;
  own: string | null;
}): string {
  const columns = ['k', 'v', 'p', 'j', ...fieldColumns({ indexes })];
  const table = `${history}.h${id}`;
  const without = own === null ? [] : [own, `${own}_gone`];
  return [
    `SELECT ${columns} FROM ${table} a WHERE a.n <= ${n} AND a.j IS NOT NULL`,
    `AND NOT EXISTS (SELECT 1 FROM ${table} b WHERE b.k = a.k AND b.n > a.n AND b.n <= ${n})`,
    ...without.map((one) => `AND NOT EXISTS (SELECT 1 FROM ${one} o WHERE o.k = a.k)`),
    ...(own === null ? [] : [`UNION ALL SELECT ${columns} FROM ${own}`]),
  ].join(' ');
}
