import type { Envelope } from '../../../events/define.ts';
import type { MailPurpose } from '../../../events/mailPurposes.ts';
import type { NoticeKindName } from '../../../events/notices.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { addressOf, user } from '../identity/user.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import * as letters from '../mail/letters.ts';
import type { Letter } from '../mail/template.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { support } from '../support/support.ts';
import { createPost, type MailOptions } from './mail.ts';
import { isNews } from './news.ts';

const DAYS = 7;
const WEEK = DAYS * 86_400_000;

/** What people are told about their requests for help: that they arrived and by when they are answered, the answer, and that one was closed. */
export function supportReactor(
  commands: Commands,
  mailer: Mailer,
  notifications: Pick<Notifications, 'notify'>,
  options: MailOptions,
): Reactor {
  const post = createPost(mailer, options);
  interface Message {
    notice: NoticeKindName | null;
    purpose: MailPurpose;
    write: (about: { requestId: string; subject: string }, reader: letters.Reader, school: letters.School) => Letter;
  }
  const notify = async (event: Envelope, context: CommandContext, { notice, purpose, write }: Message): Promise<void> => {
    if (!isNews(event, context, DAYS)) return;
    const { userId, requestId } = event.data as { userId: number; requestId: string };
    const { state: person } = await commands.load(user, userId);
    const subject = (await commands.load(support, userId)).state.get(requestId)?.subject;
    if (person.status !== 'active' || !subject) return;
    if (notice) await notifications.notify(userId, { kind: notice, name: subject, link: `/support?solicitud=${requestId}` }, context);
    const to = addressOf(person);
    if (to === null || !person.verified) return;
    await post(event, purpose, to, (school) => write({ requestId, subject }, person, school), { use: WEEK });
  };
  return {
    name: 'support',
    on: {
      SupportRequested: (event, context) =>
        notify(event, context, {
          ...{ notice: null, purpose: 'support' },
          write: (about, reader, school) =>
            letters.supportRequest(reader, { ...about, due: (event.data as DataOf<'SupportRequested'>).dueAt }, school),
        }),
      async SupportAnswered(event, context) {
        const { text, userId, requestId } = event.data as DataOf<'SupportAnswered'>;
        if (text === null) return;
        const closed = (await commands.load(support, userId)).state.get(requestId)?.status === 'closed';
        await notify(event, context, {
          ...{ notice: 'supportAnswered', purpose: 'support-answer' },
          write: (about, reader, school) => letters.supportAnswer(reader, { ...about, text, closed }, school),
        });
      },
      async SupportClosed(event, context) {
        const { by, withAnswer } = event.data as DataOf<'SupportClosed'>;
        // The person who closed it knows that, and an answer is a notification of its own.
        if (by === 'person' || withAnswer) return;
        await notify(event, context, {
          notice: 'supportClosed',
          purpose: 'support-closed',
          write: (about, reader, school) => letters.supportClosed(reader, about, school),
        });
      },
      async SupportAssigned(event, context) {
        const { assigneeId, requestId } = event.data as DataOf<'SupportAssigned'>;
        if (assigneeId === null || assigneeId === event.meta.actor.userId) return;
        await notifications.notify(assigneeId, { kind: 'supportYours', link: `/admin/support?solicitud=${requestId}` }, context);
      },
    },
  };
}
