import { type Course, priceOf } from '../../lib/course.ts';

export const orders = ['mejor', 'reciente', 'valorados'] as const;
export type Order = (typeof orders)[number];
export const facets = {
  nivel: ['principiante', 'intermedio', 'avanzado'],
  ruta: ['no-code', 'code'],
  tipo: ['Básico', 'Premium'],
  precio: ['gratis', 'pago'],
} as const;
export type Facet = keyof typeof facets;
export const facetNames = ['nivel', 'ruta', 'tipo', 'precio'] as const satisfies readonly Facet[];

/** What the page shows; all of it stands in the URL. */
export interface Filters {
  search: string;
  order: Order;
  chosen: Record<Facet, readonly string[]>;
}

export const readFilters = (params: URLSearchParams): Filters => {
  const wanted = params.get('orden');
  const values = (facet: Facet) => (params.get(facet) ?? '').split(',').filter((value) => facets[facet].some((known) => known === value));
  return {
    search: params.get('buscar') ?? '',
    order: orders.find((order) => order === wanted) ?? 'mejor',
    chosen: { nivel: values('nivel'), ruta: values('ruta'), tipo: values('tipo'), precio: values('precio') },
  };
};

/** Only what differs from the defaults, so that the plain page has a plain address. */
export const writeFilters = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  if (filters.search.trim()) params.set('buscar', filters.search.trim());
  if (filters.order !== 'mejor') params.set('orden', filters.order);
  for (const facet of facetNames) if (filters.chosen[facet].length > 0) params.set(facet, filters.chosen[facet].join(','));
  return params;
};

export const chosenCount = (filters: Filters): number => facetNames.reduce((sum, facet) => sum + filters.chosen[facet].length, 0);

/** Without accents and case: 'Programación' is found by 'programacion'. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a course answers the words; 0 when one of them is nowhere. */
export const score = (course: Course, search: string): number => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const title = plain(course.nombre);
  const fields: readonly [string, number][] = [
    [title, 8],
    [plain(course.categoria), 4],
    [plain(course.instructor ?? ''), 3],
    [plain(course.descripcion), 1],
  ];
  let total = 0;
  for (const word of words) {
    const best = Math.max(
      ...fields.map(([text, weight]) => {
        const at = text.indexOf(word);
        if (at < 0) return 0;
        // A word's beginning counts more than its middle.
        return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? weight * 2 : weight;
      }),
    );
    if (best === 0) return 0;
    total += best;
  }
  return total + (title.startsWith(plain(search).trim()) ? 8 : 0);
};

const priceKey = (course: Course): string => {
  const { kind } = priceOf(course);
  if (kind === 'free') return 'gratis';
  return kind === 'priced' ? 'pago' : '';
};
const facetOf: Record<Facet, (course: Course) => string> = {
  nivel: (course) => course.dificultad,
  ruta: (course) => course.level,
  tipo: (course) => course.tipo,
  precio: priceKey,
};

const newest = (a: Course, b: Course) => b.created_at.localeCompare(a.created_at) || b.id - a.id;
const bestRated = (a: Course, b: Course) => (b.rating ?? -1) - (a.rating ?? -1) || b.reviews - a.reviews;
const prominent = (a: Course, b: Course) => Number(b.destacado) - Number(a.destacado) || b.students - a.students || a.id - b.id;

/** Filtered and in order. */
export const find = (courses: readonly Course[], filters: Filters): Course[] => {
  const searching = filters.search.trim() !== '';
  const found = courses
    .filter((course) =>
      facetNames.every((facet) => filters.chosen[facet].length === 0 || filters.chosen[facet].includes(facetOf[facet](course))),
    )
    .map((course) => ({ course, score: searching ? score(course, filters.search) : 1 }))
    .filter((hit) => hit.score > 0);
  return found
    .sort((a, b) => {
      if (filters.order === 'reciente') return newest(a.course, b.course);
      if (filters.order === 'valorados') return bestRated(a.course, b.course) || prominent(a.course, b.course);
      return b.score - a.score || prominent(a.course, b.course);
    })
    .map((hit) => hit.course);
};
