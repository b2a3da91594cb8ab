/** The school's calendar: days, weeks and streaks are counted where the school is. */
export const SCHOOL_ZONE = 'America/Tijuana';

const format = new Intl.DateTimeFormat('en-CA', { timeZone: SCHOOL_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
const byHour = new Map<string, string>();

/** Day (YYYY-MM-DD) of an instant (ISO UTC) in the school's calendar. The zone's offset is a whole number of hours, so an hour has one day. */
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
