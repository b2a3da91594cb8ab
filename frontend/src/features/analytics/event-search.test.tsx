// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import * as search from './event-search.ts';

/** A log of 500 events, told by their numbers. */
const asked = vi.hoisted(() => vi.fn());
vi.mock('../../lib/http.ts', () => ({
  call: async (_: unknown, query: { orden?: string; cursor?: string; limit: number }) => {
    asked(query);
    const oldest = query.orden === 'antiguos';
    const from = Number(query.cursor ?? (oldest ? 0 : 501));
    const eventos = Array.from({ length: query.limit }, (_, n) => ({ id: String(from + (oldest ? 1 : -1) * (n + 1)) }));
    return { data: { eventos, revisados: eventos.length, fin: false, cursor: eventos.at(-1)?.id, fecha: null } };
  },
}));

afterEach(cleanup);

function Listed({ whose, orden }: { whose: number; orden?: 'antiguos' }) {
  const { events, seen, running, more } = search.useEventSearch({ idioma: 'es', ...(orden && { orden }) }, whose);
  return (
    <>
      <p>{`${events[0]?.id ?? ''} a ${events.at(-1)?.id ?? ''}, ${events.length} de ${seen}`}</p>
      <button type="button" disabled={running} onClick={more}>
        más
      </button>
    </>
  );
}
const opened = (whose: () => number) =>
  createMemoryRouter([
    { path: '/', element: <ListedNow whose={whose} /> },
    { path: '/antiguos', element: <Listed whose={1} orden="antiguos" /> },
    { path: '/otra', element: <p>otra página</p> },
  ]);
const ListedNow = ({ whose }: { whose: () => number }) => <Listed whose={whose()} />;

// rows: M01
test('«back» finds the list as long as it was left, without asking again; whoever comes anew, or is another person, begins anew', async () => {
  let whose = 1;
  const router = opened(() => whose);
  render(<RouterProvider router={router} />);
  await screen.findByText('500 a 451, 50 de 50');
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('500 a 401, 100 de 100');
  const times = asked.mock.calls.length;
  await act(() => router.navigate('/otra'));
  await act(() => router.navigate(-1));
  expect(screen.getByText('500 a 401, 100 de 100')).toBeVisible();
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('500 a 351, 150 de 150');
  expect(asked).toHaveBeenCalledTimes(times + 1);

  await act(() => router.navigate('/otra'));
  await act(() => router.navigate('/'));
  await screen.findByText('500 a 451, 50 de 50');
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('500 a 401, 100 de 100');
  await act(() => router.navigate('/otra'));
  whose = 2;
  await act(() => router.navigate(-1));
  await screen.findByText('500 a 451, 50 de 50');
});

// rows: M01
test('the log is read from its beginning as well', async () => {
  const router = opened(() => 1);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/antiguos'));
  await screen.findByText('1 a 50, 50 de 50');
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('1 a 100, 100 de 100');
});
