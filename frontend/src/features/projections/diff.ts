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
