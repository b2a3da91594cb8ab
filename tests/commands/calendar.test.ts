import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  addDays,
  countDaysIn,
  dayStart,
  daysBetween,
  FIRST_ZONE,
  isSchoolZone,
  lastDays,
  momentInWords,
  schoolDay,
  weekdayInWords,
  weekdayOf,
  weekStart,
} from '../../events/calendar.ts';

test('a day is that of the school’s zone, not of UTC', () => {
  expect(schoolDay('2026-03-02T06:30:00.000Z')).toBe('2026-03-01');
  expect(schoolDay('2026-03-02T08:30:00.000Z')).toBe('2026-03-02');
});

test('a school counts its days in its own zone, of those in which an hour has one day', () => {
  onTestFinished(() => countDaysIn(FIRST_ZONE));
  countDaysIn('Pacific/Kiritimati');
  expect(schoolDay('2026-03-02T09:30:00.000Z')).toBe('2026-03-02');
  expect(schoolDay('2026-03-02T10:00:00.000Z')).toBe('2026-03-03');
  expect(
    ['America/Bogota', 'Europe/Madrid', 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Atlantis', ''].filter(isSchoolZone),
  ).toEqual(['America/Bogota', 'Europe/Madrid', 'UTC']);
});

test('days are counted over months, leap days and changes of the clock', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-08', -1)).toBe('2026-03-07');
  expect(lastDays('2026-11-02', 3)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
});

test('a week begins on its Monday, over months and changes of the clock', () => {
  expect(weekStart('2026-03-02')).toBe('2026-03-02');
  expect(weekStart('2026-03-08')).toBe('2026-03-02');
  expect(weekStart('2026-03-01')).toBe('2026-02-23');
  expect(daysBetween('2026-03-01', '2026-03-15')).toBe(14);
  expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
});

test('the days of a week have their numbers and names', () => {
  expect(lastDays('2026-03-08', 7).map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([1, 7].map(weekdayInWords)).toEqual(['lunes', 'domingo']);
});

test('the clock of a moment is named as people of its place name it, in summer and in winter', () => {
  const said = (zone: string, locale: string, at = '2026-03-02T17:00:00.000Z') => momentInWords(at, { zone, locale }).replace(/\s/g, ' ');
  expect(said('America/Tijuana', 'es-MX')).toBe('2 de marzo a las 9:00 a.m. hora de Tijuana');
  expect(said('America/Tijuana', 'es-MX', '2026-07-02T16:00:00.000Z')).toBe('2 de julio a las 9:00 a.m. hora de Tijuana');
  expect(said('America/Tijuana', 'en')).toBe('March 2 at 9:00 AM Tijuana time');
  expect(said('America/New_York', 'en-US')).toBe('March 2 at 12:00 PM New York time');
  const letters = Intl.supportedValuesOf('timeZone').filter((zone) => !/ hora de(l)? /.test(said(zone, 'es-MX')));
  expect(letters).toEqual([]);
});

test('a day begins at one where clocks are set forward at midnight, and at the first of two midnights', () => {
  onTestFinished(() => countDaysIn(FIRST_ZONE));
  expect(dayStart('2026-03-02')).toBe('2026-03-02T08:00:00.000Z');
  countDaysIn('America/Santiago');
  expect(dayStart('2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
  countDaysIn('America/Havana');
  expect(dayStart('2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
});

test('the server writes dates by events/calendar.ts, and names zones by events/zones.ts alone', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const found = globSync(['events/**/*.ts', 'backend/**/*.ts'], { cwd: root, exclude: ['backend/demo/content/**'] })
    .filter((file) => ![path.join('events', 'calendar.ts'), path.join('events', 'zones.ts')].includes(file))
    .filter((file) =>
      /Intl\.(DateTimeFormat|RelativeTimeFormat)\b|\.toLocale(Date|Time)?String\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
  expect(found).toEqual([]);
});
