import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { durationOf, showNotice } from './notices.ts';
import { Toaster } from './toaster.tsx';
import '../i18n/i18n.ts';

afterEach(cleanup);

// rows: A45, N06
it('gives short notices 2 s, long ones 5 s, and keeps errors (C-51)', () => {
  expect(durationOf('¡Teléfono actualizado!', false)).toBe(2_000);
  expect(durationOf('a'.repeat(60), false)).toBe(2_000);
  expect(durationOf('Si el correo existe, recibirás un enlace para restablecer tu contraseña.', false)).toBe(5_000);
  expect(durationOf('Error de red', true)).toBe(Number.POSITIVE_INFINITY);
});

// rows: A45
it('an error is an alert, each time that it comes; any other notice waits its turn in the region (A45)', async () => {
  render(<Toaster />);
  act(() => showNotice('success', 'Guardado.'));
  expect(await screen.findByText('Guardado.')).not.toHaveAttribute('role');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('region', { name: /^Avisos/ })).toHaveAttribute('aria-live', 'polite');
  act(() => showNotice('error', 'No se pudo guardar.'));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('No se pudo guardar.');
  act(() => showNotice('error', 'No se pudo guardar.'));
  await waitFor(() => expect(said.isConnected).toBe(false));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});
