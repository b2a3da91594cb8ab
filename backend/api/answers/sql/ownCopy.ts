import { DatabaseSync } from 'node:sqlite';
import type { JsonObject, Position } from '../../../../events/store/port.ts';
import type { PersonalFieldsOf } from '../history/masked.ts';
import { addRows, type CopiedRow, lastRow } from './copy.ts';
import { rowOf } from './rows.ts';

/** How many events are written in one transaction, and how many characters of them. */
const PAGE = 500;
const CHARACTERS = 2 << 20;
const PATIENCE_MS = 10_000;
const DIGITS = 16;

/**
 * Adds what the copy lacks from an embedded log. It is read in this process, so that the school's process holds none of it. Personal fields are sealed there,
 * and no key is here.
 * Returns whether it reached the end of the log in time.
 */
export function copyFrom(log: string, copy: DatabaseSync, personalOf: PersonalFieldsOf, until: number): boolean {
  const db = new DatabaseSync(log, { readOnly: true, timeout: PATIENCE_MS });
  try {
    const page = db.prepare(
      'SELECT position, stream, version, id, type, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT ?',
    );
    for (let after = Number(lastRow(copy)?.posicion ?? 0); ; ) {
      const rows: CopiedRow[] = [];
      let characters = 0;
      // Each page is read in a transaction of its own: an append-only log reads the same at any time, and no writer has to wait.
      for (const row of page.iterate(after, PAGE)) {
        const [data, metadata] = [String(row.data), String(row.metadata)];
        const event = {
          ...{ id: String(row.id), type: String(row.type), stream: String(row.stream), version: Number(row.version) },
          ...{ position: String(row.position).padStart(DIGITS, '0') as Position, size: data.length + metadata.length },
          ...{ data: JSON.parse(data) as JsonObject, metadata: JSON.parse(metadata) as JsonObject },
        };
        rows.push(rowOf(event, personalOf));
        after = Number(row.position);
        characters += event.size;
        if (characters > CHARACTERS) break;
      }
      if (rows.length === 0) return true;
      addRows(copy, rows);
      if (performance.now() > until) return false;
    }
  } finally {
    db.close();
  }
}
