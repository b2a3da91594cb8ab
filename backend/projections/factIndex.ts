import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays } from '../../events/calendar.ts';
import { type ActorRole, actorRoles } from '../../events/define.ts';
import type { Bound } from '../../events/store/moments.ts';
import type { Position } from '../../events/store/port.ts';
import { FileDamaged } from './checkedFile.ts';
import type { FactBlock } from './factColumns.ts';
import { compiled, type FactFilter, MIXED, type PlacedFilter } from './factFilter.ts';
import { type FactLine, hashOf } from './factLines.ts';
import { type FactPageDoc, factPages } from './factPages.ts';
import { createRows, EXTRA, FIRST_DAY, type Rows } from './factRows.ts';
import { blocksOf, look, matches, mostOf, pageBefore, tallied } from './factTally.ts';
import { stretchOf } from './kernel/position.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type Reads } from './reading/reads.ts';

/** What can be asked of all facts, or of those of a moment. */
export type FactIndex = Omit<ReturnType<typeof createFactIndex>, 'asOf' | 'close'>;

/** Counts over everything that matches; each list as if its own filter were not chosen, so that it shows what other choices would find. */
export interface FactCounts {
  types: Map<string, number>;
  /** Those with the most, the most first, and how many there are. */
  actors: Map<number, number>;
  people: number;
  roles: Map<ActorRole, number>;
  /** By day of the school's calendar, the oldest first. */
  days: Map<string, number>;
}
/** Facts of one filter in a window of time. */
export interface FactSpans {
  total: number;
  /** The positions of the facts, the oldest first; null where there are more than were asked for. */
  lines: FactLine[] | null;
  /** By number of the span, from 0. */
  spans: ReadonlyMap<number, number>;
}
export interface FactsFound {
  /** The positions of the facts, the newest first. */
  lines: FactLine[];
  total: number;
  /** How many match above the page. */
  before: number;
  more: boolean;
  counts: FactCounts;
  /** How many reasons are left to read. */
  unread: number;
  /** Of the newest fact of all, found or not. */
  last: Position | null;
}

const TOPIC = 'historia';
/** Pages are read in steps of this many, between which other work gets its turn. */
const PAGES_AT_ONCE = 50;

/** The number of values in a sorted list that are not above the wanted one. */
function upTo<T>(values: readonly T[], wanted: T): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as T) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The whole history in columns of numbers, so that any combination of who, what, about what, when and which words is counted completely: no index of
 * a store serves them all. Follows the log of changes as the directory of people does (`peopleDirectory.ts`).
 * `folded`: as words are compared; `folder`, `blockRows`: see `factColumns.ts`.
 */
