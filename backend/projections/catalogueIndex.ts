import { presentClasses, presentModules, teaches } from '../../events/outline.ts';
import type { Difficulty, Tier, Track } from '../../events/types.ts';
import {
  differing,
  distance,
  folded,
  letters,
  slipsOf,
  subjectWords,
  termsOf,
  type Wanted,
  type Word,
  wantedOf,
} from './catalogueWords.ts';
import type { CourseStatsDoc } from './courseStats.ts';
import { type CourseSummary, rankOf, summaryOf } from './courseSummary.ts';
import type { CourseDoc } from './courses.ts';
import { type ReviewStatsDoc, ratingOf } from './reviews.ts';
import type { UserDoc } from './users.ts';

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

/** «Gratis» (C-04, C-79): a price of 0, or a Básico course without a price. */
export const priceKind = ({ price, tier }: Pick<CourseDoc, 'price' | 'tier'>): PriceKind =>
  price === null ? (tier === 'basic' ? 'free' : 'paid') : price.amount === 0 ? 'free' : 'paid';

const choiceOf: { [F in FacetName]: (course: CourseSummary) => Chosen[F][number] } = {
  difficulty: (course) => course.difficulty,
  track: (course) => course.track,
  tier: (course) => course.tier,
  price: priceKind,
};

/** The weight of a term by where it occurs; the labels are track, level, plan and price as the card shows them. */
const WEIGHT = { title: 10, labels: 5, category: 5, instructor: 5, description: 3, objectives: 3, modules: 2, classes: 1 } as const;
const EXACT = 1;
const BEGINNING = 0.75;
/** A term of the same subject in other words. */
const SUBJECT = 0.7;
/** Of approximate matches, those that score below this share of the best are dropped. */
const NEAR = 0.3;
/** The most characters of a query that are read. */
const MOST_LETTERS = 100;
const SUGGESTED = 3;

const labels = {
  track: { 'no-code': 'no-code', code: '' },
  difficulty: { beginner: 'principiante', intermediate: 'intermedio', advanced: 'avanzado' },
  tier: { basic: '', premium: 'premium' },
  price: { free: 'gratis', paid: '' },
} as const;

interface Kept {
  entry: Entry;
  /** By term its weight, the sum over its occurrences. A term is a stem, or a subject after '='. */
  terms: ReadonlyMap<string, number>;
  /** The terms of its title. */
  titled: ReadonlySet<string>;
  title: string;
}
interface Known {
  /** By course the weight. */
  courses: Map<number, number>;
  letters: number;
  /** A spelling that occurs in a course, to show how the query was understood. */
  written: string;
}

export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>;

