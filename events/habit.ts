import { z } from 'zod';
import { addDays, daysBetween } from './calendar.ts';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

export const WeeklyGoalSet = defineEvent('WeeklyGoalSet', {
  category: 'goals',
  schema: z.object({
    userId: id,
    /** Days of the week on which they want to study; 0: no goal any more. */
    days: z.number().int().min(0).max(7),
  }),
  summary: 'Alguien se propuso estudiar cierto número de días por semana, o dejó de proponérselo.',
  sentence: said('se propuso estudiar {days} días por semana', 'set a goal of {days} days of study a week'),
});

/** After one forgiven day, no other is forgiven for this many days. */
const FORGIVEN_EVERY = 7;
/** Whether a missed day between two days of study breaks no streak: once a week. `last`: the day forgiven before; both in the school's calendar. */
export const forgives = (missed: string, last: string | null): boolean =>
  last === null || Math.abs(daysBetween(missed, last)) >= FORGIVEN_EVERY;

/**
 * Days of study in a row, up to `today`, or to the day before while today is not over. A single missed day between two days of study is forgiven, once a
 * week; it does not count.
 */
export function forgivingStreak(on: (day: string) => boolean, today: string): { days: number; forgiven: string[] } {
  const forgiven: string[] = [];
  let days = 0;
  for (let day = on(today) ? today : addDays(today, -1); ; day = addDays(day, -1)) {
    if (on(day)) days += 1;
    else if (on(addDays(day, -1)) && forgives(day, forgiven.at(-1) ?? null)) forgiven.push(day);
    else return { days, forgiven };
  }
}
