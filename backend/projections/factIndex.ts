import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, daysBetween, schoolDay } from '../../events/calendar.ts';
import { type ActorRole, actorRoles } from '../../events/define.ts';
import type { Position } from '../../events/store/port.ts';
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
  actors: Map<number, number>;
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
/** So many rows are looked at in one go: some milliseconds. */
const ROWS_AT_ONCE = 100_000;
/** By a bit each: the filters that have a list of counts, of which a fact misses one. OUT: it is not found, whichever of them is chosen. */
const MISSES = { type: 1, actor: 2, role: 4, day: 8 } as const;
const OUT = 16;
/** What a fact has besides its columns: a reason in the log, words in its line. */
const EXTRA = { reason: 1, words: 2 } as const;
/** In the column of actors: nobody with an account. Counts are kept by number up to a bound, those above it in a map. */
const NOBODY = -1;
const COUNTED = 2 ** 22;

type Numbers = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;
/** A column that grows. */
function column<A extends Numbers>(make: (length: number) => A) {
  let values = make(4_096);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get values() {
      return values;
    },
    push(value: number) {
      if (length === values.length) {
        const wider = make(length * 2);
        wider.set(values as never);
        values = wider;
      }
      values[length++] = value;
    },
  };
}
const uint32 = () => column((length) => new Uint32Array(length));

/** One row a fact, in the order of the log; about 44 bytes each, outside the heap of V8. */
function createRows() {
  const columns = {
    /** Days of the school's calendar since the first of 1970. */
    day: column((length) => new Uint16Array(length)),
    /** Of the time when it happened, since 1970. */
    second: uint32(),
    type: column((length) => new Uint16Array(length)),
    actor: column((length) => new Int32Array(length)),
    role: column((length) => new Uint8Array(length)),
    act: uint32(),
    stream: uint32(),
    /** EXTRA. */
    extra: column((length) => new Uint8Array(length)),
    /** Where its codes end in `codes`. */
    until: uint32(),
    codes: uint32(),
  };
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
      return columns.day.length;
    },
    add([, at, type, stream, , actor, role, act, reason, about, said]: FactLine, folded: (text: string) => string) {
      let number = numbers.get(type);
      if (number === undefined) {
        number = types.push(type) - 1;
        numbers.set(type, number);
      }
      if (said !== '') words.set(columns.day.length, folded(said));
      columns.day.push(dayNumber(schoolDay(at)));
      columns.second.push(Math.floor(Date.parse(at) / 1_000));
      columns.type.push(number);
      columns.actor.push(actor ?? NOBODY);
      highest = Math.max(highest, actor ?? 0);
      columns.role.push(actorRoles.indexOf(role));
      columns.act.push(act);
      columns.stream.push(hashOf(stream));
      columns.extra.push((reason === 1 ? EXTRA.reason : 0) | (said === '' ? 0 : EXTRA.words));
      for (const code of about) columns.codes.push(code);
      columns.until.push(columns.codes.length);
    },
  };
}
type Rows = ReturnType<typeof createRows>;

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
 * The whole history in memory, so that any combination of who, what, about what, when and which words is counted completely: no index of a store
 * serves them all. Follows the log of changes as the directory of people does (`peopleDirectory.ts`).
 * `folded`: as words are compared.
 */
