import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { createCodec } from '../../../../events/codec.ts';
import type { Envelope } from '../../../../events/define.ts';
import { forgottenIn, type PersonalKeys } from '../../../../events/privacy.ts';
import { registry } from '../../../../events/registry.ts';
import type { JsonObject, Position, Recorded } from '../../../../events/store/port.ts';
import { type DocState, fold, handledTypes, keysOf } from '../../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../../projections/kernel/projection.ts';
import type { Doc, DocWrite } from '../../../projections/kernel/readStore.ts';
import { SQL_TABLE_MORE, type SqlTable, sqlTables } from '../../contract/choices.ts';
import { TABLE } from './copy.ts';
import { tableOf } from './tables.ts';

/**
 * Read models in the copy, folded from the masked events there by the projections that serve: what an event does not say to an analyst, no table can.
 * A table is folded only when a question names it, from the event up to which it was folded before.
 */

/** How many rows of the copy are folded in one step. */
const STEP = 2_000;
const BEGINNING = '' as Position;

/** Keys of nobody: personal values read as those of an erased person. */
const nobodysKeys: PersonalKeys = {
  isErased: async () => true,
  forReading: async () => null,
  forWriting: () => Promise.reject(new Error('nothing is written with these keys')),
};
const codec = createCodec(registry, nobodysKeys);

/** A hash of everything that decides a table's content: where the code differs, so does the table. */
function versionOf(name: SqlTable): string {
  const { projection, columns } = tableOf(name);
  const said = Object.entries(columns).map(([column, of]) => `${column} ${of}`);
  return createHash('sha256')
    .update(JSON.stringify([projection.name, projection.version, said]))
    .digest('hex')
    .slice(0, 16);
}

interface EventRow {
  rowid: number;
  id: string;
  tipo: string;
  flujo: string;
  numero: number;
  posicion: Position;
  fecha: string;
  datos: string;
  metadatos: string;
}
const recordedOf = ({ id, tipo, flujo, numero, posicion, fecha, datos, metadatos }: EventRow): Recorded => ({
  ...{ id, type: tipo, stream: flujo, version: numero, position: posicion, size: datos.length },
  data: JSON.parse(datos) as JsonObject,
  metadata: { ...(JSON.parse(metadatos) as JsonObject), occurredAt: fecha },
});

/** An event that cannot be read is left out, as if an operator had skipped it. */
async function decoded(rows: readonly EventRow[]): Promise<Envelope[]> {
  const records = rows.map(recordedOf);
  try {
    return await codec.decode(records);
  } catch {
    const events: Envelope[] = [];
    for (const record of records)
      try {
        events.push(...(await codec.decode([record])));
      } catch {}
    return events;
  }
}

const touched = (projection: AnyProjection, event: Envelope): readonly string[] => {
  try {
    return keysOf(projection, event);
  } catch {
    return [];
  }
};
/** Without the events that the projection's code cannot fold. */
function foldedOver(projection: AnyProjection, events: readonly Envelope[], loaded: ReadonlyMap<string, DocState>): DocWrite[] {
  const { writes, poison } = fold(projection, events, loaded, false);
  return poison
    ? foldedOver(
        projection,
        events.filter((event) => event !== poison.event),
        loaded,
      )
    : writes;
}

type Said = string | number | boolean | null;
/** Whole numbers as BigInt: SQLite would store a JavaScript number as 5.0, which equals no text of an event. */
const value = (of: (doc: never) => Said, doc: Doc): string | number | bigint | null => {
  const found = of(doc as never);
  return typeof found === 'boolean' || Number.isInteger(found) ? BigInt(found as number | boolean) : (found as string | number | null);
};

