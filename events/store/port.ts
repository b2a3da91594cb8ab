/**
 * The event store port. Two adapters: `sqlite.ts` (embedded) and `eventstoredb.ts`.
 * Adapters know nothing of event schemas: `data` and `metadata` are JSON values; the codec (`events/codec.ts`) is the only door to them.
 */

/** Opaque; comparing two as strings gives their order in the log. SQLite pads its rowid; EventStoreDB pads commit and prepare. */
export type Position = string & { readonly __brand: 'Position' };

/** The version that a writer expects the stream to have. A number is the index of the stream's last event (0 for a stream of one event). */
export type Expected = number | 'none' | 'exists' | 'any';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface NewEvent {
  /** UUID. Appending an id again where it is stored already is a retry of the same event (idempotent). */
  id: string;
  /** Does not begin with `$`; /^[A-Za-z][A-Za-z0-9]*$/. */
  type: string;
  data: JsonObject;
  metadata: JsonObject;
}

export interface Recorded extends NewEvent {
  /** `<category>-<id>`; the category is what stands before the first `-`. */
  stream: string;
  /** Index in the stream, from 0 without holes. */
  version: number;
  position: Position;
  /** Approximate number of characters of its JSON, for whoever bounds memory. */
  size: number;
  /** The JSON text of `data` as it was written, if the store keeps it: numbers beyond JavaScript's precision are exact only there. */
  text?: string;
}

export interface Appended {
  /** Version of the last event appended. */
  version: number;
  /** Position of the last event appended. */
  position: Position;
}

export interface ReadAllOptions {
  types?: readonly string[];
  /** Categories: the part of the stream name before the first `-`. */
  categories?: readonly string[];
  limit?: number;
  /** Reads from `after` (exclusive; null = the end) towards the beginning. */
  backwards?: boolean;
}

export interface PageOptions extends ReadAllOptions {
  /** Most events in one page (default 1,000); a page also ends early where its events have grown to 4 Mi characters of JSON. */
  pageSize?: number;
}

export type Delivery =
  | { kind: 'event'; event: Recorded }
  /** Events that were not asked for were passed, up to this position. */
  | { kind: 'passed'; events: number; position: Position }
  | { kind: 'caughtUp' };

export interface AppendOptions {
  /**
   * The same command will append more before it is answered. Until then a power cut may undo this append, together with whatever was appended
   * after it, and who reads the order of the log (`readAll`, `pages`, `subscribeAll`, `head`) need not find it. An adapter may ignore this.
   */
  followed?: boolean;
}

export interface EventStore {
  /**
   * Appends all events or none, durable before it resolves unless `followed`.
   * A repeat (same ids, same expectation, already there) resolves with the answer of the first time.
   * Errors: VersionConflict, EventTooLarge (one call's events over 512 kB of JSON), InvalidAppend (bad stream name, type or empty list), StoreUnavailable, StoreDamaged.
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>;
  /** Events of one stream in order, from version `from` (inclusive, default 0). A stream that does not exist is empty. */
  readStream(stream: string, from?: number): AsyncIterable<Recorded>;
  /** All events after `after` (exclusive; null = from the beginning) in log order, system events left out. */
  readAll(after: Position | null, options?: ReadAllOptions): AsyncIterable<Recorded>;
  /** `readAll` in pages, none of them empty: the fast path of a replay. An empty list of types or categories wants nothing. */
  pages(after: Position | null, options?: PageOptions): AsyncIterable<Recorded[]>;
  /**
   * Catch-up, then live, without gap or repeat; survives the store going away (reconnects by itself with back-off until the signal aborts).
   * `caughtUp` is delivered after the events that stood in the log when it caught up, and again after each time it falls behind:
   * it follows every run of events as soon as nothing more is waiting, so it also ends a consumer's batch.
   * With `types`, events of others are not delivered one by one, but `passed`. Ends without error when the signal aborts. Backpressure: nothing is read
   * ahead without bound.
   */
  subscribeAll(after: Position | null, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<Delivery>;
  /** Position of the last event that is not a system event; null for an empty log. */
  head(): Promise<Position | null>;
  /** A position as somebody outside wrote it, in the form that compares; null where it is none of this kind of log. Nothing says that it exists. */
  parsePosition(text: string): Position | null;
  /**
   * The first event after `after` and up to `until` that is filed under another category than its stream's, where whoever reads by category misses it;
   * null: none is. Absent: the store files nothing by itself.
   */
  misfiled?(after: Position | null, until: Position): Promise<Position | null>;
  close(): Promise<void>;
}

/** What can go wrong with a store itself. */
export { StoreDamaged, StoreFault, StoreUnavailable, StoreUnwritable } from './faults.ts';

export class VersionConflict extends Error {
  readonly stream: string;
  readonly expected: Expected;
  /** Version found, or 'none'. */
  readonly actual: number | 'none';
  constructor(stream: string, expected: Expected, actual: number | 'none') {
    super(`stream ${stream}: expected version ${expected}, found ${actual}`);
    this.name = 'VersionConflict';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export class EventTooLarge extends Error {
  constructor(bytes: number) {
    super(`append of ${bytes} bytes is over the limit of ${MAX_APPEND_BYTES}`);
    this.name = 'EventTooLarge';
  }
}

export class InvalidAppend extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidAppend';
  }
}

/** Of the JSON of data and metadata of one append together. */
export const MAX_APPEND_BYTES = 512 * 1024;

const STREAM = /^[a-z]+(-[A-Za-z0-9_.:-]{1,200})?$/;
const TYPE = /^[A-Za-z][A-Za-z0-9]{0,99}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface EncodedEvent {
  id: string;
  type: string;
  /** JSON. */
  data: string;
  metadata: string;
}

/** The checks every adapter makes before it writes, and the JSON it writes: made once. */
export function encodeAppend(stream: string, events: readonly NewEvent[]): EncodedEvent[] {
  if (!STREAM.test(stream)) throw new InvalidAppend(`bad stream name: ${stream}`);
  if (events.length === 0) throw new InvalidAppend('nothing to append');
  const encoded: EncodedEvent[] = [];
  const ids = new Set<string>();
  let bytes = 0;
  for (const { id, type, data, metadata } of events) {
    if (!TYPE.test(type)) throw new InvalidAppend(`bad event type: ${type}`);
    if (!ID.test(id) || ids.has(id)) throw new InvalidAppend(`bad or repeated event id (a lower-case UUID): ${id}`);
    ids.add(id);
    const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    encoded.push(event);
  }
  if (bytes > MAX_APPEND_BYTES) throw new EventTooLarge(bytes);
  return encoded;
}

/** About the characters of its JSON. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const part of value) size += 8 + sizeOf(part);
  else for (const key in value) size += 8 + sizeOf(value[key] as Json);
  return size;
}

export const categoryOf = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
};
