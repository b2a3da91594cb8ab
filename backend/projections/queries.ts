import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

type Event = StreamEvent<'queries'>;

export interface QueryDoc {
  queryId: string;
  by: number | null;
  /** Texts are null where their author was erased; the document stays for whoever writes it anew, and so does its card. */
  name: string | null;
  sql: string | null;
  at: string;
  /** How it is shown as a live card, and where among them; null: it is none. */
  card: Pick<DataOf<'QueryPinned'>, 'view' | 'place'> | null;
}

const key = ({ data }: { data: { queryId: string } }) => data.queryId;

/** Questions of SQL that analysts keep. Those of whoever is erased are left without words, and shown to nobody. */
export const queries: Projection<QueryDoc, Event> = {
  name: 'queries',
  // Since the third, they say whose words they are; since the fourth, they outlast them.
  version: 4,
  indexes: [['name']],
  on: {
    QuerySaved: {
      key,
      evolve: (doc, { data: { queryId, by, name, sql }, meta }) => ({
        queryId,
        by: name === null ? null : by,
        name,
        sql,
        at: meta.occurredAt,
        card: doc?.card ?? null,
      }),
    },
    QueryRemoved: { key, evolve: () => null },
    QueryPinned: { key, evolve: (doc, { data: { view, place } }) => doc && { ...doc, card: { view, place } } },
    QueryUnpinned: { key, evolve: (doc) => doc && { ...doc, card: null } },
    QueryCardsOrdered: {
      key: ({ data }) => data.queryIds,
      evolve: (doc, { data }, queryId) => (doc?.card ? { ...doc, card: { ...doc.card, place: data.queryIds.indexOf(queryId) } } : doc),
    },
  },
  persons: ({ by }) => (by === null ? [] : [String(by)]),
  redact: (doc) => ({ ...doc, by: null, name: null, sql: null }),
  topics: (id) => [{ topic: 'consultas', id }],
};
