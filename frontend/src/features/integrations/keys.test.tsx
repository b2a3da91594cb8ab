// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ApiKeyRecord } from '../../../../backend/api/contract/integrations.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** vitest's own browser. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const SECRET = `av_0123456789ab_${'s'.repeat(43)}`;
const key = {
  ...{ id: '0123456789ab', nombre: 'CRM', inicio: 'av_0123456789ab_', permisos: ['leads.manage'], por_segundo: 10, estado: 'vigente' },
  ...{ vence: '2026-12-31', responsable: { id: 1, nombre: 'Renata' }, creada: '2026-03-02T12:00:00.000Z', rotada: null },
  ...{ anterior_hasta: null, usada: null, revocada: null },
} as const satisfies ApiKeyRecord;
const school = { keys: [] as ApiKeyRecord[], writes: [] as { call: string; body: unknown }[] };
const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? null : (JSON.parse(text) as unknown);
};
const server = createServer(async (request, response) => {
  const { method = '', url = '' } = request;
  const body = await bodyOf(request);
  if (method === 'POST' || method === 'PUT') {
    school.writes.push({ call: `${method} ${url}`, body });
    school.keys = [key];
  }
  response.writeHead(method === 'POST' ? 201 : 200, {
    'content-type': 'application/json',
    'X-Position': String(school.writes.length).padStart(6, '0'),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Expose-Headers': '*',
  });
  response.end(JSON.stringify(method === 'GET' ? school.keys : { message: '', id: key.id, clave: SECRET }));
});

let page: typeof import('./integrations-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/integrations` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./integrations-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);

// rows: P05
test('a key is made with what is ticked, and its secret is shown that once', async () => {
  const router = createMemoryRouter([{ path: '/admin/integrations', Component: page.Component }], {
    initialEntries: ['/admin/integrations'],
  });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const person = userEvent.setup();
  expect(await screen.findByText('Todavía no hay claves')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Nueva clave' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nueva clave' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Nombre' }), 'CRM');
  await person.click(within(dialog).getByRole('button', { name: 'Crear clave' }));
  expect(await within(dialog).findByText('Marca al menos un permiso.')).toBeInTheDocument();
  expect(school.writes).toEqual([]);
  await person.click(within(dialog).getByRole('checkbox', { name: 'Ver y atender contactos' }));
  await person.click(within(dialog).getByRole('button', { name: 'Crear clave' }));
  const shown = await screen.findByRole('dialog', { name: 'Guarda esta clave' });
  expect(within(shown).getByText(SECRET)).toBeInTheDocument();
  expect(school.writes).toEqual([
    {
      call: 'POST /api/claves',
      body: { nombre: 'CRM', permisos: ['leads.manage'], por_segundo: 10, vence: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    },
  ]);
  await person.click(within(shown).getByRole('button', { name: 'Listo, ya lo guardé' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  expect(await screen.findByText('av_0123456789ab_…')).toBeInTheDocument();
});
