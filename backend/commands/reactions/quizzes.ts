import type { EventOf } from '../../../events/define.ts';
import type { AttemptStarted } from '../../../events/quizzes.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { GRACE_MS } from '../learning/attempt.ts';
import type { Quizzes } from '../learning/quizzes.ts';

const CLOSE = 'closeAttempt';

/** Quizzes are published with their course, and attempts whose time is over are closed. */
export function quizReactor(quizzes: Pick<Quizzes, 'publishAll'>, timer: Timer): Reactor {
  const publish: Reaction = async (event, context) => {
    await quizzes.publishAll((event.data as { courseId: number }).courseId, context);
  };
  return {
    name: 'quizzes',
    on: {
      CoursePublished: publish,
      CourseChangesPublished: publish,
      async AttemptStarted(event) {
        const { userId, courseId, moduleId, classId, subtopicId, attempt, dueAt } = event.data as EventOf<typeof AttemptStarted>['data'];
        if (dueAt === null) return;
        const due = new Date(Date.parse(dueAt) + GRACE_MS).toISOString();
        const data = { userId, courseId, moduleId, classId, subtopicId, attempt };
        await timer.schedule({ thing: `attempt ${userId}_${subtopicId}_${attempt}`, due, kind: CLOSE, data });
      },
    },
  };
}

export const quizDeadlines = (quizzes: Pick<Quizzes, 'close'>): Readonly<Record<typeof CLOSE, DeadlineAction>> => ({
  async [CLOSE]({ data }, context) {
    const [userId, courseId, moduleId, classId, subtopicId, attempt] = (
      ['userId', 'courseId', 'moduleId', 'classId', 'subtopicId', 'attempt'] as const
    ).map((name) => Number(data[name])) as [number, number, number, number, number, number];
    await quizzes.close(userId, { courseId, moduleId, classId, subtopicId }, attempt, context);
  },
});
