import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrouble } from '../../../backend/projections/projector/trouble.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('what fails counts as failing until a term has stayed at the head for a while, and since its first failure', () => {
  const trouble = createTrouble();
  expect(trouble.current()).toBeNull();
  expect(trouble.termEnded()).toBe(1);
  expect(trouble.note(new Error('the disk is full'), 1_000)).toEqual({ error: 'the disk is full', since: 1_000 });
  expect(trouble.termEnded()).toBe(2);
  expect(trouble.note('no answer', 5_000)).toEqual({ error: 'no answer', since: 1_000 });
  trouble.reachedHead();
  vi.advanceTimersByTime(1_999);
  expect([trouble.current(), trouble.isAtHead()]).toEqual(['no answer', true]);
  vi.advanceTimersByTime(1);
  expect(trouble.current()).toBeNull();
});

test('a term that reached the head and failed at once leaves the failure standing, and counts from one again', () => {
  const trouble = createTrouble();
  trouble.termEnded();
  trouble.note(new Error('first'), 1_000);
  trouble.reachedHead();
  expect(trouble.termEnded()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect([trouble.current(), trouble.isAtHead()]).toEqual(['first', false]);
});
