import type { DatabaseSync } from 'node:sqlite';

/** Connections of this thread that stay open as long as it runs. */
const open = new Set<DatabaseSync>();

export function lasting(db: DatabaseSync): DatabaseSync {
  for (const one of open) if (!one.isOpen) open.delete(one);
  open.add(db);
  return db;
}

/** Gives back the pages that SQLite keeps in memory for these connections. They are read again when they are asked for. */
export function releasePages(): void {
  for (const db of open) if (db.isOpen) db.exec('PRAGMA shrink_memory');
}
