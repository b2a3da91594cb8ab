import { type ActorRole, actorRoles } from '../../events/define.ts';
import type { FactBlock, FactColumn, FactRun } from './factColumns.ts';
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
/** By a bit each: the filters that have a list of counts, of which a fact misses one. OUT: it is not found, whichever of them is chosen. */
export const MISSES = { type: 1, actor: 2, role: 4, day: 8 } as const;
export const OUT = 16;
/** In place of what a run misses: its facts differ. */
export const MIXED = 32;
const SIEVE = 2 ** 16;
/** A set of numbers that is mostly asked for others: a bit for several of them says so sooner. */
class Sieve {
  readonly #bits = new Uint8Array(SIEVE);
  readonly #numbers: ReadonlySet<number>;
  constructor(numbers: ReadonlySet<number>) {
    this.#numbers = numbers;
    for (const number of numbers) this.#bits[number & (SIEVE - 1)] = 1;
  }
  has(number: number): boolean {
    return this.#bits[number & (SIEVE - 1)] === 1 && this.#numbers.has(number);
  }
}
/** A filter, with what can be answered once. `reasons`: as they are compared, of the rows where they are known. Rows are judged by runs of one type, and in a run a column at a time: tight loops over numbers. */
export function compiled(
  of: Rows,
  reasons: ReadonlyMap<number, string>,
  { types, hidden, actor, role, about = [], streams, from, to, words = [] }: FactFilter,
) {
  const typed = of.types.map((name) => (hidden?.has(name) ? OUT : (types?.has(name) ?? true) ? 0 : MISSES.type));
  const hashes = streams && new Set(streams.map((name) => hashOf(name)));
  const roleAt = role && actorRoles.indexOf(role);
  const [first, last] = [from === undefined ? 0 : dayNumber(from), to === undefined ? Number.POSITIVE_INFINITY : dayNumber(to)];
  /** By type, the words that it does not say by itself. */
  const left = of.types.map((name) => words.filter((word) => !word.types.has(name)));
  const sieves = new Map(words.map(({ codes }) => [codes, new Sieve(codes)]));
  const looksAtCodes = words.some(({ codes }) => codes.size > 0);
  const hasWord = (block: FactBlock, at: number, row: number, { codes, text }: WordTest): boolean => {
    if (codes.size > 0) {
      const wanted = sieves.get(codes) as Sieve;
      if (wanted.has(block.actor[at] as number)) return true;
      const end = block.until[at] as number;
      for (let index = at === 0 ? 0 : (block.until[at - 1] as number); index < end; index++)
        if (wanted.has(block.codes[index] as number)) return true;
    }
    const more = block.extra[at] as number;
    if ((more & EXTRA.words) !== 0 && of.words.get(row)?.includes(text)) return true;
    return (more & EXTRA.reason) !== 0 && (reasons.get(row)?.includes(text) ?? false);
  };
  const says = (block: FactBlock, at: number, row: number, type: number): boolean => {
    for (const word of left[type] as WordTest[]) if (!hasWord(block, at, row, word)) return false;
    return true;
  };
  /** What all facts of the run miss, as far as their type and their block say. */
  const baseOf = ({ days }: FactBlock, { type, extra }: FactRun, wordless: boolean): number => {
    // A type that came since is not looked for.
    const base = typed[type] ?? OUT;
    if (base === OUT) return OUT;
    // What its type does not say, somebody or something has to.
    if (!wordless && extra === 0 && (left[type] as WordTest[]).some(({ codes }) => codes.size === 0)) return OUT;
    if (days[0] <= last && days[1] >= first) return base;
    return base === 0 ? MISSES.day : OUT;
  };
  const columns: FactColumn[] = ['row', 'extra'];
  if (actor !== undefined) columns.push('actor');
  if (roleAt !== undefined) columns.push('role');
  if (from !== undefined || to !== undefined) columns.push('day');
  if (hashes) columns.push('stream');
  if (looksAtCodes) columns.push('actor', 'until', 'codes');
  const known = of.types.length;
  return {
    columns,
    /** Whether it knows all types that there are by now. */
    isOf: (now: Rows): boolean => now.types.length === known,
    /** Facts that do not have all of these are not looked at, so that of one who did something only their own are: nobody else is counted then. */
    codes: about.length > 0 ? [...new Set(about)] : actor === undefined ? [] : [actorCode(actor)],
    /** Whether no fact of the run can be found. */
    skips: (block: FactBlock, run: FactRun, wordless: boolean): boolean => baseOf(block, run, wordless) === OUT,
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
      const base = baseOf(block, run, wordless);
      if (base === OUT) return OUT;
      const { type, from: low, to: high } = run;
      const days = (base & MISSES.day) === 0 && (block.days[0] < first || block.days[1] > last);
      const said = wordless ? [] : (left[type] as WordTest[]);
      if (!days && !among && !hashes && actor === undefined && roleAt === undefined && said.length === 0) return base;
      into.fill(base, low, high);
      const { actor: actors, role: roles, day, stream, row } = block;
      if (among) for (let at = low; at < high; at++) if (among[at] === 0) into[at] = OUT;
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
      if (said.length > 0)
        for (let at = low; at < high; at++) if (into[at] !== OUT && !says(block, at, start + (row[at] as number), type)) into[at] = OUT;
      return MIXED;
    },
    /** Whether only its reason, which was not read yet, could still say it. */
    unread: (block: FactBlock, at: number, row: number, type: number): boolean =>
      ((block.extra[at] as number) & EXTRA.reason) !== 0 && words.length > 0 && !reasons.has(row) && !says(block, at, row, type),
  };
}
export type Compiled = ReturnType<typeof compiled>;
