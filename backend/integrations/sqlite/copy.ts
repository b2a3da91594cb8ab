import { backup, DatabaseSync } from 'node:sqlite';
import { StoreDamaged, type StorePart, sqliteFault } from '../../../events/store/faults.ts';

/** How long another connection's write is waited for, in milliseconds. */
const PATIENCE_MS = 10_000;
/** The size of one step, copied without a pause. */
const STEP_PAGES = 512;
/** A pause is as long as the step before it, so that half of the disk's time is left to others; at most this long, in milliseconds. */
const LONGEST_REST_MS = 200;

export interface CopiedFile {
  part: StorePart;
  from: string;
  to: string;
}

export interface CopyOptions {
  /** Called after each step, with the count of copied pages. */
  progress?(file: string, copied: number, total: number): void;
}

const rested = new Int32Array(new SharedArrayBuffer(4));

/**
 * Copies databases that others are writing, all at one moment: the first one's write lock is held while the snapshots are opened, so that what
 * a writer did in one of them before it wrote the other is in both copies or in neither. The lock is held for about a millisecond; later writes do not
 * restart the copy. Steps block this thread: it is meant for a process of its own. Returns each file's pages.
 * Errors: StoreUnavailable; StoreDamaged, also where a copy does not pass its check.
 */
export async function copyDatabases(files: readonly CopiedFile[], options: CopyOptions = {}): Promise<number[]> {
  const sources: DatabaseSync[] = [];
  const [first] = files;
  if (!first) return [];
  let { part } = first;
  try {
    const lock = new DatabaseSync(first.from, { timeout: PATIENCE_MS });
    try {
      lock.exec('BEGIN IMMEDIATE');
      for (const { from, ...file } of files) {
        part = file.part;
        const source = new DatabaseSync(from, { readOnly: true, timeout: PATIENCE_MS });
        sources.push(source);
        source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      }
      lock.exec('ROLLBACK');
    } finally {
      lock.close();
    }
    const pages: number[] = [];
    for (const [index, { from, to, ...file }] of files.entries()) {
      part = file.part;
      const source = sources[index] as DatabaseSync;
      let began = performance.now();
      const copied = await backup(source, to, {
        rate: STEP_PAGES,
        progress({ totalPages, remainingPages }) {
          options.progress?.(from, totalPages - remainingPages, totalPages);
          Atomics.wait(rested, 0, 0, Math.min(LONGEST_REST_MS, performance.now() - began));
          began = performance.now();
        },
      });
      source.close();
      check(part, to);
      pages.push(copied);
    }
    return pages;
  } catch (error) {
    throw sqliteFault(error, part, 'it could not be copied');
  } finally {
    for (const source of sources) if (source.isOpen) source.close();
  }
}

/** Checks that the copy can be read, and is one file without a write-ahead log beside it. */
function check(part: StorePart, file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const [found] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (found !== 'ok') throw new StoreDamaged(part, String(found).replaceAll(/\s+/g, ' '));
  } finally {
    copy.close();
  }
}
