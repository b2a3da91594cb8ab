import { beforeEach, expect, it } from 'vitest';
import { noteReminder, reminderIsDue } from './phone-reminder.tsx';

beforeEach(() => localStorage.clear());

const now = Date.UTC(2026, 10, 21);
const person = (id: number, more: object = {}) => ({
  id,
  user_role: 1 as const,
  created_at: new Date(now - 2 * 86_400_000).toISOString(),
  ...more,
});

// rows: D17
it('reminds once, and each person for themselves', () => {
  expect(reminderIsDue(person(1), now)).toBe(true);
  noteReminder(1, now);
  expect(reminderIsDue(person(1), now + 86_399_000)).toBe(false);
  expect(reminderIsDue(person(1), now + 30 * 86_400_000)).toBe(false);
  expect(reminderIsDue(person(2), now)).toBe(true);
});

it('does not ask on the first day, nor who only looks at a course', () => {
  expect(reminderIsDue(person(1, { created_at: new Date(now - 3_600_000).toISOString() }), now)).toBe(false);
  expect(reminderIsDue(person(1, { user_role: 2 }), now)).toBe(false);
});
