import type { Batch, Condition, Doc, Generation, IndexFields, Query, Scalar, StoredDoc } from '../kernel/readStore.ts';
import { NotIndexed } from '../kernel/readStore.ts';
import { BadCursor, readCursor, writeCursor } from '../reading/cursor.ts';

/** What both stores must agree on: the bytes of a document, the values in its indexes, and the meaning of a query. */

export const nameOf = ({ projection, version, generation }: Generation): string => `generation ${generation} of ${projection} v${version}`;

/** JSON with the keys of every object in one fixed order: equal documents have equal bytes, in whatever order they were folded. */
export const canonical = (doc: Doc): string => JSON.stringify(isInOrder(doc) ? doc : inOrder(doc));

/** The common case, which costs no copy. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let last = '';
  for (const key in value) {
    // JavaScript puts keys that are whole numbers first, in ascending order.
    if (!isIndex(key)) {
      if (key < last) return false;
      last = key;
    }
    if (!isInOrder((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const keys = Object.keys(value).sort();
  // A date is one of those that have no keys.
  if (keys.length === 0) return value;
  const copy: Record<string, unknown> = {};
  for (const key of keys) {
    const part = inOrder((value as Record<string, unknown>)[key]);
    // Assigned, it would not be a key.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: part, enumerable: true });
    else copy[key] = part;
  }
  return copy;
}

const isIndex = (key: string): boolean => {
  const code = key.charCodeAt(0);
  return code >= 48 && code <= 57 && String(Number(key) >>> 0) === key && key !== '4294967295';
};

/** null < numbers < strings; see `Scalar`. */
export type IndexValue = string | number | null;

export const indexValue = (doc: Doc, field: string): IndexValue => toIndexValue(Object.hasOwn(doc, field) ? doc[field] : null);

export function toIndexValue(value: unknown): IndexValue {
  switch (typeof value) {
    case 'string':
      return value.toWellFormed();
    case 'number':
      // + 0: there is no -0 in JSON.
      return Number.isFinite(value) ? value + 0 : null;
    case 'boolean':
      return Number(value);
    default:
      return null;
  }
}

export interface Order {
  field: string;
  desc: boolean;
}

export const toOrder = (field: string): Order => (field.startsWith('-') ? { field: field.slice(1), desc: true } : { field, desc: false });

/** The direction of the key at the end of an index or a sort. */
export const keyDescends = (orders: readonly Order[]): boolean => orders.at(-1)?.desc ?? false;

/** Every field that some index names, once, in a fixed order. */
export const indexedFields = (indexes: readonly IndexFields[]): string[] => [
  ...new Set(indexes.flatMap((fields) => fields.map((field) => toOrder(field).field))),
];

export type Test =
  | { field: string; kind: 'oneOf'; values: readonly IndexValue[] }
  | { field: string; kind: 'range'; op: 'gt' | 'gte' | 'lt' | 'lte'; bound: IndexValue };

export interface Plan {
  tests: readonly Test[];
  order: readonly Order[];
  keyDesc: boolean;
  /** The declared index that serves it; null: the keys alone. */
  index: number | null;
  /** The values of `order` in the last document of the page before. */
  after: { values: readonly IndexValue[]; key: string } | null;
  limit: number | null;
}

const OPS = ['gt', 'gte', 'lt', 'lte'] as const;

/** Throws NotIndexed and BadCursor. */
export function plan(query: Query, indexes: readonly IndexFields[]): Plan {
  const tests: Test[] = [];
  const single = new Set<string>();
  const listed = new Set<string>();
  const ranged = new Set<string>();
  for (const [field, condition] of Object.entries(query.where ?? {})) {
    if (isScalar(condition)) {
      tests.push({ field, kind: 'oneOf', values: [toIndexValue(condition)] });
      single.add(field);
    } else if ('in' in condition) {
      tests.push({ field, kind: 'oneOf', values: [...new Set(condition.in.map(toIndexValue))] });
      listed.add(field);
    } else {
      for (const op of OPS) {
        const bound = condition[op];
        if (bound !== undefined) tests.push({ field, kind: 'range', op, bound: toIndexValue(bound) });
      }
      ranged.add(field);
    }
  }
  const sort = (query.sort ?? []).map(toOrder);
  const order = sort.filter(({ field }) => !single.has(field));
  const first = order[0]?.field;
  if (first !== undefined && listed.delete(first)) ranged.add(first);
  const index = serving(new Set([...single, ...listed]), ranged, order, indexes);
  if (index === undefined) throw new NotIndexed(JSON.stringify({ where: query.where, sort: query.sort, declared: indexes }));
  if (query.limit !== undefined && !(query.limit >= 1)) throw new RangeError(`limit ${query.limit}`);
  return {
    tests,
    order,
    keyDesc: keyDescends(order),
    index,
    after: query.cursor === undefined ? null : fromCursor(query.cursor, order.length),
    limit: query.limit ?? null,
  };
}

const isScalar = (condition: Condition): condition is Scalar => typeof condition !== 'object' || condition === null;

function serving(
  equal: ReadonlySet<string>,
  ranged: ReadonlySet<string>,
  order: readonly Order[],
  indexes: readonly IndexFields[],
): number | null | undefined {
  if (equal.size === 0 && ranged.size === 0 && order.length === 0) return null;
  if (ranged.size > 1) return undefined;
  const fits = indexes.map((fields) => {
    const orders = fields.map(toOrder);
    const rest = orders.slice(equal.size);
    if (!orders.slice(0, equal.size).every(({ field }) => equal.has(field)) || orders.length < equal.size) return 'no';
    if (ranged.size > 0 && !(rest[0] && ranged.has(rest[0].field))) return 'no';
    const exact = rest.length === order.length && rest.every(({ field }, i) => order[i]?.field === field);
    const flips = rest.map(({ desc }, i) => desc !== order[i]?.desc);
    if (exact && (flips.every(Boolean) || !flips.some(Boolean))) return 'exact';
    return order.length === 0 ? 'prefix' : 'no';
  });
  const found = fits.indexOf('exact') >= 0 ? fits.indexOf('exact') : fits.indexOf('prefix');
  return found >= 0 ? found : undefined;
}

export const cursorAfter = (order: readonly Order[], last: StoredDoc): string =>
  writeCursor([...order.map(({ field }) => indexValue(last.doc, field)), last.key]);

function fromCursor(cursor: string, fields: number): { values: IndexValue[]; key: string } {
  const parts = readCursor(cursor);
  if (parts.length !== fields + 1) throw new BadCursor();
  const key = parts.pop();
  const values = parts.map(toIndexValue);
  if (typeof key !== 'string' || values.some((value, i) => value !== parts[i])) throw new BadCursor();
  return { values, key };
}

/** For each change, the people whose data its view may hold; see `Change`. */
export function personsOfChanges(batch: Batch): (readonly string[])[] {
  const at = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const { docs } of batch.writes) {
    for (const { position, persons } of docs) {
      const here = at.get(position) ?? new Set();
      at.set(position, here);
      for (const person of persons) {
        here.add(person);
        all.add(person);
      }
    }
  }
  return batch.changes.map(({ view, position }) => (view ? [...(at.get(position) ?? all)] : []));
}
