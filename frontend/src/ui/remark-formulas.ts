import { isFormula, touchesWord } from '../lib/markdown-text.ts';

/** Recognises formulas of a lesson between dollars, beside `remark-math`: without the renderer. */

/** Longer ones are shown as source. */
const longest = 2_000;
/** Formulas that define macros are not drawn either: macros end with their formula, so they are useless, and a few of them can produce output of any size. */
const defines = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-z])/i;

export interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  data?: { hName?: string; hProperties?: Record<string, unknown>; hChildren?: Node[] };
  position?: { start: { offset?: number } };
  children?: Node[];
}

// The part of micromark's tokenizer that is used here.
type Code = number | null;
type State = (code: Code) => State | undefined;
interface Effects {
  enter: (type: string) => unknown;
  exit: (type: string) => unknown;
  consume: (code: Code) => void;
  check: (construct: Construct, ok: State, nok: State) => State;
  attempt: (construct: Construct, ok: State, nok: State) => State;
}
interface Construct {
  tokenize: (this: { previous: Code }, effects: Effects, ok: State, nok: State) => State;
}
const dollar = 36;

/** Looks ahead from a dollar: whether it begins a formula, or is a price. */
const formulaAhead: Construct = {
  tokenize(effects, ok, nok) {
    const before = this.previous;
    let inside = '';
    const start: State = (code) => {
      effects.enter('formulaAhead');
      effects.consume(code);
      return first;
    };
    const end = (is: boolean, code: Code) => {
      effects.exit('formulaAhead');
      return (is ? ok : nok)(code);
    };
    const first: State = (code) => {
      if (code === dollar) return end(true, code);
      if (before !== null && before > 0 && touchesWord.test(String.fromCodePoint(before))) return end(false, code);
      return within(code);
    };
    const within: State = (code) => {
      // Codes below zero are line ends and tabs.
      if (code === null || code < 0) return end(false, code);
      effects.consume(code);
      if (code === dollar) return after;
      inside += String.fromCharCode(code);
      return within;
    };
    const after: State = (code) =>
      end(isFormula(inside) && (code === null || code < 0 || !touchesWord.test(String.fromCharCode(code))), code);
    return start;
  },
};

interface Parser {
  data: () => { micromarkExtensions?: { text?: Record<number, Construct> }[] };
}
/** A single dollar opens a formula only where `isFormula` says so; two always do. */
export function remarkFormulas(this: Parser) {
  const extension = this.data().micromarkExtensions?.findLast(({ text }) => text?.[dollar]);
  const math = extension?.text?.[dollar];
  if (extension?.text && math)
    extension.text[dollar] = {
      ...math,
      tokenize(effects, ok, nok) {
        return effects.check(formulaAhead, effects.attempt(math, ok, nok), nok);
      },
    };
  return (tree: Node, file: { value: unknown }) => {
    const visit = (node: Node) => {
      for (const child of node.children ?? []) {
        if (child.type !== 'inlineMath' && child.type !== 'math') {
          visit(child);
          continue;
        }
        const at = child.position?.start.offset ?? 0;
        const alone = node.type === 'paragraph' && node.children?.length === 1 && String(file.value).startsWith('$$', at);
        const source = child.value ?? '';
        if (source.length > longest || defines.test(source)) child.data = wrong(source);
        else if (alone && child.data) child.data.hProperties = { className: ['language-math', 'math-display'] };
      }
    };
    visit(tree);
  };
}
export const wrong = (source: string) => ({
  hName: 'span',
  hProperties: { className: ['formula-bad'] },
  hChildren: [{ type: 'text', value: source }],
});
