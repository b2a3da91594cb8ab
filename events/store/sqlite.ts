import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { type OnDamage, sqliteFault } from './faults.ts';
import {
  type Appended,
  type AppendOptions,
  type Delivery,
  type EventStore,
  type Expected,
  encodeAppend,
  type NewEvent,
  type PageOptions,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreDamaged,
  StoreFault,
  StoreUnavailable,
} from './port.ts';
import { type OnDisk, startWriter, WriterPort } from './sqlitePort.ts';
import {
  COLUMNS,
  chunkQuery,
  EVERYTHING,
  fromPosition,
  PAGE_EVENTS,
  parsePosition,
  REACH,
  Reader,
  type Row,
  toPosition,
} from './sqliteReader.ts';
import type { Durability, ToWriter, Unsettled } from './sqliteWriter.ts';
import { follow, pause, pauseAfter } from './subscription.ts';

export type { Durability } from './sqliteWriter.ts';

/** The embedded log: one file in DATA_DIR, written by one thread, read by any. */
export const EVENTS_FILE = 'events.db';

/** What another thread needs to open the log: pass it in `workerData`, and its `port` in `transferList`. It can be used once. */
export interface SqliteConnection {
  path: string;
  port: MessagePort;
  unsettled: Unsettled;
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

/** Pages of a stream are small at first: most reads want its end, or one event. */
const FIRST_PAGE_EVENTS = 50;
/** A page of fewer characters is shared between the subscriptions of a thread: its rows are read once, and so are their values. */
const SHARED_CHARACTERS = 1_000_000;
/**
 * How long a subscription waits after a read before it reads again, in ms: this much for each event it got, within these bounds. Each round has a
 * fixed cost for its readers: above 500 events a second, events arrive in growing batches, while a single person's events are not delayed.
 */
const GATHER_MS = { each: 2, least: 4, most: 48 } as const;
/** How late an append of another process may be noticed, in milliseconds. Appends of this process wake subscriptions at once. */
const POLL_MS = 200;

/** A writer that lived this long did not fail at start: it is restarted at once. */
const LIVED_MS = 10_000;

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

/** The page that a subscription found after `from`, at this count of arrivals. */
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
  protected readonly unsettled: Unsettled;
  readonly #reader: Reader;
  #tail: Tail | null = null;
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;

  constructor({ path, port, unsettled }: SqliteConnection, onDamage: OnDamage, onDisk: OnDisk = 'answered') {
    this.path = path;
    this.unsettled = unsettled;
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
      const from = Math.min(previous ? previous[0] : at, options.backwards ? this.#end() : Number.MAX_SAFE_INTEGER);
      if (dense && thick) {
        const rows = this.#reader.rows(dense.sql, ...dense.bind(from, limit));
        if (rows.length === limit) return this.#settled(rows);
      }
      const rows = this.#reader.rows(sql, ...bind(from, limit));
      // One was appended meanwhile.
      if (options.backwards) return (rows[0]?.[0] ?? 0) < this.#end() ? rows : chunk(previous, limit);
      thick = rows.length === limit && (rows.at(-1)?.[0] ?? 0) - from <= REACH * limit;
      return this.#settled(rows);
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

  subscribeAll(after: Position | null, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<Delivery> {
    const session = (from: Position | null, until: AbortSignal) => this.#session(from, until);
    return follow(session, after, AbortSignal.any([signal, this.#closing.signal]), types);
  }

  /** The page after `from`, at this count of arrivals. Subscriptions of a thread are usually at the same place, so the page that one read serves the others. */
  #behind(from: Position | null, mark: number): Pick<Tail, 'events' | 'more'> {
    if (this.#tail?.from === from && this.#tail.mark === mark && this.#tail.events.length > 0) return this.#tail;
    const { sql, bind } = EVERYTHING;
    const at = from === null ? 0 : fromPosition(from);
    const chunk = (last: Row | undefined, limit: number) => this.#settled(this.#reader.rows(sql, ...bind(last ? last[0] : at, limit)));
    const { events, more } = this.#reader.page(chunk, PAGE_EVENTS);
    // Large pages are not cached.
    const characters = events.reduce((sum, { size }) => sum + size, 0);
    this.#tail = characters < SHARED_CHARACTERS ? { from, mark, events, more } : null;
    return { events, more };
  }

  /** The order of the log ends before this position: from there on a power cut may still undo what was appended. */
  #end(): number {
    return Number(Atomics.load(this.unsettled, 0)) || Number.MAX_SAFE_INTEGER;
  }

  /** Read forwards, up to where they are on the disk. Looked at after they were read: what was appended meanwhile counts. */
  #settled(rows: Row[]): Row[] {
    const end = this.#end();
    return (rows.at(-1)?.[0] ?? 0) < end ? rows : rows.filter(([position]) => position < end);
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
    return { path: this.path, port: port1, unsettled: this.unsettled };
  }

  parsePosition(text: string): Position | null {
    return parsePosition(text);
  }

  async misfiled(after: Position | null, until: Position): Promise<Position | null> {
    const own = "CASE instr(stream, '-') WHEN 0 THEN stream ELSE substr(stream, 1, instr(stream, '-') - 1) END";
    const sql = `SELECT position FROM events WHERE position > ? AND position <= ? AND category <> ${own} ORDER BY position LIMIT 1`;
    const [found] = this.#reader.rows(sql, after === null ? 0 : fromPosition(after), fromPosition(until));
    return found ? toPosition(found[0]) : null;
  }

  async head(): Promise<Position | null> {
    const before = (end: number) =>
      this.#reader.rows('SELECT position FROM events WHERE position < ? ORDER BY position DESC LIMIT 1', end)[0];
    let last = before(this.#end());
    if (last && last[0] >= this.#end()) last = before(this.#end());
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
        const { worker, port } = await startWriter(this.path, this.unsettled);
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

/** Opens (or makes) the log in `dataDir` and starts its writer. Other threads use `connectSqliteStore(store.connection())`. */
export async function openSqliteStore({ dataDir, onDamage = () => {} }: { dataDir: string; onDamage?: OnDamage }): Promise<SqliteStore> {
  const path = join(dataDir, EVENTS_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreUnavailable(`the log cannot be opened in ${dataDir}`, error);
  }
  const unsettled: Unsettled = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const { worker, port } = await startWriter(path, unsettled);
  try {
    return new OwnerStore({ path, port, unsettled }, worker, onDamage);
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
