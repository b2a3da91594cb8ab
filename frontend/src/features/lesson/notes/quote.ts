/** A passage of a text: its words, the words around it, and its position (W3C Web Annotation: text quote and text position selectors). */
export interface Quote {
  texto: string;
  antes: string;
  despues: string;
  inicio: number;
}
const AROUND = 32;
/** The longest passage that the school accepts, in characters. */
export const LONGEST = 1_000;

const sameAtEnd = (one: string, other: string): number => {
  let count = 0;
  while (count < one.length && count < other.length && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
};
const sameAtStart = (one: string, other: string): number => {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
};

/**
 * Finds a passage in a text that may have changed since: at its old position, if the text there is the same; else the place with the same words and
 * the most of the surrounding words in common, of several the nearest. null: the passage is no longer in the text.
 */
export function findQuote(text: string, { texto, antes, despues, inicio }: Quote): { from: number; to: number } | null {
  if (texto === '') return null;
  let best: { from: number; fits: number } | null = null;
  for (let from = text.indexOf(texto); from >= 0; from = text.indexOf(texto, from + 1)) {
    const fits = sameAtEnd(text.slice(0, from), antes) + sameAtStart(text.slice(from + texto.length), despues);
    const nearer = best !== null && fits === best.fits && Math.abs(from - inicio) < Math.abs(best.from - inicio);
    if (best === null || fits > best.fits || nearer) best = { from, fits };
  }
  return best && { from: best.from, to: best.from + texto.length };
}

/** A DOM range over an element's text, from one character position to another. */
export function rangeIn(root: Node, from: number, to: number): Range | null {
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let passed = 0;
  let begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!begun && from < passed + length) {
      range.setStart(node, from - passed);
      begun = true;
    }
    if (begun && to <= passed + length) {
      range.setEnd(node, to - passed);
      return range;
    }
    passed += length;
  }
  return null;
}

/** The selected passage inside an element; null: nothing is selected, it is too long, or it reaches outside. */
export function selectedIn(root: Node): Quote | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const texto = range.toString();
  if (texto.trim() === '' || texto.length > LONGEST) return null;
  const before = document.createRange();
  before.selectNodeContents(root);
  before.setEnd(range.startContainer, range.startOffset);
  const inicio = before.toString().length;
  const text = root.textContent ?? '';
  return {
    texto,
    inicio,
    antes: text.slice(Math.max(0, inicio - AROUND), inicio),
    despues: text.slice(inicio + texto.length).slice(0, AROUND),
  };
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** The position of words in a text, ignoring accents and case; null: not found. */
export function findWords(text: string, words: string): { from: number; to: number } | null {
  // Letter by letter, so that positions in the normalised text are those in the text.
  const letters = Array.from(text, (letter) => plain(letter) || ' ');
  const places: number[] = [];
  let at = 0;
  for (const [index, letter] of Array.from(text).entries()) {
    for (let i = 0; i < (letters[index]?.length ?? 0); i++) places.push(at);
    at += letter.length;
  }
  places.push(at);
  const wanted = plain(words.normalize('NFC')).replace(/\s+/g, ' ').trim();
  if (wanted === '') return null;
  const found = letters.join('').replace(/\s/g, ' ').indexOf(wanted);
  return found < 0 ? null : { from: places[found] ?? 0, to: places[found + wanted.length] ?? text.length };
}

/** Highlights ranges in the page under a name (styled by `::highlight(name)`) without changing the document. Returns a function that removes the highlights. */
export function markRanges(name: string, ranges: readonly Range[]): () => void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS) || typeof Highlight === 'undefined') return () => {};
  CSS.highlights.set(name, new Highlight(...ranges));
  return () => void CSS.highlights.delete(name);
}
