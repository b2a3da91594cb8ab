import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type OnDamage, sqliteFault } from './faults.ts';
import {
  type JsonObject,
  MAX_APPEND_BYTES,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreDamaged,
  StoreUnavailable,
} from './port.ts';
import { Snapshot } from './snapshot.ts';

/** Reads of the embedded log over a connection of one thread: positions, rows, and pages of bounded size. */

export const PAGE_EVENTS = 1_000;

/** Rows asked for in one query, within what the average size of the last rows says fits in a page. */
const CHUNK_EVENTS = 64;
const PAGE_CHARACTERS = 4 * 1024 * 1024;

const BUSY_TIMEOUT_MS = 5_000;

/** With more types or categories than this, rows are filtered one by one instead of merging their indexes. */
const MERGED_FILTERS = 64;

const POSITION_DIGITS = 16;
export const toPosition = (rowid: number): Position => String(rowid).padStart(POSITION_DIGITS, '0') as Position;
/** Positions are compared outside only as text, so their padding is nobody else's concern. */
export const parsePosition = (text: string): Position | null =>
  /^\d{1,16}$/.test(text) ? (text.padStart(POSITION_DIGITS, '0') as Position) : null;
export const fromPosition = (position: Position): number => {
  if (!/^\d{16}$/.test(position)) throw new RangeError(`not a position of this log: ${position}`);
  return Number(position);
};

/** The columns of an event: position, stream, version, id, type, data, metadata. */
export type Row = [position: number, stream: string, version: number, id: string, type: string, data: string, metadata: string];
export const COLUMNS = 'position, stream, version, id, type, data, metadata';

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

  get text(): string {
    return this.#dataText;
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
export const REACH = 4;

export function chunkQuery(options: ReadAllOptions): ChunkQueries {
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

export const EVERYTHING = chunkQuery({});

/** Reads over a connection of this thread. */
export class Reader {
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
