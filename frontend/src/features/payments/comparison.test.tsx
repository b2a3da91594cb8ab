import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ComparisonRecord } from '../../../../backend/api/contract/comparisons.ts';

vi.mock('../../ui/notify.ts', () => ({ notify: { success: vi.fn(), info: vi.fn(), error: vi.fn() } }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => ({ id: 1, user_role: 2 }) }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const result: ComparisonRecord = {
  ...{ desde: '2026-03-10', hasta: '2026-03-10', renglones: 1, coinciden: 0, comisiones: [], total_diferencias: 1 },
  cifras: [{ moneda: 'MXN', cobrado: { reporte: 499, escuela: 0 }, devuelto: { reporte: 0, escuela: 0 }, disputas: 0, otros: 0 }],
  diferencias: [
    {
      ...{
        tipo: 'soloReporte',
        pago: 'pi_1',
        linea: 1,
        pedido: null,
        moneda: 'MXN',
        dia: '2026-03-10',
        reporte: 499,
        escuela: 0,
        orilla: false,
      },
    },
  ],
};
const open = [{ desde: '2026-03-01', hasta: '2026-03-09', fecha: '2026-03-10T12:00:00.000Z', diferencias: 2 }];
const sent: [string, Record<string, unknown>][] = [];
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    if (method === 'POST') sent.push([url, JSON.parse(text) as Record<string, unknown>]);
    response.writeHead(200, {
      'content-type': 'application/json',
      'X-Position': '000001',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Expose-Headers': '*',
    });
    response.end(JSON.stringify(method === 'GET' ? { comparaciones: open } : url.endsWith('/comparar') ? result : { message: '' }));
  });
});
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
});
afterAll(() => void server.close());
afterEach(cleanup);

const HEAD =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,customer_facing_amount,customer_facing_currency,payment_intent_id,customer_email';
const show = async () => {
  const [{ Comparison }, { store }] = await Promise.all([
    import('./comparison.tsx'),
    import('../../api/store.ts'),
    import('../../api/topics.ts'),
  ]);
  const router = createMemoryRouter([{ path: '*', element: <Comparison /> }]);
  const { container } = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return container;
};

// rows: J05
test('a report is read here and sent without who paid; what differs is listed, and what differed before is settled with what was done', async () => {
  const person = userEvent.setup();
  const container = await show();
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const report = `${HEAD}\ntxn_1,2026-03-10 18:00:00,mxn,499.00,21.00,478.00,charge,499.00,mxn,pi_1,ana@ejemplo.mx\n`;
  await person.upload(input, new File([report], 'reporte.csv', { type: 'text/csv' }));
  await person.click(await screen.findByRole('button', { name: 'Comparar' }));
  const table = await screen.findByRole('table', { name: 'Diferencias' });
  expect(within(table).getByText('Solo en Stripe')).toBeVisible();
  expect(JSON.stringify(sent)).not.toContain('ejemplo.mx');
  expect(sent[0]?.[1]).toMatchObject({ renglones: [{ pago: 'pi_1', monto: 49_900, comision: 2_100 }] });

  await person.click(await screen.findByRole('button', { name: /^Resolver: / }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByRole('textbox'), 'Era de otra tienda');
  await person.click(within(dialog).getByRole('button', { name: 'Ya está resuelto' }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([
      '/api/pagos/comparaciones/resolver',
      { desde: '2026-03-01', hasta: '2026-03-09', fecha: '2026-03-10T12:00:00.000Z', motivo: 'Era de otra tienda' },
    ]),
  );
});
