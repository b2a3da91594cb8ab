import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => [] as object[]);
const done = vi.hoisted(() => ({ fecha: '2026-03-01T10:00:00.000Z', quien: 'Ana', motivo: null, corregir: false, resultado: null }));
vi.mock('../../api/api.ts', () => ({
  api: {
    useDocumentChecksQuery: () => ({
      data: {
        noche: null,
        muestras: [],
        pedidas: [[], ['users'], ['users', 'enrolments']].map((de, id) => ({ ...done, id: String(id), de })),
      },
      refetch: () => undefined,
    }),
    useCheckDocumentsMutation: () => [
      (body: object) => {
        asked.push(body);
        return { unwrap: async () => ({ completo: true }) };
      },
    ],
    useListProjectionsQuery: () => ({ data: [{ nombre: 'enrolments' }, { nombre: 'users' }] }),
    useManagedCoursesQuery: () => ({ data: { cursos: [{ id: 7, nombre: 'Prompts' }] } }),
  },
}));
const { ChecksPanel } = await import('./checks-panel.tsx');
afterEach(cleanup);

// rows: L08
test('a part is made again: what changed since a day, or one course, in a view or in all', async () => {
  render(<ChecksPanel />);
  const choose = (name: string, value: string) => fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  const go = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Rehacer' });
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Rehacer una parte…' }));
  open();
  choose('Qué se rehace', 'course');
  expect(go()).toBeDisabled();
  choose('Curso', '7');
  choose('Vista', 'enrolments');
  fireEvent.click(go());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  open();
  choose('Qué se rehace', 'since');
  choose('Vista', '');
  fireEvent.click(go());
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { motivo: '', corregir: true, vista: 'enrolments', id_curso: 7 },
    { motivo: '', corregir: true, vista: '', desde: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ]);
});

// rows: L11
test('each check says of which read models it was asked', () => {
  render(<ChecksPanel />);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/ · una muestra de todas las vistas · Ana$/),
    expect.stringMatching(/ · users · Ana$/),
    expect.stringMatching(/ · 2 vistas · Ana$/),
  ]);
});
