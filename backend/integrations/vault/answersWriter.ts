import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { StoreDamaged, sqliteFault } from '../../../events/store/faults.ts';
import { setAside } from '../sqlite/aside.ts';
import { Names } from './names.ts';
import { ownersOnly } from './ownersOnly.ts';

/** Writes the file of kept answers in a thread of its own: each message is read by one query, or written in one transaction. */

/** An answer, with the hash of the body that it answers. */
export interface Kept {
  body: string;
  /** Base64. */
  sealed: string;
}
/** `began`: when its run did, by the machine's clock. Both in epoch milliseconds. */
export interface Keep extends Kept {
  name: string;
  expires: number;
  began: number;
}
/** As JSON: V8 clones a string in a fraction of the time of objects. `now`: epoch milliseconds of the caller's clock. Each is answered once, in order. */
export type ToAnswersWriter = { now: number } & (
  | { names: true }
  | { find: string[] }
  | { keep: Keep[]; forgetAll: boolean }
  | { unreadable: true }
);
/** The bits of `Names` in base64. */
export interface AllNames {
  names: string;
  until: number;
}
/** The answers found, each with the place of its name in the message. */
export interface Found {
  found: [at: number, kept: Kept][];
}
export type FromAnswersWriter = AllNames | Found | { written: true } | { failed: string } | Damaged;
/** A damaged file was set aside and a new one started; the answer to the message follows. */
interface Damaged {
  damaged: string;
}

interface Row {
  body: string;
  sealed: Uint8Array;
}

const BUSY_TIMEOUT_MS = 10_000;
/** Every write deletes expired rows: at least this many, and twice as many as it adds. */
const SWEPT = 20;

/**
 * Rows are stored in the order of writing: the oldest are at one end, and new ones lie together. Older releases wrote what was under way, too: `sealed` is null.
 * `forgotten` has one row once all answers were forgotten: when that was, by the machine's clock, in epoch milliseconds.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS answers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    body TEXT NOT NULL,
    started INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    sealed BLOB
  ) STRICT;
  CREATE TABLE IF NOT EXISTS forgotten (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
`;

const port = parentPort;
if (!port) throw new Error('answersWriter.ts runs in a worker thread');
const path = workerData as string;

function open() {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    if (tables.length > 0 && !tables.some(({ name }) => name === 'answers'))
      throw new StoreDamaged('kept answers', 'a database of something else');
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; ${SCHEMA}`);
    return {
      db,
      inode: statSync(path).ino,
      begin: db.prepare('BEGIN IMMEDIATE'),
      end: db.prepare('COMMIT'),
      forgotten: db.prepare('SELECT at FROM forgotten'),
      mark: db.prepare('INSERT OR REPLACE INTO forgotten (id, at) VALUES (1, ?)'),
      names: db.prepare('SELECT name, expires FROM answers'),
      find: db.prepare('SELECT body, sealed FROM answers WHERE name = ? AND expires > ? AND sealed IS NOT NULL'),
      keep: db.prepare("INSERT OR REPLACE INTO answers (name, owner, body, started, expires, sealed) VALUES (?, '', ?, ?, ?, ?)"),
      forgetAll: db.prepare('DELETE FROM answers'),
      oldest: db.prepare('SELECT expires FROM answers ORDER BY id LIMIT 1'),
      sweep: db.prepare(
        'DELETE FROM answers WHERE id IN (SELECT id FROM (SELECT id, expires FROM answers ORDER BY id LIMIT ?) WHERE expires <= ?)',
      ),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
type File = ReturnType<typeof open>;

let file: File | null = null;

function leave(): void {
  file?.db.close();
  file = null;
}

function allNames(open: File): AllNames {
  const names = new Names();
  for (const row of open.names.iterate()) names.add(String(row.name), Number(row.expires));
  return { names: Buffer.from(names.bits).toString('base64'), until: names.until };
}

function look(open: File, names: readonly string[], now: number): Found {
  const found: Found['found'] = [];
  for (const [at, name] of names.entries()) {
    const row = open.find.get(name, now) as Row | undefined;
    if (row) found.push([at, { ...row, sealed: Buffer.from(row.sealed).toString('base64') }]);
  }
  return { found };
}

/** Throws what SQLite throws; nothing was written then. */
function write(open: File, keep: readonly Keep[], forgetAll: boolean, now: number): void {
  const overdue = ((open.oldest.get() as { expires: number } | undefined)?.expires ?? Number.POSITIVE_INFINITY) <= now;
  if (!overdue && !forgetAll && keep.length === 0) return;
  try {
    open.begin.run();
    const last = (open.forgotten.get() as { at: number } | undefined)?.at ?? 0;
    if (forgetAll) open.forgetAll.run();
    // After the clock was set back, what begins from now on is kept again.
    const forgotten = forgetAll || last > Date.now() ? Date.now() : last;
    if (forgotten !== last) open.mark.run(forgotten);
    // A run that began before all answers were forgotten may hold data that were to be forgotten.
    for (const { name, body, expires, sealed, began } of keep)
      if (began > forgotten) open.keep.run(name, body, now, expires, Buffer.from(sealed, 'base64'));
    if (overdue) open.sweep.run(SWEPT + 2 * keep.length, now);
    open.end.run();
  } catch (error) {
    if (open.db.isTransaction) open.db.exec('ROLLBACK');
    throw error;
  }
}

/** A damaged file is set aside once, and the message repeated. */
function answer(sent: ToAnswersWriter, again: boolean): FromAnswersWriter {
  try {
    // Another writer may have set it aside, as an erasure does.
    if (file && file.inode !== statSync(path, { throwIfNoEntry: false })?.ino) leave();
    file ??= open();
    if ('unreadable' in sent) throw new StoreDamaged('kept answers', 'an answer in it cannot be opened');
    if ('names' in sent) return allNames(file);
    if ('find' in sent) return look(file, sent.find, sent.now);
    write(file, sent.keep, sent.forgetAll, sent.now);
    return { written: true };
  } catch (error) {
    const fault = sqliteFault(error, 'kept answers', 'they cannot be read');
    if (!again || !(fault instanceof StoreDamaged)) return { failed: error instanceof Error ? error.message : String(error) };
    leave();
    setAside(path);
    ownersOnly(path);
    say({ damaged: fault.message });
    return 'unreadable' in sent ? { written: true } : answer(sent, false);
  }
}

const say = (message: FromAnswersWriter) => port.postMessage(JSON.stringify(message));

port.on('message', (sent: string) => {
  if (sent !== '') return say(answer(JSON.parse(sent) as ToAnswersWriter, true));
  // Closes the file and ends the thread.
  leave();
  port.close();
});
