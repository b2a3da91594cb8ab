import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { OnDamage } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import type {
  Batch,
  BuildsApart,
  Diff,
  Doc,
  Generation,
  GenerationSpec,
  ReadStore,
  Still,
  StoredDoc,
  Tombstone,
  WrittenAnew,
} from '../kernel/readStore.ts';
import { LeaseLost, TRIM_STEP } from '../kernel/readStore.ts';
import { canonical, nameOf, personsOfChanges } from './query.ts';
import { Documents, Statements } from './sqliteDocuments.ts';
import { PATIENCE, SqliteReader } from './sqliteReader.ts';
import { CHANGE_COLUMNS, EPOCH_COLUMN, type GenerationRow, HAS_EPOCHS, SCHEMA, type StateRow } from './sqliteSchema.ts';

/** Documents per step of a copy or a comparison; the thread does other work between steps. */
const STEP = 1_000;

/** The most that one step of a rewrite takes. */
const ANEW_DOCUMENTS = 250;
const ANEW_CHARACTERS = 500_000;

class SqliteReadStore extends SqliteReader implements ReadStore, BuildsApart, WrittenAnew {
  readonly #db: Statements;
  #builds = 0;
  /** Settles when the build before the next has been copied in. */
  #adopted: Promise<void> = Promise.resolve();
  /** A generation being rewritten, the table it goes to, and the key up to which it has been copied. */
  #anew: { id: number; newId: number; from: Documents; to: Documents; upTo: string | null } | null = null;

