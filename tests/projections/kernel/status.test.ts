import { expect, test } from 'vitest';
import { lagSeconds, ProgressMeter, SeenAtHead, unknownRow } from '../../../backend/projections/kernel/status.ts';
import type { Position } from '../../../events/store/port.ts';

const at = (n: number) => String(n).padStart(16, '0') as Position;

// rows: L03
test('of a replay the share of the log that was read is reported, and no number of events that would have to be guessed', () => {
  const meter = new ProgressMeter(0, null);
  const told = (now: number, position: number) => meter.at(now, position === 0 ? null : at(position), at(8_000));
  expect(told(0, 0)).toEqual({ done: 0, share: 0, ratePerSecond: 0, secondsLeft: null });
  // Many of the events that it handles are early in the log, and few later.
  meter.add(600);
  expect(told(1_000, 800)).toEqual({ done: 600, share: 0.1, ratePerSecond: 600, secondsLeft: 9 });
  meter.add(42);
  expect(told(2_000, 8_000)).toEqual({ done: 642, share: 1, ratePerSecond: 321, secondsLeft: 0 });
});

test('where positions cannot be counted, nothing is said of the share', () => {
  expect(new ProgressMeter(0, null).at(1_000, 'x' as Position, 'y' as Position)).toMatchObject({ share: null, secondsLeft: null });
});

// rows: L01
test('lag in seconds counts from the first event that is not handled; it is none at the head, and unknown of what is not there', () => {
  const row = { ...unknownRow({ name: 'x', version: 1 }), generation: 1, position: at(3), head: at(5) };
  const since = '2026-03-02T17:00:00.000Z';
  expect(lagSeconds({ ...row, lag: { events: 2, since } }, Date.parse('2026-03-02T17:02:05.000Z'))).toBe(125);
  expect(lagSeconds({ ...row, lag: { events: 2, since: null } }, 0)).toBeNull();
  expect(lagSeconds({ ...row, position: at(5) }, 0)).toBe(0);
  expect(lagSeconds(unknownRow({ name: 'x', version: 1 }), 0)).toBeNull();
});

test('a projection lags no longer than since it was last seen at the head, whatever time the events name', () => {
  const atHead = new SeenAtHead();
  const [past, now] = ['2025-12-01T00:00:00.000Z', '2026-03-02T17:00:00.000Z'];
  expect(atHead.since('x', past)).toBe(past);
  atHead.note('x', Date.parse(now));
  expect(atHead.since('x', past)).toBe(now);
  expect(atHead.since('y', past)).toBe(past);
  expect(atHead.since('x', '2026-03-02T17:00:01.000Z')).toBe('2026-03-02T17:00:01.000Z');
  expect(atHead.since('x', null)).toBeNull();
});
