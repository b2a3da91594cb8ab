import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type OnDamage, StoreDamaged, StoreFault, type StorePart, sqliteFault } from '../../events/store/faults.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import { lookThrough } from '../integrations/sqlite/look.ts';
import { STORE_FILES } from './failure.ts';

/** How long what is written may go to files that nobody will find again. */
const EVERY_MS = 1_000;
/** Of a write-ahead log and of each page in it, in bytes (https://sqlite.org/walformat.html). */
const HEADER = 32;
const FRAME_HEADER = 24;
/** Of its index. */
const INDEX_HEADER = 136;

/** A write-ahead log has no name any more; closing its database puts what it holds in its place. */
export class LogTakenAway extends StoreFault {}

interface Seen {
  file: number;
  /** Bytes of the database. */
  length: number;
  /** When it was last written, and which pages of the write-ahead log had been put into it then (`putBack`). */
  written: number;
  holds: string | null;
  wal: number;
  /** The most bytes that the write-ahead log has had. */
  size: number;
}

/**
 * Which pages of a write-ahead log have been put into its database, which is all that SQLite writes there: read from the index of the log
 * (https://sqlite.org/walformat.html, sections 2.1 and 2.2.1). null: that is being done just now, or nobody can say.
 */
async function putBack(index: FileHandle): Promise<string | null> {
  const head = Buffer.alloc(INDEX_HEADER);
  await index.read(head, 0, INDEX_HEADER, 0);
  const [salt, done, begun] = [head.subarray(32, 40), head.subarray(96, 100), head.subarray(128, 132)];
  return done.equals(begun) ? Buffer.concat([salt, done]).toString('hex') : null;
}

/** Whether the write-ahead log has lost pages that it still needs: it may also have been emptied as it should be, by another program. */
function isCut(file: string, part: StorePart, size: number): boolean {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    const { page_size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
    const { log } = db.prepare('PRAGMA wal_checkpoint = NOOP').get() as { log: number };
    return log > 0 && size < HEADER + log * (FRAME_HEADER + page_size);
  } catch (error) {
    if (sqliteFault(error, part, '') instanceof StoreDamaged) return true;
    throw error;
  } finally {
    db?.close();
  }
}

/**
 * Notices when somebody removes, replaces, cuts or overwrites files of the databases that are open: SQLite goes on with what has no name any more as if
 * nothing were wrong, and what is acknowledged then would be gone with the process; what it puts into a copy of another time is worth nothing. `onTaken`: closing the databases and opening them again mends it.
 */
export function watchOpenFiles({
  dataDir,
  parts,
  onDamage,
  onTaken,
}: {
  dataDir: string;
  parts: readonly StorePart[];
  onDamage: OnDamage;
  onTaken: (error: LogTakenAway) => void;
}): {
  /** Looks now; by itself it does so every second. */
  look(): Promise<void>;
  stop(): Promise<void>;
  /** Once the databases are closed: closing an index before would give up the locks that this process has on it. */
  release(): Promise<void>;
} {
  const seen = new Map<StorePart, Seen>();
  const indexes = new Map<StorePart, Promise<FileHandle | null>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const found = (file: string) =>
    stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });

  async function look(part: StorePart): Promise<void> {
    const name = STORE_FILES[part];
    const at = path.join(dataDir, name);
    const index = await indexes.get(part);
    const before = index ? await putBack(index) : null;
    const [file, wal] = [await found(at), await found(`${at}-wal`)];
    const holds = index && (await putBack(index)) === before ? before : null;
    if (signal.aborted) return;
    const known = seen.get(part);
    if (!known) {
      if (!file || !wal) return;
      if (!indexes.has(part))
        indexes.set(
          part,
          open(`${at}-shm`).catch(() => null),
        );
      seen.set(part, { file: file.ino, length: file.size, written: file.mtimeMs, holds, wal: wal.ino, size: wal.size });
      return;
    }
    if (file?.ino !== known.file) return onDamage(new StoreDamaged(part, 'removed or replaced while the school had it open'));
    if (wal?.ino !== known.wal) return onTaken(new LogTakenAway(`${name}-wal was removed or replaced while the school had it open`));
    if (wal.size < known.size && isCut(at, part, wal.size))
      return onDamage(new StoreDamaged(part, `${name}-wal was cut off while the school had it open`));
    known.size = wal.size;
    // It also becomes shorter when it is written anew, after an erasure.
    if (file.size < known.length && (await lookThrough(at, signal)) !== null)
      return onDamage(new StoreDamaged(part, `${name} was cut off while the school had it open`));
    known.length = file.size;
    if (file.mtimeMs !== known.written && holds !== null && holds === known.holds)
      return onDamage(new StoreDamaged(part, `${name} was overwritten while the school had it open`));
    known.written = file.mtimeMs;
    known.holds = holds;
  }
  const everyPart = async () => {
    for (const part of parts) if (!signal.aborted) await look(part);
  };
  // What cannot be looked at now is looked at in the next round.
  const over = everyPart()
    .catch(() => undefined)
    .then(() => rounds(EVERY_MS, signal, everyPart, () => undefined));
  return {
    look: everyPart,
    async stop() {
      stopping.abort();
      await over;
    },
    async release() {
      for (const index of await Promise.all(indexes.values())) await index?.close();
    },
  };
}
