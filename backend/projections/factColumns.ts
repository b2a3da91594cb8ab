import { createCheckedFile } from './checkedFile.ts';

/** The columns of facts, in the order in which a block has them: those that nearly every search looks at come first. */
const shape = {
  /** Where the fact stands among those of its block. */
  row: Uint16Array,
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
  /** When it occurred, in epoch milliseconds. */
  time: Float64Array,
} as const;
type Shape = typeof shape;
type Fixed = keyof Shape;
const names = Object.keys(shape) as Fixed[];
export type FactColumn = Fixed | 'codes';
/** `type`: a number that the index gave to it. */
export type FactValues = Readonly<Record<Exclude<Fixed, 'until' | 'row'>, number>> & { type: number; codes: readonly number[] };

type Columns = { readonly [Name in Fixed]: InstanceType<Shape[Name]> };
/** Facts of one type, side by side in their block, the earliest first; `extra`: what any of them has. */
export interface FactRun {
  readonly type: number;
  readonly from: number;
  readonly to: number;
  readonly extra: number;
}
type Ends = readonly [first: number, last: number];
/** Facts that stand one after the other, grouped by their type; a column has something in it only where it was loaded. */
export interface FactBlock extends Columns {
  readonly codes: Uint32Array;
  readonly runs: readonly FactRun[];
  /** Of its days and times, the first and the last. */
  readonly days: Ends;
  readonly times: Ends;
}
/** The blocks of one search, which uses the same memory for all of them: a block holds until the next one is asked for. */
export interface FactReader {
  block(number: number): FactBlock;
  /** Fills the columns of these facts of the block that was asked for last. */
  load(from: number, to: number): void;
  /** Facts of that block that have all of these codes, in their order in it. */
  having(codes: readonly number[]): Uint16Array;
}

const BLOCK_ROWS = 65_536;
/** Codes of a block are kept by these bits of them. */
const BUCKETS = 4_096;
const bucketOf = (code: number): number => (Math.imul(code, 0x9e3779b1) >>> 20) & (BUCKETS - 1);

/** What stands in the file of a block, after its columns: the codes of each fact, and by which facts each code is had. */
interface Sealed {
  at: number;
  codes: number;
  runs: readonly FactRun[];
  days: Ends;
  times: Ends;
}

/** Facts as they came, and then grouped. */
interface Building {
  columns: Columns & { bytes: Uint8Array };
  types: Uint16Array;
  codes: Uint32Array;
}
interface Grouped {
  columns: Columns & { bytes: Uint8Array };
  codes: Uint32Array;
  runs: FactRun[];
  days: Ends;
  times: Ends;
}

/**
 * Columns of facts that only grow, in blocks. A full block is written, before the next fact comes, to a file of which nothing is left when the process
 * ends; the last block is in memory. A search reads the columns that it looks at of the types that it looks for, which for a log of any length takes
 * the memory of one block. `folder`: where that file may be; a school of one block has none. Readers throw FileDamaged.
 * @param blockRows at most 65,536.
 */
