import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const flags = (command: string): string[] => command.match(/--[a-z0-9-]+=\d+/g) ?? [];

test('the image and the benchmarks run Node with the flags of npm start', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<'start' | 'bench', string> };
  const image = /^CMD (.*)$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.[1] ?? '';
  expect(flags(scripts.start)).not.toEqual([]);
  expect(flags(scripts.bench)).toEqual(flags(scripts.start));
  expect(flags(image)).toEqual(flags(scripts.start));
});
