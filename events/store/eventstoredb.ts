import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  ErrorType,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  FORWARDS,
  isCommandError,
  type JSONEventData,
  NO_STREAM,
  type RecordedEvent,
  type ResolvedEvent,
  type Position as ServerPosition,
  START,
  STREAM_EXISTS,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { SharedFeed } from './feed.ts';
import {
  type Appended,
  categoryOf,
  type Delivery,
  type EventStore,
  type Expected,
  encodeAppend,
  type JsonObject,
  type NewEvent,
  type PageOptions,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreFault,
  StoreUnavailable,
  sizeOf,
  VersionConflict,
} from './port.ts';
import { follow, type Session } from './subscription.ts';

/** The most appends in flight at once. With 16 or more, a failing stream of the client's batch call ends the process (its rejection is not handled). */
const APPENDS_AT_ONCE = 12;
/** The most that nobody has answered in time and that are sent once more beside them: more mean that the server is silent. */
const UNANSWERED = 3;
/** The client sends the end of an append's time as a moment of its own clock: to a server whose clock is ahead of it by more, every append would be late. */
const DEADLINE_MS = 24 * 3_600_000;
/** How long an answer is waited for, in milliseconds. A server that lives answers within its own two seconds for a write, if only that it could not. */
const APPEND_TIMEOUT_MS = 5_000;
const DISPOSE_TIMEOUT_MS = 1_000;
const PAGE_EVENTS = 500;
const PAGE_SIZE = 4 * 1024 * 1024;
/** How many events the client buffers for the consumer: the bound on memory when the consumer is slow. */
const READY_EVENTS = 256;
/** After this many events without a pause, the head of the log is read to see whether the end was reached, instead of waiting for an empty buffer. */
const LONG_RUN = 200;
/** How many events the server scans for one page of a filtered subscription. Its default of 32 makes it slow to pass a log with few matching events. */
const SEARCH_WINDOW = 4_096;
/** A server that scans a log reports checkpoints; one that reported nothing for this long will not report that it has caught up. */
const SILENCE_MS = 30_000;
/**
 * How many events at the end of a stream are searched for a repeated append which the server has forgotten (it remembers 8 MB of the log, until it restarts).
 */
const REPEAT_TAIL = 16;
const UNCERTAIN_APPENDS = 10_000;

const DIGITS = 20;
const toPosition = ({ commit, prepare }: ServerPosition): Position =>
  `${String(commit).padStart(DIGITS, '0')}-${String(prepare).padStart(DIGITS, '0')}` as Position;
