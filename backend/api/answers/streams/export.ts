import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, Position, Recorded } from '../../../../events/store/port.ts';
import type { EventFilters } from '../../contract/events.ts';
import { BOM, csvRow } from '../csv.ts';
import { storedEvent } from '../history/stored.ts';
import { actorOf, candidates, matcher } from './search.ts';

interface Format {
  head: string;
  row(event: Recorded): string;
}
/** What is personal is masked, whoever takes it. */
export const exportFormats: Readonly<Record<'ndjson' | 'csv', Format>> = {
  ndjson: { head: '', row: (event) => `${JSON.stringify(storedEvent(event))}\n` },
  csv: {
    head: BOM + csvRow(['id', 'tipo', 'flujo', 'numero', 'posicion', 'fecha', 'quien', 'rol', 'datos', 'metadatos']),
    row(event) {
      const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = storedEvent(event);
      const { userId, role } = actorOf(event);
      return csvRow([id, tipo, flujo, numero, posicion, fecha, userId, role, JSON.stringify(datos), JSON.stringify(metadatos)]);
    },
  },
};

/** What was sent so far. */
export interface Sent {
  rows: number;
  bytes: number;
  sha256: string;
  complete: boolean;
}

/**
 * All events that match after a place and up to another one, oldest first, read while they are sent. `ended` is told what was sent,
 * also where whoever asked went away.
 */
export async function* exported(
  store: EventStore,
  filters: EventFilters,
  { after, until, format }: { after: Position | null; until: Position | null; format: Format },
  ended: (sent: Sent) => Promise<void>,
): AsyncGenerator<string> {
  const matches = matcher(filters);
  const hash = createHash('sha256');
  const sent = { rows: 0, bytes: 0 };
  let complete = false;
  const counted = (text: string): string => {
    hash.update(text);
    sent.bytes += Buffer.byteLength(text);
    return text;
  };
  try {
    if (format.head !== '') yield counted(format.head);
    for await (const page of until === null ? [] : candidates(store, filters, after, false)) {
      let part = '';
      let beyond = false;
      for (const event of page) {
        beyond = until !== null && event.position > until;
        if (beyond) break;
        if (!matches(event)) continue;
        part += format.row(event);
        sent.rows += 1;
      }
      if (part !== '') yield counted(part);
      if (beyond) break;
      await nextTurn();
    }
    complete = true;
  } finally {
    await ended({ ...sent, sha256: hash.digest('hex'), complete });
  }
}
