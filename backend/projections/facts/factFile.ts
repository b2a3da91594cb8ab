import { createCheckedFile } from './checkedFile.ts';
import { BUCKETS, bucketOf, type Ends, type FactRun, type Grouped, postings } from './factBlocks.ts';

/** What stands in the file of a block, after its columns: the codes of each fact, and by which facts each code is had. */
export interface Sealed {
  at: number;
  codes: number;
  runs: readonly FactRun[];
  days: Ends;
  times: Ends;
}

/** The file of full blocks, of which nothing is left when the process ends. `width`: the bytes of a block's columns. Reading throws FileDamaged. */
export function createFactFile(folder: string, width: number) {
  const file = createCheckedFile(folder);
  const placeOf = {
    codes: (block: Sealed) => block.at + width,
    starts: (block: Sealed) => block.at + width + 4 * block.codes,
    keys: (block: Sealed) => block.at + width + 4 * block.codes + 4 * (BUCKETS + 1),
    facts: (block: Sealed) => block.at + width + 8 * block.codes + 4 * (BUCKETS + 1),
  };
  /** The facts of a block that have this code. */
  function having(block: Sealed, code: number): number[] {
    const bounds = new Uint32Array(2);
    file.readInto(new Uint8Array(bounds.buffer), placeOf.starts(block) + 4 * bucketOf(code));
    const [from = 0, to = 0] = bounds;
    if (from === to) return [];
    const keys = new Uint32Array(to - from);
    const facts = new Uint16Array(to - from);
    file.readInto(new Uint8Array(keys.buffer), placeOf.keys(block) + 4 * from);
    file.readInto(new Uint8Array(facts.buffer), placeOf.facts(block) + 2 * from);
    const found: number[] = [];
    for (let index = 0; index < keys.length; index++) if (keys[index] === code) found.push(facts[index] as number);
    return found;
  }
  return {
    readInto: file.readInto,
    having,
    /** Where the codes of a block's facts begin. */
    codesAt: placeOf.codes,
    /** Where the disk is full nothing has changed. */
    append({ columns, codes, runs, days, times }: Grouped): Sealed {
      const { starts, keys, facts } = postings({ columns, codes });
      return { at: file.append([columns.bytes, codes, starts, keys, facts]), codes: codes.length, runs, days, times };
    },
    close: file.close,
  };
}
