import { expect, test } from 'vitest';
import { promiseState } from './promise.ts';

test('a promise grows older while the page stands open', () => {
  const promise = { estado: 'a-tiempo', riesgo: '2026-03-02T20:00:00.000Z', vence: '2026-03-02T21:00:00.000Z' } as const;
  const at = (time: string) => Date.parse(`2026-03-02T${time}:00.000Z`);
  expect(promiseState(promise, true, at('19:59'))).toBe('a-tiempo');
  expect(promiseState(promise, true, at('20:00'))).toBe('en-riesgo');
  expect(promiseState(promise, true, at('21:01'))).toBe('vencida');
  expect(promiseState({ ...promise, estado: 'vencida' }, false, at('23:00'))).toBe('tarde');
  expect(promiseState({ ...promise, estado: 'cumplida' }, false, at('23:00'))).toBe('cumplida');
});
