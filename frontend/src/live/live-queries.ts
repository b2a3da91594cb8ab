import type { BaseQueryFn, QueryDefinition } from '@reduxjs/toolkit/query';
import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query/react';
import type { Entries, Entry, LiveRequest } from './entries.ts';
import type { Feed } from './feed.ts';
import { patchEach, patchRows, type Row } from './patching.ts';
import type { Failure, Sending } from './sending.ts';
import { type Change, later, type Position } from './tails.ts';

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
  /** Of an answer that the device had kept: the position that it should have had; it may be older. */
  kept?: Position | null;
}
export type LiveBaseQuery = BaseQueryFn<string | LiveArgs, unknown, Failure, object, LiveMeta>;

/** Makes queries live: their requests name the topics that move the answer, and pushes patch what is cached. */
export const createLiveQueries = (entries: Entries, feed: () => Feed) => {
  /** What an answer leaves in the cache; `patch` applies to it the changes that came since. */
  const receive = <Data>(answer: Data, meta: LiveMeta, entry: Entry, patch: (data: Data, changes: Change[]) => Position | null): Data => {
    entry.inFlight = false;
    const held = entry.read() as Data | undefined;
    if (meta.stale) entry.failures = 3; // its projection is halted: ask again, but seldom
    if (meta.kept !== undefined) entry.failures = 2; // the same, until the school can be reached
    setTimeout(() => entries.settleAll(meta.key));
    if (held !== undefined && entry.position !== null && meta.position !== null && meta.position < entry.position) return held; // never back
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
    entry.wanted = later(entry.wanted, tail === null ? feed().seen() : tail.length ? patch(answer, tail) : null);
    if (meta.stale) entry.wanted = later(entry.wanted, feed().seen());
    entry.wanted = later(entry.wanted, meta.kept ?? null);
    return answer;
  };

  /** `enhanceEndpoints({ endpoints: { panel: live({ topics }) } })`. */
  return <Arg, Data>(options: LiveOptions<Arg, Data>) =>
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
        return entry ? receive(answer as Data, meta, entry, (data, changes) => patch(data, changes, arg, entry)) : (answer as Data);
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
        const entry = entries.of(key);
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
        entries.remove(key, entry);
      };
    };
};
