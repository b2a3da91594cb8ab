import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/**
 * Makes a database readable only by its owner, with the files that SQLite puts beside it; also one that was copied here by other means.
 * One that is there is not opened for it: closing any handle of a file gives up all locks of this process on it, and whatever opens
 * it next from outside would take it for unused, and remove what was written last.
 */
export function ownersOnly(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
  }
}
