import type { Envelope } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import { type CommandContext, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Learning } from '../learning/learning.ts';

/** Learners enrolled in a course, as a read model that has reached `atLeast` knows them. Who enrols later decides on the new outline anyway. */
export type LearnersOf = (courseId: number, atLeast: Position) => Promise<readonly number[]>;

/**
 * When a course loses something, its learners may have nothing left to do, or a module may open: each is looked at again.
 * A module that comes is open at once to those who finished what stands before it, and must stay so whatever is added there later.
 */
export function courseReactor(learning: Learning, learnersOf: LearnersOf): Reactor {
  const review = async (event: Envelope, context: CommandContext) => {
    const { courseId } = event.data as { courseId: number };
    for (const userId of await learnersOf(courseId, event.position)) await learning.review(userId, courseId, derived(context, userId));
  };
  return {
    name: 'courses',
    on: {
      ClassRemoved: review,
      ModuleRemoved: review,
      ModulesReordered: review,
      CourseUnlockRuleSet: review,
      ModuleAdded: review,
      ModuleRestored: review,
    },
  };
}
