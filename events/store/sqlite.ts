import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Transferable, Worker } from 'node:worker_threads';
import { entryFile } from '../entry.ts';
import { type OnDamage, sqliteFault } from './faults.ts';
import {
  type Appended,
  type AppendOptions,
  type Delivery,
  type EventStore,
  type Expected,
  encodeAppend,
  type JsonObject,
  MAX_APPEND_BYTES,
  type NewEvent,
  type PageOptions,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreDamaged,
  StoreFault,
  StoreUnavailable,
  VersionConflict,
} from './port.ts';
import { Snapshot } from './snapshot.ts';
import type { Answer, AppendRequest, Durability, FromWriter, ToWriter, WriterData } from './sqliteWriter.ts';
import { Arrivals, follow, pause, pauseAfter } from './subscription.ts';

export type { Durability } from './sqliteWriter.ts';

/** The embedded log: one file in DATA_DIR, written by one thread, read by any. */
export const EVENTS_FILE = 'events.db';

/** What another thread needs to open the log: pass it in `workerData`, and its `port` in `transferList`. It can be used once. */
export interface SqliteConnection {
  path: string;
  port: MessagePort;
}

/**
 * The owner's view. `close` ends the writer after every append posted to it by any connection has been answered. A writer that dies is restarted;
 * until then appends and the owner's `head` fail with StoreUnavailable, because the log can only be read.
 */
export interface SqliteStore extends EventStore {
  connection(): SqliteConnection;
  /** What the writer reports of its own connection. */
  durability(): Promise<Durability>;
}

const PAGE_EVENTS = 1_000;
/** Most reads of a stream want its end, or one event. */
const FIRST_PAGE_EVENTS = 50;
/** A page of fewer characters is shared between the subscriptions of a thread: its rows are read once, and so are their values. */
const SHARED_CHARACTERS = 1_000_000;
/** Rows asked for in one query, within what the average size of the last rows says fits in a page. */
const CHUNK_EVENTS = 64;
const PAGE_CHARACTERS = 4 * 1024 * 1024;
/**
 * How long a subscription waits after a read before it reads again, in ms: this much for each event it got, within these bounds. Each round has a
 * fixed cost for its readers: above 500 events a second, events arrive in growing batches, while a single person's events are not delayed.
 */
const GATHER_MS = { each: 2, least: 4, most: 48 } as const;
/** How late an append of another process may be noticed. Appends of this process wake subscriptions at once. */
const POLL_MS = 200;
const BUSY_TIMEOUT_MS = 5_000;
/** The size of one message: the writer starts on the first while this thread prepares the next (1.5 times as fast as a single message). */
const MESSAGE_APPENDS = 20;
/** With more types or categories than this, rows are filtered one by one instead of merging their indexes. */
const MERGED_FILTERS = 64;

/** A writer that lived this long did not fail at start: it is restarted at once. */
const LIVED_MS = 10_000;

const POSITION_DIGITS = 16;
const toPosition = (rowid: number): Position => String(rowid).padStart(POSITION_DIGITS, '0') as Position;
/** Nobody outside need know how far it is padded. */
const parsePosition = (text: string): Position | null =>
  /^\d{1,16}$/.test(text) ? (text.padStart(POSITION_DIGITS, '0') as Position) : null;
const fromPosition = (position: Position): number => {
  if (!/^\d{16}$/.test(position)) throw new RangeError(`not a position of this log: ${position}`);
  return Number(position);
};

/** The columns of an event: position, stream, version, id, type, data, metadata. */
type Row = [position: number, stream: string, version: number, id: string, type: string, data: string, metadata: string];
const COLUMNS = 'position, stream, version, id, type, data, metadata';

/** `data` and `metadata` are parsed on first access: a reader pays only for the events it uses. Spreading the object loses both. */
class StoredEvent implements Recorded {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly version: number;
  readonly position: Position;
  readonly size: number;
  readonly #dataText: string;
  readonly #metadataText: string;
  #data: JsonObject | undefined;
  #metadata: JsonObject | undefined;

