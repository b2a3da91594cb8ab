import { StoreDamaged } from '../../../events/store/faults.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Doc, StoredDoc } from '../kernel/readStore.ts';
import { canonical, type IndexValue } from './query.ts';

/**
 * How a document is stored in MongoDB: its fields as they are, for any tool that reads there, and our own fields in `_meta`. The document read back
 * has the same canonical JSON, byte for byte: numbers are doubles or small integers, times ISO text, undefined is left out.
 */
export interface DocRow {
  _id: string;
  _meta: {
    v: number;
    p: Position;
    /** Deleted: only version and position are kept, so that an older position cannot bring it back. */
    t: boolean;
    /** Values of the indexed fields, in the order that all stores agree on. */
    d: Record<string, IndexValue> | null;
    persons?: readonly string[];
    /** Canonical JSON of a document that BSON cannot represent exactly (names with `.` or `$`, lone surrogates, deep nesting); its plain fields are approximate. */
    j?: string;
  };
  [field: string]: unknown;
}

/** The server allows a hundred levels; it begins counting a little earlier. */
const DEEPEST = 90;
const RESERVED = new Set(['_id', '_meta', '__proto__']);

/** Names of collections and fields: `.` and `$` have a meaning there. */
export const encoded = (name: string): string =>
  name === '' ? '%' : name.replace(/[%.$]/g, (char) => `%${char.charCodeAt(0).toString(16)}`).replaceAll('\0', '%00');
const isPlain = (name: string): boolean => name !== '' && !RESERVED.has(name) && !/[.$\0]/.test(name) && name.isWellFormed();

/** A field that tools can query. */
export const nativeField = (name: string): string => (isPlain(name) ? name : encoded(RESERVED.has(name) ? `%${name}` : name));

function isExact(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((part) => isExact(part, depth + 1));
  return Object.entries(value).every(([name, part]) => isPlain(name) && isExact(part, depth + 1));
}

/** The nearest representation. */
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

/** Throws StoreDamaged for what this code has not written. */
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
