import { expect, test } from 'vitest';
import { MOST_MESSAGES, MOST_OPEN, type SupportClock, support } from '../../backend/commands/support/support.ts';
import type { EventOf } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';

type Asked = Pick<EventOf<'SupportRequested'>, 'type' | 'data'>;
const clock: SupportClock = { plan: 'premium', riskAt: '2026-03-02T20:00:00.000Z', dueAt: '2026-03-03T02:00:00.000Z' };
const later: SupportClock = { plan: 'basic', riskAt: null, dueAt: null };
const ids = (requestId = 'a') => ({ userId: 1, requestId });
const words = { topic: 'technical', courseId: null, subject: 'El video', text: 'No se ve' } as const;
const ask = (requestId = 'a') => ({ type: 'ask', ...ids(requestId), ...words, clock }) as const;
const asked = (requestId = 'a') => ({ type: 'SupportRequested', data: { ...ids(requestId), ...words, ...clock } }) as Asked;
const follow = { type: 'follow', ...ids(), text: '¿Hola?', clock: later } as const;
const followed = (message: number, by: SupportClock) =>
  ({ type: 'SupportFollowedUp', data: { ...ids(), message, text: '¿Hola?', ...by } }) as const;
const answer = (closes = false) => ({ type: 'answer', ...ids(), text: 'Prueba otra vez', closes }) as const;
const answered = (message = 2) => ({ type: 'SupportAnswered', data: { ...ids(), message, text: 'Prueba otra vez' } }) as const;
const closed = (by: 'person' | 'school' = 'school', withAnswer = false) =>
  ({ type: 'SupportClosed', data: { ...ids(), by, withAnswer } }) as const;

// rows: B32
test('what is owed is owed as soon as before when the person writes again, and anew once it was answered', () => {
  given(support, []).when(ask()).then([asked()]);
  given(support, [asked()]).when(ask()).then([]);
  given(support, [asked()])
    .when(follow)
    .then([followed(2, clock)]);
  given(support, [asked(), answered()])
    .when(follow)
    .then([followed(3, later)]);
  given(support, [asked(), closed()])
    .when(follow)
    .then([followed(2, later)]);
});

test('answered while it is open; closed with the answer in one act; opened again by the school', () => {
  given(support, [asked()]).when(answer()).then([answered()]);
  given(support, [asked()])
    .when(answer(true))
    .then([answered(), closed('school', true)]);
  given(support, [asked(), closed()]).when(answer()).thenRefused('SUPPORT_CLOSED');
  given(support, [asked()])
    .when({ type: 'close', ...ids(), by: 'person' })
    .then([closed('person')]);
  given(support, [asked(), closed()])
    .when({ type: 'close', ...ids(), by: 'school' })
    .then([]);
  given(support, [asked(), closed()])
    .when({ type: 'reopen', ...ids(), clock: later })
    .then([{ type: 'SupportReopened', data: { ...ids(), ...later } }]);
  given(support, [asked()])
    .when({ type: 'reopen', ...ids(), clock: later })
    .then([]);
  given(support, []).when(answer()).thenRefused('SUPPORT_NOT_FOUND');
});

test('a request is assigned once to the same person', () => {
  const assigned = { type: 'SupportAssigned', data: { ...ids(), assigneeId: 7 } } as const;
  given(support, [asked()])
    .when({ type: 'assign', ...ids(), assigneeId: 7 })
    .then([assigned]);
  given(support, [asked(), assigned])
    .when({ type: 'assign', ...ids(), assigneeId: 7 })
    .then([]);
  given(support, [asked(), assigned])
    .when({ type: 'assign', ...ids(), assigneeId: null })
    .then([{ type: 'SupportAssigned', data: { ...ids(), assigneeId: null } }]);
});

test('open requests and the messages of one are limited in number', () => {
  const many = Array.from({ length: MOST_OPEN }, (_, index) => asked(`r${index}`));
  given(support, many).when(ask()).thenRefused('SUPPORT_TOO_MANY');
  given(support, [asked(), closed(), ...many])
    .when(follow)
    .thenRefused('SUPPORT_TOO_MANY');
  const long = [asked(), ...Array.from({ length: MOST_MESSAGES - 1 }, (_, index) => followed(index + 2, clock))];
  given(support, long).when(follow).thenRefused('SUPPORT_FULL');
  // What was said last can still be answered.
  given(support, long)
    .when(answer())
    .then([answered(MOST_MESSAGES + 1)]);
  expect(MOST_MESSAGES).toBeGreaterThan(10);
});

test('what the demo withdraws is gone from the state', () => {
  const gone = { type: 'SupportWithdrawn', data: { ...ids(), messages: 2 } } as const;
  given(support, [asked(), answered()])
    .when({ type: 'withdraw', ...ids() })
    .then([gone]);
  given(support, [asked(), answered(), gone]).when(follow).thenRefused('SUPPORT_NOT_FOUND');
});
