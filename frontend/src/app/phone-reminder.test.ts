// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { noteReminder, reminderIsDue } from './phone-reminder.tsx';

beforeEach(() => localStorage.clear());

// rows: D17
it('reminds at most once a day, and each person for themselves', () => {
  const now = Date.UTC(2026, 10, 21);
  expect(reminderIsDue(1, now)).toBe(true);
  noteReminder(1, now);
  expect(reminderIsDue(1, now + 86_399_000)).toBe(false);
  expect(reminderIsDue(2, now)).toBe(true);
  expect(reminderIsDue(1, now + 86_400_000)).toBe(true);
  // A clock that was set back must not silence it for years.
  expect(reminderIsDue(1, now - 1_000)).toBe(true);
});
