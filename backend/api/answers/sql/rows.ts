import { schoolDay } from '../../../../events/calendar.ts';
import { categoryOf, type Recorded } from '../../../../events/store/port.ts';
import { actorOf, maskedEvent, type PersonalFieldsOf } from '../history/masked.ts';
import type { CopiedRow } from './eventsTable.ts';

/**
 * As JSON that DuckDB reads: it refuses all of a question that meets half a character, which a text has that was cut within one. `JSON.stringify` writes
 * those, and nothing else, as escapes.
 */
export const jsonOf = (value: unknown, replacer?: (key: string, value: unknown) => unknown): string => {
  const written = JSON.stringify(value, replacer);
  return written.includes('\\ud') ? written.replace(/\\(?:ud[89a-f][\da-f]{2}|.)/g, (one) => (one.length > 2 ? '\ufffd' : one)) : written;
};

/**
 * The most characters of one text in an event's JSON in the copy, which are those of a cell of an answer; a longer one is cut. DuckDB reads and compresses
 * thousands of rows at once: whole lessons in a row would not fit in its memory.
 */
export const TEXT_CHARACTERS = 2_000;
const cut = (text: string): string => `${text.slice(0, TEXT_CHARACTERS)}…`;
function shortJsonOf(value: unknown): string {
  const written = jsonOf(value);
  return written.length <= TEXT_CHARACTERS
    ? written
    : jsonOf(value, (_, one) => (typeof one === 'string' && one.length > TEXT_CHARACTERS ? cut(one) : one));
}

/** A masked event as a row of the copy. */
export function rowOf(event: Recorded, personalOf: PersonalFieldsOf): CopiedRow {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = maskedEvent(event, personalOf);
  const { userId, role } = actorOf(event);
  const act = (metadatos as Record<string, unknown>)['correlationId'];
  return [
    ...[posicion, id, tipo, categoryOf(flujo), flujo, numero, fecha, schoolDay(fecha), userId, role],
    ...[typeof act === 'string' ? act : null, shortJsonOf(datos), shortJsonOf(metadatos)],
  ];
}
