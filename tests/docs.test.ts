import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { featuresPage } from './support/features.ts';

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

test('docs/features.md lists every row of the specification once, with the tests that name it', () => {
  const page = readFileSync(path.join(root, 'docs/features.md'), 'utf8');
  const ids = [...page.matchAll(/^\| (?<id>[A-Z]\d{2}) \|/gm)].map(({ groups }) => groups?.['id'] ?? '');
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.length).toBeGreaterThanOrEqual(300);
  expect(featuresPage(page), 'run `npm run features`').toBe(page);
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
test.each(pages)('%s names only files and folders that exist', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => path.join(path.dirname(page), to));
  // From the root: what begins with a folder of the project.
  const named = [...text.matchAll(/`((?:backend|docs|events|frontend|tests)\/[^`\s]*)`/g)].map(([, to = '']) => to);
  expect([...links, ...named].filter((to) => globSync(to, { cwd: root }).length === 0)).toEqual([]);
});

test('CONTRIBUTING.md names each file by its whole path', () => {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|json|md))`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
