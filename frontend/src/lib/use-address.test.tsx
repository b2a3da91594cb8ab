// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useAddress } from './use-address.ts';

afterEach(cleanup);

function List() {
  const { get, put, open, close, to, deeper } = useAddress();
  const shown = get('hecho');
  return (
    <>
      <p>{shown ? `abierto ${shown}` : 'la lista'}</p>
      <button type="button" onClick={() => open({ hecho: 'a' })}>
        abrir
      </button>
      <Link to={to({ hecho: 'b' })} state={deeper}>
        su causa
      </Link>
      <button type="button" onClick={() => put({ lengua: 'en' })}>
        filtrar
      </button>
      <button type="button" onClick={() => close({ hecho: null })}>
        cerrar
      </button>
    </>
  );
}
const begin = (...entries: string[]) => {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>de donde se viene</p> },
      { path: '/lista', element: <List /> },
    ],
    { initialEntries: entries },
  );
  render(<RouterProvider router={router} />);
  return router;
};
const press = (name: string) => userEvent.click(screen.getByText(name));

// rows: M01
test('what was opened by presses closes back to the list, and «back» leads to where one came from', async () => {
  const router = begin('/', '/lista');
  await screen.findByText('la lista');
  await press('abrir');
  await press('su causa');
  await press('filtrar');
  await screen.findByText('abierto b');
  await press('cerrar');
  await screen.findByText('la lista');
  await act(() => router.navigate(-1));
  await screen.findByText('de donde se viene');
});

test('what an address opened closes to its list, which takes its place', async () => {
  const router = begin('/', '/lista?hecho=a');
  await screen.findByText('abierto a');
  await press('cerrar');
  await screen.findByText('la lista');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByText('de donde se viene')).toBeVisible());
});
