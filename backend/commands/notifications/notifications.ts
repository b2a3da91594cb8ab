import type { NoticeKindName } from '../../../events/notices.ts';
import { noticeKinds } from '../../../events/notices.ts';
import type { Audience, NotificationContent } from '../../../events/notifications.ts';
import { writeRecipients } from '../../../events/recipients.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { noParents, takeNumber } from '../kernel/numbers.ts';
import { type InboxState, inbox } from './inbox.ts';
import { type NotificationCommand, type NotificationState, notification } from './notification.ts';

/** Something that the school tells by itself. Its texts are those of its kind (`events/notices.ts`). */
export interface Notice {
  kind: NoticeKindName;
  courseId?: number | null;
  /** What it is about, as it is called now: sealed with the key of whom it is told to. */
  name?: string | null;
  /** Where it leads: a path of the school. */
  link?: string | null;
}

export const everyone: Audience = { kind: 'everyone', role: null, plan: null, courseId: null, who: 'all', segmentId: null };

export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications(commands: Commands) {
  const handle = (command: NotificationCommand, context: CommandContext): Promise<Handled<NotificationState>> =>
    commands.handle(notification, command.notificationId, command, context);
  const numbered = (context: CommandContext) => takeNumber(commands.log, 'notification', noParents, derived(context, 'number'));

  const notifications = {
    /**
     * Tells one person something: it stands in their inbox, their bell rings, and it goes where they want to hear of it. At most once for the context's
     * command, the kind and the person, so that a reactor may say it again: `notifications.notify(userId, { kind: 'courseGiven', courseId }, context)`.
     */
    notify: (userId: number, { kind, courseId, name, link }: Notice, context: CommandContext): Promise<Handled<InboxState>> =>
      commands.handle(
        inbox,
        userId,
        {
          ...{ type: 'give', userId, kind, now: context.now },
          courseId: courseId ?? null,
          name: name?.slice(0, 200) ?? null,
          link: link ?? null,
        },
        derived(context, 'notice', kind, userId),
      ),
    /** Tells these learners of a course something, as one notification, however many they are. `name` must not be a person's: nobody's key seals it. */
    async notifyLearners(
      courseId: number,
      learners: readonly number[],
      { kind, link }: Omit<Notice, 'name' | 'courseId'>,
      context: CommandContext,
    ): Promise<void> {
      if (learners.length === 0) return;
      const own = derived(context, 'notice', kind, courseId);
      const audience: Audience = { ...everyone, kind: 'course', courseId };
      const content = { type: noticeKinds[kind].type, title: null, message: null, kind, courseId, link: link ?? null, audience };
      await notifications.send(content, learners, own);
    },
    /** Sends to these people now. The same command sends once, under the same number. */
    async send(
      content: NotificationContent,
      people: readonly number[],
      context: CommandContext,
    ): Promise<Handled<NotificationState> & { notificationId: number }> {
      const notificationId = await numbered(context);
      const done = await notifications.sendPrepared(notificationId, content, people, context);
      return { ...done, notificationId };
    },
    /** One that was prepared before: to whoever it is for by now. */
    sendPrepared: (notificationId: number, content: NotificationContent, people: readonly number[], context: CommandContext) =>
      handle({ type: 'send', notificationId, content, recipients: { count: people.length, people: writeRecipients(people) } }, context),
    /** `sendAt`: ISO UTC. The timer sends it (`reactions/notifications.ts`). */
    async schedule(content: NotificationContent, sendAt: string, context: CommandContext) {
      const notificationId = await numbered(context);
      return { ...(await handle({ type: 'schedule', notificationId, content, sendAt }, context)), notificationId };
    },
    /** Takes it out of every inbox, or keeps it from being sent. Errors: NOTIFICATION_NOT_FOUND. */
    withdraw: (notificationId: number, context: CommandContext) => handle({ type: 'withdraw', notificationId }, context),
    /** Errors: NOTIFICATION_NOT_FOUND. */
    restore: (notificationId: number, context: CommandContext) => handle({ type: 'restore', notificationId }, context),
  };
  return notifications;
}
