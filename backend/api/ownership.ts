import { course } from '../commands/catalogue/course.ts';
import type { Deps } from './deps.ts';
import type { Owns } from './implement.ts';
import { ApiError } from './plugins/errors.ts';

/** Ownership is decided on the streams themselves, never on a read model. */
export const createOwns =
  ({ commands, learning }: Pick<Deps, 'commands' | 'learning'>): Owns =>
  async (is, identity, courseId) => {
    if (is === 'teaches') {
      const { state } = await commands.load(course, courseId);
      if (state.status === 'none') throw new ApiError('COURSE_NOT_FOUND');
      return state.instructorId === identity.userId;
    }
    const { access, enrolled, outline } = await learning.access(identity.userId, courseId);
    // Content is for who has access, not only on cards (B10); drafts are for their authors, and for who is enrolled already.
    if (access === null) throw new ApiError(outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'NOT_ENROLLED');
    if (outline.status !== 'published' && access !== 'staff' && enrolled === null) throw new ApiError('COURSE_NOT_FOUND');
    return true;
  };
