import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** `` `file` · title `` or several, parted by `<br>`: each file is there and holds the title. */
const namesTests = (where: string, tests: string): void => {
  for (const test of tests.split('<br>')) {
    const [, file = '', title = ''] = /^`([^`]+)` · (.+)$/.exec(test) ?? [];
    expect(file !== '' && existsSync(path.join(root, file)), `${where}: ${test}`).toBe(true);
    expect(readFileSync(path.join(root, file), 'utf8'), `${where}: «${title}» in ${file}`).toContain(title);
  }
};

test.each([
  ['every promise of docs/guarantees.md', 'docs/guarantees.md', /^\| (?<what>[^|]+) \| (?<tests>`[^|]+) \|$/gm],
  ['every line of docs/security.md', 'docs/security.md', /^\| (?<what>[^|]+) \| [^|]+ \| (?<tests>`[^|]+) \|$/gm],
] as const)('%s names tests that exist', (_, page, row) => {
  const found = [...readFileSync(path.join(root, page), 'utf8').matchAll(row)];
  expect(found.length).toBeGreaterThan(20);
  for (const { groups } of found) namesTests(groups?.['what'] ?? '', groups?.['tests'] ?? '');
});

test('every row of docs/features.md names tests that exist', () => {
  const lines = [
    ...readFileSync(path.join(root, 'docs/features.md'), 'utf8').matchAll(/^\| (?<row>[A-Z]\d{2}) \|(?:[^|]+\|){2} (?<tests>[^|]+) \|$/gm),
  ].map((match) => match.groups ?? {});
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.length).toBe(readFileSync(path.join(root, 'docs/features.md'), 'utf8').match(/^\| [A-Z]\d{2} /gm)?.length);
  expect(lines.map(({ row }) => row)).toEqual([...new Set(lines.map(({ row }) => row))]);
  // Groups that are whole: the public site and accounts; languages and access.
  for (const [group, size] of Object.entries({ A: 47, N: 8 }))
    expect(lines.flatMap(({ row = '' }) => (row.startsWith(group) ? [Number(row.slice(1))] : [])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: size }, (_, index) => index + 1),
    );
  for (const { row = '', tests = '' } of lines) namesTests(row, tests);
});

test('README and docs name no file that is not there', () => {
  for (const page of ['README.md', 'docs/architecture.md', 'docs/operations.md', 'docs/events.md', 'docs/security.md', 'docs/features.md'])
    for (const [, target = ''] of readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(path.join(root, path.dirname(page), target)), `${page}: ${target}`).toBe(true);
});
