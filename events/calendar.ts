import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { z } from 'zod';
import { defineEvent } from './define.ts';

/**
 * The school's calendar: days, weeks and streaks are counted where the school is. Days stand in events and names of streams without their zone, so the zone is
 * chosen when the school is opened and never changes (docs/decisions/0032-one-zone.md).
 */
export const FIRST_ZONE = 'America/Tijuana';

/** Of a school in `FIRST_ZONE` there is none. */
export const SchoolZoneChosen = defineEvent('SchoolZoneChosen', {
  category: 'site',
  schema: z.object({ zone: z.string().max(60) }),
  summary: 'La escuela se abrió en una zona horaria, en la que se cuentan sus días; ya no cambia.',
});

const formatOf = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
/** Threads begin with what the thread that starts them knows. */
const KEY = 'aulaviva: zone of the school';
let zone = String(getEnvironmentData(KEY) ?? FIRST_ZONE);
let format = formatOf(zone);
const clockOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
let clock = clockOf(zone);
const byHour = new Map<string, string>();

export const schoolZone = (): string => zone;

/** Said once by each process, before it counts a day or starts a thread. */
export function countDaysIn(chosen: string): void {
  setEnvironmentData(KEY, chosen);
  format = formatOf(chosen);
  clock = clockOf(chosen);
  zone = chosen;
  byHour.clear();
}

/** Whether it exists, and lies a whole number of hours from UTC in every month: what counts days relies on midnight falling on a full hour. */
export function isSchoolZone(name: string): boolean {
  try {
    const minute = new Intl.DateTimeFormat('en', { timeZone: name, minute: '2-digit' });
    return Array.from({ length: 12 }, (_, month) => minute.format(new Date(Date.UTC(2026, month, 1)))).every(
      (shown) => Number(shown) === 0,
    );
  } catch {
    return false;
  }
}

/** Day (YYYY-MM-DD) of an instant (ISO UTC) in the school's calendar. An hour has one day. */
export function schoolDay(iso: string): string {
  const hour = iso.slice(0, 13);
  let day = byHour.get(hour);
  if (day === undefined) {
    day = format.format(new Date(`${hour}:00:00Z`));
    if (byHour.size > 20_000) byHour.clear();
    byHour.set(hour, day);
  }
  return day;
}

/** Hour (0 to 23) of an instant (ISO UTC) on the school's clock. */
export const schoolHour = (iso: string): number => Number(clock.format(new Date(iso)));

/** The day `days` later (or earlier, when negative). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The last `count` days up to and including `today`, oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));

/** The Monday of the week that the day is in. */
export const weekStart = (day: string): string => addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));

/** How many days `later` comes after `earlier`. */
export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(`${later}T12:00:00Z`) - Date.parse(`${earlier}T12:00:00Z`)) / 86_400_000);

/** Days in a row of which `on` is true, up to `today`, or to the day before while today is not over. */
export function streak(on: (day: string) => boolean, today: string): number {
  let count = 0;
  for (let day = on(today) ? today : addDays(today, -1); on(day); day = addDays(day, -1)) count++;
  return count;
}
