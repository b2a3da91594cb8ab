import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommunityChannel, CommunityRecord } from '../../../../backend/api/contract/community.ts';
import { hostOf, isExample } from './channels.ts';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const channel = (id: number, nombre: string, categoria: CommunityChannel['categoria'], more: Partial<CommunityChannel> = {}) => ({
  ...{ id, nombre, categoria, descripcion: `De ${nombre}`, enlace: `https://chat.escuela.mx/${id}` },
  ...{ miembros: null, miembros_al: null, miembros_fuente: null },
  ...more,
});
const full: CommunityRecord = {
  servidor: 'https://chat.escuela.mx/servidor',
  canales: [
    channel(1, 'Bienvenida', 'general', { miembros: 1250, miembros_al: '2026-11-01', miembros_fuente: 'Recuento propio' }),
    channel(2, 'Bolsa de trabajo', 'trabajos'),
    channel(3, 'Vitrina', 'proyectos', { enlace: null }),
    channel(4, 'Dudas', 'general'),
  ],
};
const school = { record: full, status: 200, opened: [] as string[] };
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  if (method === 'POST') school.opened.push(url);
  response.writeHead(method === 'GET' ? school.status : 200, {
    'content-type': 'application/json',
    'X-Position': '000001',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Expose-Headers': '*',
  });
  response.end(JSON.stringify(method === 'GET' ? (school.status === 200 ? school.record : { code: 'UNEXPECTED', message: '' }) : {}));
});
const student = { id: 2, username: 'ana', name: 'Ana', first_name: 'Ana', last_name: 'V', user_role: 1, tipo_usuario: 1 };

let page: typeof import('./community-page.tsx');
let api: typeof import('../../api/store.ts');
let sessions: typeof import('../../lib/session.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/community` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./community-page.tsx');
  sessions = await import('../../lib/session.ts');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { record: full, status: 200, opened: [] });
  signIn(1);
});
afterEach(cleanup);
const signIn = (user_role: 1 | 2) => sessions.setSessionUser({ ...student, user_role } as Parameters<typeof sessions.setSessionUser>[0]);

const show = (at = '/community') => {
  const router = createMemoryRouter(
    [
      { path: '/community', Component: page.Component },
      { path: '*', element: null },
    ],
    { initialEntries: [at] },
  );
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { person: userEvent.setup(), router };
};
const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const filter = (name: RegExp) => screen.findByRole('tab', { name });

// rows: E01
test('the filter shows one category with its count, stands in the address, and Back undoes one choice', async () => {
  const { person, router } = show();
  const group = await screen.findByRole('tablist', { name: 'Filtrar por categoría' });
  expect(
    within(group)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Todos4', 'General2', 'Trabajos1', 'Herramientas0', 'Proyectos1']);
  expect(await filter(/^Todos/)).toHaveAttribute('aria-selected', 'true');
  (await filter(/^General/)).focus();
  await person.keyboard('{Enter}');
  expect(names()).toEqual(['Bienvenida', 'Dudas']);
  expect(router.state.location.search).toBe('?categoria=general');
  expect(await filter(/^General/)).toHaveAttribute('aria-selected', 'true');
  expect(await filter(/^Todos/)).toHaveAttribute('aria-selected', 'false');
  expect(screen.getByRole('status')).toHaveTextContent('2 canales');
  await person.click(await filter(/^Trabajos/));
  expect(names()).toEqual(['Bolsa de trabajo']);
  // Pressing the chosen filter again adds no history entry.
  await person.click(await filter(/^Trabajos/));
  await router.navigate(-1);
  await waitFor(() => expect(names()).toEqual(['Bienvenida', 'Dudas']));
  await router.navigate(-1);
  await waitFor(() => expect(names()).toHaveLength(4));
});

test('an empty category leads back to all; an address that names no category shows all', async () => {
  const { person } = show('/community?categoria=herramientas');
  expect(await screen.findByText('No hay canales en Herramientas')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: /^Ver todos/ }));
  expect(names()).toHaveLength(4);
  cleanup();
  show('/community?categoria=%3Cscript%3E');
  await waitFor(() => expect(names()).toHaveLength(4));
});

test('invitations open in another tab and are noted beside that; a count has its day and its source, or is not there', async () => {
  const { person } = show();
  const door = await screen.findByRole('link', { name: /^Abrir Bienvenida/ });
  expect(door).toHaveAttribute('href', 'https://chat.escuela.mx/1');
  expect(door).toHaveAttribute('target', '_blank');
  expect(door).toHaveAttribute('rel', 'noopener noreferrer');
  // jsdom does not navigate; the application must not prevent a real browser from doing so.
  expect(fireEvent.click(door)).toBe(true);
  await waitFor(() => expect(school.opened).toEqual(['/api/comunidad/canales/1/abrir']));
  await person.click(screen.getByRole('link', { name: /^Entrar al servidor principal/ }));
  await waitFor(() => expect(school.opened.at(-1)).toBe('/api/comunidad/canales/principal/abrir'));
  const [first, second, third] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent('1,250 personas');
  expect(screen.getByText(/^Personas contadas el 1 de noviembre de 2026\./)).toHaveTextContent('Recuento propio');
  expect(second).not.toHaveTextContent('persona');
  expect(third).toHaveTextContent('Todavía no tiene invitación.');
  expect(within(third as HTMLElement).queryByRole('link')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Administrar canales/ })).toBeNull();
});

test('no channels yet: a learner waits for them, an administrator adds one; without a server there is no banner', async () => {
  school.record = { servidor: null, canales: [] };
  show();
  expect(await screen.findByText('Todavía no hay canales')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ir a Mis Cursos' })).toHaveAttribute('href', '/my-courses');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Foros de tus cursos']);
  cleanup();
  signIn(2);
  show();
  expect(await screen.findByRole('link', { name: 'Agregar un canal' })).toHaveAttribute('href', '/admin/site?seccion=canales');
});

test('what fails says so and is asked for again', async () => {
  school.status = 500;
  const { person } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar la comunidad');
  school.status = 200;
  await person.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an address reserved for examples is shown as such, a real one is not', async () => {
  expect([hostOf('https://a.mx/x'), hostOf('/politicas'), hostOf('no')]).toEqual(['a.mx', null, null]);
  expect(['https://chat.x.example/1', 'https://x.invalid', 'https://example.mx', '/x', null].map(isExample)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  show();
  await screen.findByRole('link', { name: /^Abrir Bienvenida/ });
  expect(screen.queryByText(/son de muestra/)).toBeNull();
  cleanup();
  school.record = { ...full, servidor: 'https://chat.escuela.example/servidor' };
  show();
  expect(await screen.findByText(/son de muestra/)).toBeInTheDocument();
});
