import { presentModules } from '../../events/outline.ts';
import type { Difficulty, Tier, Track } from '../../events/types.ts';
import { differing, distance, folded, letters, slipsOf, type Word, wordsOf } from './catalogueWords.ts';
import type { CourseStatsDoc } from './courseStats.ts';
import { type CourseSummary, summaryOf } from './courseSummary.ts';
import type { CourseDoc } from './courses.ts';
import { type ReviewStatsDoc, ratingOf } from './reviews.ts';
import type { UserDoc } from './users.ts';

/** The published courses in memory, by their words. Courses go in and out one by one; nothing is built anew for a question. */

export interface Entry {
  course: CourseSummary;
  stats: CourseStatsDoc | null;
  reviews: ReviewStatsDoc | null;
  instructor: UserDoc | null;
  /** As anyone may see it; '' where there is none. */
  instructorName: string;
}

export const searchOrders = ['match', 'newest', 'rated'] as const;
export type SearchOrder = (typeof searchOrders)[number];
export type PriceKind = 'free' | 'paid';
export interface Chosen {
  difficulty: readonly Difficulty[];
  track: readonly Track[];
  tier: readonly Tier[];
  price: readonly PriceKind[];
}
export type FacetName = keyof Chosen;
export const facetNames = ['difficulty', 'track', 'tier', 'price'] as const satisfies readonly FacetName[];

export interface Question {
  text: string;
  order: SearchOrder;
  chosen: Chosen;
}
/** The published catalogue in figures. */
export interface Published {
  courses: number;
  classes: number;
  resources: number;
}
export interface Found {
  /** In order. */
  hits: readonly { entry: Entry; keys: readonly number[] }[];
  /** How many courses each choice of a facet would leave, with the choices of the others as they are. */
  counts: Readonly<Record<FacetName, Readonly<Record<string, number>>>>;
  /** All that is published, whatever is asked. */
  published: Published;
  /** The words that were understood, when they are not those that were written; null otherwise. */
  understood: string | null;
}

/** Free is what shows as 'Gratis' (C-04, C-79): 0, or a Básico without a price. */
export const priceKind = ({ price, tier }: Pick<CourseDoc, 'price' | 'tier'>): PriceKind =>
  price === null ? (tier === 'basic' ? 'free' : 'paid') : price.amount === 0 ? 'free' : 'paid';

const choiceOf: { [F in FacetName]: (course: CourseSummary) => Chosen[F][number] } = {
  difficulty: (course) => course.difficulty,
  track: (course) => course.track,
  tier: (course) => course.tier,
  price: priceKind,
};

/** What a word weighs by where it stands. */
const WEIGHT = { title: 10, category: 5, instructor: 5, objectives: 3, modules: 2, description: 1 } as const;
const EXACT = 1;
const BEGINNING = 0.75;
const SLIP = [1, 0.55, 0.35] as const;

interface Kept {
  entry: Entry;
  /** Stem → weight. */
  words: ReadonlyMap<string, number>;
  title: string;
}
interface Known {
  /** Course → weight. */
  courses: Map<number, number>;
  letters: number;
  /** As it is written in a course, to say what was understood. */
  written: string;
}

export interface CatalogueIndex {
  /** Keeps of the course what lists show and what it is found by. */
  set(entry: Omit<Entry, 'course'> & { course: CourseDoc }): void;
  delete(courseId: number): void;
  /** Courses that this person teaches. */
  taughtBy(userId: number): number[];
  find(question: Question): Found;
  /** In the order of their ids. */
  all(): Entry[];
}

