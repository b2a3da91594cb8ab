// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

const school = vi.hoisted(() => ({ answers: [] as object[] }));
vi.mock('../../lib/http.ts', () => ({ isFailure: () => false, call: async () => ({ data: school.answers.shift() }) }));
vi.stubGlobal('calls', { past: 'past' });
const { PastPrepared } = await import('./past-prepared.tsx');

// rows: K04
test('a link to a moment that is not prepared yet says how far that is, and shows its page then', async () => {
  school.answers = [
    { estado: 'preparando', hechos: 20, de: 80 },
    { estado: 'listo', hechos: 80, de: 80 },
  ];
  render(<PastPrepared moment="2026-03-02T17:00:00.000Z">La página</PastPrepared>);
  expect(screen.queryByText('La página')).toBeNull();
  expect(await screen.findByText(/20 de 80 hechos/)).toBeVisible();
  expect(await screen.findByText('La página')).toBeVisible();
  expect(school.answers).toEqual([]);
});
