import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

vi.mock('../../ui/notify.ts', () => ({ notify: { success: vi.fn(), info: vi.fn(), error: vi.fn() } }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => ({ id: 1, user_role: 2 }) }));
const lastMonth = vi.hoisted(() => new Date(new Date().getFullYear(), new Date().getMonth() - 1, 20).getTime());
vi.mock('../../domain/past/when.ts', () => ({ useMoments: () => ({ first: lastMonth }) }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const order: OrderRecord & { nombre: string; acceso: boolean } = {
  ...{ id: 1, id_usuario: 7, tipo: 'curso', id_curso: 2, id_paquete: null, abre: 1, regalo: null, titulo: 'Vibe Coding' },
  ...{ estado: 'pagado', precio: 1_499, moneda: 'MXN', periodo: null, cupon: null, descuento: 0, impuesto: null, transferencia: null },
  ...{ empezado: '2026-03-01T12:00:00.000Z', pagado: '2026-03-01T12:01:00.000Z', total: 1_499, devuelto: 0, por_devolver: 0 },
  ...{ devolucion_fallida: null, garantia_hasta: null, se_devuelve: false, causa: null, en_disputa: false, disputa_perdida: false },
  suscripcion: null,
  ...{ nombre: 'Ana', acceso: true },
};
const sent: unknown[] = [];
let orders = [order];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    if (request.method === 'POST') sent.push(JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json', 'X-Position': '1', 'Access-Control-Allow-Origin': '*' });
    response.end(JSON.stringify(request.method === 'GET' ? { pedidos: orders, siguiente: null, cifras: [] } : { message: '' }));
  });
});
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
});
afterAll(() => void server.close());
afterEach(cleanup);

const show = async (at = '/') => {
  const [{ Component }, { store }, calls] = await Promise.all([
    import('./payments-page.tsx'),
    import('../../api/store.ts'),
    import('../../api/api.ts'),
    import('../../api/topics.ts'),
  ]);
  const router = createMemoryRouter([{ path: '*', element: <Component /> }], { initialEntries: [at] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, calls };
};
const opened = async () => {
  const { store, calls } = await show();
  fireEvent.click(await screen.findByLabelText('Más acciones de «Vibe Coding»'));
  fireEvent.click(await screen.findByText('Devolver'));
  const amount = await screen.findByLabelText('Cuánto, en MXN');
  const readAgain = () => act(() => store.dispatch(calls.api.endpoints.allOrders.initiate({}, { forceRefetch: true, subscribe: false })));
  return { amount, readAgain };
};

// rows: B25
test('an amount to give back is read as it is written in Mexico; one that is ambiguous, or more than is left, is not sent', async () => {
  const { amount } = await opened();
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  type(screen.getByLabelText(/^Motivo/), 'Se cobró de más');
  for (const typed of ['1.499', '1,500', '0', '10.005', 'x']) {
    type(amount, typed);
    expect(amount, typed).toHaveAttribute('aria-invalid', 'true');
  }
  type(amount, '1,400');
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Devolver'));
  await waitFor(() => expect(sent).toEqual([{ motivo: 'Se cobró de más', monto: 1_400 }]));
});

// rows: B25
test('what another gave back while the dialog is open is no longer left in it', async () => {
  const { amount, readAgain } = await opened();
  expect(amount).toHaveValue('1499.00');
  orders = [{ ...order, devuelto: 1_000 }];
  await readAgain();
  await waitFor(() => expect(amount).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('dialog')).toHaveTextContent('Es más de lo que queda por devolver: $499.00');
  orders = [{ ...order, devuelto: 1_499 }];
  await readAgain();
  expect(await screen.findByText('Ya se devolvió todo lo de esta compra.')).toBeInTheDocument();
});

// rows: B25
test('each list of what waits says by its own name that it is empty', async () => {
  orders = [];
  for (const [which, said] of Object.entries({
    'por-atender': 'No hay nada por atender',
    transferencias: 'No hay transferencias por revisar',
    devoluciones: 'No hay devoluciones fallidas',
  })) {
    await show(`/?estado=${which}`);
    expect(await screen.findByText(said), which).toBeInTheDocument();
    cleanup();
  }
});

test('receipts are offered by month since the school has a history', async () => {
  await show();
  expect(within(screen.getByLabelText('Recibos del mes')).getAllByRole('option')).toHaveLength(2);
});
