import { expect, test } from 'vitest';
import { createWatched, isWhole } from './watched-so-far.ts';

/** Plays from a second to another, in steps of five, at this speed. */
const plays = (watched: ReturnType<typeof createWatched>, clock: { now: number }, from: number, to: number, speed = 1) => {
  let reached = 0;
  for (let second = from; second <= to; second += 5) {
    clock.now += 5_000 / speed;
    reached = watched(second, clock.now);
  }
  return reached;
};

// rows: C24
test('what plays counts, at double speed too, and what is skipped does not', () => {
  const clock = { now: 0 };
  const watched = createWatched(0);
  expect(plays(watched, clock, 5, 60)).toBe(60);
  expect(plays(watched, clock, 65, 120, 2)).toBe(120);
  // Ahead: nothing counts until one comes back to where one left.
  expect(plays(watched, clock, 300, 360)).toBe(120);
  expect(plays(watched, clock, 20, 120)).toBe(120);
  expect(plays(watched, clock, 125, 150)).toBe(150);
});

test('the arrow key pressed many times a second is not watching', () => {
  const clock = { now: 0 };
  const watched = createWatched(0);
  let reached = 0;
  for (let second = 5; second <= 600; second += 5) {
    clock.now += 100;
    reached = watched(second, clock.now);
  }
  expect(reached).toBeLessThan(15);
});

test('it goes on where it was stopped, and is whole but for its credits', () => {
  expect(createWatched(200)(204, 0)).toBe(204);
  expect([isWhole(569, 600), isWhole(571, 600), isWhole(55, 60), isWhole(50, 60), isWhole(9, 0)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
