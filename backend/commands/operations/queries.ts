import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'queries'>;
export type Query = Omit<Extract<Event, { type: 'QuerySaved' }>['data'], 'queryId'>;
export type QueryCommand = ({ type: 'save'; queryId: string } & Query) | { type: 'remove'; queryId: string };

export const MOST_QUERIES = 200;

/** Kept questions of SQL; stream `queries-log`. Errors: TOO_MANY_ITEMS, QUERY_NOT_FOUND. */
export const queries: Decider<GrowingMap<string, Query>, QueryCommand, Event> = {
  category: 'queries',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { queryId } = command;
    const before = state.get(queryId);
    if (command.type === 'remove') return before ? [{ type: 'QueryRemoved', data: { queryId } }] : refuse('QUERY_NOT_FOUND');
    const { name, sql } = command;
    if (before?.name === name && before.sql === sql) return [];
    if (!before && state.size >= MOST_QUERIES) return refuse('TOO_MANY_ITEMS');
    return [{ type: 'QuerySaved', data: { queryId, name, sql } }];
  },
  evolve(state, event) {
    if (event.type === 'QueryRemoved') return state.without(event.data.queryId);
    const { queryId, name, sql } = event.data;
    return state.with(queryId, { name, sql });
  },
};
