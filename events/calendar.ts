import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { zoneInWords } from './zones.ts';

/**
 * The school's calendar: days, weeks and streaks are counted in the school's time zone. Events and stream names hold days without a zone, so the zone is
 * chosen when the school is opened and never changes (docs/decisions/0032-one-zone.md).
 */
export const FIRST_ZONE = 'America/Tijuana';

/** A school in `FIRST_ZONE` has no event that records its zone. */
export const SchoolZoneChosen = defineEvent('SchoolZoneChosen', {
  category: 'site',
  schema: z.object({ zone: z.string().max(60) }),
  summary: 'La escuela se abrió en una zona horaria, en la que se cuentan sus días; ya no cambia.',
  sentence: said('abrió la escuela en la zona horaria {zone}', 'opened the school in the time zone {zone}'),
});

const formatOf = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
/** A new thread is given the zone by the thread that starts it. */
const KEY = 'aulaviva: zone of the school';
let zone = String(getEnvironmentData(KEY) ?? FIRST_ZONE);
let format = formatOf(zone);
const clockOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
let clock = clockOf(zone);
const byHour = new Map<string, string>();
const hours = new Map<string, number>();

export const schoolZone = (): string => zone;

/** Called once in each process, before it counts a day or starts a thread. */
export function countDaysIn(chosen: string): void {
  setEnvironmentData(KEY, chosen);
  format = formatOf(chosen);
  clock = clockOf(chosen);
  zone = chosen;
  byHour.clear();
  hours.clear();
}

/** Whether the zone exists and its offset from UTC is a whole number of hours in every month: counting days relies on midnight being a full hour. */
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

/** Day (YYYY-MM-DD) of an instant (ISO UTC) in the school's calendar. All instants of one UTC hour fall on the same day. */
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

const time = { hour: 'numeric', minute: '2-digit' } as const;
const forms = {
  day: { dateStyle: 'long' },
  time,
  moment: { day: 'numeric', month: 'long', ...time },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
// Creating a formatter takes a hundred times as long as using it.
const inWords = new Map<string, Intl.DateTimeFormat>();
const written =
  (form: keyof typeof forms) =>
  (at: string, { zone = 'UTC', locale = 'es-MX' }: { zone?: string; locale?: string } = {}): string => {
    const key = `${form} ${locale} ${zone}`;
    let format = inWords.get(key);
    if (!format) {
      format = new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: zone });
      inWords.set(key, format);
    }
    return format.format(new Date(at));
  };
/** «20 de noviembre de 2026»: of a day (YYYY-MM-DD), or of a moment (ISO UTC) in a zone. */
export const dayInWords = written('day');
const withZone =
  (words: ReturnType<typeof written>): typeof words =>
  (at, { zone = 'UTC', locale = 'es-MX' } = {}) =>
    `${words(at, { zone, locale })} ${zoneInWords(zone, locale)}`;
/** «9:00 a.m. hora de Tijuana»: of a moment (ISO UTC) in a zone. */
export const timeInWords = withZone(written('time'));
/** «2 de marzo a las 9:00 a.m. hora de Tijuana»: of a moment (ISO UTC) in a zone. */
export const momentInWords = withZone(written('moment'));

/** «lunes»: of the number of a day of the week, 1 is Monday. */
export const weekdayInWords = (weekday: number): string => weekdayIn('es-MX')(weekday);
export const weekdayIn =
  (locale: string) =>
  (weekday: number): string =>
    written('weekday')(`2024-01-0${weekday}`, { locale });

/** Hour (0 to 23) of an instant (ISO UTC) on the school's clock: one hour of UTC lies in one of these. */
export function schoolHour(iso: string): number {
  const hour = iso.slice(0, 13);
  let found = hours.get(hour);
  if (found === undefined) {
    found = Number(clock.format(new Date(`${hour}:00:00Z`)));
    if (hours.size > 20_000) hours.clear();
    hours.set(hour, found);
  }
  return found;
}

/** `2026-11-30 04:30`: an instant (ISO UTC) on the school's clock, as spreadsheets read it. */
export const schoolMoment = (iso: string): string => `${schoolDay(iso)} ${String(schoolHour(iso)).padStart(2, '0')}${iso.slice(13, 16)}`;

// Days are few and are asked for again with each event. Counted from 1970-01-01, a Thursday.
const DAY_MS = 86_400_000;
const numbers = new Map<string, number>();
const names = new Map<number, string>();
const numberOf = (day: string): number => {
  let number = numbers.get(day);
  if (number === undefined) {
    number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
    if (numbers.size > 20_000) numbers.clear();
    numbers.set(day, number);
  }
  return number;
};
const dayOf = (number: number): string => {
  let day = names.get(number);
  if (day === undefined) {
    day = new Date(number * DAY_MS).toISOString().slice(0, 10);
    if (names.size > 20_000) names.clear();
    names.set(number, day);
  }
  return day;
};

/** The day `days` later (or earlier, when negative). */
export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days);

/** The same moment so many months later, by the calendar (UTC): the last day of a month that is shorter. ISO 8601. */
export function monthsAfter(iso: string, months: number): string {
  const at = new Date(iso);
  const day = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months);
  if (at.getUTCDate() !== day) at.setUTCDate(0);
  return at.toISOString();
}
/** The last `count` days up to and including `today`, oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));

/** The day of the week: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => ((((numberOf(day) + 3) % 7) + 7) % 7) + 1;
/** The Monday of the week that the day is in. */
export const weekStart = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** How many days `later` comes after `earlier`. */
export const daysBetween = (earlier: string, later: string): number => numberOf(later) - numberOf(earlier);

const wallOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
let wall: { zone: string; format: Intl.DateTimeFormat } | null = null;
/** What calendar and clock of the school show at a moment (ISO UTC): `2026-11-20` and `18:00`. */
export function schoolClock(iso: string): { day: string; time: string } {
  if (wall?.zone !== zone) wall = { zone, format: wallOf(zone) };
  const parts = new Map(wall.format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/**
 * The moment (ISO UTC) at which calendar and clock of the school show this day and time (HH:MM). Of an hour that comes twice, when clocks are set back, the
 * first; null where it never comes, when they are set forward.
 */
export function momentOf(day: string, time: string): string | null {
  const shown = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(shown)) return null;
  const offsetAt = (at: number) => {
    const { day, time } = schoolClock(new Date(at).toISOString());
    return Date.parse(`${day}T${time}:00Z`) - at;
  };
  // Before and after a change of the clock the same time has two meanings; the earlier moment that shows it is taken.
  const found = [shown - 86_400_000, shown + 86_400_000]
    .map((near) => shown - offsetAt(near))
    .filter((at) => at + offsetAt(at) === shown)
    .sort((one, other) => one - other)[0];
  return found === undefined ? null : new Date(found).toISOString();
}

/** The moment (ISO UTC) at which a day of the school begins: at one where clocks are set forward at midnight, with the next day where a zone left it out. */
export const dayStart = (day: string): string => momentOf(day, '00:00') ?? momentOf(day, '01:00') ?? dayStart(addDays(day, 1));
