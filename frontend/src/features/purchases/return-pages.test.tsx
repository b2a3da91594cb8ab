import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnOrderRecord } from '../../../../backend/api/contract/records/orders.ts';

/** The pages to which the payment page leads back, and what they say of the person's money. */

const school = vi.hoisted(() => ({ orders: undefined as unknown[] | undefined, error: undefined as unknown, settle: vi.fn() }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => ({ id: 7 }) }));
vi.mock('../../api/api.ts', () => ({
  api: new Proxy(
    {
      useOrdersQuery: () => ({ data: school.orders && { compras: school.orders }, error: school.error, refetch: () => undefined }),
      useSettleOrderMutation: () => [school.settle],
    } as Record<string, () => unknown>,
    { get: (own, name) => own[String(name)] ?? (() => (String(name).endsWith('Query') ? { refetch: () => undefined } : [vi.fn()])) },
  ),
}));

let groups: { grupos: object[]; mio: number | null } = { grupos: [], mio: null };
vi.mock('../../lib/use-live.ts', () => ({
  useLive: () => ({ data: groups, error: undefined, isFetching: false, refetch: () => undefined }),
}));

const order = (more: Partial<OwnOrderRecord> = {}) =>
  ({
    ...{ id: 3, id_usuario: 7, tipo: 'curso', id_curso: 2, id_paquete: null, abre: 1, regalo: null, titulo: 'Agentes de IA' },
    ...{ estado: 'pagado', precio: 499, moneda: 'MXN', periodo: null, cupon: null, descuento: 0, impuesto: null, transferencia: null },
    ...{ empezado: '2026-11-20T18:00:00.000Z', pagado: '2026-11-20T18:05:00.000Z', total: 499, devuelto: 0, por_devolver: 0 },
    ...{
      devolucion_fallida: null,
      garantia_hasta: '2999-12-20T18:05:00.000Z',
      se_devuelve: true,
      causa: null,
      en_disputa: false,
      disputa_perdida: false,
    },
    ...{ suscripcion: null, grupos: [], ...more },
  }) as OwnOrderRecord;
beforeEach(() => {
  Object.assign(school, { orders: [order()], error: undefined, settle: vi.fn() });
});
afterEach(cleanup);
const show = async (which: 'success' | 'cancel' | 'purchases') => {
  const { Component } = await (which === 'success'
    ? import('./success-page.tsx')
    : which === 'cancel'
      ? import('./cancel-page.tsx')
      : import('./purchases-page.tsx'));
  const router = createMemoryRouter([{ path: '/', Component }], { initialEntries: ['/?pedido=3'] });
  render(<RouterProvider router={router} />);
};
const heading = () => screen.getByRole('heading', { level: 1 });

// rows: B20
test.each([
  ['was given back', { estado: 'devuelto', devuelto: 499 }],
  ['is on its way back', { por_devolver: 499 }],
] as const)('who paid twice is told that the second payment %s, and not that there was none', async (_, more) => {
  school.orders = [order(more)];
  await show('success');
  expect(heading()).toHaveTextContent('Este pago se devuelve');
  expect(screen.getByText(/te devolvemos \$499\.00/)).toBeVisible();
});

// rows: B19, B20
test('what is not known is not said not to be paid: the school does not answer, or does not have it yet; a page that was closed is asked about', async () => {
  Object.assign(school, { orders: undefined, error: new Error('offline') });
  await show('success');
  expect(heading()).toHaveTextContent('Esperando la confirmación de tu pago');
  expect(screen.queryByText(/No encontramos un pago/)).toBeNull();
  cleanup();
  Object.assign(school, { orders: [], error: undefined });
  await show('success');
  expect(heading()).toHaveTextContent('No encontramos esta compra');
  expect(screen.getByRole('link', { name: 'Continuar' })).toHaveAttribute('href', '/dashboard');
  cleanup();
  school.orders = [order({ estado: 'cerrado', pagado: null, total: 0 })];
  await show('success');
  expect(heading()).toHaveTextContent('Esta compra no se pagó');
  expect(school.settle).toHaveBeenCalledWith({ userId: 7, orderId: 3 });
});

