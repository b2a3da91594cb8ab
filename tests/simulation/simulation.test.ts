import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COPIED } from './mutations.ts';
import { simulate } from './run.ts';
import { runSeeds } from './seeds.ts';

/** Shorter runs than those of the night (seeds.long.test.ts). */
const STEPS = 36;

test('the same seed is the same run, byte for byte', async () => {
  const [one, again, other] = [await simulate({ seed: 3 }), await simulate({ seed: 3 }), await simulate({ seed: 4 })];
  expect(again.hash).toBe(one.hash);
  expect(other.hash).not.toBe(one.hash);
});

test('200 seeds keep every promise', { timeout: 300_000 }, async () => {
  const broken: string[] = [];
  await runSeeds({
    first: 1,
    count: 200,
    steps: STEPS,
    each({ seed, broken: promise }) {
      if (promise) broken.push(`npm run simulate -- --seed ${seed} --steps ${STEPS}: ${promise.seen}`);
      return promise === null;
    },
  });
  expect(broken).toEqual([]);
});

test('a copy with a fault in it has all that a run imports', () => {
  const files = globSync('tests/simulation/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const imported = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g), ([, to]) => path.join(path.dirname(file), String(to))),
  );
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter((file) => !COPIED.some((part) => file === part || file.startsWith(`${part}/`)))).toEqual([]);
});
