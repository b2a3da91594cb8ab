import { rmSync } from 'node:fs';

/** The files of the copy. They stand apart from what reads and writes them: the school's process is not to load DuckDB. */

/** The copy, in DATA_DIR. */
export const COPY_FILE = 'questions.db';
/** What does not fit in memory while it is made. */
export const aside = (file: string): string => `${file}.tmp`;

/** Also what an earlier release made there with SQLite. */
const ENDS = ['', '.wal', '.wal.checkpoint', '.wal.recovery', '-wal', '-shm', '.tmp'];
/** Deletes the copy, and whatever else stands in its place, so that the next question makes it anew; what cannot be deleted shows when it is opened. */
export function discard(file: string): void {
  for (const end of ENDS)
    try {
      rmSync(`${file}${end}`, { recursive: true, force: true });
    } catch {}
}
