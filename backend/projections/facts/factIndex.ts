import { addDays } from '../../../events/calendar.ts';
import { type ActorRole, actorRoles } from '../../../events/define.ts';
import type { Bound } from '../../../events/store/moments.ts';
import type { Position } from '../../../events/store/port.ts';
import type { ReadStoreReader } from '../kernel/readStore.ts';
import type { Reads } from '../reading/reads.ts';
import type { FileDamaged } from './checkedFile.ts';
import type { FactBlock } from './factBlocks.ts';
import { compiled, type FactFilter, MIXED, type PlacedFilter } from './factFilter.ts';
import { type FactLine, hashOf } from './factLines.ts';
import { createFactPlaces } from './factPlaces.ts';
import { createFactReasons } from './factReasons.ts';
import { FIRST_DAY, type Rows } from './factRows.ts';
import { createFollowedRows } from './factsFollowed.ts';
import { blocksOf, look, matches, mostOf, pageBefore, tallied } from './factTally.ts';

/** Of all facts, and of those of any moment. */
export type FactIndexes = ReturnType<typeof createFactIndex>;
/** What can be asked of all facts, or of those of a moment. */
export type FactIndex = Omit<FactIndexes, 'asOf' | 'close'>;

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
  const { linesOf, rowsBefore, rowsUpTo } = createFactPlaces(reads);
  const reasons = createFactReasons({ folded, reasonAt, linesOf });
  const followed = createFollowedRows({ reads, reader, folded, folder, blockRows, onForget: reasons.forget, onDamage });

  /** `bound`: only the facts that were in the log at a moment; null: all. */
  function asked(bound: Bound | null) {
    /** What there is now, with what comes later aside, how many of its rows count, and a filter of those. */
    const using = <T>(work: (of: Rows, rows: number, within: (filter: FactFilter) => Promise<PlacedFilter>) => Promise<T>): Promise<T> =>
      followed.use(async (of) => {
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
          const unread = filter.words?.length ? await reasons.read(of, wanted, reasonsMs) : 0;
          const tallyOf = (asked: PlacedFilter) => tallied(of, asked, () => compiled(of, reasons.known(), asked), reasons.state());
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
          if (filter.words?.length && from < of.length) await reasons.read(of, wanted, reasonsMs);
          let count = 0;
          await matches(of, from, [compiled(of, reasons.known(), wanted)], () => count++, {});
          return count;
        });
      },
      /** Of each filter, without its words: how many facts it finds, and the seconds of its earliest and latest. */
      async extents(filters: readonly FactFilter[]): Promise<{ total: number; first: number; last: number }[]> {
        return using(async (of, _, within) => {
          const found = filters.map(() => ({ total: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }));
          const tests = (await Promise.all(filters.map(within))).map((filter) => compiled(of, reasons.known(), filter));
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
          const tests = (await Promise.all(filters.map(within))).map((filter) => compiled(of, reasons.known(), filter));
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
            compiled(of, reasons.known(), await within({})),
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
    close: followed.close,
  };
}
