import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'queries'>;
export interface Query {
  /** Whose words they are; null: nobody's, of an older release. */
  by: number | null;
  name: string;
  sql: string;
}
export type CardView = DataOf<'QueryPinned'>['view'];
export interface KeptQuery {
  /** null: whoever had typed it was erased. It counts as none; its card is that of who has written it anew since. */
  words: Query | null;
  card: { view: CardView; place: number } | null;
}
export type QueryCommand =
  /** `all`: whoever does it may do so with those of others, too. */
  | ({ type: 'save'; queryId: string; by: number; all: boolean } & Omit<Query, 'by'>)
  | { type: 'remove'; queryId: string; by: number; all: boolean }
  | { type: 'pin'; queryId: string; view: CardView }
  | { type: 'unpin'; queryId: string }
  /** The first cards, in this order; those that are not named follow as they stand. */
  | { type: 'order'; queryIds: readonly string[] };

export const MOST_QUERIES = 200;
/** Each of them is asked again while somebody looks at it. */
export const MOST_CARDS = 8;

const cardsOf = (state: GrowingMap<string, KeptQuery>): string[] =>
  [...state]
    .flatMap(([queryId, { words, card }]) => (words && card ? [{ queryId, place: card.place }] : []))
    .sort((a, b) => a.place - b.place)
    .map(({ queryId }) => queryId);

/** Kept questions of SQL, and those that are pinned as live cards; stream `queries-log`. Errors: TOO_MANY_ITEMS, TOO_MANY_CARDS, QUERY_NOT_FOUND, QUERY_OF_ANOTHER. */
export const queries: Decider<GrowingMap<string, KeptQuery>, QueryCommand, Event> = {
  category: 'queries',
  wordless: 'where lost',
  initial: () => new GrowingMap(),
  decide(command, state) {
    if (command.type === 'order') {
      const cards = cardsOf(state);
      const named = [...new Set(command.queryIds)].filter((queryId) => cards.includes(queryId));
      const queryIds = [...named, ...cards.filter((queryId) => !named.includes(queryId))];
      return queryIds.every((queryId, place) => queryId === cards[place]) ? [] : [{ type: 'QueryCardsOrdered', data: { queryIds } }];
    }
    const { queryId } = command;
    const kept = state.get(queryId);
    const before = kept?.words ? kept : undefined;
    if (command.type === 'save') {
      const { by, name, sql } = command;
      if (before?.words?.name === name && before.words.sql === sql) return [];
      if (before?.words && before.words.by !== by && !command.all) return refuse('QUERY_OF_ANOTHER');
      if (!before && [...state].filter(([, { words }]) => words).length >= MOST_QUERIES) return refuse('TOO_MANY_ITEMS');
      const saved = { type: 'QuerySaved' as const, data: { queryId, by, name, sql } };
      return kept && !before ? [{ type: 'QueryRemoved', data: { queryId } }, saved] : [saved];
    }
    if (!before) return refuse('QUERY_NOT_FOUND');
    if (command.type === 'remove' && before.words?.by !== command.by && !command.all) return refuse('QUERY_OF_ANOTHER');
    if (command.type === 'remove') return [{ type: 'QueryRemoved', data: { queryId } }];
    if (command.type === 'unpin') return before.card ? [{ type: 'QueryUnpinned', data: { queryId } }] : [];
    const { view } = command;
    if (before.card?.view === view) return [];
    const cards = cardsOf(state);
    if (!before.card && cards.length >= MOST_CARDS) return refuse('TOO_MANY_CARDS');
    const last = state.get(cards.at(-1) ?? '')?.card?.place ?? -1;
    return [{ type: 'QueryPinned', data: { queryId, view, place: before.card?.place ?? last + 1 } }];
  },
  evolve(state, event) {
    if (event.type === 'QueryCardsOrdered')
      return event.data.queryIds.reduce((next, queryId, place) => {
        const one = next.get(queryId);
        return one?.card ? next.with(queryId, { ...one, card: { ...one.card, place } }) : next;
      }, state);
    const { queryId } = event.data;
    const before = state.get(queryId);
    if (event.type === 'QueryRemoved') return state.without(queryId);
    if (event.type === 'QuerySaved') {
      const { by, name, sql } = event.data;
      return state.with(queryId, { words: name === null || sql === null ? null : { by, name, sql }, card: before?.card ?? null });
    }
    if (!before) return state;
    const { view, place } = event.type === 'QueryPinned' ? event.data : { view: null, place: 0 };
    return state.with(queryId, { ...before, card: view === null ? null : { view, place } });
  },
};
