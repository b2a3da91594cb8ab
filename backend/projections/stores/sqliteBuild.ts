import { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../../events/store/port.ts';
import type { BuildStore, DocWrite, GenerationSpec, StoredDoc, Tombstone } from '../kernel/readStore.ts';
import { Documents, Statements } from './sqliteDocuments.ts';
import { PATIENCE } from './sqliteReader.ts';

/** A generation that is built apart, in a file of its own, before the store takes it in. */
class SqliteBuild implements BuildStore {
  readonly #statements: Statements;
  readonly #documents: Documents;
  #people = false;
  #checkpoint: Position | null;

  constructor(file: string, { projection, version, generation, indexes }: GenerationSpec) {
    const db = new DatabaseSync(file, { timeout: PATIENCE });
    // Nothing to lose: a build damaged by a crash is built again.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000');
    this.#statements = new Statements(db);
    this.#documents = new Documents(this.#statements, 'docs', indexes);
    const spec = [projection, version, generation, JSON.stringify(indexes)];
    const sql = 'SELECT checkpoint FROM build WHERE projection = ? AND version = ? AND generation = ? AND indexes = ?';
    this.#checkpoint = this.#statements.write(() => {
      db.exec('CREATE TABLE IF NOT EXISTS build (projection TEXT, version INTEGER, generation INTEGER, indexes TEXT, checkpoint TEXT)');
      const found = this.#statements.of(sql).get(...spec) as { checkpoint: Position | null } | undefined;
      if (found) {
        this.#people = this.#statements.of(`SELECT 1 FROM sqlite_schema WHERE name = 'docs_people'`).get() !== undefined;
        return found.checkpoint;
      }
      db.exec('DELETE FROM build');
      this.#documents.drop();
      this.#documents.create({ indexed: false });
      this.#statements.of('INSERT INTO build VALUES (?, ?, ?, ?, NULL)').run(...spec);
      return null;
    });
  }

  checkpoint(): Position | null {
    return this.#checkpoint;
  }

  getMany(keys: readonly string[]): Map<string, StoredDoc> {
    return this.#documents.getMany(keys);
  }

  tombstones(keys: readonly string[]): Map<string, Tombstone> {
    return this.#documents.tombstones(keys);
  }

  /** The index by person is created when the first person is looked up: most builds need none. */
  keysOfPerson(person: string): string[] {
    if (!this.#people) this.#statements.write(() => this.#documents.createPeople());
    this.#people = true;
    return this.#documents.keysOfPerson(person);
  }

  write(docs: readonly DocWrite[], checkpoint: Position): void {
    if (this.#checkpoint !== null && checkpoint <= this.#checkpoint) return;
    this.#statements.write(() => {
      for (const doc of docs) this.#documents.write(doc, { rewrite: false, indexed: this.#people });
      this.#statements.of('UPDATE build SET checkpoint = ?').run(checkpoint);
    });
    this.#checkpoint = checkpoint;
  }

  close(): void {
    this.#statements.db.close();
  }
}

/** Continues a file of the same spec; any other content is discarded. */
export const openSqliteBuild = (file: string, spec: GenerationSpec): BuildStore => new SqliteBuild(file, spec);
