import { expect, test } from 'vitest';
import { formulasAsSource, hasFormulas, readingMinutes } from './markdown-text.ts';

// rows: C08
test('reading time: at least a minute when there is text, code counts double', () => {
  expect(readingMinutes('')).toBe(0);
  expect(readingMinutes('Hola a todos')).toBe(1);
  expect(readingMinutes(Array(800).fill('palabra').join(' '))).toBe(4);
  expect(readingMinutes(`\`\`\`\n${Array(400).fill('x').join(' ')}\n\`\`\``)).toBe(4);
  expect(readingMinutes(Array(100).fill('$\\\\frac{a b c}{d e f}$').join(' '))).toBe(1);
  expect(readingMinutes(`$$\n${Array(2_000).fill('x').join(' ')}\n$$`)).toBe(1);
});

test('prices are no formulas, whatever stands between two of them', () => {
  for (const prose of [
    'cuesta $20 y $30',
    'de $20 a $30, o 20 US$ y 30 US$.',
    'precio: $1,200 MXN (o $60 US$)',
    'MX$20 o US$30',
    '**$727** y **$798**',
    'gana $120 por hora: $40; el agente gasta $6, o $7.50',
    '| $400 | $60 |',
    'vale 5 $ y cobra 6 $ más',
    'escribe \\$x\\$ tal cual',
    '`$x$` y ``$y$``',
    '```js\nconst total = "$precio$"; $z$\n```',
    '~~~\n$$x$$\n~~~',
  ])
    expect([prose, hasFormulas(prose)]).toEqual([prose, false]);
  for (const math of [
    '$x$',
    '$E = mc^2$',
    'con $n$ y $k$, a $20',
    '$$a$$',
    '$$\n\\frac{a}{b}\n$$',
    '```math\nx\n```',
    '(de $2x$)',
    '- $a+b$',
  ])
    expect([math, hasFormulas(math)]).toEqual([math, true]);
});

test('until it is drawn a formula stands as it was written, in its line or in a block', () => {
  expect(formulasAsSource('Sea $a_1 * b_1$ y `$c$`, a $20.')).toBe('Sea `` a_1 * b_1 `` y `$c$`, a $20.');
  expect(formulasAsSource('Antes\n\n$$\na_b\n$$\n')).toContain('`````math\na_b\n`````');
  expect(formulasAsSource('en $$a$$ b')).toBe('en `` a `` b');
});
