import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '../../backend/projections/users.ts';
import { cliScript } from '../support/compiled.ts';
import { join } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

/** A source tree whose `users` differs from ours in what it makes of each document, and in the keys (`keyed`) of which it makes one. */
function branch(evolved: string, keyed = 'keys'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'backend/projections'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const ours = pathToFileURL(path.resolve('backend/projections/all.ts')).href;
  writeFileSync(
    path.join(folder, 'backend/projections/all.ts'),
    `import { projections as ours } from '${ours}';
    const changed = (h) => ({ ...h, key: (event) => { const keys = [h.key(event) ?? []].flat(); return ${keyed}; }, evolve: (doc, event, key) => { const after = h.evolve(doc, event, key); return ${evolved}; } });
    export const projections = ours.map((p) => p.name !== 'users' ? p : { ...p, on: Object.fromEntries(Object.entries(p.on).map(([t, h]) => [t, changed(h)])) });`,
  );
  return folder;
}

// rows: L09
test('changed code of a projection is tried on the real history of a running school: what differs is reported, and nothing is written', async () => {
  const school = await openSchool();
  await join(school, 'ana');
  const { commands } = school.running.deps;
  const reads = school.running.deps.reader;
  const head = await commands.log.store.head();
  await until(async () => (await reads.checkpoint()) === head, 'read models up to date');
  const temporary = mkdtempSync(path.join(tmpdir(), 'aulaviva-tmp-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const replay = (folder: string, ...more: string[]) =>
    run(process.execPath, [cliScript('replay'), 'users', '--branch', folder, ...more], {
      env: { ...process.env, DATA_DIR: school.dataDir, TMPDIR: temporary },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
  const before = (await reads.generations()).map((one) => ({ ...one }));

  const same = await replay(path.resolve('.'));
  expect(same.stderr).toBe('');
  expect(same.stdout).toMatch(/0 added, 0 changed, 0 removed, [1-9]\d* equal/);
  expect(same.stdout).toContain('0.0 % differs; the school switches up to 20 % – it would switch');
  expect(same.code).toBe(0);

  const other = await replay(branch('after && { ...after, tried: true }'));
  expect(other.stdout).toMatch(/0 added, [1-9]\d* changed, 0 removed, 0 equal/);
  expect(other.stdout).toMatch(/ {4}- \{(?:(?!"tried").)*\}\n {4}\+ \{.*"tried":true/);
  expect(other.stdout).toContain('100.0 % differs; the school switches up to 20 % – not without --force');
  expect(other.code).toBe(1);

  // As many again, which are no part of what is served: half of all differs, as the switch would count it.
  const more = await replay(branch('after', "keys.flatMap((key) => [key, key + '-again'])"));
  expect(more.stdout).toMatch(/([1-9]\d*) added, 0 changed, 0 removed, \1 equal/);
  expect(more.stdout).toContain('50.0 % differs');

  const broken = await replay(branch('(() => { throw new Error("no idea"); })()'));
  expect(broken.stderr).toMatch(/^aulaviva: the branch cannot take \w+ en \d+: no idea\n$/);
  expect(broken.code).toBe(1);
  const endless = await replay(branch('(() => { for (;;); })()'), '--patience', '10');
  expect(endless.stderr).toMatch(/^aulaviva: the branch does not come to an end with the event at \d+ \(\w+\): it had 10 s\n$/);
  expect(endless.code).toBe(1);
  expect((await replay(path.resolve('.'), '--patience', 'soon')).stderr).toMatch(/^aulaviva: --patience: .*\n$/);
  const nowhere = await run(process.execPath, [cliScript('replay'), 'users', '--branch']).catch((error: unknown) => error);
  expect((nowhere as { stderr: string }).stderr).toMatch(/^aulaviva: .*--branch.*\n$/);
  expect((await replay(temporary)).stderr).toContain('has no backend/projections/all.ts');
  // What is wrong stands in a file that theirs imports.
  for (const [code, reason] of [
    ['export const all = ;', /Expression expected.*other\.ts:1/],
    ['nobody();', /nobody is not defined.*other\.ts:1/],
  ] as const) {
    const folder = branch('after');
    writeFileSync(path.join(folder, 'backend/projections/other.ts'), code);
    appendFileSync(path.join(folder, 'backend/projections/all.ts'), "import './other.ts';");
    const { stderr } = await replay(folder);
    expect(stderr).toMatch(/^aulaviva: --branch: its code cannot be loaded: .*\n$/);
    expect(stderr).toMatch(reason);
  }

  const folder = branch('after');
  appendFileSync(path.join(folder, 'backend/projections/all.ts'), 'for (;;);');
  const looping = await replay(folder, '--patience', '10');
  expect(looping.stderr).toBe('aulaviva: --branch: its code cannot be loaded: it does not come to an end: it had 10 s\n');
  expect(looping.code).toBe(1);

  // Neither the log nor the generations of the school know of it, and no copy is left.
  expect(await commands.log.store.head()).toBe(head);
  expect(await reads.generations()).toEqual(before);
  expect((await reads.generations()).filter(({ projection }) => projection === users.name)).toHaveLength(1);
  expect(readdirSync(temporary)).toEqual([]);
  await school.stop();
}, 300_000);
