import type {
  BaseQueryApi,
  BaseQueryFn,
  FetchArgs,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
  QueryDefinition,
} from '@reduxjs/toolkit/query';
import { createApi, defaultSerializeQueryArgs, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
import { type Change, type Feed, later, type Position } from './feed.ts';

/** What a failed call says, whatever failed: screens choose their text by `code`. Status 0: no answer came. */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  errors?: { path: string; message: string; code?: string }[];
  /** Names this failure in the server's log. */
  reference?: string;
  retryAfter?: number;
}

type Row = object;

export interface LiveOptions<Arg, Data> {
  /** Topics that say when the entry changed; asked again with each new `data`, so they may depend on it. */
  topics: (arg: Arg, data?: Data) => readonly string[];
  /** The rows of the entry that pushes may patch by `id`. Without it, or when a push is not such a row, the entry is read again. */
  rows?: (data: Data, arg: Arg) => Row[] | undefined;
  /** The field of a row that pushes name it by; `id` by default. */
  key?: string;
  /** Whether a push is a whole row for this entry; by default one whose fields the row has. */
  accepts?: (data: Record<string, unknown>) => boolean;
  /** Changes the entry (a draft) by a push; false: it has to be read again. Instead of `rows`, where an entry is no list. */
  patch?: (data: Data, change: Change) => boolean;
  /** Changes that this entry does not show. */
  ignores?: (change: Change) => boolean;
  /** At least so many milliseconds between two reads that pushes cause. */
  pace?: number;
}

/** The marks that a live query leaves on its request; `arg` and `options` are those of its endpoint. */
interface LiveRequest {
  topics: (data?: unknown) => readonly string[];
  pace: number;
}
export interface LiveArgs extends FetchArgs {
  live?: LiveRequest;
  /** A command whose effect nobody waits for: it does not make the screens read again. */
  quiet?: boolean;
  ifMatch?: number;
}
export interface LiveMeta {
  key: string;
  position: Position | null;
  /** The projection behind the answer is halted: what it shows may be old. */
  stale: boolean;
  /** When the first thing happened that a stale answer lacks. */
  since: string | null;
  cursor: string | null;
}
/** How far what an entry shows reaches into the history. */
export interface Standing {
  position: Position | null;
  /** When it was read or last changed by a push (milliseconds). */
  at: number;
  /** The projection behind it is halted, and what came from then on is missing. */
  halted: { since: string | null } | null;
}
export type LiveBaseQuery = BaseQueryFn<string | LiveArgs, unknown, ApiError, object, LiveMeta>;

