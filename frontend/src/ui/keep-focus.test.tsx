import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '../i18n/i18n.ts';
import { showNotice } from './notices.ts';
import { Toaster } from './toaster.tsx';

afterEach(cleanup);

function List() {
  const [names, setNames] = useState(['Ana', 'Beto', 'Caro']);
  return (
    <main>
      <h1 tabIndex={-1}>Cursos</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href="/x">{name}</a>
            <button
              type="button"
              onClick={() => {
                showNotice('success', `Se quitó ${name}`, {
                  action: { label: 'Deshacer', onClick: () => showNotice('success', 'Se deshizo') },
                });
                setNames(names.filter((one) => one !== name));
              }}
            >
              Quitar {name}
            </button>
          </li>
        ))}
      </ul>
      <Toaster />
    </main>
  );
}
const focused = (name: string | RegExp, role = 'button') =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

test('the focus is kept for whoever writes without keys, too, as by voice', async () => {
  render(<List />);
  fireEvent.input(document.body);
  await vi.dynamicImportSettled();
  act(() => screen.getByRole('button', { name: 'Quitar Beto' }).focus());
  act(() => screen.getByRole('button', { name: 'Quitar Beto' }).click());
  await focused('Quitar Caro');
});

test('a row that is removed leaves the focus in the row beside it; the last one, on the heading', async () => {
  const person = userEvent.setup();
  render(<List />);
  await person.tab();
  await vi.dynamicImportSettled();
  act(() => screen.getByRole('button', { name: 'Quitar Beto' }).focus());
  await person.keyboard('{Enter}');
  await focused('Quitar Caro');
  await person.keyboard('{Enter}');
  await focused('Quitar Ana');
  await person.keyboard('{Enter}');
  await focused('Cursos', 'heading');
});

test('«Deshacer» in a notice leads back to where one was', async () => {
  const person = userEvent.setup();
  render(<List />);
  await person.tab();
  await vi.dynamicImportSettled();
  act(() => screen.getByRole('button', { name: 'Quitar Ana' }).focus());
  await person.keyboard('{Enter}');
  await focused('Quitar Beto');
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  act(() => undo.focus());
  await person.keyboard('{Enter}');
  await waitFor(() => expect(undo.isConnected).toBe(false));
  await focused('Quitar Beto');
});
