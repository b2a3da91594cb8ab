import { teaches } from '../../../events/outline.ts';
import type { Difficulty, Tier, Track } from '../../../events/types.ts';
import type { CourseStatsDoc } from '../courseStats.ts';
import { type CourseSummary, type PriceKind, priceKind, rankOf, summaryOf } from '../courseSummary.ts';
import type { CourseDoc } from '../courses.ts';
import { type ReviewStatsDoc, ratingOf } from '../reviews.ts';
import type { UserDoc } from '../users.ts';
import { createCatalogueTerms } from './catalogueTerms.ts';
import { folded } from './catalogueWords.ts';

/** A search index of the published courses, in memory. Courses are added and removed one by one; a query never rebuilds it. */

export interface Entry {
  course: CourseSummary;
  stats: CourseStatsDoc | null;
  reviews: ReviewStatsDoc | null;
  instructor: UserDoc | null;
  /** The instructor's public name; '' where there is none. */
  instructorName: string;
}

export const searchOrders = ['match', 'newest', 'rated'] as const;
export type SearchOrder = (typeof searchOrders)[number];
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
  /** For each choice of a facet, how many courses it would leave, with the choices of the other facets applied. */
  counts: Readonly<Record<FacetName, Readonly<Record<string, number>>>>;
  /** The count of published courses, whatever the query. */
  published: Published;
  /** The words as they were understood, where they differ from those written; else null. */
  understood: string | null;
  /** No course has everything that was asked for: the hits have a part of it. */
  partial: boolean;
  /** Where nothing is found: what the words alone find without the filters, else the first courses of the catalogue. At most three. */
  suggested: readonly Entry[];
}

const choiceOf: { [F in FacetName]: (course: CourseSummary) => Chosen[F][number] } = {
  difficulty: (course) => course.difficulty,
  track: (course) => course.track,
  tier: (course) => course.tier,
  price: priceKind,
};

/** The most characters of a query that are read. */
const MOST_LETTERS = 100;
const SUGGESTED = 3;

interface Kept {
  entry: Entry;
  /** As it is compared with a query. */
  title: string;
}

export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>;

export function createCatalogueIndex() {
  const kept = new Map<number, Kept>();
  const terms = createCatalogueTerms();
  return {
    /** Indexes a course: what lists show of it, and the terms that find it. */
    set(given: Omit<Entry, 'course'> & { course: CourseDoc }): void {
      const { course, instructorName } = given;
      terms.set(course, instructorName);
      kept.set(course.courseId, { entry: { ...given, course: summaryOf(course) }, title: folded(course.title) });
    },
    /** In the order of their ids. */
    all: (): Entry[] => [...kept.values()].map(({ entry }) => entry).sort((a, b) => a.course.courseId - b.course.courseId),
    delete(courseId: number): void {
      kept.delete(courseId);
      terms.delete(courseId);
    },
    /** Courses that this person teaches. */
    taughtBy: (userId: number): number[] =>
      [...kept.values()].flatMap(({ entry }) => (teaches(entry.course, userId) ? [entry.course.courseId] : [])),

    find({ text: given, order, chosen }: Question): Found {
      const text = given.slice(0, MOST_LETTERS);
      const whole = folded(text).trim().replace(/\s+/g, ' ');
      const asked = whole !== '';
      // Combining marks alone are not words and match nothing.
      const { scores, understood, partial } = terms.answer(text);

      const counts: Record<FacetName, Record<string, number>> = { difficulty: {}, track: {}, tier: {}, price: {} };
      const hits: { entry: Entry; keys: readonly number[] }[] = [];
      const published: Published = { courses: kept.size, classes: 0, resources: 0 };
      for (const { entry, title } of kept.values()) {
        const { course } = entry;
        published.classes += course.counts.classes;
        published.resources += course.counts.resources;
        const found = asked ? scores.get(course.courseId) : { score: 0, titled: false };
        if (!found) continue;
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
        const named = !asked ? 0 : title === whole ? 40 : title.startsWith(whole) ? 15 : title.includes(whole) ? 8 : 0;
        hits.push({ entry, keys: keysOf[order](entry, { score: found.score + named, titled: found.titled }) });
      }
      hits.sort((a, b) => compareKeys(a.keys, b.keys));
      const suggest = (): Entry[] => {
        const all = [...kept.values()].map(({ entry }) => entry);
        const found = all.filter(({ course }) => scores.has(course.courseId));
        const key = (entry: Entry) => keysOf.match(entry, scores.get(entry.course.courseId) ?? { score: 0, titled: false });
        return (found.length > 0 ? found : all).sort((a, b) => compareKeys(key(a), key(b))).slice(0, SUGGESTED);
      };
      return { hits, counts, published, understood, partial, suggested: hits.length > 0 ? [] : suggest() };
    },
  };
}

/** Numbers that sort the hits in ascending order; the course's id comes last, so that no two are equal. */
const keysOf: Readonly<Record<SearchOrder, (entry: Entry, found: { score: number; titled: boolean }) => number[]>> = {
  match: (entry, { score, titled }) => [titled ? 0 : 1, -score, ...prominence(entry)],
  newest: ({ course }) => [-Date.parse(course.publishedAt ?? course.createdAt), -course.courseId],
  rated(entry) {
    const { average, count } = ratingOf(entry.reviews);
    return [-(average ?? 0), -count, ...prominence(entry)];
  },
};
const prominence = ({ course, stats }: Entry): number[] => [rankOf(course), -(stats?.students ?? 0), course.courseId];

export function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index++) {
    const by = (a[index] ?? 0) - (b[index] ?? 0);
    if (by !== 0) return by;
  }
  return 0;
}
