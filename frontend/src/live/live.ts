import type { BaseQueryApi, BaseQueryFn, QueryDefinition } from '@reduxjs/toolkit/query';
import { createApi, defaultSerializeQueryArgs, retry } from '@reduxjs/toolkit/query/react';
import type { Feed } from './feed.ts';
import { createSignal } from './signal.ts';
import { type Change, later, type Position } from './tails.ts';

/** The server's message about one field; `code` is one of the catalogue. */
export interface FieldError {
  path: string;
  message: string;
  code?: string;
}
/** The failure of a call, of whatever kind: screens choose their text by `code`. Plain data, so that the store can keep it. */
export interface Failure {
  /** HTTP status; 0 where there was no answer. */
  status: number;
  /** The contract's code; `NETWORK` where there was no answer, `UNKNOWN` where it was not the API's. */
  code: string;
  /** The server's message, where there is one. */
  message: string;
  /** A reference for asking for help; the server logs the same one. */
  reference: string | undefined;
  fields: readonly FieldError[];
  /** Seconds that the school asks to wait. */
  retryAfter: number;
}

export interface Sending {
  url: string;
  method?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** It is sent even while the page closes. */
  keepalive?: boolean;
}
/** Sends one call; rejects with a Failure, or as `fetch` does when it was cancelled. */
export type Send = (sending: Sending) => Promise<{ data: unknown; headers: Headers }>;

type Row = object;

export interface LiveOptions<Arg, Data> {
  /** Topics that move the entry; evaluated with each new `data`, so they may depend on it. */
  topics: (arg: Arg, data?: Data) => readonly string[];
  /** The rows of the entry that pushes may patch by `id`. Without it, or where a push is not such a row, the entry is read again. */
  rows?: (data: Data, arg: Arg) => Row[] | undefined;
  /** The field by which pushes identify a row; `id` by default. */
  key?: string;
  /** Whether a push is a whole row of this entry; by default one whose fields the row has. */
  accepts?: (data: Record<string, unknown>) => boolean;
  /** Changes the entry (a draft) by a push; false: it must be read again. Instead of `rows`, where an entry is not a list. */
  patch?: (data: Data, change: Change) => boolean;
  /** Changes that this entry does not show. */
  ignores?: (change: Change) => boolean;
  /** The least milliseconds between two reads caused by pushes. */
  pace?: number;
  /** The endpoint that says whether what this one reads is still there: where both must be read again, it is read first, and nobody asks for what is gone. */
  behind?: string;
}

/** The markers of a live query on its request; `arg` and `options` are those of its endpoint. */
interface LiveRequest {
  topics: (data?: unknown) => readonly string[];
  pace: number;
  behind: string | undefined;
}
export interface LiveArgs extends Pick<Sending, 'url' | 'method' | 'body' | 'keepalive'> {
  live?: LiveRequest;
  /** A command whose effect nobody waits for: the screens do not read again because of it. */
  quiet?: boolean;
  ifMatch?: number;
}
export interface LiveMeta {
  key: string;
  position: Position | null;
  /** The projection behind the answer is halted: the data may be old. */
  stale: boolean;
  /** When the first event occurred that a stale answer lacks. */
  since: string | null;
  cursor: string | null;
}
/** The position that an entry reflects. */
export interface ReadStatus {
  position: Position | null;
  /** When it was last read, or changed by a push (milliseconds). */
  at: number;
  /** The projection behind it is halted, and what came from then on is missing. */
  halted: { since: string | null } | null;
  /** The cursor of the next page of a list, from the answer's header. */
  next: string | null;
}
export type LiveBaseQuery = BaseQueryFn<string | LiveArgs, unknown, Failure, object, LiveMeta>;

