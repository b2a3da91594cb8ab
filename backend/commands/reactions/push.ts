import { type NotificationType, noticeKinds, noticeWords } from '../../../events/notices.ts';
import { OWN_NUMBERS } from '../../../events/notifications.ts';
import { isRecipient, readRecipients } from '../../../events/recipients.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { Position } from '../../../events/store/port.ts';
import type { PushOutcome, PushSender } from '../../integrations/push/port.ts';
import { course } from '../catalogue/course.ts';
import { sessions } from '../identity/sessions.ts';
import { user } from '../identity/user.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import { inbox, type PushPlaceOfOne, wanted } from '../notifications/inbox.ts';
import { isNews } from './news.ts';

/** Older events are not pushed: nobody should be woken by them. */
const NEWS_DAYS = 1;
const AT_ONCE = 8;
const DAY = 86_400;

/** Called with the outcome of the push messages of an event. */
export type RecordPushes = (eventId: string, outcomes: Readonly<Record<PushOutcome, number>>, now: Date) => Promise<void>;
const nothingPushed = (): Record<PushOutcome, number> => ({ sent: 0, gone: 0 });
/** Everybody who takes what is pushed, in pages, as a read model knows them that has come to the position. */
export type PushReaders = (atLeast: Position) => AsyncIterable<readonly number[]>;

interface Said {
  title: string;
  text: string;
}
/**
 * Sends to the devices of whom it is for, where they want to hear of it. Never on a replay, for reactors are not replayed. A repeat carries the same tag, and
 * the device shows it once. A place that takes nothing any more is forgotten, and so is one whose session was ended.
 */
export function pushReactor(commands: Commands, sender: PushSender | null, readers: PushReaders, recorded: RecordPushes): Reactor {
  const toPerson = async (
    userId: number,
    message: { id: number; type: NotificationType; link: string | null; says: (tongue: Tongue) => Said },
    context: CommandContext,
    outcomes: Record<PushOutcome, number>,
  ) => {
    const { state } = await commands.load(inbox, userId);
    if (state.places.size === 0 || !wanted(state, message.type, 'push')) return;
    const { language, status } = (await commands.load(user, userId)).state;
    if (status !== 'active') return;
    const { title, text } = message.says(language ?? 'es');
    const body = JSON.stringify({
      ...{ id: message.id, titulo: title, mensaje: text.slice(0, 300), enlace: message.link ?? '/dashboard' },
      tipo: message.type,
    });
    for (const [placeId, place] of state.places) {
      const outcome = await sender?.send(place, { body, urgent: message.type === 'urgent', ttl: DAY });
      if (outcome) outcomes[outcome] += 1;
      if (outcome === 'gone')
        await commands.handle(
          inbox,
          userId,
          { type: 'unsubscribe', userId, placeId, cause: 'gone' },
          derived(context, 'gone', userId, placeId),
        );
    }
  };
  const forget = async (userId: number, context: CommandContext, isOver: (place: PushPlaceOfOne) => boolean) => {
    for (const [placeId, place] of (await commands.load(inbox, userId)).state.places)
      if (isOver(place))
        await commands.handle(
          inbox,
          userId,
          { type: 'unsubscribe', userId, placeId, cause: 'ended' },
          derived(context, 'ended', userId, placeId),
        );
  };
  const titleOf = async (courseId: number | null) => (courseId === null ? null : (await commands.load(course, courseId)).state.title);

  return {
    name: 'push',
    on: {
      /** A browser whose session somebody ended gets no more messages; one whose session expired does. */
      async SessionEnded(event, context) {
        const { userId, sessionId, cause } = event.data as DataOf<'SessionEnded'>;
        if (cause === 'idle' || cause === 'expired') return;
        await forget(userId, context, (place) => place.sessionId === sessionId);
      },
      /** Whoever got into the account may have left a browser of theirs there; of one's own, those of sessions that go on stay. */
      async PasswordChanged(event, context) {
        const { userId, by } = event.data as DataOf<'PasswordChanged'>;
        const { open } = (await commands.load(sessions, userId)).state;
        await forget(userId, context, ({ sessionId }) => by !== 'self' || sessionId === null || !open.has(sessionId));
      },
      /** The owner of the address proved it: browsers of whoever created the account get no messages of theirs. */
      async PasswordHeld(event, context) {
        await forget((event.data as DataOf<'PasswordHeld'>).userId, context, () => true);
      },
      async NoticeGiven(event, context) {
        if (!sender || !isNews(event, context, NEWS_DAYS)) return;
        const { userId, kind, courseId, name, link } = event.data as DataOf<'NoticeGiven'>;
        const names = { curso: await titleOf(courseId), nombre: name };
        const says = (tongue: Tongue) => noticeWords(kind, tongue, names);
        const outcomes = nothingPushed();
        await toPerson(userId, { id: OWN_NUMBERS + event.version, type: noticeKinds[kind].type, link, says }, context, outcomes);
        await recorded(event.id, outcomes, context.now);
      },
      async NotificationSent(event, context) {
        if (!sender || !isNews(event, context, NEWS_DAYS)) return;
        const sent = event.data as DataOf<'NotificationSent'>;
        const { kind, courseId, type, title, message, link, notificationId: id } = sent;
        const names = { curso: await titleOf(courseId), nombre: null };
        const says = (tongue: Tongue) => (kind ? noticeWords(kind, tongue, names) : { title: title ?? '', text: message ?? '' });
        const bits = readRecipients(sent.recipients.people);
        const outcomes = nothingPushed();
        for await (const page of readers(event.position)) {
          const next = page.filter((userId) => isRecipient(bits, userId)).values();
          const some = async () => {
            // One device that cannot be reached keeps nothing from the others.
            for (const userId of next) await toPerson(userId, { id, type, link, says }, context, outcomes).catch(() => undefined);
          };
          await Promise.all(Array.from({ length: AT_ONCE }, some));
        }
        await recorded(event.id, outcomes, context.now);
      },
    },
  };
}
