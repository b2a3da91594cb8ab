import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FactPageDoc, factPages } from '../factPages.ts';
import type { ReadStoreReader } from '../kernel/readStore.ts';
import { createFollower, oneAtATime } from '../reading/follower.ts';
import { pagesOf, type Reads } from '../reading/reads.ts';
import { FileDamaged } from './checkedFile.ts';
import { createRows, type Rows } from './factRows.ts';

const TOPIC = 'historia';
/** Pages are read in steps of this many, between which other work gets its turn. */
export const PAGES_AT_ONCE = 50;

export interface FollowedRowsOptions {
  reads: Pick<Reads, 'find' | 'getMany'>;
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>;
  /** As words are compared. */
  folded: (text: string) => string;
  /** See `factColumns.ts`. */
  folder: string;
  blockRows: number | undefined;
  /** What was found by words of earlier rows holds no longer: somebody was erased, or the rows are others. */
  onForget: () => void;
  /** The file of the index is not what was written to it, and is begun anew. */
  onDamage: (error: FileDamaged) => void;
}

/** The rows of all facts, kept up to the log of changes. */
export function createFollowedRows({ reads, reader, folded, folder, blockRows, onForget, onDamage }: FollowedRowsOptions) {
  let rows = createRows(folder, blockRows);
  let closed = false;
  /** A caller that has disconnected may still be answered: no file is begun for it that nothing would close. */
  const demandOpen = () => {
    if (closed) throw new Error('the search over the history is closed');
  };

  /** Adds what of a page is not in the rows yet. */
  function take(into: Rows, key: string, { lines }: FactPageDoc): void {
    demandOpen();
    const last = into.pages.at(-1);
    let known = 0;
    if (last === key) known = into.length - (into.firsts.at(-1) ?? 0);
    else {
      into.pages.push(key);
      into.firsts.push(into.length);
    }
    for (const line of lines.slice(known)) {
      into.add(line, folded);
      // The words of an erased person's facts are forgotten, so that no search finds them.
      if (line[2] === 'UserErased' || line[2] === 'LeadErased') onForget();
    }
  }

  /** Rows of which the file gave back something else than what was written: they are not asked again. */
  let damaged: Rows | null = null;
  async function build(): Promise<void> {
    const fresh = createRows(folder, blockRows);
    try {
      for await (const page of pagesOf(reads, factPages, { limit: PAGES_AT_ONCE })) {
        for (const { key, doc } of page) take(fresh, key, doc);
      }
      demandOpen();
    } catch (error) {
      fresh.columns.close();
      throw error;
    }
    rows.columns.close();
    rows = fresh;
    damaged = null;
    onForget();
  }

  const follow = createFollower(reader, {
    topics: [TOPIC],
    of: [factPages],
    build,
    take: async (changes) => {
      const touched = [...new Set(changes.map(({ id }) => id))].sort();
      // The log only grows: a page before the last one has other lines only where it was folded anew.
      if (touched.some((key) => key < (rows.pages.at(-1) ?? ''))) return build();
      for (let from = 0; from < touched.length; from += PAGES_AT_ONCE) {
        if (from > 0) await nextTurn();
        const keys = touched.slice(from, from + PAGES_AT_ONCE);
        const docs = await reads.getMany(factPages, keys);
        for (const key of keys) {
          const doc = docs.get(key);
          if (doc) take(rows, key, doc);
        }
      }
    },
  });
  const current = oneAtATime(async () => {
    if (damaged === rows) await build();
    await follow();
  });
  /** What there is now, with what comes later aside; it can be read until the work ends, also where it is replaced meanwhile. */
  async function use<T>(work: (of: Rows) => Promise<T>, again = false): Promise<T> {
    await current();
    const of = rows;
    try {
      return await of.columns.during(() => work(of));
    } catch (error) {
      if (again || !(error instanceof FileDamaged)) throw error;
      onDamage(error);
      damaged = of;
    }
    return use(work, true);
  }

  return {
    use: <T>(work: (of: Rows) => Promise<T>): Promise<T> => use(work),
    close(): void {
      closed = true;
      rows.columns.close();
    },
  };
}
