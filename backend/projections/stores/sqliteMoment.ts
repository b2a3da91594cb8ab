import { DatabaseSync } from 'node:sqlite';
import type { OnDamage } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import type { DocWrite, IndexFields, ReadStoreReader, StoredDoc, Tombstone } from '../kernel/readStore.ts';
import { Documents, Statements } from './sqliteDocuments.ts';
import { SqliteReader } from './sqliteReader.ts';
import { SCHEMA } from './sqliteSchema.ts';
import { documentsAt, type Versioned, type Versions } from './sqliteVersions.ts';

/** The read models of a moment: those of a mark (sqliteVersions.ts), and in a file of their own the documents that changed between it and the moment. */

const BASE = 'base';
const own = (id: number): string => `own${id}`;

/** The documents of a moment while they are written. */
export class MomentDocuments {
  readonly #versions: Versions;
  readonly #n: number;
  readonly #statements: Statements;
  readonly #changed = new Map<number, Documents>();

  constructor(file: string, versions: Versions, n: number) {
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    this.#versions = versions;
    this.#n = n;
    this.#statements = new Statements(db);
    db.exec(`BEGIN; ${SCHEMA}; COMMIT`);
  }

  getMany(of: Versioned, keys: readonly string[]): Map<string, StoredDoc> {
    const found = this.#versions.getMany(of, this.#n, keys);
    const changed = this.#changed.get(of.id);
    if (changed) {
      for (const key of changed.tombstones(keys).keys()) found.delete(key);
      for (const [key, doc] of changed.getMany(keys)) found.set(key, doc);
    }
    return found;
  }

  tombstones(of: Versioned, keys: readonly string[]): Map<string, Tombstone> {
    return new Map([...this.#versions.tombstones(of, this.#n, keys), ...(this.#changed.get(of.id)?.tombstones(keys) ?? [])]);
  }

  keysOfPerson(of: Versioned, person: string): string[] {
    return [...this.#versions.keysOfPerson(of, person), ...(this.#changed.get(of.id)?.keysOfPerson(person) ?? [])];
  }

  write(writes: readonly { of: Versioned; docs: readonly DocWrite[] }[]): void {
    this.#statements.write(() => {
      for (const { of, docs } of writes) {
        if (docs.length === 0) continue;
        let documents = this.#changed.get(of.id);
        if (!documents) {
          documents = new Documents(this.#statements, own(of.id), of.projection.indexes ?? []);
          documents.create({ indexed: true });
          this.#changed.set(of.id, documents);
        }
        for (const doc of docs) documents.write(doc, { rewrite: false, indexed: true });
      }
    });
  }

  /** Ends the writing, so that it can be read. `halted`: the projections that stopped before the moment. */
  finish(checkpoint: Position | null, halted: ReadonlyMap<Versioned, Position>): void {
    const { db } = this.#statements;
    this.#statements.write(() => {
      db.exec('CREATE TABLE base (n INTEGER, file TEXT)');
      this.#statements.of('INSERT INTO base VALUES (?, ?)').run(this.#n, this.#versions.file);
      const insert = this.#statements.of(`INSERT INTO generations VALUES (?, ?, ?, 1, 'serving', ?, 0, ?, ?)`);
      for (const one of this.#versions.all) {
        const { name, version, indexes = [] } = one.projection;
        insert.run(one.id, name, version, halted.get(one) ?? null, new Date(0).toISOString(), JSON.stringify(indexes));
      }
      this.#statements.of('UPDATE state SET checkpoint = ?').run(checkpoint);
    });
    this.close();
  }

  close(): void {
    if (this.#statements.db.isOpen) this.#statements.db.close();
  }
}

class MomentReader extends SqliteReader {
  protected override connect(): DatabaseSync {
    const db = super.connect();
    const { n, file } = db.prepare('SELECT n, file FROM base').get() as { n: number; file: string };
    db.prepare(`ATTACH ? AS ${BASE}`).run(file);
    const changed = new Set(
      db
        .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .all()
        .map(({ name }) => name),
    );
    const generations = db.prepare('SELECT id, indexes FROM generations').all() as { id: number; indexes: string }[];
    db.exec(
      generations
        .map(({ id, indexes }) => {
          const documents = { id, indexes: JSON.parse(indexes) as IndexFields[], n, history: BASE };
          return `CREATE TEMP VIEW g${id} AS ${documentsAt({ ...documents, own: changed.has(own(id)) ? `main.${own(id)}` : null })};`;
        })
        .join('\n'),
    );
    return db;
  }

  protected override documentsOf(statements: Statements, id: number, indexes: readonly IndexFields[]): Documents {
    return new Documents(statements, `g${id}`, indexes, { view: true });
  }
}

export const openMomentReader = (file: string, onDamage: OnDamage = () => {}): ReadStoreReader => new MomentReader(file, onDamage);
