import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which tests hold which row of the specification. A test says so itself, in the line above its title: `// rows: A26, D06`. The rows, what they are
 * and where stand in docs/features.md; its column of tests is made from those lines by `npm run features`, and `tests/docs.test.ts` compares them.
 */
const root = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(root, 'docs/features.md');
const ROW = /^\| (?<id>[A-Z]\d{2}) \| (?<what>[^|]+) \| (?<where>[^|]+) \| (?<tests>[^|]*) ?\|$/;

/** `` `file` · title `` of every test of a row, by the row's id. */
export function testsByRow(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ['frontend/src', 'tests'])
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const file = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      lines.forEach((line, index) => {
        const rows = /^\s*\/\/ rows: ([A-Z]\d{2}(?:, [A-Z]\d{2})*)$/.exec(line)?.[1];
        if (rows === undefined) return;
        const [, , title] = /(['"`])((?:\\.|(?!\1).)+)\1/.exec(lines.slice(index + 1, index + 3).join('\n')) ?? [];
        if (title === undefined) throw new Error(`${file}:${index + 1}: no title of a test follows`);
        for (const row of rows.split(', ')) found.set(row, [...(found.get(row) ?? []), `\`${file}\` · ${title}`]);
      });
    }
  for (const tests of found.values()) tests.sort();
  return found;
}

/** docs/features.md as it is to be: each row with its tests. Throws where a row has none, or a test names a row that is not there. */
export function featuresPage(page: string = readFileSync(PAGE, 'utf8')): string {
  const tests = testsByRow();
  const used = new Set<string>();
  const text = page.replace(new RegExp(ROW, 'gm'), (...groups) => {
    const { id = '', what, where } = groups.at(-1) as Record<string, string>;
    const held = tests.get(id);
    if (!held) throw new Error(`docs/features.md: no test holds ${id}; write "// rows: ${id}" above the title of one that does`);
    used.add(id);
    return `| ${id} | ${what} | ${where} | ${held.join('<br>')} |`;
  });
  const unknown = [...tests.keys()].filter((id) => !used.has(id));
  if (unknown.length > 0) throw new Error(`tests hold rows that docs/features.md does not list: ${unknown.join(', ')}`);
  return text;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, featuresPage());
