import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { sqliteFault } from './faults.ts';
import { categoryOf, type Expected, StoreDamaged, StoreUnavailable, StoreUnwritable } from './port.ts';

/**
 * The one writer of the embedded log, in a thread of its own: a disk with a slow fsync holds up appends, never the API.
 * It drains its queue once per turn of its loop into one transaction (group commit) and answers after COMMIT.
 */

/** The command's reference, stream and expected version; of each event: id, type, data, metadata (JSON); and whether it is `followed` (port.ts). */
export type AppendRequest = [ref: number, stream: string, expected: Expected, fields: string[], followed: boolean];

export type Answer =
  | { ref: number; kind: 'appended'; version: number; position: number }
  | { ref: number; kind: 'conflict'; actual: number | 'none' }
  | ({ ref: number } & Failed);

/** The kind of fault (faults.ts) for which the writer cannot write. */
interface Failed {
  kind: 'failed';
  fault: 'unwritable' | 'outage' | 'data' | 'code';
  message: string;
}

/** What the writer reports of its connection. `synchronous`: 2 is FULL. */
export interface Durability {
  journalMode: string;
  synchronous: number;
  busyTimeout: number;
}

export type ToWriter =
  | { kind: 'append'; requests: AppendRequest[] }
  | { kind: 'connect'; port: MessagePort }
  /** From now on the appends of this port need not be on the disk when they are answered. */
  | { kind: 'later' }
  /** `write`: only after something was written, and everything before it is on the disk. */
  | { kind: 'durability'; ref: number; write: boolean }
  | { kind: 'leave' }
  | { kind: 'close' };

export type FromWriter =
  | { kind: 'ready' }
  | Failed
  | { kind: 'answers'; answers: Answer[] }
  /** Something was committed. */
  | { kind: 'committed' }
  | { kind: 'durability'; ref: number; durability: Durability };

/**
 * Shared by all who read the log: the position from which on a power cut may still undo what was appended; 0: there is none. Set before such an append
 * can be read, and cleared once it is on the disk.
 */
export type Unsettled = BigInt64Array<SharedArrayBuffer>;

export interface WriterData {
  path: string;
  port: MessagePort;
  unsettled: Unsettled;
}

interface Queued {
  port: MessagePort;
  request: AppendRequest;
}

/** The most for one transaction: the rest waits for the next turn. */
const MAX_BATCH_EVENTS = 2_000;
const BUSY_TIMEOUT_MS = 5_000;
/** How long an append that is `followed` stays without what should follow it, which has failed by then, before it is brought to the disk. */
const ALONE_MS = 5_000;
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    category TEXT NOT NULL,
    open INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS events_stream ON events (stream, version);
  CREATE UNIQUE INDEX IF NOT EXISTS events_open ON events (stream, id) WHERE open = 1;
  CREATE INDEX IF NOT EXISTS events_type ON events (type);
  CREATE INDEX IF NOT EXISTS events_category ON events (category);
