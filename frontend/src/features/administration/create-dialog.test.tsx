import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: 1, user_role: 2, name: 'Admin' }),
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

/** The school, as far as the dialog sees it. */
const school = { sent: [] as { url: string; body: Record<string, unknown> }[], refused: '', down: false };
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    const { method, url = '' } = request;
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json', 'X-Position': '1', 'Access-Control-Allow-Origin': '*' });
      response.end(JSON.stringify(body));
    };
    if (method === 'GET' && school.down) return answer({ code: 'INTERNAL', message: 'No.' }, 500);
    if (method === 'GET') return answer({ data: [{ id: 7, fullName: 'Julián Ocampo', email: null }] });
    const body = JSON.parse(text || '{}') as Record<string, unknown>;
    school.sent.push({ url, body });
    if (school.refused && body['nombre'] === school.refused) return answer({ code: 'INVALID_TEXT', message: 'No.' }, 400);
    return answer({ id: 12, id_curso: 12 }, 201);
  });
});

let CreateDialog: typeof import('./create-dialog.tsx').CreateDialog;
let store: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/courses` });
  store = await import('../../api/store.ts');
  ({ CreateDialog } = await import('./create-dialog.tsx'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { sent: [], refused: '' });
  sessionStorage.clear();
  localStorage.clear();
  for (const one of Object.values(notices)) one.mockClear();
});
afterEach(cleanup);

const show = (onClose: () => void) => {
  const router = createMemoryRouter([{ path: '*', element: <CreateDialog open onClose={onClose} /> }]);
  render(
    <Provider store={store.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
};
let router: ReturnType<typeof show>;
const open = async () => {
  const onClose = vi.fn();
  router = show(onClose);
  await screen.findByRole('option', { name: 'Julián Ocampo', hidden: true });
  return onClose;
};
const type = (label: string, value: string, at = 0) => {
  const field = screen.getAllByLabelText(label)[at] as HTMLElement;
  fireEvent.change(field, { target: { value } });
  return field;
};
const count = (value: string) => fireEvent.blur(type('Cuántos módulos', value));
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Crear curso', hidden: true }));

// rows: H02, H04
test('title, description and who teaches it are asked for in words, and nothing is sent without them', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Crear Nuevo Curso', hidden: true })).toBeInTheDocument();
  send();
  expect(await screen.findByText('Por favor, selecciona un maestro.')).toBeInTheDocument();
  expect(screen.getByText('El título no puede estar vacío')).toBeInTheDocument();
  expect(screen.getByText('La descripción no puede estar vacía')).toBeInTheDocument();
  expect(school.sent).toEqual([]);
});

// rows: H06
test('the first Enter takes the count of modules, the next one sends', async () => {
  await open();
  const field = type('Cuántos módulos', '2');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(screen.getByText('Módulo 02')).toBeInTheDocument();
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
});

// rows: H03, H05
test('all fields of a course are sent, then its modules in their order; the school gives the number', async () => {
  const onClose = await open();
  type('Título', 'Redes');
  type('Descripción', 'Desde cero.');
  type('Instructor', '7');
  fireEvent.click(screen.getByLabelText('Premium'));
  fireEvent.click(screen.getByLabelText('Con código'));
  type('Precio (MXN)', '1,499.50');
  type('Identificador del precio en Stripe', 'price_1');
  count('3');
  type('Título', 'Uno', 1);
  send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [course, ...modules] = school.sent;
  expect(course?.body).toEqual({
    nombre: 'Redes',
    descripcion: 'Desde cero.',
    id_maestro: 7,
    tipo: 'Premium',
    level: 'code',
    precio: 1_499.5,
    stripe_price_id: 'price_1',
  });
  expect(modules.map(({ body }) => body)).toEqual([
    { id_curso: 12, nombre: 'Uno', descripcion: '' },
    { id_curso: 12, nombre: 'Nuevo módulo 2', descripcion: '' },
    { id_curso: 12, nombre: 'Nuevo módulo 3', descripcion: '' },
  ]);
  // Its notice leads on to where it is written.
  const [said, { action }] = notices.success.mock.lastCall as [string, { action: { label: string; onClick: () => void } }];
  expect([said, action.label]).toEqual(['Curso creado exitosamente con ID: 12', 'Editarlo']);
  action.onClick();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/courses/12/edit'));
});

// rows: H06
test('more modules keep what was typed; fewer ask before they drop it, and 21 are refused', async () => {
  await open();
  count('2');
  type('Título', 'Segundo', 2);
  count('3');
  expect(screen.getAllByLabelText('Título')[2]).toHaveValue('Segundo');
  expect(screen.getAllByLabelText('Título')).toHaveLength(4);
  count('2');
  expect(screen.getAllByLabelText('Título')).toHaveLength(3);
  // An empty one that goes with it is nothing that was written.
  count('3');
  count('1');
  expect(await screen.findByText('Se perderá lo que escribiste en: Segundo.')).toBeInTheDocument();
  expect(screen.getAllByLabelText('Título')[2]).toHaveValue('Segundo');
  fireEvent.click(screen.getByRole('button', { name: 'Quitar', hidden: true }));
  await waitFor(() => expect(screen.getAllByLabelText('Título')).toHaveLength(2));
  count('21');
  expect(await screen.findByText('Escribe un número de 0 a 20.')).toBeInTheDocument();
  expect(screen.getAllByLabelText('Título')).toHaveLength(2);
  // Nothing is created with another count than was asked for.
  type('Título', 'Redes');
  type('Descripción', 'Desde cero.');
  type('Instructor', '7');
  send();
  await waitFor(() => expect(screen.getByText('Escribe un número de 0 a 20.')).toBeInTheDocument());
  expect(school.sent).toEqual([]);
  count('1');
  send();
  await waitFor(() => expect(school.sent.length).toBe(2));
});

// rows: H41
test('where the instructors could not be read, it is said at their field, and they are read again', async () => {
  school.down = true;
  show(vi.fn());
  expect(await screen.findByText(/^Error: ./, {}, { timeout: 10_000 })).toBeInTheDocument();
  school.down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar', hidden: true }));
  expect(await screen.findByRole('option', { name: 'Julián Ocampo', hidden: true })).toBeInTheDocument();
});

test('a module that is refused is named, and the course stands', async () => {
  school.refused = 'Malo';
  const onClose = await open();
  type('Título', 'Redes');
  type('Descripción', 'Desde cero.');
  type('Instructor', '7');
  count('1');
  type('Título', 'Malo', 1);
  send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(notices.success).toHaveBeenCalledWith('Curso creado exitosamente con ID: 12', expect.anything());
  expect(notices.error.mock.lastCall?.[0]).toContain('Malo');
});
