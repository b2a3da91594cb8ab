import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface QueryDoc extends Omit<Extract<StreamEvent<'queries'>, { type: 'QuerySaved' }>['data'], 'queryId'> {
  queryId: string;
  at: string;
}

const key = ({ data }: Recorded<StreamEvent<'queries'>>) => data.queryId;

/** Questions of SQL that analysts keep. */
export const queries: Projection<QueryDoc, StreamEvent<'queries'>> = {
  name: 'queries',
  version: 1,
  indexes: [['name']],
  on: {
    QuerySaved: { key, evolve: (_, { data, meta }) => ({ ...data, at: meta.occurredAt }) },
    QueryRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'consultas', id }],
};
