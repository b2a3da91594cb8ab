import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run test:long`: every test at its full measure, with what `npm test` leaves out: `*.long.test.ts`, journeys of the night, each hostile value at
 * each call, axe whole in each of a page’s visits, texts of the editor by the thousand. With names of files, these alone.
 */
const bin = (name: string) => path.resolve('node_modules/.bin', name);
const named = process.argv.slice(2);
const browser: [string, ...string[]][] = [
  [bin('node'), 'frontend/build.ts'],
  [bin('playwright'), 'test', '--config', 'tests/browser/playwright.config.ts'],
];
const richText: [string, ...string[]] = [bin('vitest'), 'run', '--project', 'dom', 'frontend/src/ui/rich-text/markdown.test.ts'];
const steps: [string, ...string[]][] = [
  ...(named.length === 0 ? [...browser, richText] : []),
  [bin('vitest'), 'run', '--project', 'node', '--passWithNoTests', ...named],
];

let worst = 0;
for (const [command, ...args] of steps) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_LONG: 'true' } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      child.kill(signal);
      process.exit(1);
    });
  worst = Math.max(worst, await new Promise<number>((ended) => child.on('exit', (code) => ended(code ?? 1))));
}
process.exit(worst);
