import type { StreamEvent } from '../../events/registry.ts';
import { type VisitSource, visitSources } from '../../events/visits.ts';
import type { Projection } from './projection.ts';

/** Visits of one day of the school's calendar, by where they came from. */
export type VisitsDoc = { day: string } & Readonly<Record<VisitSource, number>>;

export const visits: Projection<VisitsDoc, StreamEvent<'visits'>> = {
  name: 'visits',
  version: 1,
  indexes: [['day']],
  on: {
    VisitsCounted: {
      key: ({ data }) => data.date,
      evolve: (doc, { data }, day) => ({
        day,
        ...(Object.fromEntries(visitSources.map((source) => [source, (doc?.[source] ?? 0) + data[source]])) as Record<VisitSource, number>),
      }),
    },
  },
  topics: (day) => [{ topic: 'cifras', id: `visitas-${day}` }],
};
