import { spawn } from 'node:child_process';
import path from 'node:path';

/** `npm run test:long`: what is slow and rare, `*.long.test.ts`, which `npm test` leaves out. */
const child = spawn(path.resolve('node_modules/.bin/vitest'), ['run', '--project', 'node', '--passWithNoTests', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_LONG: 'true' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
