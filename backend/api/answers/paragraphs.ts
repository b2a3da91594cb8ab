import { folded, stem } from '../../projections/catalogue/catalogueWords.ts';

/** A paragraph of a text in Markdown, as it is read. */
export interface Paragraph {
  text: string;
  /** The heading above it; null: none. */
  heading: string | null;
  /** Stems of its words, folded, with where each stands in the text. */
  words: readonly { stem: string; from: number; to: number }[];
}

/** Marks of Markdown that are not read. Not a parser: what stays of an odd mark is only compared, never shown as more than text. */
export const bare = (line: string): string =>
  line
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:>\s?)+/, '')
    .replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, '')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|\W)[*_]([^*_\n]+)[*_](?=\W|$)/g, '$1$2');

export const wordsOf = (text: string): Paragraph['words'] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((found) => ({
    stem: stem(folded(found[0])),
    from: found.index,
    to: found.index + found[0].length,
  }));

/** The paragraphs of a text, one of each item of a list too; blocks of code count as one. */
export function paragraphsOf(markdown: string): Paragraph[] {
  const found: Paragraph[] = [];
  let heading: string | null = null;
  let lines: string[] = [];
  let code = false;
  const end = () => {
    const text = lines.join(' ').replace(/\s+/g, ' ').trim();
    lines = [];
    if (text !== '') found.push({ text, heading, words: wordsOf(text) });
  };
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      end();
      code = !code;
    } else if (code) lines.push(line);
    else if (/^\s*$/.test(line)) end();
    else if (/^#{1,6}\s/.test(line)) {
      end();
      heading = bare(line.replace(/^#{1,6}\s+/, '')).trim();
    } else {
      if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line) || /^\s*\|/.test(line)) end();
      if (!/^\s*\|?[\s:|-]+\|?\s*$/.test(line)) lines.push(bare(line.replaceAll('|', ' ')));
    }
  }
  end();
  return found;
}

/** Whether one is the other with one letter more, less, another, or two changed places. */
export function oneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}
