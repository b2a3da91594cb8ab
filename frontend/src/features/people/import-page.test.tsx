import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
const person = vi.hoisted(() => ({ id: 1 }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: person.id, user_role: 2, name: 'Admin' }),
}));
/** vitest's own browser. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

/** The school, as far as the page sees it; a part waits until `release`. */
const school = {
  batch: 'l1',
  parts: [] as number[],
  closed: [] as unknown[],
  undone: [] as string[],
  release: (_status?: number): void => undefined,
};
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    const { url = '' } = request;
    const body = JSON.parse(text || '{}') as { parte?: number; filas?: { linea: number; email: string }[] };
    const answer = (found: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json', 'X-Position': '1', 'Access-Control-Allow-Origin': '*' });
      response.end(JSON.stringify(found));
    };
    const filas = (body.filas ?? []).map(({ linea, email }) =>
      email.includes('@')
        ? { linea, resultado: 'nueva', cursos: 0, problemas: [] }
        : { linea, resultado: 'rechazada', cursos: 0, problemas: [{ campo: 'email', codigo: 'INVALID_EMAIL' }] },
    );
    if (url.endsWith('/revisar')) return answer({ filas });
    if (url.endsWith('/importaciones')) return answer({ lote: school.batch }, 201);
    if (url.endsWith('/cerrar')) {
      school.closed.push(body);
      return answer({ message: 'Listo' });
    }
    if (url.endsWith('/deshacer')) {
      school.undone.push(url.split('/').at(-2) ?? '');
      return answer({ deshechos: 50, rechazados: 0, siguiente: null });
    }
    school.parts.push(Number(body.parte));
    school.release = (status = 200) => answer(status === 200 ? { filas } : { code: 'FORBIDDEN', message: 'No' }, status);
  });
});

let page: typeof import('./import-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/users/import` });
  api = await import('../../api/store.ts');
  page = await import('./import-page.tsx');
}, 60_000);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);

afterEach(() => {
  school.parts = [];
  school.closed = [];
  school.undone = [];
  school.batch = 'l1';
});

/** 60 rows that are right, in two parts, and two that are not. */
const sixty = `correo\n${Array.from({ length: 60 }, (_, at) => `p${at}@ejemplo.mx\n`).join('')}sin-correo\np0@ejemplo.mx\n`;
const begin = async (id: number) => {
  person.id = id;
  const router = createMemoryRouter([{ path: '*', element: <page.Component /> }]);
  const user = userEvent.setup();
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([sixty], 'sesenta.csv', { type: 'text/csv' }));
  await user.click(await screen.findByRole('button', { name: 'Importar 60 personas' }));
  await user.type(await screen.findByLabelText('Motivo'), 'Grupo nuevo');
  await user.click(screen.getByRole('button', { name: 'Importar' }));
  await waitFor(() => expect(school.parts).toEqual([0]));
  return user;
};

