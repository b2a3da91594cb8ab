import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BackupNote, DrillNote } from './port.ts';

/** In DATA_DIR: which backups were made and which were tried, a line each. It is no part of a backup. */
export const BACKUPS_FILE = 'backups.jsonl';

/** Every line that can be read, the oldest first. */
export function readBackupNotes(dataDir: string): (BackupNote | DrillNote)[] {
  const file = path.join(dataDir, BACKUPS_FILE);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const note = JSON.parse(line) as BackupNote | DrillNote;
        return note.kind === 'backup' || note.kind === 'drill' ? [note] : [];
      } catch {
        // An empty line, or a part of one.
        return [];
      }
    });
}

/** The line before may have been cut off, so each begins a new one. */
export const noteBackup = (dataDir: string, note: BackupNote | DrillNote): void =>
  appendFileSync(path.join(dataDir, BACKUPS_FILE), `\n${JSON.stringify(note)}`, { mode: 0o600, flush: true });
