import { type FactBlock, type Fixed, type Grouped, group, inMemory, layoutOf, names, type Stored, shape } from './factBlocks.ts';
import { createFactFile, type Sealed } from './factFile.ts';

export type FactColumn = Fixed | 'codes';
/** `type`: a number that the index gave to it. */
export type FactValues = Readonly<Record<Exclude<Fixed, 'until' | 'row'>, number>> & { type: number; codes: readonly number[] };

/** The blocks of one search, which uses the same memory for all of them: a block holds until the next one is asked for. */
export interface FactReader {
  block(number: number): FactBlock;
  /** Fills the columns of these facts of the block that was asked for last. */
  load(from: number, to: number): void;
  /** Facts of that block that have all of these codes, in their order in it. */
  having(codes: readonly number[]): Uint16Array;
}

const BLOCK_ROWS = 65_536;

/**
 * Columns of facts that only grow, in blocks. A full block is written, before the next fact comes, to a file of which nothing is left when the process
 * ends; the last block is in memory. A search reads the columns that it looks at of the types that it looks for, which for a log of any length takes
 * the memory of one block. `folder`: where that file may be; a school of one block has none. Readers throw FileDamaged.
 * @param blockRows at most 65,536.
 */
export function createFactColumns(folder: string, blockRows = BLOCK_ROWS) {
  const layout = layoutOf(blockRows);
  const file = createFactFile(folder, layout.width);

  let last = layout.building();
  let rows = 0;
  let codes = 0;
  /** The last block as a search sees it, with how many facts it had then. */
  let seen: { rows: number; grouped: Grouped } | null = null;
  const sealed: Sealed[] = [];
  let holders = 0;
  let closed = false;

  const close = () => {
    if (closed && holders === 0) file.close();
  };
  const grouped = (): Grouped => group(last, rows, codes, layout.fresh());
  /** Where the disk is full nothing has changed: the block stays in memory. */
  function seal(): void {
    sealed.push(file.append(grouped()));
    // The next one gets new memory, so that readers of this one may go on.
    last = layout.building();
    seen = null;
    rows = 0;
    codes = 0;
  }

  return {
    get length() {
      return sealed.length * blockRows + rows;
    },
    /** How many blocks stay as they are. */
    get sealed() {
      return sealed.length;
    },
    blockRows,
    /** Errors: those of the file system, where a block is full and cannot be written; the fact is not there then, and may come again. */
    add(values: FactValues): void {
      if (rows === blockRows) seal();
      const { columns } = last;
      for (const name of names) if (name !== 'until' && name !== 'row') columns[name][rows] = values[name];
      last.types[rows] = values.type;
      if (codes + values.codes.length > last.codes.length) {
        const wider = new Uint32Array(last.codes.length * 2);
        wider.set(last.codes);
        last.codes = wider;
      }
      for (const code of values.codes) last.codes[codes++] = code;
      columns.until[rows++] = codes;
    },
    /** What stands in it now can be read until the work ends. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      holders++;
      try {
        return await work();
      } finally {
        holders--;
        close();
      }
    },
    /** For a search that looks at these columns; `codes` needs `until`. */
    reader(wanted: readonly FactColumn[]): FactReader {
      let own: Stored | null = null;
      let ownCodes = new Uint32Array(0);
      const fixed = names.filter((name) => wanted.includes(name));
      let current: Sealed | Grouped | null = null;
      return {
        block(number) {
          const block = sealed[number];
          if (!block) {
            if (seen?.rows !== rows) seen = { rows, grouped: grouped() };
            current = seen.grouped;
            const { columns, codes, runs, days, times } = current;
            return { ...columns, codes, runs, days, times };
          }
          current = block;
          own ??= layout.fresh();
          if (wanted.includes('codes') && ownCodes.length < block.codes) ownCodes = new Uint32Array(block.codes);
          return { ...own, codes: ownCodes, runs: block.runs, days: block.days, times: block.times };
        },
        load(from, to) {
          if (!own || !current || !('at' in current)) return;
          for (const name of fixed) {
            const size = shape[name].BYTES_PER_ELEMENT;
            // The one before says where the codes of the first begin.
            const first = name === 'until' && from > 0 ? from - 1 : from;
            const place = layout.places[name] + first * size;
            file.readInto(own.bytes.subarray(place, layout.places[name] + to * size), current.at + place);
          }
          if (!wanted.includes('codes')) return;
          const [first, end] = [from === 0 ? 0 : (own.until[from - 1] as number), own.until[to - 1] as number];
          file.readInto(new Uint8Array(ownCodes.buffer, 4 * first, 4 * (end - first)), file.codesAt(current) + 4 * first);
        },
        having(codes) {
          if (!current) return new Uint16Array(0);
          let found: number[] | null = null;
          for (const code of codes) {
            const having: number[] = 'at' in current ? file.having(current, code) : inMemory(current, code);
            if (found === null) found = having;
            else {
              const both = new Set(having);
              found = found.filter((at) => both.has(at));
            }
            if (found.length === 0) break;
          }
          return Uint16Array.from(new Set(found ?? [])).sort();
        },
      };
    },
    /** Nothing is added any more; the file goes with the last that reads it. */
    close(): void {
      closed = true;
      close();
    },
  };
}
