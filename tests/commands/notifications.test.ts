import { expect, test } from 'vitest';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import type { RestoreServices } from '../../backend/commands/learning/restorations.ts';
import { restorations } from '../../backend/commands/learning/restorations.ts';
import { type InboxCommand, inbox, MOST_A_DAY, MOST_READ } from '../../backend/commands/notifications/inbox.ts';
import { notification } from '../../backend/commands/notifications/notification.ts';
import { everyone } from '../../backend/commands/notifications/notifications.ts';
import { noticeKindNames, noticeKinds, noticeWords } from '../../events/notices.ts';
import { isRecipient, readRecipients, recipientIds, writeRecipients } from '../../events/recipients.ts';
import { at, given } from '../support/deciderSpec.ts';

const content = { type: 'general', title: 'Hola', message: 'A todos', kind: null, courseId: null, link: null, audience: everyone } as const;
const recipients = { count: 2, people: writeRecipients([1, 3]) };
const sent = { type: 'NotificationSent' as const, data: { notificationId: 4, ...content, recipients } };
const scheduled = {
  type: 'NotificationScheduled' as const,
  data: { notificationId: 4, ...content, sendAt: '2026-03-02T12:00:00.000Z' },
};
const withdrawn = { type: 'NotificationWithdrawn' as const, data: { notificationId: 4 } };

// rows: F04
test('a notification is sent once, taken back and given again; one that was taken back before its time is not sent', () => {
  given(notification, []).when({ type: 'send', notificationId: 4, content, recipients }).then([sent]);
  given(notification, [sent]).when({ type: 'send', notificationId: 4, content, recipients }).thenNothing();
  given(notification, [scheduled, withdrawn]).when({ type: 'send', notificationId: 4, content, recipients }).thenNothing();
  given(notification, [sent]).when({ type: 'withdraw', notificationId: 4 }).then([withdrawn]);
  given(notification, [sent, withdrawn]).when({ type: 'withdraw', notificationId: 4 }).thenNothing();
  given(notification, [sent, withdrawn])
    .when({ type: 'restore', notificationId: 4 })
    .then([{ type: 'NotificationRestored', data: { notificationId: 4 } }]);
  given(notification, []).when({ type: 'withdraw', notificationId: 4 }).thenRefused('NOTIFICATION_NOT_FOUND');
});

const [early, late] = ['2026-03-02T08:00:00.000Z', '2026-03-02T09:00:00.000Z'] as const;
const opened = (notificationId: number, sentAt: string, unseen = true) => ({
  type: 'NotificationRead' as const,
  data: { userId: 1, notificationId, sentAt, unseen },
});
const allRead = (readUpTo: string) => ({ type: 'AllNotificationsRead' as const, data: { userId: 1, readUpTo } });
const read = (notificationId: number, sentAt: string): InboxCommand => ({ type: 'read', userId: 1, notificationId, sentAt });

// rows: F02
test('a notification is read once, and what was marked as read with all others is not opened again', () => {
  given(inbox, [])
    .when(read(4, early))
    .then([opened(4, early)]);
  given(inbox, [opened(4, early)])
    .when(read(4, early))
    .thenNothing();
  given(inbox, [allRead(early)])
    .when(read(4, early))
    .thenNothing();
  given(inbox, [allRead(early)])
    .when(read(5, late))
    .then([opened(5, late)]);
  given(inbox, [allRead(late)])
    .when({ type: 'readAll', userId: 1, upTo: early })
    .thenNothing();
});

test('whoever opens a thousand one by one has read what came before the first of them: what is kept stays bounded', () => {
  const time = (index: number) => new Date(Date.UTC(2026, 2, 2) + index * 60_000).toISOString();
  const many = Array.from({ length: MOST_READ }, (_, index) => opened(index + 1, time(index + 1)));
  given(inbox, many)
    .when(read(5_000, time(5_000)))
    .then([opened(5_000, time(5_000)), allRead(time(1))]);
});

// rows: F07
test('what stands on an opened list is seen once; what was opened before counts as seen with that', () => {
  const items = [
    { notificationId: 5, sentAt: late },
    { notificationId: 1_000_000_007, sentAt: late },
    { notificationId: 4, sentAt: early },
  ];
  const seen = (notifications: number[]) => ({ type: 'InboxSeen' as const, data: { userId: 1, seenUpTo: late, notifications } });
  given(inbox, [])
    .when({ type: 'see', userId: 1, items })
    .then([seen([5, 4])]);
  given(inbox, [opened(4, early)])
    .when({ type: 'see', userId: 1, items })
    .then([seen([5])]);
  given(inbox, [seen([5, 4])])
    .when({ type: 'see', userId: 1, items })
    .thenNothing();
  given(inbox, [seen([5, 4])])
    .when(read(5, late))
    .then([opened(5, late, false)]);
});

test('nobody is told more than a hundred things in a day', () => {
  const notice = { userId: 1, kind: 'note', courseId: null, name: null, link: null } as const;
  const told = Array.from({ length: MOST_A_DAY }, () => at('2026-03-02T08:00:00.000Z', { type: 'NoticeGiven' as const, data: notice }));
  const give = (now: string): InboxCommand => ({ type: 'give', now: new Date(now), ...notice });
  given(inbox, told).when(give('2026-03-02T20:00:00.000Z')).thenNothing();
  given(inbox, told)
    .when(give('2026-03-03T00:00:00.000Z'))
    .then([{ type: 'NoticeGiven', data: notice }]);
});

test('the demo gives back what was read when it was loaded', async () => {
  const asked: InboxCommand[] = [];
  const commands = { handle: async (_: unknown, __: string, command: InboxCommand) => asked.push(command) };
  const before = inbox.initial();
  const now = inbox.evolve(before, { ...opened(4, early), id: 'x', meta: { occurredAt: late } } as never);
  const services = { commands } as unknown as RestoreServices;
  const ids = { userId: 1, courseId: 0 };
  for (const { run } of restorations.inbox.steps(before, now, ids, services)) await run({} as CommandContext);
  expect(asked).toEqual([{ type: 'restore', userId: 1, readUpTo: null, seenUpTo: null, read: [] }]);
  expect(restorations.inbox.steps(now, now, ids, services)).toEqual([]);
});

test('whoever it is for is one text, whatever their number, and comes back from it exactly', () => {
  const some = [1, 2, 9, 64, 99_999, 100_000];
  expect(recipientIds(readRecipients(writeRecipients(some)))).toEqual(some);
  const everybody = Array.from({ length: 100_000 }, (_, index) => index + 1);
  const text = writeRecipients(everybody);
  expect(text.length).toBeLessThan(200);
  const bits = readRecipients(text);
  expect([0, 1, 100_000, 100_001, 5_000_000].map((id) => isRecipient(bits, id))).toEqual([false, true, true, false, false]);
  const half = everybody.filter((id) => (id * 2_654_435_761) % 7 < 3);
  expect(writeRecipients(half).length).toBeLessThan(20_000);
  expect(readRecipients(writeRecipients([]))).toHaveLength(0);
});

test('every kind of notice has both its texts, and says what it is about', () => {
  for (const kind of noticeKindNames)
    for (const tongue of ['es', 'en'] as const) {
      const { title, text } = noticeWords(kind, tongue, { curso: 'IA', nombre: 'Taller' });
      expect(title.length, kind).toBeGreaterThan(3);
      expect(title.length, kind).toBeLessThanOrEqual(120);
      expect(`${title}${text}`).not.toMatch(/[{}]/);
      expect(noticeKinds[kind].es.title).not.toBe(noticeKinds[kind].en.title);
    }
});
