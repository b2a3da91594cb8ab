import { diffWordsWithSpace } from 'diff';

/** A part of a text that was kept, removed or added. */
export interface Stretch {
  tipo: 'igual' | 'quitado' | 'agregado';
  texto: string;
}

/** A comparison costs the square of the differing words. The bound for all texts of one answer together, and for each of them. */
const MOST_STEPS = 250_000;
const MOST_WORDS = 400;

/** Compares texts word by word, within a bound for all of them: texts that differ in too much get no marks (null) and are shown whole, before and after. */
export function createTracker(): (before: string, after: string) => Stretch[] | null {
  let left = MOST_STEPS;
  return (before, after) => {
    const maxEditLength = Math.min(MOST_WORDS, Math.floor(Math.sqrt(left)));
    if (maxEditLength < 1) return null;
    const found = diffWordsWithSpace(before, after, { maxEditLength });
    const differing = found?.reduce((sum, { added, removed, count = 0 }) => sum + (added || removed ? count : 0), 0);
    left -= (differing ?? maxEditLength) ** 2;
    return (
      found?.map(({ added, removed, value }) => ({ tipo: added ? 'agregado' : removed ? 'quitado' : 'igual', texto: value }) as const) ??
      null
    );
  };
}
