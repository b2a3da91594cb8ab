import { closeSync, mkdirSync, openSync, read, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The columns of facts, in the order in which a block has them: those that every search looks at come first. */
const shape = {
  /** A number that the index gave to the type. */
  type: Uint16Array,
  /** Days of the school's calendar since the first of 1970. */
  day: Uint16Array,
  /** -1: nobody with an account. */
  actor: Int32Array,
  role: Uint8Array,
  extra: Uint8Array,
  /** Where its codes end in the codes of the block. */
  until: Uint32Array,
  /** Hashes. */
  stream: Uint32Array,
  act: Uint32Array,
  /** Of the time when it happened, since 1970. */
  second: Uint32Array,
} as const;
type Shape = typeof shape;
type Fixed = keyof Shape;
const names = Object.keys(shape) as Fixed[];
export type FactColumn = Fixed | 'codes';
export type FactValues = Readonly<Record<Exclude<Fixed, 'until'>, number>> & { codes: readonly number[] };

/** Facts that stand one after the other; a column has something in it only where it was asked for. */
export type FactBlock = { readonly [Name in Fixed]: InstanceType<Shape[Name]> } & { readonly codes: Uint32Array };
/** The blocks of one search, which uses the same memory for all of them: a block holds until the next one is asked for. */
export type FactBlocks = (number: number) => Promise<FactBlock>;

/** A multiple of four, so that every column begins where its numbers may. Looked at in one go: a millisecond. */
const BLOCK_ROWS = 65_536;
const readAt = promisify(read);

/**
 * Columns of facts that only grow. Full blocks are written to a file that has no name any more once it is open, so that nothing of it is left when
 * the process ends; the last block is in memory. A search reads the columns that it looks at, which for a log of any length takes the memory of one
 * block. `folder`: where that file may be; a school of less than a block has none.
 */
export function createFactColumns(folder: string, blockRows = BLOCK_ROWS) {
  const places = {} as Record<Fixed, number>;
  let width = 0;
  for (const name of names) {
    places[name] = width;
    width += shape[name].BYTES_PER_ELEMENT * blockRows;
  }
  const bytesOf = (name: Fixed) => shape[name].BYTES_PER_ELEMENT * blockRows;
  const fresh = () => {
    const bytes = new Uint8Array(width);
    const columns = Object.fromEntries(names.map((name) => [name, new shape[name](bytes.buffer, places[name], blockRows)]));
    return { bytes, columns: columns as unknown as Omit<FactBlock, 'codes'>, codes: new Uint32Array(blockRows) };
  };

  let last = fresh();
  let rows = 0;
  let codes = 0;
  let file: number | null = null;
  /** Of each block in the file: where it begins, and how many codes stand behind its columns. */
  const sealed: { at: number; codes: number }[] = [];
  let end = 0;
  let holders = 0;
  let closed = false;

  const close = () => {
    if (file !== null && closed && holders === 0) {
      closeSync(file);
      file = null;
    }
  };
  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = join(folder, `history-${crypto.randomUUID()}.tmp`);
    const opened = openSync(name, 'wx+', 0o600);
    rmSync(name);
    return opened;
  }
  function writeAll(to: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(to, bytes, done, bytes.length - done, end + done);
    end += bytes.length;
  }
  /** Ends the present block. The next one gets new memory, so that readers of this one may go on. */
  function seal(): void {
    file ??= open();
    const at = end;
    writeAll(file, last.bytes);
    writeAll(file, new Uint8Array(last.codes.buffer, 0, codes * 4));
    sealed.push({ at, codes });
    last = fresh();
    codes = 0;
  }

  async function readInto(bytes: Uint8Array, from: number, length: number, at: number): Promise<void> {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readAt(file as number, bytes, from + done, length - done, at + done);
      if (bytesRead === 0) throw new Error('the file of the history is shorter than what was written to it');
      done += bytesRead;
    }
  }

  return {
    get length() {
      return sealed.length * blockRows + rows;
    },
    blockRows,
    add(values: FactValues): void {
      for (const name of names) if (name !== 'until') last.columns[name][rows] = values[name];
      if (codes + values.codes.length > last.codes.length) {
        const wider = new Uint32Array(last.codes.length * 2);
        wider.set(last.codes);
        last.codes = wider;
      }
      for (const code of values.codes) last.codes[codes++] = code;
      last.columns.until[rows] = codes;
      if (++rows === blockRows) {
        seal();
        rows = 0;
      }
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
    /** These columns of one block after the other. */
    blocks(wanted: ReadonlySet<FactColumn>): FactBlocks {
      const own = sealed.length > 0 ? fresh() : last;
      // Columns that are side by side are read at once.
      const runs: { from: number; length: number }[] = [];
      for (const name of names) {
        if (!wanted.has(name)) continue;
        const run = runs.at(-1);
        if (run && run.from + run.length === places[name]) run.length += bytesOf(name);
        else runs.push({ from: places[name], length: bytesOf(name) });
      }
      return async (number) => {
        const block = sealed[number];
        if (!block) return { ...last.columns, codes: last.codes };
        for (const { from, length } of runs) await readInto(own.bytes, from, length, block.at + from);
        if (wanted.has('codes')) {
          if (own.codes.length < block.codes) own.codes = new Uint32Array(block.codes);
          await readInto(new Uint8Array(own.codes.buffer), 0, block.codes * 4, block.at + width);
        }
        return { ...own.columns, codes: own.codes };
      };
    },
    /** Nothing is added any more; the file goes with the last that reads it. */
    close(): void {
      closed = true;
      close();
    },
  };
}
