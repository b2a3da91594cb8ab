import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { lineOf } from '../../backend/process/failure.ts';
import { reachable } from '../../backend/process/reachable.ts';
import { troubleOf } from '../../backend/process/readModels.ts';
import { isStale, sourcesHash, stampOf } from '../../frontend/sources.ts';
import { freePort } from '../support/freePort.ts';
import { LONG } from '../support/scale.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The commands of README.md, as who runs them meets them. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-commands-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The processes that this one has started, and they in turn, that still live. */
function descendants(pid: number): number[] {
  const parents = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  const rows = parents.map((line) => line.trim().split(/\s+/)).filter(([, , stat]) => !stat?.startsWith('Z'));
  const found: number[] = [];
  for (let above = [pid]; above.length > 0; ) {
    above = rows.filter(([, parent]) => above.includes(Number(parent))).map(([child]) => Number(child));
    found.push(...above);
  }
  return found;
}
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each([['npm start', ['start'], 0], ...(LONG ? ([['npm run dev', ['run', 'dev'], 0]] as const) : [])] as const)(
  '%s: SIGTERM ends every process of it within 10 s, exit 0',
  { timeout: 180_000 },
  async (_, args, status) => {
    const port = await freePort();
    const npm = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder(), DEMO: 'false', LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    const ended = once(npm, 'exit');
    let started: number[] = [];
    onTestFinished(() => {
      for (const pid of [npm.pid ?? 0, ...started]) if (pid && lives(pid)) process.kill(pid, 'SIGKILL');
    });
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(ready, 'the school', 120_000);
    started = descendants(npm.pid ?? 0);
    expect(started.length).toBeGreaterThan(0);
    npm.kill('SIGTERM');
    const began = performance.now();
    expect((await ended)[0]).toBe(status);
    await until(() => !started.some(lives), 'every process to end', 10_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  },
);

if (LONG)
  test('npm test: SIGTERM ends every process of it within 10 s', { timeout: 60_000 }, async () => {
    const npm = spawn('npm', ['test'], { cwd: root, stdio: 'ignore' });
    const ended = once(npm, 'exit');
    // npm, what it runs, and the first of its runners.
    const started = await until(() => {
      const found = descendants(npm.pid ?? 0);
      return found.length >= 2 && found;
    }, 'a runner');
    onTestFinished(() => {
      for (const pid of [npm.pid ?? 0, ...started]) if (pid && lives(pid)) process.kill(pid, 'SIGKILL');
    });
    npm.kill('SIGTERM');
    const began = performance.now();
    expect((await ended)[0]).not.toBe(0);
    await until(() => !started.some(lives), 'every process to end', 10_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

test('the frontend is built anew where sources or packages have changed, and only then', () => {
  const tree = folder();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  };
  for (const file of ['src/app.tsx', 'public/icon.svg', 'index.html', 'build.ts', 'budgets.ts', 'vite.config.ts'])
    write(`frontend/${file}`, file);
  write('backend/api/contract/all.ts', 'contract');
  write('package-lock.json', '{}');
  expect(isStale(tree)).toBe(true);
  const built = () => write(path.relative(tree, stampOf(tree)), sourcesHash(tree) ?? '');
  built();
  expect(isStale(tree)).toBe(false);
  write('frontend/src/app.test.tsx', 'a test');
  expect(isStale(tree)).toBe(false);
  for (const file of ['frontend/src/app.tsx', 'backend/api/contract/all.ts', 'package-lock.json', 'frontend/src/new.ts']) {
    write(file, `${file} of a newer release`);
    expect(isStale(tree), file).toBe(true);
    built();
    expect(isStale(tree), file).toBe(false);
  }
  // Where only what was built is installed there is nothing to compare.
  rmSync(path.join(tree, 'frontend/src'), { recursive: true });
  expect(isStale(tree)).toBe(false);
});

test('an option that a command does not have ends it with one clear line', () => {
  let refused: unknown;
  try {
    parseArgs({ args: ['--nada'], options: {} });
  } catch (error) {
    refused = error;
  }
  expect(lineOf(refused)).toMatch(/^Unknown option '--nada'/);
  expect(lineOf(new TypeError('a fault of ours'))).toBeNull();
});

test('a DATA_DIR that does not answer ends the start with one clear line, and so does something else where a file should be', async () => {
  await reachable(path.join(folder(), 'new'));
  await expect(reachable(folder(), { patience: 200, probe: 'setInterval(() => {}, 1_000)' })).rejects.toThrow(
    /^DATA_DIR: .* does not answer/,
  );
  const strange = folder();
  execFileSync('mkfifo', [path.join(strange, 'secrets.json')]);
  await expect(reachable(strange)).rejects.toThrow(/^DATA_DIR: secrets\.json in .* is no file: move it elsewhere/);
  for (const name of ['events.db', 'vault.db', 'read.db', 'answers.db', 'questions.db']) {
    const instead = folder();
    mkdirSync(path.join(instead, name));
    await expect(reachable(instead)).rejects.toThrow(`DATA_DIR: ${name} in ${instead} is no file`);
    // Commands that do not look there first name it, too.
    const place = path.join(instead, name);
    if (name === 'vault.db') expect(() => openSqliteVault(place)).toThrow(`the vault cannot be opened in ${place}`);
    if (name === 'read.db') expect(() => troubleOf(place, null)).toThrow(`${place} cannot be read`);
  }
});

test('on a machine that is busy the process that looks at DATA_DIR takes long to start, which says nothing about the folder', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import data:text/javascript,await%20new%20Promise((begin)=>setTimeout(begin,1500))');
  onTestFinished(() => void vi.unstubAllEnvs());
  await reachable(folder(), { patience: 1_400 });
});

test('what stands in DATA_DIR is for its owner only, or the start says what is not', { timeout: 60_000 }, async () => {
  const dataDir = folder();
  const first = await openSchool({ dataDir, keep: true });
  await first.stop();
  const mode = (name = '') => (statSync(path.join(dataDir, name)).mode & 0o777).toString(8);
  for (const name of ['events.db', 'vault.db', 'read.db', 'answers.db', 'lock.db', 'secrets.json', 'vault.json', 'erasures.jsonl'])
    chmodSync(path.join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);
  const lines: string[] = [];
  let school = await openSchool({ dataDir, keep: true, logged: (line) => lines.push(line) });
  for (const name of ['events.db', 'vault.db', 'read.db', 'answers.db', 'lock.db', 'secrets.json', 'vault.json', 'erasures.jsonl'])
    expect(mode(name), name).toBe('600');
  expect(mode()).toBe('700');
  expect(lines.join('\n')).not.toContain('open to others');
  await school.stop();
  // A folder that is not the school's alone is not the school's to close.
  writeFileSync(path.join(dataDir, 'letter.txt'), 'hello');
  chmodSync(dataDir, 0o755);
  school = await openSchool({ dataDir, keep: true, logged: (line) => lines.push(line) });
  expect(mode()).toBe('755');
  expect(lines.join('\n')).toContain('is open to others, and holds more than the school');
  await school.stop();
});
