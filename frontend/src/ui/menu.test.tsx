import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';

afterEach(cleanup);

test('a menu is walked by keyboard, does one thing, and gives the focus back to its button', async () => {
  // A dialog that it opens gives the focus back to what had it then.
  let hadFocus: Element | null = null;
  const publish = vi.fn(() => {
    hadFocus = document.activeElement;
  });
  const archive = vi.fn();
  const acts = [
    { id: 'view', label: 'Ver', to: '/curso' },
    { id: 'publish', label: 'Publicar', onAct: publish },
    { id: 'archive', label: 'Archivar', onAct: archive, disabled: true },
  ];
  const router = createMemoryRouter([
    { path: '/', element: <Menu label="Acciones" button="…" acts={acts} /> },
    { path: '/curso', element: <p>El curso</p> },
  ]);
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Acciones' });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Ver' })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Publicar' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(publish).toHaveBeenCalledTimes(1);
  expect(hadFocus).toBe(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());

  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('a{Enter}');
  expect(archive).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());

  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Ver' }));
  expect(await screen.findByText('El curso')).toBeInTheDocument();
});
