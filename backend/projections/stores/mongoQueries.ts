import type { Filter } from 'mongodb';
import { type DocRow, encoded } from './mongoDocuments.ts';
import type { IndexValue, Plan } from './query.ts';

/** Queries of documents as filters of MongoDB. */

export const fieldOf = (field: string): string => `_meta.d.${encoded(field)}`;

type Term = Record<string, unknown>;

/** The filter of a plan. After a cursor, each branch of the `$or` bounds a range of the index. */
export function matching({ tests, order, keyDesc, after }: Plan): Filter<DocRow> {
  const terms: Term[] = [{ '_meta.t': false }];
  for (const test of tests) {
    const field = fieldOf(test.field);
    if (test.kind === 'oneOf') terms.push({ [field]: test.values.length === 1 ? test.values[0] : { $in: test.values } });
    else if (test.bound !== null) terms.push({ [field]: { [`$${test.op}`]: test.bound } });
    else terms.push(test.op === 'gte' || test.op === 'lte' ? { [field]: null } : { _id: { $in: [] } });
  }
  if (!after) return { $and: terms } as Filter<DocRow>;
  const branches: Term[] = [];
  const equal: Term[] = [];
  order.forEach(({ field, desc }, i) => {
    const value = after.values[i] ?? null;
    for (const condition of beyond(value, desc)) branches.push({ $and: [...terms, ...equal, { [fieldOf(field)]: condition }] });
    equal.push({ [fieldOf(field)]: value });
  });
  branches.push({ $and: [...terms, ...equal, { _id: { [keyDesc ? '$lt' : '$gt']: after.key } }] });
  return { $or: branches } as Filter<DocRow>;
}

/** Comparisons stay within one kind: null, numbers and strings follow one another. */
function beyond(value: IndexValue, desc: boolean): unknown[] {
  const [none, numbers, strings] = [null, { $lte: Number.POSITIVE_INFINITY }, { $gte: '' }];
  if (value === null) return desc ? [] : [numbers, strings];
  if (typeof value === 'number') return desc ? [{ $lt: value }, none] : [{ $gt: value }, strings];
  return desc ? [{ $lt: value }, numbers, none] : [{ $gt: value }];
}
