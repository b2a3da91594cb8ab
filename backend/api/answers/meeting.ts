import type { Role } from '../../../events/define.ts';
import { enrolments } from '../../projections/enrolments.ts';
import type { Reads } from '../../projections/reading/reads.ts';
import type { UserDoc } from '../../projections/users.ts';
import type { Viewer } from './people.ts';
import { taughtBy } from './taught.ts';

type Finder = Pick<Reads, 'find' | 'getMany'>;

/** An upper bound: nobody is enrolled in more courses than this. */
const MOST = 1_000;
const coursesOf = async (reads: Finder, userId: number): Promise<Set<number>> => {
  const { docs } = await reads.find(enrolments, { where: { userId }, limit: MOST });
  return new Set(docs.flatMap(({ doc }) => (doc.enrolled ? [doc.courseId] : [])));
};

/**
 * In which role somebody sees another person: administrators and the person's instructors as staff, learners of the same course as everyone; null where
 * they have no course in common. Everyone sees instructors: their names are on the pages of their courses.
 */
export async function meets(
  reads: Finder,
  { userId, role }: { userId: number; role: Role },
  person: Pick<UserDoc, 'userId' | 'role'>,
): Promise<Viewer | null> {
  if (role === 'administrator') return 'staff';
  const theirs = await coursesOf(reads, person.userId);
  if (role === 'instructor') {
    if ((await taughtBy(userId, reads)).some(({ courseId }) => theirs.has(courseId))) return 'staff';
  }
  if (person.role === 'instructor') return 'everyone';
  const own = await coursesOf(reads, userId);
  return [...own].some((courseId) => theirs.has(courseId)) ? 'everyone' : null;
}
