import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';

/** Where the visitors of a public page came from: a typed or kept address, a search engine, a social network, a link of a campaign, another site. */
export const visitSources = ['direct', 'search', 'social', 'campaign', 'other'] as const;
export type VisitSource = (typeof visitSources)[number];

const count = z.number().int().min(0);
/** How many came on that day since the last count; recorded at intervals, with nothing about who they were. */
export const VisitsCounted = defineEvent('VisitsCounted', {
  category: 'visits',
  schema: z.object({ date: z.iso.date(), direct: count, search: count, social: count, campaign: count, other: count }),
  summary: 'La escuela anotó cuántas visitas llegaron a sus páginas públicas, y de dónde; nada de quiénes.',
  sentence: said('anotó las visitas del {date}', 'counted the visits of {date}'),
});
