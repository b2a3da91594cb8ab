import { expect, test } from 'vitest';
import { StudyClock } from './study-clock.ts';

/** Ticks every second from one moment to another. */
const run = (clock: StudyClock, from: number, to: number, visible = true) => {
  for (let second = from; second <= to; second++) clock.tick(second * 1_000, visible);
};

test('counts seconds while visible and active', () => {
  const clock = new StudyClock(0);
  run(clock, 0, 30);
  expect(clock.seconds).toBe(30);
});
test('nothing while hidden, and the time away is not made up for', () => {
  const clock = new StudyClock(0);
  run(clock, 0, 10);
  run(clock, 11, 60, false);
  clock.touch(61_000);
  run(clock, 61, 71);
  expect(clock.seconds).toBe(20);
});
// rows: C20
test('two minutes without a sign of life and it stands still; a touch goes on', () => {
  const clock = new StudyClock(0);
  run(clock, 0, 300);
  expect(clock.seconds).toBe(120);
  clock.touch(300_000);
  run(clock, 301, 310);
  expect(clock.seconds).toBe(130);
});
test('a machine that slept studied nothing', () => {
  const clock = new StudyClock(0);
  run(clock, 0, 5);
  clock.touch(3_600_000);
  clock.tick(3_600_000, true);
  expect(clock.seconds).toBe(5);
});
