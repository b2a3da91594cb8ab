import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, daysBetween, schoolDay } from '../../events/calendar.ts';
import { type ActorRole, actorRoles } from '../../events/define.ts';
import type { Position } from '../../events/store/port.ts';
import { createFactColumns, type FactBlock, type FactColumn } from './factColumns.ts';
import { type FactLine, hashOf } from './factLines.ts';
import { type FactPageDoc, factPages } from './factPages.ts';
import { createFollower, oneAtATime } from './kernel/follower.ts';
import { stretchOf } from './kernel/position.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { pagesOf, type Reads } from './kernel/reads.ts';

export type FactIndex = ReturnType<typeof createFactIndex>;

/** What one word of a search may stand for; a fact that has one of these says the word. */
export interface WordTest {
  /** Folded. */
  text: string;
  types: ReadonlySet<string>;
  /** Codes of things, and of people, who may also have done it. */
  codes: ReadonlySet<number>;
}
export interface FactFilter {
  /** Of these types only; absent: of all but `hidden`. */
  types?: ReadonlySet<string> | undefined;
  hidden?: ReadonlySet<string> | undefined;
  actor?: number | undefined;
  role?: ActorRole | undefined;
  /** It is about the thing with all of these codes. */
  about?: readonly number[] | undefined;
  streams?: readonly string[] | undefined;
  /** Days of the school's calendar, both included. */
  from?: string | undefined;
  to?: string | undefined;
  words?: readonly WordTest[] | undefined;
}
/** Of all that match; each list as if its own filter were not chosen, so that one sees what another choice would find. */
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
  /** Where they stand, the oldest first; null where there are more than were asked for. */
  lines: FactLine[] | null;
  /** By number of the span, from 0. */
  spans: ReadonlyMap<number, number>;
}
export interface FactsFound {
  /** Rows, the newest first. */
  rows: number[];
  total: number;
  /** How many match above the page. */
  before: number;
  more: boolean;
  counts: FactCounts;
}

const TOPIC = 'historia';
/** Pages are read in steps of this many, between which other work gets its turn. */
const PAGES_AT_ONCE = 50;
/** By a bit each: the filters that have a list of counts, of which a fact misses one. OUT: it is not found, whichever of them is chosen. */
const MISSES = { type: 1, actor: 2, role: 4, day: 8 } as const;
const OUT = 16;
/** What a fact has besides its columns: a reason in the log, words in its line. */
const EXTRA = { reason: 1, words: 2 } as const;
/** In the column of actors: nobody with an account. Counts are kept by number up to a bound, those above it in a map. */
const NOBODY = -1;
const COUNTED = 2 ** 22;
/** So many of those who did something are told one by one. */
export const COUNTED_BY_NAME = 30;

/** One row a fact, in the order of the log. */
function createRows(folder: string, blockRows: number | undefined) {
  const columns = createFactColumns(folder, blockRows);
  const types: string[] = [];
  const numbers = new Map<string, number>();
  /** Of the rows that have any. */
  const words = new Map<number, string>();
  /** The keys of the pages, in order, and the first row of each. */
  const pages: string[] = [];
  const firsts: number[] = [];
  let highest = 0;
  return {
    ...{ columns, types, numbers, words, pages, firsts },
    /** The highest number of an account that did something. */
    highest: () => highest,
    get length() {
      return columns.length;
    },
    add([, at, type, stream, , actor, role, act, reason, about, said]: FactLine, folded: (text: string) => string) {
      let number = numbers.get(type);
      if (number === undefined) {
        number = types.push(type) - 1;
        numbers.set(type, number);
      }
      if (said !== '') words.set(columns.length, folded(said));
      highest = Math.max(highest, actor ?? 0);
      columns.add({
        ...{ type: number, day: dayNumber(schoolDay(at)), second: Math.floor(Date.parse(at) / 1_000) },
        ...{ actor: actor ?? NOBODY, role: actorRoles.indexOf(role), act, stream: hashOf(stream), codes: about },
        extra: (reason === 1 ? EXTRA.reason : 0) | (said === '' ? 0 : EXTRA.words),
      });
    },
  };
}
type Rows = ReturnType<typeof createRows>;
/** What is looked at of every row. */
const ALWAYS: readonly FactColumn[] = ['type', 'day', 'actor', 'role', 'extra'];

