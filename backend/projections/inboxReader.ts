import { type NoticeKindName, noticeKindNames, noticeKinds } from '../../events/notices.ts';
import { OWN_NUMBERS } from '../../events/notifications.ts';
import { isRecipient, readRecipients } from '../../events/recipients.ts';
import { type InboxDoc, inboxes, type NoticeDoc, notices } from './inboxes.ts';
import type { Query, ReadStoreReader } from './kernel/readStore.ts';
import { type NotificationDoc, notifications } from './notifications.ts';
import { placeIn } from './placeIn.ts';
import { BadCursor, readCursor, writeCursor } from './reading/cursor.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type ReadHelpers, type Reads } from './reading/reads.ts';

/** What stands in somebody's inbox: of what was sent to many, or told to them alone. */
export type InboxItem = Pick<NoticeDoc, 'notificationId' | 'courseId' | 'link' | 'sentAt'> &
  Pick<NotificationDoc, 'type' | 'title' | 'message'> & {
    kind: NotificationDoc['kind'] | NoticeDoc['kind'];
    name: string | null;
    read: boolean;
  };
export interface InboxPage {
  items: InboxItem[];
  next: string | null;
}
export interface InboxSummary {
  unread: number;
  /** How many came since the list was opened last. */
  unseen: number;
  /** The newest urgent one that is unread and not older than a week; null: none. */
  urgent: InboxItem | null;
}
export interface InboxAsked {
  limit: number;
  cursor?: string | undefined;
  courseId?: number | undefined;
}

/** How many notifications to many are held in memory, the newest; older ones are in no inbox any more. */
const MOST_HELD = 10_000;
const MOST_SETS = 200;
const AT_ONCE = 250;
const URGENT_MS = 7 * 86_400_000;
const TOPIC = 'difusiones';
const urgentKinds = noticeKindNames.filter((kind) => noticeKinds[kind].type === 'urgent');

interface Line extends Omit<NotificationDoc, 'people' | 'seen' | 'opened'> {
  sentAt: string;
  bits: Uint8Array;
}
interface Place {
  sentAt: string;
  notificationId: number;
}
/** Sorts by time: below 0 where the first is older. */
const compare = (a: Place, b: Place): number => (a.sentAt < b.sentAt ? -1 : a.sentAt > b.sentAt ? 1 : a.notificationId - b.notificationId);
const placeOf = (cursor: string): Place => {
  const [sentAt, notificationId] = readCursor(cursor);
  if (typeof sentAt === 'string' && Number.isInteger(notificationId)) return { sentAt, notificationId: notificationId as number };
  throw new BadCursor();
};
const isRead = (doc: InboxDoc | null, { sentAt, notificationId }: Place): boolean =>
  doc !== null && ((doc.readUpTo !== null && sentAt <= doc.readUpTo) || doc.read[String(notificationId)] !== undefined);

export type InboxReader = ReturnType<typeof createInboxReader>;

/**
 * Inboxes, joined on reading: a notification to many is held here once, with a bit for each recipient, and merged with what only this person was told.
 * A notification to 100,000 people thus costs one entry, and reading an inbox a walk over at most 10,000 entries in memory.
 */
