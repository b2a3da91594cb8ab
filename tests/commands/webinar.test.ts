import { expect, test } from 'vitest';
import { MOST_WAITING, type WebinarCommand, webinar } from '../../backend/commands/learning/webinar.ts';
import { momentOf, schoolClock } from '../../events/calendar.ts';
import type { WebinarDetails } from '../../events/webinars.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain, register } from '../support/domain.ts';

const BEFORE = '2026-03-01T00:00:00.000Z';
const DOORS = '2026-03-02T17:50:00.000Z';
const DURING = '2026-03-02T18:30:00.000Z';
const AFTER = '2026-03-02T20:00:00.000Z';
const details: WebinarDetails = {
  ...{ title: 'Agentes en producción', description: 'En vivo', kind: 'webinar', hostId: 2, place: null, link: 'https://sala.example/1' },
  ...{ startsAt: '2026-03-02T18:00:00.000Z', endsAt: '2026-03-02T19:00:00.000Z', zone: 'America/Tijuana', capacity: 2 },
  premium: false,
};
const scheduled = { type: 'WebinarScheduled' as const, data: { webinarId: 1, ...details } };
const seat = (userId: number) => ({ type: 'RegisteredForWebinar' as const, data: { webinarId: 1, userId } });
const waits = (userId: number) => ({ type: 'WaitlistJoined' as const, data: { webinarId: 1, userId } });
const promoted = (userId: number) => ({ type: 'PromotedFromWaitlist' as const, data: { webinarId: 1, userId } });
const left = (userId: number, had = true, cause: 'self' | 'staff' | 'erased' | 'plan' = 'self') => ({
  type: 'RegistrationCancelled' as const,
  data: { webinarId: 1, userId, seat: had, cause },
});
const cancelled = { type: 'WebinarCancelled' as const, data: { webinarId: 1, by: 2, reason: 'Sin luz' } };
const register_ = (userId: number, more: Partial<Extract<WebinarCommand, { type: 'register' }>> = {}): WebinarCommand => ({
  ...{ type: 'register', userId, waits: false, premium: false, now: BEFORE },
  ...more,
});
const leave = (userId: number, now = BEFORE, cause: 'self' | 'erased' | 'plan' = 'self'): WebinarCommand => ({
  type: 'leave',
  userId,
  cause,
  now,
});
const edit = (changes: Partial<WebinarDetails>, now = BEFORE): WebinarCommand => ({ type: 'edit', changes, notify: false, now });
const edited = (before: Partial<WebinarDetails>, after: Partial<WebinarDetails>) => ({
  type: 'WebinarEdited' as const,
  data: { webinarId: 1, before, after, notify: false },
});

// rows: G06
test('seats are given up to the capacity, once to a person; then there is the waiting list, for who wants it', () => {
  given(webinar, [scheduled])
    .when(register_(7))
    .then([seat(7)]);
  given(webinar, [scheduled, seat(7)])
    .when(register_(7))
    .thenNothing();
  given(webinar, [scheduled, seat(7), seat(8)])
    .when(register_(9))
    .thenRefused('WEBINAR_FULL');
  const full = [scheduled, seat(7), seat(8)];
  given(webinar, full)
    .when(register_(9, { waits: true }))
    .then([waits(9)]);
  given(webinar, [...full, waits(9)])
    .when(register_(9, { waits: true }))
    .thenNothing();
  given(webinar, [scheduled, seat(7)])
    .when(register_(9, { waits: true }))
    .then([seat(9)]);
  const long = Array.from({ length: MOST_WAITING }, (_, index) => waits(100 + index));
  given(webinar, [...full, ...long])
    .when(register_(9, { waits: true }))
    .thenRefused('WAITLIST_FULL');
});

// rows: G06
test('whoever leaves a seat gives it to who waited longest, also after others left the list; a place in the list gives nothing', () => {
  const full = [scheduled, seat(7), seat(8), waits(9), waits(10)];
  given(webinar, full)
    .when(leave(7))
    .then([left(7), promoted(9)]);
  given(webinar, full)
    .when(leave(9))
    .then([left(9, false)]);
  given(webinar, [...full, left(9, false), waits(9)])
    .when(leave(8))
    .then([left(8), promoted(10)]);
  given(webinar, full).when(leave(11)).thenNothing();
  given(webinar, full).when(leave(7, DURING)).thenRefused('WEBINAR_STARTED');
  // An erased person is taken out at any time; once it has begun the seat is nobody's news.
  given(webinar, full)
    .when(leave(7, DURING, 'erased'))
    .then([left(7, true, 'erased')]);
});

