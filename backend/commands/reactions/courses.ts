import type { Envelope } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import { eachOf } from '../kernel/eachOf.ts';
import { type CommandContext, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Learning } from '../learning/learning.ts';

/** Learners enrolled in a course, from a read model that has reached `atLeast`. Later enrolments are decided on the new outline anyway. */
export type LearnersOf = (courseId: number, atLeast: Position) => Promise<readonly number[]>;

/**
 * When a course changes, its learners may have nothing left to do, or a module may open: each of them is looked at again.
 * A new module opens at once for learners who finished what precedes it, and must stay open whatever is added before it later.
 */
export function courseReactor(learning: Learning, learnersOf: LearnersOf): Reactor {
  const review = async (event: Envelope, context: CommandContext) => {
    const { courseId } = event.data as { courseId: number };
    const learners = await learnersOf(courseId, event.position);
    await eachOf(learners, (userId) => learning.review(userId, courseId, derived(context, userId)));
  };
  return {
    name: 'courses',
    on: {
      ClassRemoved: review,
      ClassMoved: review,
      ModuleRemoved: review,
      ModulesReordered: review,
      CourseUnlockRuleSet: review,
      ModuleAdded: review,
      ModuleRestored: review,
    },
  };
}
