import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export type SegmentDoc = DataOf<'SegmentSaved'>;

const key = ({ data }: Recorded<StreamEvent<'segments'>>) => data.segmentId;

/** The filters of people that the school keeps under a name. */
export const segments: Projection<SegmentDoc, StreamEvent<'segments'>> = {
  name: 'segments',
  version: 1,
  indexes: [['name']],
  on: {
    SegmentSaved: { key, evolve: (_, { data }) => data },
    SegmentRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'segmentos', id }],
};
