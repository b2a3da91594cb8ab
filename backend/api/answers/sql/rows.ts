import { schoolDay } from '../../../../events/calendar.ts';
import { categoryOf, type Recorded } from '../../../../events/store/port.ts';
import { actorOf, maskedEvent, type PersonalFieldsOf } from '../history/masked.ts';
import type { CopiedRow } from './eventsTable.ts';

/** A masked event as a row of the copy. */
export function rowOf(event: Recorded, personalOf: PersonalFieldsOf): CopiedRow {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = maskedEvent(event, personalOf);
  const { userId, role } = actorOf(event);
  const act = (metadatos as Record<string, unknown>)['correlationId'];
  return [
    ...[posicion, id, tipo, categoryOf(flujo), flujo, numero, fecha, schoolDay(fecha), userId, role],
    ...[typeof act === 'string' ? act : null, JSON.stringify(datos), JSON.stringify(metadatos)],
  ];
}
