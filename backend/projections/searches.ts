import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface SearchDoc {
  searchId: string;
  userId: number;
  page: 'history' | 'events' | 'reports';
  folder: string | null;
  name: string;
  address: string;
  shared: boolean;
  at: string;
}

const key = ({ data }: Recorded<StreamEvent<'searches'>>) => data.searchId;

/** Searches that people keep. Those of whoever is erased go with them. */
export const searches: Projection<SearchDoc, StreamEvent<'searches'>> = {
  name: 'searches',
  version: 2,
  indexes: [
    ['page', 'userId', 'name'],
    ['page', 'shared', 'name'],
  ],
  on: {
    SearchKept: {
      key,
      evolve(_, { data: { searchId, userId, page, folder, name, address, shared }, meta }) {
        return name === null || address === null ? null : { searchId, userId, page, folder, name, address, shared, at: meta.occurredAt };
      },
    },
    SearchForgotten: { key, evolve: () => null },
  },
  persons: ({ userId }) => [String(userId)],
  redact: () => null,
  topics: (id) => [{ topic: 'busquedas', id }],
};