const parsePosition = (text: string): Position | null => {
  const [, commit, prepare] = /^(\d{1,20})-(\d{1,20})$/.exec(text) ?? [];
  return commit === undefined || prepare === undefined ? null : toPosition({ commit: BigInt(commit), prepare: BigInt(prepare) });
};
const fromPosition = (position: Position): ServerPosition => {
  const [, commit, prepare] = /^(\d{20})-(\d{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) throw new RangeError(`not a position of this log: ${position}`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** The server is away, electing a leader, or refuses for now: a retry helps. UNKNOWN is any error inside it. */
const PASSING = new Set<ErrorType>([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.UNKNOWN,
  ErrorType.NOT_LEADER,
  ErrorType.MAXIMUM_SUBSCRIBERS_REACHED,
]);
/** Bugs of ours or of the client, and what the client says of an address that it cannot parse. */
const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError;
/** Classifies an error (faults.ts). The rest, connection and discovery errors, are plain errors of many kinds and count as outages. */
export const asFailure = (error: unknown): unknown => {
  if (error instanceof StoreFault || error instanceof VersionConflict || isBug(error)) return error;
  if (error instanceof Error && isCommandError(error) && !PASSING.has(error.type)) return error;
  return new StoreUnavailable(`the event store does not answer: ${error instanceof Error ? error.message : String(error)}`, error);
};

/** After one of these the client continues on another channel. Errors that are not the server's (discovery, a lost answer) count too. */
const losesChannel = (error: unknown): boolean =>
  !(error instanceof Error && isCommandError(error)) ||
  error.type === ErrorType.UNAVAILABLE ||
  error.type === ErrorType.CANCELLED ||
  error.type === ErrorType.NOT_LEADER;

class Unanswered extends StoreUnavailable {}
const timedOut = (error: unknown): boolean =>
  error instanceof Unanswered ||
  (error instanceof Error && isCommandError(error) && (error.type === ErrorType.DEADLINE_EXCEEDED || error.type === ErrorType.TIMEOUT));

/** Reads little more than is wanted from the server; null: everything. */
function filterOf({ types, categories }: ReadAllOptions): Filter | null {
  if (types) return eventTypeFilter({ prefixes: [...types], maxSearchWindow: SEARCH_WINDOW });
  if (categories) return streamNameFilter({ prefixes: [...categories], maxSearchWindow: SEARCH_WINDOW });
  return null;
}

const isSystem = ({ type, streamId }: { type: string; streamId: string }): boolean => type.startsWith('$') || streamId.startsWith('$');

function toRecorded({ id, type, streamId, revision, data, metadata, position }: RecordedEvent): Recorded {
  if (!position) throw new Error('this EventStoreDB does not tell positions: 23.10 or later is needed');
  return {
    id,
    type,
    stream: streamId,
    version: Number(revision),
    position: toPosition(position),
    data: data as JsonObject,
    metadata: metadata as JsonObject,
    size: sizeOf(data as JsonObject) + sizeOf(metadata as JsonObject),
  };
}

/** The part of the client's streams that is used here. */
interface Incoming {
  readonly readableLength: number;
  read(): unknown;
  resume(): unknown;
  off(event: 'readable', listener: () => void): unknown;
  on(event: 'readable' | 'end' | 'error', listener: (error?: unknown) => void): unknown;
}

/** The consumer's side of a stream of the client: what has arrived is taken in order, at the consumer's pace. */
class ReadAhead<T> {
  readonly #stream: Incoming;
  #over = false;
  #failure: unknown;
  #wake: (() => void) | null = null;
  readonly #arrival = (): void => this.#wake?.();

  constructor(stream: Incoming) {
    this.#stream = stream;
    stream.on('readable', this.#arrival);
    stream.on('end', () => {
      this.#over = true;
      this.#arrival();
    });
    // Never removed: the client may still report an error after the stream was left.
    stream.on('error', (error) => {
      this.#failure ??= error;
      this.#arrival();
    });
  }

  /** Releases what it still holds: the client keeps for ever any stream that was neither read to its end nor cancelled in time. */
  leave(ending: Promise<void>): void {
    ending.catch(() => undefined);
    this.#stream.off('readable', this.#arrival);
    this.#stream.resume();
  }

  /** What has arrived, at most `most`, without waiting. */
  take(most: number): T[] {
    const taken: T[] = [];
    while (taken.length < most) {
      const one = this.#stream.read();
      if (one === null) break;
      taken.push(one as T);
    }
    return taken;
  }

  /** Waits for an arrival; false once nothing more will come, or when the signal aborted. */
  async more(signal?: AbortSignal): Promise<boolean> {
    const settled = () => this.#over || this.#failure !== undefined || signal?.aborted === true || this.#stream.readableLength > 0;
    if (!settled()) {
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#wake = null;
          signal?.removeEventListener('abort', done);
          resolve();
        };
        this.#wake = done;
        signal?.addEventListener('abort', done);
      });
    }
    if (this.#failure !== undefined && this.#stream.readableLength === 0) throw this.#failure;
    return !this.#over && signal?.aborted !== true;
  }
}

/** Runs at most this many at once; the others wait in order. */
class Turns {
  readonly #most: number;
  #taken = 0;
  #waiting: (() => void)[] = [];
  #idle: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) this.#taken++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken--;
      if (this.#taken === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  async idle(): Promise<void> {
    if (this.#taken > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}

class EventStoreDb implements EventStore {
  readonly #url: string;
  readonly #patienceMs: number;
  readonly #closing = new AbortController();
  readonly #appends = new Turns(APPENDS_AT_ONCE);
  #client: EventStoreDBClient;
  /** Appends of this generation that have not been answered in time, nor since. */
  #unanswered = 0;
  /** Increased by every reset: a read during which it changed was cut off. */
  #generation = 0;
  #resetting: Promise<void> | null = null;
  #closed: Promise<void> | null = null;
  /** First ids of appends with 'any' or 'exists' whose outcome is unknown. */
  readonly #uncertain = new Set<string>();
  /** All who follow the log in this process share one subscription. */
  readonly #feed = new SharedFeed((after, signal) => this.#session(after, signal));
  /** The last event up to which the log was scanned, system events left out. */
  #head: { head: Position | null; lookedTo: Position } | null = null;

  constructor(url: string, patienceMs: number) {
    this.#url = url;
    this.#patienceMs = patienceMs;
    this.#client = EventStoreDBClient.connectionString(url);
  }

  async append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> {
    encodeAppend(stream, events);
    if (this.#closed) throw new StoreUnavailable('the log has been closed');
    return this.#appends.run(() =>
      expected === 'any' || expected === 'exists' ? this.#appendAnywhere(stream, expected, events) : this.#send(stream, expected, events),
    );
  }

  /** With an expected version the server detects a repeat by itself; without one it knows only what is still in its memory. */
  async #appendAnywhere(stream: string, expected: 'any' | 'exists', events: readonly NewEvent[]): Promise<Appended> {
    const first = events[0]?.id ?? '';
    const reach = this.#uncertain.has(first) ? Number.POSITIVE_INFINITY : REPEAT_TAIL + events.length;
    const stands = await this.#findRepeat(stream, expected, events, reach);
    if (stands) return stands;
    try {
      const appended = await this.#send(stream, expected, events);
      this.#uncertain.delete(first);
      return appended;
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        this.#uncertain.add(first);
        const [oldest] = this.#uncertain;
        if (this.#uncertain.size > UNCERTAIN_APPENDS && oldest !== undefined) this.#uncertain.delete(oldest);
      }
      throw error;
    }
  }

  /** Searches the last `reach` events of the stream for one with the first id. */
  async #findRepeat(stream: string, expected: Expected, events: readonly NewEvent[], reach: number): Promise<Appended | null> {
    const options = { direction: BACKWARDS, fromRevision: END, ...(Number.isFinite(reach) && { maxCount: reach }) } as const;
    let actual: number | undefined;
    let candidate: Recorded[] = [];
    for await (const page of this.#streamPages(stream, options)) {
      for (const event of page) {
        actual ??= event.version;
        candidate = [event, ...candidate.slice(0, events.length - 1)];
        if (event.id !== events[0]?.id) continue;
        const last = candidate.at(-1);
        const same = candidate.length === events.length && candidate.every(({ id }, index) => id === events[index]?.id);
        if (same && last) return { version: last.version, position: last.position };
        throw new VersionConflict(stream, expected, actual);
      }
    }
    return null;
  }

  async #send(stream: string, expected: Expected, events: readonly NewEvent[], again = false): Promise<Appended> {
    const client = await this.#ready();
    const messages = events.map(
      ({ id, type, data, metadata }): JSONEventData => ({ id, type, data, metadata, contentType: 'application/json' }),
    );
    try {
      const result = await this.#answered(
        client.appendToStream(stream, messages, { expectedRevision: toRevision(expected), deadline: DEADLINE_MS }),
      );
      if (!result.position) throw new StoreUnavailable(`no position for an append to ${stream}`);
      return { version: Number(result.nextExpectedRevision), position: toPosition(result.position) };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        throw new VersionConflict(stream, expected, typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : 'none');
      }
      // While the first of two equal appends is being written, the server does not answer the second; a retry is answered.
      if (!again && timedOut(error) && this.#unanswered <= UNANSWERED) return this.#send(stream, expected, events, true);
      throw this.#failed(error, client);
    }
  }

  /** The client loses answers when the server ends its stream without an error. */
  #answered<T>(answer: Promise<T>): Promise<T> {
    const generation = this.#generation;
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        if (generation === this.#generation) this.#unanswered++;
        reject(new Unanswered('an append was not answered in time'));
      }, this.#patienceMs);
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        if (late && generation === this.#generation) this.#unanswered--;
      });
    });
  }

  async *readStream(stream: string, from = 0): AsyncGenerator<Recorded, void, undefined> {
    for await (const page of this.#streamPages(stream, { direction: FORWARDS, fromRevision: BigInt(from) })) {
      for (const event of page) yield event;
    }
  }

  async *#streamPages(
    stream: string,
    options: Parameters<EventStoreDBClient['readStream']>[1],
  ): AsyncGenerator<Recorded[], void, undefined> {
    try {
      for await (const page of this.#read<ResolvedEvent>((client) => client.readStream(stream, options, { highWaterMark: READY_EVENTS }))) {
        yield page.flatMap(({ event }) => (event ? [toRecorded(event)] : []));
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw asFailure(error);
    }
  }

  async *readAll(after: Position | null, options: ReadAllOptions = {}): AsyncGenerator<Recorded, void, undefined> {
    for await (const page of this.pages(after, options)) {
      for (const event of page) yield event;
    }
  }

  async *pages(after: Position | null, options: PageOptions = {}): AsyncGenerator<Recorded[], void, undefined> {
    const types = options.types && new Set(options.types);
    const categories = options.categories && new Set(options.categories);
    const pageSize = options.pageSize ?? PAGE_EVENTS;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const from = after === null ? undefined : fromPosition(after);
    if (left === 0 || types?.size === 0 || categories?.size === 0) return;

    const filter = filterOf(options);
    let page: Recorded[] = [];
    let size = 0;
    for await (const arrived of filter && options.backwards !== true
      ? this.#readFiltered(after, filter)
      : this.#readAll(from, options.backwards === true)) {
      for (const event of arrived) {
        // The server's filters compare prefixes, and a plain read takes no filter.
        if (isSystem(event) || (types && !types.has(event.type)) || (categories && !categories.has(categoryOf(event.streamId)))) continue;
        const recorded = toRecorded(event);
        // Forwards, the server begins with the event at the position.
        if (recorded.position === after) continue;
        page.push(recorded);
        size += recorded.size;
        left--;
        if (left > 0 && page.length < pageSize && size < PAGE_SIZE) continue;
        yield page;
        if (left === 0) return;
        page = [];
        size = 0;
      }
    }
    if (page.length > 0) yield page;
  }

  /** Of the whole log, including system events; at most `most`. */
  async *#readAll(from: ServerPosition | undefined, backwards: boolean, most?: number): AsyncGenerator<RecordedEvent[], void, undefined> {
    const count = most === undefined ? {} : { maxCount: most };
    const options = backwards
      ? ({ direction: BACKWARDS, fromPosition: from ?? END, ...count } as const)
      : ({ direction: FORWARDS, fromPosition: from ?? START, ...count } as const);
    try {
      for await (const page of this.#read<AllStreamResolvedEvent>((client) => client.readAll(options, { highWaterMark: READY_EVENTS }))) {
        yield page.flatMap(({ event }) => (event ? [event] : []));
      }
    } catch (error) {
      throw asFailure(error);
    }
  }

  /**
   * Events that pass the server's filter, up to the present end of the log. The client's readAll ignores filters and its subscriptions do not,
   * so this is a subscription that is closed once the server reports that it has caught up: everything before that has arrived by then.
   */
  async *#readFiltered(after: Position | null, filter: Filter): AsyncGenerator<RecordedEvent[], void, undefined> {
    const end = await this.head();
    if (end === null || (after !== null && after >= end)) return;
    const client = await this.#ready();
    const fromPositionOption = after === null ? START : fromPosition(after);
    const done = new AbortController();
    let silent = false;
    let received = true;
    const checkpointReached = () => {
      received = true;
    };
    const subscription = client.subscribeToAll(
      { fromPosition: fromPositionOption, filter: { ...filter, checkpointReached } },
      { highWaterMark: READY_EVENTS },
    );
    const ahead = new ReadAhead<AllStreamResolvedEvent>(subscription);
    subscription.on('caughtUp', () => done.abort());
    let waiting = false;
    const watch = setInterval(() => {
      silent = waiting && !received;
      if (silent) done.abort();
      received = false;
    }, SILENCE_MS);
    try {
      for (;;) {
        const last = done.signal.aborted;
        const page = ahead.take(last ? Number.POSITIVE_INFINITY : PAGE_EVENTS).flatMap(({ event }) => (event ? [event] : []));
        if (page.length > 0) yield page;
        if (silent) throw new StoreUnavailable('the event store does not tell when a read has come to its end: 23.10 or later is needed');
        if (last) return;
        if (page.length > 0) continue;
        waiting = true;
        const more = await ahead.more(done.signal);
        waiting = false;
        if (!more && !done.signal.aborted) throw new StoreUnavailable('the read was cut off');
      }
    } catch (error) {
      throw this.#failed(error, client);
    } finally {
      clearInterval(watch);
      ahead.leave(subscription.unsubscribe());
    }
  }

  /** The answer of one read of the server, as it arrives. */
  async *#read<T>(start: (client: EventStoreDBClient) => Incoming & { cancel(): Promise<void> }): AsyncGenerator<T[], void, undefined> {
    const client = await this.#ready();
    const generation = this.#generation;
    const stream = start(client);
    const ahead = new ReadAhead<T>(stream);
    let ended = false;
    try {
      for (;;) {
        const page = ahead.take(PAGE_EVENTS);
        if (page.length > 0) yield page;
        else if (!(await ahead.more())) break;
      }
      ended = true;
    } catch (error) {
      ended = true;
      throw error instanceof StreamNotFoundError ? error : this.#failed(error, client);
    } finally {
      if (!ended) ahead.leave(stream.cancel());
    }
    // The client ends a cancelled stream as if it had been read to its end.
    if (generation !== this.#generation) throw new StoreUnavailable('the read was cut off');
  }

  subscribeAll(after: Position | null, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<Delivery> {
    const session: Session = (from, until) => {
      if (from !== null) fromPosition(from);
      return this.#feed.session(from, until);
    };
    return follow(session, after, AbortSignal.any([signal, this.#closing.signal]), types);
  }

  /**
   * The client reports `caughtUp` before the events it has buffered are handled (and older servers never report it), so this compares with the
   * head of the log instead: a reader has caught up once it has delivered that event and nothing more is waiting.
   */
  async *#session(after: Position | null, signal: AbortSignal): AsyncGenerator<Recorded[], void, undefined> {
    const fromPositionOption = after === null ? START : fromPosition(after);
    const reached = (position: Position | null, end: Position | null) => end === null || (position !== null && position >= end);
    let end = await this.head();
    let delivered = after;
    if (reached(delivered, end)) yield [];
    const client = await this.#ready();
    const subscription = client.subscribeToAll(
      { fromPosition: fromPositionOption, filter: excludeSystemEvents({ maxSearchWindow: SEARCH_WINDOW }) },
      { highWaterMark: READY_EVENTS },
    );
    const ahead = new ReadAhead<AllStreamResolvedEvent>(subscription);
    let run = 0;
    try {
      for (;;) {
        const page = ahead.take(PAGE_EVENTS).flatMap(({ event }) => (event && !isSystem(event) ? [toRecorded(event)] : []));
        if (page.length > 0) {
          delivered = page.at(-1)?.position ?? delivered;
          run += page.length;
          yield page;
          continue;
        }
        if (run > LONG_RUN && reached(delivered, end)) {
          end = await this.head();
          run = 1;
          continue;
        }
        if (run > 0 && reached(delivered, end)) {
          run = 0;
          yield [];
          continue;
        }
        if (!(await ahead.more(signal))) return;
      }
    } catch (error) {
      throw this.#failed(error, client);
    } finally {
      ahead.leave(subscription.unsubscribe());
    }
  }

  parsePosition(text: string): Position | null {
    return parsePosition(text);
  }

  async head(): Promise<Position | null> {
    const known = this.#head;
    let end: Position | null = null;
    let from: ServerPosition | undefined;
    // Usually a few events suffice. In a quiet log, though, thousands of system events gather behind the last other event:
    // what was scanned once is not read again.
    for (let most = 4; ; most = 1_000) {
      let read = 0;
      for await (const page of this.#readAll(from, true, most)) {
        for (const event of page) {
          if (!event.position) continue;
          read++;
          from = event.position;
          const position = toPosition(event.position);
          end ??= position;
          if (known !== null && position <= known.lookedTo) return this.#found(end, known.head);
          if (!isSystem(event)) return this.#found(end, position);
        }
      }
      if (read < most) return this.#found(end, null);
    }
  }

  #found(end: Position | null, head: Position | null): Position | null {
    if (end !== null && (this.#head === null || end > this.#head.lookedTo)) this.#head = { lookedTo: end, head };
    return head;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    // New ones are refused already; those that wait for their turn are still sent.
    await this.#appends.idle();
    this.#closing.abort();
    this.#generation++;
    await this.#dispose(this.#client);
  }

  async #ready(): Promise<EventStoreDBClient> {
    while (this.#resetting) await this.#resetting;
    if (this.#closing.signal.aborted) throw new StoreUnavailable('the log has been closed');
    return this.#client;
  }

  #failed(error: unknown, client: EventStoreDBClient): unknown {
    const failure = asFailure(error);
    if (failure instanceof StoreUnavailable && client === this.#client && losesChannel(error))
      this.#resetting ??= this.#reset(error, client);
    return failure;
  }

  /**
   * After a failure the client continues on a new channel, but leaves its batch-append stream on the old one. When that one fails too, the
   * client forgets the appends of the new one, and ends the process when their answers arrive. So everything old is closed first, including
   * an answer about the server's features, which the client would keep for ever even if it was an error.
   */
  async #reset(error: unknown, client: EventStoreDBClient): Promise<void> {
    this.#generation++;
    this.#unanswered = 0;
    await this.#dispose(client);
    // Only this client knows the leader to which the server has just redirected it.
    const redirected = error instanceof Error && isCommandError(error) && error.type === ErrorType.NOT_LEADER;
    if (!redirected) this.#client = EventStoreDBClient.connectionString(this.#url);
    this.#resetting = null;
  }

  async #dispose(client: EventStoreDBClient): Promise<void> {
    const patience = new AbortController();
    const late = sleep(DISPOSE_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([client.dispose(), late]);
    patience.abort();
  }
}

function toRevision(expected: Expected): AppendExpectedRevision {
  switch (expected) {
    case 'none':
      return NO_STREAM;
    case 'exists':
      return STREAM_EXISTS;
    case 'any':
      return ANY;
    default:
      return BigInt(expected);
  }
}

/**
 * The log in an EventStoreDB (23.10 or later) or KurrentDB. It connects when first used and again whenever it must.
 * One for each thread: the client keeps appends in one place per thread, so two clients in a thread can break each other's when one fails.
 * An append that nobody answers is sent once more: it fails as an outage after twice `appendTimeoutMs`.
 */
export const openEventStoreDb = ({ url, appendTimeoutMs = APPEND_TIMEOUT_MS }: { url: string; appendTimeoutMs?: number }): EventStore =>
  new EventStoreDb(url.replace(/^kurrentdb/, 'esdb'), appendTimeoutMs);
