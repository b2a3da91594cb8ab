import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** Of Node, and what the C library is told. */
const flags = (command: string): string[] => command.match(/MALLOC_\w+=\d+|--[a-z0-9-]+(?:=\d+)?/g) ?? [];

test('the image and the benchmarks run Node with the flags of npm start', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<'start' | 'bench', string> };
  const image =
    readFileSync(path.join(root, 'Dockerfile'), 'utf8')
      .match(/^(?:ENV|CMD) .*$/gm)
      ?.join(' ') ?? '';
  expect(flags(scripts.start)).toContain('--expose-gc');
  expect(flags(scripts.start)[0]).toMatch(/^MALLOC_/);
  expect(flags(scripts.bench)).toEqual(flags(scripts.start));
  expect(flags(image)).toEqual(flags(scripts.start));
});

test('npm start with a word that is no command says which there are', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'backend/process/start.js'), 'operator'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^aulaviva: there is no command «operator»; there are admin, .*fork.*\n$/);
});
