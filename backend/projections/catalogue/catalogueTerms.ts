import { presentClasses, presentModules } from '../../../events/outline.ts';
import { priceKind } from '../courseSummary.ts';
import type { CourseDoc } from '../courses.ts';
import { differing, distance, letters, slipsOf, subjectWords, termsOf, type Wanted, type Word, wantedOf } from './catalogueWords.ts';

/** The weight of a term by where it occurs; the labels are track, level, plan and price as the card shows them. */
const WEIGHT = { title: 10, labels: 5, category: 5, instructor: 5, description: 3, objectives: 3, modules: 2, classes: 1 } as const;
const EXACT = 1;
const BEGINNING = 0.75;
/** A term of the same subject in other words. */
const SUBJECT = 0.7;
/** Of approximate matches, those that score below this share of the best are dropped. */
const NEAR = 0.3;
const labels = {
  track: { 'no-code': 'no-code', code: '' },
  difficulty: { beginner: 'principiante', intermediate: 'intermedio', advanced: 'avanzado' },
  tier: { basic: '', premium: 'premium' },
  price: { free: 'gratis', paid: '' },
} as const;

/** The terms of one course. A term is a stem, or a subject after '='. */
interface Described {
  /** The weight of each, the sum over its occurrences. */
  terms: ReadonlyMap<string, number>;
  /** Those of its title. */
  titled: ReadonlySet<string>;
}
interface Known {
  /** By course the weight. */
  courses: Map<number, number>;
  letters: number;
  /** A spelling that occurs in a course, to show how the query was understood. */
  written: string;
}

interface Match {
  /** By course the score. */
  scores: Map<number, number>;
  /** Courses that have the term in their title. */
  titles: Set<number>;
}
interface Answer {
  /** By course its score, and whether its title matches every term. */
  scores: Map<number, { score: number; titled: boolean }>;
  understood: string | null;
  partial: boolean;
}
const begins = (stem: string, word: Word): boolean =>
  stem.length > word.stem.length && (stem.startsWith(word.stem) || stem.startsWith(word.written));

/** The words of courses, and the courses that words find, also misspelt ones. */
export function createCatalogueTerms() {
  const described = new Map<number, Described>();
  const known = new Map<string, Known>();
  const byLength = new Map<number, Set<string>>();

  const remove = (courseId: number): void => {
    const had = described.get(courseId);
    if (!had) return;
    described.delete(courseId);
    for (const term of had.terms.keys()) {
      const word = known.get(term);
      word?.courses.delete(courseId);
      if (word?.courses.size !== 0) continue;
      known.delete(term);
      byLength.get(term.length)?.delete(term);
    }
  };

  /** The terms that find a course, in place of those that did. */
  const set = (course: CourseDoc, instructorName: string): void => {
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
    add(instructorName, WEIGHT.instructor);
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
    described.set(course.courseId, { terms, titled });
  };

  /** Inverse document frequency: a term in every course says little. */
  const rarity = (word: Known): number => Math.log(1 + described.size / word.courses.size);

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
        if (quality === EXACT && described.get(courseId)?.titled.has(term)) titles.add(courseId);
      }
    };
    for (const subject of subjects) take(`=${subject}`, word ? SUBJECT : EXACT);
    if (!word) return { scores, titles };
    take(word.stem, EXACT);
    for (const stem of known.keys()) if (begins(stem, word)) take(stem, BEGINNING * (0.5 + (0.5 * word.stem.length) / stem.length));
    return { scores, titles };
  };

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

  return { set, delete: remove, answer };
}
