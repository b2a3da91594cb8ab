import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'bookmarks'>;

export interface BookmarkCommand {
  userId: number;
  courseId: number;
  classId: number;
  saved: boolean;
}
/** The saved classes, each with its course. */
export type BookmarksState = GrowingMap<number, number>;

export const MOST_BOOKMARKS = 200;

/** The classes that a person saved for later. */
export const bookmarks: Decider<BookmarksState, BookmarkCommand, Event> = {
  category: 'bookmarks',
  initial: () => new GrowingMap(),
  decide({ saved, ...data }, state) {
    if (saved === state.has(data.classId)) return [];
    if (saved && state.size >= MOST_BOOKMARKS) return refuse('TOO_MANY_ITEMS');
    return [{ type: saved ? 'ClassBookmarked' : 'BookmarkRemoved', data }];
  },
  evolve: (state, { type, data }) => (type === 'ClassBookmarked' ? state.with(data.classId, data.courseId) : state.without(data.classId)),
};