export function createCatalogueIndex() {
  const kept = new Map<number, Kept>();
  const known = new Map<string, Known>();
  const byLength = new Map<number, Set<string>>();

  const remove = (courseId: number): void => {
    const had = kept.get(courseId);
    if (!had) return;
    kept.delete(courseId);
    for (const term of had.terms.keys()) {
      const word = known.get(term);
      word?.courses.delete(courseId);
      if (word?.courses.size !== 0) continue;
      known.delete(term);
      byLength.get(term.length)?.delete(term);
    }
  };

  /** Indexes a course: what lists show of it, and the terms that find it. */
  const insert = (given: Omit<Entry, 'course'> & { course: CourseDoc }): void => {
    const { course } = given;
    const entry: Entry = { ...given, course: summaryOf(course) };
    remove(course.courseId);
    const terms = new Map<string, number>();
    const weigh = (term: string, weight: number) => terms.set(term, Math.hypot(terms.get(term) ?? 0, weight));
    const weighSubject = (subject: string, weight: number) => {
      const term = `=${subject}`;
      weigh(term, weight);
      if (!known.has(term)) known.set(term, { courses: new Map(), letters: 0, written: '' });
    };
    const add = (text: string, weight: number) => {
      // Names: people join and split their words when they search.
      const { words, subjects } = termsOf(text, weight >= WEIGHT.category);
      for (const { stem, written } of words) {
        weigh(stem, weight);
        if (known.has(stem)) continue;
        known.set(stem, { courses: new Map(), letters: letters(stem), written });
        byLength.set(stem.length, (byLength.get(stem.length) ?? new Set()).add(stem));
      }
      for (const [subject, share] of subjects) weighSubject(subject, weight * share);
    };
    add(course.title, WEIGHT.title);
    const titled = new Set(terms.keys());
    add(course.category, WEIGHT.category);
    add(entry.instructorName, WEIGHT.instructor);
    for (const label of [
      labels.track[course.track],
      labels.difficulty[course.difficulty],
      labels.tier[course.tier],
      labels.price[priceKind(course)],
    ])
      add(label, WEIGHT.labels);
    // As a subject alone: otherwise 'código' would match the labels of every course.
    if (course.track === 'code') weighSubject('with code', WEIGHT.labels);
    for (const module of presentModules(course)) {
      for (const objective of module.objectives) add(objective.text, WEIGHT.objectives);
      add(module.title, WEIGHT.modules);
      for (const klass of presentClasses(module)) {
        add(klass.title, WEIGHT.classes);
        for (const subtopic of klass.subtopics) add(subtopic.title, WEIGHT.classes);
      }
    }
    add(course.description, WEIGHT.description);
    for (const [term, weight] of terms) known.get(term)?.courses.set(course.courseId, weight);
    kept.set(course.courseId, { entry, terms, titled, title: folded(course.title) });
  };

  /** Inverse document frequency: a term in every course says little. */
  const rarity = (word: Known): number => Math.log(1 + kept.size / word.courses.size);

  interface Match {
    /** By course the score. */
    scores: Map<number, number>;
    /** Courses that have the term in their title. */
    titles: Set<number>;
  }
  /** The matches of one term of the query. */
  const match = ({ word, subjects }: Wanted): Match => {
    const scores = new Map<number, number>();
    const titles = new Set<number>();
    const take = (term: string, quality: number) => {
      const found = known.get(term);
      if (!found) return;
      const rare = rarity(found);
      for (const [courseId, weight] of found.courses) {
        const score = weight * quality * rare;
        if (score > (scores.get(courseId) ?? 0)) scores.set(courseId, score);
        if (quality === EXACT && kept.get(courseId)?.titled.has(term)) titles.add(courseId);
      }
    };
    for (const subject of subjects) take(`=${subject}`, word ? SUBJECT : EXACT);
    if (!word) return { scores, titles };
    take(word.stem, EXACT);
    for (const stem of known.keys()) if (begins(stem, word)) take(stem, BEGINNING * (0.5 + (0.5 * word.stem.length) / stem.length));
    return { scores, titles };
  };
  const begins = (stem: string, word: Word): boolean =>
    stem.length > word.stem.length && (stem.startsWith(word.stem) || stem.startsWith(word.written));

  /** The term itself where some course has it or a term that begins with it; else the nearest one within the distance of a typing error. */
  const meant = (word: Word): Word => {
    if (known.has(word.stem)) return word;
    for (const stem of known.keys()) if (begins(stem, word)) return word;
    const most = slipsOf(word.stem.length);
    const bits = letters(word.stem);
    let best: { away: number; courses: number; word: Word } | null = null;
    const look = (stem: string, courses: number, written: string, bitsOf: number) => {
      if (differing(bits, bitsOf) > 2 * most) return;
      const away = distance(word.stem, stem, most);
      if (away > most) return;
      if (!best || away < best.away || (away === best.away && courses > best.courses)) best = { away, courses, word: { stem, written } };
    };
    for (let length = word.stem.length - most; length <= word.stem.length + most; length++)
      for (const stem of byLength.get(length) ?? []) {
        const found = known.get(stem);
        if (found) look(stem, found.courses.size, found.written, found.letters);
      }
    for (const { stem, written } of subjectWords.values()) look(stem, 0, written, letters(stem));
    return (best as { word: Word } | null)?.word ?? word;
  };

  interface Answer {
    /** By course its score, and whether its title matches every term. */
    scores: Map<number, { score: number; titled: boolean }>;
    understood: string | null;
    partial: boolean;
  }
  const answer = (text: string): Answer => {
    let slipped = false;
    const wanted = wantedOf(
      text,
      (stem) => known.has(stem),
      (word) => {
        const right = meant(word);
        slipped ||= right !== word;
        return right;
      },
    );
    const matches = wanted.map(match);
    const all = new Map<number, { score: number; had: number; titled: boolean }>();
    for (const { scores, titles } of matches)
      for (const [courseId, score] of scores) {
        const one = all.get(courseId) ?? { score: 0, had: 0, titled: true };
        one.score += score;
        one.had++;
        one.titled &&= titles.has(courseId);
        all.set(courseId, one);
      }
    const whole = new Map([...all].filter(([, { had }]) => had === matches.length));
    const partial = whole.size === 0 && all.size > 0;
    const least = NEAR * Math.max(0, ...[...all.values()].map(({ score }) => score));
    const near = () => new Map([...all].flatMap(([id, one]) => (one.score >= least ? [[id, { ...one, titled: false }] as const] : [])));
    return {
      scores: partial ? near() : whole,
      understood: slipped && all.size > 0 ? wanted.map(({ written }) => written).join(' ') : null,
      partial,
    };
  };

  return {
    set: insert,
    /** In the order of their ids. */
    all: (): Entry[] => [...kept.values()].map(({ entry }) => entry).sort((a, b) => a.course.courseId - b.course.courseId),
    delete: remove,
    /** Courses that this person teaches. */
    taughtBy: (userId: number): number[] =>
      [...kept.values()].flatMap(({ entry }) => (teaches(entry.course, userId) ? [entry.course.courseId] : [])),

    find({ text: given, order, chosen }: Question): Found {
      const text = given.slice(0, MOST_LETTERS);
      const whole = folded(text).trim().replace(/\s+/g, ' ');
      const asked = whole !== '';
      // Combining marks alone are not words and match nothing.
      const { scores, understood, partial } = answer(text);

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
