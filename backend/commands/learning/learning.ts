import type { EnrolmentSource } from '../../../events/learning.ts';
import type { CourseOutline } from '../../../events/outline.ts';
import type { Commands } from '../kernel/handle.ts';
import { createEnrolling } from './enrolling.ts';
import { openModules } from './enrolment.ts';
import { type Access, createLearners, planOf } from './learners.ts';
import { createStudying } from './studying.ts';

export function createLearning(commands: Commands) {
  const learners = createLearners(commands);
  const { groups, planFor, enrolmentOf } = learners;
  return {
    groups,
    ...createEnrolling(commands, learners),
    ...createStudying(commands, learners),
    async access(
      userId: number,
      courseId: number,
    ): Promise<{
      access: Access | null;
      enrolled: EnrolmentSource | null;
      outline: CourseOutline;
      /** How many events made the enrolment. */
      version: number;
    }> {
      const { access, enrolled, outline, version } = await enrolmentOf(userId, courseId);
      return { access, enrolled, outline, version };
    },
    /** As `access`, and what of the course the person may read now. */
    async reading(
      userId: number,
      courseId: number,
      now: Date,
    ): Promise<{
      access: Access | null;
      enrolled: EnrolmentSource | null;
      outline: CourseOutline;
      /** Modules whose classes the person may read (C-22); all of them for staff who look at a course without being enrolled. */
      open: ReadonlySet<number>;
      /** One comes into the course by a group alone, and they are not in it: they read of it what any visitor does. */
      outside: boolean;
    }> {
      const { access, enrolled, outline, state, person } = await enrolmentOf(userId, courseId);
      const looks = access === 'staff' || (enrolled === null && person.role !== 'student');
      const outside = !looks && enrolled === null && (await groups.isDated(courseId, now));
      const plan = enrolled === null ? planOf(outline) : await planFor(userId, outline);
      const modules = outside
        ? []
        : looks
          ? plan.modules.map(({ moduleId }) => moduleId)
          : openModules(plan, state.completed, state.unlocked);
      return { access, enrolled, outline, open: new Set(modules), outside };
    },
  };
}

export type Learning = ReturnType<typeof createLearning>;
