import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../i18n/i18n.ts';
import { ApiError } from '../lib/http.ts';
import { useErrorText } from './error-text.ts';

test('who has used up a limit of a day is told how many hours it lasts, not to wait some minutes', () => {
  const { result } = renderHook(() => useErrorText());
  const told = (retryAfter: number) =>
    result.current(new ApiError(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos', undefined, [], retryAfter));
  expect(told(90)).toBe('Espera unos minutos');
  expect(told(86_047)).toContain('en 24 h');
});
