export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which two documents differ, by path; a list counts as one field. `undefined` stands for a missing field. */
export const changedFields = (before: unknown, after: unknown, path = ''): FieldChange[] => {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ field: path || '·', before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changedFields(before[name], after[name], path ? `${path}.${name}` : name),
  );
};

/** On one line where it is short. */
export const writtenValue = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value) ?? '';
  return line.length <= 60 ? line : JSON.stringify(value, null, 1);
};

interface Counts {
  agregados: number;
  cambiados: number;
  eliminados: number;
  iguales: number;
}
/** The share of documents that a switch would change, 0 to 1. */
export const changedShare = ({ agregados, cambiados, eliminados, iguales }: Counts): number => {
  const touched = agregados + cambiados + eliminados;
  const all = touched + iguales;
  return all === 0 ? 0 : touched / all;
};
/** Above this share, a switch requires a written reason. */
export const largeShare = 0.2;
