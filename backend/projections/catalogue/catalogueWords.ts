import { broader, subjects as subjectPhrases } from './catalogueSubjects.ts';

/** How the search compares words: without accents, case and plurals, by subject, and tolerating typing errors. */

/** Without accents and case: 'Programación' is found by 'programacion'. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Stop words: in every course, so they distinguish none. */
const SILENT = new Set(
  'a al ante con de del desde e el en entre es la las lo los me mi o para por que se sin su sus tu tus u un una unas unos y'.split(' '),
);

/** Words of the question itself («busco», «quiero»): not part of what is searched. */
const ASKING = new Set(
  `algo aprende aprender busco buscar buen buena buenas buenos clase clases como conmigo crear cual cuales curso cursos donde empezar encontrar
  ensename estudiar existe hacer hacerlo hago hay mejor mejores mis mucho necesito no propia propias propio propios puedo quiere quiero quisiera
  saber se ser sobre taller talleres tema temas tener tengo todo todos tutorial tutoriales usar uso ver`.split(/\s+/),
);
/** A word after one of these is excluded. */
const NEGATION = new Set(['no', 'sin']);

/** The stem, the same for singular and plural: 'modelos' and 'modelo', 'sesiones' and 'sesión', 'bots' and 'bot'. Takes a folded word. */
export function stem(word: string): string {
  const single = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return single.length > 3 && /[nrld]e$/.test(single) ? single.slice(0, -1) : single;
}

export interface Word {
  /** Folded, otherwise as written. */
  written: string;
  stem: string;
}

/** The weight of a broader subject. */
const BROADER = 0.5;

interface Phrase {
  /** The length in words. */
  length: number;
  subjects: readonly string[];
}
/** By the stems of a phrase, the subjects it names. */
const phrases = new Map<string, string[]>();
/** By the first stem, the length of the longest phrase that begins with it. */
const longestFrom = new Map<string, number>();
for (const [subject, written] of Object.entries(subjectPhrases))
  for (const phrase of written) {
    const stems = folded(phrase).split(' ').map(stem);
    longestFrom.set(stems[0] ?? '', Math.max(longestFrom.get(stems[0] ?? '') ?? 0, stems.length));
    const key = stems.join(' ');
    phrases.set(key, [...(phrases.get(key) ?? []), subject]);
  }
const NO_PHRASES: readonly Phrase[] = [];
/** The phrases that begin here, the longest first. `typing`: the last word may be incomplete, as in 'sin cód'. */
function phrasesAt(words: readonly Word[], at: number, typing = false): readonly Phrase[] {
  const longest = longestFrom.get(words[at]?.stem ?? '');
  if (longest === undefined) return NO_PHRASES;
  const found: Phrase[] = [];
  let key = '';
  for (let length = 1; length <= longest && at + length <= words.length; length++) {
    key += (length > 1 ? ' ' : '') + (words[at + length - 1]?.stem ?? '');
    const exact = phrases.get(key);
    if (exact) found.unshift({ length, subjects: exact });
    else if (typing && length > 1 && at + length === words.length)
      for (const [phrase, subjects] of phrases)
        if (phrase.startsWith(key) && phrase.indexOf(' ', key.length) < 0) {
          found.unshift({ length, subjects });
          break;
        }
  }
  return found;
}
/** The longer words of phrases: typing errors in them are tolerated too. */
export const subjectWords: ReadonlyMap<string, Word> = new Map(
  Object.values(subjectPhrases)
    .flatMap((written) => written.flatMap((phrase) => phrase.split(' ')))
    .filter((written) => written.length >= 6)
    .map((written) => [stem(written), { written, stem: stem(written) }]),
);
const allSubjectWords = new Set(
  Object.values(subjectPhrases).flatMap((written) => written.flatMap((phrase) => phrase.split(' ').map(stem))),
);
const isSubjectWord = (word: Word): boolean => allSubjectWords.has(word.stem);
const subjectsOf = (words: readonly Word[]): readonly string[] => phrases.get(words.map(({ stem }) => stem).join(' ')) ?? [];

