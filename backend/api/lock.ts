import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BadConfig } from './config.ts';

/** Holds DATA_DIR for this process by an exclusive lock that the system lets go when the process ends, however it ends. Throws BadConfig when another holds it. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path.join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    db.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT; BEGIN EXCLUSIVE;',
    );
  } catch {
    db.close();
    throw new BadConfig(`DATA_DIR: another process is using ${dataDir}`);
  }
  return () => db.close();
}
