// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

const school = vi.hoisted(() => ({ answers: [] as (object | Promise<object>)[] }));
vi.mock('../../lib/http.ts', () => ({
  isFailure: (one: object) => 'code' in one,
  call: async () => {
    const data = (await school.answers.shift()) ?? {};
    if ('code' in data) throw data;
    return { data };
  },
}));
vi.stubGlobal('calls', { past: 'past' });
const { PastPrepared } = await import('./past-prepared.tsx');

// rows: K04
test('a link to a moment that is not prepared yet says how far that is, and shows its page then', async () => {
  const { promise: ready, resolve: end } = Promise.withResolvers<object>();
  school.answers = [{ estado: 'preparando', hechos: 20, de: 80 }, ready];
  render(<PastPrepared moment="2026-03-02T17:00:00.000Z">La página</PastPrepared>);
  expect(screen.queryByText('La página')).toBeNull();
  expect(await screen.findByText(/20 de 80 hechos/)).toBeVisible();
  end({ estado: 'listo', hechos: 80, de: 80 });
  expect(await screen.findByText('La página')).toBeVisible();
  expect(school.answers).toEqual([]);
});

test('while the school prepares other moments, that is said', async () => {
  const { promise: ready, resolve: end } = Promise.withResolvers<object>();
  school.answers = [{ code: 'PAST_BUSY' }, ready];
  render(<PastPrepared moment="2026-03-02T17:00:00.000Z">Otra página</PastPrepared>);
  expect(await screen.findByText(/Preparando cómo era la escuela/)).toBeVisible();
  end({ estado: 'listo', hechos: 80, de: 80 });
  expect(await screen.findByText('Otra página')).toBeVisible();
});