`;

const failed = (error: unknown, what: string): Failed => {
  const found = sqliteFault(error, 'log', what);
  const fault =
    found instanceof StoreUnwritable
      ? 'unwritable'
      : found instanceof StoreUnavailable
        ? 'outage'
        : found instanceof StoreDamaged
          ? 'data'
          : 'code';
  return { kind: 'failed', fault, message: found instanceof Error ? found.message : String(found) };
};

class Log {
  readonly #db: DatabaseSync;
  readonly #last: StatementSync;
  readonly #openId: StatementSync;
  readonly #ids: StatementSync;
  readonly #insert: StatementSync;
  readonly #unsettled: Unsettled;
  #synchronous: 'FULL' | 'NORMAL' = 'FULL';
  /** The first position that this transaction gave. */
  #first: number | null = null;

  constructor(path: string, unsettled: Unsettled) {
    this.#unsettled = unsettled;
    const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000');
      const found = Number(db.prepare('PRAGMA user_version').get()?.user_version);
      if (found > SCHEMA_VERSION)
        throw new StoreDamaged('log', `written by a newer release (schema ${found}, this one knows ${SCHEMA_VERSION})`);
      const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
      if (found < SCHEMA_VERSION ? tables.length > 0 : !tables.some(({ name }) => name === 'events'))
        throw new StoreDamaged('log', 'a database of something else, not the log of a school');
      if (found < SCHEMA_VERSION) db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
      this.#last = db.prepare('SELECT version FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1');
      this.#openId = db.prepare('SELECT version FROM events WHERE stream = ? AND id = ? AND open = 1');
      this.#ids = db.prepare('SELECT id, position FROM events WHERE stream = ? AND version >= ? ORDER BY version LIMIT ?');
      this.#insert = db.prepare(
        'INSERT INTO events (stream, version, id, type, category, open, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      );
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
  }

  close(): void {
    this.#db.close();
  }

  durability(): Durability {
    const pragma = (name: string): unknown => Object.values(this.#db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    return {
      journalMode: String(pragma('journal_mode')),
      synchronous: Number(pragma('synchronous')),
      busyTimeout: Number(pragma('busy_timeout')),
    };
  }

  /** Brings to the disk whatever is not there yet. Throws where the file cannot be written. */
  probe(): void {
    this.#sync(true);
    this.#db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    Atomics.store(this.#unsettled, 0, 0n);
  }

  /**
   * One transaction for all. Throws when nothing could be written; a conflict of one append leaves the others alone. Where the disk is not waited
   * for, the next commit that waits takes this one along: the write-ahead log is one file. `followed`: all of them are.
   */
  commit(requests: readonly AppendRequest[], { wait, followed }: { wait: boolean; followed: boolean }): Answer[] {
    this.#sync(wait);
    this.#first = null;
    this.#db.exec('BEGIN IMMEDIATE');
    const answers = requests.map((request) => this.#append(request));
    const before = Atomics.load(this.#unsettled, 0);
    if (followed && before === 0n && this.#first !== null) Atomics.store(this.#unsettled, 0, BigInt(this.#first));
    try {
      this.#db.exec('COMMIT');
    } catch (error) {
      Atomics.store(this.#unsettled, 0, before);
      throw error;
    }
    if (!followed) Atomics.store(this.#unsettled, 0, 0n);
    return answers;
  }

  #sync(wait: boolean): void {
    const wanted = wait ? 'FULL' : 'NORMAL';
    if (wanted !== this.#synchronous) this.#db.exec(`PRAGMA synchronous = ${wanted}`);
    this.#synchronous = wanted;
  }

  #append([ref, stream, expected, fields]: AppendRequest): Answer {
    const found = this.#last.get(stream)?.version;
    const current = found === undefined ? -1 : Number(found);
    const open = expected === 'any' || expected === 'exists';
    if (open) {
      const stands = this.#openId.get(stream, fields[0] ?? null)?.version;
      if (stands !== undefined) return this.#repeat(ref, stream, Number(stands), current, fields);
      for (let at = 4; at < fields.length; at += 4) {
        if (this.#openId.get(stream, fields[at] ?? null)) return { ref, kind: 'conflict', actual: current };
      }
      if (expected === 'exists' && current < 0) return { ref, kind: 'conflict', actual: 'none' };
    } else {
      const wanted = expected === 'none' ? -1 : expected;
      if (wanted !== current) return this.#repeat(ref, stream, wanted + 1, current, fields);
    }

    const category = categoryOf(stream);
    let version = current;
    let position = 0;
    for (let at = 0; at < fields.length; at += 4) {
      const [id = '', type = '', data = '', metadata = ''] = fields.slice(at, at + 4);
      version++;
      position = Number(this.#insert.run(stream, version, id, type, category, open ? 1 : 0, data, metadata).lastInsertRowid);
      this.#first ??= position;
    }
    return { ref, kind: 'appended', version, position };
  }

  /** The first append's answer where exactly these events are stored at `from`, else a conflict. */
  #repeat(ref: number, stream: string, from: number, current: number, fields: readonly string[]): Answer {
    const count = fields.length / 4;
    const stands = this.#ids.all(stream, from, count);
    const same = stands.length === count && stands.every((row, index) => row.id === fields[index * 4]);
    if (!same) return { ref, kind: 'conflict', actual: current < 0 ? 'none' : current };
    return { ref, kind: 'appended', version: from + count - 1, position: Number(stands[count - 1]?.position) };
  }
}

class Writer {
  readonly #path: string;
  readonly #unsettled: Unsettled;
  #settling: NodeJS.Timeout | null = null;
  readonly #ports = new Set<MessagePort>();
  /** Ports whose appends need not be on the disk when they are answered. */
  readonly #later = new WeakSet<MessagePort>();
  #queue: Queued[] = [];
  #scheduled = false;
  #log: Log | null;

  constructor({ path, port, unsettled }: WriterData) {
    this.#path = path;
    this.#unsettled = unsettled;
    // A process that was killed leaves it: what it did not wait for is in there.
    const isLeft = existsSync(`${path}-wal`);
    this.#log = new Log(path, unsettled);
    if (isLeft) this.#settle();
    this.#serve(port);
  }

  #serve(port: MessagePort): void {
    this.#ports.add(port);
    port.on('message', (message: ToWriter) => this.#take(port, message));
    port.on('close', () => this.#ports.delete(port));
  }

  #take(port: MessagePort, message: ToWriter): void {
    switch (message.kind) {
      case 'append':
        for (const request of message.requests) this.#queue.push({ port, request });
        this.#schedule();
        return;
      case 'connect':
        this.#serve(message.port);
        return;
      case 'later':
        this.#later.add(port);
        return;
      case 'durability':
        this.#durability(port, message.ref, message.write);
        return;
      case 'leave':
        port.close();
        return;
      case 'close':
        this.#close();
    }
  }

  #durability(port: MessagePort, ref: number, write: boolean): void {
    try {
      const log = this.#open();
      if (write) log.probe();
      this.#send(port, { kind: 'durability', ref, durability: log.durability() });
    } catch (error) {
      this.#abandon();
      this.#send(port, { kind: 'answers', answers: [{ ref, ...failed(error, 'the log cannot be written') }] });
    }
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#drain();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  #nextBatch(): Queued[] {
    let events = 0;
    let count = 0;
    for (const { request } of this.#queue) {
      events += request[3].length / 4;
      if (count > 0 && events > MAX_BATCH_EVENTS) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  #drain(): void {
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    const unfollowed = batch.filter(({ request: [, , , , followed] }) => !followed);
    const followed = unfollowed.length === 0;
    const wait = unfollowed.some(({ port }) => !this.#later.has(port));
    const answers = this.#commit(
      batch.map(({ request }) => request),
      { wait, followed },
    );
    const byPort = new Map<MessagePort, Answer[]>();
    for (const [index, { port }] of batch.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      const own = byPort.get(port);
      if (own) own.push(answer);
      else byPort.set(port, [answer]);
    }
    for (const [port, own] of byPort) this.#send(port, { kind: 'answers', answers: own });
    if (followed) this.#settling ??= setTimeout(() => this.#settleAlone(), ALONE_MS).unref();
    if (followed || !answers.some(({ kind }) => kind === 'appended')) return;
    // An answer to an append that is not followed says so itself.
    const told = new Set(unfollowed.map(({ port }) => port));
    for (const port of this.#ports) if (!told.has(port)) this.#send(port, { kind: 'committed' });
  }

  #settleAlone(): void {
    this.#settling = null;
    if (Atomics.load(this.#unsettled, 0) === 0n) return;
    this.#settle();
    for (const port of this.#ports) this.#send(port, { kind: 'committed' });
  }

  #settle(): void {
    try {
      this.#open().probe();
    } catch {
      // The next append that is written takes all of it along.
      this.#abandon();
    }
  }

  #commit(requests: readonly AppendRequest[], how: { wait: boolean; followed: boolean }): Answer[] {
    try {
      return this.#open().commit(requests, how);
    } catch (error) {
      // The whole batch is rolled back. A connection that met an I/O error is not used again: the next batch opens a new one.
      const answer = failed(error, 'the log cannot be written');
      this.#abandon();
      return requests.map(([ref]) => ({ ref, ...answer }));
    }
  }

  #open(): Log {
    this.#log ??= new Log(this.#path, this.#unsettled);
    return this.#log;
  }

  #abandon(): void {
    try {
      this.#log?.close();
    } catch {
      // The transaction is rolled back when the connection closes.
    }
    this.#log = null;
  }

  #send(port: MessagePort, message: FromWriter): void {
    port.postMessage(message);
  }

  /** Whatever was posted before the close is still written and answered. */
  #close(): void {
    for (const port of this.#ports) {
      for (let posted = receiveMessageOnPort(port); posted; posted = receiveMessageOnPort(port)) {
        const message = posted.message as ToWriter;
        if (message.kind !== 'close') this.#take(port, message);
      }
    }
    while (this.#queue.length > 0) this.#drain();
    this.#abandon();
    for (const port of this.#ports) port.close();
  }
}

const { path, port, unsettled } = workerData as WriterData;
try {
  new Writer({ path, port, unsettled });
  port.postMessage({ kind: 'ready' } satisfies FromWriter);
} catch (error) {
  port.postMessage(failed(error, 'the log cannot be opened') satisfies FromWriter);
  port.close();
}
