/**
 * An exercise is the text of its subtopic: Markdown whose code blocks `js inicio` and `js pruebas` are what a learner begins with, and what is checked of what
 * they hand in. Without checks it is an assignment: what is handed in is any text. So it is drafted, published, copied and restored as every other text.
 */

/** `suma(2, 3) // 5`: what is evaluated, and what it has to give; both are expressions of JavaScript. */
export interface Check {
  call: string;
  expected: string;
}
export interface Exercise {
  statement: string;
  start: string;
  checks: readonly Check[];
}
/** Of one exercise; further lines are not checked. */
export const MOST_CHECKS = 30;
/** Characters that somebody may hand in. */
export const MOST_OF_SUBMISSION = 10_000;

const BLOCK = /^(`{3,})js (inicio|pruebas)\n([\s\S]*?)^\1[ \t]*(?:\n|$)/gm;
const BETWEEN = ' // ';

/** One check a line; a line without what is expected, or that is blank, is none. */
export const checksIn = (lines: string): Check[] =>
  lines
    .split('\n')
    .flatMap((line) => {
      const at = line.lastIndexOf(BETWEEN);
      const [call, expected] = at < 0 ? ['', ''] : [line.slice(0, at).trim(), line.slice(at + BETWEEN.length).trim()];
      return call && expected ? [{ call, expected }] : [];
    })
    .slice(0, MOST_CHECKS);
export const linesOf = (checks: readonly Check[]): string => checks.map(({ call, expected }) => `${call}${BETWEEN}${expected}`).join('\n');

export function exerciseIn(text: string): Exercise {
  const found: Record<'inicio' | 'pruebas', string> = { inicio: '', pruebas: '' };
  const statement = text.replaceAll('\r\n', '\n').replace(BLOCK, (_, __, name: 'inicio' | 'pruebas', code: string) => {
    found[name] = code.replace(/\n$/, '');
    return '';
  });
  return { statement: statement.trim(), start: found.inicio, checks: checksIn(found.pruebas) };
}

const block = (name: 'inicio' | 'pruebas', code: string): string => {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}js ${name}\n${code}\n${fence}`;
};
export const exerciseText = ({ statement, start, checks }: Exercise): string =>
  [statement.trim(), start && block('inicio', start), checks.length > 0 && block('pruebas', linesOf(checks))].filter(Boolean).join('\n\n');
