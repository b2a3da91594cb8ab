import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleMs, noteWork, warnMs, watchIdle } from './idle.ts';

const calls: (number | null | 'over')[] = [];
let stop: () => void = () => {};
const watch = () => {
  stop = watchIdle({ onWarning: (left) => calls.push(left), onOver: () => calls.push('over') });
};
const sign = (name: string) => dispatchEvent(new Event(name));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z') });
  localStorage.clear();
  calls.length = 0;
  watch();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('nothing is said before 14 minutes, then each second how many are left, and at 15 it is over, once', () => {
  vi.advanceTimersByTime(warnMs - 1_000);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(3_000);
  expect(calls).toEqual([60, 59, 58]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(calls.slice(-2)).toEqual([1, 'over']);
});

test.each(['pointermove', 'keydown', 'touchstart', 'wheel', 'scroll', 'timeupdate'])(
  '%s is a sign of life, and takes a warning back',
  (name) => {
    vi.advanceTimersByTime(warnMs);
    expect(calls).toEqual([60]);
    sign(name);
    expect(calls).toEqual([60, null]);
    vi.advanceTimersByTime(warnMs - 1_000);
    expect(calls).toEqual([60, null]);
  },
);

// rows: I19
test('a long job that goes on in the window keeps the session of who began it, and no longer than it goes on', () => {
  for (let part = 0; part < 40; part++) {
    vi.advanceTimersByTime(60_000);
    noteWork();
  }
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(idleMs);
  expect(calls.at(-1)).toBe('over');
});

test('a sign of life in another tab counts here', () => {
  vi.advanceTimersByTime(warnMs - 5_000);
  localStorage.setItem('aulaviva.actividad', String(Date.now()));
  vi.advanceTimersByTime(warnMs - 1_000);
  expect(calls).toEqual([]);
});

// rows: A40
test('a machine that slept through it: the first touch does not make the session live again', () => {
  vi.setSystemTime(Date.now() + idleMs + 1);
  sign('pointermove');
  expect(calls).toEqual(['over']);
});

test('who stops watching hears nothing more', () => {
  stop();
  vi.advanceTimersByTime(2 * idleMs);
  expect(calls).toEqual([]);
});

test('a clock that is set back does not keep anybody in: time runs from there', () => {
  vi.setSystemTime(new Date('2026-03-02T08:00:00Z'));
  vi.advanceTimersByTime(warnMs + 2_000);
  expect(calls.length).toBeGreaterThan(0);
  vi.advanceTimersByTime(60_000);
  expect(calls.at(-1)).toBe('over');
});
