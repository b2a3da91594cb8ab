import { describe, expect, test } from 'vitest';
import { deadlineOf, promiseState } from '../../backend/api/answers/promise.ts';

/** «En menos de 4 horas hábiles», counted in the school's own week (A16). */

const week = { days: [1, 2, 3, 4, 5], opens: '10:00', closes: '18:00' };
/** Local time in Tijuana: winter is −08:00, summer −07:00. */
const at = (local: string, offset = '-08:00') => Date.parse(`${local}:00.000${offset}`);
const due = (from: number, hours = 4, hoursOf = week) => {
  const found = deadlineOf(from, hours, 'business-hours', hoursOf);
  return found && new Date(found.due).toISOString();
};
const iso = (local: string, offset?: string) => new Date(at(local, offset)).toISOString();

describe('business hours', () => {
  test.each([
    ['on a Monday morning', '2026-03-02T10:00', '2026-03-02T14:00'],
    ['over the night', '2026-03-02T16:00', '2026-03-03T12:00'],
    ['before the doors open', '2026-03-02T07:30', '2026-03-02T14:00'],
    ['after they close', '2026-03-02T19:00', '2026-03-03T14:00'],
    ['over the weekend', '2026-02-27T17:00', '2026-03-02T13:00'],
    ['on a Sunday', '2026-03-01T12:00', '2026-03-02T14:00'],
    ['to the minute of closing', '2026-03-02T14:00', '2026-03-02T18:00'],
  ])('%s', (_, from, until) => {
    expect(due(at(from))).toBe(iso(until));
  });
  test('the night on which the clocks change is as long as it is', () => {
    // Friday before 8 March 2026, when Tijuana goes from −08:00 to −07:00.
    expect(due(at('2026-03-06T16:00'))).toBe(iso('2026-03-09T12:00', '-07:00'));
  });
  test('of a school that is never open there are none', () => {
    expect(due(at('2026-03-02T10:00'), 4, { ...week, days: [] })).toBeNull();
    expect(due(at('2026-03-02T10:00'), 4, { ...week, opens: '18:00', closes: '10:00' })).toBeNull();
  });
});

test('other promises run by the clock on the wall, and no promise has no end', () => {
  const from = at('2026-02-27T17:00');
  expect(deadlineOf(from, 24, 'hours', week)?.due).toBe(from + 24 * 3_600_000);
  expect(deadlineOf(from, 2, 'days', week)?.due).toBe(from + 48 * 3_600_000);
  expect([deadlineOf(from, null, 'hours', week), deadlineOf(from, 4, null, week), deadlineOf(from, 0, 'hours', week)]).toEqual([
    null,
    null,
    null,
  ]);
});

// rows: A16
test('a promise of help is in risk when less than a quarter of its hours is left, however long the weekend in between', () => {
  const deadline = deadlineOf(at('2026-02-27T17:00'), 4, 'business-hours', week);
  if (!deadline) throw new Error('there is a deadline');
  const state = (local: string, answered: string | null = null) =>
    promiseState(deadline, answered === null ? null : at(answered), at(local));
  expect(state('2026-02-28T12:00')).toBe('a-tiempo');
  expect(state('2026-03-02T11:59')).toBe('a-tiempo');
  expect(state('2026-03-02T12:00')).toBe('en-riesgo');
  expect(state('2026-03-02T13:00')).toBe('en-riesgo');
  expect(state('2026-03-02T13:01')).toBe('vencida');
  expect(state('2026-03-05T10:00', '2026-03-02T12:30')).toBe('cumplida');
  expect(state('2026-03-05T10:00', '2026-03-02T13:30')).toBe('vencida');
});
