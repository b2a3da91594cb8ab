import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SentRecord } from '../../../../backend/api/contract/notifications.ts';

/** In jsdom the page and the test's server have different origins. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Expose-Headers': '*',
};
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const one: SentRecord = {
  ...{ id_notificacion: 7, titulo: 'Ya enviada', mensaje: 'Hola', tipo: 'general', fecha_envio: '2026-11-20T10:00:00.000Z' },
  ...{ id_curso: null, curso: null, enlace: null, estado: 'enviada', autor: 'Ana', destinatarios: 40, vistas: 20, abiertas: 10 },
  audiencia: { clase: 'todos', rol: null, plan: null, id_curso: null, curso: null, quienes: 'todos', id_segmento: null, segmento: null },
};
const school = { fails: '' as string, written: [] as { method: string; url: string; body: Record<string, unknown> }[] };
const answerTo = (url: string) => {
  if (url.includes('cifras')) return { desde: '2026-10-25T00:00:00.000Z', enviadas: 1, entregadas: 40, vistas: 20, abiertas: 10 };
  if (url.includes('audiencia')) return { personas: 61 };
  if (url.includes('historial')) return { notificaciones: [one], siguiente: null };
  return { ...one, message: '' };
};
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    if (method !== 'GET' && method !== 'OPTIONS') school.written.push({ method, url, body: text ? JSON.parse(text) : {} });
    const fails = school.fails !== '' && method !== 'OPTIONS' && url.includes(school.fails);
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json', 'X-Position': '000001', ...crossOrigin });
    response.end(JSON.stringify(fails ? { code: 'UNEXPECTED', message: '' } : answerTo(url)));
  });
});
const admin = { id: 1, username: 'directora', name: 'Ana', first_name: 'Ana', last_name: 'V', user_role: 2, tipo_usuario: 1 };

let page: typeof import('./notifications-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/notifications` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./notifications-page.tsx');
  const sessions = await import('../../lib/session.ts');
  sessions.setSessionUser(admin as never);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => Object.assign(school, { fails: '', written: [] }));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});
const open = () => {
  const router = createMemoryRouter([{ path: '*', element: <page.Component /> }]);
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
};
const write = async () => {
  await userEvent.type(screen.getByLabelText('Título'), 'Cerramos el lunes');
  await userEvent.type(screen.getByLabelText('Mensaje'), 'Por el día feriado');
};

// rows: F05, F06
test('the button waits for a title and a message and says so; what is sent goes to the audience that was counted', async () => {
  open();
  const send = await screen.findByRole('button', { name: 'Enviar…' });
  expect(send).toBeDisabled();
  expect(send).toHaveAccessibleDescription('Escribe un título y un mensaje para poder enviarla.');
  await write();
  await waitFor(() => expect(send).toHaveAccessibleDescription('Llegará a 61 personas.'));
  await userEvent.click(send);
  const asked = await screen.findByRole('dialog', { name: '¿Enviar esta notificación?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Enviar a 61 personas' }));
  await waitFor(() => expect(school.written).toHaveLength(1));
  expect(school.written[0]?.body).toEqual({
    ...{ titulo: 'Cerramos el lunes', mensaje: 'Por el día feriado', tipo: 'general', audiencia: { clase: 'todos' } },
  });
});

// rows: F08
test('what failed is said where it was done, and what was typed stays', async () => {
  school.fails = 'create';
  open();
  await screen.findByRole('button', { name: 'Enviar…' });
  await write();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enviar…' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Enviar…' }));
  const asked = await screen.findByRole('dialog', { name: '¿Enviar esta notificación?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Enviar a 61 personas' }));
  expect(await within(asked).findByText(/Error al crear la notificación/)).toBeInTheDocument();
  expect(screen.getByLabelText('Título')).toHaveValue('Cerramos el lunes');
});

// rows: F07
test('each that was sent shows whom it reached, who saw and who opened it', async () => {
  open();
  const article = await screen.findByRole('article', { name: 'Ya enviada' });
  expect(article).toHaveTextContent('Entregada40 100 %');
  expect(article).toHaveTextContent('Vista20 50 %');
  expect(article).toHaveTextContent('Abierta10 25 %');
});

// rows: F07
test('taking one out of the inboxes asks why', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Retirar «Ya enviada»' }));
  const asked = await screen.findByRole('dialog', { name: '¿Retirar esta notificación?' });
  const button = within(asked).getByRole('button', { name: 'Retirar' });
  expect(button).toBeDisabled();
  await userEvent.type(within(asked).getByRole('textbox', { name: /Motivo/ }), 'Era mañana');
  await userEvent.click(button);
  await waitFor(() => expect(school.written).toMatchObject([{ method: 'DELETE', url: expect.stringContaining('/7?motivo=Era') }]));
});
