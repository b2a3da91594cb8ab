import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

export type Search = Omit<DataOf<'SearchKept'>, 'userId' | 'searchId'>;
export type SearchCommand = { userId: number; searchId: string } & (({ type: 'keep' } & Search) | { type: 'forget' });

export const MOST_SEARCHES = 50;

/** Kept searches of one person; stream `searches-<userId>`. Errors: TOO_MANY_ITEMS, SEARCH_NOT_FOUND. */
export const searches: Decider<GrowingMap<string, Search>, SearchCommand, StreamEvent<'searches'>> = {
  category: 'searches',
  wordless: 'where lost',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { userId, searchId } = command;
    const before = state.get(searchId);
    if (command.type === 'forget') return before ? [{ type: 'SearchForgotten', data: { userId, searchId } }] : refuse('SEARCH_NOT_FOUND');
    const { page, folder, name, address, shared } = command;
    if (before?.name === name && before.folder === folder && before.address === address && before.shared === shared) return [];
    if (!before && state.size >= MOST_SEARCHES) return refuse('TOO_MANY_ITEMS');
    return [{ type: 'SearchKept', data: { userId, searchId, page, folder, name, address, shared } }];
  },
  evolve(state, event) {
    if (event.type === 'SearchForgotten') return state.without(event.data.searchId);
    const { userId: _, searchId, ...search } = event.data;
    return state.with(searchId, search);
  },
};