test('stopped half-way, it counts the part on its way, says that the rest stayed out, keeps the rows with errors, and is undone', async () => {
  const work = vi.fn();
  addEventListener('aulaviva.trabajo', work);
  const user = await begin(11);
  // Nobody is logged out as idle meanwhile.
  expect(work).toHaveBeenCalled();
  removeEventListener('aulaviva.trabajo', work);
  await user.click(screen.getByRole('button', { name: 'Detener' }));
  expect(screen.getByRole('button', { name: 'Deteniendo…' })).toBeDisabled();
  school.release();
  expect(await screen.findByRole('heading', { name: 'Detenido antes de terminar' })).toBeInTheDocument();
  expect(screen.getByText('50 cuentas nuevas')).toBeInTheDocument();
  expect(screen.getByText('2 con errores')).toBeInTheDocument();
  expect(school.closed).toEqual([{ hechas: 50, rechazadas: 0 }]);
  expect(school.parts).toEqual([0]);
  expect(screen.getByText(/Las demás filas no se importaron/)).toBeInTheDocument();
  expect(screen.getByText('Correo: Ingresa un correo válido.')).toBeInTheDocument();
  expect(screen.getByText('Correo: Este correo ya está en otra fila del archivo.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Descargar las filas con errores' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
  expect(await screen.findByText('50 cambios deshechos')).toBeInTheDocument();
  expect(screen.queryByText('50 cuentas nuevas')).toBeNull();
});

test('a part that is refused ends it without a word too much: it is stopped, not brought in, and its rows with errors stay', async () => {
  await begin(12);
  school.release(403);
  expect(await screen.findByRole('heading', { name: 'Detenido antes de terminar' })).toBeInTheDocument();
  expect(screen.getByText(/Se detuvo antes de terminar/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Descargar las filas con errores' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Deshacer toda la importación' })).toBeInTheDocument();
});

// rows: I19
test('an import goes on while another page is shown, says when it is done, and shows there what became of it; to nobody else', async () => {
  const routes = [
    { path: '/admin/users/import', element: <page.Component /> },
    { path: '*', element: <p>Otra página</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/users/import'] });
  const store = api.createStore();
  const user = userEvent.setup();
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const file = new File(['correo,nombre\nana@ejemplo.mx,Ana\nsin-correo,Eva\n'], 'grupo.csv', { type: 'text/csv' });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  await user.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
  await user.type(await screen.findByLabelText('Motivo'), 'Grupo nuevo');
  await user.click(screen.getByRole('button', { name: 'Importar' }));
  await waitFor(() => expect(school.parts).toEqual([0]));
  expect(screen.getByText(/Puedes seguir en otras páginas/)).toBeInTheDocument();

  await router.navigate('/admin/users');
  expect(await screen.findByText('Otra página')).toBeInTheDocument();
  school.release();
  await waitFor(() => expect(school.closed).toEqual([{ hechas: 1, rechazadas: 0 }]));
  await waitFor(() => expect(notices.info).toHaveBeenCalledWith('Terminó la importación de grupo.csv.', expect.anything()));

  const [, { action }] = notices.info.mock.lastCall as [string, { action: { onClick: () => void } }];
  action.onClick();
  expect(await screen.findByRole('button', { name: 'Deshacer toda la importación' })).toBeInTheDocument();
  expect(screen.getByText('1 cuenta nueva')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Descargar las filas con errores' })).toBeInTheDocument();

  await router.navigate('/admin/users');
  person.id = 2;
  await router.navigate('/admin/users/import');
  expect(await screen.findByRole('button', { name: 'Elegir archivo' })).toBeInTheDocument();
  expect(screen.queryByText('grupo.csv')).toBeNull();
});

// rows: I19
test('whose window was closed, or who repeated the file with its rows mended, can still undo each import whole; another person finds nothing of it', async () => {
  const begun = (id: number) =>
    JSON.parse(localStorage.getItem(`aulaviva.importaciones.${id}`) ?? '[]') as { batch: string; name: string }[];
  const show = (id: number) => {
    cleanup();
    person.id = id;
    render(
      <Provider store={api.createStore()}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: <page.Component /> }])} />
      </Provider>,
    );
  };
  await begin(21);
  expect(begun(21)).toMatchObject([{ batch: 'l1', name: 'sesenta.csv', parts: 2 }]);
  school.release();
  await waitFor(() => expect(school.parts).toEqual([0, 1]));
  school.release();
  await screen.findByRole('heading', { name: 'Importado' });
  expect(screen.queryByRole('heading', { name: 'Tus importaciones anteriores' })).toBeNull();

  school.batch = 'l2';
  school.parts = [];
  await userEvent.upload(
    document.querySelector('input[type=file]') as HTMLInputElement,
    new File(['correo\nmejor@ejemplo.mx\n'], 'corregidas.csv', { type: 'text/csv' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 1 persona' }));
  await userEvent.type(await screen.findByLabelText('Motivo'), 'Corregidas');
  await userEvent.click(screen.getByRole('button', { name: 'Importar' }));
  await waitFor(() => expect(school.parts).toEqual([0]));
  school.release();
  await screen.findByRole('heading', { name: 'Importado' });
  expect(screen.getByRole('button', { name: 'Deshacer toda la importación: sesenta.csv' })).toBeInTheDocument();
  expect(begun(21).map(({ batch }) => batch)).toEqual(['l2', 'l1']);

  show(22);
  expect(screen.queryByRole('button', { name: /Deshacer toda la importación/ })).toBeNull();
  show(21);
  expect(screen.getByRole('heading', { name: 'Tus importaciones anteriores' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Deshacer toda la importación: sesenta.csv' }));
  expect(await screen.findByText('50 cambios deshechos')).toBeInTheDocument();
  expect(school.undone).toEqual(['l1']);
  expect(begun(21).map(({ batch }) => batch)).toEqual(['l2']);
  expect(screen.getByRole('button', { name: 'Deshacer toda la importación: corregidas.csv' })).toBeInTheDocument();
});
