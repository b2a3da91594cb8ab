import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, Position, Recorded } from '../../../../events/store/port.ts';
import { BOM, csvRow } from '../../contract/csv.ts';
import type { EventFilters, ExportRecord } from '../../contract/events.ts';
import { actorOf } from '../history/masked.ts';
import { storedEvent } from '../history/stored.ts';
import type { FileWriter, Part } from './fileWriter.ts';
import { parquetFile } from './parquet.ts';
import { candidates, matcher } from './search.ts';

export type ExportFormat = ExportRecord['formato'];
/** Personal fields are masked, whoever downloads them. */
export const exportFormats: Readonly<Record<ExportFormat, () => FileWriter>> = {
  ndjson: () => ({
    begin: () => '',
    rows: (events) => events.map((event) => `${JSON.stringify(storedEvent(event))}\n`).join(''),
    end: () => '',
  }),
  csv: () => ({
    begin: () => BOM + csvRow(['id', 'tipo', 'flujo', 'numero', 'posicion', 'fecha', 'quien', 'rol', 'datos', 'metadatos']),
    rows: (events) => events.map(csvEvent).join(''),
    end: () => '',
  }),
  parquet: parquetFile,
};
function csvEvent(event: Recorded): string {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = storedEvent(event);
  const { userId, role } = actorOf(event);
  return csvRow([id, tipo, flujo, numero, posicion, fecha, userId, role, JSON.stringify(datos), JSON.stringify(metadatos)]);
}

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
  { after, until, format }: { after: Position | null; until: Position | null; format: FileWriter },
  ended: (sent: Sent) => Promise<void>,
): AsyncGenerator<Part> {
  const matches = matcher(filters);
  const hash = createHash('sha256');
  const sent = { rows: 0, bytes: 0 };
  let complete = false;
  const counted = function* (part: Part): Generator<Part> {
    if (part.length === 0) return;
    hash.update(part);
    sent.bytes += Buffer.byteLength(part);
    yield part;
  };
  try {
    yield* counted(format.begin());
    for await (const page of until === null ? [] : candidates(store, filters, after)) {
      const upTo = until === null ? -1 : page.findIndex(({ position }) => position > until);
      const found = (upTo < 0 ? page : page.slice(0, upTo)).filter(matches);
      sent.rows += found.length;
      yield* counted(format.rows(found));
      if (upTo >= 0) break;
      await nextTurn();
    }
    yield* counted(format.end());
    complete = true;
  } finally {
    await ended({ ...sent, sha256: hash.digest('hex'), complete });
  }
}
