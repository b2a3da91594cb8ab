import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import '../../i18n/i18n.ts';

const school = vi.hoisted(() => ({ reached: '1', asked: vi.fn() }));
vi.mock('../../api/feed.ts', () => ({
  feed: () => ({ socket: { connected: true }, committed: () => undefined, waitFor: async () => true }),
}));
vi.mock('../../api/read-status.ts', () => ({ useReadStatus: () => ({ position: school.reached }) }));
vi.mock('../../api/topics.ts', () => ({
  readAgain: () => {
    school.asked();
    return { type: 'read again' };
  },
}));

const { useCompletion } = await import('./use-completion.ts');
const { configureStore } = await import('@reduxjs/toolkit');
const store = configureStore({ reducer: () => ({}) });
const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const learner = (...done: number[]) => ({ completadas: done.map((id_sesion) => ({ id_sesion })) }) as LearnerCourse;

beforeEach(() => {
  localStorage.clear();
  school.reached = '1';
  school.asked.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Each mark gets the next position of the school's log. */
const takesMarks = () => {
  let position = 4;
  vi.stubGlobal('fetch', async () => {
    position += 1;
    return new Response('{}', { status: 200, headers: { 'x-position': String(position) } });
  });
};

test('a mark that the school has stays in view until an answer reaches it, however long that takes: no older answer turns it back', async () => {
  takesMarks();
  const { result, rerender } = renderHook(({ now }) => useCompletion(7, 1, now), { wrapper, initialProps: { now: learner() } });
  await act(() => result.current.mark(2, true));
  expect(localStorage).toHaveLength(0);
  act(() => void vi.advanceTimersByTime(30_000));
  // A late answer that does not contain it yet.
  rerender({ now: learner() });
  expect(result.current.pending.get(2)).toBe(true);
  expect(school.asked).toHaveBeenCalled();

  // Two marks: an answer that contains only the first looks like the opposite of the second, and must not count as its result.
  await act(() => result.current.mark(2, false));
  school.reached = '5';
  rerender({ now: learner(2) });
  expect(result.current.pending.get(2)).toBe(false);
  school.reached = '6';
  rerender({ now: learner() });
  expect(result.current.pending.has(2)).toBe(false);
});
