import { StoreDamaged } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Doc, StoredDoc } from '../kernel/readStore.ts';
import { canonical, type IndexValue } from './query.ts';

/**
 * How a document stands in MongoDB: its fields as they are, for any tool that reads there, and what only we need in `_meta`. What comes back is equal
 * to what went in, byte for byte of its canonical JSON: numbers are doubles or small integers, times ISO text, what is undefined is left out.
 */
export interface DocRow {
  _id: string;
  _meta: {
    v: number;
    p: Position;
    /** Deleted: only version and position stay, so that an older position cannot bring it back. */
    t: boolean;
    /** Values of the indexed fields, in the order all stores agree on. */
    d: Record<string, IndexValue> | null;
    persons?: readonly string[];
    /** Canonical JSON of a document that BSON cannot say exactly (names with `.` or `$`, halves of characters, deep nesting); its fields are then about right. */
    j?: string;
  };
  [field: string]: unknown;
}

/** The server takes a hundred levels; its own count begins a little earlier. */
const DEEPEST = 90;
const RESERVED = new Set(['_id', '_meta', '__proto__']);

/** Names of collections and fields: `.` and `$` mean something there. */
export const encoded = (name: string): string =>
  name === '' ? '%' : name.replace(/[%.$]/g, (char) => `%${char.charCodeAt(0).toString(16)}`).replaceAll('\0', '%00');
const isPlain = (name: string): boolean => name !== '' && !RESERVED.has(name) && !/[.$\0]/.test(name) && name.isWellFormed();

/** Field by which tools find it. */
export const nativeField = (name: string): string => (isPlain(name) ? name : encoded(RESERVED.has(name) ? `%${name}` : name));

function isExact(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((part) => isExact(part, depth + 1));
  return Object.entries(value).every(([name, part]) => isPlain(name) && isExact(part, depth + 1));
}

/** As near as it comes. */
function rough(value: unknown, depth = 1): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((part) => rough(part, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [nativeField(name).toWellFormed(), rough(part, depth + 1)]));
}

export function toRow(key: string, meta: Omit<DocRow['_meta'], 'j'>, doc: Doc | null): DocRow {
  if (!doc) return { _id: key, _meta: meta };
  const text = canonical(doc);
  const fields = JSON.parse(text) as Doc;
  if (isExact(fields)) return { ...fields, _id: key, _meta: meta };
  return { ...(rough(fields) as Doc), _id: key, _meta: { ...meta, j: text } };
}

/** Throws StoreDamaged for what we have not written. */
function docOf({ _id, _meta, ...fields }: DocRow): Doc {
  try {
    if (typeof _meta.v !== 'number' || typeof _meta.p !== 'string') throw new TypeError('no version or position');
    return _meta.j === undefined ? fields : (JSON.parse(_meta.j) as Doc);
  } catch (error) {
    throw new StoreDamaged('read models', `the document ${_id} cannot be read`, error);
  }
}

/** Canonical JSON; null where it is deleted. */
export const textOf = (row: DocRow): string | null => (row._meta.t ? null : (row._meta.j ?? canonical(docOf(row))));

export function toStored(row: DocRow): StoredDoc {
  const doc = docOf(row);
  return { key: row._id, version: row._meta.v, position: row._meta.p, doc };
}
