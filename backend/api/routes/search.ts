import type { Entry } from '../../projections/catalogue/catalogueIndex.ts';
import type { Asked, CatalogueSearch } from '../../projections/catalogue/catalogueSearch.ts';
import { difficulties, pesosBy, summaryRecordOf, tiers } from '../answers/courses.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { catalogue } from '../contract/catalogue.ts';
import { facetValues } from '../contract/facets.ts';
import type { CourseRecord } from '../contract/records/courses.ts';

const orders = { mejor: 'match', reciente: 'newest', valorados: 'rated' } as const;
const prices = { gratis: 'free', pagado: 'paid' } as const;

/** From the API's names to the internal ones. */
const inside = <K extends string, V extends string>(names: Readonly<Record<K, V>>, wanted: readonly string[]): K[] =>
  (Object.entries(names) as [K, V][]).filter(([, name]) => wanted.includes(name)).map(([key]) => key);
const withZeros = <V extends string>(values: readonly V[], of: (value: V) => number | undefined): Record<V, number> =>
  Object.fromEntries(values.map((value) => [value, of(value) ?? 0])) as Record<V, number>;

/** Search of the catalogue. Also answers the plain search of the documents' list, which is complete and sorted by relevance. */
export function searchRoutes(
  implement: Implement,
  catalogueSearch: CatalogueSearch,
): (text: string, call: Call) => Promise<CourseRecord[]> {
  // An entry is replaced whenever anything of it changes, so its record can be cached with it.
  const records = new WeakMap<Entry, CourseRecord>();
  const recordOf = (entry: Entry): CourseRecord => {
    const record = records.get(entry) ?? summaryRecordOf(entry.course, entry.stats, entry.instructor, entry.reviews);
    records.set(entry, record);
    return record;
  };
  const search = async (asked: Asked, call: Call) => {
    const answer = await catalogueSearch.search(asked);
    call.wrote(answer.position);
    return answer;
  };

  implement(catalogue.searchCourses, {
    async handle({ query }, call) {
      const { page, total, published, counts, understood, partial, suggested, next } = await search(
        {
          text: query.buscar ?? '',
          order: orders[query.orden],
          chosen: {
            difficulty: inside(difficulties, query.dificultad),
            track: query.ruta,
            tier: inside(tiers, query.tipo),
            price: query.precio.map((name) => prices[name]),
          },
          limit: query.limit,
          cursor: query.cursor,
        },
        call,
      );
      if (next) call.header('X-Next-Cursor', next);
      const inPesos = await pesosBy(call.reads);
      return {
        cursos: page.map(recordOf).map(inPesos),
        total,
        publicado: { cursos: published.courses, sesiones: published.classes, recursos: published.resources },
        facetas: {
          dificultad: withZeros(facetValues.dificultad, (value) => counts.difficulty[inside(difficulties, [value])[0] ?? '']),
          ruta: withZeros(facetValues.ruta, (value) => counts.track[value]),
          tipo: withZeros(facetValues.tipo, (value) => counts.tier[inside(tiers, [value])[0] ?? '']),
          precio: withZeros(facetValues.precio, (value) => counts.price[prices[value]]),
        },
        entendido: understood,
        parcial: partial,
        sugeridos: suggested.map(recordOf).map(inPesos),
        siguiente: next,
      };
    },
  });

  return async (text, call) => {
    const { page } = await search({ text, order: 'match', chosen: { difficulty: [], track: [], tier: [], price: [] } }, call);
    return page.map(recordOf).map(await pesosBy(call.reads));
  };
}
