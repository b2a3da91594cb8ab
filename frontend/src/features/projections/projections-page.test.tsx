// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProjectionRow } from '../../../../backend/api/contract/administration.ts';

const school = vi.hoisted(() => ({ rows: [] as unknown[] }));
vi.mock('../../api/generated.ts', () => ({
  useListProjectionsQuery: () => ({ data: school.rows, error: undefined, isFetching: false, refetch: () => undefined }),
}));
vi.mock('./mail-panel.tsx', () => ({ MailPanel: () => null }));
vi.mock('./reactions-panel.tsx', () => ({ ReactionsPanel: () => null }));
vi.mock('./act-dialog.tsx', () => ({ ActDialog: () => null }));

const { Component } = await import('./projections-page.tsx');
afterEach(cleanup);

const rowOf = (more: Partial<ProjectionRow> = {}): ProjectionRow => ({
  id: 'users',
  nombre: 'users',
  version: 4,
  generacion: 1,
  estado: 'running',
  posicion: '0000000000000010',
  cabeza: '0000000000000010',
  retraso: 0,
  segundosDeRetraso: 0,
  eventosPorSegundo: 0,
  documentos: 3,
  error: null,
  veneno: null,
  reconstruccion: null,
  anterior: null,
  ...more,
});
const show = (rows: ProjectionRow[], at = '/') => {
  school.rows = rows;
  render(
    <MemoryRouter initialEntries={[at]}>
      <Component />
    </MemoryRouter>,
  );
};
const row = (name: string) =>
  screen.getAllByRole('row').find((one) => within(one).queryByRole('button', { name: `Ver ${name}` })) as HTMLElement;

const error = `no such class ${'x'.repeat(200)}`;
const halted = rowOf({
  id: 'courses',
  nombre: 'courses',
  estado: 'halted',
  retraso: 5,
  segundosDeRetraso: 130,
  error,
});

// rows: L01
test('a halted projection says in its row since when, and why', () => {
  show([rowOf(), halted], '/?proyeccion=courses');
  expect(row('courses')).toHaveTextContent('5 eventos · 2 min');
  expect(row('courses')).toHaveTextContent('no such class');
  expect(row('courses')).not.toHaveTextContent(error);
  // The whole of it in the detail.
  expect(screen.getByText(error)).toBeInTheDocument();
  expect(row('users')).toHaveTextContent('ninguno');
});

test('a replay says how much of the history it has walked, and never of how many events', () => {
  const running = { generacion: 2, estado: 'running' as const, hechos: 50, avance: 0.07, porSegundo: 20, segundosRestantes: 7 };
  show([rowOf({ reconstruccion: { ...running, diferencia: null, error: null } })], '/?proyeccion=users');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
  expect(screen.getByText(/50 eventos procesados/)).toHaveTextContent(
    '7 % de la historia recorrida · 50 eventos procesados · 20 por segundo · faltan 7 s',
  );
});