export function createFactColumns(folder: string, blockRows = BLOCK_ROWS) {
  const places = {} as Record<Fixed, number>;
  let width = 0;
  for (const name of [...names].sort((one, other) => shape[other].BYTES_PER_ELEMENT - shape[one].BYTES_PER_ELEMENT)) {
    places[name] = width;
    width += shape[name].BYTES_PER_ELEMENT * blockRows;
  }
  const fresh = (): Columns & { bytes: Uint8Array } => {
    const bytes = new Uint8Array(width);
    const columns = Object.fromEntries(names.map((name) => [name, new shape[name](bytes.buffer, places[name], blockRows)]));
    return { bytes, ...(columns as unknown as Columns) };
  };
  const building = (): Building => ({ columns: fresh(), types: new Uint16Array(blockRows), codes: new Uint32Array(blockRows) });

  let last = building();
  let rows = 0;
  let codes = 0;
  /** The last block as a search sees it, with how many facts it had then. */
  let seen: { rows: number; grouped: Grouped } | null = null;
  const file = createCheckedFile(folder);
  const sealed: Sealed[] = [];
  let holders = 0;
  let closed = false;

  const close = () => {
    if (closed && holders === 0) file.close();
  };
  /** The last block by types, the rarest first: what is asked for least often, because there is so much of it, stands together at the end. */
  function group(): Grouped {
    const counts = new Map<number, number>();
    for (let row = 0; row < rows; row++) counts.set(last.types[row] as number, (counts.get(last.types[row] as number) ?? 0) + 1);
    // Each run grows to its end as its facts are placed.
    const runs: { type: number; from: number; to: number; extra: number }[] = [];
    let from = 0;
    for (const [type, count] of [...counts].sort(([one, few], [other, more]) => few - more || one - other)) {
      runs.push({ type, from, to: from, extra: 0 });
      from += count;
    }
    const runOf = new Map(runs.map((run) => [run.type, run]));
    const columns = fresh();
    const places = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) {
      const run = runOf.get(last.types[row] as number) as (typeof runs)[number];
      const at = run.to++;
      places[at] = row;
      run.extra |= last.columns.extra[row] as number;
    }
    const grouped = new Uint32Array(codes);
    let done = 0;
    for (let at = 0; at < rows; at++) {
      const row = places[at] as number;
      for (const name of names) columns[name][at] = last.columns[name][row] as number;
      columns.row[at] = row;
      const stop = last.columns.until[row] as number;
      for (let index = row === 0 ? 0 : (last.columns.until[row - 1] as number); index < stop; index++)
        grouped[done++] = last.codes[index] as number;
      columns.until[at] = done;
    }
    return { columns, codes: grouped, runs, days: endsOf(columns.day), times: endsOf(columns.time) };
  }
  function endsOf(values: Uint16Array | Float64Array): Ends {
    let [first, end] = [Number.POSITIVE_INFINITY, 0];
    for (let at = 0; at < rows; at++) {
      const value = values[at] as number;
      if (value < first) first = value;
      if (value > end) end = value;
    }
    return [first, end];
  }

  /** By bucket, each code of a block with the fact that has it. */
  function postings({ columns: { until }, codes }: Grouped) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (const code of codes) {
      const bucket = bucketOf(code) + 1;
      starts[bucket] = (starts[bucket] as number) + 1;
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
    const next = starts.slice();
    const keys = new Uint32Array(codes.length);
    const facts = new Uint16Array(codes.length);
    let at = 0;
    for (let index = 0; index < codes.length; index++) {
      while (index >= (until[at] as number)) at++;
      const code = codes[index] as number;
      const bucket = bucketOf(code);
      const place = next[bucket] as number;
      next[bucket] = place + 1;
      keys[place] = code;
      facts[place] = at;
    }
    return { starts, keys, facts };
  }

  /** Where the disk is full nothing has changed: the block stays in memory. */
  function seal(): void {
    const grouped = group();
    const { starts, keys, facts } = postings(grouped);
    const at = file.append([grouped.columns.bytes, grouped.codes, starts, keys, facts]);
    sealed.push({ at, codes, runs: grouped.runs, days: grouped.days, times: grouped.times });
    // The next one gets new memory, so that readers of this one may go on.
    last = building();
    seen = null;
    rows = 0;
    codes = 0;
  }

  const placeOf = {
    codes: (block: Sealed) => block.at + width,
    starts: (block: Sealed) => block.at + width + 4 * block.codes,
    keys: (block: Sealed) => block.at + width + 4 * block.codes + 4 * (BUCKETS + 1),
    facts: (block: Sealed) => block.at + width + 8 * block.codes + 4 * (BUCKETS + 1),
  };
  function inFile(block: Sealed, code: number): number[] {
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
  function inMemory({ columns: { until }, codes }: Grouped, code: number): number[] {
    const found: number[] = [];
    for (let at = 0, index = 0; index < codes.length; index++) {
      while (index >= (until[at] as number)) at++;
      if (codes[index] === code) found.push(at);
    }
    return found;
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
      let own: (Columns & { bytes: Uint8Array }) | null = null;
      let ownCodes = new Uint32Array(0);
      const fixed = names.filter((name) => wanted.includes(name));
      let current: Sealed | Grouped | null = null;
      return {
        block(number) {
          const block = sealed[number];
          if (!block) {
            if (seen?.rows !== rows) seen = { rows, grouped: group() };
            current = seen.grouped;
            const { columns, codes, runs, days, times } = current;
            return { ...columns, codes, runs, days, times };
          }
          current = block;
          own ??= fresh();
          if (wanted.includes('codes') && ownCodes.length < block.codes) ownCodes = new Uint32Array(block.codes);
          return { ...own, codes: ownCodes, runs: block.runs, days: block.days, times: block.times };
        },
        load(from, to) {
          if (!own || !current || !('at' in current)) return;
          for (const name of fixed) {
            const size = shape[name].BYTES_PER_ELEMENT;
            // The one before says where the codes of the first begin.
            const first = name === 'until' && from > 0 ? from - 1 : from;
            const place = places[name] + first * size;
            file.readInto(own.bytes.subarray(place, places[name] + to * size), current.at + place);
          }
          if (!wanted.includes('codes')) return;
          const [first, end] = [from === 0 ? 0 : (own.until[from - 1] as number), own.until[to - 1] as number];
          file.readInto(new Uint8Array(ownCodes.buffer, 4 * first, 4 * (end - first)), placeOf.codes(current) + 4 * first);
        },
        having(codes) {
          if (!current) return new Uint16Array(0);
          let found: number[] | null = null;
          for (const code of codes) {
            const having: number[] = 'at' in current ? inFile(current, code) : inMemory(current, code);
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
