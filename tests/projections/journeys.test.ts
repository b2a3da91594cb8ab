import { expect, test } from 'vitest';
import { journeys } from '../../backend/projections/journeys.ts';
import { revenue } from '../../backend/projections/revenue.ts';
import { studyHours } from '../../backend/projections/studyHours.ts';
import { visits } from '../../backend/projections/visits.ts';
import { completed, enrolled, registered } from '../support/learning.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents } from '../support/projectionSpec.ts';

const on = (at: string, event: GivenEvent): GivenEvent => ({ ...event, at });
const studied = (userId: number, seconds: number) =>
  given('StudyTimeRecorded', { userId, courseId: 1, date: '2026-03-09', tab: 'a', reported: seconds, seconds });
const viewed = given('LessonViewed', { userId: 1, courseId: 1, moduleId: 1, classId: null, subtopicId: null, viewMode: 'module' });
const joined = on('2026-03-04T18:00:00.000Z', given(...registered(1, 'ana')));

// rows: J05, J06
test('each step has the day on which it was reached first; a week counts from that of the registration, by the school’s calendar', () => {
  const spec = givenEvents(journeys, [
    joined,
    on('2026-03-05T18:00:00.000Z', given(...enrolled(1))),
    // Still Sunday, and then Monday, where the school is.
    on('2026-03-09T06:59:00.000Z', viewed),
    on('2026-03-09T07:01:00.000Z', given(...completed(1))),
    on('2026-03-09T08:00:00.000Z', studied(1, 60)),
    on('2026-03-10T18:00:00.000Z', given(...enrolled(1, 2))),
    on('2026-03-25T18:00:00.000Z', given('CourseCompleted', { userId: 1, courseId: 1, classes: 1 })),
    on('2026-03-25T18:01:00.000Z', studied(1, 60)),
  ]).thenDoc('1', {
    ...{ userId: 1, role: 'student', registered: '2026-03-04', enrolled: '2026-03-05', began: '2026-03-09', completed: '2026-03-25' },
    ...{ made: 'command-0', takenBack: false, paid: null, money: [], weeks: [0, 1, 3] },
  });
  // Registered, enrolled, two weeks, the completed course and its week; what adds nothing tells nobody.
  expect(spec.documents.changes).toMatchObject([{ topic: 'cifras', id: 'persona-1', version: 6 }]);
});

// rows: J05
test('an account whose making was undone is no registration, until it is given back; one that is merely closed stays one', () => {
  const closed = (undoes?: string) => given('UserDeactivated', { userId: 1 }, undoes === undefined ? {} : { undoes });
  const opened = given('UserActivated', { userId: 1 });
  givenEvents(journeys, [joined, closed()]).thenDocLike('1', { takenBack: false });
  givenEvents(journeys, [joined, closed('another-act')]).thenDocLike('1', { takenBack: false });
  givenEvents(journeys, [joined, closed('command-0')]).thenDocLike('1', { takenBack: true });
  givenEvents(journeys, [joined, closed('command-0'), opened]).thenDocLike('1', { takenBack: false });
  givenEvents(journeys, [joined, closed('command-0'), opened, closed('command-2')]).thenDocLike('1', { takenBack: true });
});

test('another role is known; what comes of somebody unknown is of nobody', () => {
  givenEvents(journeys, [joined, given('RoleChanged', { userId: 1, from: 'student', to: 'instructor' })]).thenDocLike('1', {
    role: 'instructor',
  });
  givenEvents(journeys, [given(...enrolled(7)), given(...completed(7))]).thenDoc('7', null);
});

// rows: J05
test('what somebody paid and was given back counts in its month, and is what the school took and gave back', () => {
  const pesos = (amount: number) => ({ amount, currency: 'MXN' as const });
  const ids = { userId: 1, orderId: 1 };
  const events = [
    joined,
    // Told in March, paid on the last evening of February where the school is.
    on(
      '2026-03-04T18:00:00.000Z',
      given('PaymentSucceeded', { ...ids, amount: pesos(49_900), payment: 'pi', paidAt: '2026-03-01T07:59:00.000Z' }),
    ),
    on(
      '2026-04-01T18:00:00.000Z',
      given('SubscriptionRenewed', { ...ids, invoice: 'in', amount: pesos(100), payment: null, until: '2026-05-01T18:00:00.000Z' }),
    ),
    on('2026-04-02T18:00:00.000Z', given('Refunded', { ...ids, invoice: null, amount: pesos(900), whole: false, otherWay: false })),
    on(
      '2026-04-03T18:00:00.000Z',
      given('RefundBounced', { ...ids, invoice: null, amount: pesos(900), undone: pesos(400), cause: 'lost' }),
    ),
    on('2026-04-03T18:00:00.000Z', given('RefundBounced', { ...ids, invoice: null, amount: pesos(900), undone: pesos(0), cause: 'lost' })),
  ];
  givenEvents(journeys, events).thenDocLike('1', {
    paid: '2026-02-28',
    money: [
      { month: '2026-02', currency: 'MXN', payments: 1, taken: 49_900, returned: 0 },
      { month: '2026-04', currency: 'MXN', payments: 1, taken: 100, returned: 500 },
    ],
  });
  givenEvents(revenue, events.slice(1)).thenDoc('MXN', { currency: 'MXN', taken: 50_000, returned: 500, payments: 2 });
});

// rows: J06
test('what is studied counts in the hour in which it came, on the clock of the school', () => {
  givenEvents(studyHours, [
    on('2026-03-09T06:59:59.000Z', studied(1, 60)),
    on('2026-03-09T07:00:00.000Z', studied(1, 30)),
    on('2026-03-09T07:30:00.000Z', studied(2, 40)),
  ])
    .thenDoc('2026-03-08', { day: '2026-03-08', hours: [...Array(23).fill(0), 60] })
    .thenDoc('2026-03-09', { day: '2026-03-09', hours: [70, ...Array(23).fill(0)] });
});

// rows: J05
test('visits of a day add up by where they came from', () => {
  const counted = (direct: number, search: number) =>
    given('VisitsCounted', { date: '2026-03-09', ...{ direct, search, social: 0, campaign: 1, other: 0 } });
  givenEvents(visits, [counted(3, 0), counted(1, 2)]).thenDoc('2026-03-09', {
    ...{ day: '2026-03-09', direct: 4, search: 2, social: 0, campaign: 2, other: 0 },
  });
});

everyTypeIsCovered(visits);
everyTypeIsCovered(journeys);
everyTypeIsCovered(studyHours);
