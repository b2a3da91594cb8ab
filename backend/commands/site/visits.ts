import type { VisitEvent, VisitSource } from '../../../events/visits.ts';
import type { Decider } from '../kernel/decider.ts';

/** Visits of one day; stream `visits-<day>`. */
export const visitCounts: Decider<null, { type: 'count'; date: string; counts: Readonly<Record<VisitSource, number>> }, VisitEvent> = {
  category: 'visits',
  initial: () => null,
  decide: ({ date, counts }) =>
    Object.values(counts).some((count) => count > 0) ? [{ type: 'VisitsCounted', data: { date, ...counts } }] : [],
  evolve: (state) => state,
};
