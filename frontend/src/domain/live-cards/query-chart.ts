import type { SqlAnswer } from '../../../../backend/api/contract/sql.ts';
import type { Datum } from '../../ui/charts.tsx';

type Answer = Pick<NonNullable<SqlAnswer['respuesta']>, 'columnas' | 'filas'>;

/** More bars than this cannot be told apart in a chart. */
export const MOST_BARS = 90;

/** What a chart of an answer shows: its first column, and the first one of numbers after it. null: there is nothing to draw. */
export function chartOf({ columnas, filas }: Answer): { of: string; data: Datum[] } | null {
  const at = columnas.findIndex((_, index) => index > 0 && filas.every((row) => typeof row[index] === 'number'));
  const names = filas.map(([name]) => String(name ?? ''));
  if (at < 0 || filas.length === 0 || filas.length > MOST_BARS || new Set(names).size < names.length) return null;
  return { of: columnas[at] ?? '', data: filas.map((row, index) => ({ x: names[index] ?? '', y: Number(row[at]) })) };
}
