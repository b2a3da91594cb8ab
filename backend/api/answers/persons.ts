import type { PersonParts } from '../../../events/streams.ts';
import type { FileFinder } from '../../commands/files/files.ts';
import type { LearnersOf } from '../../commands/reactions/courses.ts';
import type { LeadFinder } from '../../commands/site/leads.ts';
import { attempts } from '../../projections/attempts.ts';
import { participants } from '../../projections/comments.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { files } from '../../projections/files.ts';
import type { Query } from '../../projections/kernel/readStore.ts';
import { leads } from '../../projections/leads.ts';
import { pagesOf, type Readable, type Reads } from '../../projections/reading/reads.ts';
import { studyTime } from '../../projections/studyTime.ts';
import { webinarSeats, webinars } from '../../projections/webinars.ts';

/** Finds what an erased person left, in the read models: its cost depends on the person, not on the size of the school. */

const PAGE = 500;

/** All documents of a query; null while the projection is halted, because newer ones would be missing. */
const allOf = async <D extends object>(
  reads: Pick<Reads, 'find' | 'stale'>,
  projection: Readable<D>,
  where: NonNullable<Query['where']>,
): Promise<D[] | null> => ((await reads.stale(projection)) ? null : everyOf(reads, projection, where));
async function everyOf<D extends object>(
  reads: Pick<Reads, 'find'>,
  projection: Readable<D>,
  where: NonNullable<Query['where']>,
): Promise<D[]> {
  const found: D[] = [];
  for await (const page of pagesOf(reads, projection, { where, limit: PAGE })) {
    found.push(...page.map(({ doc }) => doc));
  }
  return found;
}

export const leadFinder =
  (reads: Pick<Reads, 'find' | 'stale'>): LeadFinder =>
  async (userId, addresses) => {
    const ids = new Set<string>();
    for (const where of [{ address: { in: addresses } }, { sentBy: userId }, { person: String(userId) }]) {
      const docs = await allOf(reads, leads, where);
      if (docs === null) return null;
      for (const { leadId } of docs) ids.add(leadId);
    }
    return [...ids];
  };

export const fileFinder =
  (reads: Pick<Reads, 'find' | 'stale'>): FileFinder =>
  (ownerId) =>
    allOf(reads, files, { ownerId });

/** Courses in which the person is enrolled. */
export const enrolmentFinder =
  (reads: Pick<Reads, 'find' | 'stale'>) =>
  async (userId: number): Promise<number[] | null> =>
    (await allOf(reads, enrolments, { userId }))?.flatMap(({ courseId, enrolled }) => (enrolled ? [courseId] : [])) ?? null;

/** Courses that the person has completed, in them or not. */
export const completionFinder =
  (reads: Pick<Reads, 'find' | 'stale'>) =>
  async (userId: number): Promise<number[] | null> =>
    (await allOf(reads, enrolments, { userId }))?.flatMap(({ courseId, completedAt }) => (completedAt !== null ? [courseId] : [])) ?? null;

/** Webinars in which the person has a seat, or waits for one. */
export const webinarFinder =
  (reads: Pick<Reads, 'find' | 'stale'>) =>
  async (userId: number): Promise<number[] | null> =>
    (await allOf(reads, webinarSeats, { userId, state: { in: ['seat', 'waiting'] } }))?.map(({ webinarId }) => webinarId) ?? null;

/** Webinars that count as a class of this course, as far as the read models know. */
export const countingFinder =
  (reads: Pick<Reads, 'find'>) =>
  async (courseId: number): Promise<number[]> =>
    (await everyOf(reads, webinars, { countsCourse: courseId })).map(({ webinarId }) => webinarId);

/**
 * Who is enrolled in a course as of a position. Waits while the enrolments projection is paused or halted, however long: the event that asks is not at
 * fault (no dead letter), and later enrolments are not missed. Throws when it is to stop.
 */
export const learnersFinder =
  (reads: Pick<Reads, 'caughtUp' | 'find' | 'stale'>, stopping: AbortSignal): LearnersOf =>
  async (courseId, atLeast) => {
    if (!(await reads.caughtUp(enrolments, atLeast, stopping))) throw new Error('the reactors are being stopped');
    const learning = await allOf(reads, enrolments, { courseId, enrolled: true });
    if (learning === null) throw new Error('the enrolments stand still');
    return learning.map(({ userId }) => userId);
  };

/** The parts of the ids of a person's streams. */
export async function partsOf(userId: number, reads: Pick<Reads, 'find' | 'get'>): Promise<PersonParts> {
  const [{ docs }, study, tried, said] = await Promise.all([
    reads.find(enrolments, { where: { userId }, limit: 1_000 }),
    reads.get(studyTime, String(userId)),
    everyOf(reads, attempts, { userId }),
    // Who teaches or manages a course is not enrolled in it.
    everyOf(reads, participants, { userId }),
  ]);
  return {
    userId,
    courseId: [...new Set([...docs.map(({ doc }) => doc), ...said].map(({ courseId }) => courseId))],
    date: Object.keys(study?.days ?? {}),
    subtopicId: tried.map(({ subtopicId }) => subtopicId),
  };
}
