import { type Change, later, type Position } from './tails.ts';

export type Row = object;

/**
 * Applies pushes to rows (in place: a draft, or an answer that was not shown yet). Returns the last position whose push did not fit, or null:
 * the caller then reads the entry again. A version that is not newer than the one held is dropped.
 */
export const patchRows = (
  rows: Row[] | undefined,
  changes: readonly Change[],
  versions: Map<string, number>,
  key = 'id',
  accepts: (data: Record<string, unknown>) => boolean = () => true,
): Position | null => {
  let rest: Position | null = null;
  for (const change of changes) {
    const at = rows?.findIndex((row) => String((row as Record<string, unknown>)[key]) === change.id) ?? -1;
    const row = rows?.[at];
    const { id: _, ...unnamed } = change.data ?? {};
    const data = key === 'id' ? change.data : change.data && unnamed;
    if ((versions.get(change.id) ?? Number.NEGATIVE_INFINITY) > change.version) continue;
    if (rows && row && change.op === 'del') rows.splice(at, 1);
    else if (row && data && Object.keys(data).every((name) => name in row) && accepts(data)) Object.assign(row, data);
    else {
      rest = later(rest, change.position);
      continue;
    }
    versions.set(change.id, change.version);
  }
  return rest;
};

/** The same for an entry that is not a list. */
export const patchEach = <Data>(
  data: Data,
  changes: readonly Change[],
  versions: Map<string, number>,
  patch: (data: Data, change: Change) => boolean,
): Position | null => {
  let rest: Position | null = null;
  for (const change of changes) {
    const name = `${change.topic} ${change.id}`;
    if ((versions.get(name) ?? Number.NEGATIVE_INFINITY) > change.version) continue;
    if (patch(data, change)) versions.set(name, change.version);
    else rest = later(rest, change.position);
  }
  return rest;
};
