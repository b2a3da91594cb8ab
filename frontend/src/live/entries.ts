import type { Feed } from './feed.ts';
import type { ReadStatuses } from './read-statuses.ts';
import { type Failure, passing, patience } from './sending.ts';
import { type Change, later, type Position } from './tails.ts';

/** How a live query is marked on its request. */
export interface LiveRequest {
  topics: (data?: unknown) => readonly string[];
  pace: number;
  behind: string | undefined;
}

/** The state of a cache entry outside Redux. */
export interface Entry {
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
const fresh = (): Entry => ({
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
});

/**
 * The live entries of the cache: what each of them follows, which changes it has, and when it must be read again. `readAgain` has one of them read
 * again, or all (null).
 */
export function createEntries(feed: () => Feed, statuses: ReadStatuses, readAgain: (key: string | null) => void) {
  const entries = new Map<string, Entry>();

  /** Also an entry whose last read was refused: permissions may have changed. */
  const readAnew = (key: string, entry: Entry) => {
    if (entry.inFlight) entry.dirty = true;
    else readAgain(key);
  };

  /** The entries that are read again before this one. */
  const leads = (other: string, { behind }: Entry) => behind !== undefined && other.startsWith(`${behind}(`);
  const waits = (entry: Entry) =>
    [...entries].some(([other, one]) => leads(other, entry) && one.failures === 0 && (one.inFlight || one.timer !== undefined));

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
      if (entries.get(key) === entry && !entry.inFlight && !waits(entry)) readAgain(key);
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
    const status = statuses.get(key);
    if (status && news.length > 0 && rest === null)
      statuses.set(key, { ...status, position: later(status.position, news.at(-1)?.position ?? null), at: Date.now() });
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

  /** After an entry was read, or could not be, or is kept no longer. */
  const settleAll = (key: string): void => {
    settle(key);
    for (const [other, one] of entries) if (leads(key, one)) settle(other);
  };

  let attached = false;
  return {
    get: (key: string): Entry | undefined => entries.get(key),
    /** The entry of a key, which is made where there is none. */
    of(key: string): Entry {
      const entry = entries.get(key) ?? fresh();
      entries.set(key, entry);
      return entry;
    },
    follow,
    settleAll,
    /** Follows what the feed says of all of them, from the first call on. */
    attach(): void {
      if (attached) return;
      attached = true;
      feed().onReset(() => {
        for (const entry of entries.values()) {
          entry.position = entry.wanted = null;
          if (entry.inFlight) entry.dirty = true;
        }
        readAgain(null);
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
    },
    /** All are read again, because changes of an own command did not arrive in time. */
    readAll(): void {
      // A read that is under way may have been asked before the command was done: nothing is asked beside it, so another follows.
      for (const entry of entries.values()) if (entry.inFlight) entry.dirty = true;
      readAgain(null);
    },
    failed(key: string, entry: Entry, error: Failure): void {
      entry.inFlight = false;
      if (error.status >= 400 && error.status < 500 && !passing(error))
        entry.wanted = null; // asking again would answer the same
      else if (entry.read() !== undefined) entry.dirty = true;
      entry.failures++;
      entry.notBefore = Date.now() + patience(error);
      settleAll(key);
    },
    async loaded(key: string, entry: Entry, live: LiveRequest, data: unknown, position: Position | null): Promise<void> {
      entry.pace = live.pace;
      entry.behind = live.behind;
      entry.failures = 0;
      entry.lastRead = Date.now();
      const heads = await follow(key, entry, live.topics(data)).catch(() => null); // topics that only the answer names
      if (heads !== null && position !== null && heads > position) want(key, entry, heads);
    },
    /** It is in the cache no longer. */
    remove(key: string, entry: Entry): void {
      statuses.set(key, null);
      if (entries.get(key) === entry) entries.delete(key);
      clearTimeout(entry.timer);
      entry.follow?.off();
      settleAll(key);
    },
  };
}
export type Entries = ReturnType<typeof createEntries>;
