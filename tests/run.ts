import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freshBundle } from '../backend/bundled.ts';
import { BUNDLE_ENV } from '../events/entry.ts';
import { isStale } from '../frontend/sources.ts';
import { findBrowser, installBrowser } from './browser/browser.ts';
import { DEMO_DATA_ENV } from './support/demoData.ts';
import type { Fault } from './support/flaky.ts';

/**
 * `npm test`: the bundled server and the built frontend with its budgets; then formatter and linter, import directions and types, beside them unit, contract
 * and API tests (Vitest); then the browser tests (Playwright) on what was built. Ends with `N passed, N failed` over all of them; exits 1 when
 * anything failed.
 *
 * A whole run leaves what takes long, and has a quicker test of the same rule, to the night: tests tagged `night`.
 *
 * `npm run test:long` (`--long`): every test at its full measure, with what `npm test` leaves out: `*.long.test.ts`, journeys of the night, each
 * hostile value at each call, axe whole in each of a page’s visits, texts of the editor by the thousand. With paths, the tests of these files alone.
 *
 * `npm test -- <path>…` runs the tests of files or folders, `npm test -- --only <node|dom|browser>` one kind; both leave out what is no test,
 * except the build of the frontend, where tests serve it.
 */

const KINDS = ['node', 'dom', 'browser'] as const;
type Kind = (typeof KINDS)[number];

/** What one step, one file of tests or one kind of runner came to. */
interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, with the beginning of why (the browser’s runner names its own at the end): said once more before the closing line, where a long log is read first. */
  failures?: readonly string[];
  /** How long each test (of a browser) or file of tests (of Vitest) took. */
  took?: readonly { name: string; ms: number }[];
}

/** By file, relative to the root. The empty name holds what failed outside of any file. */
type ByFile = ReadonlyMap<string, Count>;

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const say = (text: string): void => void process.stdout.write(text);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, long: { type: 'boolean' } },
});
const long = options.long === true;
if (long) process.env['TEST_LONG'] = 'true';
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
const whole = paths.length === 0 && options.only === undefined && !long;

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
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; tags: string[]; failureMessages: string[] }[];
  }[];
}

