import { teaches } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { KnownComment } from '../../commands/discussion/discussions.ts';
import type { ModerationState } from '../../commands/discussion/moderation.ts';
import type { HandleOptions } from '../../commands/kernel/handle.ts';
import { taughtBy } from '../answers/taught.ts';
import type { Call } from '../calls/implement.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';

/** An upper bound: nobody teaches more courses than this. */
export const MOST_COURSES = 1_000;

/** The courses that a person moderates: administrators all, instructors their own. */
export function moderatorAccess({ commands, discussions }: Pick<Deps, 'commands' | 'discussions'>) {
  const moderates = async ({ userId, role }: Identity, courseId: number): Promise<boolean> =>
    role === 'administrator' || (role === 'instructor' && teaches((await commands.load(course, courseId)).state, userId));
  return {
    /** null: all courses. */
    async coursesOf({ userId, role }: Identity, call: Call): Promise<number[] | null> {
      if (role === 'administrator') return null;
      return (await taughtBy(userId, call.reads)).map(({ courseId }) => courseId);
    },
    /** A comment that the caller moderates. Throws COMMENT_NOT_FOUND also where it is not theirs: what one may not see is not there. */
    async moderated(commentId: number, { identity }: Call): Promise<KnownComment> {
      const comment = await discussions.find(commentId);
      if (!identity || !(await moderates(identity, comment.courseId))) throw new ApiError('COMMENT_NOT_FOUND');
      return comment;
    },
  };
}
export type Moderators = ReturnType<typeof moderatorAccess>;

/** To remove what others already decided on is a second decision: only for who made the first, or says (`If-Match`) that they saw it. */
export const undecidedByOthers = (userId: number): HandleOptions<ModerationState> => ({
  check({ open, closed, decidedBy, removed }) {
    if (!removed && open.length === 0 && closed.length > 0 && decidedBy !== userId) throw new ApiError('REPORTS_RESOLVED');
  },
});
