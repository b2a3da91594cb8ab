import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, daysBetween, weekStart } from '../../events/calendar.ts';
import type { Money } from '../../events/types.ts';
import { type JourneyDoc, journeys } from './journeys.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type Reads } from './reading/reads.ts';

export type JourneyFigures = ReturnType<typeof createJourneyFigures>;

/** The funnel: of those who registered in a period, how many reached each step. Each step counts among those of the step before. */
export interface Steps {
  registered: number;
  enrolled: number;
  began: number;
  completed: number;
  /** Those who registered and paid, and of them, how many reached each step. */
  paid: number;
  ofPaid: { enrolled: number; began: number; completed: number };
}
/** Buyers by the month of their first payment. */
export interface BuyerCohort {
  /** YYYY-MM; null: before the months that are shown. */
  month: string | null;
  people: number;
  /** How many of them paid in more than one month. */
  cameBack: number;
  /** How many of them paid in each month that is shown. */
  active: number[];
  /** By currency, what they paid in each month less what they were given back in it, in the minor unit. */
  revenue: Map<Money['currency'], number[]>;
}
export interface Buyers {
  months: string[];
  /** The oldest first, without those of nobody. */
  cohorts: BuyerCohort[];
}
export interface Cohort extends Steps {
  /** Monday of the week in which they registered. */
  week: string;
  /** How many were active in the week of their registration, in the next one, and so on, up to the present week. */
  active: number[];
}

/** A step of those who registered. */
export type JourneyStep = 'registered' | 'paid' | 'enrolled' | 'began' | 'completed';

const TOPIC = 'cifras';
const PREFIX = 'persona-';
const AT_ONCE = 250;
/** Weeks for which a cohort is followed. */
export const COHORT_WEEKS = 12;
/** Months for which buyers are followed. */
export const BUYER_MONTHS = 12;

const none = (): Steps => ({
  ...{ registered: 0, enrolled: 0, began: 0, completed: 0 },
  ...{ paid: 0, ofPaid: { enrolled: 0, began: 0, completed: 0 } },
});
function add(steps: Steps, doc: JourneyDoc): void {
  steps.registered++;
  reach(steps, doc);
  if (doc.paid === null) return;
  steps.paid++;
  reach(steps.ofPaid, doc);
}
function reach(steps: Steps['ofPaid'], { enrolled, began, completed }: JourneyDoc): void {
  if (enrolled === null) return;
  steps.enrolled++;
  if (began === null) return;
  steps.began++;
  if (completed !== null) steps.completed++;
}
/** Whether the funnel counts a person in a step; each of them among those of the step before. */
const reached = ({ paid, enrolled, began, completed }: JourneyDoc, step: JourneyStep, ofPaid: boolean): boolean => {
  if (step === 'paid' || ofPaid) if (paid === null) return false;
  if (step === 'registered' || step === 'paid') return true;
  return enrolled !== null && (step === 'enrolled' || (began !== null && (step === 'began' || completed !== null)));
};
/** The last `count` months up to that of a day, the oldest first. */
const lastMonths = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - count + index, 1)).toISOString().slice(0, 7),
  );

/**
 * The journeys of all students, in memory, so that any period can be counted: no index of the store holds such sums. Follows the log of changes
 * as the directory of people does (`peopleDirectory.ts`). Instructors, administrators and analysts are counted among those who paid alone.
 */
export function createJourneyFigures(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
) {
  /** `buyers`: whoever paid, so that their money is all that the school took. */
  const empty = () => ({ students: new Map<number, JourneyDoc>(), buyers: new Map<number, JourneyDoc>() });
  let known = empty();
  const put = ({ students, buyers }: ReturnType<typeof empty>, doc: JourneyDoc) => {
    if (doc.role === 'student' && !doc.takenBack) students.set(doc.userId, doc);
    else students.delete(doc.userId);
    if (doc.paid !== null) buyers.set(doc.userId, doc);
  };

  async function build(): Promise<void> {
    const fresh = empty();
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
      for (const doc of known.students.values()) if (doc.registered >= from && doc.registered <= to) add(steps, doc);
      return steps;
    },
    /** Those whom the funnel counts in a step, by the day of their registration, the latest first. `ofPaid`: only those who paid. */
    async reached(from: string, to: string, step: JourneyStep, ofPaid: boolean): Promise<JourneyDoc[]> {
      await current();
      return [...known.students.values()]
        .filter((doc) => doc.registered >= from && doc.registered <= to && reached(doc, step, ofPaid))
        .sort((one, other) => other.registered.localeCompare(one.registered) || other.userId - one.userId);
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
      for (const doc of known.students.values()) {
        const cohort = found[COHORT_WEEKS - 1 - daysBetween(weekStart(doc.registered), present) / 7];
        if (!cohort) continue;
        add(cohort, doc);
        for (const week of doc.weeks) if (week < cohort.active.length) cohort.active[week] = (cohort.active[week] ?? 0) + 1;
      }
      return found;
    },
    /** Everybody who paid, by the month of their first payment, in the last `BUYER_MONTHS` months up to that of `today`. */
    async buyers(today: string): Promise<Buyers> {
      await current();
      const months = lastMonths(today, BUYER_MONTHS);
      const cohorts = [null, ...months].map(
        (month): BuyerCohort => ({ month, people: 0, cameBack: 0, active: months.map(() => 0), revenue: new Map() }),
      );
      for (const { paid, money } of known.buyers.values()) {
        const cohort = cohorts[months.indexOf(paid?.slice(0, 7) ?? '') + 1];
        if (!cohort) continue;
        cohort.people++;
        const active = new Set(money.flatMap(({ month, payments }) => (payments > 0 ? [month] : [])));
        if (active.size > 1) cohort.cameBack++;
        for (const [at, month] of months.entries()) if (active.has(month)) cohort.active[at] = (cohort.active[at] ?? 0) + 1;
        for (const { month, currency, taken, returned } of money) {
          const at = months.indexOf(month);
          if (at < 0) continue;
          const row = cohort.revenue.get(currency) ?? months.map(() => 0);
          row[at] = (row[at] ?? 0) + taken - returned;
          cohort.revenue.set(currency, row);
        }
      }
      return { months, cohorts: cohorts.filter(({ people }) => people > 0) };
    },
  };
}
