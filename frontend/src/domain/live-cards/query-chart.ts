import type { SqlAnswer } from '../../../../backend/api/contract/sql.ts';
import type { Datum } from '../../ui/charts.tsx';

type Answer = Pick<NonNullable<SqlAnswer['respuesta']>, 'columnas' | 'filas'>;

/** More bars than this cannot be told apart in a chart. */
export const MOST_BARS = 90;

/** More charts beside each other than this are not compared any more. */
export const MOST_CHARTS = 4;

export interface QueryChart {
  /** Its column: columns may have the same name. */
  at: number;
  of: string;
  data: Datum[];
  /** The highest value of all charts of the answer: those of one scale are compared. */
  least: number;
}

/**
 * What charts of an answer show: its first column, and each of numbers after it, so that two definitions of one figure stand side by side. None: there is
 * nothing to draw.
 */
export function chartsOf({ columnas, filas }: Answer): QueryChart[] {
  const names = filas.map(([name]) => String(name ?? ''));
  if (filas.length === 0 || filas.length > MOST_BARS || new Set(names).size < names.length) return [];
  const numbers = columnas.flatMap((_, index) => (index > 0 && filas.every((row) => typeof row[index] === 'number') ? [index] : []));
  const shown = numbers.slice(0, MOST_CHARTS);
  const least = Math.max(1, ...shown.flatMap((at) => filas.map((row) => Number(row[at]))));
  return shown.map((at) => ({
    at,
    of: columnas[at] ?? '',
    least,
    data: filas.map((row, index) => ({ x: names[index] ?? '', y: Number(row[at]) })),
  }));
}
