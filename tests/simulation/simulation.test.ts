import { expect, test } from 'vitest';
import { simulate } from './run.ts';
import { runSeeds } from './seeds.ts';

test('the same seed is the same run, byte for byte', async () => {
  const [one, again, other] = [await simulate({ seed: 3 }), await simulate({ seed: 3 }), await simulate({ seed: 4 })];
  expect(again.hash).toBe(one.hash);
  expect(other.hash).not.toBe(one.hash);
});

/** Seeds that break a promise for a reason that is known and not mended; each is printed in every run. */
const open: ReadonlyMap<number, string> = new Map([
  [181, 'the log is restored to between the list of administrators and the change of role; the newer vault puts the reactor behind it'],
]);

test('200 seeds keep every promise', { timeout: 300_000 }, async () => {
  const broken: string[] = [];
  await runSeeds({
    first: 1,
    count: 200,
    each({ seed, broken: promise }) {
      if (promise && open.has(seed)) {
        process.stdout.write(`seed ${seed} is known to break «${promise.seen}»: ${open.get(seed)}\n`);
        return true;
      }
      if (promise) broken.push(`npm run simulate -- --seed ${seed}: ${promise.seen}`);
      return promise === null;
    },
  });
  expect(broken).toEqual([]);
});
