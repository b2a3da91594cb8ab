import { expect, test } from 'vitest';
import { dueOn, rights } from '../../backend/commands/identity/rights.ts';
import { given } from '../support/deciderSpec.ts';

const exercise = (requestId: string, kind: 'access' | 'oppose' = 'access') =>
  ({ type: 'exercise', userId: 1, requestId, kind, text: 'por favor', today: '2026-03-06' }) as const;
const exercised = (requestId: string, kind: 'access' | 'oppose' = 'access') =>
  ({ type: 'DataRightExercised', data: { userId: 1, requestId, kind, text: 'por favor', dueOn: '2026-04-03' } }) as const;
const answer = { type: 'answer', userId: 1, requestId: 'a', outcome: 'refused', text: 'no' } as const;
const answered = { type: 'DataRightAnswered', data: { userId: 1, requestId: 'a', outcome: 'refused', text: 'no' } } as const;

// rows: I23
test('the clock is of twenty working days, from the day after', () => {
  // A Friday, a Saturday and a Monday.
  expect(dueOn('2026-03-06')).toBe('2026-04-03');
  expect(dueOn('2026-03-07')).toBe('2026-04-03');
  expect(dueOn('2026-03-09')).toBe('2026-04-06');
});

test('one of each kind waits at a time; answered once, and only what was asked', () => {
  given(rights, [])
    .when(exercise('a'))
    .then([exercised('a')]);
  given(rights, [exercised('a')])
    .when(exercise('b'))
    .thenRefused('REQUEST_OPEN');
  given(rights, [exercised('a')])
    .when(exercise('b', 'oppose'))
    .then([exercised('b', 'oppose')]);
  given(rights, [exercised('a')])
    .when(exercise('a'))
    .then([]);
  given(rights, [exercised('a')])
    .when(answer)
    .then([answered]);
  given(rights, [exercised('a'), answered])
    .when(answer)
    .thenRefused('REQUEST_ANSWERED');
  given(rights, [exercised('a'), answered])
    .when(exercise('b'))
    .then([exercised('b')]);
  given(rights, []).when(answer).thenRefused('REQUEST_NOT_FOUND');
});
