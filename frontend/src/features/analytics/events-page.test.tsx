// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { followed, nothingYet } from './event-tail.ts';

vi.mock('../../api/api.ts', () => ({ api: { useEventDictionaryQuery: () => ({ data: [] }) } }));
const tail = { state: { ...nothingYet } };
vi.mock('./event-tail.ts', async (original) => ({ ...(await original<object>()), useEventTail: () => tail.state }));
vi.mock('../../lib/session.ts', () => ({ useSessionUser: () => ({ id: 1, user_role: 2 }) }));
vi.mock('../../domain/searches/kept-searches.tsx', () => ({ KeptSearches: () => null }));
vi.mock('./event-export.tsx', () => ({ EventExport: () => null }));
vi.mock('./event-search.ts', () => ({
  useEventSearch: () => ({ events: [], seen: 40, date: null, end: true, running: false, error: null }),
}));

const { Component } = await import('./events-page.tsx');
afterEach(cleanup);
const show = (search: string) => {
  const router = createMemoryRouter([{ path: '/', element: <Component /> }], { initialEntries: [`/${search}`] });
  render(<RouterProvider router={router} />);
  return router;
};
const offer = 'Buscar donde el nombre lo contiene';

// rows: M01
test('a name that no stream has is looked for within names by one press', async () => {
  const router = show('?flujo=course');
  expect(await screen.findByText('Se buscó un flujo que se llame exactamente «course».')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: offer }));
  expect(new URLSearchParams(router.state.location.search).get('flujo')).toBe('*course*');
  expect(screen.queryByRole('button', { name: offer })).toBeNull();
});

// rows: M03
test('once a person no longer permits it there is nothing to pause, and what waited is not shown', async () => {
  const event = { id: 'a', tipo: 'ClassCompleted', flujo: 'enrolment-5_1', numero: 3, fecha: '2026-03-01T10:00:00.000Z', rol: 'student' };
  const waits = followed({ ...nothingYet, paused: true }, { came: [event as never], at: 0, behind: true });
  tail.state = followed(waits, { ended: true });
  show('?vivo=1');
  expect(await screen.findByRole('alert')).toHaveTextContent('sin su permiso');
  expect(screen.queryByRole('button', { name: /Pausar|Continuar/ })).toBeNull();
  expect(screen.queryByText('ClassCompleted')).toBeNull();
});