/** The state of a cache entry outside Redux. */
interface Entry {
  topics: Set<string>;
  /** Position of its snapshot; later pushes are patched over it. */
  position: Position | null;
  /** It must be read again with at least this position. */
  wanted: Position | null;
  /** It must be read again, at whatever position. */
  dirty: boolean;
  inFlight: boolean;
  failures: number;
  /** The school asked to wait until then (milliseconds). */
  notBefore: number;
  lastRead: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  pace: number;
  behind: string | undefined;
  versions: Map<string, number>;
  follow: ReturnType<Feed['follow']> | undefined;
  read: () => unknown;
  ignores: (change: Change) => boolean;
  push: ((changes: Change[]) => Position | null) | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies pushes to rows (in place: a draft, or an answer that was not shown yet). Returns the last position whose push did not fit, or null:
 * the caller then reads the entry again. A version that is not newer than the one held is dropped.
 */
export const patchRows = (
  rows: Row[] | undefined,
  changes: readonly Change[],
  versions: Map<string, number>,
  key = 'id',
  accepts: (data: Record<string, unknown>) => boolean = () => true,
): Position | null => {
  let rest: Position | null = null;
  for (const change of changes) {
    const at = rows?.findIndex((row) => String((row as Record<string, unknown>)[key]) === change.id) ?? -1;
    const row = rows?.[at];
    const { id: _, ...unnamed } = change.data ?? {};
    const data = key === 'id' ? change.data : change.data && unnamed;
    if ((versions.get(change.id) ?? Number.NEGATIVE_INFINITY) > change.version) continue;
    if (rows && row && change.op === 'del') rows.splice(at, 1);
    else if (row && data && Object.keys(data).every((name) => name in row) && accepts(data)) Object.assign(row, data);
    else {
      rest = later(rest, change.position);
      continue;
    }
    versions.set(change.id, change.version);
  }
  return rest;
};

/** The same for an entry that is not a list. */
const patchEach = <Data>(
  data: Data,
  changes: readonly Change[],
  versions: Map<string, number>,
  patch: (data: Data, change: Change) => boolean,
): Position | null => {
  let rest: Position | null = null;
  for (const change of changes) {
    const name = `${change.topic} ${change.id}`;
    if ((versions.get(name) ?? Number.NEGATIVE_INFINITY) > change.version) continue;
    if (patch(data, change)) versions.set(name, change.version);
    else rest = later(rest, change.position);
  }
  return rest;
};

const bodies = new WeakMap<object, { ifMatch?: number; key?: string }>();
/** The options of a command: `ifMatch` is the version it was made from; the same `key` means the same command. */
export const command = <Body extends object>(body: Body, marks: { ifMatch?: number; key?: string }): Body => {
  bodies.set(body, marks);
  return body;
};

const isFailure = (error: unknown): error is Failure => isObject(error) && typeof error['status'] === 'number';
/** Without the stack, so that the store can keep it. A cancelled call counts as not answered. */
const plain = (thrown: unknown, { aborted }: AbortSignal): Failure => {
  if (!isFailure(thrown) && !aborted) throw thrown;
  const given: Failure = { status: 0, code: 'NETWORK', message: '', reference: undefined, fields: [], retryAfter: 0 };
  const { status, code, message, reference, fields, retryAfter } = isFailure(thrown) ? thrown : given;
  return { status, code, message, reference, fields, retryAfter };
};
/** A retry may succeed. */
const passing = ({ status }: Failure) => [0, 408, 429, 503].includes(status);

/** How long the school asks to wait (milliseconds). */
const patience = ({ retryAfter }: Failure): number => retryAfter * 1_000;
const PATIENCE_MS = 10_000;

/**
 * The empty API that the endpoints are injected into. Reads wait for what this browser has already seen or caused, are retried
 * when the network fails or the server asks to wait, and follow their topics; commands carry an idempotency key and are never sent
 * twice from here.
 */
export const createLiveApi = (send: Send, feed: () => Feed) => {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const known = entries.get(key);
    if (known) return known;
    const made: Entry = {
      topics: new Set(),
      position: null,
      wanted: null,
      dirty: false,
      inFlight: false,
      failures: 0,
      notBefore: 0,
      lastRead: 0,
      timer: undefined,
      pace: 0,
      behind: undefined,
      versions: new Map(),
      follow: undefined,
      read: () => undefined,
      ignores: () => false,
      push: undefined,
    };
    entries.set(key, made);
    return made;
  };
  let readStatuses: ReadonlyMap<string, ReadStatus> = new Map();
  const standing = createSignal();
  const stand = (key: string, now: ReadStatus | null) => {
    const next = new Map(readStatuses);
    if (now) next.set(key, now);
    else next.delete(key);
    readStatuses = next;
    standing.tell();
  };
  let dispatch: BaseQueryApi['dispatch'] | undefined;
  let attached = false;
  const attach = () => {
    if (attached) return;
    attached = true;
    feed().onReset(() => {
      for (const entry of entries.values()) {
        entry.position = entry.wanted = null;
        if (entry.inFlight) entry.dirty = true;
      }
      dispatch?.(api.util.invalidateTags(['Live']));
    });
    feed().onTurn((topic) => {
      for (const [key, entry] of entries) if (entry.topics.has(topic)) readAnew(key, entry);
    });
    feed().onBeside((topic, id) => {
      const change = { topic, id: id ?? '', position: '', version: 0, op: 'put' } as const;
      for (const [key, entry] of entries) if (entry.topics.has(topic) && (id === null || !entry.ignores(change))) readAnew(key, entry);
    });
    feed().onLive(() =>
      entries.forEach((_, key) => {
        settle(key);
      }),
    );
  };

