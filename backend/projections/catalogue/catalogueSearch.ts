import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../../events/store/port.ts';
import { courseStats } from '../courseStats.ts';
import { courses } from '../courses.ts';
import type { ReadStoreReader } from '../kernel/readStore.ts';
import { BadCursor, readCursor, writeCursor } from '../reading/cursor.ts';
import { createFollower, oneAtATime } from '../reading/follower.ts';
import { pagesOf, type Reads } from '../reading/reads.ts';
import { reviewStats } from '../reviews.ts';
import { type UserDoc, users } from '../users.ts';
import {
  type CatalogueIndex,
  type Chosen,
  compareKeys,
  createCatalogueIndex,
  type Entry,
  type Found,
  type SearchOrder,
} from './catalogueIndex.ts';

export type CatalogueSearch = ReturnType<typeof createCatalogueSearch>;
export interface Asked {
  text: string;
  order: SearchOrder;
  chosen: Chosen;
  /** Absent: all. */
  limit?: number;
  cursor?: string | undefined;
}
export interface Answered {
  page: Entry[];
  total: number;
  published: Found['published'];
  counts: Found['counts'];
  understood: string | null;
  partial: boolean;
  suggested: readonly Entry[];
  next: string | null;
  /** The position that the answer reflects. */
  position: Position | null;
}

const COURSES = 'cursos';
const PEOPLE = 'usuarios';
/** Courses are read in steps of this many, between which other work gets its turn. */
const AT_ONCE = 25;

function placeOf(cursor: string, order: SearchOrder): number[] {
  const [of, ...keys] = readCursor(cursor);
  if (of === order && keys.length > 0 && keys.every((key) => Number.isFinite(key))) return keys as number[];
  throw new BadCursor();
}

/**
 * Search over the read models: an index in memory that follows the log of changes. Each query first takes in the changes since the last one
 * (usually none, which costs one comparison of the checkpoint), so that an answer is never older than what the caller has seen.
 */
export function createCatalogueSearch(
  reads: Reads,
  reader: Pick<ReadStoreReader, 'checkpoint' | 'lastChange' | 'changeHeads' | 'changesSince'>,
  nameOf: (person: UserDoc | null, id: number) => string,
) {
  let index = createCatalogueIndex();
  let upto: Position | null = null;
  let revision = 0;
  let listed: readonly Entry[] | null = null;

  /** Reads these courses and indexes those that are published. */
  async function take(ids: readonly number[], into: CatalogueIndex): Promise<void> {
    const keys = ids.map(String);
    const docs = await reads.getMany(courses, keys);
    const stats = await reads.getMany(courseStats, keys);
    const rated = await reads.getMany(reviewStats, keys);
    const people = await reads.getMany(
      users,
      [...docs.values()].flatMap(({ instructorId }) => (instructorId === null ? [] : [String(instructorId)])),
    );
    for (const id of ids) {
      const course = docs.get(String(id));
      if (course?.status !== 'published') {
        into.delete(id);
        continue;
      }
      const instructor = people.get(String(course.instructorId)) ?? null;
      into.set({
        course,
        stats: stats.get(String(id)) ?? null,
        reviews: rated.get(String(id)) ?? null,
        instructor,
        instructorName: course.instructorId === null ? '' : nameOf(instructor, course.instructorId),
      });
    }
  }

  /** Reads these in steps. */
  async function takeAgain(ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      if (from > 0) await nextTurn();
      await take(ids.slice(from, from + AT_ONCE), index);
    }
    revision++;
    listed = null;
  }

  async function build(): Promise<void> {
    const fresh = createCatalogueIndex();
    for await (const page of pagesOf(reads, courses, {
      where: { status: 'published' },
      sort: ['courseId'],
      limit: AT_ONCE,
    })) {
      await take(
        page.map(({ doc }) => doc.courseId),
        fresh,
      );
    }
    index = fresh;
    revision++;
    listed = null;
  }

  const follow = createFollower(reader, {
    topics: [COURSES, PEOPLE],
    of: [courses, courseStats, reviewStats, users],
    build,
    take: async (changes) => {
      const touched = new Set<number>();
      for (const { topic, id } of changes)
        for (const courseId of topic === COURSES ? [Number(id)] : topic === PEOPLE ? index.taughtBy(Number(id)) : [])
          if (Number.isInteger(courseId)) touched.add(courseId);
      if (touched.size > 0) await takeAgain([...touched]);
    },
  });
  const current = oneAtATime(async () => {
    // Taken before the documents: the answer reflects at least this position.
    const checkpoint = await reader.checkpoint();
    await follow();
    upto = checkpoint;
  });

  return {
    /** All that is published, by id, and a number that grows with every change of it. Errors: what the store throws. */
    async published(): Promise<{ revision: number; entries: readonly Entry[] }> {
      await current();
      listed ??= index.all();
      return { revision, entries: listed };
    },
    /** Errors: BadCursor; what the store throws. */
    async search({ text, order, chosen, limit, cursor }: Asked): Promise<Answered> {
      const after = cursor === undefined ? null : placeOf(cursor, order);
      await current();
      const { hits, counts, published, understood, partial, suggested } = index.find({ text, order, chosen });
      let from = 0;
      if (after) {
        const found = hits.findIndex(({ keys }) => compareKeys(keys, after) > 0);
        from = found < 0 ? hits.length : found;
      }
      const page = limit === undefined ? hits.slice(from) : hits.slice(from, from + limit);
      const last = page.at(-1);
      return {
        page: page.map(({ entry }) => entry),
        total: hits.length,
        published,
        counts,
        understood,
        partial,
        suggested,
        next: last && from + page.length < hits.length ? writeCursor([order, ...last.keys]) : null,
        position: upto,
      };
    },
  };
}
