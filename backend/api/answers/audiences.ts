import { addDays, schoolDay } from '../../../events/calendar.ts';
import type { Audience } from '../../../events/notifications.ts';
import { courseLearners } from '../../projections/courseLearners.ts';
import type { Query } from '../../projections/kernel/readStore.ts';
import type { PeopleDirectory } from '../../projections/peopleDirectory.ts';
import { pagesOf, type Reads } from '../../projections/reading/reads.ts';
import { segments } from '../../projections/segments.ts';

/** A learner counts as quiet after this many days without activity in the course. */
const QUIET_DAYS = 7;
const PAGE = 2_000;

/** The account numbers of an audience as of now, active accounts only. null: its segment was removed. */
export async function audiencePeople(
  { kind, role, plan, courseId, who, segmentId }: Audience,
  { directory, reads, now, self }: { directory: PeopleDirectory; reads: Pick<Reads, 'find' | 'get'>; now: Date; self: number | null },
): Promise<number[] | null> {
  const found = async (filter: Parameters<PeopleDirectory['search']>[0]) => (await directory.search({ status: 'active', ...filter })).ids;
  switch (kind) {
    case 'everyone':
      return found({});
    case 'role':
      return found({ role: role ?? undefined });
    case 'plan':
      return found({ plan: plan ?? undefined, role: 'student' });
    case 'self':
      return self === null ? [] : [self];
    case 'segment': {
      const segment = await reads.get(segments, segmentId ?? '');
      if (!segment) return null;
      const status = segment.state === 'invited' ? 'invited' : 'active';
      // Inactive accounts are not written to.
      return segment.state === 'inactive' ? [] : found({ role: segment.role ?? undefined, plan: segment.plan ?? undefined, status });
    }
    case 'course': {
      const quiet = { day: { lt: addDays(schoolDay(now.toISOString()), -QUIET_DAYS) } };
      const where: Record<typeof who, NonNullable<Query['where']>> = {
        all: { state: { in: ['learning', 'completed'] } },
        learning: { state: 'learning' },
        completed: { state: 'completed' },
        quiet: { state: 'learning', ...quiet },
      };
      const learners: number[] = [];
      for await (const page of pagesOf(reads, courseLearners, {
        where: { courseId, ...where[who] },
        limit: PAGE,
      })) {
        learners.push(...page.map(({ doc }) => doc.userId));
      }
      const active = new Set(await found({}));
      return learners.filter((userId) => active.has(userId));
    }
  }
}
