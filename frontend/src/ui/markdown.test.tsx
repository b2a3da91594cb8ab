import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Markdown } from './markdown.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const text = () => document.querySelector('.text') as HTMLElement;
const maths = () => [...text().querySelectorAll('math')];
/** Waits until the text is shown and its formulas are drawn; a text with a formula waits for the renderer. */
const show = async (markdown: string, formulas: number) => {
  render(<Markdown>{`${markdown}\n\nAl final $z$.`}</Markdown>);
  await waitFor(() => expect(maths()).toHaveLength(formulas + 1));
};

test('a formula is drawn as MathML: in its line, or in a box of its own that scrolls', async () => {
  await show('La razón es $\\frac{a_1}{b}$.\n\n$$\n\\sum_i p_i = 1\n$$\n\n$$q^2$$\n\n```math\nr\n```', 4);
  const [fraction, sum, alone, fenced] = maths();
  expect(fraction?.querySelector('mfrac')).not.toBeNull();
  expect(fraction?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(fraction?.getAttribute('display')).toBeNull();
  for (const block of [sum, alone, fenced]) {
    expect(block?.getAttribute('display')).toBe('block');
    expect(block?.parentElement).toHaveClass('formula-block');
    expect(block?.parentElement).toHaveAttribute('tabindex', '0');
  }
  expect(text().querySelector('[style], .katex, .formula-bad')).toBeNull();
});

test('a function’s name stands apart from its argument, except from a bracket', async () => {
  await show('$\\ln p$ y $\\ln(p)$', 2);
  expect(maths().map((one) => one.querySelector('mo[rspace]') !== null)).toEqual([true, false, false]);
});

test('Spanish words keep their letters, and columns their sides', async () => {
  await show(
    '$\\operatorname{atención}(Q)$ y $\\text{según el tamaño}$ y $\\acute{x}$\n\n$$\n\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n$$',
    4,
  );
  const [named, words, accent, columns] = maths();
  expect(named?.querySelector('mi')?.textContent).toBe('atención');
  expect(words?.querySelector('mtext')?.textContent?.replaceAll('\u00a0', ' ')).toBe('según el tamaño');
  expect(accent?.querySelector('mover')).not.toBeNull();
  expect([...(columns?.querySelectorAll('mtd') ?? [])].map((cell) => cell.className)).toEqual([
    'derecha',
    'izquierda',
    'derecha',
    'izquierda',
  ]);
});

test('until what draws them is here the source stands there, and Markdown leaves its signs alone', async () => {
  render(<Markdown>{'Sea $a_1 + b_1$ y **fuerte**.\n\n$$\nx_1 * y_1 * z\n$$'}</Markdown>);
  if (maths().length === 0) {
    expect(screen.getByText('a_1 + b_1').tagName).toBe('CODE');
    expect(screen.getByText('x_1 * y_1 * z').closest('pre')).toHaveClass('formula-block');
  }
  await waitFor(() => expect(maths()).toHaveLength(2));
  expect(screen.getByText('fuerte').tagName).toBe('STRONG');
});

// rows: C06
test('prices stay prose, also beside a formula', async () => {
  const prose = [
    'Cuesta $20 y $30, de $5 a $6.',
    'Son 20 US$ y 30 US$; en pesos, $1,200 (o $60 US$).',
    'Ahorras **$727** y _$12_ al mes.',
    'Vale \\$x\\$ tal cual.',
    'US$20 o MX$30',
  ];
  await show(`${prose.join('\n\n')}\n\n| Plan | Costo |\n| --- | --- |\n| Uno | $400 |\n| Dos | $60 |\n\nY \`$c$\` en código.`, 0);
  for (const part of [
    '$20 y $30, de $5 a $6.',
    '20 US$ y 30 US$; en pesos, $1,200 (o $60 US$)',
    '$727 y $12 al mes',
    'Vale $x$ tal',
    'US$20 o MX$30',
    '$c$',
  ])
    expect(text()).toHaveTextContent(part);
  expect(screen.getByText('$727').tagName).toBe('STRONG');
  expect(screen.getByRole('cell', { name: '$400' })).toBeInTheDocument();
});

test('a text without formulas asks for nothing', () => {
  render(<Markdown>{'Cuesta $20 y $30.'}</Markdown>);
  expect(text().innerHTML).toBe('<p>Cuesta $20 y $30.</p>');
});

// rows: C06
test('a formula that is wrong shows its source, marked, and the lesson goes on', async () => {
  await show('Antes $\\frac{a}{$ y $\\noexiste{b}$.\n\n$$\n\\begin{matrix} a \\\\\n$$\n\n## Después', 0);
  for (const source of ['\\frac{a}{', '\\noexiste{b}', '\\begin{matrix} a \\\\'])
    expect(screen.getByText(source).parentElement).toHaveAccessibleDescription(/no se puede dibujar/);
  expect(screen.getByRole('heading', { name: 'Después' })).toBeInTheDocument();
});

test('a hostile formula gives no link, no image, no attribute, no style, no flood', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const hostile = [
    '\\href{javascript:alert(1)}{aquí}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://malo.example/x.png}',
    '\\htmlStyle{position:fixed;inset:0}{x}',
    '\\htmlData{x=1}{x}',
    '\\htmlId{raiz}{x}',
    '\\def\\a{\\a\\a}\\a',
    `\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(50)}}${'\\b'.repeat(50)}`,
    `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(150)}`,
    '\\newcommand{\\a}{x}\\a',
    `${'x'.repeat(2_001)}`,
    `\\begin{matrix}${'1&'.repeat(900)}\\end{matrix}`,
  ];
  await show(hostile.map((one) => `$$\n${one}\n$$`).join('\n\n'), 0);
  expect(text().querySelectorAll('.formula-bad')).toHaveLength(hostile.length);
  expect(text().querySelector('a, img, [style], [href], [src], [id], script')).toBeNull();
  expect(text().querySelectorAll('*').length).toBeLessThan(400);
  expect(asked).not.toHaveBeenCalled();
});

test('a huge rule is cut to what fits in a lesson', async () => {
  await show('$\\rule{9999em}{9999em}$ y $a\\kern{9999em}b$ y $\\rule{1em}{1em}$', 3);
  const sizes = [...text().querySelectorAll('mspace')].flatMap((one) => [one.getAttribute('width'), one.getAttribute('height')]);
  expect(sizes.filter(Boolean).map((size) => Number.parseFloat(size ?? ''))).toEqual([20, 20, 20, 1, 1]);
});

test('HTML inside a text is not run, with formulas as without', async () => {
  await show('<img src=x onerror=alert(1)> y [esto](javascript:alert(1))', 0);
  expect(text().querySelector('img')).toBeNull();
  expect(screen.getByText('esto').closest('a')).not.toHaveAttribute('href', expect.stringContaining('javascript'));
});