// rows: B32
test('a seat for Premium is taken with Premium, kept by who had it, and given on where the plan ends before it begins', () => {
  const mentoring = { ...scheduled, data: { ...scheduled.data, premium: true } };
  given(webinar, [mentoring]).when(register_(7)).thenRefused('WEBINAR_PREMIUM');
  given(webinar, [mentoring])
    .when(register_(7, { waits: true }))
    .thenRefused('WEBINAR_PREMIUM');
  given(webinar, [mentoring])
    .when(register_(7, { premium: true }))
    .then([seat(7)]);
  // It became so after they came: nobody loses what they have.
  given(webinar, [scheduled, seat(7)])
    .when(edit({ premium: true }))
    .then([edited({ premium: false }, { premium: true })]);
  given(webinar, [scheduled, seat(7), edited({ premium: false }, { premium: true })])
    .when(register_(7))
    .thenNothing();
  const full = [seat(7), seat(8), waits(9)];
  given(webinar, [mentoring, ...full])
    .when(leave(7, BEFORE, 'plan'))
    .then([left(7, true, 'plan'), promoted(9)]);
  given(webinar, [mentoring, ...full])
    .when(leave(7, DURING, 'plan'))
    .thenNothing();
  given(webinar, [scheduled, ...full])
    .when(leave(7, BEFORE, 'plan'))
    .thenNothing();
});

// rows: G05
test('an edit says what changed and what was; more seats let in who waits, fewer than are taken are refused', () => {
  const full = [scheduled, seat(7), seat(8), waits(9), waits(10)];
  given(webinar, full)
    .when(edit({ ...details, title: 'Otro', capacity: 3 }))
    .then([edited({ title: details.title, capacity: 2 }, { title: 'Otro', capacity: 3 }), promoted(9)]);
  given(webinar, full).when(edit(details)).thenNothing();
  given(webinar, full)
    .when(edit({ capacity: 1 }))
    .thenRefused('WEBINAR_CAPACITY');
  given(webinar, full)
    .when(edit({ startsAt: '2026-02-01T00:00:00.000Z' }))
    .thenRefused('WEBINAR_IN_PAST');
  given(webinar, full)
    .when(edit({ endsAt: '2026-03-02T18:00:00.000Z' }))
    .thenRefused('WEBINAR_END');
  given(webinar, full)
    .when(edit({ capacity: 9 }, AFTER))
    .thenRefused('WEBINAR_OVER');
  given(webinar, full)
    .when(edit({ description: 'Fue así' }, AFTER))
    .then([edited({ description: 'En vivo' }, { description: 'Fue así' })]);
  given(webinar, [scheduled, cancelled])
    .when(edit({ title: 'x' }))
    .thenRefused('WEBINAR_CANCELLED');
  given(webinar, [])
    .when(edit({ title: 'x' }))
    .thenRefused('WEBINAR_NOT_FOUND');
});

// rows: G04
test('what begins in the past, or ends before it begins, is not scheduled', () => {
  const schedule = (more: Partial<WebinarDetails>, now = BEFORE): WebinarCommand => ({
    type: 'schedule',
    webinarId: 1,
    ...details,
    ...more,
    now,
  });
  given(webinar, []).when(schedule({})).then([scheduled]);
  given(webinar, [scheduled]).when(schedule({})).thenNothing();
  given(webinar, []).when(schedule({}, AFTER)).thenRefused('WEBINAR_IN_PAST');
  given(webinar, [])
    .when(schedule({ endsAt: details.startsAt }))
    .thenRefused('WEBINAR_END');
});

test('a cancelled one takes nobody and comes back with everybody who had a part in it', () => {
  const cancel: WebinarCommand = { type: 'cancel', by: 2, reason: 'Sin luz', now: BEFORE };
  given(webinar, [scheduled, seat(7)])
    .when(cancel)
    .then([cancelled]);
  given(webinar, [scheduled, cancelled]).when(cancel).thenNothing();
  given(webinar, [scheduled])
    .when({ ...cancel, now: AFTER })
    .thenRefused('WEBINAR_OVER');
  given(webinar, [scheduled, cancelled]).when(register_(7)).thenRefused('WEBINAR_CANCELLED');
  given(webinar, [scheduled, seat(7), cancelled])
    .when({ type: 'reinstate', now: BEFORE })
    .then([{ type: 'WebinarReinstated', data: { webinarId: 1 } }]);
  given(webinar, [{ ...scheduled, data: { ...scheduled.data, capacity: 1 } }, seat(7), waits(8), cancelled, left(7)])
    .when({ type: 'reinstate', now: BEFORE })
    .then([
      { type: 'WebinarReinstated', data: { webinarId: 1 } },
      { type: 'PromotedFromWaitlist', data: { webinarId: 1, userId: 8 } },
    ]);
  given(webinar, [scheduled, cancelled]).when({ type: 'reinstate', now: AFTER }).thenRefused('WEBINAR_STARTED');
});

