import { money } from '../lib/figures.ts';
import type { Course } from './course.ts';

type Priced = Pick<Course, 'precio' | 'moneda'>;

/** The prices of courses sold separately, from lowest to highest, each currency apart (C-02); empty: none is for sale. */
export const priceRanges = (courses: readonly Priced[]): { low: string; high: string; one: boolean }[] => {
  const amounts = new Map<string, number[]>();
  for (const { precio, moneda } of courses)
    if (precio !== null && precio > 0) amounts.set(moneda, [...(amounts.get(moneda) ?? []), precio]);
  return [...amounts].map(([currency, found]) => {
    const low = Math.min(...found);
    const high = Math.max(...found);
    return { low: money(low, currency), high: money(high, currency), one: low === high };
  });
};
