import { z } from 'zod';
import { defineEvent } from './define.ts';

/** From where somebody came to a public page: an address typed or kept, a search engine, a social network, a link of a campaign, another site. */
export const visitSources = ['direct', 'search', 'social', 'campaign', 'other'] as const;
export type VisitSource = (typeof visitSources)[number];

const count = z.number().int().min(0);
/** So many came on that day since they were last counted; written now and then, and nothing of who they were. */
export const VisitsCounted = defineEvent('VisitsCounted', {
  category: 'visits',
  schema: z.object({ date: z.iso.date(), direct: count, search: count, social: count, campaign: count, other: count }),
  summary: 'La escuela anotó cuántas visitas llegaron a sus páginas públicas, y de dónde; nada de quiénes.',
});
