import { spawn } from 'node:child_process';
import path from 'node:path';
import { findBrowser } from './browser/browser.ts';
import { eventStoreUrl, mongoUrl, reasonOf } from './support/servers.ts';

/**
 * `npm run test:remote [-- <spec>…]`: the frontend is built, then the main job through the browser on EventStoreDB and MongoDB, files in GridFS
 * too, then several nodes of that school, then the contract suites. Both servers come from TEST_EVENTSTORE_URL and TEST_MONGODB_URL, and must be
 * empty, or from containers where Docker answers. Exits 1 when anything failed, 2 when the servers cannot be had.
 */

/** One school serves all of them: those that change what every visitor sees come last. */
const ROUNDS: readonly (readonly string[])[] = [
  ['main-job', 'connection', 'operations', 'journey', 'account', 'avatar'],
  ['site'],
  ['site-admin'],
];
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
let stopped = false;
const run = (command: string, args: readonly string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    if (stopped) return resolve(1);
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    const stop = () => {
      stopped = true;
      child.kill('SIGTERM');
    };
    const ended = (code: number) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    child.on('error', () => ended(1));
    child.on('exit', (code) => ended(code ?? 1));
  });

const log = await eventStoreUrl();
const read = await mongoUrl();
if ('skip' in log || 'skip' in read) {
  process.stdout.write(`not run on remote stores${reasonOf(log)}${reasonOf(read)}\n`);
  process.exit(2);
}
const named = process.argv.slice(2);
const began = performance.now();
const browser = findBrowser();
const database = `${read.url}/aulaviva_${Date.now()}`;
const school = { BROWSER_EVENT_STORE: log.url, BROWSER_READ_STORE: database };
let failed = await run(process.execPath, ['frontend/build.ts'], {});
for (const round of named.length > 0 ? named.map((name) => [name]) : ROUNDS) {
  // Playwright takes them for patterns.
  const files = round.map((name) => `/${name}\\.spec\\.ts$`);
  failed += await run(bin('playwright'), ['test', '--config', 'tests/browser/playwright.config.ts', ...files], {
    ...school,
    ...(browser && { E2E_BROWSER: browser }),
  });
}
const nodes = await run(bin('vitest'), ['run', '--project', 'node', 'tests/faults/nodes.remote'], school);
const contracts = await run(bin('vitest'), ['run', '--project', 'node', 'tests/contracts'], {
  TEST_EVENTSTORE_URL: log.url,
  TEST_MONGODB_URL: read.url,
});
await log.stop();
await read.stop();
process.stdout.write(
  `main job on remote stores ${failed === 0 ? 'passed' : 'FAILED'}, several nodes ${nodes === 0 ? 'passed' : 'FAILED'}, contracts ${contracts === 0 ? 'passed' : 'FAILED'}, ${Math.round((performance.now() - began) / 1000)} s\n`,
);
process.exit(failed + nodes + contracts === 0 ? 0 : 1);
