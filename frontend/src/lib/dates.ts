import i18next from 'i18next';

/**
 * The one place that formats moments and days (dates.test.ts checks that): in the chosen language, a moment in the reader's zone. Light
 * enough for the public pages: a formatter is created on first use, because that costs a phone a quarter of a second.
 */
const forms = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  longDate: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** To the second. */
  exact: { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' },
  clock: { timeStyle: 'medium', hourCycle: 'h23' },
  short: { weekday: 'short' },
  weekday: { weekday: 'long' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  dayMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  /** For appointments: with the day of the week. */
  meeting: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Moment = string | number | Date;
const made = new Map<string, Intl.DateTimeFormat>();
const written = (form: keyof typeof forms, at: Moment, timeZone?: string): string => {
  const locale = i18next.language ?? 'es-MX';
  const key = `${locale} ${form} ${timeZone ?? ''}`;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  let formatter = made.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...forms[form], ...(timeZone && { timeZone }) });
    made.set(key, formatter);
  }
  return formatter.format(date);
};

export const formatDate = (at: Moment): string => written('date', at);
/** `zone`: only for the server, which does not know the reader's. */
export const formatLongDate = (at: Moment, zone?: string): string => written('longDate', at, zone);
export const formatTime = (at: Moment, zone?: string): string => written('time', at, zone);
export const formatClock = (at: Moment): string => written('clock', at);
export const formatDateTime = (at: Moment): string => written('dateTime', at);
/** In the zone of the reader, or in the one that is named. Beside a day of the week Spanish says «1 de dic de 2026»; here as everywhere, «1 dic 2026». */
export const formatMeeting = (at: Moment, zone?: string): string => written('meeting', at, zone).replaceAll(' de ', ' ');
/** '2026-11' → 'noviembre de 2026' */
export const formatMonth = (month: string): string => written('month', `${month}-01T00:00:00Z`, 'UTC');
export const formatExact = (at: Moment): string => written('exact', at);

/** A day of the school's calendar ('2026-11-20') is a name, not an instant: no zone may shift it. */
const days = { short: 'short', long: 'long', date: 'dayMonth', year: 'date', full: 'longDate' } as const;
export const formatDay = (day: string, style: keyof typeof days = 'date'): string =>
  written(days[style], `${day.slice(0, 10)}T00:00:00Z`, 'UTC').replace('.', '');
/** 1 is Monday. */
export const weekdayName = (day: number): string => written('weekday', Date.UTC(2024, 0, day), 'UTC');

/** The day ('2026-11-20') in a zone; in the reader's where the school's is not known. */
export const dayIn = (zone: string | undefined, at: Moment = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...(zone && { timeZone: zone }) }).format(
    new Date(at),
  );

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];
const relative = new Map<string, Intl.RelativeTimeFormat>();
/** 'hace 3 minutos', 'ayer', 'el mes pasado'. */
export const formatRelative = (at: Moment, now: number = Date.now()): string => {
  let amount = (new Date(at).getTime() - now) / 1_000;
  if (Number.isNaN(amount)) return '';
  const locale = i18next.language ?? 'es-MX';
  const formatter = relative.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relative.set(locale, formatter);
  for (const [unit, size] of steps) {
    if (Math.abs(Math.round(amount)) < size) return formatter.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
};
