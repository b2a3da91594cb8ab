import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, sqliteFault } from '../../events/store/faults.ts';
import { BadConfig } from './config.ts';

export const LOCK_FILE = 'lock.db';

/** Holds DATA_DIR by an exclusive lock that the system releases when the process ends in any way. Throws BadConfig where another process holds it. */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, LOCK_FILE);
  for (let again = false; ; again = true) {
    let db: DatabaseSync | null = null;
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      db = new DatabaseSync(file, { timeout: 0 });
      db.exec(
        'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT; BEGIN EXCLUSIVE;',
      );
      const held = db;
      return () => held.close();
    } catch (error) {
      db?.close();
      // The new file is unlocked; any file would do.
      if (!again && sqliteFault(error, 'log', '') instanceof StoreDamaged) rmSync(file, { force: true });
      else if (isBusy(error)) throw new BadConfig(`DATA_DIR: another process is using ${dataDir}`);
      else throw new BadConfig(`DATA_DIR: cannot write to ${dataDir}`);
    }
  }
}

const isBusy = (error: unknown): boolean => [5, 6].includes(((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff);

/**
 * Restricts DATA_DIR to its owner: files 0600 in a folder of 0700. Returns a line for each thing that others can still read:
 * a folder of another owner, or one that contains more than the school.
 */
export function closeToOthers(dataDir: string): string[] {
  const open: string[] = [];
  const close = (place: string, mode: number) => {
    if ((statSync(place).mode & 0o077) === 0) return;
    try {
      chmodSync(place, mode);
    } catch {
      open.push(`${place} is open to others, and not this user's to close`);
    }
  };
  const entries = readdirSync(dataDir, { withFileTypes: true });
  const ours = entries.filter(({ name }) => OURS.test(name));
  for (const entry of ours) {
    const place = path.join(dataDir, entry.name);
    if (entry.isFile()) close(place, 0o600);
    else if (entry.isDirectory()) close(place, 0o700);
  }
  if (ours.length === entries.length) close(dataDir, 0o700);
  else if (statSync(dataDir).mode & 0o077)
    open.push(`${dataDir} is open to others, and holds more than the school: give the school a folder of its own, or chmod 700 this one`);
  return open;
}

const OURS =
  /^((events|vault|read|answers|questions|lock)\.db(\.damaged)?(-wal|-shm|-journal|\.wal(\.checkpoint|\.recovery)?|\.tmp)?|secrets\.json|erasures\.jsonl(\.begun)?|backups\.jsonl|(copy|vault)\.json(\.new)?|drill|copies|past|files|incoming|builds|\.restoring|\.copying)$/;
