// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { rememberCourse, takePendingCourse } from './pending-course.ts';

beforeEach(() => localStorage.clear());

it('answers the course once', () => {
  rememberCourse(5, 1_000);
  expect(takePendingCourse(2_000)).toBe(5);
  expect(takePendingCourse(2_000)).toBeNull();
});
it('forgets it after a day, and whatever else stands there', () => {
  rememberCourse(5, 0);
  expect(takePendingCourse(86_400_001)).toBeNull();
  for (const text of ['', 'x', '5', '{}', '{"courseId":-1,"until":9e15}', '{"courseId":"5","until":9e15}']) {
    localStorage.setItem('aulaviva.cursoPendiente', text);
    expect(takePendingCourse(0), text).toBeNull();
  }
});
