import { catalogueOrders, facetValues } from '../../../backend/api/contract/facets.ts';
import type { FoundCourses } from '../../../backend/api/contract/records/courses.ts';

/** A query of the catalogue as it is in the address. The server searches, sorts and counts (C-73). */

export const orders = catalogueOrders;
export type Order = (typeof orders)[number];
export const facets = facetValues;
export type Facet = keyof typeof facets;
export const facetNames = ['dificultad', 'ruta', 'tipo', 'precio'] as const satisfies readonly Facet[];
export type Found = FoundCourses;

export interface Filters {
  search: string;
  order: Order;
  chosen: Record<Facet, readonly string[]>;
  /** The most courses to show; grows by pages. */
  shown: number;
}

export const PAGE = 24;
const MOST = 480;

export const readFilters = (params: URLSearchParams): Filters => {
  const wanted = params.get('orden');
  const shown = Number(params.get('mostrar'));
  const values = (facet: Facet) => facets[facet].filter((value) => (params.get(facet) ?? '').split(',').includes(value));
  return {
    search: (params.get('buscar') ?? '').slice(0, 100),
    order: orders.find((order) => order === wanted) ?? 'mejor',
    chosen: { dificultad: values('dificultad'), ruta: values('ruta'), tipo: values('tipo'), precio: values('precio') },
    shown: Number.isInteger(shown) && shown > PAGE ? Math.min(MOST, shown) : PAGE,
  };
};

/** Only what differs from the defaults, so that the plain page has a plain address. */
export const writeFilters = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  if (filters.search.trim()) params.set('buscar', filters.search.trim());
  if (filters.order !== 'mejor') params.set('orden', filters.order);
  for (const facet of facetNames) if (filters.chosen[facet].length > 0) params.set(facet, filters.chosen[facet].join(','));
  if (filters.shown > PAGE) params.set('mostrar', String(filters.shown));
  return params;
};

export const chosenCount = (filters: Filters, without: readonly Facet[] = []): number =>
  facetNames.filter((facet) => !without.includes(facet)).reduce((sum, facet) => sum + filters.chosen[facet].length, 0);

/** The parameters of the call, without paging. */
export const questionOf = (filters: Filters): string => {
  const params = writeFilters({ ...filters, shown: PAGE });
  params.sort();
  return params.toString();
};