export function createFactIndex(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  {
    folded,
    reasonAt,
    folder,
    blockRows,
    onDamage,
  }: {
    folded: (text: string) => string;
    reasonAt: (stream: string, version: number) => Promise<string | null>;
    folder: string;
    blockRows?: number;
    /** The file of the index is not what was written to it, and is begun anew. */
    onDamage: (error: FileDamaged) => void;
  },
) {
  let rows = createRows(folder, blockRows);
  /** Reasons as they are compared, of the rows that were asked for; as names, in memory only. */
  let reasons = new Map<number, string>();
  let timesForgotten = 0;
  const forgetReasons = () => {
    reasons = new Map();
    timesForgotten++;
  };
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
      if (line[2] === 'UserErased' || line[2] === 'LeadErased') forgetReasons();
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
    forgetReasons();
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

  const pageOf = (of: Rows, row: number): number => upTo(of.firsts, row) - 1;
  /** The lines of these rows. */
  async function linesOf(of: Rows, wanted: readonly number[]): Promise<Map<number, FactLine>> {
    const keys = new Set(wanted.map((row) => of.pages[pageOf(of, row)] ?? ''));
    const docs = await reads.getMany(factPages, [...keys]);
    return new Map(
      wanted.flatMap((row) => {
        const page = pageOf(of, row);
        const line = docs.get(of.pages[page] ?? '')?.lines[row - (of.firsts[page] ?? 0)];
        return line ? [[row, line] as const] : [];
      }),
    );
  }
  /** How many rows stand before this position, and whether one stands at it. */
  async function rowsBefore(of: Rows, position: Position): Promise<{ before: number; there: boolean }> {
    const page = upTo(of.pages, stretchOf(position)) - 1;
    const key = of.pages[page];
    if (key === undefined) return { before: 0, there: false };
    const [first, end] = [of.firsts[page] ?? 0, of.firsts[page + 1] ?? of.length];
    if (key !== stretchOf(position)) return { before: end, there: false };
    const lines = (await reads.getMany(factPages, [key])).get(key)?.lines.slice(0, end - first) ?? [];
    return { before: first + lines.filter(([at]) => at < position).length, there: lines.some(([at]) => at === position) };
  }
  /** How many rows stand up to this position. */
  async function rowsUpTo(of: Rows, position: Position | null): Promise<number> {
    if (position === null) return 0;
    const { before, there } = await rowsBefore(of, position);
    return before + Number(there);
  }
  /** Reads reasons that only stand in the log, the newest first, until `ms` are over. Returns how many are left to read. */
  async function readReasons(of: Rows, filter: PlacedFilter, ms: number): Promise<number> {
    const test = compiled(of, reasons, filter);
    const wanted: number[] = [];
    const each = (block: FactBlock, at: number, row: number, _: number, type: number) => {
      if (test.unread(block, at, row, type)) wanted.push(row);
    };
    await matches(of, 0, [test], each, { wordless: true, only: ({ extra }) => (extra & EXTRA.reason) !== 0 });
    wanted.sort((one, other) => other - one);
    const until = performance.now() + ms;
    for (let at = 0; at < wanted.length; at += PAGES_AT_ONCE) {
      if (performance.now() > until) return wanted.length - at;
      const into = reasons;
      const lines = await linesOf(of, wanted.slice(at, at + PAGES_AT_ONCE));
      await Promise.all(
        Array.from(lines, async ([row, [, , , stream, version]]) => into.set(row, folded((await reasonAt(stream, version)) ?? ''))),
      );
    }
    return 0;
  }

  /** What there is now, with what comes later aside; it can be read until the work ends, also where it is replaced meanwhile. */
  async function held<T>(work: (of: Rows) => Promise<T>, again = false): Promise<T> {
    await current();
    const of = rows;
    try {
      return await of.columns.during(() => work(of));
    } catch (error) {
      if (again || !(error instanceof FileDamaged)) throw error;
      onDamage(error);
      damaged = of;
    }
    return held(work, true);
  }

  /** `bound`: only the facts that were in the log at a moment; null: all. */
  function asked(bound: Bound | null) {
    /** What there is now, with what comes later aside, how many of its rows count, and a filter of those. */
    const using = <T>(work: (of: Rows, rows: number, within: (filter: FactFilter) => Promise<PlacedFilter>) => Promise<T>): Promise<T> =>
      held(async (of) => {
        const until = bound ? { rows: await rowsUpTo(of, bound.last), moment: bound.moment } : undefined;
        return work(of, until?.rows ?? Number.POSITIVE_INFINITY, async ({ since, ...filter }) => {
          if (!since) return { ...filter, until };
          const rows = since.last === undefined ? Number.POSITIVE_INFINITY : await rowsUpTo(of, since.last);
          return { ...filter, until, before: { rows, moment: since.moment } };
        });
      });
    return {
      /**
       * All that match are counted; a page of them, the newest first, before a position (exclusive; null: the end). `reasonsMs`: for how long
       * reasons may be read that were not read since the start.
       */
      async find(
        filter: FactFilter,
        { limit, before, reasonsMs }: { limit: number; before: Position | null; reasonsMs: number },
      ): Promise<FactsFound> {
        return using(async (of, rows, within) => {
          const place = before === null ? null : (await rowsBefore(of, before)).before;
          const wanted = await within(filter);
          const unread = filter.words?.length ? await readReasons(of, wanted, reasonsMs) : 0;
          const tallyOf = (asked: PlacedFilter) =>
            tallied(of, asked, () => compiled(of, reasons, asked), `${timesForgotten}.${reasons.size}`);
          const found = await tallyOf(wanted);
          const { tally } = found;
          const size = Math.min(found.size, rows);
          const alone = filter.actor !== undefined && !filter.about?.length;
          const { actor: _, ...others } = wanted;
          const { actors } = alone ? (await tallyOf(others)).tally : tally;
          const page = await pageBefore(of, found, Math.min(place ?? size, size), limit);
          const total = tally.found.reduce((sum, count) => sum + count, 0);
          const lines = await linesOf(of, page.rows);
          const [newest] = size === 0 ? [] : (await linesOf(of, [size - 1])).values();
          return {
            ...{ total, before: page.before, more: total > page.before + page.rows.length, unread },
            lines: [...lines.values()],
            last: (newest?.[0] ?? null) as Position | null,
            counts: {
              types: new Map(Array.from(tally.types, ([type, count]) => [of.types[type] as string, count])),
              ...mostOf(actors),
              roles: new Map(Array.from(tally.roles, ([role, count]) => [actorRoles[role] as ActorRole, count])),
              days: new Map(Array.from(tally.days, ([day, count]) => [addDays(FIRST_DAY, day), count])),
            },
          };
        });
      },
      /** How many came after a position. */
      async since(filter: FactFilter, position: Position | null, reasonsMs: number): Promise<number> {
        return using(async (of, _, within) => {
          const from = await rowsUpTo(of, position);
          const wanted = await within(filter);
          if (filter.words?.length && from < of.length) await readReasons(of, wanted, reasonsMs);
          let count = 0;
          await matches(of, from, [compiled(of, reasons, wanted)], () => count++, {});
          return count;
        });
      },
      /** Of each filter, without its words: how many facts it finds, and the seconds of its earliest and latest. */
      async extents(filters: readonly FactFilter[]): Promise<{ total: number; first: number; last: number }[]> {
        return using(async (of, _, within) => {
          const found = filters.map(() => ({ total: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }));
          const tests = (await Promise.all(filters.map(within))).map((filter) => compiled(of, reasons, filter));
          const each = ({ time }: FactBlock, at: number, _: number, index: number) => {
            const one = found[index] as (typeof found)[number];
            const second = Math.floor((time[at] as number) / 1_000);
            one.total++;
            if (second < one.first) one.first = second;
            if (second > one.last) one.last = second;
          };
          await matches(of, 0, tests, each, { wordless: true, more: ['time'] });
          return found;
        });
      },
      /** Of each filter, without its words, what happened in a window (seconds, both included), counted by spans of `step` seconds from `start` on. */
      async spans(
        filters: readonly FactFilter[],
        { from, to, start, step, most }: { from: number; to: number; start: number; step: number; most: number },
      ): Promise<FactSpans[]> {
        return using(async (of, _, within) => {
          const found = filters.map(() => ({ total: 0, rows: [] as number[], spans: new Map<number, number>() }));
          const tests = (await Promise.all(filters.map(within))).map((filter) => compiled(of, reasons, filter));
          const each = ({ time }: FactBlock, at: number, row: number, index: number) => {
            const second = Math.floor((time[at] as number) / 1_000);
            if (second < from || second > to) return;
            const one = found[index] as (typeof found)[number];
            one.total++;
            if (one.rows.length < most) one.rows.push(row);
            const span = Math.floor((second - start) / step);
            one.spans.set(span, (one.spans.get(span) ?? 0) + 1);
          };
          await matches(of, 0, tests, each, { wordless: true, more: ['time'] });
          const lines = await linesOf(
            of,
            found.flatMap(({ total, rows }) => (total > most ? [] : rows)),
          );
          return found.map(({ total, rows, spans }) => ({
            ...{ total, spans },
            lines:
              total > most
                ? null
                : rows
                    .sort((one, other) => one - other)
                    .map((row) => lines.get(row))
                    .filter((line) => line !== undefined),
          }));
        });
      },
      /** Where the facts stand that followed from one request, the oldest first; at most so many. */
      async ofAct(correlationId: string, limit: number): Promise<{ lines: FactLine[]; total: number }> {
        return using(async (of, _, within) => {
          const wanted = hashOf(correlationId);
          const found: number[] = [];
          await look(
            of,
            compiled(of, reasons, await within({})),
            blocksOf(of, 0, of.length),
            { more: ['act'] },
            ({ act, row }, { from, to }, missed, judged, start) => {
              for (let at = from; at < to; at++)
                if (act[at] === wanted && (missed !== MIXED || judged[at] === 0)) found.push(start + (row[at] as number));
            },
          );
          found.sort((one, other) => one - other);
          const lines = await linesOf(of, found.slice(0, limit));
          return { lines: [...lines.values()], total: found.length };
        });
      },
    };
  }

  return {
    ...asked(null),
    asOf: (bound: Bound) => asked(bound),
    close(): void {
      closed = true;
      rows.columns.close();
    },
  };
}