  constructor([position, stream, version, id, type, data, metadata]: Row) {
    this.id = id;
    this.type = type;
    this.stream = stream;
    this.version = version;
    this.position = toPosition(position);
    this.size = data.length + metadata.length;
    this.#dataText = data;
    this.#metadataText = metadata;
  }

  get data(): JsonObject {
    this.#data ??= JSON.parse(this.#dataText) as JsonObject;
    return this.#data;
  }

  get metadata(): JsonObject {
    this.#metadata ??= JSON.parse(this.#metadataText) as JsonObject;
    return this.#metadata;
  }

  toJSON(): Recorded {
    const { id, type, stream, version, position, data, metadata, size } = this;
    return { id, type, stream, version, position, data, metadata, size };
  }
}

const marks = (count: number): string => new Array(count).fill('?').join(', ');

/** The query for one chunk, and the values it binds beside position and limit. */
interface ChunkQuery {
  sql: string;
  bind(at: number, limit: number): SQLInputValue[];
}
interface ChunkQueries extends ChunkQuery {
  /**
   * The same chunk where most of the log is wanted: scans the log itself, at most REACH positions for each row. Absent where the other query
   * scans the log anyway, or for backward reads. Fewer rows than the limit do not mean that the end was reached.
   */
  dense?: ChunkQuery;
}

/** Scanning three events costs about as much as merging one from the indexes. */
const REACH = 4;

function chunkQuery(options: ReadAllOptions): ChunkQueries {
  const backwards = options.backwards === true;
  const beyond = backwards ? 'position < ?' : 'position > ?';
  const order = backwards ? 'position DESC' : 'position';
  const types = options.types && [...new Set(options.types)];
  const categories = options.categories && [...new Set(options.categories)];

  // The `+` keeps the planner from collecting and sorting every index entry after the position.
  const filters = [types && ` AND +type IN (${marks(types.length)})`, categories && ` AND +category IN (${marks(categories.length)})`].join(
    '',
  );
  const filtered = [...(types ?? []), ...(categories ?? [])];
  const scan = (within = ''): string => `SELECT ${COLUMNS} FROM events WHERE ${beyond}${within}${filters} ORDER BY ${order} LIMIT ?`;
  const [column, wanted] = types ? (['type', types] as const) : (['category', categories ?? []] as const);
  if (wanted.length === 0 || wanted.length > MERGED_FILTERS) return { sql: scan(), bind: (at, limit) => [at, ...filtered, limit] };

  // One ordered scan of the index for each value, merged by SQLite and ended by the limit.
  const rest = types && categories ? categories : [];
  const arm =
    `SELECT position FROM events INDEXED BY events_${column} WHERE ${column} = ? AND ${beyond}` +
    (rest.length > 0 ? ` AND category IN (${marks(rest.length)})` : '');
  const found =
    wanted.length === 1 ? `${arm} ORDER BY ${order} LIMIT ?` : `${wanted.map(() => arm).join(' UNION ALL ')} ORDER BY ${order} LIMIT ?`;
  const columns = COLUMNS.replaceAll(/\w+/g, 'events.$&');
  return {
    sql: `WITH found AS (${found}) SELECT ${columns} FROM found CROSS JOIN events ON events.position = found.position ORDER BY found.${order}`,
    bind: (at, limit) => [...wanted.flatMap((value) => [value, at, ...rest]), limit],
    ...(!backwards && {
      dense: { sql: scan(' AND position <= ?'), bind: (at, limit) => [at, at + REACH * limit, ...filtered, limit] },
    }),
  };
}

const EVERYTHING = chunkQuery({});

/** Reads over a connection of this thread. */
class Reader {
  readonly #db: DatabaseSync;
  readonly #snapshot: Snapshot;
  readonly #statements = new Map<string, StatementSync>();
  /** Average characters of a row in the last query; the maximum at first. */
  #average = MAX_APPEND_BYTES;
  readonly #onDamage: OnDamage;

