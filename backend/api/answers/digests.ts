import { noticeKinds, wants } from '../../../events/notices.ts';
import { isRecipient, readRecipients, recipientIds } from '../../../events/recipients.ts';
import type { DigestItem, DigestsOf } from '../../commands/reactions/digest.ts';
import { courses } from '../../projections/courses.ts';
import { type InboxDoc, inboxes, notices } from '../../projections/inboxes.ts';
import type { Query } from '../../projections/kernel/readStore.ts';
import { type NotificationDoc, notifications } from '../../projections/notifications.ts';
import { pagesOf, type Readable, type Reads } from '../../projections/reading/reads.ts';

const PAGE = 500;
type Reading = Pick<Reads, 'find' | 'getMany'>;

async function allOf<D extends object>(reads: Reading, projection: Readable<D>, query: Query): Promise<D[]> {
  const found: D[] = [];
  for await (const page of pagesOf(reads, projection, { ...query, limit: PAGE })) {
    found.push(...page.map(({ doc }) => doc));
  }
  return found;
}

const isNew = (inbox: InboxDoc | undefined, { notificationId, sentAt }: { notificationId: number; sentAt: string }): boolean =>
  !inbox || ((inbox.readUpTo === null || sentAt > inbox.readUpTo) && inbox.read[String(notificationId)] === undefined);

/**
 * Notifications of a period, by person, in the order of their numbers: those still unread and wanted by mail. The cost grows with what was sent and to how
 * many, not with the school.
 */
export const digestsOf =
  (reads: Reading): DigestsOf =>
  async (from, to, after, most) => {
    const range = { gt: from, lte: to };
    const sent = (await allOf(reads, notifications, { where: { status: 'sent', at: range }, sort: ['at'] })).map(
      (doc): NotificationDoc & { bits: Uint8Array } => ({ ...doc, bits: readRecipients(doc.people) }),
    );
    const given = await allOf(reads, notices, { where: { sentAt: range } });
    const people = new Set(given.map(({ userId }) => userId));
    for (const { bits } of sent) for (const userId of recipientIds(bits)) people.add(userId);
    const waiting = [...people].filter((userId) => userId > after).sort((a, b) => a - b);
    const page = waiting.slice(0, most);
    const kept = await reads.getMany(inboxes, page.map(String));
    const own = new Map<number, typeof given>();
    for (const notice of given) own.set(notice.userId, [...(own.get(notice.userId) ?? []), notice]);
    const named = new Set<number>();
    const digests = page.flatMap((userId) => {
      const inbox = kept.get(String(userId));
      const preferences = inbox?.preferences ?? {};
      const items: (Omit<DigestItem, 'course'> & { courseId: number | null })[] = [];
      for (const { notificationId, type, title, message, kind, courseId, sentAt, at, bits } of sent)
        if (isRecipient(bits, userId) && wants(preferences, type, 'mail') && isNew(inbox, { notificationId, sentAt: sentAt ?? at }))
          items.push({ kind, title, message, name: null, courseId, sentAt: sentAt ?? at });
      // Urgent ones already went out by a mail of their own.
      for (const { kind, name, courseId, sentAt, notificationId } of own.get(userId) ?? [])
        if (
          noticeKinds[kind].type !== 'urgent' &&
          wants(preferences, noticeKinds[kind].type, 'mail') &&
          isNew(inbox, { notificationId, sentAt })
        )
          items.push({ kind, title: null, message: null, name, courseId, sentAt });
      for (const { courseId } of items) if (courseId !== null) named.add(courseId);
      return items.length === 0 ? [] : [{ userId, items: items.sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1)) }];
    });
    const titles = await reads.getMany(courses, [...named].map(String));
    return {
      digests: digests.map(({ userId, items }) => ({
        userId,
        items: items.map(({ courseId, ...item }) => ({ ...item, course: titles.get(String(courseId))?.title ?? null })),
      })),
      next: waiting.length > page.length ? (page.at(-1) ?? null) : null,
    };
  };
