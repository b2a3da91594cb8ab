import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type OnDamage, StoreDamaged, StoreFault, type StorePart, sqliteFault } from '../../events/store/faults.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import { lookThrough } from '../integrations/sqlite/look.ts';
import { STORE_FILES } from './failure.ts';

/** How often open files are looked at: so long may writes go to a file that was removed, and is lost with the process. */
const EVERY_MS = 1_000;
/** Of a write-ahead log and of each page in it, in bytes (https://sqlite.org/walformat.html). */
const HEADER = 32;
const FRAME_HEADER = 24;
/** Of its index. */
const INDEX_HEADER = 136;
/**
 * Of a database, so many blocks at most are compared, of so many bytes each, besides the first and the last ones. Among the first pages is one that each
 * write changes: the number of the last event (`sqlite_sequence`), of the last write of the vault (`revisions`), the place of the read models (`state`).
 */
const BLOCKS = 64;
const BLOCK = 4_096;
const FIRST = 8;
const LAST = 4;
/** How long a database that was touched is not read whole again. */
const WHOLE_MS = 3_600_000;

/** The write-ahead log of an open database was removed or replaced. Closing the database writes what the log holds into the database's file. */
export class LogTakenAway extends StoreFault {}

interface Seen {
  file: number;
  /** Bytes of the database. */
  length: number;
  /** When it was last written, which pages of the write-ahead log had been put into it then (`putBack`), and the hash of some of its blocks (`sampleOf`). */
  written: number;
  holds: string | null;
  sample: string;
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

/** The hash of the first, the last and some other blocks of a database. */
async function sampleOf(database: FileHandle, length: number): Promise<string> {
  const blocks = Math.ceil(length / BLOCK);
  const stride = 2 ** Math.max(0, Math.ceil(Math.log2(blocks / BLOCKS)));
  const compared = new Set<number>();
  for (let at = 0; at < Math.min(FIRST, blocks); at++) compared.add(at);
  for (let at = 0; at < blocks; at += stride) compared.add(at);
  for (let at = Math.max(0, blocks - LAST); at < blocks; at++) compared.add(at);
  const hash = createHash('sha256');
  const block = Buffer.alloc(BLOCK);
  for (const at of compared) {
    const { bytesRead } = await database.read(block, 0, BLOCK, at * BLOCK);
    hash.update(block.subarray(0, bytesRead));
  }
  return hash.digest('hex');
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
  /** Of each part the index of its write-ahead log, and its database: open until SQLite has closed them. */
  const opened = new Map<StorePart, Promise<FileHandle[]>>();
  const readWhole = new Map<StorePart, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const found = (file: string) =>
    stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });

  /** Of a database whose date alone has changed, as by `touch` or by a file system that says late when it was written: whether its pages are whole. */
  async function isBroken(part: StorePart, at: string): Promise<boolean> {
    const last = readWhole.get(part);
    if (last !== undefined && performance.now() - last < WHOLE_MS) return false;
    readWhole.set(part, performance.now());
    return (await lookThrough(at, signal)) !== null;
  }

  const openBoth = async (at: string): Promise<FileHandle[]> => {
    const handles: FileHandle[] = [];
    // One that cannot be opened is not watched for who writes it.
    for (const file of [`${at}-shm`, at])
      await open(file).then(
        (handle) => handles.push(handle),
        () => null,
      );
    return handles;
  };

  async function look(part: StorePart): Promise<void> {
    const name = STORE_FILES[part];
    const at = path.join(dataDir, name);
    const [index, database] = (await opened.get(part)) ?? [];
    const before = index ? await putBack(index) : null;
    const [file, wal] = [await found(at), await found(`${at}-wal`)];
    if (signal.aborted) return;
    const known = seen.get(part);
    if (!known) {
      if (!file || !wal) return;
      if (!opened.has(part)) opened.set(part, openBoth(at));
      seen.set(part, { file: file.ino, length: file.size, written: file.mtimeMs, holds: null, sample: '', wal: wal.ino, size: wal.size });
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
    if (!index || !database || (file.mtimeMs === known.written && before === known.holds)) return;
    const sample = await sampleOf(database, file.size);
    const holds = (await putBack(index)) === before ? before : null;
    // Written once more meanwhile: the next look tells by whom.
    if (signal.aborted || (await found(at))?.mtimeMs !== file.mtimeMs) return;
    const byOthers = file.mtimeMs !== known.written && holds !== null && holds === known.holds;
    if (byOthers && (sample !== known.sample || (await isBroken(part, at))))
      return onDamage(new StoreDamaged(part, `${name} was overwritten while the school had it open`));
    known.written = file.mtimeMs;
    known.holds = holds;
    known.sample = sample;
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
      for (const handles of await Promise.all(opened.values())) for (const handle of handles) await handle.close();
    },
  };
}
