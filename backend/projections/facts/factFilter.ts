import { type ActorRole, actorRoles } from '../../../events/define.ts';
import type { Bound } from '../../../events/store/moments.ts';
import type { FactBlock, FactRun } from './factBlocks.ts';
import type { FactColumn } from './factColumns.ts';
import { actorCode, hashOf } from './factLines.ts';
import { dayNumber, EXTRA, type Rows } from './factRows.ts';

/** What one word of a search may stand for; a fact that has one of these says the word. */
export interface WordTest {
  /** Folded. */
  text: string;
  types: ReadonlySet<string>;
  /** Codes of things, and of people, who may also have done it. */
  codes: ReadonlySet<number>;
}
/** Of the first `rows` facts those that had occurred by `moment` (epoch milliseconds). */
interface Cut {
  rows: number;
  moment: number;
}
/** `words`: at most MOST_WORDS. */
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
  /** All that the school as it was at a moment does not have. `last` is absent: where its log ended is not known, and what counts is when facts occurred. */
  since?: (Pick<Bound, 'moment'> & Partial<Pick<Bound, 'last'>>) | undefined;
  words?: readonly WordTest[] | undefined;
}
/** `before`: these are left out; `until`: only these. */
export interface PlacedFilter extends Omit<FactFilter, 'since'> {
  before?: Cut | undefined;
  until?: Cut | undefined;
}
/** A bit for each filter with a list of counts that a fact does not pass. OUT: it counts in no list. */
export const MISSES = { type: 1, actor: 2, role: 4, day: 8 } as const;
export const OUT = 16;
/** Instead of bits for a whole run: its facts differ. */
export const MIXED = 32;
const SIEVE = 2 ** 16;
/** With more codes than this a sieve excludes too little to be of use. */
const SIEVED = SIEVE / 16;
const LOW = 2 ** 22;
function highestBelow(limit: number, numbers: ReadonlySet<number>): number {
  let highest = -1;
  for (const number of numbers) if (number < limit && number > highest) highest = number;
  return highest;
}
/** Words have a bit each. */
export const MOST_WORDS = 8;
/** A filter, with what can be answered once. `reasons`: as they are compared, of the rows where they are known. Rows are judged by runs of one type, and in a run a column at a time: tight loops over numbers. */
export function compiled(
  of: Rows,
  reasons: ReadonlyMap<number, string>,
  { types, hidden, actor, role, about = [], streams, from, to, words = [], before, until }: PlacedFilter,
) {
  const typed = of.types.map((name) => (hidden?.has(name) ? OUT : (types?.has(name) ?? true) ? 0 : MISSES.type));
  const hashes = streams && new Set(streams.map((name) => hashOf(name)));
  const roleAt = role && actorRoles.indexOf(role);
  const [first, last] = [from === undefined ? 0 : dayNumber(from), to === undefined ? Number.POSITIVE_INFINITY : dayNumber(to)];
  const bitsOf = (of: (word: WordTest) => boolean): number =>
    words.reduce((bits, word, index) => (of(word) ? bits | (1 << index) : bits), 0);
  /** By type, the words that it does not say by itself. */
  const lacks = of.types.map((name) => bitsOf((word) => !word.types.has(name)));
  /** Words that no code says. */
  const codeless = bitsOf(({ codes }) => codes.size === 0);
  const looksAtCodes = words.some(({ codes }) => codes.size > 0);
  /** By code, the words that it says: of low ones, which are those of people, where there are many. */
  const limit = words.reduce((sum, { codes }) => sum + codes.size, 0) > SIEVED ? LOW : 0;
  const low = new Uint8Array(1 + Math.max(-1, ...words.map(({ codes }) => highestBelow(limit, codes))));
  /** By the last bits of the other codes, the words that they may say. */
  const sieve = new Uint8Array(looksAtCodes ? SIEVE : 1);
  const ending = sieve.length - 1;
  for (const [index, { codes }] of words.entries())
    for (const code of codes)
      if (code < limit) low[code] = (low[code] as number) | (1 << index);
      else sieve[code & ending] = (sieve[code & ending] as number) | (1 << index);
  /** Of these words, those that a code says. */
  const saidBy = (code: number, wanted: number): number => {
    if (code >= 0 && code < limit) return code < low.length ? (low[code] as number) & wanted : 0;
    let said = (sieve[code & ending] as number) & wanted;
    for (let index = 0; said >> index !== 0; index++)
      if ((said & (1 << index)) !== 0 && !(words[index] as WordTest).codes.has(code)) said &= ~(1 << index);
    return said;
  };
  /** Of these words, those that a fact does not say. */
  const unsaid = (block: FactBlock, at: number, row: number, wanted: number): number => {
    let left = wanted;
    if (looksAtCodes) {
      left &= ~saidBy(block.actor[at] as number, left);
      const end = block.until[at] as number;
      for (let index = at === 0 ? 0 : (block.until[at - 1] as number); index < end && left !== 0; index++)
        left &= ~saidBy(block.codes[index] as number, left);
    }
    const more = block.extra[at] as number;
    if (left === 0 || more === 0) return left;
    const own = (more & EXTRA.words) === 0 ? undefined : of.words.get(row);
    const reason = (more & EXTRA.reason) === 0 ? undefined : reasons.get(row);
    return left & ~bitsOf(({ text }) => (own?.includes(text) || reason?.includes(text)) ?? false);
  };
  /** What all facts of the run miss, as far as their type and their block say. */
  const baseOf = ({ days, times }: FactBlock, start: number, { type, extra }: FactRun, wordless: boolean): number => {
    // A type that came since is not looked for.
    const base = typed[type] ?? OUT;
    if (base === OUT || (until && times[0] > until.moment)) return OUT;
    if (before && times[1] <= before.moment && start + of.columns.blockRows <= before.rows) return OUT;
    // A word that the type does not say must be said by the fact's codes or text.
    if (!wordless && extra === 0 && ((lacks[type] as number) & codeless) !== 0) return OUT;
    if (days[0] <= last && days[1] >= first) return base;
    return base === 0 ? MISSES.day : OUT;
  };
  const columns: FactColumn[] = ['row', 'extra'];
  if (actor !== undefined) columns.push('actor');
  if (roleAt !== undefined) columns.push('role');
  if (from !== undefined || to !== undefined) columns.push('day');
  if (hashes) columns.push('stream');
  if (until || before) columns.push('time');
  if (looksAtCodes) columns.push('actor', 'until', 'codes');
  const known = of.types.length;
  return {
    columns,
    /** Whether the filter knows all types that exist by now. */
    isOf: (now: Rows): boolean => now.types.length === known,
    /** Facts that do not have all of these are not looked at, so that of one who did something only their own are: nobody else is counted then. */
    codes: about.length > 0 ? [...new Set(about)] : actor === undefined ? [] : [actorCode(actor)],
    /** Whether no fact of the run can be found. */
    skips: (block: FactBlock, start: number, run: FactRun, wordless: boolean): boolean => baseOf(block, start, run, wordless) === OUT,
    /**
     * Which of the filters with a list of counts these facts of a run miss (MISSES); OUT where no other choice of one of them would find them: they are
     * not of what is asked about, or miss two. MIXED: `into` says it of each. `among`: of the facts of the block 1 for those with its codes;
     * `wordless`: whatever the words are.
     */
    judge(
      block: FactBlock,
      start: number,
      run: FactRun,
      into: Uint8Array,
      { among, wordless = false }: { among?: Uint8Array | undefined; wordless?: boolean } = {},
    ): number {
      const base = baseOf(block, start, run, wordless);
      if (base === OUT) return OUT;
      const { type, from: low, to: high } = run;
      const days = (base & MISSES.day) === 0 && (block.days[0] < first || block.days[1] > last);
      const wanted = wordless ? 0 : (lacks[type] as number);
      const cut = until && (block.times[1] > until.moment || start + of.columns.blockRows > until.rows) ? until : null;
      const early = before && block.times[0] <= before.moment && start < before.rows ? before : null;
      if (!days && !cut && !early && !among && !hashes && actor === undefined && roleAt === undefined && wanted === 0) return base;
      into.fill(base, low, high);
      const { actor: actors, role: roles, day, stream, row, time } = block;
      if (among) for (let at = low; at < high; at++) if (among[at] === 0) into[at] = OUT;
      if (cut)
        for (let at = low; at < high; at++)
          if ((time[at] as number) > cut.moment || start + (row[at] as number) >= cut.rows) into[at] = OUT;
      if (early)
        for (let at = low; at < high; at++)
          if ((time[at] as number) <= early.moment && start + (row[at] as number) < early.rows) into[at] = OUT;
      if (actor !== undefined) for (let at = low; at < high; at++) if (actors[at] !== actor) into[at] = (into[at] as number) | MISSES.actor;
      if (roleAt !== undefined) for (let at = low; at < high; at++) if (roles[at] !== roleAt) into[at] = (into[at] as number) | MISSES.role;
      if (days)
        for (let at = low; at < high; at++) {
          const on = day[at] as number;
          if (on < first || on > last) into[at] = (into[at] as number) | MISSES.day;
        }
      for (let at = low; at < high; at++) {
        const missed = into[at] as number;
        if ((missed & (missed - 1)) !== 0) into[at] = OUT;
      }
      if (hashes !== undefined)
        for (let at = low; at < high; at++) if (into[at] !== OUT && !hashes.has(stream[at] as number)) into[at] = OUT;
      if (wanted !== 0)
        for (let at = low; at < high; at++)
          if (into[at] !== OUT && unsaid(block, at, start + (row[at] as number), wanted) !== 0) into[at] = OUT;
      return MIXED;
    },
    /** Whether only the fact's reason, which was not read yet, could still say the word. */
    unread: (block: FactBlock, at: number, row: number, type: number): boolean =>
      ((block.extra[at] as number) & EXTRA.reason) !== 0 && !reasons.has(row) && unsaid(block, at, row, lacks[type] as number) !== 0,
  };
}
export type Compiled = ReturnType<typeof compiled>;