/** Of counts by the number of an account, below a bound and above it, the highest. */
function mostOf(below: Uint32Array, above: ReadonlyMap<number, number>): Pick<FactCounts, 'actors' | 'people'> {
  let most: [number, number][] = [];
  let people = 0;
  let least = 0;
  const take = (id: number, count: number) => {
    if (count === 0) return;
    people++;
    if (count <= least) return;
    most.push([id, count]);
    if (most.length < 2 * COUNTED_BY_NAME) return;
    most = most.sort(([, one], [, other]) => other - one).slice(0, COUNTED_BY_NAME);
    least = most.at(-1)?.[1] ?? 0;
  };
  for (let id = 0; id < below.length; id++) take(id, below[id] as number);
  for (const [id, count] of above) take(id, count);
  return { actors: new Map(most.sort(([, one], [, other]) => other - one).slice(0, COUNTED_BY_NAME)), people };
}

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

const FIRST_DAY = '1970-01-01';
let lastDay = { day: '', number: 0 };
const dayNumber = (day: string): number => {
  if (lastDay.day !== day) lastDay = { day, number: daysBetween(FIRST_DAY, day) };
  return lastDay.number;
};

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
  }: {
    folded: (text: string) => string;
    reasonAt: (stream: string, version: number) => Promise<string | null>;
    folder: string;
    blockRows?: number;
  },
) {
  let rows = createRows(folder, blockRows);
  /** Reasons as they are compared, of the rows that were asked for; as names, in memory only. */
  let reasons = new Map<number, string>();

  /** Adds what of a page is not in the rows yet. */
  function take(into: Rows, key: string, { lines }: FactPageDoc): void {
    const last = into.pages.at(-1);
    let known = 0;
    if (last === key) known = into.length - (into.firsts.at(-1) ?? 0);
    else {
      into.pages.push(key);
      into.firsts.push(into.length);
    }
    for (const line of lines.slice(known)) {
      into.add(line, folded);
      // Whoever is erased is found by no word any more.
      if (line[2] === 'UserErased' || line[2] === 'LeadErased') reasons = new Map();
    }
  }

  async function build(): Promise<void> {
    const fresh = createRows(folder, blockRows);
    try {
      for await (const page of pagesOf(reads, factPages, { limit: PAGES_AT_ONCE })) {
        for (const { key, doc } of page) take(fresh, key, doc);
      }
    } catch (error) {
      fresh.columns.close();
      throw error;
    }
    rows.columns.close();
    rows = fresh;
    reasons = new Map();
  }

  const current = oneAtATime(
    createFollower(reader, {
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
    }),
  );

  /** A filter, with what can be answered once. Rows are judged a column at a time: tight loops over numbers, which a test of each row in turn is not. */
  function compiled(of: Rows, { types, hidden, actor, role, about = [], streams, from, to, words = [] }: FactFilter) {
    const flags = (has: (type: string) => boolean) => Uint8Array.from(of.types, (name) => Number(has(name)));
    const typed = Uint8Array.from(of.types, (name) => (hidden?.has(name) ? OUT : (types?.has(name) ?? true) ? 0 : MISSES.type));
    const hashes = streams && new Set(streams.map((name) => hashOf(name)));
    const roleAt = role && actorRoles.indexOf(role);
    const [first, last] = [from === undefined ? 0 : dayNumber(from), to === undefined ? Number.POSITIVE_INFINITY : dayNumber(to)];
    const said = words.map((word) => ({ ...word, typed: flags((name) => word.types.has(name)) }));
    const beginOf = ({ until }: FactBlock, at: number): number => (at === 0 ? 0 : (until[at - 1] as number));
    const isOf = (block: FactBlock, at: number, code: number): boolean => {
      const { codes } = block;
      const end = block.until[at] as number;
      for (let index = beginOf(block, at); index < end; index++) if (codes[index] === code) return true;
      return false;
    };
    const isAbout = (block: FactBlock, at: number): boolean => {
      for (const code of about) if (!isOf(block, at, code)) return false;
      return true;
    };
    const hasWord = (block: FactBlock, at: number, row: number, { typed: types, codes: wanted, text }: (typeof said)[number]): boolean => {
      if (types[block.type[at] as number] === 1) return true;
      if (wanted.size > 0) {
        if (wanted.has(block.actor[at] as number)) return true;
        const end = block.until[at] as number;
        for (let index = beginOf(block, at); index < end; index++) if (wanted.has(block.codes[index] as number)) return true;
      }
      const more = block.extra[at] as number;
      if ((more & EXTRA.words) !== 0 && of.words.get(row)?.includes(text)) return true;
      return (more & EXTRA.reason) !== 0 && (reasons.get(row)?.includes(text) ?? false);
    };
    const says = (block: FactBlock, at: number, row: number): boolean => {
      for (const word of said) if (!hasWord(block, at, row, word)) return false;
      return true;
    };
    const ofCodes = about.length > 0 || words.some(({ codes }) => codes.size > 0);
    return {
      /** What it looks at. */
      columns: [...ALWAYS, ...(ofCodes ? (['until', 'codes'] as const) : []), ...(hashes ? (['stream'] as const) : [])] as FactColumn[],
      /**
       * Writes for each of these rows of a block, whose first is `start`, which of the filters with a list of counts it misses (MISSES); OUT where no
       * other choice of one of them would find it: it is not of what is asked about, or misses two. `wordless`: whatever the words are.
       */
      judge(block: FactBlock, start: number, low: number, high: number, into: Uint8Array, wordless = false): void {
        const { type, actor: actors, role: roles, day, stream } = block;
        for (let at = low; at < high; at++) into[at] = typed[type[at] as number] as number;
        if (actor !== undefined)
          for (let at = low; at < high; at++) if (actors[at] !== actor) into[at] = (into[at] as number) | MISSES.actor;
        if (roleAt !== undefined)
          for (let at = low; at < high; at++) if (roles[at] !== roleAt) into[at] = (into[at] as number) | MISSES.role;
        if (from !== undefined || to !== undefined)
          for (let at = low; at < high; at++) {
            const of = day[at] as number;
            if (of < first || of > last) into[at] = (into[at] as number) | MISSES.day;
          }
        for (let at = low; at < high; at++) {
          const missed = into[at] as number;
          if ((missed & (missed - 1)) !== 0) into[at] = OUT;
        }
        if (hashes !== undefined)
          for (let at = low; at < high; at++) if (into[at] !== OUT && !hashes.has(stream[at] as number)) into[at] = OUT;
        if (about.length > 0) for (let at = low; at < high; at++) if (into[at] !== OUT && !isAbout(block, at)) into[at] = OUT;
        if (said.length > 0 && !wordless)
          for (let at = low; at < high; at++) if (into[at] !== OUT && !says(block, at, start + at)) into[at] = OUT;
      },
      /** Whether only its reason, which was not read yet, could still say it. */
      unread: (block: FactBlock, at: number, row: number): boolean =>
        ((block.extra[at] as number) & EXTRA.reason) !== 0 && said.length > 0 && !reasons.has(row) && !says(block, at, row),
    };
  }
  type Compiled = ReturnType<typeof compiled>;

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
  /** The blocks of these rows, from the last to the first, other work getting its turn between them; `start`: the row of a block's first. */
  async function blocks(
    { columns }: Rows,
    wanted: readonly FactColumn[],
    [first, end]: readonly [first: number, end: number],
    each: (block: FactBlock, start: number, low: number, high: number) => void,
  ): Promise<void> {
    const { blockRows: size } = columns;
    const blockAt = columns.blocks(new Set(wanted));
    for (let high = end; high > first; ) {
      const number = Math.floor((high - 1) / size);
      const start = number * size;
      each(await blockAt(number), start, Math.max(0, first - start), high - start);
      high = start;
      if (high > first) await nextTurn();
    }
  }
  /** Each row that one of these filters finds, from the last to the first; `more`: what is looked at of it besides. */
  async function matches(
    of: Rows,
    range: readonly [first: number, end: number],
    filters: readonly Compiled[],
    each: (block: FactBlock, at: number, row: number, filter: number) => void,
    { wordless = false, more = [] }: { wordless?: boolean; more?: readonly FactColumn[] } = {},
  ) {
    const judged = new Uint8Array(of.columns.blockRows);
    const wanted = [...filters.flatMap(({ columns }) => columns), ...more];
    await blocks(of, wanted, range, (block, start, low, high) => {
      for (const [index, { judge }] of filters.entries()) {
        judge(block, start, low, high, judged, wordless);
        for (let at = high - 1; at >= low; at--) if (judged[at] === 0) each(block, at, start + at, index);
      }
    });
  }
  /** Reads reasons that only stand in the log, the newest first, until `ms` are over. Returns how many are left to read. */
  async function readReasons(of: Rows, filter: FactFilter, ms: number): Promise<number> {
    const test = compiled(of, filter);
    const wanted: number[] = [];
    const each = (block: FactBlock, at: number, row: number) => {
      if (test.unread(block, at, row)) wanted.push(row);
    };
    await matches(of, [0, of.length], [test], each, { wordless: true });
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
  async function using<T>(work: (of: Rows) => Promise<T>): Promise<T> {
    await current();
    const of = rows;
    return of.columns.during(() => work(of));
  }

  return {
    /**
     * All that match are counted; a page of them, the newest first, before a position (exclusive; null: the end). `reasonsMs`: for how long
     * reasons may be read that were not read since the start.
     */
    async find(
      filter: FactFilter,
      { limit, before, reasonsMs }: { limit: number; before: Position | null; reasonsMs: number },
    ): Promise<FactsFound & { lines: FactLine[]; unread: number; size: number; last: Position | null }> {
      return using(async (of) => {
        const size = of.length;
        const end = before === null ? size : (await rowsBefore(of, before)).before;
        const unread = filter.words?.length ? await readReasons(of, filter, reasonsMs) : 0;
        const { judge, columns } = compiled(of, filter);
        const found: number[] = [];
        const types = new Uint32Array(of.types.length);
        const roles = new Uint32Array(actorRoles.length);
        const days = new Uint32Array(2 ** 16);
        const actors = new Uint32Array(Math.min(of.highest(), COUNTED) + 1);
        const others = new Map<number, number>();
        let total = 0;
        let above = 0;
        const judged = new Uint8Array(of.columns.blockRows);
        /** Counts a column of the rows that miss no filter, or only their own. */
        const count = (counts: Uint32Array, values: Uint8Array | Uint16Array, own: number, low: number, high: number) => {
          for (let at = low; at < high; at++) {
            const missed = judged[at] as number;
            if (missed !== 0 && missed !== own) continue;
            const value = values[at] as number;
            counts[value] = (counts[value] as number) + 1;
          }
        };
        const countActors = (ids: Int32Array, low: number, high: number) => {
          for (let at = low; at < high; at++) {
            const missed = judged[at] as number;
            if (missed !== 0 && missed !== MISSES.actor) continue;
            const id = ids[at] as number;
            if (id >= actors.length) others.set(id, (others.get(id) ?? 0) + 1);
            else if (id !== NOBODY) actors[id] = (actors[id] as number) + 1;
          }
        };
        await blocks(of, columns, [0, size], (block, start, low, high) => {
          judge(block, start, low, high, judged);
          for (let at = high - 1; at >= low; at--) {
            if (judged[at] !== 0) continue;
            total++;
            if (start + at >= end) above++;
            else if (found.length < limit) found.push(start + at);
          }
          count(types, block.type, MISSES.type, low, high);
          countActors(block.actor, low, high);
          count(roles, block.role, MISSES.role, low, high);
          count(days, block.day, MISSES.day, low, high);
        });
        const lines = await linesOf(of, found);
        const [newest] = size === 0 ? [] : (await linesOf(of, [size - 1])).values();
        return {
          ...{ rows: found, total, before: above, more: total > above + found.length, unread, size },
          lines: [...lines.values()],
          last: (newest?.[0] ?? null) as Position | null,
          counts: {
            types: new Map(of.types.flatMap((name, index) => (types[index] ? [[name, types[index]] as const] : []))),
            ...mostOf(actors, others),
            roles: new Map(actorRoles.flatMap((name, index) => (roles[index] ? [[name, roles[index]] as const] : []))),
            days: new Map(
              Array.from(days.entries()).flatMap(([at, count]) => (count > 0 ? [[addDays(FIRST_DAY, at), count] as const] : [])),
            ),
          },
        };
      });
    },
    /** How many came after a position. */
    async since(filter: FactFilter, position: Position | null, reasonsMs: number): Promise<number> {
      return using(async (of) => {
        const place = position === null ? { before: 0, there: false } : await rowsBefore(of, position);
        const from = place.before + Number(place.there);
        if (filter.words?.length && from < of.length) await readReasons(of, filter, reasonsMs);
        let count = 0;
        await matches(of, [from, of.length], [compiled(of, filter)], () => count++);
        return count;
      });
    },
    /** Of each filter, without its words: how many facts it finds, and the seconds of its earliest and latest. */
    async extents(filters: readonly FactFilter[]): Promise<{ total: number; first: number; last: number }[]> {
      return using(async (of) => {
        const found = filters.map(() => ({ total: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }));
        const tests = filters.map((filter) => compiled(of, filter));
        const each = ({ second }: FactBlock, at: number, _: number, index: number) => {
          const one = found[index] as (typeof found)[number];
          const moment = second[at] as number;
          one.total++;
          if (moment < one.first) one.first = moment;
          if (moment > one.last) one.last = moment;
        };
        await matches(of, [0, of.length], tests, each, { wordless: true, more: ['second'] });
        return found;
      });
    },
    /** Of each filter, without its words, what happened in a window (seconds, both included), counted by spans of `step` seconds from `start` on. */
    async spans(
      filters: readonly FactFilter[],
      { from, to, start, step, most }: { from: number; to: number; start: number; step: number; most: number },
    ): Promise<FactSpans[]> {
      return using(async (of) => {
        const found = filters.map(() => ({ total: 0, rows: [] as number[], spans: new Map<number, number>() }));
        const tests = filters.map((filter) => compiled(of, filter));
        const each = ({ second }: FactBlock, at: number, row: number, index: number) => {
          const moment = second[at] as number;
          if (moment < from || moment > to) return;
          const one = found[index] as (typeof found)[number];
          one.total++;
          if (one.rows.length < most) one.rows.push(row);
          const span = Math.floor((moment - start) / step);
          one.spans.set(span, (one.spans.get(span) ?? 0) + 1);
        };
        await matches(of, [0, of.length], tests, each, { wordless: true, more: ['second'] });
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
                  .map((row) => lines.get(row))
                  .filter((line) => line !== undefined)
                  .reverse(),
        }));
      });
    },
    /** Where the facts stand that followed from one request, the oldest first; at most so many. */
    async ofAct(correlationId: string, limit: number): Promise<{ lines: FactLine[]; total: number }> {
      return using(async (of) => {
        const wanted = hashOf(correlationId);
        const found: number[] = [];
        await blocks(of, ['act'], [0, of.length], ({ act }, start, low, high) => {
          for (let at = high - 1; at >= low; at--) if (act[at] === wanted) found.push(start + at);
        });
        found.reverse();
        const lines = await linesOf(of, found.slice(0, limit));
        return { lines: [...lines.values()], total: found.length };
      });
    },
    close: () => rows.columns.close(),
  };
}