/** Folds one table up to the end of the copy, until the time `until`. Returns how many events it still lacks; 0 once it is complete. */
async function bringUp(db: DatabaseSync, name: SqlTable, until: number): Promise<number> {
  const { projection, columns } = tableOf(name);
  const version = versionOf(name);
  const names = sqlTables[name];
  db.exec(`CREATE TABLE IF NOT EXISTS tablas (tabla TEXT PRIMARY KEY, version TEXT NOT NULL, hasta INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS de_personas (tabla TEXT, persona TEXT, clave TEXT, PRIMARY KEY (tabla, persona, clave)) WITHOUT ROWID`);
  const stands = db.prepare('SELECT version, hasta FROM tablas WHERE tabla = ?').get(name) as
    | { version: string; hasta: number }
    | undefined;
  let at = stands?.hasta ?? 0;
  if (stands?.version !== version) {
    at = 0;
    // Its columns have no types: each holds what the document has there.
    db.exec(`BEGIN IMMEDIATE; DROP TABLE IF EXISTS ${name}; DELETE FROM de_personas WHERE tabla = '${name}'; DELETE FROM tablas WHERE tabla = '${name}';
      CREATE TABLE ${name} (${names.join(', ')}, clave TEXT PRIMARY KEY, documento TEXT NOT NULL);
      INSERT INTO tablas VALUES ('${name}', '${version}', 0); COMMIT`);
  }
  const types = handledTypes(projection);
  const page = db.prepare(
    `SELECT rowid, id, tipo, flujo, numero, posicion, fecha, datos, metadatos FROM ${TABLE}
     WHERE rowid > ? AND rowid <= ? AND +tipo IN (${types.map(() => '?')}) ORDER BY rowid`,
  );
  const one = db.prepare(`SELECT documento FROM ${name} WHERE clave = ?`);
  const held = db.prepare('SELECT clave FROM de_personas WHERE tabla = ? AND persona = ?');
  const put = db.prepare(`INSERT OR REPLACE INTO ${name} VALUES (${[...names, ...SQL_TABLE_MORE].map(() => '?')})`);
  const remove = db.prepare(`DELETE FROM ${name} WHERE clave = ?`);
  const letGo = db.prepare('DELETE FROM de_personas WHERE tabla = ? AND persona = ? AND clave = ?');
  const hold = db.prepare('INSERT OR IGNORE INTO de_personas VALUES (?, ?, ?)');
  const noteReached = db.prepare('UPDATE tablas SET hasta = ? WHERE tabla = ?');
  const personsOf = (doc: Doc | null, key: string): readonly string[] =>
    doc === null ? [] : (projection.persons?.(doc as never, key) ?? []);
  const load = (key: string): DocState | null => {
    const row = one.get(key) as { documento: string } | undefined;
    // What was folded is committed together with its place, so that no event is folded twice.
    return row ? { doc: JSON.parse(row.documento) as Doc, version: 0, position: BEGINNING } : null;
  };

  const { last } = db.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${TABLE}`).get() as { last: number };
  while (at < last) {
    if (performance.now() > until) return last - at;
    const to = Math.min(last, at + STEP);
    const events = await decoded(page.all(at, to, ...types) as unknown as EventRow[]);
    const loaded = new Map<string, DocState>();
    const want = (key: string) => {
      const found = loaded.has(key) ? null : load(key);
      if (found) loaded.set(key, found);
    };
    for (const event of events) {
      for (const key of touched(projection, event)) want(key);
      const forgotten = projection.persons ? forgottenIn(event as { type: string; data: object }) : null;
      if (forgotten !== null) for (const { clave } of held.all(name, forgotten) as { clave: string }[]) want(clave);
    }
    const before = new Map([...loaded].map(([key, { doc }]) => [key, personsOf(doc, key)]));
    db.exec('BEGIN IMMEDIATE');
    for (const { key, doc, persons } of foldedOver(projection, events, loaded)) {
      for (const person of before.get(key) ?? []) if (!persons.includes(person)) letGo.run(name, person, key);
      for (const person of persons) hold.run(name, person, key);
      if (doc === null) remove.run(key);
      else {
        const said = names.map((column) => value(columns[column] as (doc: never) => Said, doc));
        put.run(...said, key, JSON.stringify(doc));
      }
    }
    noteReached.run(to, name);
    db.exec('COMMIT');
    at = to;
  }
  return 0;
}

/** Folds these tables up to the end of the copy. Returns the first one that is not complete in time, with the number of events it lacks; else null. */
export async function foldTables(
  db: DatabaseSync,
  names: readonly SqlTable[],
  until: number,
): Promise<{ name: SqlTable; behind: number } | null> {
  for (const name of names) {
    const behind = await bringUp(db, name, until);
    if (behind > 0) return { name, behind };
  }
  return null;
}
