import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Style sheets stay loaded when another page is opened: with two, the winning rule would depend on the pages visited before. */
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

test('every class is laid out in the layer of the school, where no sheet wins but by what it names', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const outside = globSync('**/*.css', { cwd: source }).filter((file) => /^\./m.test(readFileSync(path.join(source, file), 'utf8')));
  expect(outside).toEqual([]);
});

test('every class that a component names has a rule', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8');
  const rules = new Set(globSync('**/*.css', { cwd: source }).flatMap((file) => textOf(file).match(/(?<=\.)[a-z][\w-]*/g) ?? []));
  const named = globSync('**/*.tsx', { cwd: source })
    .filter((file) => !file.endsWith('.test.tsx'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ').map((name) => `${file}: ${name}`)),
    );
  expect(named.length).toBeGreaterThan(1_000);
  expect(named.filter((one) => !rules.has(one.slice(one.lastIndexOf(' ') + 1)))).toEqual([]);
});

test('sizes of type, gaps and paddings are those of the scale, and layouts change at five widths', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const found: string[] = [];
  for (const file of globSync('**/*.css', { cwd: source })) {
    if (file === path.join('ui', 'tokens.css')) continue;
    const text = readFileSync(path.join(source, file), 'utf8');
    for (const [said = '', name, value = ''] of text.matchAll(/(?<![\w-])(font-size|(?:row-|column-)?gap): ([^;]+);/g)) {
      // The growing part of a fluid size, and sizes relative to the text, need not be on the scale; nor do letters within a drawing.
      const fixed = value.replace(/(?<=[-+] )[\d.]+\w+|[\d.]+rem (?=[-+] )|[\d.]+(?:em|vw|%)\b/g, '');
      const drawn = file.endsWith('landing.css') && /^\d+px$/.test(value);
      if (/[\d.]+(?:rem|px)\b/.test(fixed.replaceAll(/var\([^)]*\)/g, '')) && !(name === 'font-size' && drawn))
        found.push(`${file}: ${said}`);
    }
    for (const [said = '', value = ''] of text.matchAll(/(?<![\w-])(?:padding|margin)(?:-[a-z]+)*: ([^;]+);/g)) {
      // The limits of a fluid space, and the terms of a calculated one, may have any value; so may small corrections for a drawn line.
      const fixed = value.replaceAll(/(?:clamp|calc)\((?:[^()]|\([^()]*\))*\)/g, '');
      if (/[\d.]rem\b|(?<![\d.-])(?:2|4|6|8|12|16|20|24|32|40|48|56|64|80)px\b/.test(fixed)) found.push(`${file}: ${said}`);
    }
    for (const [query] of text.matchAll(/@media [^{]*width[^{]*/g)) {
      // Where a wide table beside the menu of the office no longer needs a scroll bar of its own.
      const edges = query.replace('(max-width: 79.99rem)', '').matchAll(/\(([^)]*width[^)]*)\)/g);
      for (const [, edge = ''] of edges)
        if (!/^(max-width: (29\.99|35\.99|47\.99|59\.99|71\.99)|min-width: (30|36|48|60|72))rem$/.test(edge))
          found.push(`${file}: ${edge}`);
    }
  }
  // Also styles written by components. A skeleton, which stands for a page, may have any size.
  for (const file of globSync('**/*.tsx', { cwd: source }))
    if (file !== path.join('ui', 'skeleton.tsx'))
      for (const [said] of readFileSync(path.join(source, file), 'utf8').matchAll(
        /\b(?:fontSize|\w*[gG]ap|(?:padding|margin)\w*): '[^']*[\d.]+(?:rem|px)\b[^']*'/g,
      ))
        found.push(`${file}: ${said}`);
  expect(found).toEqual([]);
});

test('no width is a number of characters: `ch` is as wide as the zero of a typeface that comes late, and lines would break anew with it', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const found = globSync('**/*.{css,tsx}', { cwd: source }).flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(/(?<![\w.-])[\d.]+ch\b/g)].map(([said]) => `${file}: ${said}`),
  );
  expect(found).toEqual([]);
});

test('every custom property that a rule uses is set somewhere: a misspelt one is silently none', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const all = globSync('**/*.{css,ts,tsx}', { cwd: source }).map((file) => [file, readFileSync(path.join(source, file), 'utf8')] as const);
  const written = all.map(([, text]) => text).join('\n');
  const set = new Set([...written.matchAll(/(--[\w-]+)(?:['"]?\s*:|['"],)/g)].map(([, name]) => name));
  // Some names are composed: `--callout-${kind}`.
  const families = [...written.matchAll(/[`'"](--[\w-]+-)\$\{/g)].map(([, name = '']) => name);
  const unset = all.flatMap(([file, text]) =>
    file.endsWith('.css')
      ? [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name = '']) =>
          set.has(name) || families.some((family) => name.startsWith(family)) ? [] : [`${file}: ${name}`],
        )
      : [],
  );
  expect(set.size).toBeGreaterThan(50);
  expect(unset).toEqual([]);
});

test('a button of any kind that cannot be pressed looks so', () => {
  const base = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8');
  const disabled = base.indexOf('.btn[disabled],');
  const kinds = [...base.matchAll(/^ {2}\.btn\.[a-z]+(?::hover)? \{[^}]*?(?:background|color):/gm)].map(({ index }) => index);
  expect(kinds.length).toBeGreaterThan(4);
  // The disabled rule has the same specificity as those of the kinds: the last one wins.
  expect(Math.max(...kinds)).toBeLessThan(disabled);
});

test('what is taken from lists weighs less than what a class says of one', () => {
  const base = readFileSync(path.resolve(import.meta.dirname, 'base.css'), 'utf8');
  expect(base).not.toMatch(/^ *(?:ul|ol)\[class\]/m);
});
