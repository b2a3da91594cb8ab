import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Recorded } from '../../../../events/store/port.ts';
import { actorOf } from '../history/masked.ts';
import { storedEvent } from '../history/stored.ts';
import type { FileWriter } from './fileWriter.ts';

/** The rows, or characters, after which a group is written: a reader of the file loads one group at a time, and so much is held here. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 8 << 20;

const text = (name: string): SchemaElement => ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' });
const json = (name: string): SchemaElement => ({ name, type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'REQUIRED' });
const moment: SchemaElement = { name: 'fecha', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' };
const columns: readonly SchemaElement[] = [
  ...[text('id'), text('tipo'), text('flujo'), { name: 'numero', type: 'INT32', repetition_type: 'REQUIRED' } as const],
  ...[text('posicion'), moment, { name: 'quien', type: 'INT32', repetition_type: 'OPTIONAL' } as const, text('rol')],
  ...[json('datos'), json('metadatos')],
];

const rowOf = (event: Recorded): unknown[] => {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = storedEvent(event);
  const { userId, role } = actorOf(event);
  return [id, tipo, flujo, numero, posicion, new Date(fecha), userId, role, datos, metadatos];
};

/** Events as Apache Parquet, in groups of rows. */
export function parquetFile(): FileWriter {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'eventos', num_children: columns.length }, ...columns],
    createdBy: 'Aulaviva',
  });
  let rows: unknown[][] = [];
  let characters = 0;
  const taken = (): Uint8Array => {
    const part = bytes.getBytes().slice();
    bytes.index = 0;
    return part;
  };
  const group = () => {
    const columnData = columns.map(({ name }, at) => ({ name, data: rows.map((row) => row[at]) }));
    if (rows.length > 0) file.write({ columnData, rowGroupSize: rows.length });
    rows = [];
    characters = 0;
  };
  return {
    begin: taken,
    rows(events) {
      for (const event of events) {
        const row = rowOf(event);
        rows.push(row);
        characters += JSON.stringify(row).length;
        if (rows.length === GROUP_ROWS || characters > GROUP_CHARACTERS) group();
      }
      return taken();
    },
    end() {
      group();
      file.finish();
      return taken();
    },
  };
}
