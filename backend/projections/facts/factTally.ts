import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FactBlock, FactRun } from './factBlocks.ts';
import type { FactColumn } from './factColumns.ts';
import { type Compiled, MISSES, MIXED, OUT, type PlacedFilter } from './factFilter.ts';
import type { Rows } from './factRows.ts';

/** How long a search runs before other work gets its turn, in milliseconds. */
const TURN_MS = 4;
/** Where fewer unwanted facts than this lie between two wanted ones, they are read along with them. */
const BETWEEN = 4_096;
/** The most actors whose counts are listed by name. */
export const COUNTED_BY_NAME = 30;
/** How many filters are remembered with their results in full blocks, which do not change any more. */
const REMEMBERED = 12;
/** The shares of a block below which its matching facts are read, and judged, one by one; above them the whole runs that contain them are. */
const ONE_BY_ONE = { read: 1 / 256, judged: 1 / 8 } as const;

/** Counts of numbers below this are in an array, which grows as needed; others are in a map. */
const COUNTED = 2 ** 22;

/** Counts by number; negative numbers are not counted. */
class Counts {
  #values: Uint32Array;
  readonly #above: Map<number, number>;
  constructor(values = new Uint32Array(64), above = new Map<number, number>()) {
    this.#values = values;
    this.#above = above;
  }
  add(number: number, count: number): void {
    if (number < 0) return;
    if (number >= COUNTED) {
      this.#above.set(number, (this.#above.get(number) ?? 0) + count);
      return;
    }
    if (number >= this.#values.length) {
      const wider = new Uint32Array(2 ** Math.ceil(Math.log2(number + 1)));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[number] = (this.#values[number] as number) + count;
  }
  copy(): Counts {
    return new Counts(this.#values.slice(), new Map(this.#above));
  }
  *[Symbol.iterator](): Generator<[number: number, count: number]> {
    const values = this.#values;
    for (let number = 0; number < values.length; number++) if (values[number] !== 0) yield [number, values[number] as number];
    yield* this.#above;
  }
}
const facets = ['types', 'actors', 'roles', 'days'] as const;
/** The result of a filter in the first blocks; `found`: the number found in each of them. */
export interface Tally extends Record<(typeof facets)[number], Counts> {
  found: number[];
}
const nothing = (): Tally => ({ found: [], types: new Counts(), actors: new Counts(), roles: new Counts(), days: new Counts() });
const copyOf = ({ found, types, actors, roles, days }: Tally): Tally => ({
  ...{ found: [...found], types: types.copy(), actors: actors.copy(), roles: roles.copy(), days: days.copy() },
});
/** By filter, the most recently used one last. */
const remembered = new WeakMap<Rows, Map<string, Tally>>();
const digestOf = (codes: ReadonlySet<number>): string => createHash('sha256').update(Uint32Array.from(codes)).digest('base64');
/** The same for the same filter, whose words stand for the same things and are compared with the same reasons. */
const keyOf = ({ types, hidden, words, ...rest }: PlacedFilter, reasons: string): string =>
  JSON.stringify([
    types && [...types],
    hidden && [...hidden],
    rest,
    ...(words?.length ? [reasons, words.map(({ text, types, codes }) => [text, [...types], digestOf(codes)])] : []),
  ]);

/** Of counts by the number of an account, the highest. */
export function mostOf(counts: Counts): { actors: Map<number, number>; people: number } {
  let most: [number, number][] = [];
  let people = 0;
  let least = 0;
  for (const [id, count] of counts) {
    people++;
    if (count <= least) continue;
    most.push([id, count]);
    if (most.length < 2 * COUNTED_BY_NAME) continue;
    most = most.sort(([, one], [, other]) => other - one).slice(0, COUNTED_BY_NAME);
    least = most.at(-1)?.[1] ?? 0;
  }
  return { actors: new Map(most.sort(([, one], [, other]) => other - one).slice(0, COUNTED_BY_NAME)), people };
}

/** Of the facts of these runs, those that are read together. */
function stretches(runs: readonly FactRun[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { from, to } of runs) {
    const last = found.at(-1);
    if (last && from - last[1] <= BETWEEN) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

interface Looking {
  /** The columns that are read besides those that the filter itself needs. */
  more?: readonly FactColumn[];
  wordless?: boolean;
  /** Of these runs only; absent: of all. */
  only?: (run: FactRun) => boolean;
}
/** Facts of one run, side by side, and what all of them miss, or each of them (MIXED) in `judged`; `start`: the row of the first of their block. */
type Visit = (block: FactBlock, run: FactRun, missed: number, judged: Uint8Array, start: number) => void;
/** The facts of these blocks that a filter may find, other work getting its turn between blocks. */
export async function look(
  of: Rows,
  test: Compiled,
  numbers: Iterable<number>,
  { more = [], wordless = false, only }: Looking,
  visit: Visit,
) {
  const { blockRows } = of.columns;
  const reader = of.columns.reader([...test.columns, ...more]);
  const judged = new Uint8Array(blockRows);
  const among = test.codes.length > 0 ? new Uint8Array(blockRows) : undefined;
  let turn = performance.now();
  for (const number of numbers) {
    if (performance.now() - turn > TURN_MS) {
      await nextTurn();
      turn = performance.now();
    }
    const block = reader.block(number);
    const start = number * blockRows;
    const runs = block.runs.filter((run) => (only?.(run) ?? true) && !test.skips(block, start, run, wordless));
    const judge = (run: FactRun) => {
      const missed = test.judge(block, start, run, judged, { among, wordless });
      if (missed !== OUT) visit(block, run, missed, judged, start);
    };
    if (among) {
      const having = reader.having(test.codes);
      if (having.length === 0) continue;
      among.fill(0);
      for (const at of having) among[at] = 1;
      const apart = having.length <= ONE_BY_ONE.read * blockRows;
      if (!apart) for (const [from, to] of stretches(runs)) reader.load(from, to);
      if (having.length <= ONE_BY_ONE.judged * blockRows) {
        let index = 0;
        for (const at of having) {
          while (index < runs.length && (runs[index] as FactRun).to <= at) index++;
          const run = runs[index];
          if (!run || run.from > at) continue;
          if (apart) reader.load(at, at + 1);
          judge({ ...run, from: at, to: at + 1 });
        }
        continue;
      }
    } else for (const [from, to] of stretches(runs)) reader.load(from, to);
    for (const run of runs) judge(run);
  }
}
/** The numbers of the blocks of these rows, from the last to the first. */
export function blocksOf({ columns: { blockRows } }: Rows, first: number, end: number): number[] {
  const low = Math.floor(first / blockRows);
  return end <= first ? [] : Array.from({ length: Math.ceil(end / blockRows) - low }, (_, index) => low + index).reverse();
}
/** Each row from `first` on that one of these filters finds, in no order. */
export async function matches(
  of: Rows,
  first: number,
  filters: readonly Compiled[],
  each: (block: FactBlock, at: number, row: number, filter: number, type: number) => void,
  looking: Looking,
) {
  for (const [index, test] of filters.entries())
    await look(of, test, blocksOf(of, first, of.length), looking, (block, { type, from, to }, missed, judged, start) => {
      for (let at = from; at < to; at++) {
        if (missed === MIXED ? judged[at] !== 0 : missed !== 0) continue;
        const row = start + (block.row[at] as number);
        if (row >= first) each(block, at, row, index, type);
      }
    });
}
/** Adds what a filter finds in these blocks. */
async function addBlocks(of: Rows, test: Compiled, numbers: readonly number[], into: Tally): Promise<void> {
  for (const number of numbers) into.found[number] = 0;
  const count = (counts: Counts, values: ArrayLike<number>, own: number, { from, to }: FactRun, missed: number, judged: Uint8Array) => {
    if (missed !== MIXED && missed !== 0 && missed !== own) return;
    for (let at = from; at < to; at++) {
      if (missed === MIXED) {
        const one = judged[at] as number;
        if (one !== 0 && one !== own) continue;
      }
      counts.add(values[at] as number, 1);
    }
  };
  await look(of, test, numbers, { more: ['day', 'actor', 'role'] }, (block, run, missed, judged, start) => {
    let found = missed === 0 ? run.to - run.from : 0;
    let typed = missed === MISSES.type ? run.to - run.from : found;
    if (missed === MIXED)
      for (let at = run.from; at < run.to; at++) {
        if (judged[at] === 0) found++;
        else if (judged[at] === MISSES.type) typed++;
      }
    if (missed === MIXED) typed += found;
    const number = start / of.columns.blockRows;
    into.found[number] = (into.found[number] as number) + found;
    if (typed > 0) into.types.add(run.type, typed);
    count(into.actors, block.actor, MISSES.actor, run, missed, judged);
    count(into.roles, block.role, MISSES.role, run, missed, judged);
    count(into.days, block.day, MISSES.day, run, missed, judged);
  });
}
/**
 * Everything that a filter finds, and of how many rows. What it finds in blocks that stay as they are is remembered. `compile`: the filter, of all types
 * that there are by now; `reasons`: another text for other reasons to compare words with.
 */
export async function tallied(
  of: Rows,
  filter: PlacedFilter,
  compile: () => Compiled,
  reasons: string,
): Promise<{ tally: Tally; size: number; test: Compiled }> {
  const test = compile();
  const key = keyOf(filter, reasons);
  const { sealed, blockRows } = of.columns;
  const kept = remembered.get(of) ?? new Map<string, Tally>();
  remembered.set(of, kept);
  let known = kept.get(key) ?? nothing();
  if (known.found.length < sealed) {
    const next = copyOf(known);
    await addBlocks(of, test, blocksOf(of, known.found.length * blockRows, sealed * blockRows), next);
    known = next;
  }
  kept.delete(key);
  kept.set(key, known);
  for (const oldest of kept.keys()) {
    if (kept.size <= REMEMBERED) break;
    kept.delete(oldest);
  }
  const tally = copyOf(known);
  const size = of.length;
  // The last block comes first, in this turn: what comes later is not in it, and the others stay as they are.
  const fresh = test.isOf(of) ? test : compile();
  await addBlocks(of, fresh, blocksOf(of, known.found.length * blockRows, size), tally);
  return { tally, size, test: fresh };
}
/** A page of what a filter found, from before `end` back, and how many stand above it. */
export async function pageBefore(
  of: Rows,
  { tally, test, size }: { tally: Tally; test: Compiled; size: number },
  end: number,
  limit: number,
) {
  const { blockRows } = of.columns;
  const last = Math.floor(end / blockRows);
  let before = tally.found.slice(last + 1).reduce((sum, count) => sum + count, 0);
  const rows: number[] = [];
  let here: number[] = [];
  // What is found in a block is taken when the next one is asked for.
  function* untilFull(): Generator<number> {
    for (let number = Math.min(last, tally.found.length - 1); number >= 0 && rows.length < limit; number--) {
      if (tally.found[number] === 0) continue;
      yield number;
      for (const row of here.sort((one, other) => other - one)) {
        // What came since is not in the tally either.
        if (row >= size) continue;
        if (row >= end) before++;
        else if (rows.length < limit) rows.push(row);
      }
      here = [];
    }
  }
  await look(of, test, untilFull(), {}, (block, { from, to }, missed, judged, start) => {
    for (let at = from; at < to; at++)
      if (missed === 0 || (missed === MIXED && judged[at] === 0)) here.push(start + (block.row[at] as number));
  });
  return { rows, before };
}