  constructor(path: string, onDamage: OnDamage) {
    const db = new DatabaseSync(path, { timeout: PATIENCE });
    const statements = new Statements(db, onDamage);
    // A crash of the machine may lose the last batches, never half of one: they are folded again from the log.
    statements.guarded('the read models cannot be opened', () =>
      db.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000',
      ),
    );
    super(path, onDamage, statements);
    this.#db = statements;
    statements.write(() => {
      db.exec(SCHEMA);
      db.exec('DROP TABLE IF EXISTS requests');
      if (!statements.of(`SELECT 1 ${HAS_EPOCHS}`).get()) db.exec(`ALTER TABLE changes ADD COLUMN ${EPOCH_COLUMN}`);
    });
    this.#dropLeftovers();
  }

  async tombstones(generation: Generation, keys: readonly string[]): Promise<Map<string, Tombstone>> {
    return this.in(generation, new Map(), (documents) => documents.tombstones(keys));
  }

  async keysOfPerson(generation: Generation, person: string): Promise<string[]> {
    return this.in<string[]>(generation, [], (documents) => documents.keysOfPerson(person));
  }

  async *scan(generation: Generation): AsyncIterable<StoredDoc> {
    let last: string | null = null;
    for (;;) {
      const page: StoredDoc[] = this.in<StoredDoc[]>(generation, [], (documents) => documents.pageAfter(last, STEP));
      yield* page;
      const end = page.at(-1);
      if (!end || page.length < STEP) return;
      last = end.key;
    }
  }

  async createGeneration(spec: GenerationSpec, epoch?: number): Promise<void> {
    this.#write((state) => {
      if (epoch !== undefined && epoch < state.epoch) throw new LeaseLost();
      const indexes = JSON.stringify(spec.indexes);
      const { projection, version, generation } = spec;
      const found = this.#db
        .of('SELECT version, indexes FROM generations WHERE projection = ? AND generation = ?')
        .get(projection, generation);
      if (found) {
        if (found.version === version && found.indexes === indexes) return;
        throw new Error(`${nameOf(spec)} exists with another version or other indexes`);
      }
      const { lastInsertRowid } = this.#db
        .of(
          `INSERT INTO generations (projection, version, generation, role, epoch, created_at, indexes) VALUES (?, ?, ?, 'building', ?, ?, ?)`,
        )
        .run(projection, version, generation, epoch ?? 0, new Date().toISOString(), indexes);
      this.documents(this.#db, { id: Number(lastInsertRowid), indexes }).create({ indexed: true });
    });
  }

  async commit(batch: Batch): Promise<void> {
    this.#write((state) => {
      const detached = (batch.detached ?? []).map(({ generation, checkpoint }) => ({ row: this.#existing(generation), checkpoint }));
      const common = batch.checkpoint;
      // A detached generation may have a writer of its own; everything else belongs to the projector.
      const fenced = common !== undefined || batch.changes.length > 0 || detached.length === 0;
      if (fenced && batch.epoch < state.epoch) throw new LeaseLost();
      if (detached.some(({ row }) => batch.epoch < row.epoch)) throw new LeaseLost();

      const commonDone = common !== undefined && state.checkpoint !== null && common <= state.checkpoint;
      const done = new Map(detached.map(({ row, checkpoint }) => [row.id, row.checkpoint !== null && checkpoint <= row.checkpoint]));
      const rewrite = common === undefined && detached.length === 0;
      for (const { generation, docs } of batch.writes) {
        const row = this.#existing(generation);
        if (done.get(row.id) ?? commonDone) continue;
        const documents = this.documents(this.#db, row);
        for (const doc of docs) {
          documents.write(doc, { rewrite, indexed: true });
          if (this.#anew?.id === row.id && this.#anew.upTo !== null && isUpTo(doc.key, this.#anew.upTo))
            this.#anew.to.mirror(this.#anew.from, doc.key);
        }
      }

      const repeated = common !== undefined ? commonDone : detached.length > 0 && [...done.values()].every(Boolean);
      const added = repeated ? 0 : this.#addChanges(batch, state.last_n);
      this.#db
        .of('UPDATE state SET epoch = max(epoch, ?), checkpoint = ?, last_n = last_n + ?')
        .run(fenced ? batch.epoch : 0, common === undefined || commonDone ? state.checkpoint : common, added);
      for (const { row, checkpoint } of detached) {
        if (!done.get(row.id))
          this.#db.of('UPDATE generations SET checkpoint = ?, epoch = ? WHERE id = ?').run(checkpoint, batch.epoch, row.id);
      }
    });
  }

  async switchTo(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    this.#write((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      const target = this.#existing(generation);
      this.#db
        .of(
          `UPDATE generations SET role = 'previous', checkpoint = coalesce(checkpoint, ?) WHERE projection = ? AND role = 'serving' AND id <> ?`,
        )
        .run(state.checkpoint, target.projection, target.id);
      this.#db.of(`UPDATE generations SET role = 'serving', checkpoint = ? WHERE id = ?`).run(at, target.id);
    });
  }

  async setDetached(generation: Generation, at: Position | null, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    this.#write((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      this.#db.of('UPDATE generations SET checkpoint = ? WHERE id = ?').run(at, this.#existing(generation).id);
    });
  }

  async dropGeneration(generation: Generation, epoch = Number.POSITIVE_INFINITY): Promise<void> {
    this.#write((state) => {
      if (epoch < state.epoch) throw new LeaseLost();
      const row = this.row(this.#db, generation);
      if (row) this.#forget(row);
    });
    this.#dropLeftovers();
  }

  /** On a connection and a snapshot of its own, in steps: commits go on meanwhile. */
  async diff(from: Generation, to: Generation, samples: number, _?: Still, signal?: AbortSignal): Promise<Diff> {
    const [before, after] = [from, to].map((generation) => `g${this.#existing(generation).id}`);
    const db = new DatabaseSync(this.path, { readOnly: true, timeout: PATIENCE });
    try {
      db.exec('BEGIN');
      const statements = new Statements(db, this.onDamage);
      const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Doc));
      const diff: Diff = { added: 0, changed: 0, removed: 0, unchanged: 0, samples: [] };
      for (let low: string | null = null; ; ) {
        const above = low === null ? `k >= ''` : 'k > :low';
        const from: Record<string, string> = low === null ? {} : { low };
        const ends: unknown[] = [before, after].map(
          (table) => statements.of(`SELECT k FROM ${table} WHERE ${above} ORDER BY k LIMIT 1 OFFSET ${STEP}`).get(from)?.k,
        );
        const high: string | null = lowest(ends.filter((end) => typeof end === 'string'));
        const range = high === null ? above : `${above} AND k <= :high`;
        const bounds = { ...from, ...(high !== null && { high }) };
        const old = `(SELECT k, j FROM ${before} WHERE ${range}) a`;
        const now = `(SELECT k, j FROM ${after} WHERE ${range}) b`;
        const counts = statements
          .of(
            `SELECT count(*) FILTER (WHERE b.k IS NULL) AS removed, count(*) FILTER (WHERE a.j <> b.j) AS changed, count(*) FILTER (WHERE a.j = b.j) AS unchanged,
              (SELECT count(*) FROM ${now} WHERE NOT EXISTS (SELECT 1 FROM ${before} a WHERE a.k = b.k)) AS added
            FROM ${old} LEFT JOIN ${after} b ON b.k = a.k`,
          )
          .get(bounds) as unknown as Omit<Diff, 'samples'>;
        for (const kind of ['added', 'removed', 'changed', 'unchanged'] as const) diff[kind] += counts[kind];
        const rows = statements
          .of(
            `SELECT a.k AS key, a.j AS before, b.j AS after FROM ${old} LEFT JOIN ${after} b ON b.k = a.k WHERE a.j IS NOT b.j
            UNION ALL SELECT b.k, NULL, b.j FROM ${now} WHERE NOT EXISTS (SELECT 1 FROM ${before} a WHERE a.k = b.k) ORDER BY key LIMIT :limit`,
          )
          .all({ ...bounds, limit: samples - diff.samples.length }) as { key: string; before: string | null; after: string | null }[];
        diff.samples.push(...rows.map((row) => ({ key: row.key, before: parsed(row.before), after: parsed(row.after) })));
        if (high === null) break;
        low = high;
        await turn();
        signal?.throwIfAborted();
      }
      return diff;
    } finally {
      db.close();
    }
  }

  /** One after the other: a connection has ten attached files at most. */
  adoptBuild(file: string, generation: Generation, checkpoint: Position): Promise<void> {
    const adopted = this.#adopted.then(() => this.#adopt(file, generation, checkpoint));
    this.#adopted = adopted.catch(() => undefined);
    return adopted;
  }

  async #adopt(file: string, generation: Generation, checkpoint: Position): Promise<void> {
    const { db, snapshot } = this.#db;
    this.#builds += 1;
    const build = `build${this.#builds}`;
    snapshot.end();
    attach(db, file, build);
    try {
      const target = this.#write(() => {
        const row = this.#existing(generation);
        if (row.role !== 'building') throw new Error(`${nameOf(generation)} is ${row.role}`);
        const made = db.prepare(`SELECT indexes FROM ${build}.build`).get();
        if (made?.indexes !== row.indexes) throw new Error(`${file} was not built for ${nameOf(generation)}`);
        this.documents(this.#db, row).clear();
        this.#db.of('UPDATE generations SET checkpoint = NULL WHERE id = ?').run(row.id);
        return row;
      });
      const documents = this.documents(this.#db, target);
      const columns = documents.columns();
      const { table } = documents;
      const end = db.prepare(
        `SELECT max(rowid) AS last FROM (SELECT rowid FROM ${build}.docs WHERE rowid > ? ORDER BY rowid LIMIT ${STEP})`,
      );
      const copy = db.prepare(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${build}.docs WHERE rowid > ? AND rowid <= ?`);
      const people = db.prepare(
        `INSERT INTO ${table}_people SELECT value, k FROM ${build}.docs, json_each(s) WHERE docs.rowid > ? AND docs.rowid <= ?`,
      );
      for (let from = 0; ; ) {
        const { last } = end.get(from) as { last: number | null };
        if (last === null) break;
        this.#write(() => {
          this.#existing(generation);
          copy.run(from, last);
          people.run(from, last);
        });
        from = last;
        await turn();
      }
      this.#write(() => {
        const row = this.#existing(generation);
        db.exec(`INSERT INTO ${table}_gone SELECT k, v, p FROM ${build}.docs_gone`);
        this.#db.of('UPDATE generations SET checkpoint = ? WHERE id = ?').run(checkpoint, row.id);
      });
    } finally {
      snapshot.end();
      db.exec(`DETACH ${build}`);
    }
  }

  async redactChanges(person: string): Promise<void> {
    this.#write(() => {
      this.#db
        .of(
          `UPDATE changes SET view = NULL, persons = NULL
          WHERE persons IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(persons) WHERE value = ?)`,
        )
        .run(person);
    });
  }

  async trimChanges(keep: number): Promise<boolean> {
    return this.#write((state) => {
      const { first } = this.#db.of('SELECT min(n) AS first FROM changes').get() as { first: number | null };
      const end = state.last_n - keep;
      if (first === null || first > end) return false;
      const to = Math.min(end, first + TRIM_STEP - 1);
      const { last } = this.#db.of('SELECT max(position) AS last FROM changes WHERE n <= ?').get(to) as { last: Position | null };
      this.#db.of('DELETE FROM changes WHERE n <= ?').run(to);
      this.#raiseSince(last);
      return to < end;
    });
  }

  async reset(): Promise<void> {
    this.#write((state) => {
      const { last } = this.#db.of('SELECT max(position) AS last FROM changes').get() as { last: Position | null };
      this.#raiseSince(last);
      this.#raiseSince(state.checkpoint);
      this.#db.of('DELETE FROM changes').run();
      this.#db.of('DELETE FROM generations').run();
      this.#db.of('UPDATE state SET checkpoint = NULL, epoch = 0').run();
    });
    this.#dropLeftovers();
  }

  async writeAnew(): Promise<void> {
    await this.#zeroFreePages();
    const rows = this.#db.of(`SELECT * FROM generations WHERE role <> 'building' ORDER BY id`).all() as unknown as GenerationRow[];
    for (const row of rows) await this.#generationAnew(row);
    this.#changesAnew();
    await this.#zeroFreePages();
  }

  /** Moved rows leave bytes behind in their pages; a table filled in the order of its keys does not. */
  async #generationAnew({ id, indexes }: GenerationRow): Promise<void> {
    const there = () => this.#db.of('SELECT 1 FROM generations WHERE id = ?').get(id) !== undefined;
    const from = this.documents(this.#db, { id, indexes });
    const newId = this.#write(() => {
      const { seq } = this.#db.of(`UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'generations' RETURNING seq`).get() as {
        seq: number;
      };
      this.documents(this.#db, { id: seq, indexes }).create({ indexed: true });
      return seq;
    });
    const to = this.documents(this.#db, { id: newId, indexes });
    const anew = { id, newId, from, to, upTo: null as string | null };
    this.#anew = anew;
    try {
      for (let more = true; more && there(); await turn())
        more = this.#write(() => {
          const end = from.pageEnd(anew.upTo, ANEW_DOCUMENTS, ANEW_CHARACTERS);
          if (end !== null) {
            to.copyFrom(from, anew.upTo, end);
            anew.upTo = end;
            return true;
          }
          if (!there()) return false;
          this.#db.of('UPDATE generations SET id = ? WHERE id = ?').run(newId, id);
          to.takeGone(from);
          return false;
        });
      // Dropped or replaced meanwhile: there is nothing left to rewrite.
      if (there()) return;
      while (this.#exists(from.table) && this.#write(() => from.deleteSome(ANEW_DOCUMENTS))) await turn();
    } finally {
      this.#anew = null;
      this.#dropLeftovers();
    }
  }

  #exists(table: string): boolean {
    return this.#db.of('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  }

  /** It is short. */
  #changesAnew(): void {
    this.#write(() => {
      this.#db.db.exec(`CREATE TABLE changes_anew (${CHANGE_COLUMNS});
        INSERT INTO changes_anew SELECT * FROM changes ORDER BY n;
        DROP TABLE changes;
        ALTER TABLE changes_anew RENAME TO changes;
        CREATE INDEX changes_by_topic ON changes (topic, position)`);
    });
  }

  /** Takes every free page, in steps, and returns it overwritten with zeros. */
  async #zeroFreePages(): Promise<void> {
    const pragma = (name: string) => Number(Object.values(this.#db.of(`PRAGMA ${name}`).get() ?? {})[0]);
    const size = pragma('page_size');
    this.#write(() => this.#db.db.exec('CREATE TABLE IF NOT EXISTS zeros (of BLOB)'));
    for (;;) {
      const free = pragma('freelist_count');
      if (free === 0) break;
      this.#write(() => this.#db.of('INSERT INTO zeros VALUES (zeroblob(?))').run(size * Math.max(1, Math.min(128, free - 2))));
      await turn();
    }
    while (this.#write(() => this.#db.of('DELETE FROM zeros WHERE rowid IN (SELECT rowid FROM zeros LIMIT 1)').run()).changes > 0)
      await turn();
    this.#write(() => this.#db.db.exec('DROP TABLE zeros'));
  }

  #write<T>(body: (state: StateRow) => T): T {
    return this.#db.write(() => body(this.state(this.#db)));
  }

  #existing(generation: Generation): GenerationRow {
    const row = this.row(this.#db, generation);
    if (!row) throw new Error(`${nameOf(generation)} does not exist`);
    return row;
  }

  #addChanges({ changes, ...batch }: Batch, last: number): number {
    const persons = personsOfChanges({ changes, ...batch });
    const insert = this.#db.of(
      'INSERT INTO changes (n, topic, id, version, op, position, view, persons, epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    changes.forEach(({ topic, id, version, op, position, view }, i) => {
      const of = persons[i] ?? [];
      const [doc, people] = [view ? canonical(view) : null, of.length > 0 ? JSON.stringify(of) : null];
      insert.run(last + i + 1, topic, id, version, op, position, doc, people, batch.epoch);
    });
    return changes.length;
  }

  #raiseSince(position: Position | null): void {
    if (position) this.#db.of(`UPDATE state SET since = max(coalesce(since, ''), ?)`).run(position);
  }

  /** Its tables are deleted later, so that concurrent reads need not wait; see #dropLeftovers. */
  #forget({ id }: GenerationRow): void {
    this.#db.of('DELETE FROM generations WHERE id = ?').run(id);
  }

  #dropLeftovers(): void {
    const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'g[0-9]*' AND name NOT GLOB '*_*'
      AND substr(name, 2) NOT IN (SELECT CAST(id AS TEXT) FROM generations)`;
    for (const { name: table } of this.#db.of(sql).all() as { name: string }[]) {
      if (table === this.#anew?.to.table || table === this.#anew?.from.table) continue;
      this.#write(() => new Documents(this.#db, table, []).drop());
    }
  }
}

/** Compares keys as the table orders them: by their bytes. */
const isUpTo = (key: string, last: string): boolean => Buffer.compare(Buffer.from(key), Buffer.from(last)) <= 0;

const lowest = (keys: readonly string[]): string | null =>
  keys.reduce<string | null>((low, key) => (low === null || Buffer.compare(Buffer.from(key), Buffer.from(low)) < 0 ? key : low), null);

/** SQLite would create a missing file. */
function attach(db: DatabaseSync, file: string, as: string): void {
  if (!existsSync(file)) throw new Error(`no build in ${file}`);
  db.prepare(`ATTACH ? AS ${as}`).run(file);
}

/** For the one writer, the projector. Creates the file and its tables. */
export const openSqliteReadStore = (path: string, onDamage: OnDamage = () => {}): ReadStore & BuildsApart & WrittenAnew =>
  new SqliteReadStore(path, onDamage);
