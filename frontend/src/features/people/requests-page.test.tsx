import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DataRequest } from '../../../../backend/api/contract/rights.ts';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const requestOf = (id: string, more: Partial<DataRequest>): DataRequest => ({
  ...{ id, id_usuario: 7, nombre: 'Ana Ruiz', tipo: 'cancelacion', texto: null, fecha: '2026-03-02T12:00:00.000Z', vence: '2026-03-30' },
  ...{ dias: null, resultado: null, respuesta: null, respondida: null, ...more },
});
const requests = [
  requestOf('a', { resultado: 'atendida', respuesta: 'Hecho.', respondida: '2026-03-04T12:00:00.000Z' }),
  requestOf('b', { nombre: 'Eva Sol', resultado: 'rechazada', respuesta: 'No.', respondida: '2026-03-04T12:00:00.000Z' }),
  requestOf('c', { nombre: null }),
  requestOf('d', { nombre: 'Luz Paz', dias: 3 }),
];
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'X-Position': '000001', 'Access-Control-Allow-Origin': '*' });
  response.end(JSON.stringify({ solicitudes: requests, total: requests.length, siguiente: null }));
});

let page: typeof import('./requests-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/users/requests` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./requests-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);

// rows: I23
test('a request that ended with the data it was about is not called granted: nobody answered it', async () => {
  const routes = [{ path: '/admin/users/requests', Component: page.Component }];
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/users/requests?estado=respondidas'] });
  render(
    <Provider store={api.store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
  expect((await rowOf('Ana Ruiz')).getByText('Atendida')).toBeVisible();
  expect((await rowOf('Eva Sol')).getByText('No procedió')).toBeVisible();
  const erased = await rowOf('Cuenta borrada');
  expect(erased.getByText('Cerrada al borrar sus datos')).toBeVisible();
  expect(erased.queryByText('Atendida')).toBeNull();
  expect((await rowOf('Luz Paz')).getByRole('button', { name: 'Responder a Luz Paz: Cancelación' })).toBeVisible();
});
