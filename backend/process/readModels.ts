import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, sqliteFault } from '../../events/store/faults.ts';
import type { Position } from '../../events/store/port.ts';

/**
 * Why the embedded read models cannot serve with this log; null where they can, or there are none. They are rebuilt from the log then. `ahead`: how
 * far they had read, where that is further than it reaches.
 */
export function troubleOf(file: string, head: Position | null): { trouble: string } | { ahead: Position } | null {
  if (!existsSync(file)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    if (tables.length === 0) return null;
    if (!tables.some(({ name }) => name === 'generations')) return { trouble: 'a database of something else' };
    const reached = db
      .prepare('SELECT max(at) AS at FROM (SELECT checkpoint AS at FROM state UNION ALL SELECT checkpoint FROM generations)')
      .get() as { at: Position | null };
    if (reached.at === null || (head !== null && reached.at <= head)) return null;
    return { ahead: reached.at };
  } catch (error) {
    const fault = sqliteFault(error, 'read models', `${file} cannot be read`);
    if (fault instanceof StoreDamaged) return { trouble: fault.message };
    throw fault;
  } finally {
    db?.close();
  }
}
