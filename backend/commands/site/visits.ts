import type { StreamEvent } from '../../../events/registry.ts';
import type { VisitSource } from '../../../events/visits.ts';
import type { Decider } from '../kernel/decider.ts';

/** Visits of one day; stream `visits-<day>`. */
export const visitCounts: Decider<
  null,
  { type: 'count'; date: string; counts: Readonly<Record<VisitSource, number>> },
  StreamEvent<'visits'>
> = {
  category: 'visits',
  initial: () => null,
  decide: ({ date, counts }) =>
    Object.values(counts).some((count) => count > 0) ? [{ type: 'VisitsCounted', data: { date, ...counts } }] : [],
  evolve: (state) => state,
};
