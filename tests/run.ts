import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, installBrowser } from './browser/browser.ts';

/**
 * `npm test`: formatter and linter, import directions, types, the generated client, the built frontend with its budgets; beside them unit, contract
 * and API tests (Vitest); then the browser tests (Playwright) on what was built. Ends with `N passed, N failed` over all of them; exits 1 when
 * anything failed.
 *
 * `npm test -- <path>…` runs the tests of files or folders, `npm test -- --only <node|dom|browser>` one kind; both leave out what is no test,
 * except the build that browser tests need.
 */

const KINDS = ['node', 'dom', 'browser'] as const;
type Kind = (typeof KINDS)[number];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, with the beginning of why (the browser’s runner names its own at the end): said once more before the closing line, where a long log is read first. */
  failures?: readonly string[];
  /** How long each test (of a browser) or file of tests (of Vitest) took. */
  took?: readonly { name: string; ms: number }[];
}

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const say = (text: string): void => void process.stdout.write(text);

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const paths = positionals.map((given) => path.relative(root, path.resolve(given)).split(path.sep).join('/'));
const isKind = (name: string): name is Kind => KINDS.some((kind) => kind === name);
if (options.only !== undefined && !isKind(options.only)) fail(`--only takes one of ${KINDS.join(', ')}, not '${options.only}'`);
for (const given of paths) if (!existsSync(path.join(root, given))) fail(`there is no ${given}`);

function fail(why: string): never {
  process.stderr.write(`npm test: ${why}\n`);
  process.exit(1);
}

/** The paths of one kind among those that were asked for; null where nothing of this kind was. */
function asked(kind: Kind): readonly string[] | null {
  if (options.only !== undefined && options.only !== kind) return null;
  if (paths.length === 0) return [];
  const home = { node: 'tests', dom: 'frontend/src', browser: 'tests/browser' }[kind];
  const within = paths.filter(
    (given) =>
      (given === home || given.startsWith(`${home}/`) || home.startsWith(`${given}/`)) &&
      !(kind === 'node' && (given === 'tests/browser' || given.startsWith('tests/browser/'))),
  );
  return within.length > 0 ? within : null;
}
const whole = paths.length === 0 && options.only === undefined;

const scratch = mkdtempSync(path.join(tmpdir(), 'aulaviva-tests-'));
const children = new Set<ReturnType<typeof spawn>>();
/** Ends what was started and then itself. */
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });

/** Runs a command to its end; with `collect`, what it prints is collected instead of shown. */
const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, collect?: string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: collect ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => collect?.push(text));
    const ended = (code: number | null) => {
      children.delete(child);
      resolve(code ?? 1);
    };
    child.on('error', () => ended(1));
    child.on('close', ended);
  });

/** A step beside the tests: shown when it has ended, so that nothing is mixed. */
const step = async (name: string, command: string, args: readonly string[]): Promise<Count> => {
  const output: string[] = [];
  const began = performance.now();
  const failed = (await run(command, args, {}, output)) === 0 ? 0 : 1;
  say(`\n— ${name} (${seconds(performance.now() - began)})\n${output.join('')}`);
  return { passed: 1 - failed, failed, skipped: 0, failures: failed ? [`${name}\n${output.join('')}`] : [] };
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
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
  const kinds = (['node', 'dom'] as const).filter((kind) => asked(kind) !== null);
  if (kinds.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  say('\n— unit, contract and API tests\n');
  const file = path.join(scratch, 'vitest.json');
  const faults = path.join(scratch, 'faults');
  const reporters = ['--reporter=default', '--reporter=./tests/support/flaky.ts', '--reporter=json', `--outputFile.json=${file}`];
  const named = [...new Set(kinds.flatMap((kind) => asked(kind) ?? []))];
  const projects = kinds.map((kind) => `--project=${kind}`);
  const code = await run(bin('vitest'), ['run', '--retry=1', ...projects, ...reporters, ...named], { FAULTS_FILE: faults });
  return counted<VitestReport>('unit, contract and API tests', file, code, faults, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures: failuresOf(report),
    took: report.testResults.map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: endTime - startTime })),
  }));
};

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { results: { duration: number }[] }[] }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}
const timesOf = (suite: PlaywrightSuite): { name: string; ms: number }[] => [
  ...suite.specs.map(({ title, tests }) => ({
    name: `tests/browser/${suite.file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...(suite.suites ?? []).flatMap(timesOf),
];

const playwright = async (): Promise<Count> => {
  const named = asked('browser');
  if (named === null) return { passed: 0, failed: 0, skipped: 0 };
  say('\n— browser tests\n');
  const browser = findBrowser() ?? (await installBrowser());
  if (!browser)
    fail(
      'no Chromium was found and none could be installed. Any of these helps:\n  npx playwright install chromium\n  apt-get install -y chromium\n  E2E_BROWSER=/path/to/chromium npm test',
    );
  const file = path.join(scratch, 'playwright.json');
  // Playwright takes what names a file for a pattern.
  const patterns = named.map((given) => given.replaceAll('.', '\\.'));
  const code = await run(bin('playwright'), ['test', '--config', 'tests/browser/playwright.config.ts', ...patterns], {
    E2E_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted<PlaywrightReport>('browser tests', file, code, null, ({ stats, suites }) => {
    if (stats.flaky > 0) say(`${stats.flaky} browser tests passed only at the second try\n`);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      took: suites.flatMap(timesOf),
    };
  });
};

/** What needs no test runner, one after the other: one processor for them, the other for the tests beside them. */
async function checks(): Promise<Count[]> {
  const done: Count[] = [];
  if (whole) {
    done.push(await step('format and lint', bin('biome'), ['ci', '--colors=off', '.']));
    done.push(await step('import directions', bin('node'), ['tests/support/imports.ts']));
    done.push(await step('types: backend and tests', bin('tsc'), ['-p', 'tsconfig.json']));
    done.push(await step('types: frontend', bin('tsc'), ['-p', 'frontend/tsconfig.json']));
    done.push(await step('generated client is up to date', bin('node'), ['frontend/generate.ts', '--check']));
  }
  if (asked('browser') !== null) done.push(await step('frontend build and budgets', bin('node'), ['frontend/build.ts']));
  return done;
}

const began = performance.now();
const counts: Count[] = (await Promise.all([checks(), vitest()])).flat();
counts.push(await playwright());
rmSync(scratch, { recursive: true, force: true });

const total = counts.reduce(
  (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }),
  { passed: 0, failed: 0, skipped: 0 },
);
const slowest = counts
  .flatMap((count) => count.took ?? [])
  .sort((a, b) => b.ms - a.ms)
  .slice(0, 10);
say(
  `\n— the ten slowest of ${seconds(performance.now() - began)}\n${slowest.map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`).join('\n')}\n`,
);
const failures = counts.flatMap((count) => count.failures ?? []);
if (failures.length > 0) say(`\n— failed\n${failures.join('\n')}\n`);
if (total.passed + total.failed === 0) fail('no test was found there');
say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
process.exit(total.failed === 0 ? 0 : 1);
