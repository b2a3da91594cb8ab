/** Words as the catalogue's search compares them: without accents, case and Spanish plurals, and with room for a slip of the finger. */

/** Without accents and case: 'Programación' is found by 'programacion'. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Said in every course; they tell none from another. */
const SILENT = new Set(
  'a al ante con de del desde e el en entre es la las lo los me mi o para por que se sin su sus tu tus u un una unas unos y'.split(' '),
);

/** The same for a word and its plural: 'modelos' and 'modelo', 'sesiones' and 'sesión'. Takes a folded word. */
export function stem(word: string): string {
  const single = word.length > 3 && /[aeiou]s$/.test(word) ? word.slice(0, -1) : word;
  return single.length > 3 && /[nrld]e$/.test(single) ? single.slice(0, -1) : single;
}

export interface Word {
  /** Folded, as it was written. */
  written: string;
  stem: string;
}

/** The words of a text. Of 'no-code' also 'nocode', since people write it either way. Silent words are left out unless nothing else is there. */
export function wordsOf(text: string): Word[] {
  const found: string[] = [];
  for (const [part] of folded(text).matchAll(/[\p{L}\p{N}]+(?:[-.+#][\p{L}\p{N}]+)*[+#]*/gu)) {
    const pieces = part.split(/[-.]/).filter(Boolean);
    found.push(...pieces);
    if (pieces.length > 1) found.push(pieces.join(''));
  }
  const telling = found.filter((word) => !SILENT.has(word));
  return (telling.length > 0 ? telling : found).map((written) => ({ written, stem: stem(written) }));
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
