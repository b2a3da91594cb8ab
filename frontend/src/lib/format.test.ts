import { expect, test } from 'vitest';
import { formatDay, formatMinutes, formatMoney, formatPosition, formatRelative, formatSeconds, spokenMinutes } from './format.ts';

test.each([
  [0, '0m'],
  [-5, '0m'],
  [Number.NaN, '0m'],
  [0.9, '0m'],
  [1, '1m'],
  [59, '59m'],
  [59.9, '59m'],
  [60, '1h'],
  [61, '1h 1m'],
  [119, '1h 59m'],
  [120, '2h'],
  [6_001, '100h 1m'],
  // rows: D11
])('%d minutes are written %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));

test('minutes aloud', () => {
  expect(spokenMinutes(61)).toBe('1 hora 1 minuto');
  expect(spokenMinutes(0)).toBe('0 minutos');
});
test('what is left of a replay', () => {
  expect(formatSeconds(0.2)).toBe('1 s');
  expect(formatSeconds(59)).toBe('59 s');
  expect(formatSeconds(600)).toBe('10 min');
  expect(formatSeconds(7_260)).toBe('2h 1m');
});
test('money always names its currency', () => {
  expect(formatMoney(199, 'MXN')).toBe('$199.00 MXN');
  expect(formatMoney(1_250.5, 'USD')).toBe('$1,250.50 USD');
});
test('a position without the zeros that make it sort', () => {
  expect(formatPosition('0000000000007129')).toBe('7129');
  expect(formatPosition('0000')).toBe('0');
  expect(formatPosition('p00a')).toBe('p00a');
});
test('a day of the calendar is not moved by the zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 nov');
  expect(formatDay('2026-11-20', 'long')).toBe('viernes, 20 de noviembre');
});
// rows: N02
test('relative moments', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(formatRelative('2026-11-20T11:57:00Z', now)).toBe('hace 3 minutos');
  expect(formatRelative('2026-11-19T12:00:00Z', now)).toBe('ayer');
  expect(formatRelative('nada', now)).toBe('');
});
