import { broader, subjects as subjectPhrases } from './catalogueSubjects.ts';

/** Words as the catalogue's search compares them: without accents, case and plurals, by subject, and with room for a slip of the finger. */

/** Without accents and case: 'Programación' is found by 'programacion'. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Said in every course; they tell none from another. */
const SILENT = new Set(
  'a al ante con de del desde e el en entre es la las lo los me mi o para por que se sin su sus tu tus u un una unas unos y'.split(' '),
);

/** Words of asking: they say that something is looked for, not what. */
const ASKING = new Set(
  `algo aprende aprender busco buscar buen buena buenas buenos clase clases como conmigo crear cual cuales curso cursos donde empezar encontrar
  ensename estudiar existe hacer hacerlo hago hay mejor mejores mis mucho necesito no propia propias propio propios puedo quiere quiero quisiera
  saber se ser sobre taller talleres tema temas tener tengo todo todos tutorial tutoriales usar uso ver`.split(/\s+/),
);
/** What follows one of these is not there. */
const NEGATION = new Set(['no', 'sin']);

/** The same for a word and its plural: 'modelos' and 'modelo', 'sesiones' and 'sesión', 'bots' and 'bot'. Takes a folded word. */
export function stem(word: string): string {
  const single = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return single.length > 3 && /[nrld]e$/.test(single) ? single.slice(0, -1) : single;
}

export interface Word {
  /** Folded, as it was written. */
  written: string;
  stem: string;
}

/** What a broader subject weighs. */
const BROADER = 0.5;

interface Phrase {
  /** In words. */
  length: number;
  subjects: readonly string[];
}
/** Stems of a phrase → the subjects it names. */
const phrases = new Map<string, string[]>();
/** How long a phrase may be that begins with this stem. */
const longestFrom = new Map<string, number>();
for (const [subject, written] of Object.entries(subjectPhrases))
  for (const phrase of written) {
    const stems = folded(phrase).split(' ').map(stem);
    longestFrom.set(stems[0] ?? '', Math.max(longestFrom.get(stems[0] ?? '') ?? 0, stems.length));
    const key = stems.join(' ');
    phrases.set(key, [...(phrases.get(key) ?? []), subject]);
  }
const NO_PHRASES: readonly Phrase[] = [];
/** The phrases that begin here, the longest first. `typing`: the last word may still be on its way, as in 'sin cód'. */
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
/** Longer words of phrases: a slip in one of them is understood too. */
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

/** Every word of a text, in order. Of 'no-code' both pieces. */
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
/** Without the silent words, unless nothing else is there. */
const telling = (words: readonly Word[], silent: (word: Word) => boolean): Word[] => {
  const left = words.filter((word) => !silent(word));
  return left.length > 0 ? left : [...words];
};
const isSilent = ({ written }: Word) => SILENT.has(written);

/** What a text is found by: its words, joined forms of words that people write as one, and the subjects it speaks of. */
export interface Terms {
  words: Word[];
  /** With how much of the text's weight: a broader subject counts half. */
  subjects: ReadonlyMap<string, number>;
}
/** `pairs`: also each two neighbouring words as one, since 'Fine Tuning' is asked for as 'finetuning'. */
export function termsOf(text: string, pairs = false): Terms {
  const parts = pieces(text);
  const all = parts.flat();
  const subjects = new Map<string, number>();
  const said: Word[] = [];
  for (let at = 0; at < all.length; ) {
    const found = phrasesAt(all, at);
    const [longest] = found;
    // 'Sin programar' is not about programming.
    const denied = longest && longest.length > 1 && NEGATION.has(all[at]?.written ?? '');
    for (const { subjects: meant } of denied ? [longest] : found)
      for (const subject of meant) {
        subjects.set(subject, 1);
        for (const one of broader[subject] ?? []) subjects.set(one, Math.max(BROADER, subjects.get(one) ?? 0));
      }
    if (denied) at += longest.length;
    else said.push(all[at++] as Word);
  }
  const words = telling(said, isSilent);
  const compounds = parts.filter((part) => part.length > 1).map((part) => joined(part));
  const neighbours = pairs ? words.slice(1).flatMap((word, at) => joined([words[at] as Word, word], ' ')) : [];
  return { words: [...words, ...compounds, ...neighbours], subjects };
}

/** One thing that is asked for. */
export interface Wanted {
  /** As it was written. */
  written: string;
  /** The word itself; null where only the subject of the whole phrase is meant ('sin código' is not 'código'). */
  word: Word | null;
  subjects: readonly string[];
}
/** More words say nothing more, and cost. */
const MOST_WANTED = 12;

/**
 * What a question asks for, each thing once. `known` says whether a course has this word: two words are read as one where only the one is known.
 * `meant` gives the word that is meant where this one has a slip.
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
  // Nothing but words that say nothing: then they are what is meant.
  if (wanted.size === 0) for (const word of all) add(word.stem, { written: word.written, word, subjects: [] });
  return [...wanted.values()];
}

/** How many slips a word of this length may have and still be meant. */
export const slipsOf = (length: number): 0 | 1 | 2 => (length <= 3 ? 0 : length <= 7 ? 1 : 2);

/** Which letters and digits a word has, as bits: two words that differ in more bits than twice the slips are further apart than that. */
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
 * Damerau-Levenshtein distance (a missing, a surplus, a wrong or two swapped letters count one each), or more than `most` as soon as it is
 * known to be. https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
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