/** The side of a cache entry that Redux need not know. */
interface Entry {
  topics: Set<string>;
  /** Position of the snapshot it shows; pushes after it are patched over it. */
  position: Position | null;
  /** It must be read again with at least this position. */
  wanted: Position | null;
  /** It must be read again whatever its position. */
  dirty: boolean;
  inFlight: boolean;
  failures: number;
  lastRead: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  pace: number;
  versions: Map<string, number>;
  follow: ReturnType<Feed['follow']> | undefined;
  read: () => unknown;
  ignores: (change: Change) => boolean;
  push: ((changes: Change[]) => Position | null) | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies pushes to rows (in place: a draft, or an answer that nobody has seen yet). Answers the last position whose push did not fit, or null:
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

/** The same for an entry that is no list. */
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
/** Marks the body of a command: `ifMatch` is the version it was made from; the same `key` again is the same command. */
export const command = <Body extends object>(body: Body, marks: { ifMatch?: number; key?: string }): Body => {
  bodies.set(body, marks);
  return body;
};

const withCodes = (errors: NonNullable<ApiError['errors']>, codes: string): NonNullable<ApiError['errors']> => {
  const named = codes.split(',');
  return errors.map((error, index) => ({ ...error, ...(named[index] && { code: named[index] }) }));
};
const normalise = (error: FetchBaseQueryError, meta: FetchBaseQueryMeta | undefined): ApiError => {
  const headers = meta?.response?.headers;
  const reference = headers?.get('X-Request-Id');
  const retryAfter = Number(headers?.get('Retry-After') ?? '');
  const common = { ...(reference && { reference }), ...(retryAfter > 0 && { retryAfter }) };
  if (typeof error.status === 'number') {
    const body = isObject(error.data) ? (error.data as Partial<ApiError>) : {};
    return {
      status: error.status,
      code: body.code ?? `HTTP_${error.status}`,
      message: body.message ?? '',
      ...(body.errors && { errors: withCodes(body.errors, headers?.get('X-Error-Codes') ?? '') }),
      ...common,
    };
  }
  return { status: error.status === 'PARSING_ERROR' ? error.originalStatus : 0, code: error.status, message: '', ...common };
};
const codeOf = (error: FetchBaseQueryError | undefined): string | undefined =>
  isObject(error?.data) ? (error.data as Partial<ApiError>).code : undefined;
/** Asked again, it may be answered. */
const passing = (error: ApiError) =>
  error.code === 'FETCH_ERROR' || error.code === 'TIMEOUT_ERROR' || [408, 429, 503].includes(error.status);

/**
 * The empty API that the generated endpoints are injected into. Reads wait for what this browser has already seen or caused, are tried again
 * when the network fails or the server asks for patience, and follow their topics; commands carry an idempotency key and are never sent
 * twice from here. Each call says for whom the page is (`person`): the cookie may have become another's.
 */
export const createLiveApi = (
  baseUrl: string,
  feed: () => Feed,
  onError: (error: ApiError) => void = () => {},
  person: () => number | undefined = () => undefined,
  /** Asks whether it is really them; whether they showed it. */
  prove: () => Promise<boolean> = async () => false,
) => {
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
      lastRead: 0,
      timer: undefined,
      pace: 0,
      versions: new Map(),
      follow: undefined,
      read: () => undefined,
      ignores: () => false,
      push: undefined,
    };
    entries.set(key, made);
    return made;
  };
  let standings: ReadonlyMap<string, Standing> = new Map();
  const watchers = new Set<() => void>();
  const stand = (key: string, now: Standing | null) => {
    const next = new Map(standings);
    if (now) next.set(key, now);
    else next.delete(key);
    standings = next;
    for (const watcher of watchers) watcher();
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
    feed().onLive(() =>
      entries.forEach((_, key) => {
        settle(key);
      }),
    );
  };

  /** Also an entry whose last read was refused: what may be read has changed. */
  const readAnew = (key: string, entry: Entry) => {
    if (entry.inFlight) entry.dirty = true;
    else dispatch?.(api.util.invalidateTags([{ type: 'Live', id: key }]));
  };

  /** Reads an entry again while it lags behind what it must show: one read in flight, the next queued. */
  const settle = (key: string): void => {
    const entry = entries.get(key);
    if (!entry || entry.inFlight || entry.timer || entry.read() === undefined) return;
    if (entry.wanted !== null && entry.position !== null && entry.position >= entry.wanted) entry.wanted = null;
    if (entry.wanted === null && !entry.dirty) return;
    const wait = entry.failures ? Math.min(30_000, 1_000 * 2 ** entry.failures) : Math.max(0, entry.pace - (Date.now() - entry.lastRead));
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      if (entries.get(key) === entry && !entry.inFlight) dispatch?.(api.util.invalidateTags([{ type: 'Live', id: key }]));
    }, wait);
  };
  const want = (key: string, entry: Entry, position: Position | null) => {
    entry.wanted = later(entry.wanted, position);
    settle(key);
  };

  const receive = (key: string, entry: Entry, changes: Change[], late: Change[]) => {
    const { position } = entry;
    const heard = changes.filter((change) => !entry.ignores(change));
    // There is no snapshot yet, or one of read models that were still empty: what is told is in the next one, or said beside it.
    if (position === null) entry.wanted = later(entry.wanted, heard.at(-1)?.position ?? null);
    // What is not news is inside the snapshot.
    const news = position === null ? [] : heard.filter((change) => change.position > position);
    const older = late.filter((change) => !entry.ignores(change));
    const rest = news.length === 0 ? null : entry.push ? entry.push(news) : (news.at(-1)?.position ?? null);
    const stood = standings.get(key);
    if (stood && news.length > 0 && rest === null)
      stand(key, { ...stood, position: later(stood.position, news.at(-1)?.position ?? null), at: Date.now() });
    if (older.length > 0 && (entry.inFlight || position === null || !entry.push || entry.push(older) !== null)) entry.dirty = true;
    want(key, entry, rest);
  };

  /** Follows the topics that the entry names now; answers the position from which a snapshot lacks nothing of them. */
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

  const raw = fetchBaseQuery({ baseUrl, timeout: 30_000 });
  const once: LiveBaseQuery = async (given, queryApi, extra) => {
    attach();
    dispatch = queryApi.dispatch;
    const { live, quiet, ifMatch, ...args } = typeof given === 'string' ? { url: given } : given;
    const key = queryApi.queryCacheKey ?? '';
    const headers = new Headers(args.headers as Record<string, string> | undefined);
    const entry = live ? entryOf(key) : undefined;
    const shown = person();
    if (shown !== undefined) headers.set('X-Person', String(shown));
    if (queryApi.type === 'query') {
      if (entry) {
        entry.inFlight = true;
        entry.dirty = false;
      }
      const heads = live && entry ? await follow(key, entry, live.topics(entry.read())) : null;
      const min = [heads, feed().seen(), feed().commit(), entry?.position ?? null, entry?.wanted ?? null].reduce(later, null);
      if (entry && entry.position === null) entry.wanted = null; // from here on: what is told while this read is under way
      if (min !== null) headers.set('X-Min-Position', min);
    } else {
      const marks = isObject(args.body) ? bodies.get(args.body) : undefined;
      const version = ifMatch ?? marks?.ifMatch;
      headers.set('Idempotency-Key', marks?.key ?? crypto.randomUUID());
      if (version !== undefined) headers.set('If-Match', String(version));
    }
    let answer = await raw({ ...args, headers }, queryApi, extra);
    // Whoever shows that it is really them need not press again what asked for it.
    if (queryApi.type === 'mutation' && codeOf(answer.error) === 'PROOF_REQUIRED' && (await prove()))
      answer = await raw({ ...args, headers }, queryApi, extra);
    const of = answer.meta?.response?.headers;
    const meta: LiveMeta = {
      key,
      position: of?.get('X-Position') ?? null,
      stale: of?.get('X-Stale') === 'true',
      since: of?.get('X-Stale-Since') ?? null,
      cursor: of?.get('X-Next-Cursor') ?? null,
    };
    if (answer.error) {
      const error = normalise(answer.error, answer.meta);
      if (entry) failed(key, entry, error);
      onError(error);
      return { error, meta };
    }
    if (queryApi.type === 'query' && (entry || meta.stale || standings.has(key)))
      stand(key, {
        // What was pushed meanwhile stays on it, unless the feed began anew.
        position: later(entry?.position ? (standings.get(key)?.position ?? null) : null, meta.position),
        at: Date.now(),
        halted: meta.stale ? { since: meta.since } : null,
      });
    if (queryApi.type === 'mutation' && meta.position !== null) {
      feed().committed(meta.position);
      if (!quiet) void catchUp(meta.position);
    } else if (live && entry) {
      feed().loaded(meta.position);
      void loaded(key, entry, live, answer.data, meta);
    }
    return { data: answer.data, meta };
  };

  /** After a command: what it changed arrives by the feed; when it does not in time, everything that is live is read again. */
  const catchUp = async (position: Position) => {
    if (!(await feed().waitFor(position, feed().socket.connected ? 2_500 : 0))) dispatch?.(api.util.invalidateTags(['Live']));
  };
  const failed = (key: string, entry: Entry, error: ApiError) => {
    entry.inFlight = false;
    if (error.status >= 400 && error.status < 500 && !passing(error))
      entry.wanted = null; // asking again would answer the same
    else if (entry.read() !== undefined) entry.dirty = true;
    entry.failures++;
    settle(key);
  };
  const loaded = async (key: string, entry: Entry, live: LiveRequest, data: unknown, meta: LiveMeta) => {
    entry.pace = live.pace;
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
      backoff: async (attempt) => {
        await new Promise((go) => setTimeout(go, 300 * 2 ** attempt * (0.6 + Math.random() * 0.8)));
      },
      retryCondition: (error, _, { attempt, baseQueryApi }) =>
        baseQueryApi.type === 'query' && attempt <= 2 && passing(error as unknown as ApiError),
    }) as LiveBaseQuery,
  });

  /** Makes a generated query live: `enhanceEndpoints({ endpoints: { panel: live({ topics }) } })`. */
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
        return { ...(typeof request === 'string' ? { url: request } : request), live: { topics, pace: options.pace ?? 250 } };
      };
      definition.transformResponse = (answer, meta, arg) => {
        const entry = meta && entries.get(meta.key);
        if (!entry) return answer as Data;
        entry.inFlight = false;
        const held = entry.read() as Data | undefined;
        if (meta.stale) entry.failures = 3; // its projection is halted: ask again, but seldom
        setTimeout(() => settle(meta.key));
        if (held !== undefined && entry.position !== null && meta.position !== null && meta.position < entry.position) return held; // never back
        const data = answer as Data;
        if (entry.position === null) {
          // The tail holds it; beside an answer without a position there is none.
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
      };
    };
  return {
    api,
    live,
    /** What each entry shows, by its key; another map after each change. */
    standings: () => standings,
    watchStandings: (watcher: () => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
  };
};