  constructor(path: string, onDamage: OnDamage) {
    this.#db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    this.#db.exec('PRAGMA cache_size = -8192');
    this.#snapshot = new Snapshot(this.#db);
    this.#onDamage = onDamage;
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Where the thread is notified of commits. */
  refresh(): void {
    this.#snapshot.end();
  }

  rows(sql: string, ...bound: SQLInputValue[]): Row[] {
    if (!this.#db.isOpen) throw new StoreUnavailable('the log has been closed');
    try {
      this.#snapshot.begin();
      return this.#of(sql).all(...bound) as unknown as Row[];
    } catch (error) {
      const fault = sqliteFault(error, 'log', 'the log cannot be read');
      if (fault instanceof StoreDamaged) this.#onDamage(fault);
      throw fault;
    }
  }

  #of(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** One page: chunks until it is full, by events or by size, or the log ends. */
  page(
    chunk: (last: Row | undefined, limit: number) => Row[],
    size: number,
  ): { events: StoredEvent[]; last: Row | undefined; more: boolean } {
    const events: StoredEvent[] = [];
    let last: Row | undefined;
    let characters = 0;
    while (events.length < size && characters < PAGE_CHARACTERS) {
      const room = Math.max(1, Math.floor((PAGE_CHARACTERS - characters) / this.#average));
      const limit = Math.min(CHUNK_EVENTS, size - events.length, room);
      const rows = chunk(last, limit);
      const before = characters;
      let taken = 0;
      for (const row of rows) {
        // The rows were larger than expected: the rest is read again.
        if (characters >= PAGE_CHARACTERS) break;
        const event = new StoredEvent(row);
        characters += event.size;
        events.push(event);
        last = row;
        taken++;
      }
      if (taken > 0) this.#average = (characters - before) / taken;
      if (rows.length < limit && taken === rows.length) return { events, last, more: false };
    }
    return { events, last, more: true };
  }
}

/**
 * When the appends of a connection are on the disk: before each is answered, or at the latest when the connection has closed. The second is for whoever
 * can make all of them again after a power cut; what others append is on the disk when it is answered, and so is everything before it.
 */
export type OnDisk = 'answered' | 'closed';

interface Pending<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}
interface PendingAppend extends Pending<Appended> {
  stream: string;
  expected: Expected;
  followed: boolean;
}

/** The owner tells a connection of another thread about the writer that replaces the one that died. */
interface FromOwner {
  kind: 'writer';
  port: MessagePort;
}
/** Sent by a connection that another thread holds: the owner is to open one more. */
interface ToOwner {
  kind: 'connection';
  port: MessagePort;
}
/** The first message to a connection, before any of the writer's: its port to the owner. */
interface Line {
  kind: 'owner';
  port: MessagePort;
}

/** This thread's end of the port to the writer. Appends of one turn travel together. */
class WriterPort {
  readonly arrivals = new Arrivals();
  readonly #onGrowth: () => void;
  readonly #onDamage: OnDamage;
  readonly #onDisk: OnDisk;
  readonly #appends = new Map<number, PendingAppend>();
  readonly #questions = new Map<number, Pending<Durability>>();
  #port: MessagePort | null = null;
  #outgoing: AppendRequest[] = [];
  #ref = 0;
  #gone: string | null = null;
  #finished = false;
  #settled: (() => void)[] = [];
  /** Whether the last append could not be written. */
  troubled = false;

  /** `onGrowth` is called whenever the log may have grown, before any append is answered. */
  constructor(port: MessagePort, onGrowth: () => void, onDamage: OnDamage, onDisk: OnDisk) {
    this.#onGrowth = onGrowth;
    this.#onDamage = onDamage;
    this.#onDisk = onDisk;
    this.adopt(port);
  }

  /** Uses this port from now on. */
  adopt(port: MessagePort): void {
    // The death of the previous writer may not have been noticed yet.
    if (this.#port !== null) this.fail('the writer of the log has ended');
    this.#port = port;
    if (!this.#finished) this.#gone = null;
    port.on('message', (message: FromWriter) => {
      this.#onGrowth();
      this.#receive(message);
    });
    port.on('close', () => {
      if (this.#port === port) this.fail('the writer of the log has ended');
    });
    port.unref();
    if (this.#onDisk === 'closed') this.#post({ kind: 'later' });
    // The previous writer may have committed something that it could no longer report.
    this.#onGrowth();
    this.arrivals.tell();
  }

  /** Throws StoreUnavailable while there is no writer. */
  check(): void {
    if (this.#gone !== null) throw new StoreUnavailable(this.#gone);
  }

  append(stream: string, expected: Expected, fields: string[], followed: boolean): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new StoreUnavailable(this.#gone));
      const ref = this.#wait();
      this.#appends.set(ref, { stream, expected, followed, resolve, reject });
      // Sent at the end of this turn, because the turn often brings more appends.
      if (this.#outgoing.length === 0) setImmediate(() => this.#flush());
      this.#outgoing.push([ref, stream, expected, fields, followed]);
      if (this.#outgoing.length === MESSAGE_APPENDS) this.#flush();
    });
  }

  durability(write: boolean): Promise<Durability> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new StoreUnavailable(this.#gone));
      const ref = this.#wait();
      this.#questions.set(ref, { resolve, reject });
      this.#post({ kind: 'durability', ref, write });
    });
  }

  /** Gives the writer one more port. */
  connect(port: MessagePort): void {
    this.check();
    this.#post({ kind: 'connect', port }, [port]);
  }

  /** Refuses new appends; resolves once all earlier ones have been answered and are on the disk. Errors, where they were not yet: StoreUnavailable, StoreDamaged. */
  async finish(): Promise<void> {
    this.#flush();
    if (this.#onDisk === 'closed') await this.durability(true);
    this.#finished = true;
    this.#gone ??= 'the log has been closed';
    if (this.#waiting() > 0) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  end(kind: 'leave' | 'close'): void {
    this.#post({ kind });
  }

  /** The writer has died: pending appends fail, and so do new ones until it is replaced. */
  fail(message: string): void {
    this.#gone ??= message;
    this.#port = null;
    const error = new StoreUnavailable(message);
    for (const pending of [...this.#appends.values(), ...this.#questions.values()]) pending.reject(error);
    this.#appends.clear();
    this.#questions.clear();
    this.#outgoing = [];
    this.#rest();
  }

  #wait(): number {
    if (this.#waiting() === 0) this.#port?.ref();
    this.#ref++;
    return this.#ref;
  }

  #waiting(): number {
    return this.#appends.size + this.#questions.size;
  }

  /** An idle port does not keep the process alive. */
  #rest(): void {
    if (this.#waiting() > 0) return;
    this.#port?.unref();
    for (const resolve of this.#settled.splice(0)) resolve();
  }

  #flush(): void {
    if (this.#outgoing.length === 0) return;
    const requests = this.#outgoing;
    this.#outgoing = [];
    this.#post({ kind: 'append', requests });
  }

  #post(message: ToWriter, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }

  #receive(message: FromWriter): void {
    switch (message.kind) {
      case 'answers':
        this.#answers(message.answers);
        return;
      case 'committed':
        this.arrivals.tell();
        return;
      case 'durability':
        this.#questions.get(message.ref)?.resolve(message.durability);
        this.#questions.delete(message.ref);
        this.#rest();
        return;
      case 'ready':
      case 'failed':
    }
  }

  #answers(answers: readonly Answer[]): void {
    const followed = answers.every(({ ref }) => this.#appends.get(ref)?.followed);
    for (const answer of answers) this.#answer(answer);
    this.#rest();
    if (!followed) this.arrivals.tell();
  }

  #answer(answer: Answer): void {
    const { ref } = answer;
    const append = this.#appends.get(ref);
    this.#appends.delete(ref);
    const fault = faultOf(answer);
    if (fault instanceof StoreDamaged) this.#onDamage(fault);
    if (!append) {
      if (fault) this.#questions.get(ref)?.reject(fault);
      this.#questions.delete(ref);
      return;
    }
    this.troubled = fault !== null;
    if (fault) append.reject(fault);
    else if (answer.kind === 'appended') append.resolve({ version: answer.version, position: toPosition(answer.position) });
    else if (answer.kind === 'conflict') append.reject(new VersionConflict(append.stream, append.expected, answer.actual));
  }
}

/** Why the writer cannot write, as it reported it; null for a normal answer. */
function faultOf(answer: Answer): Error | null {
  if (answer.kind !== 'failed') return null;
  const { fault, message } = answer;
  switch (fault) {
    case 'outage':
      return new StoreUnavailable(message);
    case 'data':
      return new StoreDamaged('log', message);
    case 'code':
      return new Error(message);
  }
}

/** What a subscription found after `from` at this count of arrivals. */
interface Tail {
  from: Position | null;
  mark: number;
  events: readonly Recorded[];
  more: boolean;
}

/** Shared by the owner's view and those of other threads. */
abstract class LogStore implements EventStore {
  protected readonly writer: WriterPort;
  protected readonly path: string;
  readonly #reader: Reader;
  #tail: Tail | null = null;
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;

  constructor({ path, port }: SqliteConnection, onDamage: OnDamage, onDisk: OnDisk = 'answered') {
    this.path = path;
    this.#reader = new Reader(path, onDamage);
    this.writer = new WriterPort(port, () => this.#reader.refresh(), onDamage, onDisk);
  }

  /** Aborts when the store is closed. */
  protected get closing(): AbortSignal {
    return this.#closing.signal;
  }

  async append(stream: string, expected: Expected, events: readonly NewEvent[], options: AppendOptions = {}): Promise<Appended> {
    const fields: string[] = [];
    for (const { id, type, data, metadata } of encodeAppend(stream, events)) fields.push(id, type, data, metadata);
    return this.writer.append(stream, expected, fields, options.followed === true);
  }

  async *readStream(stream: string, from = 0): AsyncGenerator<Recorded, void, undefined> {
    const sql = `SELECT ${COLUMNS} FROM events WHERE stream = ? AND version >= ? ORDER BY version LIMIT ?`;
    let next = from;
    for (let size = FIRST_PAGE_EVENTS; ; size = PAGE_EVENTS) {
      const { events, more } = this.#reader.page((last, limit) => this.#reader.rows(sql, stream, last ? last[2] + 1 : next, limit), size);
      for (const event of events) yield event;
      if (!more) return;
      next = (events.at(-1)?.version ?? next) + 1;
      await nextTurn();
    }
  }

  async *readAll(after: Position | null, options: ReadAllOptions = {}): AsyncGenerator<Recorded, void, undefined> {
    for await (const page of this.pages(after, options)) {
      for (const event of page) yield event;
    }
  }

  async *pages(after: Position | null, options: PageOptions = {}): AsyncGenerator<Recorded[], void, undefined> {
    const size = options.pageSize ?? PAGE_EVENTS;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let at = after === null ? (options.backwards ? Number.MAX_SAFE_INTEGER : 0) : fromPosition(after);
    if (options.types?.length === 0 || options.categories?.length === 0) return;
    const { sql, bind, dense } = chunkQuery(options);
    let thick = false;
    const chunk = (previous: Row | undefined, limit: number): Row[] => {
      const from = previous ? previous[0] : at;
      if (dense && thick) {
        const rows = this.#reader.rows(dense.sql, ...dense.bind(from, limit));
        if (rows.length === limit) return rows;
      }
      const rows = this.#reader.rows(sql, ...bind(from, limit));
      thick = rows.length === limit && (rows.at(-1)?.[0] ?? 0) - from <= REACH * limit;
      return rows;
    };
    while (left > 0) {
      const { events, last, more } = this.#reader.page(chunk, Math.min(size, left));
      if (events.length > 0) yield events;
      if (!more) return;
      left -= events.length;
      at = last ? last[0] : at;
      await nextTurn();
    }
  }

  subscribeAll(after: Position | null, signal: AbortSignal): AsyncIterable<Delivery> {
    const session = (from: Position | null, until: AbortSignal) => this.#session(from, until);
    return follow(session, after, AbortSignal.any([signal, this.#closing.signal]));
  }

  /** The page after `from`, at this count of arrivals. Subscriptions of a thread are usually at the same place, so the page that one read serves the others. */
  #behind(from: Position | null, mark: number): Pick<Tail, 'events' | 'more'> {
    if (this.#tail?.from === from && this.#tail.mark === mark && this.#tail.events.length > 0) return this.#tail;
    const { sql, bind } = EVERYTHING;
    const at = from === null ? 0 : fromPosition(from);
    const { events, more } = this.#reader.page((last, limit) => this.#reader.rows(sql, ...bind(last ? last[0] : at, limit)), PAGE_EVENTS);
    // Nothing large is kept.
    const characters = events.reduce((sum, { size }) => sum + size, 0);
    this.#tail = characters < SHARED_CHARACTERS ? { from, mark, events, more } : null;
    return { events, more };
  }

  async *#session(after: Position | null, signal: AbortSignal): AsyncGenerator<readonly Recorded[], void, undefined> {
    let read = after;
    let yielded = false;
    while (!signal.aborted) {
      const mark = this.writer.arrivals.mark();
      const began = performance.now();
      let brought = 0;
      for (;;) {
        const { events, more } = this.#behind(read, mark);
        if (events.length > 0) yield events;
        read = events.at(-1)?.position ?? read;
        brought += events.length;
        yielded &&= events.length === 0;
        if (!more) break;
        await nextTurn();
      }
      if (!yielded) yield [];
      yielded = true;
      await this.writer.arrivals.since(mark, POLL_MS, signal);
      const gathering = Math.min(GATHER_MS.most, Math.max(GATHER_MS.least, brought * GATHER_MS.each));
      const early = gathering - (performance.now() - began);
      if (early > 0) await pause(early, signal);
    }
  }

  /** A connection for yet another thread of the process. */
  connection(): SqliteConnection {
    this.writer.check();
    const { port1, port2 } = new MessageChannel();
    const line = new MessageChannel();
    port2.postMessage({ kind: 'owner', port: line.port1 } satisfies Line, [line.port1]);
    this.writer.connect(port2);
    this.handedOut(line.port2);
    return { path: this.path, port: port1 };
  }

  parsePosition(text: string): Position | null {
    return parsePosition(text);
  }

  async head(): Promise<Position | null> {
    const last = this.#reader.rows('SELECT position FROM events ORDER BY position DESC LIMIT 1')[0];
    return last ? toPosition(last[0]) : null;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.writer.finish();
    this.#closing.abort();
    // Before the writer, whose connection checkpoints the write-ahead log when it is the last to close.
    this.#reader.close();
    await this.endWriter();
  }

  /** The owner's end of the port to a connection that was handed out. */
  protected abstract handedOut(line: MessagePort): void;
  protected abstract endWriter(): Promise<void>;
}

class ThreadStore extends LogStore {
  readonly #line: MessagePort;

  constructor(connection: SqliteConnection, onDamage: OnDamage, onDisk: OnDisk) {
    const first = receiveMessageOnPort(connection.port)?.message as Line | undefined;
    if (first?.kind !== 'owner') throw new StoreUnavailable('a connection of the log serves once');
    super(connection, onDamage, onDisk);
    this.#line = first.port;
    this.#line.on('message', ({ port }: FromOwner) => this.writer.adopt(port));
    this.#line.unref();
  }

  protected override handedOut(line: MessagePort): void {
    this.#line.postMessage({ kind: 'connection', port: line } satisfies ToOwner, [line]);
  }

  protected override async endWriter(): Promise<void> {
    this.writer.end('leave');
    this.#line.close();
  }
}

class OwnerStore extends LogStore implements SqliteStore {
  /** One for each connection of another thread. */
  readonly #lines = new Set<MessagePort>();
  #worker: Worker | null = null;
  /** Resolves when the writer has ended; during a restart, when that has succeeded or failed. */
  #over: Promise<void> = Promise.resolve();
  #startedAt = 0;
  /** Writers in a row that died soon after their start. */
  #deaths = 0;
  readonly #onDamage: OnDamage;

  constructor(connection: SqliteConnection, worker: Worker, onDamage: OnDamage) {
    super(connection, onDamage);
    this.#onDamage = onDamage;
    this.#watch(worker);
  }

  durability(): Promise<Durability> {
    return this.writer.durability(false);
  }

  override async head(): Promise<Position | null> {
    this.writer.check();
    if (this.writer.troubled) await this.writer.durability(true);
    return super.head();
  }

  #watch(worker: Worker): void {
    this.#worker = worker;
    this.#startedAt = performance.now();
    worker.on('error', (error) => this.writer.fail(`the writer of the log has failed: ${error.message}`));
    this.#over = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#worker = null;
        this.writer.fail('the writer of the log has ended');
        resolve(this.#revive());
      });
    });
    worker.unref();
  }

  async #revive(): Promise<void> {
    if (performance.now() - this.#startedAt > LIVED_MS) this.#deaths = 0;
    while (!this.closing.aborted) {
      this.#deaths++;
      await pause(pauseAfter(this.#deaths), this.closing);
      if (this.closing.aborted) return;
      try {
        const { worker, port } = await startWriter(this.path);
        this.#watch(worker);
        if (this.closing.aborted) return void (await worker.terminate());
        this.writer.adopt(port);
        for (const line of this.#lines) this.#connect(line);
        return;
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        if (error instanceof StoreDamaged) return this.#onDamage(error);
      }
    }
  }

  #connect(line: MessagePort): void {
    const { port1, port2 } = new MessageChannel();
    this.writer.connect(port2);
    line.postMessage({ kind: 'writer', port: port1 } satisfies FromOwner, [port1]);
  }

  protected override handedOut(line: MessagePort): void {
    this.#lines.add(line);
    line.on('message', ({ port }: ToOwner) => this.handedOut(port));
    line.on('close', () => this.#lines.delete(line));
    line.unref();
  }

  protected override async endWriter(): Promise<void> {
    for (const line of this.#lines) line.close();
    this.#worker?.ref();
    this.writer.end('close');
    for (let over: Promise<void> | null = null; over !== this.#over; ) {
      over = this.#over;
      await over;
    }
  }
}

/** Resolves with the writer thread once it reports that it can write. */
async function startWriter(path: string): Promise<{ worker: Worker; port: MessagePort }> {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(entryFile(new URL('./sqliteWriter.ts', import.meta.url)), {
    name: 'log-writer',
    workerData: { path, port: port2 } satisfies WriterData,
    transferList: [port2],
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', (error) => reject(new StoreUnavailable('the writer of the log cannot start', error)));
    const settle = (message: FromWriter): void => (message.kind === 'failed' ? reject(faultOf({ ...message, ref: 0 })) : resolve());
    port1.once('message', settle);
    worker.once('exit', () => {
      // Its last message may still be on its way.
      const last = receiveMessageOnPort(port1);
      if (last) settle(last.message as FromWriter);
      reject(new StoreUnavailable('the writer of the log has ended'));
    });
  });
  return { worker, port: port1 };
}

/** Opens (or makes) the log in `dataDir` and starts its writer. Other threads use `connectSqliteStore(store.connection())`. */
export async function openSqliteStore({ dataDir, onDamage = () => {} }: { dataDir: string; onDamage?: OnDamage }): Promise<SqliteStore> {
  const path = join(dataDir, EVENTS_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreUnavailable(`the log cannot be opened in ${dataDir}`, error);
  }
  const { worker, port } = await startWriter(path);
  try {
    return new OwnerStore({ path, port }, worker, onDamage);
  } catch (error) {
    port.postMessage({ kind: 'close' } satisfies ToWriter);
    throw sqliteFault(error, 'log', 'the log cannot be opened');
  }
}

/** The same log from another thread of the process: it reads over its own connection and appends through the one writer. */
export const connectSqliteStore = (
  connection: SqliteConnection,
  onDamage: OnDamage = () => {},
  onDisk: OnDisk = 'answered',
): EventStore & Pick<SqliteStore, 'connection'> => new ThreadStore(connection, onDamage, onDisk);
