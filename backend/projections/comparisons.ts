import type { EventOf } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

type Event = EventOf<'PaymentsCompared' | 'DifferencesSettled'>;

export interface ComparisonDoc {
  from: string;
  to: string;
  comparedAt: string;
  differences: number;
  /** Whether it differs, and nobody has said that this is settled. */
  open: boolean;
}

const key = ({ data }: { data: { from: string; to: string } }) => `${data.from}_${data.to}`;

/** The last comparison of the payments of some days with the provider's report: the same days, compared again, take its place. */
export const comparisons: Projection<ComparisonDoc, Event> = {
  name: 'comparisons',
  version: 1,
  indexes: [['open', 'comparedAt']],
  on: {
    PaymentsCompared: {
      key,
      evolve: (_, { data: { from, to, differences }, meta }) => ({
        from,
        to,
        differences,
        comparedAt: meta.occurredAt,
        open: differences > 0,
      }),
    },
    DifferencesSettled: { key, evolve: (doc) => doc && { ...doc, open: false } },
  },
  topics: (id) => [{ topic: 'comparaciones', id }],
};
