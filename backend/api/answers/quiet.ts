import { addDays } from '../../../events/calendar.ts';
import type { CourseDirectory } from '../../projections/courseDirectory.ts';
import { type CourseLearnerDoc, courseLearners } from '../../projections/courseLearners.ts';
import type { Found, ReadSession } from '../../projections/reading/reads.ts';
import { RISK_DAYS } from '../contract/choices.ts';

/** Learners who have not completed a course and have been inactive in it for so many days, as of `today` of the school's calendar. */
export const quietSince = (today: string, days: number = RISK_DAYS) => ({ state: 'learning', day: { lte: addDays(today, -days) } });

/** Learners whom a rule marks as likely to give up: away for longer than is usual for them, or failing the same quiz. */
export const showSigns = (today: string) => ({ state: 'learning', riskFrom: { lte: today } });
/** The days without activity, or any sign of giving up. */
export type AtRiskBy = number | 'signs' | undefined;
export const atRiskBy = (today: string, by: AtRiskBy) => (by === 'signs' ? showSigns(today) : quietSince(today, by));
export const orderOf = (by: AtRiskBy): 'riskFrom' | 'day' => (by === 'signs' ? 'riskFrom' : 'day');

/** The count of such enrolments in the whole school, without archived courses. */
export async function countQuiet(reads: ReadSession, directory: CourseDirectory, today: string, by?: AtRiskBy): Promise<number> {
  const where = atRiskBy(today, by);
  const all = await reads.count(courseLearners, where);
  const archived = all === 0 ? [] : [...(await directory.archived())];
  return archived.length === 0 ? all : all - (await reads.count(courseLearners, { courseId: { in: archived }, ...where }));
}

/** Enrolments read at a time; those of archived courses are skipped. */
const STEP = 500;

/** A page of them, the longest inactive (or at risk) first, with the cursor of the next. */
export async function pageOfQuiet(
  reads: ReadSession,
  directory: CourseDirectory,
  { today, by, limit, cursor }: { today: string; by?: AtRiskBy; limit: number; cursor?: string | undefined },
): Promise<{ found: Found<CourseLearnerDoc>[]; next: string | null }> {
  const archived = await directory.archived();
  const read = (many: number, from: string | undefined) =>
    reads.find(courseLearners, {
      where: atRiskBy(today, by),
      sort: [orderOf(by)],
      limit: many,
      ...(from !== undefined && { cursor: from }),
    });
  const found: Found<CourseLearnerDoc>[] = [];
  let from = cursor;
  for (;;) {
    const missing = limit - found.length;
    const many = archived.size === 0 ? missing : STEP;
    const page = await read(many, from);
    const kept = page.docs.filter(({ doc }) => !archived.has(doc.courseId));
    if (kept.length <= missing) {
      found.push(...kept);
      if (page.next === null || found.length === limit) return { found, next: page.next };
      from = page.next;
      continue;
    }
    // One more than asked for: the page ends before it, with a cursor.
    const last = page.docs.findIndex(({ key }) => key === kept[missing - 1]?.key);
    const { next } = await read(last + 1, from);
    return { found: [...found, ...kept.slice(0, missing)], next };
  }
}
