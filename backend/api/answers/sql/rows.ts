import { schoolDay } from '../../../../events/calendar.ts';
import { categoryOf, type Recorded } from '../../../../events/store/port.ts';
import { actorOf, maskedEvent, type PersonalFieldsOf } from '../history/masked.ts';
import type { CopiedRow } from './eventsTable.ts';

/**
 * As JSON that DuckDB reads: it refuses all of a question that meets half a character, which a text has that was cut within one. `JSON.stringify` writes
 * those, and nothing else, as escapes.
 */
export const jsonOf = (value: unknown): string => {
  const written = JSON.stringify(value);
  return written.includes('\\ud') ? written.replace(/\\(?:ud[89a-f][\da-f]{2}|.)/g, (one) => (one.length > 2 ? '\ufffd' : one)) : written;
};

/** A masked event as a row of the copy. */
export function rowOf(event: Recorded, personalOf: PersonalFieldsOf): CopiedRow {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = maskedEvent(event, personalOf);
  const { userId, role } = actorOf(event);
  const act = (metadatos as Record<string, unknown>)['correlationId'];
  return [
    ...[posicion, id, tipo, categoryOf(flujo), flujo, numero, fecha, schoolDay(fecha), userId, role],
    ...[typeof act === 'string' ? act : null, jsonOf(datos), jsonOf(metadatos)],
  ];
}
