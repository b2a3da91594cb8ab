import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dayIn, formatDay, formatRelative, weekdayName } from './dates.ts';

test('a day of the calendar is not moved by the zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 nov');
  expect(formatDay('2026-11-20', 'long')).toBe('viernes, 20 de noviembre');
  expect(formatDay('2026-11-20', 'full')).toBe('20 de noviembre de 2026');
  expect(weekdayName(1)).toBe('lunes');
});
test('which day it is depends on whose calendar is asked', () => {
  const at = '2026-11-20T07:30:00Z';
  expect(dayIn('America/Tijuana', at)).toBe('2026-11-19');
  expect(dayIn('America/Mexico_City', at)).toBe('2026-11-20');
});
// rows: N02
test('a moment is shown by how long ago it was; what is none is shown as nothing', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(formatRelative('2026-11-20T11:57:00Z', now)).toBe('hace 3 minutos');
  expect(formatRelative('2026-11-19T12:00:00Z', now)).toBe('ayer');
  expect(formatRelative('nada', now)).toBe('');
});

test('dates are written by dates.ts alone, and no zone is named but where one is chosen', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const own = /Intl\.(DateTimeFormat|RelativeTimeFormat)\b|\.toLocale(Date|Time)?String\(|timeZone: ?['"`]|['"`]America\//;
  const found = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file) && file !== path.join('lib', 'dates.ts'))
    .filter((file) => own.test(readFileSync(path.join(source, file), 'utf8')));
  expect(found).toEqual([]);
});
