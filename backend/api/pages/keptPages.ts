import { oneAtATime } from '../../projections/reading/follower.ts';

/** A cached page, with its compressed forms. */
export interface KeptPage {
  readonly body: string;
  /** Compressed once for each encoding, by `zip`. */
  as(encoding: string, zip: (body: string) => Promise<Buffer>): Promise<Buffer>;
}

export type KeptPages = ReturnType<typeof createKeptPages>;

/** The bound of the cache, in characters. */
const MOST = 16_000_000;
/** A page contains the position from which its reader follows changes: it is made again before that position is too old, in milliseconds. */
const OLDEST = 60_000;

const keptPage = (body: string): KeptPage => {
  const encoded = new Map<string, Promise<Buffer>>();
  return {
    body,
    as(encoding, zip) {
      const known = encoded.get(encoding) ?? zip(body);
      encoded.set(encoding, known);
      return known;
    },
  };
};

/**
 * A cache of pages that are the same for everybody. `stamp` summarises the data behind all pages: another stamp, other
 * pages. `now` in milliseconds.
 */
export function createKeptPages(stamp: () => Promise<string>, now: () => number = () => performance.now()) {
  interface Kept {
    stamp: string;
    at: number;
    made: Promise<unknown>;
    characters: number;
  }
  const kept = new Map<string, Kept>();
  let total = 0;
  const forget = (name: string, only?: Kept) => {
    const found = kept.get(name);
    if (!found || (only && found !== only)) return;
    kept.delete(name);
    total -= found.characters;
  };

  const current = oneAtATime(stamp);

  return {
    /** The present page: cached, or from `make`. Where `make` returns no page (null), its answer is not cached. */
    async page<T>(name: string, make: () => Promise<string | T>): Promise<KeptPage | T> {
      const at = await current();
      const known = kept.get(name);
      if (known?.stamp === at && now() - known.at < OLDEST) return known.made as Promise<KeptPage | T>;
      forget(name);
      const made = make().then((result) => (typeof result === 'string' ? keptPage(result) : result));
      const entry: Kept = { stamp: at, at: now(), made, characters: 0 };
      kept.set(name, entry);
      try {
        const result = await made;
        if (!(typeof result === 'object' && result !== null && 'body' in result && 'as' in result)) forget(name, entry);
        else if (kept.get(name) === entry) {
          entry.characters = result.body.length;
          total += entry.characters;
          for (const oldest of kept.keys()) {
            if (total <= MOST || oldest === name) break;
            forget(oldest);
          }
        }
        return result;
      } catch (error) {
        forget(name, entry);
        throw error;
      }
    },
  };
}
