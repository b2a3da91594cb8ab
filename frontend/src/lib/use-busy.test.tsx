// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useBusy } from './use-busy.ts';

test('what is started while something is being done is not done; afterwards, also after a failure, it may be', async () => {
  const { result } = renderHook(useBusy);
  const first = Promise.withResolvers<string>();
  let began = 0;
  const start = (work: () => Promise<string>) =>
    result.current.run(() => {
      began++;
      return work();
    });
  let answered: Promise<string | undefined> | undefined;
  act(() => {
    answered = start(() => first.promise);
  });
  expect(result.current.busy).toBe(true);
  await act(async () => expect(await start(async () => 'second')).toBeUndefined());
  await act(async () => first.resolve('first'));
  expect([await answered, began, result.current.busy]).toEqual(['first', 1, false]);
  await act(async () => expect(start(() => Promise.reject(new Error('no')))).rejects.toThrow('no'));
  expect(result.current.busy).toBe(false);
  await act(async () => expect(await start(async () => 'third')).toBe('third'));
});
