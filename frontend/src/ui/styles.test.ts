import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Style sheets stay when one goes on to another page: whose rule wins then depends on where one came from. */
test('no class is laid out by two style sheets', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const sheets = new Map<string, string[]>();
  for (const file of globSync('**/*.css', { cwd: source })) {
    const rules = [...readFileSync(path.join(source, file), 'utf8').matchAll(/^ {2}\.([a-z][\w-]*)(?=[ ,]*[{,])/gm)];
    for (const name of new Set(rules.map(([, one = '']) => one))) sheets.set(name, [...(sheets.get(name) ?? []), file]);
  }
  expect(sheets.size).toBeGreaterThan(300);
  expect([...sheets].filter(([, files]) => files.length > 1)).toEqual([]);
});
