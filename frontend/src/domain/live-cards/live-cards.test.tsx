import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LiveCard } from '../../../../backend/api/contract/sql.ts';

vi.mock('../../lib/session.ts', async (load) => ({ ...(await load<object>()), useSessionUser: () => ({ id: 4, user_role: 4 }) }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const card = (id: string, more: Partial<LiveCard> = {}): LiveCard => ({
  ...{ id, nombre: `Consulta ${id}`, sql: `SELECT ${id}`, vista: 'tabla', eventos: 10, hecha: new Date().toISOString(), fallo: null },
  respuesta: { columnas: ['n'], filas: [[12_345]], cortado: false, milisegundos: 3 },
  ...more,
});
const school = { cards: [] as LiveCard[], sent: [] as { method: string; url: string; body: unknown }[] };
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    let text = '';
    for await (const part of request) text += part;
    if (method !== 'GET' && method !== 'OPTIONS') school.sent.push({ method, url, body: text ? JSON.parse(text) : null });
    response.writeHead(200, {
      'content-type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Methods': '*',
    });
    response.end(JSON.stringify(url === '/api/eventos/tarjetas' && method === 'GET' ? school.cards : { message: '' }));
  })();
});
let part: typeof import('./live-cards.tsx');
let stores: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/analytics` });
  stores = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  part = await import('./live-cards.tsx');
  const { feed } = await import('../../api/feed.ts');
  vi.spyOn(feed(), 'caughtUp').mockResolvedValue(true);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('cards show a figure, a table or why there is none; they are moved, and removed', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => [`tipo ${at}`, at]);
  school.cards = [
    card('a', { vista: 'barras' }),
    card('b', { respuesta: { columnas: ['tipo', 'n'], filas: rows, cortado: false, milisegundos: 1 }, fallo: 'QUERY_TOO_LONG' }),
    card('c', { respuesta: null, hecha: null, eventos: 0 }),
  ];
  render(
    <Provider store={stores.createStore()}>
      <MemoryRouter>
        <part.LiveCards />
      </MemoryRouter>
    </Provider>,
  );
  const [first, second, third] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement, HTMLElement];
  expect(first).toHaveTextContent('12,345');
  expect(within(second).getAllByRole('row')).toHaveLength(7);
  expect(second).toHaveTextContent('y 3 filas más');
  expect(second).toHaveTextContent('Esto es de antes:');
  expect(third).toHaveTextContent('Buscando…');
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Poner «Consulta a» después' }));
  await waitFor(() => expect(school.sent).toEqual([{ method: 'PUT', url: '/api/eventos/tarjetas', body: { orden: ['b', 'a', 'c'] } }]));
  await waitFor(() => expect(screen.getByRole('list')).toHaveAttribute('aria-busy', 'false'));
  await user.click(screen.getByRole('button', { name: 'Quitar la tarjeta «Consulta a»' }));
  await waitFor(() => expect(school.sent.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/eventos/consultas/a/tarjeta' }));
});