// rows: B30
test('what was bought for a group is not said to be open before that begins', async () => {
  groups = { grupos: [{ id: 2, nombre: 'Noches', estado: 'por-empezar', inicio: '2999-12-16T03:30:00.000Z' }], mio: 2 };
  await show('success');
  expect(screen.getByText(/se abre cuando empieza tu grupo «Noches»/i)).toBeVisible();
  cleanup();
  groups = { ...groups, mio: null };
  await show('success');
  expect(screen.getByText(/Empieza cuando quieras/)).toBeVisible();
});

// rows: B20
test('the page of payment was left in one window and paid in another: it is not said that nothing was charged', async () => {
  await show('cancel');
  expect(heading()).toHaveTextContent('Esta compra ya se pagó');
  expect(screen.queryByText(/No se te cobró nada/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Seguir con la compra' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', '/dashboard');
});

// rows: B20, B29
test('who leaves without paying goes on with all that they had: the provider is asked, and the coupon is kept', async () => {
  school.orders = [order({ estado: 'abierto', pagado: null, total: 0, cupon: 'VERANO' })];
  await show('cancel');
  expect(school.settle).toHaveBeenCalledWith({ userId: 7, orderId: 3 });
  expect(screen.getByText(/No se te cobró nada/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Seguir con la compra' })).toHaveAttribute('href', '/checkout?courseId=2&cupon=VERANO');
  cleanup();
  school.orders = [];
  await show('cancel');
  expect(screen.queryByText(/No se te cobró nada/)).toBeNull();
});

// rows: B25
test('the money back is said as it will be given: without what is on its way already', async () => {
  school.orders = [order({ devuelto: 99, por_devolver: 100 })];
  await show('purchases');
  await userEvent.click(screen.getByRole('button', { name: 'Pedir devolución' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Te devolvemos $300.00');
});

// rows: B25, B26
test('what was given back of a renewal, and what a bank questions, stands at that payment', async () => {
  const renewal = { fecha: '2026-12-20T18:05:00.000Z', total: 50, moneda: 'USD', hasta: '2027-01-20T18:05:00.000Z' } as const;
  const suscripcion = {
    ...{ estado: 'activa', pagada_hasta: renewal.hasta, causa: null, se_renueva: true, por_transferencia: false },
    renovaciones: [
      { ...renewal, devuelto: 12.34, en_disputa: false, disputa_perdida: false },
      { ...renewal, fecha: '2027-01-20T18:05:00.000Z', devuelto: 0, en_disputa: true, disputa_perdida: false },
    ],
  } as OwnOrderRecord['suscripcion'];
  school.orders = [order({ tipo: 'premium', id_curso: null, moneda: 'USD', total: 50, precio: 50, periodo: 'mes', suscripcion })];
  await show('purchases');
  // The order itself comes first.
  const rows = screen
    .getAllByRole('listitem', { hidden: true })
    .filter(({ textContent }) => textContent?.includes('$50.00 USD · hasta'))
    .slice(1);
  expect(rows.map(({ textContent }) => /Devuelto: \$12\.34/.test(textContent ?? ''))).toEqual([true, false]);
  expect(rows.map(({ textContent }) => /Tu banco/.test(textContent ?? ''))).toEqual([false, true]);
});

// rows: B30
test('a purchase says in which group its course is taken, and that it was cancelled', async () => {
  const group = { curso: 'Agentes de IA', nombre: 'Noches', estado: 'por-empezar', fecha: '2027-01-05', fin: '2027-02-05' } as const;
  school.orders = [order({ grupos: [group] }), order({ id: 2, grupos: [{ ...group, estado: 'cancelado' }] })];
  await show('purchases');
  expect(screen.getByText('Grupo «Noches», empieza el 5 de enero de 2027')).toBeVisible();
  expect(screen.getByText('El grupo «Noches» se canceló')).toBeVisible();
});
