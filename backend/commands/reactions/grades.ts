import type { Envelope } from '../../../events/define.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Grades } from '../operations/grades.ts';

/** Progress goes on to learning platforms, as far as it then is of a course; what is known of a platform or person there ends with them. */
export function gradeReactor(grades: Grades, clock: () => Date): Reactor {
  const moved = async ({ data }: Envelope) => {
    const { userId, courseId } = data as { userId: number; courseId: number };
    await grades.changed(userId, courseId, clock());
  };
  const mended = async ({ data }: Envelope) => grades.again((data as { platformId: string }).platformId, clock());
  const rearranged = async ({ data }: Envelope) => grades.outlineChanged((data as { courseId: number }).courseId, clock());
  return {
    name: 'grades',
    on: {
      ClassCompleted: moved,
      ClassUncompleted: moved,
      ClassAdded: rearranged,
      ClassRemoved: rearranged,
      ClassRestored: rearranged,
      ModuleRemoved: rearranged,
      ModuleRestored: rearranged,
      PlatformResumed: mended,
      PlatformChanged: mended,
      PlatformRemoved: async ({ data }) => grades.forgetPlatform((data as { platformId: string }).platformId),
      async OutsideIdentityUnlinked({ data }) {
        const { userId, providerId } = data as { userId: number; providerId: string };
        await grades.forgetLearner(providerId, userId);
      },
      UserErased: async ({ data }) => grades.forgetPerson((data as { userId: number }).userId),
    },
  };
}
