import { type Invented, lastDigits } from './invented.ts';

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const NUMBER = /\+?\d(?:[\s().-]{0,2}\d){7,14}/g;
const WORD = /[\p{L}\p{N}_]+/gu;
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
/** Shorter names are also words of the language. */
const LEAST_NAME = 4;

/** The people of a school as they may stand in what the school itself says: they are named there by words that no schema tells apart. */
export function createKnownPeople({ mail }: Invented) {
  /** Names, by their first word: each as its words, and what stands in its place. */
  const known = new Map<string, { words: readonly string[]; masked: string }[]>();
  const telephones = new Map<string, string>();

  return {
    learnPhone(original: string, masked: string): void {
      telephones.set(lastDigits(original), masked);
    },
    learnName(original: string, masked: string): void {
      const parts = [...plain(original).matchAll(WORD)].map(([part]) => part);
      const [begin] = parts;
      if (begin === undefined || original.length < LEAST_NAME) return;
      const others = known.get(begin) ?? [];
      if (others.some(({ words }) => words.join(' ') === parts.join(' '))) return;
      // The longest first: the whole name before a part of it.
      known.set(
        begin,
        [...others, { words: parts, masked }].sort((a, b) => b.words.length - a.words.length),
      );
    },
    /** The text, with the learnt people replaced. */
    cleared(text: string): string {
      const quiet = text
        .replace(ADDRESS, (address) => mail(address))
        .replace(NUMBER, (number) => telephones.get(lastDigits(number)) ?? number);
      if (known.size === 0) return quiet;
      const found = [...quiet.matchAll(WORD)].map((match) => ({
        at: match.index,
        end: match.index + match[0].length,
        word: plain(match[0]),
      }));
      let made = '';
      let upTo = 0;
      for (let index = 0; index < found.length; index++) {
        const begin = found[index];
        if (!begin) break;
        const name = known.get(begin.word)?.find(({ words }) => words.every((one, offset) => found[index + offset]?.word === one));
        const end = name && found[index + name.words.length - 1];
        if (!name || !end) continue;
        made += quiet.slice(upTo, begin.at) + name.masked;
        upTo = end.end;
        index += name.words.length - 1;
      }
      return made + quiet.slice(upTo);
    },
  };
}
