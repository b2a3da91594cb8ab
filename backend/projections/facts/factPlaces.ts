import type { Position } from '../../../events/store/port.ts';
import { factPages } from '../factPages.ts';
import { stretchOf } from '../kernel/position.ts';
import type { Reads } from '../reading/reads.ts';
import type { FactLine } from './factLines.ts';
import type { Rows } from './factRows.ts';

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

const pageOf = (of: Rows, row: number): number => upTo(of.firsts, row) - 1;

/** Which row is where in the log, by the pages that the rows were made from. */
export function createFactPlaces(reads: Pick<Reads, 'getMany'>) {
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
  return { linesOf, rowsBefore, rowsUpTo };
}
export type FactPlaces = ReturnType<typeof createFactPlaces>;
