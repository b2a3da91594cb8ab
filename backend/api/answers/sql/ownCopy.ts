import { DatabaseSync } from 'node:sqlite';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { JsonObject, Position } from '../../../../events/store/port.ts';
import type { PersonalFieldsOf } from '../history/masked.ts';
import { appendingEvents, lastRow } from './copy.ts';
import { rowOf } from './rows.ts';

/** How many events are read at once. */
const PAGE = 500;
const PATIENCE_MS = 10_000;
const DIGITS = 16;

/**
 * Adds what the copy lacks from an embedded log. It is read in this process, so that the school's process holds none of it. Personal fields are sealed there,
 * and no key is here.
 * Returns whether it reached the end of the log in time.
 */
export async function copyFrom(log: string, copy: DuckDBConnection, personalOf: PersonalFieldsOf, until: number): Promise<boolean> {
  const db = new DatabaseSync(log, { readOnly: true, timeout: PATIENCE_MS });
  try {
    const page = db.prepare(
      'SELECT position, stream, version, id, type, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT ?',
    );
    let after = Number((await lastRow(copy))?.posicion ?? 0);
    const events = await appendingEvents(copy);
    try {
      for (;;) {
        const before = after;
        // Each page is read in a transaction of its own: an append-only log reads the same at any time, and no writer has to wait.
        for (const row of page.iterate(after, PAGE)) {
          const [data, metadata] = [String(row.data), String(row.metadata)];
          const event = {
            ...{ id: String(row.id), type: String(row.type), stream: String(row.stream), version: Number(row.version) },
            ...{ position: String(row.position).padStart(DIGITS, '0') as Position, size: data.length + metadata.length },
            ...{ data: JSON.parse(data) as JsonObject, metadata: JSON.parse(metadata) as JsonObject },
          };
          events.add(rowOf(event, personalOf));
          after = Number(row.position);
        }
        if (after === before) return true;
        if (performance.now() > until) return false;
      }
    } finally {
      events.close();
    }
  } finally {
    db.close();
  }
}
