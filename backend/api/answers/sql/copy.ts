import { rmSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance, DuckDBTimestampTZValue, type DuckDBValue } from '@duckdb/node-api';
import { aside, discard } from './copyFile.ts';
import { columns, type LastRow, TABLE } from './eventsTable.ts';

/**
 * The masked copy of the log that SQL questions are asked of: a file of DuckDB, whose columns are compressed each by itself, with what came last in its
 * write-ahead log. It is only a cache: when anything is wrong with it, it is made anew.
 */

/** As many rows as are compressed together: a quarter of what is usual, for what is compressed is held in memory, and once more with those that follow. */
const ROW_GROUP = 30_720;
const CHARACTERS_AT_ONCE = 8 << 20;

/** Of the memory that a process may take, Node and DuckDB's code take a hundred megabytes. */
const MEMORY = '256MiB';
/** What does not fit while the copy is brought up to date. */
const COPYING_DISK = '4GiB';
const SETTINGS = {
  ...{ threads: '2', memory_limit: MEMORY, checkpoint_threshold: '1MiB', max_temp_directory_size: COPYING_DISK },
  ...{ autoinstall_known_extensions: 'false', autoload_known_extensions: 'false', allow_persistent_secrets: 'false' },
} as const;

/** DuckDB could not read the file of the copy: a question itself opens none. */
export const isOfFile = (error: unknown): boolean => error instanceof Error && /^(IO|Serialization) Error/.test(error.message);

const attach = (file: string, more = '') =>
  `ATTACH '${file.replaceAll("'", "''")}' AS copia (TYPE duckdb, ROW_GROUP_SIZE ${ROW_GROUP}${more}); USE copia`;

async function begin(db: DuckDBConnection, file: string, version: number): Promise<void> {
  await db.run(attach(file));
  const [made] = await rows<{ n: number }>(db, "SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE table_name = 'copia'");
  const [of] = made?.n ? await rows<{ version: number }>(db, 'SELECT version FROM copia') : [];
  if (of?.version === version) return;
  if (made?.n) throw new Error('a copy of another version');
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await db.run(
    `BEGIN; CREATE TABLE ${TABLE} (${declared.join(', ')}); CREATE TABLE tablas (tabla VARCHAR, version VARCHAR, hasta INTEGER);
     CREATE TABLE de_personas (tabla VARCHAR, persona VARCHAR, clave VARCHAR);
     CREATE TABLE copia (version INTEGER); INSERT INTO copia VALUES (${version}); COMMIT`,
  );
}

/** What closes, in the same process, what `openCopy` or `openForQuestion` opened. */
export async function closeCopy(db: DuckDBConnection): Promise<void> {
  await db.run('USE memory; DETACH DATABASE IF EXISTS copia');
}

/** Begins DuckDB, for the copy in this file, which is not opened yet. */
export async function startDuck(file: string): Promise<DuckDBConnection> {
  const db = await (await DuckDBInstance.create(':memory:', { ...SETTINGS, temp_directory: aside(file) })).connect();
  // What was added since columns were compressed last stays in the write-ahead log until it has so much; else each question would compress again.
  await db.run("PRAGMA disable_checkpoint_on_shutdown; SET TimeZone = 'UTC'");
  DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;
  return db;
}

/** Opens the copy to add to it, or begins it anew where it cannot be used. `version` (1 to 2^31 - 1): of what it holds and hides. */
export async function openCopy(db: DuckDBConnection, file: string, version: number): Promise<void> {
  // What a process that was ended had put aside.
  rmSync(aside(file), { recursive: true, force: true });
  try {
    await begin(db, file, version);
  } catch {
    await closeCopy(db);
    discard(file);
    await begin(db, file, version);
  }
}

/** From here on this DuckDB reads the copy, and can open, write and change nothing. */
export async function openForQuestion(db: DuckDBConnection, file: string): Promise<void> {
  await closeCopy(db);
  await db.run(attach(file, ', READ_ONLY'));
  // Nothing of it is put aside on the disk.
  await db.run("SET max_temp_directory_size = '0KiB'; SET enable_external_access = false; SET lock_configuration = true");
}

/** The rows of an answer as objects; whole numbers that are not INTEGER come as BigInt. */
export const rows = async <T>(db: DuckDBConnection, sql: string, values?: DuckDBValue[]): Promise<T[]> =>
  (await db.runAndReadAll(sql, values)).getRowObjectsJS() as T[];

/** No row of the events is ever deleted: they have the numbers from 0 on. */
export const lastRow = async (db: DuckDBConnection): Promise<LastRow | null> =>
  (
    await rows<LastRow>(
      db,
      `SELECT id, flujo, numero::INTEGER AS numero, posicion FROM ${TABLE} WHERE rowid = (SELECT max(rowid) FROM ${TABLE})`,
    )
  )[0] ?? null;
export const rowsIn = async (db: DuckDBConnection): Promise<number> =>
  (await rows<{ n: number }>(db, `SELECT count(*)::INTEGER AS n FROM ${TABLE}`))[0]?.n ?? 0;

/** Appends rows to a table, whose columns have these types; `close` writes what is not written yet. */
export async function appending(db: DuckDBConnection, table: string, types: readonly string[]) {
  const appender = await db.createAppender(table);
  let count = 0;
  let characters = 0;
  return {
    add(row: readonly (string | number | boolean | null)[]): void {
      for (const [at, value] of row.entries()) {
        if (value === null) appender.appendNull();
        else if (typeof value === 'string') {
          appender.appendVarchar(value);
          characters += value.length;
        } else if (typeof value === 'boolean') appender.appendBoolean(value);
        else if (types[at] === 'DOUBLE') appender.appendDouble(value);
        else appender.appendBigInt(BigInt(value));
      }
      appender.endRow();
      count += 1;
      if (count < ROW_GROUP && characters < CHARACTERS_AT_ONCE) return;
      appender.flushSync();
      [count, characters] = [0, 0];
    },
    close: () => appender.closeSync(),
  };
}

export const appendingEvents = (db: DuckDBConnection) => appending(db, TABLE, Object.values(columns));
