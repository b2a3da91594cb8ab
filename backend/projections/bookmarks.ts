import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface BookmarksDoc {
  userId: number;
  /** The newest first. */
  classes: { classId: number; courseId: number; at: string }[];
}

const key = ({ data }: { data: { userId: number } }) => String(data.userId);
const others = (doc: BookmarksDoc | null, classId: number) => (doc?.classes ?? []).filter((one) => one.classId !== classId);

/** The classes that each person saved for later. */
export const bookmarks: Projection<BookmarksDoc, StreamEvent<'bookmarks'>> = {
  name: 'bookmarks',
  version: 1,
  on: {
    ClassBookmarked: {
      key,
      evolve: (doc, { data: { userId, courseId, classId }, meta }) => ({
        userId,
        classes: [{ classId, courseId, at: meta.occurredAt }, ...others(doc, classId)],
      }),
    },
    BookmarkRemoved: { key, evolve: (doc, { data: { userId, classId } }) => ({ userId, classes: others(doc, classId) }) },
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (id) => [{ topic: `guardadas:${id}` }],
};