export function createFactIndex(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  { folded, reasonAt }: { folded: (text: string) => string; reasonAt: (stream: string, version: number) => Promise<string | null> },
) {
  let rows = createRows();
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
    const fresh = createRows();
    for await (const page of pagesOf(reads, factPages, { limit: PAGES_AT_ONCE })) {
      for (const { key, doc } of page) take(fresh, key, doc);
    }
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
    const { columns } = of;
    const [type, actors, roles, day] = [columns.type.values, columns.actor.values, columns.role.values, columns.day.values];
    const [stream, until, codes, extra] = [columns.stream.values, columns.until.values, columns.codes.values, columns.extra.values];
    const flags = (has: (type: string) => boolean) => Uint8Array.from(of.types, (name) => Number(has(name)));
    const typed = Uint8Array.from(of.types, (name) => (hidden?.has(name) ? OUT : (types?.has(name) ?? true) ? 0 : MISSES.type));
    const hashes = streams && new Set(streams.map((name) => hashOf(name)));
    const roleAt = role && actorRoles.indexOf(role);
    const [first, last] = [from === undefined ? 0 : dayNumber(from), to === undefined ? Number.POSITIVE_INFINITY : dayNumber(to)];
    const said = words.map((word) => ({ ...word, typed: flags((name) => word.types.has(name)) }));
    const isOf = (row: number, code: number): boolean => {
      const end = until[row] as number;
      for (let index = row === 0 ? 0 : (until[row - 1] as number); index < end; index++) if (codes[index] === code) return true;
      return false;
    };
    const isAbout = (row: number): boolean => {
      for (const code of about) if (!isOf(row, code)) return false;
      return true;
    };
    const hasWord = (row: number, { typed: types, codes: wanted, text }: (typeof said)[number]): boolean => {
      if (types[type[row] as number] === 1) return true;
      if (wanted.size > 0) {
        if (wanted.has(actors[row] as number)) return true;
        const end = until[row] as number;
        for (let index = row === 0 ? 0 : (until[row - 1] as number); index < end; index++)
          if (wanted.has(codes[index] as number)) return true;
      }
      const more = extra[row] as number;
      if ((more & EXTRA.words) !== 0 && of.words.get(row)?.includes(text)) return true;
      return (more & EXTRA.reason) !== 0 && (reasons.get(row)?.includes(text) ?? false);
    };
    const says = (row: number): boolean => {
      for (const word of said) if (!hasWord(row, word)) return false;
      return true;
    };
    return {
      /**
       * Writes for each of these rows which of the filters with a list of counts it misses (MISSES); OUT where no other choice of one of them would find it:
       * it is not of what is asked about, or misses two. `wordless`: whatever the words are.
       */
      judge(low: number, high: number, into: Uint8Array, wordless = false): void {
        const size = high - low;
        for (let at = 0; at < size; at++) into[at] = typed[type[low + at] as number] as number;
        if (actor !== undefined)
          for (let at = 0; at < size; at++) if (actors[low + at] !== actor) into[at] = (into[at] as number) | MISSES.actor;
        if (roleAt !== undefined)
          for (let at = 0; at < size; at++) if (roles[low + at] !== roleAt) into[at] = (into[at] as number) | MISSES.role;
        if (from !== undefined || to !== undefined)
          for (let at = 0; at < size; at++) {
            const of = day[low + at] as number;
            if (of < first || of > last) into[at] = (into[at] as number) | MISSES.day;
          }
        for (let at = 0; at < size; at++) {
          const missed = into[at] as number;
          if ((missed & (missed - 1)) !== 0) into[at] = OUT;
        }
        if (hashes !== undefined)
          for (let at = 0; at < size; at++) if (into[at] !== OUT && !hashes.has(stream[low + at] as number)) into[at] = OUT;
        if (about.length > 0) for (let at = 0; at < size; at++) if (into[at] !== OUT && !isAbout(low + at)) into[at] = OUT;
        if (said.length > 0 && !wordless) for (let at = 0; at < size; at++) if (into[at] !== OUT && !says(low + at)) into[at] = OUT;
      },
      /** Whether only its reason, which was not read yet, could still say it. */
      unread: (row: number): boolean => ((extra[row] as number) & EXTRA.reason) !== 0 && said.length > 0 && !reasons.has(row) && !says(row),
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
  /** By blocks, from the last rows to the first, other work getting its turn. */
  async function blocks(first: number, end: number, each: (low: number, high: number) => void): Promise<void> {
    for (let high = end; high > first; high -= ROWS_AT_ONCE) {
      const low = Math.max(first, high - ROWS_AT_ONCE);
      each(low, high);
      if (low > first) await nextTurn();
    }
  }
  /** Each row that one of these filters finds, from the last to the first. */
  async function matches(
    first: number,
    end: number,
    filters: readonly Compiled[],
    each: (row: number, filter: number) => void,
    wordless = false,
  ) {
    const judged = new Uint8Array(Math.min(ROWS_AT_ONCE, end - first));
    await blocks(first, end, (low, high) => {
      for (const [index, { judge }] of filters.entries()) {
        judge(low, high, judged, wordless);
        for (let row = high - 1; row >= low; row--) if (judged[row - low] === 0) each(row, index);
      }
    });
  }
  /** Reads reasons that only stand in the log, the newest first, until `ms` are over. Returns how many are left to read. */
  async function readReasons(of: Rows, filter: FactFilter, ms: number): Promise<number> {
    const test = compiled(of, filter);
    const wanted: number[] = [];
    const each = (row: number) => {
      if (test.unread(row)) wanted.push(row);
    };
    await matches(0, of.length, [test], each, true);
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

  return {
    /**
     * All that match are counted; a page of them, the newest first, before a position (exclusive; null: the end). `reasonsMs`: for how long
     * reasons may be read that were not read since the start.
     */
    async find(
      filter: FactFilter,
      { limit, before, reasonsMs }: { limit: number; before: Position | null; reasonsMs: number },
    ): Promise<FactsFound & { lines: FactLine[]; unread: number; size: number; last: Position | null }> {
      await current();
      const of = rows;
      const size = of.length;
      const end = before === null ? size : (await rowsBefore(of, before)).before;
      const unread = filter.words?.length ? await readReasons(of, filter, reasonsMs) : 0;
      const { judge } = compiled(of, filter);
      const { type, actor, role, day } = of.columns;
      const [typeAt, actorAt, roleAt, dayAt] = [type.values, actor.values, role.values, day.values];
      const found: number[] = [];
      const types = new Uint32Array(of.types.length);
      const roles = new Uint32Array(actorRoles.length);
      const days = new Uint32Array(2 ** 16);
      const actors = new Uint32Array(Math.min(of.highest(), COUNTED) + 1);
      const others = new Map<number, number>();
      let total = 0;
      let above = 0;
      const judged = new Uint8Array(Math.min(ROWS_AT_ONCE, size));
      /** Counts a column of the rows that miss no filter, or only their own. */
      const count = (counts: Uint32Array, values: Numbers, own: number, low: number, high: number) => {
        for (let row = low; row < high; row++) {
          const missed = judged[row - low] as number;
          if (missed !== 0 && missed !== own) continue;
          const value = values[row] as number;
          counts[value] = (counts[value] as number) + 1;
        }
      };
      const countActors = (low: number, high: number) => {
        for (let row = low; row < high; row++) {
          const missed = judged[row - low] as number;
          if (missed !== 0 && missed !== MISSES.actor) continue;
          const id = actorAt[row] as number;
          if (id >= actors.length) others.set(id, (others.get(id) ?? 0) + 1);
          else if (id !== NOBODY) actors[id] = (actors[id] as number) + 1;
        }
      };
      await blocks(0, size, (low, high) => {
        judge(low, high, judged);
        for (let row = high - 1; row >= low; row--) {
          if (judged[row - low] !== 0) continue;
          total++;
          if (row >= end) above++;
          else if (found.length < limit) found.push(row);
        }
        count(types, typeAt, MISSES.type, low, high);
        countActors(low, high);
        count(roles, roleAt, MISSES.role, low, high);
        count(days, dayAt, MISSES.day, low, high);
      });
      for (const [id, count] of actors.entries()) if (count > 0) others.set(id, count);
      const lines = await linesOf(of, found);
      const [newest] = size === 0 ? [] : (await linesOf(of, [size - 1])).values();
      return {
        ...{ rows: found, total, before: above, more: total > above + found.length, unread, size },
        lines: [...lines.values()],
        last: (newest?.[0] ?? null) as Position | null,
        counts: {
          types: new Map(of.types.flatMap((name, index) => (types[index] ? [[name, types[index]] as const] : []))),
          actors: others,
          roles: new Map(actorRoles.flatMap((name, index) => (roles[index] ? [[name, roles[index]] as const] : []))),
          days: new Map(Array.from(days.entries()).flatMap(([at, count]) => (count > 0 ? [[addDays(FIRST_DAY, at), count] as const] : []))),
        },
      };
    },
    /** How many came after a position. */
    async since(filter: FactFilter, position: Position | null, reasonsMs: number): Promise<number> {
      await current();
      const of = rows;
      const place = position === null ? { before: 0, there: false } : await rowsBefore(of, position);
      const from = place.before + Number(place.there);
      if (filter.words?.length && from < of.length) await readReasons(of, filter, reasonsMs);
      let count = 0;
      await matches(from, of.length, [compiled(of, filter)], () => count++);
      return count;
    },
    /** Of each filter, without its words: how many facts it finds, and the seconds of its earliest and latest. */
    async extents(filters: readonly FactFilter[]): Promise<{ total: number; first: number; last: number }[]> {
      await current();
      const of = rows;
      const { second } = of.columns;
      const found = filters.map(() => ({ total: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }));
      const tests = filters.map((filter) => compiled(of, filter));
      const each = (row: number, index: number) => {
        const one = found[index] as (typeof found)[number];
        const at = second.values[row] as number;
        one.total++;
        if (at < one.first) one.first = at;
        if (at > one.last) one.last = at;
      };
      await matches(0, of.length, tests, each, true);
      return found;
    },
    /** Of each filter, without its words, what happened in a window (seconds, both included), counted by spans of `step` seconds from `start` on. */
    async spans(
      filters: readonly FactFilter[],
      { from, to, start, step, most }: { from: number; to: number; start: number; step: number; most: number },
    ): Promise<FactSpans[]> {
      await current();
      const of = rows;
      const { second } = of.columns;
      const found = filters.map(() => ({ total: 0, rows: [] as number[], spans: new Map<number, number>() }));
      const tests = filters.map((filter) => compiled(of, filter));
      const each = (row: number, index: number) => {
        const at = second.values[row] as number;
        if (at < from || at > to) return;
        const one = found[index] as (typeof found)[number];
        one.total++;
        if (one.rows.length < most) one.rows.push(row);
        const span = Math.floor((at - start) / step);
        one.spans.set(span, (one.spans.get(span) ?? 0) + 1);
      };
      await matches(0, of.length, tests, each, true);
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
    },
    /** Where the facts stand that followed from one request, the oldest first; at most so many. */
    async ofAct(correlationId: string, limit: number): Promise<{ lines: FactLine[]; total: number }> {
      await current();
      const of = rows;
      const wanted = hashOf(correlationId);
      const { act } = of.columns;
      const found: number[] = [];
      const acts = act.values;
      await blocks(0, of.length, (low, high) => {
        for (let row = high - 1; row >= low; row--) if (acts[row] === wanted) found.push(row);
      });
      found.reverse();
      const lines = await linesOf(of, found.slice(0, limit));
      return { lines: [...lines.values()], total: found.length };
    },
  };
}
