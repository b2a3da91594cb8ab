import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, daysBetween, weekStart } from '../../events/calendar.ts';
import { type JourneyDoc, journeys } from './journeys.ts';
import { createFollower, oneAtATime } from './kernel/follower.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { pagesOf, type Reads } from './kernel/reads.ts';

export type JourneyFigures = ReturnType<typeof createJourneyFigures>;

/** The funnel: of those who registered in a period, how many reached each step. Each step counts among those of the step before. */
export interface Steps {
  registered: number;
  enrolled: number;
  began: number;
  completed: number;
}
export interface Cohort extends Steps {
  /** Monday of the week in which they registered. */
  week: string;
  /** How many were active in the week of their registration, in the next one, and so on, up to the present week. */
  active: number[];
}

const TOPIC = 'cifras';
const PREFIX = 'persona-';
const AT_ONCE = 250;
/** Weeks for which a cohort is followed. */
export const COHORT_WEEKS = 12;

const none = (): Steps => ({ registered: 0, enrolled: 0, began: 0, completed: 0 });
function add(steps: Steps, { enrolled, began, completed }: JourneyDoc): void {
  steps.registered++;
  if (enrolled === null) return;
  steps.enrolled++;
  if (began === null) return;
  steps.began++;
  if (completed !== null) steps.completed++;
}

/**
 * The journeys of all students, in memory, so that any period can be counted: no index of the store holds such sums. Follows the log of changes
 * as the directory of people does (`peopleDirectory.ts`). Instructors, administrators and analysts are not counted.
 */
export function createJourneyFigures(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
) {
  let known = new Map<number, JourneyDoc>();
  const put = (to: Map<number, JourneyDoc>, doc: JourneyDoc) => {
    if (doc.role === 'student') to.set(doc.userId, doc);
    else to.delete(doc.userId);
  };

  async function build(): Promise<void> {
    const fresh = new Map<number, JourneyDoc>();
    for await (const page of pagesOf(reads, journeys, { sort: ['userId'], limit: AT_ONCE })) {
      for (const { doc } of page) put(fresh, doc);
    }
    known = fresh;
  }

  const current = oneAtATime(
    createFollower(reader, {
      topics: [TOPIC],
      of: [journeys],
      build,
      take: async (changes) => {
        const touched = [...new Set(changes.filter(({ id }) => id.startsWith(PREFIX)).map(({ id }) => id.slice(PREFIX.length)))];
        for (let from = 0; from < touched.length; from += AT_ONCE) {
          if (from > 0) await nextTurn();
          for (const doc of (await reads.getMany(journeys, touched.slice(from, from + AT_ONCE))).values()) put(known, doc);
        }
      },
    }),
  );

  return {
    /** The funnel of those who registered from the first to the last day, both included. */
    async steps(from: string, to: string): Promise<Steps> {
      await current();
      const steps = none();
      for (const doc of known.values()) if (doc.registered >= from && doc.registered <= to) add(steps, doc);
      return steps;
    },
    /** By week of registration, the oldest first: the last `COHORT_WEEKS` weeks up to that of `today`. */
    async cohorts(today: string): Promise<Cohort[]> {
      await current();
      const present = weekStart(today);
      const found: Cohort[] = Array.from({ length: COHORT_WEEKS }, (_, index) => ({
        week: addDays(present, 7 * (index - COHORT_WEEKS + 1)),
        ...none(),
        active: Array.from({ length: COHORT_WEEKS - index }, () => 0),
      }));
      for (const doc of known.values()) {
        const cohort = found[COHORT_WEEKS - 1 - daysBetween(weekStart(doc.registered), present) / 7];
        if (!cohort) continue;
        add(cohort, doc);
        for (const week of doc.weeks) if (week < cohort.active.length) cohort.active[week] = (cohort.active[week] ?? 0) + 1;
      }
      return found;
    },
  };
}
