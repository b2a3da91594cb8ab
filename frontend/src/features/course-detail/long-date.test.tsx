import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showLanguage } from '../../i18n/i18n.ts';
import { useLongDate } from './long-date.ts';

afterEach(() => showLanguage('es-MX'));

it.each(['es-MX', 'en'] as const)('writes a day as Intl does in %s', async (language) => {
  await showLanguage(language);
  const { result } = renderHook(() => useLongDate());
  for (let month = 0; month < 12; month++) {
    const at = new Date(2026, month, month * 2 + 1, 12);
    expect(result.current(at.toISOString())).toBe(new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at));
  }
});
