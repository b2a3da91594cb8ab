import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import { type Node, remarkFormulas, wrong } from './remark-formulas.ts';

/** Formulas of a lesson as MathML, which the browser lays out itself, without style sheet or fonts. Loaded for texts with formulas. */

/** The most elements of one formula; a matrix of ten by ten has about 500. */
const largest = 3_000;
/** From this length an inline formula may be wider than a phone. */
const long = 24;
/** KaTeX draws what it does not know or trust (`\href`, `\includegraphics`) in this colour instead of failing. */
const unknown = '#b4df02';

const classesOf = ({ properties }: Node): unknown[] => (Array.isArray(properties?.['className']) ? properties['className'] : []);
const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

const sizeOf = (node: Node): number => 1 + (node.children ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
const painted = (node: Node): boolean => Object.values(node.properties ?? {}).includes(unknown) || (node.children ?? []).some(painted);
const annotationOf = (node: Node): Node | undefined =>
  node.tagName === 'annotation' ? node : node.children?.reduce<Node | undefined>((found, child) => found ?? annotationOf(child), undefined);

const applied = '\u2061';
const combining: Readonly<Record<string, string>> = {
  ˊ: '\u0301',
  ˋ: '\u0300',
  '¨': '\u0308',
  '~': '\u0303',
  '˜': '\u0303',
  '^': '\u0302',
};
const sides: Readonly<Record<string, string>> = { left: 'izquierda', right: 'derecha' };
const leaf = (tagName: string, like: Node, value: string): Node => ({
  type: 'element',
  tagName,
  properties: { ...like.properties },
  children: [{ type: 'text', value }],
});
/** KaTeX turns «ó» into an o with an accent over it: made a letter again. */
const letter = (node: Node, tags: readonly string[]): Node => {
  const [base, accent] = node.tagName === 'mover' ? (node.children ?? []) : [];
  const mark = accent && combining[textOf(accent)];
  if (!base || !mark || !tags.includes(base.tagName ?? '')) return node;
  return leaf(base.tagName ?? '', base, `${textOf(base)}${mark}`.normalize('NFC'));
};

/** What KaTeX leaves to its style sheet, or splits: Spanish words, the space after a function's name, the alignment of columns. */
const tidy = (node: Node): void => {
  // The name of a function with an accent.
  if (node.tagName === 'mi' && node.children?.some(({ type }) => type === 'element')) {
    node.children = [{ type: 'text', value: node.children.map((child) => textOf(letter(child, ['mi']))).join('') }];
    return;
  }
  const children: Node[] = [];
  for (const child of node.children ?? []) {
    const one = letter(child, ['mtext']);
    const last = children.at(-1);
    if (one.tagName === 'mtext' && last?.tagName === 'mtext')
      children[children.length - 1] = leaf('mtext', last, textOf(last) + textOf(one));
    else children.push(one);
  }
  if (node.children) node.children = children;
  const columns = String(node.properties?.['columnAlign'] ?? node.properties?.['columnalign'] ?? '').split(' ');
  children.forEach((child, index) => {
    const next = children[index + 1];
    if (child.tagName === 'mo' && textOf(child) === applied && next && !/^[([{|]/.test(textOf(next)))
      child.properties = { ...child.properties, rspace: '0.1667em' };
    if (child.tagName === 'mtr' && columns.some((side) => sides[side]))
      child.children?.forEach((cell, column) => {
        const side = sides[columns[column] ?? ''];
        if (side) cell.properties = { ...cell.properties, className: [side] };
      });
    tidy(child);
  });
};

/** The result of KaTeX: the `math` element alone, or the source of what it could not draw. */
function rehypeFormulas() {
  const drawn = (made: Node): Node => {
    const [math] = made.children ?? [];
    const source = annotationOf(made);
    const bad = classesOf(made).includes('katex-error') || !math || painted(made) || sizeOf(made) > largest;
    if (bad) {
      const { hName, hProperties, hChildren } = wrong(textOf(source ?? made));
      return { type: 'element', tagName: hName, properties: hProperties, children: hChildren };
    }
    tidy(math);
    const block = math.properties?.['display'] === 'block';
    const className = block ? 'formula-block' : textOf(source ?? math).length > long ? 'formula-long' : 'formula';
    return { type: 'element', tagName: 'span', properties: { className: [className] }, children: [math] };
  };
  return (tree: Node) => {
    const visit = (node: Node) => {
      node.children = node.children?.map((child) => {
        const classes = child.type === 'element' ? classesOf(child) : [];
        if (classes.includes('katex') || classes.includes('katex-error')) return drawn(child);
        visit(child);
        return child;
      }) as Node[];
    };
    visit(tree);
  };
}

export const remark = [remarkMath, remarkFormulas] as NonNullable<Options['remarkPlugins']>;
export const rehype = [
  [rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20, errorColor: unknown }],
  rehypeFormulas,
] as NonNullable<Options['rehypePlugins']>;
