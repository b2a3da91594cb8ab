import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, installBrowser } from './browser/browser.ts';

/**
 * `npm test`: formatter and linter, import directions, types, unit, contract and API tests (Vitest), the built frontend with its budgets,
 * and the browser tests (Playwright). Ends with `N passed, N failed` over all of them; exits 1 when anything failed.
 */

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, with the beginning of why (the browser’s runner names its own at the end): said once more before the closing line, where a long log is read first. */
  failures?: readonly string[];
}

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const scratch = mkdtempSync(path.join(tmpdir(), 'aulaviva-tests-'));

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });

const step = async (name: string, command: string, args: readonly string[]): Promise<Count> => {
  process.stdout.write(`\n— ${name}\n`);
  const failed = (await run(command, args)) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0, failures: failed ? [name] : [] };
};

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const failuresOf = (report: VitestReport): string[] =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const whole = status === 'failed' && failed.length === 0 ? [message] : [];
    return [...whole, ...failed.map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`)].map(
      (text) => `${path.relative(root, name)} › ${text.split('\n').slice(0, 12).join('\n    ')}`,
    );
  });

/** Counts of a JSON report; a runner that failed without a failed test counts as one failure, with what it left in `faults`. */
const counted = <Report>(name: string, file: string, code: number, faults: string | null, read: (report: Report) => Count): Count => {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as Report) : { passed: 0, failed: 0, skipped: 0 };
  if (code === 0 || count.failed > 0) return count;
  const why = faults !== null && existsSync(faults) ? readFileSync(faults, 'utf8') : '';
  return { ...count, failed: 1, failures: [...(count.failures ?? []), `${name}: ended with ${code}, no test failed\n${why}`] };
};

const vitest = async (): Promise<Count> => {
  process.stdout.write('\n— unit, contract and API tests\n');
  const file = path.join(scratch, 'vitest.json');
  const faults = path.join(scratch, 'faults');
  const reporters = ['--reporter=default', '--reporter=./tests/support/flaky.ts', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(bin('vitest'), ['run', '--retry=1', ...reporters], { FAULTS_FILE: faults });
  return counted<VitestReport>('unit, contract and API tests', file, code, faults, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures: failuresOf(report),
  }));
};

const playwright = async (): Promise<Count> => {
  process.stdout.write('\n— browser tests\n');
  const browser = findBrowser() ?? (await installBrowser());
  if (!browser) {
    process.stdout.write(
      'No Chromium was found and none could be installed. Any of these helps:\n  npx playwright install chromium\n  apt-get install -y chromium\n  E2E_BROWSER=/path/to/chromium npm test\n',
    );
    process.exit(1);
  }
  const file = path.join(scratch, 'playwright.json');
  const code = await run(bin('playwright'), ['test', '--config', 'tests/browser/playwright.config.ts'], {
    E2E_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    'browser tests',
    file,
    code,
    null,
    ({ stats }) => {
      if (stats.flaky > 0) process.stdout.write(`${stats.flaky} browser tests passed only at the second try\n`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );
};

const counts: Count[] = [];
counts.push(await step('format and lint', bin('biome'), ['ci', '--colors=off', '.']));
counts.push(await step('import directions', bin('node'), ['tests/support/imports.ts']));
counts.push(await step('types: backend and tests', bin('tsc'), ['-p', 'tsconfig.json']));
counts.push(await step('types: frontend', bin('tsc'), ['-p', 'frontend/tsconfig.json']));
counts.push(await step('generated client is up to date', bin('node'), ['frontend/generate.ts', '--check']));
counts.push(await step('frontend build and budgets', bin('node'), ['frontend/build.ts']));
counts.push(await vitest());
counts.push(await playwright());
rmSync(scratch, { recursive: true, force: true });

const total = counts.reduce(
  (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }),
  { passed: 0, failed: 0, skipped: 0 },
);
const failures = counts.flatMap((count) => count.failures ?? []);
if (failures.length > 0) process.stdout.write(`\n— failed\n${failures.join('\n')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
process.exit(total.failed === 0 ? 0 : 1);
