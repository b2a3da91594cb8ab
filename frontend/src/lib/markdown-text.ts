/**
 * Whether the text between two single dollars is a formula. Prices use the same sign: «de $20 a $30» and «20 US$ o 30 US$» stay prose.
 * The caller checks that the dollars touch what they enclose, and no letter or digit outside.
 */
export const isFormula = (inside: string): boolean =>
  inside !== '' && inside === inside.trim() && (!/\s/.test(inside) || /[\\^_={}]/.test(inside) || !/^\d|\p{L}{2}/u.test(inside));

/** A character that may not touch a formula's dollar from outside: `US$`, `$30`. */
export const touchesWord = /[\p{L}\p{N}$]/u;

const code = /(^ {0,3}(`{3,}|~{3,})(?!math)[^\n]*\n[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?[^`]\3(?!`))/m;
const fence = /^ {0,3}(`{3,}|~{3,})math[^\n]*\n([\s\S]*?)^ {0,3}\1 *$/gm;
const doubled = /(?<!\\)\$\$([^$]+?)\$\$/g;
const single = /(?<![\p{L}\p{N}$\\])\$([^$\n]+)\$(?![\p{L}\p{N}$])/gu;

/** The text with each formula outside code replaced by the result of `draw`; `block` is one on lines of its own. */
const replaceFormulas = (markdown: string, draw: (source: string, block: boolean) => string): string =>
  markdown
    .replace(fence, (_, _marks: string, source: string) => draw(source.trim(), true))
    .split(code)
    // Each piece of code comes with the two delimiters captured in it.
    .map((part, index) =>
      index % 4 === 0
        ? part
            .replace(doubled, (_, source: string, at: number, all: string) => {
              const before = all.slice(all.lastIndexOf('\n', at) + 1, at);
              const after = all.slice(at).replace(/^\$\$[^$]+\$\$/, '');
              return draw(source.trim(), before.trim() === '' && /^[ \t]*(\n|$)/.test(after));
            })
            .replace(single, (whole, inside: string) => (isFormula(inside) ? draw(inside, false) : whole))
        : index % 4 === 1
          ? part
          : '',
    )
    .join('');

/** Whether the text needs the formula renderer. */
export const hasFormulas = (markdown: string): boolean => {
  let found = false;
  if (/\$|[`~]math/.test(markdown))
    replaceFormulas(markdown, (source) => {
      found = true;
      return source;
    });
  return found;
};

/** The text with its formulas escaped, so that Markdown does not interpret their characters. */
export const formulasAsSource = (markdown: string): string =>
  replaceFormulas(markdown, (source, block) =>
    block ? `\n\`\`\`\`\`math\n${source}\n\`\`\`\`\`\n` : `\`\` ${source.replaceAll('``', '')} \`\``,
  );

/** Minutes to read a text at 200 words a minute; code is read more slowly, and a formula on lines of its own counts as ten words. */
export const readingMinutes = (markdown: string): number => {
  const prose = replaceFormulas(markdown, (_, block) => (block ? ' x x x x x x x x x x ' : 'x'));
  const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const all = words(prose);
  const inCode = words(prose.match(/```[\s\S]*?```/g)?.join(' ') ?? '');
  return all === 0 ? 0 : Math.max(1, Math.round((all - inCode) / 200 + inCode / 100));
};
