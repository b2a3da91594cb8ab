import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** How long one attempt waits for another connection's lock, blocking its thread. */
const PATIENCE_MS = 250;
const ATTEMPTS = 20;

const isBusy = (error: unknown): boolean => /locked|busy/i.test((error as Error | null)?.message ?? '');

async function attempt(what: () => boolean): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      if (what()) return;
      if (tries >= ATTEMPTS) throw new Error('the database is busy');
    } catch (error) {
      if (tries >= ATTEMPTS || !isBusy(error)) throw error;
    }
    await pause(PATIENCE_MS);
  }
}

/**
 * Rewrites a database file, so that it contains only the present content of its tables. `secure_delete` overwrites deleted data in place;
 * but what SQLite moved to another page earlier leaves its bytes behind until that page is reused, in the file and in its write-ahead log.
 * Others may have it open: their next write waits until it is done.
 */
export async function rewriteDatabase(file: string, { inMemory = false }: { inMemory?: boolean } = {}): Promise<void> {
  const db = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    // Secrets are not copied into a temporary file on the way.
    db.exec(`PRAGMA secure_delete = ON; PRAGMA temp_store = ${inMemory ? 'MEMORY' : 'FILE'}`);
    await attempt(() => {
      db.exec('VACUUM');
      return true;
    });
  } finally {
    db.close();
  }
  await emptyWriteAheadLog(file);
}

/** Moves the write-ahead log into the file and truncates it. */
export async function emptyWriteAheadLog(file: string): Promise<void> {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    await attempt(() => (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0);
  } finally {
    db.close();
  }
}
