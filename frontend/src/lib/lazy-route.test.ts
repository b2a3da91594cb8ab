import { expect, it, vi } from 'vitest';
import { MissingPartError, withRetries } from './lazy-route.ts';

// rows: A44
it('tries three more times, a second apart, before it asks to reload', async () => {
  const pause = vi.fn(async () => undefined);
  const load = vi.fn(async () => Promise.reject(new Error('gone')));
  await expect(withRetries(load, 3, pause)).rejects.toBeInstanceOf(MissingPartError);
  expect(load).toHaveBeenCalledTimes(4);
  expect(pause.mock.calls).toEqual([[1_000], [1_000], [1_000]]);
});
it('goes on when a retry succeeds', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('blip')).mockResolvedValueOnce('here');
  await expect(withRetries(load, 3, async () => undefined)).resolves.toBe('here');
});
