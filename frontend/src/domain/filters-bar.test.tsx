import '../i18n/i18n.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showLanguage } from '../i18n/i18n.ts';
import { readFilters } from './catalogue-search.ts';
import { FiltersBar } from './filters-bar.tsx';

afterEach(async () => {
  cleanup();
  await showLanguage('es-MX');
});

it.each([
  ['es-MX', 'Plan', ['Básico', 'Premium']],
  ['en', 'Plan', ['Basic', 'Premium']],
] as const)('names the plans as their badges do in %s', async (language, legend, names) => {
  await showLanguage(language);
  render(<FiltersBar filters={readFilters(new URLSearchParams())} counts={undefined} onChange={() => undefined} />);
  const plans = within(screen.getByRole('group', { name: legend, hidden: true })).getAllByRole('checkbox', { hidden: true });
  expect(plans.map((box) => box.getAttribute('aria-label'))).toEqual(names);
});
