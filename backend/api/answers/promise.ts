import { schoolClock, weekdayOf } from '../../../events/calendar.ts';
import type { SchoolSettings, SiteSection } from '../../../events/site.ts';
import type { SectionContent } from '../../../events/siteContent.ts';

/** Business hours: what «en menos de 4 horas hábiles» means in the school's own week. */

type Hours = SchoolSettings['hours'];
const MINUTE = 60_000;
const DAY = 24 * 60;

/** What calendar and clock of the school show: the day of the week (1 is Monday), and the minutes since midnight. */
function local(at: number): { weekday: number; minute: number } {
  const { day, time } = schoolClock(new Date(at).toISOString());
  return { weekday: weekdayOf(day), minute: minutesOf(time) };
}
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The instant (epoch ms) at which so many business hours have passed since `from`; null where the school is never open. */
export function afterBusinessHours(from: number, hours: number, week: Hours): number | null {
  const opens = minutesOf(week.opens);
  const closes = minutesOf(week.closes);
  if (closes <= opens || week.days.length === 0) return null;
  let left = hours * 60;
  let at = Math.ceil(from / MINUTE) * MINUTE;
  // A promise of some hours ends within weeks; each step moves to the next opening, closing or midnight.
  for (let turns = 0; turns < 2_000; turns++) {
    const { weekday, minute } = local(at);
    const open = week.days.includes(weekday) && minute >= opens && minute < closes;
    if (open) {
      const step = Math.min(left, closes - minute);
      at += step * MINUTE;
      left -= step;
      if (left <= 0) return at;
    } else {
      const next = week.days.includes(weekday) && minute < opens ? opens - minute : DAY - minute;
      at += next * MINUTE;
    }
  }
  return null;
}

export type PromiseState = 'cumplida' | 'a-tiempo' | 'en-riesgo' | 'vencida';
export interface Deadline {
  due: number;
  /** From here on less than a quarter of the promised time is left, in business hours. */
  risk: number;
}
const HOUR = 60 * MINUTE;
type Unit = 'days' | 'hours' | 'business-hours' | null;

/** By when something received at `from` must be answered; null where nothing was promised, or the school is never open. */
export function deadlineOf(from: number, amount: number | null, unit: Unit, week: Hours): Deadline | null {
  if (amount === null || amount === 0 || unit === null) return null;
  if (unit === 'business-hours') {
    const due = afterBusinessHours(from, amount, week);
    const risk = afterBusinessHours(from, amount * 0.75, week);
    return due === null || risk === null ? null : { due, risk };
  }
  const all = amount * (unit === 'days' ? 24 * HOUR : HOUR);
  return { due: from + all, risk: from + all * 0.75 };
}

interface SitePromises {
  school: { hours: Hours };
  section(name: SiteSection): SectionContent;
}
/** By when the policy with this code promises an answer to what came in at a moment. A policy that is hidden or removed is not public: it promises nothing. */
export const promisedBy = ({ school, section }: SitePromises, code: string): ((from: number) => Deadline | null) => {
  const policy = section('policies').items.find(
    ({ item, removed, visible }) => visible && !removed && 'code' in item && item.code === code,
  )?.item;
  const { amount, unit } = policy && 'code' in policy ? policy : { amount: null, unit: null };
  return (from) => deadlineOf(from, amount, unit, school.hours);
};

/** The state of a promise. */
export function promiseState({ due, risk }: Deadline, answeredAt: number | null, now: number): PromiseState {
  if (answeredAt !== null) return answeredAt <= due ? 'cumplida' : 'vencida';
  if (now > due) return 'vencida';
  return now >= risk ? 'en-riesgo' : 'a-tiempo';
}
