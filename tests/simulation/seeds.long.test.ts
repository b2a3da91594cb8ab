import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Hours on two processors: it tells its pace, and goes on where it was ended as long as the program is the same.
test('100,000 seeds keep every promise', { timeout: 24 * 3_600_000 }, () => {
  const { status } = spawnSync(process.execPath, ['tests/simulation/cli.ts', '--seeds', '100000', '--resume'], { stdio: 'inherit' });
  expect(status).toBe(0);
});
