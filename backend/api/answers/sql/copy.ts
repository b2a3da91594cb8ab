import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, sqliteFault } from '../../../../events/store/faults.ts';
import type { Position } from '../../../../events/store/port.ts';

/**
 * The masked copy of the log that SQL questions are asked of: one table, a row for each event. It is only a cache: when anything is wrong with it, it is made
 * anew.
 */

export const TABLE = 'eventos';
/** Names and types of its columns, in order; the page explains each. */
export const columns = {
  ...{ posicion: 'TEXT', id: 'TEXT', tipo: 'TEXT', categoria: 'TEXT', flujo: 'TEXT', numero: 'INTEGER', fecha: 'TEXT', dia: 'TEXT' },
  ...{ quien: 'INTEGER', rol: 'TEXT', acto: 'TEXT', datos: 'TEXT', metadatos: 'TEXT' },
} as const;
export type CopiedRow = (string | number | null)[];

export interface LastRow {
  id: string;
  flujo: string;
  numero: number;
  posicion: Position;
}

function begin(file: string, version: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  // Durability does not matter: a copy lost in a crash of the machine is made anew.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  const { user_version: has } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (has === version) return db;
  if (has !== 0) {
    db.close();
    throw new Error('a copy of another version');
  }
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  db.exec(
    `BEGIN; CREATE TABLE ${TABLE} (${declared.join(', ')}, UNIQUE (posicion)) STRICT;
     CREATE INDEX por_tipo ON ${TABLE} (tipo, dia); CREATE INDEX por_flujo ON ${TABLE} (flujo); CREATE INDEX por_quien ON ${TABLE} (quien);
     PRAGMA user_version = ${version}; COMMIT`,
  );
  return db;
}
/** How SQLite reports a damaged file, as opposed to a wrong question. */
export const isDamaged = (error: unknown): boolean => sqliteFault(error, 'read models', '') instanceof StoreDamaged;

export function discard(file: string): void {
  for (const end of ['', '-wal', '-shm']) if (existsSync(`${file}${end}`)) rmSync(`${file}${end}`);
}

/** Opens the copy, or begins it anew where it cannot be used. `version` (1 to 2^31 - 1): of what it holds and hides. */
export function openCopy(file: string, version: number): DatabaseSync {
  try {
    return begin(file, version);
  } catch {
    discard(file);
    return begin(file, version);
  }
}

export const lastRow = (db: DatabaseSync): LastRow | null =>
  (db.prepare(`SELECT id, flujo, numero, posicion FROM ${TABLE} ORDER BY posicion DESC LIMIT 1`).get() as LastRow | undefined) ?? null;
export const rowsIn = (db: DatabaseSync): number => (db.prepare(`SELECT count(*) AS n FROM ${TABLE}`).get() as { n: number }).n;

/** Adds rows of one page at once. */
export function addRows(db: DatabaseSync, rows: readonly CopiedRow[]): void {
  const insert = db.prepare(`INSERT OR IGNORE INTO ${TABLE} VALUES (${Object.keys(columns).map(() => '?')})`);
  db.exec('BEGIN IMMEDIATE');
  for (const row of rows) insert.run(...row);
  db.exec('COMMIT');
}