// rows: G07
test('who has a seat is there by the link near the time, or by the word of the host; the recording comes once it has begun', () => {
  const attend = (now: string, by: 'link' | 'host' = 'link', userId = 7): WebinarCommand => ({ type: 'attend', userId, by, now });
  const here = (by: 'link' | 'host') => ({ type: 'AttendanceMarked' as const, data: { webinarId: 1, userId: 7, by } });
  const taken = [scheduled, seat(7)];
  given(webinar, taken).when(attend(BEFORE)).thenRefused('WEBINAR_NOT_OPEN');
  given(webinar, taken)
    .when(attend(DOORS))
    .then([here('link')]);
  given(webinar, [...taken, here('link')])
    .when(attend(DURING))
    .thenNothing();
  given(webinar, taken).when(attend(AFTER)).thenRefused('WEBINAR_OVER');
  given(webinar, taken)
    .when(attend(AFTER, 'host'))
    .then([here('host')]);
  given(webinar, taken)
    .when(attend(DURING, 'link', 8))
    .thenRefused('WEBINAR_NOT_REGISTERED');
  given(webinar, [...taken, here('link')])
    .when({ type: 'unattend', userId: 7, now: AFTER })
    .then([{ type: 'AttendanceUnmarked', data: { webinarId: 1, userId: 7 } }]);
  const counts = { type: 'AttendanceRuleSet' as const, data: { webinarId: 1, courseId: 3, classId: 4 } };
  const count = (as: { courseId: number; classId: number } | null): WebinarCommand => ({ type: 'count', as, now: AFTER });
  given(webinar, taken)
    .when(count({ courseId: 3, classId: 4 }))
    .then([counts]);
  given(webinar, [...taken, counts])
    .when(count({ courseId: 3, classId: 4 }))
    .thenNothing();
  given(webinar, [...taken, counts])
    .when(count(null))
    .then([{ ...counts, data: { webinarId: 1, courseId: null, classId: null } }]);
  given(webinar, taken).when({ type: 'record', url: 'https://v.example/1', now: BEFORE }).thenRefused('WEBINAR_NOT_OPEN');
  given(webinar, taken)
    .when({ type: 'record', url: 'https://v.example/1', now: AFTER })
    .then([{ type: 'RecordingPublished', data: { webinarId: 1, url: 'https://v.example/1', previous: null } }]);
});

// rows: G08
test('a live event is reminded of once for each number of hours and start, never when cancelled, moved or begun', () => {
  const remind = (hours: number, startsAt = details.startsAt, now = BEFORE): WebinarCommand => ({ type: 'remind', hours, startsAt, now });
  const reminded = (hours: number) => ({
    type: 'WebinarReminded' as const,
    data: { webinarId: 1, hours, startsAt: details.startsAt, people: 1 },
  });
  given(webinar, [scheduled, seat(7)])
    .when(remind(24))
    .then([reminded(24)]);
  given(webinar, [scheduled, seat(7), reminded(24)])
    .when(remind(24))
    .thenNothing();
  given(webinar, [scheduled, seat(7), reminded(24)])
    .when(remind(1))
    .then([reminded(1)]);
  given(webinar, [scheduled, seat(7), cancelled])
    .when(remind(1))
    .thenNothing();
  given(webinar, [scheduled, seat(7)])
    .when(remind(1, '2026-03-03T18:00:00.000Z'))
    .thenNothing();
  given(webinar, [scheduled, seat(7)])
    .when(remind(1, details.startsAt, DURING))
    .thenNothing();
});

// rows: G02, G08
test('the hour is that of the school’s clock, also on the days when it is changed', () => {
  // The school is in Tijuana: clocks go forward on 8 March 2026 and back on 1 November.
  expect(momentOf('2026-03-07', '18:00')).toBe('2026-03-08T02:00:00.000Z');
  expect(momentOf('2026-03-08', '18:00')).toBe('2026-03-09T01:00:00.000Z');
  expect(momentOf('2026-03-08', '02:30')).toBeNull();
  // Half past one comes twice: the first is meant.
  expect(momentOf('2026-11-01', '01:30')).toBe('2026-11-01T08:30:00.000Z');
  expect(momentOf('2026-11-01', '02:30')).toBe('2026-11-01T10:30:00.000Z');
  expect(momentOf('2026-13-01', '10:00')).toBeNull();
  expect(schoolClock('2026-03-09T01:00:00.000Z')).toEqual({ day: '2026-03-08', time: '18:00' });
});

// rows: G06
test('a hundred people at the last seat, in two processes: one gets it, the others hear that it is gone', async () => {
  const domain = await openDomain();
  const other = await domain.another();
  const hostId = await register(domain, 'maestra', { role: 'instructor' });
  const plan = { ...details, day: '2026-04-02', time: '18:00', minutes: 60, hostId, capacity: 3 };
  const { startsAt: _, endsAt: __, zone: ___, ...rest } = plan;
  const { webinarId } = await domain.webinars.schedule(rest, domain.context('schedule'));
  for (const userId of [1_001, 1_002]) await domain.webinars.register(webinarId, userId, false, domain.context(`first ${userId}`));
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => {
      const from = index % 2 ? domain : other;
      return from.webinars.register(webinarId, 2_000 + index, false, from.context(`last ${index}`));
    }),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  expect(new Set(refused)).toEqual(new Set(['WEBINAR_FULL']));
  const { seats } = await domain.webinars.load(webinarId);
  expect(seats.size).toBe(3);
});
