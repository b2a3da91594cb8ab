import type { SqlAnswer } from '../../../../backend/api/contract/sql.ts';
import type { Datum } from '../../ui/charts.tsx';

type Answer = Pick<NonNullable<SqlAnswer['respuesta']>, 'columnas' | 'filas'>;

/** More bars than this cannot be told apart in a chart. */
export const MOST_BARS = 90;

/** More charts beside each other than this are not compared any more. */
export const MOST_CHARTS = 4;

/** From this many times the size on, what is small would be a flat line on the scale of what is large. */
const FAR = 20;

export interface QueryChart {
  /** Its column: columns may have the same name. */
  at: number;
  of: string;
  data: Datum[];
  /** The top of its scale, at least: the highest value of all charts of the answer where they are compared, else its own. */
  least: number;
}
interface Charts {
  charts: QueryChart[];
  /** Their values are so far from each other that each has a scale of its own. */
  apart: boolean;
}

/**
 * What charts of an answer show: its first column, and each of numbers after it, so that two definitions of one figure stand side by side. None: there is
 * nothing to draw.
 */
export function chartsOf({ columnas, filas }: Answer): Charts {
  const names = filas.map(([name]) => String(name ?? ''));
  if (filas.length === 0 || filas.length > MOST_BARS || new Set(names).size < names.length) return { charts: [], apart: false };
  const numbers = columnas.flatMap((_, index) => (index > 0 && filas.every((row) => typeof row[index] === 'number') ? [index] : []));
  const shown = numbers.slice(0, MOST_CHARTS).map((at) => ({ at, highest: Math.max(...filas.map((row) => Number(row[at]))) }));
  const sizes = shown.flatMap(({ highest }) => (highest > 0 ? [highest] : []));
  const top = Math.max(0, ...sizes);
  const apart = top > 0 && top >= FAR * Math.min(...sizes);
  return {
    apart,
    charts: shown.map(({ at, highest }) => ({
      at,
      of: columnas[at] ?? '',
      // A chart of nothing but zeros has a scale too.
      least: (apart ? Math.max(0, highest) : top) || 1,
      data: filas.map((row, index) => ({ x: names[index] ?? '', y: Number(row[at]) })),
    })),
  };
}