/** Every word of a text, in order; 'no-code' gives both of its parts. */
function pieces(text: string): Word[][] {
  return [...folded(text).matchAll(/[\p{L}\p{N}]+(?:[-.+#][\p{L}\p{N}]+)*[+#]*/gu)].map(([part]) =>
    part
      .split(/[-.]/)
      .filter(Boolean)
      .map((written) => ({ written, stem: stem(written) })),
  );
}
const joined = (words: readonly Word[], between = ''): Word => ({
  written: words.map(({ written }) => written).join(between),
  stem: stem(words.map(({ written }) => written).join('')),
});
/** Without stop words, unless there is nothing else. */
const significant = (words: readonly Word[], silent: (word: Word) => boolean): Word[] => {
  const left = words.filter((word) => !silent(word));
  return left.length > 0 ? left : [...words];
};
const isSilent = ({ written }: Word) => SILENT.has(written);

/** The terms that find a text: its words, joined forms of words that people write as one, and its subjects. */
export interface Terms {
  words: Word[];
  /** The share of the text's weight that it gets: half for a broader subject. */
  subjects: ReadonlyMap<string, number>;
}
/** `pairs`: also each two neighbouring words as one, because 'Fine Tuning' is searched as 'finetuning'. */
export function termsOf(text: string, pairs = false): Terms {
  const parts = pieces(text);
  const all = parts.flat();
  const subjects = new Map<string, number>();
  const said: Word[] = [];
  for (let at = 0; at < all.length; ) {
    const found = phrasesAt(all, at);
    const [longest] = found;
    // A text that says 'sin programar' is not about programming.
    const denied = longest && longest.length > 1 && NEGATION.has(all[at]?.written ?? '');
    for (const { subjects: meant } of denied ? [longest] : found)
      for (const subject of meant) {
        subjects.set(subject, 1);
        for (const one of broader[subject] ?? []) subjects.set(one, Math.max(BROADER, subjects.get(one) ?? 0));
      }
    if (denied) at += longest.length;
    else said.push(all[at++] as Word);
  }
  const words = significant(said, isSilent);
  const compounds = parts.filter((part) => part.length > 1).map((part) => joined(part));
  const neighbours = pairs ? words.slice(1).flatMap((word, at) => joined([words[at] as Word, word], ' ')) : [];
  return { words: [...words, ...compounds, ...neighbours], subjects };
}

/** One term of a query. */
export interface Wanted {
  /** As it was written. */
  written: string;
  /** The word itself; null where only the subject of the whole phrase counts ('sin código' is not 'código'). */
  word: Word | null;
  subjects: readonly string[];
}
/** The most terms of a query: more add cost, not precision. */
const MOST_WANTED = 12;

/**
 * The terms of a query, each once. `known` says whether a course has this word: two words are joined where only the joined form is known.
 * `meant` corrects a word with a typing error.
 */
export function wantedOf(text: string, known: (stem: string) => boolean, meant: (word: Word) => Word): Wanted[] {
  const all = pieces(text)
    .flat()
    .slice(0, 4 * MOST_WANTED)
    .map((word) => (isSilent(word) || ASKING.has(word.written) || isSubjectWord(word) ? word : meant(word)));
  const wanted = new Map<string, Wanted>();
  const rest: Word[] = [];
  const add = (key: string, one: Wanted) => {
    if (wanted.size < MOST_WANTED && !wanted.has(key)) wanted.set(key, one);
  };
  const flush = () => {
    const words = rest.splice(0).filter((word) => !isSilent(word) && !ASKING.has(word.written));
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as Word;
      const next = words[at + 1];
      const both = next && joined([word, next]);
      if (next && both && known(both.stem) && !(known(word.stem) && known(next.stem))) {
        add(both.stem, { written: `${word.written} ${next.written}`, word: both, subjects: subjectsOf([both]) });
        at++;
      } else add(word.stem, { written: word.written, word, subjects: subjectsOf([word]) });
    }
  };
  for (let at = 0; at < all.length; ) {
    const [longest] = phrasesAt(all, at, true);
    if (longest && longest.length > 1) {
      flush();
      const written = all.slice(at, at + longest.length).map((word) => word.written);
      add(`=${longest.subjects.join()}`, { written: written.join(' '), word: null, subjects: longest.subjects });
      at += longest.length;
    } else rest.push(all[at++] as Word);
  }
  flush();
  // Where all words are stop words, they are searched after all.
  if (wanted.size === 0) for (const word of all) add(word.stem, { written: word.written, word, subjects: [] });
  return [...wanted.values()];
}

/** How many typing errors are tolerated in a word of this length. */
export const slipsOf = (length: number): 0 | 1 | 2 => (length <= 3 ? 0 : length <= 7 ? 1 : 2);

/** The letters and digits of a word as a bit set: words whose sets differ in more than twice the tolerated errors are further apart than that. */
export function letters(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) % 31);
  return bits;
}
export function differing(a: number, b: number): number {
  let rest = a ^ b;
  let count = 0;
  for (; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Damerau-Levenshtein distance (a missing, extra, wrong or two swapped letters count one each); any number above `most` once it is known to
 * exceed it. https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}

/** The words of a query without those so frequent that they tell nothing, unless it has no others; at most this many. */
export const telling = (words: readonly string[], silent: ReadonlySet<string>, most: number): string[] => {
  const some = words.filter((word) => !silent.has(word));
  return (some.length > 0 ? some : words).slice(0, most);
};
