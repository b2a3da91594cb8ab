import { expect, test } from 'vitest';
import { simulate } from './run.ts';

test('the same seed is the same run, byte for byte', async () => {
  const [one, again, other] = [await simulate({ seed: 3 }), await simulate({ seed: 3 }), await simulate({ seed: 4 })];
  expect(again.hash).toBe(one.hash);
  expect(other.hash).not.toBe(one.hash);
});

test('seeds keep every promise', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { broken } = await simulate({ seed });
    expect(broken, `npm run simulate -- --seed ${seed}`).toBeNull();
  }
});
