import type { Position } from '../../../events/store/port.ts';
import { type Change, type ChangeHead, type ChangePlace, placeOf, type ReadStoreReader } from '../../projections/kernel/readStore.ts';

/** How far the log of changes has been read. */
export interface Reached {
  /** All changes up to this position have been read. */
  upto: Position | null;
  /** The last change that was read. */
  place: ChangePlace | null;
}

export interface News {
  /** Every change since the last reading, without its data. */
  heads: readonly ChangeHead[];
  /** Those of topics that somebody follows. */
  changes: readonly Change[];
  /** Some changes were deleted from the bounded log before they were read. */
  trimmed: boolean;
}

const PAGE = 1_000;

const placeBehind = (heads: readonly ChangeHead[]): ChangePlace | null => {
  const last = heads.at(-1);
  return last ? placeOf(last) : null;
};

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;
export type FeedReader = Pick<ReadStoreReader, 'lastChange' | 'checkpoint' | 'changeHeads' | 'changes'>;

/** Reads the log of changes from now on. One reading at a time. */
export async function createChangeFeed(reader: FeedReader, isFollowed: (topic: string) => boolean) {
  let lastN = await reader.lastChange();
  const reached: Reached = {
    place: lastN === 0 ? null : placeBehind(await reader.changeHeads(lastN - 1, 1)),
    upto: await reader.checkpoint(),
  };
  return {
    /** Advances with each reading. */
    reached: reached as Readonly<Reached>,
    /** What changed since the last reading. Throws where the store does not answer; the next reading then reads the same again. */
    async read(): Promise<News> {
      // The checkpoint is read first: later reads contain at least everything up to it, and whole batches.
      const checkpoint = await reader.checkpoint();
      const heads: ChangeHead[] = [];
      // Advanced only once all of them are read: after a failure they are read again.
      let n = lastN;
      for (;;) {
        const page = await reader.changeHeads(n, PAGE);
        heads.push(...page);
        n = page.at(-1)?.n ?? n;
        if (page.length < PAGE) break;
      }
      const followed = heads.filter(({ topic }) => isFollowed(topic)).map((head) => head.n);
      const changes = followed.length === 0 ? [] : await reader.changes(followed);
      const [first] = heads;
      const trimmed = (first !== undefined && first.n > lastN + 1) || changes.length < followed.length;
      lastN = n;
      reached.place = placeBehind(heads) ?? reached.place;
      const furthest = heads.reduce<Position | null>((max, { position }) => (max === null || position > max ? position : max), checkpoint);
      if (furthest !== null && (reached.upto === null || furthest > reached.upto)) reached.upto = furthest;
      return { heads, changes, trimmed };
    },
  };
}
