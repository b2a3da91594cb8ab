import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';

const school = vi.hoisted(() => ({ rows: [] as unknown[], history: null as unknown, alarms: [] as unknown[], wide: true }));
vi.mock('../../api/api.ts', () => ({
  api: {
    useListProjectionsQuery: () => ({ data: school.rows, error: undefined, isFetching: false, refetch: () => undefined }),
    useLagAlarmsQuery: () => ({ data: school.alarms }),
    useMailStatusQuery: () => ({ data: { fallidos: 1 } }),
    useReactionStatusQuery: () => ({ data: { filas: [{}] } }),
    useOperationSettingsQuery: () => ({ data: { diferencia: 20, diasGuardados: 7, segundosDeRetraso: 60, minutosDeRetraso: 5 } }),
    useProjectionHistoryQuery: () => ({ data: school.history, error: undefined, isFetching: false, refetch: () => undefined }),
  },
}));
vi.mock('./mail-panel.tsx', () => ({ MailPanel: () => null }));
vi.mock('./reactions-panel.tsx', () => ({ ReactionsPanel: () => null }));
vi.mock('./settings-dialog.tsx', () => ({ SettingsButton: () => null }));
vi.mock('./act-dialog.tsx', () => ({ ActDialog: () => null }));

const { Component } = await import('./projections-page.tsx');
afterEach(cleanup);
beforeEach(() => {
  Object.assign(school, { history: { consume: [], ultimo: null, historia: [], siguiente: null }, alarms: [], wide: true });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: school.wide && query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

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
  pausadaHasta: null,
  anteriores: [],
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
  // The detail shows the whole message.
  expect(screen.getByText(error)).toBeInTheDocument();
  expect(row('users')).toHaveTextContent('ninguno');
});

// rows: L02, L05
test('what can be asked of it follows from its state, and each kept generation is a press away', () => {
  const acts = () =>
    within(screen.getByRole('region', { name: 'users' }))
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((text) => text !== '');
  const hasta = '2026-03-01T10:00:00.000Z';
  show([rowOf()], '/?proyeccion=users');
  expect(acts()).toEqual(['Pausar', 'Parar', 'Reconstruir']);
  cleanup();
  show([rowOf({ estado: 'paused', pausadaHasta: hasta })], '/?proyeccion=users');
  expect(row('users')).toHaveTextContent('En pausa');
  expect(acts()).toEqual(['Reanudar', 'Parar', 'Reconstruir']);
  cleanup();
  show([rowOf({ estado: 'paused' })], '/?proyeccion=users');
  expect(row('users')).toHaveTextContent('Parada');
  expect(acts()).toEqual(['Iniciar', 'Reconstruir']);
  cleanup();
  const poison = { position: '9', type: 'UserRegistered', eventId: 'x', message: 'no' };
  show([rowOf({ estado: 'halted', veneno: poison })], '/?proyeccion=users');
  expect(acts()).toEqual(['Reintentar', 'Saltar el evento', 'Reconstruir']);
  cleanup();
  // The projection retries by itself, so a button would do nothing.
  show([rowOf({ estado: 'failing', anteriores: [{ generacion: 3, hasta }] })], '/?proyeccion=users');
  expect(acts()).toEqual(['Reconstruir', 'Volver a esta']);
  expect(screen.getByRole('button', { name: 'Volver a la generación 3' }).closest('li')).toHaveTextContent('se guarda hasta el 8');
});

