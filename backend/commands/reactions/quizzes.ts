import type { DataOf } from '../../../events/registry.ts';
import { course } from '../catalogue/course.ts';
import { type Commands, resumed } from '../kernel/handle.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { GRACE_MS } from '../learning/attempt.ts';
import { presentQuizzes } from '../learning/quizIds.ts';
import type { Quizzes } from '../learning/quizzes.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { isNews } from './news.ts';

const CLOSE = 'closeAttempt';

/** Quizzes are published with their course, attempts whose time is over are closed, and whose attempt was annulled hears of it. */
export function quizReactor(
  commands: Pick<Commands, 'load'>,
  quizzes: Pick<Quizzes, 'publishAll'>,
  notifications: Pick<Notifications, 'notify'>,
  timer: Timer,
): Reactor {
  const publish: Reaction = async (event, context) => {
    // By the same command: of the call that published the course and this, the later one recognises what is done.
    const { commandId, correlationId, actor } = event.meta;
    const published = resumed(context, { commandId, correlationId, causationId: event.id, actor });
    await quizzes.publishAll((event.data as { courseId: number }).courseId, published);
  };
  return {
    name: 'quizzes',
    on: {
      CoursePublished: publish,
      CourseChangesPublished: publish,
      async AttemptStarted(event) {
        const { userId, courseId, moduleId, classId, subtopicId, attempt, dueAt } = event.data as DataOf<'AttemptStarted'>;
        if (dueAt === null) return;
        const due = new Date(Date.parse(dueAt) + GRACE_MS).toISOString();
        const data = { userId, courseId, moduleId, classId, subtopicId, attempt };
        await timer.schedule({ thing: `attempt ${userId}_${subtopicId}_${attempt}`, due, kind: CLOSE, data });
      },
      async AttemptVoided(event, context) {
        const { userId, courseId, subtopicId } = event.data as DataOf<'AttemptVoided'>;
        // Attempts that the demo's reset takes back were its visitors', so nobody is notified.
        if (event.meta.actor.userId === null || !isNews(event, context)) return;
        const { state } = await commands.load(course, courseId);
        const name = presentQuizzes(state).find((one) => one.subtopicId === subtopicId)?.title ?? null;
        const link = `/courses?courseId=${courseId}&subtema=${subtopicId}`;
        await notifications.notify(userId, { kind: 'attemptVoided', courseId, name, link }, context);
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
