import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { StoreDamaged, sqliteFault } from '../../../events/store/faults.ts';
import { setAside } from '../sqlite/aside.ts';
import type { AnswerRecord } from './answers.ts';

/** The one writer of the file of kept answers, in a thread of its own. Its sender batches while it is busy, and each message is one transaction. */

/**
 * As JSON: V8 clones a string in a fraction of the time of objects. Of a claim: name, owner, bodyHash, startedAt, expiresAt, the owner to
 * take over from; of a settlement: name, owner, sealed, expiresAt.
 */
export type Asked =
  | ['claim', string, string, string, number, number, string | null]
  | ['settle', string, string, string | null, number]
  | ['forgetAll']
  /** Present only where it differs from the defaults. */
  | ['sweep'];
/** `now`: epoch milliseconds of the caller's clock. One message is one transaction. */
export interface ToAnswersWriter {
  now: number;
  asked: Asked[];
}
/** The records found where something was claimed, by place in the message; null: none at all. */
export type FromAnswersWriter = { existing: [at: number, record: AnswerRecord][] | null } | { failed: string } | Damaged;
/** A damaged file was set aside and a new one started; the answer to the message follows. */
interface Damaged {
  damaged: string;
}

interface Row {
  id: number;
  owner: string;
  body: string;
  started: number;
  expires: number;
  sealed: Uint8Array | null;
}

const BUSY_TIMEOUT_MS = 10_000;
/** Every write deletes expired rows: at least this many, and twice as many as it adds. */
const SWEPT = 20;

/** Rows are stored in the order of writing: the oldest are at one end, and new ones lie together. */
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
      find: db.prepare('SELECT id, owner, body, started, expires, sealed FROM answers WHERE name = ?'),
      drop: db.prepare('DELETE FROM answers WHERE id = ?'),
      insert: db.prepare('INSERT INTO answers (name, owner, body, started, expires, sealed) VALUES (?, ?, ?, ?, ?, ?)'),
      keep: db.prepare('UPDATE answers SET sealed = ?, expires = ? WHERE name = ? AND owner = ?'),
      forget: db.prepare('DELETE FROM answers WHERE name = ? AND owner = ?'),
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

let file: ReturnType<typeof open> | null = null;

function leave(): void {
  file?.db.close();
  file = null;
}

function write({ drop, find, forget, forgetAll, insert, keep }: ReturnType<typeof open>, ask: Asked, now: number): AnswerRecord | null {
  if (ask[0] === 'sweep') return null;
  if (ask[0] === 'forgetAll') {
    forgetAll.run();
    return null;
  }
  if (ask[0] === 'settle') {
    const [, name, owner, sealed, expiresAt] = ask;
    if (sealed === null) forget.run(name, owner);
    else keep.run(Buffer.from(sealed, 'base64'), expiresAt, name, owner);
    return null;
  }
  const [, name, owner, bodyHash, startedAt, expiresAt, over] = ask;
  const found = find.get(name) as Row | undefined;
  if (found && found.expires > now && (found.owner !== over || found.sealed !== null))
    return {
      owner: found.owner,
      bodyHash: found.body,
      startedAt: found.started,
      sealed: found.sealed && Buffer.from(found.sealed).toString('base64'),
    };
  if (found) drop.run(found.id);
  insert.run(name, owner, bodyHash, startedAt, expiresAt, null);
  return null;
}

/** Throws what SQLite throws; nothing was written then. */
function commit({ now, asked }: ToAnswersWriter): FromAnswersWriter {
  // Another writer may have set it aside, as an erasure does.
  if (file && file.inode !== statSync(path, { throwIfNoEntry: false })?.ino) leave();
  file ??= open();
  const { begin, db, end, oldest, sweep } = file;
  const overdue = ((oldest.get() as { expires: number } | undefined)?.expires ?? Number.POSITIVE_INFINITY) <= now;
  if (!overdue && asked.every(([kind]) => kind === 'sweep')) return { existing: null };
  const existing: [number, AnswerRecord][] = [];
  try {
    begin.run();
    for (const [at, ask] of asked.entries()) {
      const found = write(file, ask, now);
      if (found) existing.push([at, found]);
    }
    if (overdue) sweep.run(SWEPT + 2 * asked.length, now);
    end.run();
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
  return { existing: existing.length > 0 ? existing : null };
}

/** A damaged file is set aside once, and the message repeated. */
function answer(sent: ToAnswersWriter, again: boolean): FromAnswersWriter {
  try {
    return commit(sent);
  } catch (error) {
    const fault = sqliteFault(error, 'kept answers', 'they cannot be read');
    if (!again || !(fault instanceof StoreDamaged)) return { failed: error instanceof Error ? error.message : String(error) };
    leave();
    setAside(path);
    // Readable only by the owner, like the one before it.
    closeSync(openSync(path, 'a', 0o600));
    say({ damaged: fault.message });
    return answer(sent, false);
  }
}

const say = (message: FromAnswersWriter) => port.postMessage(JSON.stringify(message));

port.on('message', (sent: string) => {
  if (sent !== '') return say(answer(JSON.parse(sent) as ToAnswersWriter, true));
  // Closes the file and ends the thread.
  leave();
  port.close();
});