const failuresOf = ({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] => {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  const whole = status === 'failed' && failed.length === 0 ? [message] : [];
  return [...whole, ...failed.map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`)].map(
    (text) => `${path.relative(root, name)} › ${text.split('\n').slice(0, 12).join('\n    ')}`,
  );
};

/** A runner’s JSON report; null where it was ended before it wrote one. */
const reported = <Report>(file: string): Report | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null);

const failedIn = (files: ByFile): number => [...files.values()].reduce((sum, { failed }) => sum + failed, 0);

/** A runner that ended badly without a failed test counts as one failure. */
const outside = (files: Map<string, Count>, code: number, why: string): ByFile => {
  if (code !== 0 && failedIn(files) === 0)
    files.set('', { passed: 0, failed: 1, skipped: 0, failures: [`ended with ${code}, no test failed\n${why}`] });
  return files;
};

/** The tag of tests that a whole run leaves to `npm run test:long` (vitest.config.ts). */
const NIGHT = 'night';
let atNight = 0;

/** Runs files of Vitest; `alone`, one after the other. */
const vitest = async (kinds: readonly Kind[], named: readonly string[], alone = false): Promise<ByFile> => {
  if (kinds.length === 0) return new Map();
  const file = path.join(scratch, `vitest-${kinds.join('-')}${alone ? '-alone' : ''}.json`);
  const faultsFile = `${file}.faults`;
  const reporters = ['--reporter=default', '--reporter=./tests/support/flaky.ts', '--reporter=json', `--outputFile.json=${file}`];
  const projects = kinds.map((kind) => `--project=${kind}`);
  const workers = alone ? ['--maxWorkers=1'] : [];
  const day = whole ? [`--tagsFilter=!${NIGHT}`] : [];
  const code = await run(
    bin('vitest'),
    ['run', '--configLoader=native', ...(long ? [] : ['--retry=1']), ...workers, ...day, ...projects, ...reporters, ...named],
    {
      FAULTS_FILE: faultsFile,
    },
  );
  const files = new Map<string, Count>();
  for (const result of reported<VitestReport>(file)?.testResults ?? []) {
    const name = path.relative(root, result.name);
    const byDay = result.assertionResults.filter(({ tags }) => !whole || !tags.includes(NIGHT));
    const count = (...statuses: string[]) => byDay.filter(({ status }) => statuses.includes(status)).length;
    atNight += result.assertionResults.length - byDay.length;
    const failures = failuresOf(result);
    files.set(name, {
      passed: count('passed'),
      failed: failures.length,
      skipped: count('pending', 'skipped', 'todo'),
      failures,
      took: [{ name, ms: result.endTime - result.startTime }],
    });
  }
  const faults = existsSync(faultsFile)
    ? (JSON.parse(`[${readFileSync(faultsFile, 'utf8').trim().split('\n').join(',')}]`) as Fault[])
    : [];
  for (const { file: at, text } of faults) {
    const name = at === null ? '' : path.relative(root, at);
    const before = files.get(name) ?? { passed: 0, failed: 0, skipped: 0 };
    files.set(name, {
      ...before,
      failed: before.failed + 1,
      failures: [...(before.failures ?? []), `${name} › outside of any test: ${text}`],
    });
  }
  return outside(files, code, '');
};

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}
interface PlaywrightReport {
  stats: { flaky: number };
  suites: PlaywrightSuite[];
}
const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

/** Runs files of browser tests; `alone`, in one browser. */
const playwright = async (named: readonly string[], alone = false): Promise<ByFile> => {
  const browser = findBrowser() ?? (await installBrowser());
  if (!browser)
    fail(
      'no Chromium was found and none could be installed. Any of these helps:\n  npx playwright install chromium\n  apt-get install -y chromium\n  E2E_BROWSER=/path/to/chromium npm test',
    );
  const file = path.join(scratch, `playwright${alone ? '-alone' : ''}.json`);
  // Playwright takes what names a file for a pattern.
  const patterns = named.map((given) => given.replaceAll('.', '\\.'));
  const workers = alone ? ['--workers=1'] : [];
  const code = await run(bin('playwright'), ['test', '--config', 'tests/browser/playwright.config.ts', ...workers, ...patterns], {
    E2E_BROWSER: browser,
    ...(named.length > 0 && { BROWSER_NAMED: 'true' }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = reported<PlaywrightReport>(file);
  if (report && report.stats.flaky > 0) say(`${report.stats.flaky} browser tests passed only at the second try\n`);
  const files = new Map<string, Count>();
  for (const suite of report?.suites ?? []) {
    const specs = specsOf(suite);
    const count = (...statuses: string[]) => specs.flatMap(({ tests }) => tests).filter(({ status }) => statuses.includes(status)).length;
    const name = `tests/browser/${suite.file}`;
    files.set(name, {
      passed: count('expected', 'flaky'),
      failed: count('unexpected'),
      skipped: count('skipped'),
      failures: specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')).map(({ title }) => `${name} › ${title}`),
      took: specs.map(({ title, tests }) => ({
        name: `${name} › ${title}`,
        ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
      })),
    });
  }
  return outside(files, code, '');
};

/** More files than this do not fail by chance. */
const CHANCE = 8;

/**
 * Files with a failed test are run once more when nothing runs beside them: a fault fails again, and what failed for want of processor or of a
 * quiet neighbour passes. It is said which: none of them is to stay so.
 */
const again = async (files: ByFile, runAlone: (names: readonly string[]) => Promise<ByFile>): Promise<ByFile> => {
  const failed = [...files].filter(([, count]) => count.failed > 0).map(([name]) => name);
  if (failed.length === 0 || failed.length > CHANCE || failed.includes('')) return files;
  say(`\n— once more, with nothing beside: ${failed.join(', ')}\n`);
  const second = await runAlone(failed);
  for (const name of failed)
    if (second.get(name)?.failed === 0) say(`passed only with nothing beside: ${(files.get(name)?.failures ?? []).join('\n')}\n`);
  return new Map([...files, ...second]);
};

/** The journeys that a whole run leaves to the night: the browser’s runner reports nothing of what it leaves out. */
const journeysAtNight = (): number =>
  globSync('tests/browser/*.spec.ts', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8').match(/\btag: NIGHT\b/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);

/** What needs no test runner, one after the other: one processor for them, the other for the tests beside them. */
async function checks(): Promise<Count[]> {
  const done: Count[] = [];
  if (whole) {
    done.push(await step('format and lint', bin('biome'), ['ci', '--colors=off', '.']));
    done.push(await step('import directions', bin('node'), ['tests/support/imports.ts']));
    done.push(await step('types', 'npm', ['run', '--silent', 'types']));
  }
  return done;
}

const began = performance.now();
const vitestKinds = (['node', 'dom'] as const).filter((kind) => asked(kind) !== null);
// First: tests that start a whole school, and the browser's, serve what is built.
const toBuild = asked('browser') !== null || (asked('node') !== null && isStale());
const built: Count[] = [];
if (whole) {
  // Threads and processes of the tests begin from it, as those of `npm start` do.
  built.push(await step('server bundle', bin('node'), ['backend/bundle.ts']));
  const bundle = freshBundle();
  if (bundle !== null) process.env[BUNDLE_ENV] = bundle;
  // Vitest's tests and the browser's share one demo school, loaded by whoever needs it first.
  process.env[DEMO_DATA_ENV] = mkdtempSync(path.join(scratch, 'demo-'));
}
if (toBuild) built.push(await step('frontend build and budgets', bin('node'), ['frontend/build.ts']));
const counts: Count[] = [...built];
if (long) {
  const [node, dom, browser] = [asked('node'), asked('dom'), asked('browser')];
  if (browser) {
    say('\n— browser tests\n');
    counts.push(...(await playwright(browser)).values());
  }
  say('\n— unit, contract and API tests\n');
  // Of the components, where none are named, what is more at night than by day.
  const components = dom?.length === 0 ? ['frontend/src/ui/rich-text/markdown.test.ts'] : dom;
  if (components) counts.push(...(await vitest(['dom'], components)).values());
  if (node) counts.push(...(await vitest(['node'], node)).values());
} else {
  say('\n— unit, contract and API tests\n');
  const [checked, units] = await Promise.all([
    checks(),
    vitest(vitestKinds, [...new Set(vitestKinds.flatMap((kind) => asked(kind) ?? []))]),
  ]);
  const browserPaths = asked('browser');
  if (browserPaths !== null) say('\n— browser tests\n');
  const browsers = browserPaths === null ? new Map<string, Count>() : await playwright(browserPaths);
  counts.push(...checked);
  counts.push(...(await again(units, (names) => vitest(vitestKinds, names, true))).values());
  counts.push(...(await again(browsers, (names) => playwright(names, true))).values());
}
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
if (whole) say(`\n${atNight} tests and ${journeysAtNight()} journeys are left to npm run test:long\n`);
const failures = counts.flatMap((count) => count.failures ?? []);
if (failures.length > 0) say(`\n— failed\n${failures.join('\n')}\n`);
if (total.passed + total.failed === 0) fail('no test was found there');
say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
process.exit(total.failed === 0 ? 0 : 1);
