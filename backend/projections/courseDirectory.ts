import { setImmediate as nextTurn } from 'node:timers/promises';
import { folded } from './catalogue/catalogueWords.ts';
import { type CourseStatsDoc, courseStats } from './courseStats.ts';
import { type CourseSummary, summaryOf } from './courseSummary.ts';
import { courses } from './courses.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { BadCursor, readCursor, writeCursor } from './reading/cursor.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type Reads } from './reading/reads.ts';
import { type ReviewStatsDoc, reviewStats } from './reviews.ts';
import { type UserDoc, users } from './users.ts';

export type CourseDirectory = ReturnType<typeof createCourseDirectory>;
export interface CourseEntry {
  course: CourseSummary;
  stats: CourseStatsDoc | null;
  reviews: ReviewStatsDoc | null;
  instructor: UserDoc | null;
}
export const courseOrders = ['course', 'instructor', 'status', 'students', 'updated'] as const;
export type CourseOrder = (typeof courseOrders)[number];
type Status = 'draft' | 'published' | 'archived';
export interface CoursesAsked {
  /** Which courses the person manages who asks. */
  manages(course: CourseSummary): boolean;
  /** Words that must all occur in the title, the category or the instructor's name; without accents and capitals. */
  text?: string | undefined;
  /** Absent: all but archived courses. */
  status?: Status | undefined;
  /** Only these courses. */
  among?: ReadonlySet<number> | undefined;
  order: CourseOrder;
  descending: boolean;
  limit: number;
  cursor?: string | undefined;
}
export interface CoursesFound {
  entries: CourseEntry[];
  /** The number of matches on all pages. */
  total: number;
  /** The place of the first item of this page in the whole list, from 1. */
  first: number;
  next: string | null;
  /** Counts over all courses that this person manages, whatever the query. */
  figures: Record<Status, number> & { students: number };
  featured: CourseEntry[];
}

const COURSES = 'cursos';
const PEOPLE = 'usuarios';
/** Documents are read in steps of this many, between which other work gets its turn. */
const AT_ONCE = 100;

interface Line extends CourseEntry {
  text: string;
  name: string;
}
type Key = string | number;
const collator = new Intl.Collator('es-MX');
const compareKeys = (one: Key, other: Key): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));
const ranks: Record<string, number> = { published: 2, draft: 1, archived: 0 };
const keyOf: Record<CourseOrder, (line: Line) => Key> = {
  course: ({ course }) => course.title,
  instructor: ({ name }) => name,
  status: ({ course }) => ranks[course.status] ?? 0,
  students: ({ stats }) => stats?.students ?? 0,
  updated: ({ course }) => course.changedAt,
};

function placeIn(cursor: string, order: CourseOrder, descending: boolean): [Key, number] {
  const [of, down, key, id] = readCursor(cursor);
  if (of === order && down === descending && (typeof key === 'string' || typeof key === 'number') && Number.isInteger(id))
    return [key, id as number];
  throw new BadCursor();
}

/**
 * Every course with its figures, in memory, with the fields by which staff search, filter and sort: a whole course may be a hundred times as
 * large. It follows the log of changes; each query first takes in the changes since the last one.
 */
export function createCourseDirectory(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  nameOf: (person: UserDoc | null, id: number) => string,
) {
  let lines = new Map<number, Line>();

  const take = async (ids: readonly number[], into: Map<number, Line>): Promise<void> => {
    const keys = ids.map(String);
    const docs = await reads.getMany(courses, keys);
    const stats = await reads.getMany(courseStats, keys);
    const rated = await reads.getMany(reviewStats, keys);
    const taught = [...docs.values()].flatMap(({ instructorId }) => (instructorId === null ? [] : [String(instructorId)]));
    const people = await reads.getMany(users, taught);
    for (const [key, doc] of docs) {
      const instructor = people.get(String(doc.instructorId)) ?? null;
      const name = doc.instructorId === null ? '' : nameOf(instructor, doc.instructorId);
      into.set(doc.courseId, {
        ...{ course: summaryOf(doc), stats: stats.get(key) ?? null, reviews: rated.get(key) ?? null, instructor, name },
        text: folded(`${doc.title} ${doc.category} ${name}`),
      });
    }
  };
  const build = async (): Promise<void> => {
    const fresh = new Map<number, Line>();
    for await (const page of pagesOf(reads, courses, { sort: ['courseId'], limit: AT_ONCE })) {
      await take(
        page.map(({ doc }) => doc.courseId),
        fresh,
      );
    }
    lines = fresh;
  };
  const current = oneAtATime(
    createFollower(reader, {
      topics: [COURSES, PEOPLE],
      of: [courses, courseStats, reviewStats, users],
      build,
      take: async (changes) => {
        const touched = new Set<number>();
        for (const { topic, id } of changes) {
          if (topic === COURSES) touched.add(Number(id));
          if (topic === PEOPLE)
            for (const { course } of lines.values()) if (course.instructorId === Number(id)) touched.add(course.courseId);
        }
        const ids = [...touched].filter(Number.isInteger);
        for (let from = 0; from < ids.length; from += AT_ONCE) {
          if (from > 0) await nextTurn();
          await take(ids.slice(from, from + AT_ONCE), lines);
        }
      },
    }),
  );

  return {
    /** Courses that are archived. */
    async archived(): Promise<ReadonlySet<number>> {
      await current();
      return new Set([...lines.values()].flatMap(({ course }) => (course.status === 'archived' ? [course.courseId] : [])));
    },
    /** Errors: BadCursor; what the store throws. */
    async search({ manages, text, status, among, order, descending, limit, cursor }: CoursesAsked): Promise<CoursesFound> {
      const after = cursor === undefined ? null : placeIn(cursor, order, descending);
      const words = folded(text ?? '')
        .split(/\s+/)
        .filter(Boolean);
      await current();
      const figures = { draft: 0, published: 0, archived: 0, students: 0 };
      const featured: Line[] = [];
      const found: Line[] = [];
      for (const line of lines.values()) {
        const { course } = line;
        if (course.status === 'none' || !manages(course)) continue;
        figures[course.status]++;
        if (course.status !== 'archived') figures.students += line.stats?.students ?? 0;
        if (course.featured && course.status !== 'archived') featured.push(line);
        if (status ? course.status !== status : course.status === 'archived') continue;
        if (among && !among.has(course.courseId)) continue;
        if (words.every((word) => line.text.includes(word))) found.push(line);
      }
      const key = keyOf[order];
      const way = descending ? -1 : 1;
      const place = (one: readonly [Key, number], other: readonly [Key, number]) =>
        way * compareKeys(one[0], other[0]) || other[1] - one[1];
      const placeOf = (line: Line) => [key(line), line.course.courseId] as const;
      const sorted = found.map((line) => ({ line, at: placeOf(line) })).sort((one, other) => place(one.at, other.at));
      const begin = after === null ? 0 : sorted.findIndex(({ at }) => place(at, after) > 0);
      const page = begin < 0 ? [] : sorted.slice(begin, begin + limit);
      const last = page.at(-1);
      const more = last !== undefined && begin + page.length < sorted.length;
      return {
        entries: page.map(({ line }) => line),
        total: sorted.length,
        first: Math.max(begin, 0) + 1,
        next: more ? writeCursor([order, descending, ...last.at]) : null,
        ...{ figures, featured },
      };
    },
  };
}
