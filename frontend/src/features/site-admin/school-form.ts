import { z } from 'zod';
import { type ManagedSchool, schoolBody } from '../../../../backend/api/contract/site.ts';

/** The values of the form of the school's data, by the names of the call. Missing values are empty text. */
export type SchoolParts = Required<z.input<typeof schoolBody>>;
export const schoolParts = Object.keys(schoolBody.shape) as readonly (keyof SchoolParts)[];

export const schoolForm = schoolBody.extend({
  motivo: z.string().trim(),
  /** The value of each part when the person began to change it. */
  base: z.custom<SchoolParts>(),
});
export type SchoolValues = SchoolParts & { motivo: string; base: SchoolParts };

export const partsOf = (school: ManagedSchool): SchoolParts =>
  Object.fromEntries(schoolParts.map((part) => [part, school[part] ?? (part === 'video' ? null : '')])) as SchoolParts;
export const valuesOf = (school: ManagedSchool): SchoolValues => ({ ...partsOf(school), motivo: '', base: partsOf(school) });

/** Whether both are equal, ignoring the order of fields. */
const same = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return left.length === Object.keys(right).length && left.every(([name, value]) => same(value, right[name]));
};

/** The parts that the person changed. */
export const touchedOf = (values: SchoolValues): (keyof SchoolParts)[] =>
  schoolParts.filter((part) => !same(values[part], values.base[part]));

/** Parts that changed at the school and were not changed here, or were changed to the same value: the form follows the school. */
export const movedOf = (values: SchoolValues, now: SchoolParts): (keyof SchoolParts)[] =>
  schoolParts.filter(
    (part) => !same(values.base[part], now[part]) && (same(values[part], values.base[part]) || same(values[part], now[part])),
  );
