import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { mutated, mutations } from './mutations.ts';

test.each(mutations)('its seed is the first that finds $name: $fault', { timeout: 300_000 }, (mutation) => {
  const cwd = mutated(mutation);
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const { status, stdout } = spawnSync(process.execPath, ['tests/simulation/cli.ts', '--seeds', '1000'], {
    cwd,
    encoding: 'utf8',
  });
  expect(stdout.match(/^seed \d+: BROKEN/m)?.[0], 'find it again: tests/simulation/README.md').toBe(`seed ${mutation.seed}: BROKEN`);
  expect(status).toBe(1);
});