// rows: L04
test('where more differs than the limit allows, the switch is blocked and says so', () => {
  const built = { generacion: 2, estado: 'ready' as const, hechos: 50, avance: 1, porSegundo: 20, segundosRestantes: 0, error: null };
  const differing = (proporcion: number) => ({
    ...built,
    diferencia: { agregados: 1, cambiados: 1, eliminados: 0, iguales: 7, proporcion, muestras: [] },
  });
  show([rowOf({ reconstruccion: differing(0.2) })], '/?proyeccion=users');
  expect(screen.getByRole('button', { name: 'Cambiar a esta' })).toBeInTheDocument();
  cleanup();
  show([rowOf({ reconstruccion: differing(2 / 9) })], '/?proyeccion=users');
  expect(screen.queryByRole('button', { name: 'Cambiar a esta' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cambiar de todos modos' })).toHaveClass('danger');
  expect(screen.getByText(/Cambiaría 23 % de los documentos; el límite de la escuela es 20 %/)).toBeInTheDocument();
});

test('a replay says how much of the history it has walked, and never of how many events', () => {
  const running = { generacion: 2, estado: 'running' as const, hechos: 50, avance: 0.07, porSegundo: 20, segundosRestantes: 7 };
  show([rowOf({ reconstruccion: { ...running, diferencia: null, error: null } })], '/?proyeccion=users');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
  expect(screen.getByText(/50 eventos procesados/)).toHaveTextContent(
    '7 % de la historia recorrida · 50 eventos procesados · 20 por segundo · faltan 7 s',
  );
});

test('beside the table stands what a projection is made of, its last event, and each rebuild with its outcome', () => {
  const blank = {
    quien: null,
    motivo: null,
    resultado: null,
    fin: null,
    eventos: null,
    milisegundos: null,
    cambios: null,
    error: null,
    saltado: null,
  };
  const fecha = '2026-03-01T10:00:00.000Z';
  school.history = {
    consume: [{ tipo: 'UserRegistered', cantidad: 1_200, ultimo: fecha, reacciones: ['mail'] }],
    ultimo: { tipo: 'UserRegistered', fecha },
    historia: [
      { ...blank, version: 3, tipo: 'pausa', fecha, generacion: null, quien: 'Renata Arriaga', motivo: 'Mantenimiento' },
      { ...blank, version: 0, tipo: 'reconstruccion', fecha, generacion: 2, resultado: 'cancelada', fin: fecha },
    ],
    siguiente: null,
  };
  show([rowOf()], '/?proyeccion=users');
  const detail = screen.getByRole('region', { name: 'users' });
  expect(within(detail).getByText(/Se calcula a partir de 1 tipo de evento/)).toBeInTheDocument();
  // A rebuild repeats none of the consequences.
  expect(within(detail).getByText(/1 tiene consecuencias cuando ocurre \(mail\)/)).toBeInTheDocument();
  expect(within(detail).getByText(/Renata Arriaga · Mantenimiento/)).toBeInTheDocument();
  expect(within(detail).getByText('Reconstrucción (generación 2)').closest('li')).toHaveTextContent('Cancelada');
  // Rebuilding is not an everyday action: it is in the menu.
  expect(within(detail).getByRole('button', { name: 'Reconstruir' })).toHaveClass('alt');
  expect(row('users')).toHaveAttribute('data-open');
});

test('where there is no room for both the detail is a drawer', () => {
  school.wide = false;
  show([rowOf()], '/?proyeccion=users');
  expect(screen.getByRole('dialog', { name: 'users', hidden: true })).toHaveAttribute('data-side', 'right');
});

// rows: L01, L12
test('those that stand, and those that are late, are listed alone by their address', () => {
  const late = { proyeccion: 'orders', desde: '2026-03-01T10:00:00.000Z', segundos: 90, eventos: 4, hasta: null };
  school.alarms = [late, { ...late, proyeccion: 'courses' }];
  const rows = [rowOf(), halted, rowOf({ id: 'orders', nombre: 'orders' })];
  show(rows, '/?estado=detenidas');
  expect([row('courses'), row('users'), row('orders')].map(Boolean)).toEqual([true, false, false]);
  cleanup();
  show(rows, '/?estado=retrasadas');
  expect([row('courses'), row('users'), row('orders')].map(Boolean)).toEqual([false, false, true]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Estado' }), { target: { value: '' } });
  expect([row('courses'), row('users'), row('orders')].map(Boolean)).toEqual([true, true, true]);
  cleanup();
  show([rowOf()], '/?estado=detenidas');
  expect(screen.getByText('Ninguna está así')).toBeVisible();
});
