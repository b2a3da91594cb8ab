/** Lists of options and questions, as people paste them. */

export interface PastedOption {
  text: string;
  right: boolean;
}
export interface PastedQuestion {
  question: string;
  options: PastedOption[];
}

/** «- », «• », «a) », «3. », «* » (right), «[x] » (right), «[ ] ». */
const MARK = /^\s*(?:(\*|\[[xX✓]\]|✓|✔)|[-–—•▪◦]|\[ ?\]|[a-zA-Z0-9]{1,2}[.)])\s+/;

export function pastedOption(line: string): PastedOption {
  const [mark, right] = MARK.exec(line) ?? [''];
  return { text: line.slice(mark.length).trim(), right: right !== undefined };
}
/** One option for each line that says something. */
export const pastedOptions = (text: string): PastedOption[] =>
  text
    .split(/\r?\n/)
    .map(pastedOption)
    .filter((option) => option.text !== '');

/** Questions with blank lines between them: their first lines up to the first option, and what follows. */
export const pastedQuestions = (text: string): PastedQuestion[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => line.trim() !== ''))
    .flatMap((lines) => {
      const [first, ...rest] = lines;
      if (first === undefined) return [];
      const from = rest.findIndex((line) => MARK.test(line));
      const asked = from < 0 ? [first] : [first, ...rest.slice(0, from)];
      const question = asked
        .join('\n')
        .replace(/^\s*\d{1,3}[.)]\s+/, '')
        .trim();
      const options = (from < 0 ? rest : rest.slice(from)).map(pastedOption).filter((option) => option.text !== '');
      return question === '' ? [] : [{ question, options }];
    });
