import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { mutated, mutations } from './mutations.ts';

test.each(mutations)('one of the first 500 seeds finds $name: $fault', { timeout: 300_000 }, (mutation) => {
  const cwd = mutated(mutation);
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const { status, stdout } = spawnSync(process.execPath, ['tests/simulation/cli.ts', '--seeds', '500'], {
    cwd,
    encoding: 'utf8',
  });
  expect(stdout).toContain('BROKEN');
  expect(status).toBe(1);
});
