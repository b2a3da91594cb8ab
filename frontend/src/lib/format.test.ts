import { expect, test } from 'vitest';
import { formatBytes, formatMinutes, formatPosition, formatSeconds, spokenMinutes } from './format.ts';

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

test('minutes are spelled out for who listens', () => {
  expect(spokenMinutes(61)).toBe('1 hora 1 minuto');
  expect(spokenMinutes(0)).toBe('0 minutos');
});
test.each([
  [0, '0 kB'],
  [120, '0.2 kB'],
  [12_345, '12 kB'],
  [3_400_000, '3.4 MB'],
  [77_700_000_000, '78 GB'],
])('%d bytes are written %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
test('what is left of a replay is given in seconds, minutes or hours', () => {
  expect(formatSeconds(0.2)).toBe('1 s');
  expect(formatSeconds(59)).toBe('59 s');
  expect(formatSeconds(600)).toBe('10 min');
  expect(formatSeconds(7_260)).toBe('2h 1m');
});
test('a position without the zeros that make it sort', () => {
  expect(formatPosition('0000000000007129')).toBe('7129');
  expect(formatPosition('0000')).toBe('0');
  expect(formatPosition('p00a')).toBe('p00a');
});