export function createInboxReader(
  all: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
) {
  /** Oldest first. */
  let lines: Line[] = [];
  /** Most notifications go to everybody, and everybody is the same set for weeks: equal sets of bits are shared. */
  const sets = new Map<string, Uint8Array>();
  const bitsOf = (people: string): Uint8Array => {
    const bits = sets.get(people) ?? readRecipients(people);
    if (sets.size >= MOST_SETS) sets.clear();
    sets.set(people, bits);
    return bits;
  };
  const lineOf = ({ people, seen: _, opened: __, sentAt, ...doc }: NotificationDoc): Line => ({
    ...doc,
    sentAt: sentAt ?? doc.at,
    bits: bitsOf(people),
  });

  const indexOf = (wanted: Place): number => placeIn(lines, wanted, compare);
  const put = (doc: NotificationDoc): void => {
    if (doc.sentAt === null) return;
    const at = indexOf({ sentAt: doc.sentAt, notificationId: doc.notificationId });
    const there = lines[at]?.notificationId === doc.notificationId;
    if (doc.status === 'sent') lines.splice(at, there ? 1 : 0, lineOf(doc));
    else if (there) lines.splice(at, 1);
    if (lines.length > MOST_HELD) lines.shift();
  };
  async function build(): Promise<void> {
    const fresh: Line[] = [];
    for await (const page of pagesOf(all, notifications, {
      where: { status: 'sent' },
      sort: ['-at'],
      limit: AT_ONCE,
    })) {
      fresh.push(...page.map(({ doc }) => lineOf(doc)));
      if (!(fresh.length < MOST_HELD)) break;
    }
    lines = fresh.sort(compare);
  }
  const current = oneAtATime(
    createFollower(reader, {
      topics: [TOPIC],
      of: [notifications],
      build,
      take: async (changes) => {
        const touched = [...new Set(changes.map(({ id }) => id))];
        for (let from = 0; from < touched.length; from += AT_ONCE)
          for (const doc of (await all.getMany(notifications, touched.slice(from, from + AT_ONCE))).values()) put(doc);
      },
    }),
  );

  const broadcast = (inbox: InboxDoc | null, { bits: _, ...line }: Line): InboxItem => ({ ...line, name: null, read: isRead(inbox, line) });
  const itemOf = (inbox: InboxDoc | null, notice: NoticeDoc): InboxItem => {
    const { type } = noticeKinds[notice.kind];
    // A notification of a course names it.
    const own = type === 'course' && notice.courseId === null ? 'general' : type;
    return { ...notice, ...{ title: null, message: null, type: own, read: isRead(inbox, notice) } };
  };
  /** From the newest on. */
  function* backwards(userId: number, before: Place | null): Generator<Line> {
    for (let at = (before ? indexOf(before) : lines.length) - 1; at >= 0; at--) {
      const line = lines[at] as Line;
      if (isRecipient(line.bits, userId)) yield line;
    }
  }
  const ownSince = (reads: ReadHelpers, userId: number, since: string | null): Promise<number> =>
    reads.count(notices, { userId, ...(since !== null && { sentAt: { gt: since } }) });
  /** The newest unread urgent notice told to this person alone after this moment. */
  const ownUrgent = async (reads: ReadHelpers, userId: number, inbox: InboxDoc | null, since: string): Promise<InboxItem | null> => {
    const newest = async (kind: NoticeKindName): Promise<NoticeDoc | null> => {
      const query = { where: { userId, kind, sentAt: { gt: since } }, sort: ['-sentAt', '-notificationId'], limit: AT_ONCE } as const;
      for await (const page of pagesOf(reads, notices, query)) for (const { doc } of page) if (!isRead(inbox, doc)) return doc;
      return null;
    };
    const found = (await Promise.all(urgentKinds.map(newest))).filter((one) => one !== null);
    const last = found.sort((one, other) => (one.sentAt < other.sentAt ? 1 : -1))[0];
    return last ? itemOf(inbox, last) : null;
  };

  return {
    /** Newest first. Errors: BadCursor. */
    async page(userId: number, { limit, cursor, courseId }: InboxAsked, reads: ReadHelpers): Promise<InboxPage> {
      const before = cursor === undefined ? null : placeOf(cursor);
      const inbox = await reads.get(inboxes, String(userId));
      await current();
      const found: InboxItem[] = [];
      for (const line of backwards(userId, before)) {
        if (courseId !== undefined && line.courseId !== courseId) continue;
        if (found.length > limit) break;
        found.push(broadcast(inbox, line));
      }
      const whose = { userId, ...(courseId !== undefined && { courseId }) };
      const collect = async (where: NonNullable<Query['where']>, sort: string[]) => {
        const { docs } = await reads.find(notices, { where: { ...whose, ...where }, sort, limit: limit + 1 });
        found.push(...docs.map(({ doc }) => itemOf(inbox, doc)));
      };
      // Of two with the same time, the one with the smaller number comes later in the list.
      if (before) await collect({ sentAt: before.sentAt, notificationId: { lt: before.notificationId } }, ['-notificationId']);
      await collect(before ? { sentAt: { lt: before.sentAt } } : {}, ['-sentAt', '-notificationId']);
      found.sort((a, b) => compare(b, a));
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return { items, next: found.length > limit && last ? writeCursor([last.sentAt, last.notificationId]) : null };
    },
    /** One of them; null where it is not in this inbox. */
    async item(userId: number, notificationId: number, reads: ReadHelpers): Promise<InboxItem | null> {
      const inbox = await reads.get(inboxes, String(userId));
      if (notificationId >= OWN_NUMBERS) {
        const notice = await reads.get(notices, `${userId}_${notificationId}`);
        return notice && itemOf(inbox, notice);
      }
      const doc = await reads.get(notifications, String(notificationId));
      if (doc?.status !== 'sent') return null;
      const line = lineOf(doc);
      return isRecipient(line.bits, userId) ? broadcast(inbox, line) : null;
    },
    async summary(userId: number, now: Date, reads: ReadHelpers): Promise<InboxSummary> {
      const inbox = await reads.get(inboxes, String(userId));
      await current();
      const [readUpTo, seenUpTo] = [inbox?.readUpTo ?? null, inbox?.seenUpTo ?? null];
      const weekAgo = new Date(now.getTime() - URGENT_MS).toISOString();
      let unread = await ownSince(reads, userId, readUpTo);
      for (const number of Object.keys(inbox?.read ?? {})) if (Number(number) >= OWN_NUMBERS) unread--;
      let unseen = await ownSince(reads, userId, seenUpTo);
      const since = readUpTo !== null && readUpTo > weekAgo ? readUpTo : weekAgo;
      let urgent = unread > 0 ? await ownUrgent(reads, userId, inbox, since) : null;
      const earliest = readUpTo === null || seenUpTo === null ? null : readUpTo < seenUpTo ? readUpTo : seenUpTo;
      // Thousands may be unread: nothing is made for each of them.
      const opened = inbox?.read;
      const [byte, bit] = [userId >> 3, 1 << (userId & 7)];
      for (let at = lines.length - 1; at >= 0; at--) {
        const line = lines[at] as Line;
        if (earliest !== null && line.sentAt <= earliest) break;
        if (((line.bits[byte] ?? 0) & bit) === 0) continue;
        if (seenUpTo === null || line.sentAt > seenUpTo) unseen++;
        if ((readUpTo !== null && line.sentAt <= readUpTo) || opened?.[line.notificationId] !== undefined) continue;
        unread++;
        if (line.type === 'urgent' && line.sentAt > weekAgo && (urgent === null || compare(urgent, line) < 0))
          urgent = broadcast(inbox, line);
      }
      return { unread: Math.max(0, unread), unseen, urgent };
    },
  };
}