  /** Also an entry whose last read was refused: permissions may have changed. */
  const readAnew = (key: string, entry: Entry) => {
    if (entry.inFlight) entry.dirty = true;
    else dispatch?.(api.util.invalidateTags([{ type: 'Live', id: key }]));
  };

  /** The entries that are read again before this one. */
  const leads = (other: string, { behind }: Entry) => behind !== undefined && other.startsWith(`${behind}(`);
  const waits = (entry: Entry) =>
    [...entries].some(([other, one]) => leads(other, entry) && one.failures === 0 && (one.inFlight || one.timer !== undefined));
  /** After an entry was read, or could not be, or is kept no longer. */
  const settleAll = (key: string) => {
    settle(key);
    for (const [other, one] of entries) if (leads(key, one)) settle(other);
  };

  /** Reads an entry again while it lags behind what it must show: one read in flight, the next queued. */
  const settle = (key: string): void => {
    const entry = entries.get(key);
    if (!entry || entry.inFlight || entry.timer || entry.read() === undefined) return;
    if (entry.wanted !== null && entry.position !== null && entry.position >= entry.wanted) entry.wanted = null;
    if (entry.wanted === null && !entry.dirty) return;
    const wait = Math.max(
      entry.failures ? Math.min(30_000, 1_000 * 2 ** entry.failures) : entry.pace - (Date.now() - entry.lastRead),
      entry.notBefore - Date.now(),
      0,
    );
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      if (entries.get(key) === entry && !entry.inFlight && !waits(entry)) dispatch?.(api.util.invalidateTags([{ type: 'Live', id: key }]));
    }, wait);
  };
  const want = (key: string, entry: Entry, position: Position | null) => {
    entry.wanted = later(entry.wanted, position);
    settle(key);
  };

  const receive = (key: string, entry: Entry, changes: Change[], late: Change[]) => {
    const { position } = entry;
    const relevant = changes.filter((change) => !entry.ignores(change));
    // There is no snapshot yet, or one of read models that were still empty: the change is in the next one, or sent beside it.
    if (position === null) entry.wanted = later(entry.wanted, relevant.at(-1)?.position ?? null);
    // The snapshot contains it already.
    const news = position === null ? [] : relevant.filter((change) => change.position > position);
    const older = late.filter((change) => !entry.ignores(change));
    const rest = news.length === 0 ? null : entry.push ? entry.push(news) : (news.at(-1)?.position ?? null);
    const stood = readStatuses.get(key);
    if (stood && news.length > 0 && rest === null)
      stand(key, { ...stood, position: later(stood.position, news.at(-1)?.position ?? null), at: Date.now() });
    if (older.length > 0 && (entry.inFlight || position === null || !entry.push || entry.push(older) !== null)) entry.dirty = true;
    want(key, entry, rest);
  };

  /** Follows the topics of the entry; returns the position from which a snapshot misses nothing of them. */
  const follow = async (key: string, entry: Entry, wanted: readonly string[]): Promise<Position | null> => {
    entry.follow ??= feed().follow((changes, late) => receive(key, entry, changes, late));
    const before = entry.topics;
    entry.topics = new Set(wanted);
    for (const topic of before) if (!entry.topics.has(topic)) entry.follow.remove(topic);
    const heads = await Promise.all(
      [...entry.topics].filter((topic) => !before.has(topic)).map((topic) => entry.follow?.add(topic) ?? null),
    );
    return heads.reduce<Position | null>(later, null);
  };

  /** How long the school asked to wait, for a request that is being waited for. */
  const asked = new WeakMap<AbortSignal, number>();
  const once: LiveBaseQuery = async (given, queryApi) => {
    attach();
    dispatch = queryApi.dispatch;
    const { live, quiet, ifMatch, ...request }: LiveArgs = typeof given === 'string' ? { url: given } : given;
    const key = queryApi.queryCacheKey ?? '';
    const headers: Record<string, string> = {};
    const entry = live ? entryOf(key) : undefined;
    if (queryApi.type === 'query') {
      if (entry) {
        entry.inFlight = true;
        entry.dirty = false;
      }
      const heads = live && entry ? await follow(key, entry, live.topics(entry.read())) : null;
      const min = [heads, feed().seen(), feed().commit(), entry?.position ?? null, entry?.wanted ?? null].reduce(later, null);
      if (entry && entry.position === null) entry.wanted = null; // from here on: changes that come while this read is under way
      if (min !== null) headers['x-min-position'] = min;
    } else {
      const marks = isObject(request.body) ? bodies.get(request.body) : undefined;
      const version = ifMatch ?? marks?.ifMatch;
      headers['idempotency-key'] = marks?.key ?? crypto.randomUUID();
      if (version !== undefined) headers['if-match'] = String(version);
    }
    let sent: Awaited<ReturnType<Send>>;
    try {
      sent = await send({ ...request, headers, signal: queryApi.signal });
    } catch (thrown) {
      const error = plain(thrown, queryApi.signal);
      asked.set(queryApi.signal, patience(error));
      if (entry) failed(key, entry, error);
      return { error, meta: { key, position: null, stale: false, since: null, cursor: null } };
    }
    const meta: LiveMeta = {
      key,
      position: sent.headers.get('x-position'),
      stale: sent.headers.get('x-stale') === 'true',
      since: sent.headers.get('x-stale-since'),
      cursor: sent.headers.get('x-next-cursor'),
    };
    if (queryApi.type === 'query' && (entry || meta.stale || meta.cursor !== null || readStatuses.has(key))) {
      // Later pushes stay applied, unless the feed started anew.
      const goesOn = Boolean(entry?.position);
      const at = Date.now();
      // Once the answer is shown: no one who waits for a position goes on before it is seen.
      setTimeout(() => {
        if (entry && entries.get(key) !== entry) return;
        const position = later(goesOn ? (readStatuses.get(key)?.position ?? null) : null, meta.position);
        stand(key, { position, at, halted: meta.stale ? { since: meta.since } : null, next: meta.cursor });
      });
    }
    if (queryApi.type === 'mutation' && meta.position !== null) {
      feed().committed(meta.position);
      if (!quiet) void catchUp(meta.position);
    } else if (live && entry) {
      feed().loaded(meta.position);
      void loaded(key, entry, live, sent.data, meta);
    }
    return { data: sent.data, meta };
  };

  /** After a command: its changes arrive by the feed; where they do not in time, everything live is read again. */
  const catchUp = async (position: Position) => {
    if (await feed().waitFor(position, feed().socket.connected ? 2_500 : 0)) return;
    // A read that is under way may have been asked before the command was done: nothing is asked beside it, so another follows.
    for (const entry of entries.values()) if (entry.inFlight) entry.dirty = true;
    dispatch?.(api.util.invalidateTags(['Live']));
  };
  const failed = (key: string, entry: Entry, error: Failure) => {
    entry.inFlight = false;
    if (error.status >= 400 && error.status < 500 && !passing(error))
      entry.wanted = null; // asking again would answer the same
    else if (entry.read() !== undefined) entry.dirty = true;
    entry.failures++;
    entry.notBefore = Date.now() + patience(error);
    settleAll(key);
  };
  const loaded = async (key: string, entry: Entry, live: LiveRequest, data: unknown, meta: LiveMeta) => {
    entry.pace = live.pace;
    entry.behind = live.behind;
    entry.failures = 0;
    entry.lastRead = Date.now();
    const heads = await follow(key, entry, live.topics(data)).catch(() => null); // topics that only the answer names
    if (heads !== null && meta.position !== null && heads > meta.position) want(key, entry, heads);
  };

  const api = createApi({
    reducerPath: 'api',
    tagTypes: ['Live'],
    invalidationBehavior: 'immediately',
    endpoints: () => ({}),
    baseQuery: retry(once, {
      backoff: async (attempt, _, signal) => {
        const wait = Math.max(300 * 2 ** attempt * (0.6 + Math.random() * 0.8), (signal && asked.get(signal)) ?? 0);
        await new Promise((go) => setTimeout(go, wait));
      },
      // Where the school asks to wait longer than a person would, they are told; live data is requested again automatically.
      retryCondition: (error, _, { attempt, baseQueryApi }) => {
        const failure = error as unknown as Failure;
        return baseQueryApi.type === 'query' && attempt <= 2 && passing(failure) && patience(failure) <= PATIENCE_MS;
      },
    }) as LiveBaseQuery,
  });

  /** Makes a query live: `enhanceEndpoints({ endpoints: { panel: live({ topics }) } })`. */
  const live =
    <Arg, Data>(options: LiveOptions<Arg, Data>) =>
    (definition: QueryDefinition<Arg, LiveBaseQuery, 'Live', Data, 'api'>): void => {
      const { query } = definition;
      if (!query) return;
      const patch = (data: Data, changes: Change[], arg: Arg, entry: Entry) =>
        options.patch
          ? patchEach(data, changes, entry.versions, options.patch)
          : options.rows
            ? patchRows(options.rows(data, arg), changes, entry.versions, options.key, options.accepts)
            : (changes.at(-1)?.position ?? null);
      definition.query = (arg) => {
        const request = query(arg);
        const topics = (data?: unknown) => options.topics(arg, data as Data | undefined);
        return {
          ...(typeof request === 'string' ? { url: request } : request),
          live: { topics, pace: options.pace ?? 250, behind: options.behind },
        };
      };
      definition.transformResponse = (answer, meta, arg) => {
        const entry = meta && entries.get(meta.key);
        if (!entry) return answer as Data;
        entry.inFlight = false;
        const held = entry.read() as Data | undefined;
        if (meta.stale) entry.failures = 3; // its projection is halted: ask again, but seldom
        setTimeout(() => settleAll(meta.key));
        if (held !== undefined && entry.position !== null && meta.position !== null && meta.position < entry.position) return held; // never back
        const data = answer as Data;
        if (entry.position === null) {
          // The tail holds it; an answer without a position has no tail.
          if (meta.position === null && entry.wanted !== null) entry.dirty = true;
          entry.wanted = null;
        }
        entry.position = meta.position;
        const tail =
          meta.position === null
            ? []
            : (feed()
                .since(entry.topics, meta.position)
                ?.filter((change) => !entry.ignores(change)) ?? null);
        entry.wanted = later(entry.wanted, tail === null ? feed().seen() : tail.length ? patch(data, tail, arg, entry) : null);
        if (meta.stale) entry.wanted = later(entry.wanted, feed().seen());
        return data;
      };
      let endpointName = ''; // the definition does not know its own name; its first entry tells
      const keyOf = (arg: Arg) => defaultSerializeQueryArgs({ endpointName, queryArgs: arg, endpointDefinition: definition });
      definition.providesTags = (_data, _error, arg) => [
        'Live',
        ...[keyOf(arg), ...options.topics(arg)].map((id) => ({ type: 'Live' as const, id })),
      ];
      definition.onCacheEntryAdded = async (arg, { getCacheEntry, updateCachedData, cacheEntryRemoved }) => {
        endpointName = getCacheEntry().endpointName ?? '';
        const key = keyOf(arg);
        const entry = entryOf(key);
        entry.read = () => getCacheEntry().data;
        if (options.ignores) entry.ignores = options.ignores;
        if (options.rows || options.patch)
          entry.push = (changes) => {
            let rest: Position | null = null;
            updateCachedData((draft) => {
              rest = patch(draft as Data, changes, arg, entry);
            });
            return rest;
          };
        await cacheEntryRemoved;
        stand(key, null);
        if (entries.get(key) === entry) entries.delete(key);
        clearTimeout(entry.timer);
        entry.follow?.off();
        settleAll(key);
      };
    };
  return {
    api,
    live,
    /** By key, what each entry shows; a new map after each change. */
    readStatuses: () => readStatuses,
    watchReadStatuses: standing.on,
  };
};
