import { coTeaching } from '../../projections/coTeaching.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { pagesOf, type ReadSession } from '../../projections/reading/reads.ts';

const PAGE = 200;

/** Every course that this person teaches, as its instructor or beside them, archived ones too, by id. */
export async function taughtBy(userId: number, reads: Pick<ReadSession, 'find' | 'getMany'>): Promise<CourseDoc[]> {
  const docs: CourseDoc[] = [];
  for await (const page of pagesOf(reads, courses, {
    where: { instructorId: userId },
    sort: ['courseId'],
    limit: PAGE,
  })) {
    docs.push(...page.map(({ doc }) => doc));
  }
  const beside = await reads.find(coTeaching, { where: { userId }, sort: ['courseId'], limit: MOST_BESIDE });
  if (beside.docs.length === 0) return docs;
  const shared = await reads.getMany(
    courses,
    beside.docs.map(({ doc }) => String(doc.courseId)),
  );
  return [...docs, ...shared.values()].sort((a, b) => a.courseId - b.courseId);
}
/** Courses that one person teaches beside others; more than anybody does. */
const MOST_BESIDE = 500;