export function createCatalogueIndex(): CatalogueIndex {
  const kept = new Map<number, Kept>();
  const known = new Map<string, Known>();
  const byLength = new Map<number, Set<string>>();

  const remove = (courseId: number): void => {
    const had = kept.get(courseId);
    if (!had) return;
    kept.delete(courseId);
    for (const stem of had.words.keys()) {
      const word = known.get(stem);
      word?.courses.delete(courseId);
      if (word?.courses.size !== 0) continue;
      known.delete(stem);
      byLength.get(stem.length)?.delete(stem);
    }
  };

  const insert: CatalogueIndex['set'] = (given) => {
    const { course } = given;
    const entry: Entry = { ...given, course: summaryOf(course) };
    remove(course.courseId);
    const words = new Map<string, number>();
    const add = (text: string, weight: number) => {
      for (const { stem, written } of wordsOf(text)) {
        words.set(stem, Math.max(words.get(stem) ?? 0, weight));
        if (!known.has(stem)) {
          known.set(stem, { courses: new Map(), letters: letters(stem), written });
          byLength.set(stem.length, (byLength.get(stem.length) ?? new Set()).add(stem));
        }
      }
    };
    add(course.title, WEIGHT.title);
    add(course.category, WEIGHT.category);
    add(entry.instructorName, WEIGHT.instructor);
    for (const module of presentModules(course)) {
      for (const objective of module.objectives) add(objective.text, WEIGHT.objectives);
      add(module.title, WEIGHT.modules);
    }
    add(course.description, WEIGHT.description);
    for (const [stem, weight] of words) known.get(stem)?.courses.set(course.courseId, weight);
    kept.set(course.courseId, { entry, words, title: folded(course.title) });
  };

  /** How rare a word is: what stands in every course says little. */
  const rarity = (word: Known): number => Math.log(1 + kept.size / word.courses.size);

  /** What one word of the question finds: course → score. Slips are only looked for where nothing begins with the word. */
  const match = (word: Word): { scores: Map<number, number>; understood: string | null } => {
    const scores = new Map<number, number>();
    const take = (found: Known, quality: number) => {
      const rare = rarity(found);
      for (const [courseId, weight] of found.courses) {
        const score = weight * quality * rare;
        if (score > (scores.get(courseId) ?? 0)) scores.set(courseId, score);
      }
    };
    const exact = known.get(word.stem);
    if (exact) take(exact, EXACT);
    for (const [stem, found] of known)
      if (stem.length > word.stem.length && (stem.startsWith(word.stem) || stem.startsWith(word.written)))
        take(found, BEGINNING * (0.5 + (0.5 * word.stem.length) / stem.length));
    if (scores.size > 0) return { scores, understood: null };

    const most = slipsOf(word.stem.length);
    const bits = letters(word.stem);
    let best: { away: number; courses: number; written: string } | null = null;
    for (let length = word.stem.length - most; length <= word.stem.length + most; length++)
      for (const stem of byLength.get(length) ?? []) {
        const found = known.get(stem);
        if (!found || differing(bits, found.letters) > 2 * most) continue;
        const away = distance(word.stem, stem, most);
        if (away === 0 || away > most) continue;
        take(found, SLIP[away as 1 | 2]);
        if (!best || away < best.away || (away === best.away && found.courses.size > best.courses))
          best = { away, courses: found.courses.size, written: found.written };
      }
    return { scores, understood: best?.written ?? null };
  };

  return {
    set: insert,
    all: () => [...kept.values()].map(({ entry }) => entry).sort((a, b) => a.course.courseId - b.course.courseId),
    delete: remove,
    taughtBy: (userId) => [...kept.values()].flatMap(({ entry }) => (entry.course.instructorId === userId ? [entry.course.courseId] : [])),

    find({ text, order, chosen }) {
      const words = wordsOf(text);
      let scores: Map<number, number> | null = null;
      let slipped = false;
      const understood: string[] = [];
      for (const word of words) {
        const found = match(word);
        slipped ||= found.understood !== null;
        understood.push(found.understood ?? word.written);
        if (scores === null) scores = found.scores;
        else
          for (const [courseId, score] of scores) {
            const more = found.scores.get(courseId);
            if (more === undefined) scores.delete(courseId);
            else scores.set(courseId, score + more);
          }
      }
      const whole = folded(text).trim().replace(/\s+/g, ' ');
      const asked = whole !== '';
      // Marks alone are no words, and are found nowhere.
      if (words.length === 0) scores = new Map();

      const counts: Record<FacetName, Record<string, number>> = { difficulty: {}, track: {}, tier: {}, price: {} };
      const hits: { entry: Entry; keys: readonly number[] }[] = [];
      const published: Published = { courses: kept.size, classes: 0, resources: 0 };
      for (const { entry, title } of kept.values()) {
        const { course } = entry;
        published.classes += course.counts.classes;
        published.resources += course.counts.resources;
        const score = asked ? scores?.get(course.courseId) : 0;
        if (score === undefined) continue;
        let missed = 0;
        let only: FacetName | null = null;
        for (const facet of facetNames)
          if (chosen[facet].length > 0 && !(chosen[facet] as readonly string[]).includes(choiceOf[facet](course))) {
            missed++;
            only = facet;
          }
        for (const facet of facetNames)
          if (missed === 0 || (missed === 1 && only === facet)) {
            const value = choiceOf[facet](course);
            counts[facet][value] = (counts[facet][value] ?? 0) + 1;
          }
        if (missed > 0) continue;
        const near = !asked ? 0 : title === whole ? 40 : title.startsWith(whole) ? 15 : title.includes(whole) ? 8 : 0;
        hits.push({ entry, keys: keysOf[order](entry, score + near) });
      }
      hits.sort((a, b) => compareKeys(a.keys, b.keys));
      return { hits, counts, published, understood: slipped ? [...new Set(understood)].join(' ') : null };
    },
  };
}

/** Numbers that sort a hit upwards, the course's id last, so that no two are equal. */
const keysOf: Readonly<Record<SearchOrder, (entry: Entry, score: number) => number[]>> = {
  match: (entry, score) => [-score, ...prominence(entry)],
  newest: ({ course }) => [-Date.parse(course.publishedAt ?? course.createdAt), -course.courseId],
  rated(entry) {
    const { average, count } = ratingOf(entry.reviews);
    return [-(average ?? 0), -count, ...prominence(entry)];
  },
};
const prominence = ({ course, stats }: Entry): number[] => [course.featured ? 0 : 1, -(stats?.students ?? 0), course.courseId];

export function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index++) {
    const by = (a[index] ?? 0) - (b[index] ?? 0);
    if (by !== 0) return by;
  }
  return 0;
}
