import { z } from 'zod';
import { blankable, idNumber, numeric } from './common.ts';
import { route } from './route.ts';

/** Search inside what one may read of one's courses, to the paragraph. */

export const foundPassage = z.object({
  id_curso: z.number(),
  curso: z.string(),
  id_modulo: z.number(),
  modulo: z.string(),
  /** null: it stands in the module itself. */
  id_sesion: z.number().nullable(),
  clase: z.string().nullable(),
  id_subtema: z.number().nullable(),
  /** The heading above it; null: none. */
  apartado: z.string().nullable(),
  /** What stands around the words that were found, cut into what matches and what does not. */
  fragmento: z.array(z.object({ texto: z.string(), coincide: z.boolean() })),
  /** The beginning of the paragraph, by which the page finds it again; null: it is a title. */
  pasaje: z.string().nullable(),
});
export type FoundPassage = z.output<typeof foundPassage>;

export const contentSearch = {
  searchContent: route({
    id: 'searchContent',
    method: 'GET',
    path: '/api/contenido/:userId',
    tag: 'Aprendizaje',
    policy: 'account.own',
    summary:
      'Where words stand in the courses that one may read: paragraphs of lessons, classes and modules, and titles; accents and slips do not matter',
    params: z.object({ userId: idNumber }),
    query: z.object({
      buscar: z.string().trim().min(2).max(100),
      id_curso: blankable(idNumber),
      limit: numeric(z.number().int().min(1).max(50)).default(20),
    }),
    live: { still: 'an answer to what is being typed' },
    answer: z.object({
      pasajes: z.array(foundPassage),
      /** Whether there are more than these. */
      hayMas: z.boolean(),
      /** The words that were searched instead, where nothing had those of the query. */
      entendido: z.string().nullable(),
    }),
  }),
} as const;
