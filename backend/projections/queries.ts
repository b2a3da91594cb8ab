import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

type Event = StreamEvent<'queries'>;

export interface QueryDoc extends Omit<DataOf<'QuerySaved'>, 'queryId'> {
  queryId: string;
  at: string;
  /** How it is shown as a live card, and where among them; null: it is none. */
  card: Pick<DataOf<'QueryPinned'>, 'view' | 'place'> | null;
}

const key = ({ data }: { data: { queryId: string } }) => data.queryId;

/** Questions of SQL that analysts keep. */
export const queries: Projection<QueryDoc, Event> = {
  name: 'queries',
  // Since the second, they may be pinned as live cards.
  version: 2,
  indexes: [['name']],
  on: {
    QuerySaved: { key, evolve: (doc, { data, meta }) => ({ ...data, at: meta.occurredAt, card: doc?.card ?? null }) },
    QueryRemoved: { key, evolve: () => null },
    QueryPinned: { key, evolve: (doc, { data: { view, place } }) => doc && { ...doc, card: { view, place } } },
    QueryUnpinned: { key, evolve: (doc) => doc && { ...doc, card: null } },
    QueryCardsOrdered: {
      key: ({ data }) => data.queryIds,
      evolve: (doc, { data }, queryId) => (doc?.card ? { ...doc, card: { ...doc.card, place: data.queryIds.indexOf(queryId) } } : doc),
    },
  },
  topics: (id) => [{ topic: 'consultas', id }],
};
