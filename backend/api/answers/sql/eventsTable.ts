import type { Position } from '../../../../events/store/port.ts';

/** The table of events in the copy. It stands apart from what reads and writes that: the school's process is not to load DuckDB. */

export const TABLE = 'eventos';
/** Names and types of its columns, in order; the page explains each. */
export const columns = {
  ...{ posicion: 'VARCHAR', id: 'VARCHAR', tipo: 'VARCHAR', categoria: 'VARCHAR', flujo: 'VARCHAR', numero: 'BIGINT', fecha: 'VARCHAR' },
  ...{ dia: 'VARCHAR', quien: 'BIGINT', rol: 'VARCHAR', acto: 'VARCHAR', datos: 'JSON', metadatos: 'JSON' },
} as const;
export type CopiedRow = (string | number | null)[];

export interface LastRow {
  id: string;
  flujo: string;
  numero: number;
  posicion: Position;
}
