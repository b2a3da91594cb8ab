import { schoolDay } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { Audience } from '../../../events/notifications.ts';
import { teachersOf, teaches } from '../../../events/outline.ts';
import type { DataOf } from '../../../events/registry.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { presentExercises } from '../learning/exercises.ts';
import { notification } from '../notifications/notification.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { LearnersOf } from './courses.ts';
import { isNews } from './news.ts';

export const SEND_NOTIFICATION = 'sendNotification';

/** Sends what was prepared at its time, and tells learners what happens to their courses. */
export function notificationReactor(
  commands: Commands,
  notifications: Pick<Notifications, 'notify' | 'notifyLearners'>,
  timer: Pick<Timer, 'schedule'>,
  learnersOf: LearnersOf,
): Reactor {
  const schedule = (notificationId: number, due: string) =>
    timer.schedule({ thing: `notification ${notificationId}`, due, kind: SEND_NOTIFICATION, data: { notificationId } });
  /** At most one notification a day for each course, because an author adds classes one after another. */
  const grew = async (event: Envelope, context: CommandContext) => {
    if (!isNews(event, context)) return;
    const { courseId } = event.data as { courseId: number };
    if ((await commands.load(course, courseId)).state.status !== 'published') return;
    const once = { ...context, commandId: uuid5('course grew', courseId, schoolDay(event.meta.occurredAt)) };
    const learners = await learnersOf(courseId, event.position);
    await notifications.notifyLearners(courseId, learners, { kind: 'courseGrew', link: `/courses?courseId=${courseId}` }, once);
  };
  /** The exercise of an event, with its present title. */
  const exerciseOf = async ({ courseId, subtopicId }: { courseId: number; subtopicId: number }) => {
    const { state } = await commands.load(course, courseId);
    return { outline: state, place: presentExercises(state).find((one) => one.subtopicId === subtopicId) };
  };
  return {
    name: 'notifications',
    on: {
      async NotificationScheduled(event) {
        const { notificationId, sendAt } = event.data as DataOf<'NotificationScheduled'>;
        await schedule(notificationId, sendAt);
      },
      async NotificationRestored(event, { now }) {
        const { notificationId } = event.data as { notificationId: number };
        const { sent, sendAt } = (await commands.load(notification, notificationId)).state;
        const due = now.toISOString();
        if (!sent && sendAt !== null) await schedule(notificationId, sendAt < due ? due : sendAt);
      },
      async LearnerEnrolled(event, context) {
        const { userId, courseId, source } = event.data as DataOf<'LearnerEnrolled'>;
        if (source !== 'grant' || !isNews(event, context)) return;
        await notifications.notify(userId, { kind: 'courseGiven', courseId, link: `/courses?courseId=${courseId}` }, context);
      },
      async CourseCompleted(event, context) {
        const { userId, courseId } = event.data as { userId: number; courseId: number };
        if (!isNews(event, context)) return;
        await notifications.notify(userId, { kind: 'courseCompleted', courseId, link: `/courses?courseId=${courseId}` }, context);
      },
      /** Who teaches hears of assignments, which no checks can tell right from wrong, once a day for each. */
      async ExerciseSubmitted(event, context) {
        const { courseId, subtopicId, checks } = event.data as DataOf<'ExerciseSubmitted'>;
        if (checks > 0 || !isNews(event, context)) return;
        const { outline, place } = await exerciseOf({ courseId, subtopicId });
        if (!place) return;
        const link = `/instructor/courses/${courseId}/edit?modulo=${place.moduleId}&clase=${place.classId}&subtema=${subtopicId}`;
        const once = { ...context, commandId: uuid5('submissions', subtopicId, schoolDay(event.meta.occurredAt)) };
        for (const teacher of teachersOf(outline))
          await notifications.notify(teacher, { kind: 'submissionsWaiting', courseId, name: place.title, link }, once);
      },
      async SubmissionReviewed(event, context) {
        const { userId, courseId, subtopicId, verdict } = event.data as DataOf<'SubmissionReviewed'>;
        if (!isNews(event, context)) return;
        const { place } = await exerciseOf({ courseId, subtopicId });
        const kind = verdict === 'accepted' ? 'submissionAccepted' : 'submissionReturned';
        const link = `/courses?courseId=${courseId}&subtema=${subtopicId}`;
        await notifications.notify(userId, { kind, courseId, name: place?.title ?? null, link }, context);
      },
      ModuleAdded: grew,
      ClassAdded: grew,
    },
  };
}

/** The account numbers of an audience as of now; nobody, where its segment is gone. */
export type PeopleOf = (audience: Audience, now: Date) => Promise<readonly number[]>;

/** Whether the person who prepared it may still write to its audience: administrators to everybody, instructors to the learners of their own courses. */
async function mayStill(commands: Commands, by: number | null, { kind, courseId }: Audience): Promise<boolean> {
  if (by === null) return true;
  const { state: author } = await commands.load(user, by);
  if (author.role === 'administrator') return true;
  if (kind !== 'course' || courseId === null || author.status !== 'active' || author.role !== 'instructor') return false;
  return teaches((await commands.load(course, courseId)).state, by);
}

/** The action of the timer: to whoever the notification is for by then; it is taken back where who prepared it may not send it any more. */
export const sendNotificationAction =
  (commands: Commands, notifications: Pick<Notifications, 'sendPrepared' | 'withdraw'>, peopleOf: PeopleOf): DeadlineAction =>
  async ({ data }, context) => {
    const notificationId = Number(data.notificationId);
    const { content, by, sent, withdrawn } = (await commands.load(notification, notificationId)).state;
    if (!content || sent || withdrawn) return;
    if (!(await mayStill(commands, by, content.audience))) {
      await notifications.withdraw(notificationId, derived(context, 'withdraw'));
      return;
    }
    await notifications.sendPrepared(notificationId, content, await peopleOf(content.audience, context.now), derived(context, 'send'));
  };
