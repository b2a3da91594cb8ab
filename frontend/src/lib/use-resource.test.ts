import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, ApiError } from './http.ts';
import { forgetResources, useResource } from './use-resource.ts';

afterEach(forgetResources);

test('pages without the store read one way too: an older answer never takes the place of a newer one', async () => {
  const answers: ((text: string) => void)[] = [];
  const load = () =>
    new Promise<Answer<string>>((answer) => {
      answers.push((text) => answer({ data: text, position: null }));
    });
  const { result } = renderHook(() => useResource('a course', load));
  act(() => result.current.refetch('2'));
  await act(async () => answers[1]?.('the second edit'));
  expect(result.current.data).toBe('the second edit');
  await act(async () => answers[0]?.('the first edit'));
  expect(result.current.data).toBe('the second edit');
});

test.each([408, 429, 503])('what is answered %i is asked again by itself, and said when it stays so', async (status) => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.reject(new ApiError(status, 'TOO_MANY_REQUESTS', '', '')));
  const { result } = renderHook(() => useResource<string>('a course', load));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect([result.current.error, result.current.isFetching]).toEqual([null, true]);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(load).toHaveBeenCalledTimes(3);
  expect(result.current).toMatchObject({ error: { status }, isFetching: false });
  vi.useRealTimers();
});
