/** The columns of facts, in the order in which a block has them: those that nearly every search looks at come first. */
export const shape = {
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
export type Fixed = keyof Shape;
export const names = Object.keys(shape) as Fixed[];
export type Columns = { readonly [Name in Fixed]: InstanceType<Shape[Name]> };
/** Facts of one type, side by side in their block, the earliest first; `extra`: what any of them has. */
export interface FactRun {
  readonly type: number;
  readonly from: number;
  readonly to: number;
  readonly extra: number;
}
export type Ends = readonly [first: number, last: number];
/** Facts that stand one after the other, grouped by their type; a column has something in it only where it was loaded. */
export interface FactBlock extends Columns {
  readonly codes: Uint32Array;
  readonly runs: readonly FactRun[];
  /** Of its days and times, the first and the last. */
  readonly days: Ends;
  readonly times: Ends;
}

/** Codes of a block are kept by these bits of them. */
export const BUCKETS = 4_096;
export const bucketOf = (code: number): number => (Math.imul(code, 0x9e3779b1) >>> 20) & (BUCKETS - 1);

/** Columns that stand one after the other in one piece of memory. */
export type Stored = Columns & { readonly bytes: Uint8Array };
/** Facts as they came, and then grouped. */
export interface Building {
  columns: Stored;
  types: Uint16Array;
  codes: Uint32Array;
}
export interface Grouped {
  columns: Stored;
  codes: Uint32Array;
  runs: FactRun[];
  days: Ends;
  times: Ends;
}

/** How the columns of a block lie in its memory, and in its file. */
export function layoutOf(blockRows: number) {
  const places = {} as Record<Fixed, number>;
  let width = 0;
  for (const name of [...names].sort((one, other) => shape[other].BYTES_PER_ELEMENT - shape[one].BYTES_PER_ELEMENT)) {
    places[name] = width;
    width += shape[name].BYTES_PER_ELEMENT * blockRows;
  }
  const fresh = (): Stored => {
    const bytes = new Uint8Array(width);
    const columns = Object.fromEntries(names.map((name) => [name, new shape[name](bytes.buffer, places[name], blockRows)]));
    return { bytes, ...(columns as unknown as Columns) };
  };
  const building = (): Building => ({ columns: fresh(), types: new Uint16Array(blockRows), codes: new Uint32Array(blockRows) });
  return {
    places: places as Readonly<Record<Fixed, number>>,
    /** The bytes of all columns. */
    width,
    fresh,
    building,
  };
}

/** The first `rows` facts by types, the rarest first: what is asked for least often, because there is so much of it, stands together at the end. */
export function group(last: Building, rows: number, codes: number, columns: Stored): Grouped {
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
  return { columns, codes: grouped, runs, days: endsOf(columns.day, rows), times: endsOf(columns.time, rows) };
}
function endsOf(values: Uint16Array | Float64Array, rows: number): Ends {
  let [first, end] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < rows; at++) {
    const value = values[at] as number;
    if (value < first) first = value;
    if (value > end) end = value;
  }
  return [first, end];
}

/** By bucket, each code of a block with the fact that has it. */
export function postings({ columns: { until }, codes }: Pick<Grouped, 'columns' | 'codes'>) {
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

/** The facts of a block that have this code. */
export function inMemory({ columns: { until }, codes }: Grouped, code: number): number[] {
  const found: number[] = [];
  for (let at = 0, index = 0; index < codes.length; index++) {
    while (index >= (until[at] as number)) at++;
    if (codes[index] === code) found.push(at);
  }
  return found;
}
