import type { TeachingOverview } from '../../../../backend/api/contract/teaching.ts';

export type Taught = TeachingOverview['cursos'][number];

export const columns = [
  'nombre',
  'inscripciones',
  'activos',
  'clasesSemana',
  'progreso',
  'cursosCompletados',
  'valoracion',
  'enRiesgo',
] as const;
export type Column = (typeof columns)[number];
export interface Order {
  by: Column;
  down: boolean;
}

/** How the address names an order: a column, with «-» for the largest first. What it does not know is the usual order. */
export const orderOf = (given: string | null): Order => {
  const by = columns.find((name) => name === given?.replace(/^-/, ''));
  return by && given ? { by, down: given.startsWith('-') } : { by: 'inscripciones', down: true };
};
export const orderName = ({ by, down }: Order): string => `${down ? '-' : ''}${by}`;

/** What nothing is known of comes last, whichever way. */
export const inOrder = (courses: readonly Taught[], { by, down }: Order): Taught[] =>
  [...courses].sort((a, b) => {
    const [x, y] = [a[by], b[by]];
    if (x === null || y === null) return x === y ? a.id - b.id : x === null ? 1 : -1;
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'es-MX');
    return (down ? -order : order) || a.id - b.id;
  });
