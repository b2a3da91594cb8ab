import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { createApi, retry } from '@reduxjs/toolkit/query/react';
import { createEntries, type Entry, type LiveRequest } from './entries.ts';
import type { Feed } from './feed.ts';
import { createLiveQueries, type LiveArgs, type LiveBaseQuery, type LiveMeta } from './live-queries.ts';
import { createReadStatuses } from './read-statuses.ts';
import { type Failure, isObject, passing, patience, plain, type Send } from './sending.ts';
import { later, type Position } from './tails.ts';

const bodies = new WeakMap<object, { ifMatch?: number; key?: string }>();
/** The options of a command: `ifMatch` is the version it was made from; the same `key` means the same command. */
export const command = <Body extends object>(body: Body, marks: { ifMatch?: number; key?: string }): Body => {
  bodies.set(body, marks);
  return body;
};
const headersOf = ({ body, ifMatch }: LiveArgs): Record<string, string> => {
  const marks = isObject(body) ? bodies.get(body) : undefined;
  const version = ifMatch ?? marks?.ifMatch;
  return { 'idempotency-key': marks?.key ?? crypto.randomUUID(), ...(version !== undefined && { 'if-match': String(version) }) };
};

/** A read is tried again by itself where the school asks to wait no longer than this (milliseconds). */
const PATIENCE_MS = 10_000;

/**
 * The empty API that the endpoints are injected into. Reads wait for what this browser has already seen or caused, are retried
 * when the network fails or the server asks to wait, and follow their topics; commands carry an idempotency key and are never sent
 * twice from here.
 */
export const createLiveApi = (send: Send, feed: () => Feed) => {
  let dispatch: BaseQueryApi['dispatch'] | undefined;
  const statuses = createReadStatuses();
  const entries = createEntries(feed, statuses, (key) => {
    dispatch?.(api.util.invalidateTags([key === null ? 'Live' : { type: 'Live', id: key }]));
  });

  /** The position from which an answer misses nothing. */
  const leastPosition = async (key: string, entry: Entry | undefined, live: LiveRequest | undefined): Promise<Position | null> => {
    if (entry) {
      entry.inFlight = true;
      entry.dirty = false;
    }
    const heads = live && entry ? await entries.follow(key, entry, live.topics(entry.read())) : null;
    const least = [heads, feed().seen(), feed().commit(), entry?.position ?? null, entry?.wanted ?? null].reduce(later, null);
    if (entry && entry.position === null) entry.wanted = null; // from here on: changes that come while this read is under way
    return least;
  };
  const noteStatus = (entry: Entry | undefined, meta: LiveMeta): void => {
    const { key } = meta;
    if (!entry && !meta.stale && meta.cursor === null && !statuses.get(key)) return;
    // Later pushes stay applied, unless the feed started anew.
    const goesOn = Boolean(entry?.position);
    const at = Date.now();
    // Once the answer is shown: no one who waits for a position goes on before it is seen.
    setTimeout(() => {
      if (entry && entries.get(key) !== entry) return;
      const position = later(goesOn ? (statuses.get(key)?.position ?? null) : null, meta.position);
      statuses.set(key, { position, at, halted: meta.stale ? { since: meta.since } : null, next: meta.cursor });
    });
  };
  /** After a command: its changes arrive by the feed; where they do not in time, everything live is read again. */
  const catchUp = async (position: Position) => {
    if (!(await feed().waitFor(position, feed().socket.connected ? 2_500 : 0))) entries.readAll();
  };

  /** How long the school asked to wait, for a request that is being waited for. */
  const asked = new WeakMap<AbortSignal, number>();
  const once: LiveBaseQuery = async (given, queryApi) => {
    entries.attach();
    dispatch = queryApi.dispatch;
    const args: LiveArgs = typeof given === 'string' ? { url: given } : given;
    const { live, quiet, ifMatch: _, ...request } = args;
    const key = queryApi.queryCacheKey ?? '';
    const entry = live ? entries.of(key) : undefined;
    let headers: Record<string, string> = {};
    let least: Position | null = null;
    if (queryApi.type === 'query') {
      least = await leastPosition(key, entry, live);
      if (least !== null) headers = { 'x-min-position': least };
    } else headers = headersOf(args);
    let sent: Awaited<ReturnType<Send>>;
    try {
      sent = await send({ ...request, headers, signal: queryApi.signal });
    } catch (thrown) {
      const error = plain(thrown, queryApi.signal);
      asked.set(queryApi.signal, patience(error));
      if (entry) entries.failed(key, entry, error);
      return { error, meta: { key, position: null, stale: false, since: null, cursor: null } };
    }
    const meta: LiveMeta = {
      key,
      position: sent.headers.get('x-position'),
      stale: sent.headers.get('x-stale') === 'true',
      since: sent.headers.get('x-stale-since'),
      cursor: sent.headers.get('x-next-cursor'),
      ...(sent.kept && { kept: least }),
    };
    if (queryApi.type === 'query') noteStatus(entry, meta);
    if (queryApi.type === 'mutation' && meta.position !== null) {
      feed().committed(meta.position);
      if (!quiet) void catchUp(meta.position);
    } else if (live && entry) {
      feed().loaded(meta.position);
      void entries.loaded(key, entry, live, sent.data, meta.position);
    }
    return { data: sent.data, meta };
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

  return {
    api,
    /** Makes a query live: `enhanceEndpoints({ endpoints: { panel: live({ topics }) } })`. */
    live: createLiveQueries(entries, feed),
    /** By key, what each entry shows; a new map after each change. */
    readStatuses: statuses.all,
    watchReadStatuses: statuses.watch,
  };
};
