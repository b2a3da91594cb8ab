// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import light from './light.ts';

const source = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(source, file), 'utf8');

/** Namespaces whose keys come from elsewhere: codes of the API, and what the server writes into pages. */
const byOthers = new Set(['errors', 'seo']);
/** Keys that are the names of data, as fields of an account (`t(name)` in features/profile), or that only the server writes into a page. */
const byData: Readonly<Record<string, RegExp>> = {
  // Names of what is wrong, as features/authoring finds it.
  authoring: /^(module\.original\.(noId|badId|now))$/,
  profile: /^(first_name|last_name|country|state_province|city|postal_code|bio|website|github|linkedin)$/,
  site: /^mission\.label$/,
};

type Tree = { readonly [key: string]: unknown };
const leavesOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value as Tree, `${before}${key}.`)
      : [`${before}${key}`],
  );
const escaped = (text: string) => text.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&');

test('of i18next nothing is asked that the light one of the build lacks', () => {
  const asked = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/\bi18n(?:ext)?\.(\w+)\(/g)].map(([, name = '']) => name));
  expect(asked).not.toHaveLength(0);
  expect(asked.filter((name) => !(name in light))).toEqual([]);
});

test('every text is said somewhere', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read);
  // Menus are named in the table of pages.
  files.push(read('../../backend/api/contract/pages.ts'));
  const unused: string[] = [];
  let seen = 0;
  for (const file of globSync('**/*.es-MX.json', { cwd: source })) {
    const namespace = path.basename(file, '.es-MX.json');
    if (byOthers.has(namespace)) continue;
    const named = new RegExp(`['"\`]${namespace}['":]`);
    const own = files.filter((text) => namespace === 'common' || named.test(text)).join('\n');
    const said = new Set(Array.from(own.matchAll(/(['"`])(?:\w+:)?([\w-]+(?:\.[\w-]+)*)\1/g), ([, , key]) => key));
    // Keys with a variable part, such as `prices.state.${state}`: at least one of their fixed parts must occur.
    const holes = Array.from(own.matchAll(/`(?:\w+:)?([\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+)`/g), ([, key = '']) => key)
      .map((key) => key.split(/\$\{[^}]*\}/))
      .filter((parts) => parts.some((part) => /\w\.|\.\w/.test(part)))
      .map((parts) => new RegExp(`^${parts.map(escaped).join('[^.]+')}$`));
    const trees = Array.from(own.matchAll(/t\(\s*['"`](?:\w+:)?([\w.-]+)['"`], \{ returnObjects/g), ([, key]) => `${key}.`);
    for (const key of leavesOf(JSON.parse(read(file)) as Tree)) {
      seen += 1;
      const base = key.replace(/_(?:zero|one|other)$/, '');
      const known =
        said.has(base) ||
        trees.some((tree) => base.startsWith(tree)) ||
        holes.some((hole) => hole.test(base)) ||
        byData[namespace]?.test(base) === true;
      if (!known) unused.push(`${namespace}:${key}`);
    }
  }
  expect(seen).toBeGreaterThan(1_000);
  expect(unused).toEqual([]);
});
