import type { FactBlock } from './factBlocks.ts';
import { compiled, type PlacedFilter } from './factFilter.ts';
import type { FactPlaces } from './factPlaces.ts';
import { EXTRA, type Rows } from './factRows.ts';
import { PAGES_AT_ONCE } from './factsFollowed.ts';
import { matches } from './factTally.ts';

export interface FactReasonsOptions {
  /** As words are compared. */
  folded: (text: string) => string;
  /** What the event at this place was done for, in the words of whoever did it. */
  reasonAt: (stream: string, version: number) => Promise<string | null>;
  linesOf: FactPlaces['linesOf'];
}

/** Reasons as they are compared, of the rows that were asked for; as names, in memory only. */
export function createFactReasons({ folded, reasonAt, linesOf }: FactReasonsOptions) {
  let reasons = new Map<number, string>();
  let timesForgotten = 0;
  /** Reads reasons that only stand in the log, the newest first, until `ms` are over. Returns how many are left to read. */
  async function read(of: Rows, filter: PlacedFilter, ms: number): Promise<number> {
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

  return {
    read,
    /** By row. */
    known: (): ReadonlyMap<number, string> => reasons,
    /** Changes with what is known. */
    state: (): string => `${timesForgotten}.${reasons.size}`,
    forget(): void {
      reasons = new Map();
      timesForgotten++;
    },
  };
}
