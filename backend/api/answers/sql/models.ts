import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createCodec } from '../../../../events/codec.ts';
import type { Envelope } from '../../../../events/define.ts';
import { forgottenIn, type PersonalKeys } from '../../../../events/privacy.ts';
import { registry } from '../../../../events/registry.ts';
import type { JsonObject, Position, Recorded } from '../../../../events/store/port.ts';
import { type DocState, fold, handledTypes, keysOf } from '../../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../../projections/kernel/projection.ts';
import type { Doc, DocWrite } from '../../../projections/kernel/readStore.ts';
import { SQL_TABLE_MORE, type SqlTable, sqlTables } from '../../contract/choices.ts';
import { appending, rows, rowsIn } from './copy.ts';
import { TABLE } from './eventsTable.ts';
import { jsonOf } from './rows.ts';
import { tableOf } from './tables.ts';

/**
 * Read models in the copy, folded from the masked events there by the projections that serve: what an event does not say to an analyst, no table can.
 * A table is folded only when a question names it, from the event up to which it was folded before.
 */

/** The most rows of the copy, and characters of their events, that are folded in one step. */
const STEP = 10_000;
const STEP_CHARACTERS = 8 << 20;
const BEGINNING = '' as Position;

/** The texts of a JSON list that is given as a value. */
const LIST = (given: string) => `SELECT unnest(from_json(${given}::VARCHAR, '["VARCHAR"]'))`;

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
    .update(JSON.stringify([projection.name, projection.version, sqlTables[name], said]))
    .digest('hex')
    .slice(0, 16);
}

interface EventRow {
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

/** Folds one table up to the end of the copy, until the time `until`. Returns how many events it still lacks; 0 once it is complete. */
async function bringUp(db: DuckDBConnection, name: SqlTable, until: number): Promise<number> {
  const { projection, columns } = tableOf(name);
  const version = versionOf(name);
  const declared = Object.entries({ ...sqlTables[name], ...SQL_TABLE_MORE });
  const [stands] = await rows<{ version: string; hasta: number }>(db, 'SELECT version, hasta FROM tablas WHERE tabla = $1', [name]);
  let at = stands?.hasta ?? 0;
  if (stands?.version !== version) {
    at = 0;
    await db.run(`BEGIN; DROP TABLE IF EXISTS ${name}; DELETE FROM de_personas WHERE tabla = '${name}'; DELETE FROM tablas WHERE tabla = '${name}';
      CREATE TABLE ${name} (${declared.map(([column, type]) => `${column} ${type}`).join(', ')});
      INSERT INTO tablas VALUES ('${name}', '${version}', 0); COMMIT`);
  }
  const types = handledTypes(projection).map((type) => `'${type}'`);
  const handled = `FROM ${TABLE} WHERE rowid >= $1 AND rowid < $2 AND tipo IN (${types.join(', ')})`;
  const page = `SELECT id, tipo, flujo, numero::INTEGER AS numero, posicion, fecha, datos, metadatos ${handled} ORDER BY rowid`;
  // The first row before which there are too many characters already.
  const ending = `SELECT min(fila)::INTEGER AS fila FROM (SELECT rowid AS fila,
    sum(length(datos)) OVER (ORDER BY rowid ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes ${handled}) WHERE antes > ${STEP_CHARACTERS}`;
  const personsOf = (doc: Doc | null, key: string): readonly string[] =>
    doc === null ? [] : (projection.persons?.(doc as never, key) ?? []);

  const last = await rowsIn(db);
  while (at < last) {
    if (performance.now() > until) return last - at;
    const most = Math.min(last, at + STEP);
    const [end] = await rows<{ fila: number | null }>(db, ending, [at, most]);
    const to = end?.fila ?? most;
    const events = await decoded(await rows<EventRow>(db, page, [at, to]));
    const wanted = new Set(events.flatMap((event) => touched(projection, event)));
    const forgotten = projection.persons ? events.flatMap((event) => forgottenIn(event as { type: string; data: object }) ?? []) : [];
    if (forgotten.length > 0) {
      const held = `SELECT clave FROM de_personas WHERE tabla = $1 AND persona IN (${LIST('$2')})`;
      for (const { clave } of await rows<{ clave: string }>(db, held, [name, JSON.stringify(forgotten)])) wanted.add(clave);
    }
    const found = `SELECT clave, documento FROM ${name} WHERE clave IN (${LIST('$1')})`;
    const loaded = new Map(
      (wanted.size > 0 ? await rows<{ clave: string; documento: string }>(db, found, [JSON.stringify([...wanted])]) : []).map(
        ({ clave, documento }): [string, DocState] => [clave, { doc: JSON.parse(documento) as Doc, version: 0, position: BEGINNING }],
      ),
    );
    const writes = foldedOver(projection, events, loaded);
    await db.run('BEGIN');
    // What was there of the changed documents gives way to all of what is there now.
    const changed = JSON.stringify(writes.map(({ key }) => key));
    await db.run(`DELETE FROM ${name} WHERE clave IN (${LIST('$1')})`, [changed]);
    await db.run(`DELETE FROM de_personas WHERE tabla = $1 AND clave IN (${LIST('$2')})`, [name, changed]);
    const documents = await appending(
      db,
      name,
      declared.map(([, type]) => type),
    );
    const persons = await appending(db, 'de_personas', []);
    for (const { key, doc } of writes) {
      if (doc !== null)
        documents.add([...Object.keys(sqlTables[name]).map((column) => columns[column]?.(doc as never) ?? null), key, jsonOf(doc)]);
      for (const person of personsOf(doc, key)) persons.add([name, person, key]);
    }
    documents.close();
    persons.close();
    // With its place, so that no event is folded twice.
    await db.run('UPDATE tablas SET hasta = $1 WHERE tabla = $2', [to, name]);
    await db.run('COMMIT');
    at = to;
  }
  return 0;
}

/** Folds these tables up to the end of the copy. Returns the first one that is not complete in time, with the number of events it lacks; else null. */
export async function foldTables(
  db: DuckDBConnection,
  names: readonly SqlTable[],
  until: number,
): Promise<{ name: SqlTable; behind: number } | null> {
  for (const name of names) {
    const behind = await bringUp(db, name, until);
    if (behind > 0) return { name, behind };
  }
  return null;
}
