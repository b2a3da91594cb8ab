import { currentClassIds, teaches } from '../../../events/outline.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { enrolment } from './enrolment.ts';
import { type Eligibility, type ReviewCommand, type ReviewState, review } from './review.ts';

export function createReviews(commands: Commands) {
  const send = (command: ReviewCommand, context: CommandContext) =>
    commands.handle(
      review,
      `${command.userId}_${command.courseId}`,
      command,
      derived(context, 'review', command.type, command.userId, command.courseId),
    );

  const reviews = {
    /** What decides whether this person may review this course now. Errors: COURSE_NOT_FOUND, USER_NOT_FOUND. */
    eligibility: async (userId: number, courseId: number): Promise<Eligibility> => {
      const { state: outline } = await commands.load(course, courseId);
      if (outline.status === 'none') return refuse('COURSE_NOT_FOUND');
      const { state: person } = await commands.load(user, userId);
      if (person.status !== 'active') return refuse('USER_NOT_FOUND');
      const { state: learner } = await commands.load(enrolment, `${userId}_${courseId}`);
      const classes = currentClassIds(outline);
      return {
        enrolled: learner.enrolled,
        teaches: teaches(outline, userId),
        verified: person.verified,
        done: classes.filter((classId) => learner.completed.has(classId)).length,
        total: classes.length,
      };
    },
    /** Posts the learner's review of the course, or edits it. Errors: those of `eligibility`, `reviewObstacle`, REVIEW_TOO_LONG. */
    write: async (
      userId: number,
      courseId: number,
      { stars, text }: { stars: number; text: string },
      context: CommandContext,
    ): Promise<Handled<ReviewState>> =>
      send({ type: 'write', userId, courseId, stars, text, eligibility: await reviews.eligibility(userId, courseId) }, context),
    withdraw: (userId: number, courseId: number, context: CommandContext): Promise<Handled<ReviewState>> =>
      send({ type: 'withdraw', userId, courseId }, context),
    /** By an administrator. Errors: REVIEW_NOT_FOUND, REASON_REQUIRED. */
    hide: (userId: number, courseId: number, reason: string, context: CommandContext): Promise<Handled<ReviewState>> =>
      send({ type: 'hide', userId, courseId, reason }, context),
    /** Errors: REVIEW_NOT_FOUND. */
    restore: (userId: number, courseId: number, context: CommandContext): Promise<Handled<ReviewState>> =>
      send({ type: 'restore', userId, courseId }, context),
  };
  return reviews;
}

export type Reviews = ReturnType<typeof createReviews>;
