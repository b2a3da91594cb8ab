import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ImportRecord } from '../../../../backend/api/contract/imports.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
const person = vi.hoisted(() => ({ id: 1 }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: person.id, user_role: 2, name: 'Admin' }),
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

/** The school, as far as the page sees it; a part waits until `release`. */
const school = {
  parts: [] as number[],
  opened: [] as unknown[],
  closed: [] as unknown[],
  /** null: it cannot be read. */
  list: [] as ImportRecord[] | null,
  undone: [] as { url: string; desde: number; motivo?: string }[],
  undoFails: false,
  /** Another window has come to its end, from the second call on. */
  undoneElsewhere: false,
  /** Where each undoing call says to go on; nothing: it is the end. */
  undoFrom: [] as number[],
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
    if (request.method === 'POST' && url.endsWith('/importaciones')) {
      school.opened.push(body);
      return answer({ lote: 'l1' }, 201);
    }
    const filas = (body.filas ?? []).map(({ linea, email }) =>
      email.includes('@')
        ? { linea, resultado: 'nueva', cursos: 0, problemas: [] }
        : { linea, resultado: 'rechazada', cursos: 0, problemas: [{ campo: 'email', codigo: 'INVALID_EMAIL' }] },
    );
    if (url.endsWith('/revisar')) return answer({ filas });
    if (request.method === 'GET')
      return school.list ? answer({ importaciones: school.list, siguiente: null }) : answer({ code: 'FORBIDDEN', message: 'No' }, 403);
    if (url.endsWith('/cerrar')) {
      school.closed.push(body);
      return answer({ message: 'Listo' });
    }
    if (url.endsWith('/deshacer')) {
      school.undone.push({ url, ...(body as { desde: number }) });
      if (school.undoFails) return answer({ code: 'FORBIDDEN', message: 'No' }, 403);
      if (school.undoneElsewhere && school.undone.length > 1)
        return answer({ code: 'BATCH_UNDONE', message: 'Ese lote ya se deshizo.' }, 422);
      return answer({ deshechos: 50, rechazados: 0, siguiente: school.undoFrom.shift() ?? null });
    }
    school.parts.push(Number(body.parte));
    school.release = (status = 200) => answer(status === 200 ? { filas } : { code: 'FORBIDDEN', message: 'No' }, status);
  });
});

let page: typeof import('./import-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
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
  school.opened = [];
  school.closed = [];
  school.list = [];
  school.undone = [];
  school.undoFails = false;
  school.undoneElsewhere = false;
  school.undoFrom = [];
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
  expect(school.opened).toEqual([{ filas: 60, partes: 2 }]);
  expect(school.closed).toEqual([{ hechas: 50, rechazadas: 0 }]);
  expect(school.parts).toEqual([0]);
  expect(screen.getByText(/Las demás filas no se importaron/)).toBeInTheDocument();
  expect(screen.getByText('Correo: Ingresa un correo válido.')).toBeInTheDocument();
  expect(screen.getByText('Correo: Este correo ya está en otra fila del archivo.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Descargar las filas con errores' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
  const dialog = within(screen.getByRole('dialog', { name: '¿Deshacer la importación de sesenta.csv?' }));
  expect(dialog.getByRole('button', { name: 'Deshacer toda la importación' })).toBeDisabled();
  await user.type(dialog.getByLabelText('Motivo'), 'Otro grupo');
  await user.click(dialog.getByRole('button', { name: 'Deshacer toda la importación' }));
  expect(await screen.findByText('50 cambios deshechos')).toBeInTheDocument();
  expect(screen.queryByText('50 cuentas nuevas')).toBeNull();
  expect(school.undone.map(({ motivo }) => motivo)).toEqual(['Otro grupo']);
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

describe('the imports of the school', () => {
  const ended: ImportRecord = {
    ...{ lote: 'viejo', fecha: '2026-03-02T17:00:00.000Z', persona: 'Beatriz Rey', personas: 3, nuevas: 2, cursos: 5, partes: 2 },
    ...{ partesPrevistas: 2, filas: 90, hechas: 90, estado: 'terminada', deshecha: null, deshecho: null },
  };
  const show = () => {
    person.id++;
    render(
      <Provider store={api.createStore()}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: <page.Component /> }])} />
      </Provider>,
    );
    return userEvent.setup();
  };
  // rows: I19
  test('are listed, whoever made them; one that ended or was left is undone for a reason, after saying what it takes back', async () => {
    const more = { ...ended, persona: null };
    school.list = [
      { ...more, lote: 'ahora', estado: 'en-curso' },
      { ...more, lote: 'mitad', estado: 'detenida', partesPrevistas: 7, hechas: null },
      ended,
      { ...more, lote: 'nada', estado: 'deshecha', deshecha: '2026-03-03T17:00:00.000Z' },
    ];
    const user = show();
    expect(await screen.findByText('Beatriz Rey')).toBeInTheDocument();
    for (const state of ['En curso', 'Se quedó a medias', 'Terminada', 'Deshecha']) expect(screen.getByText(state)).toBeInTheDocument();
    expect(screen.getByText('2 de 7 partes')).toBeInTheDocument();
    const buttons = screen.getAllByRole('button', { name: /^Deshacer la importación del/ });
    expect(buttons).toHaveLength(2);
    await user.click(buttons[1] as HTMLElement);
    expect(screen.getByText('3 personas · 2 cuentas nuevas · 5 cursos dados')).toBeInTheDocument();
    const confirm = screen.getByRole('button', { name: 'Deshacer toda la importación' });
    expect(confirm).toBeDisabled();
    await user.type(screen.getByLabelText('Motivo'), 'Otro grupo');
    await user.click(confirm);
    expect(await screen.findByText('50 cambios deshechos')).toBeInTheDocument();
    expect(school.undone).toEqual([{ url: '/api/usuariocurso/lote/viejo/deshacer', desde: 0, motivo: 'Otro grupo' }]);
  });

  // rows: I19
  test('one that somebody stopped says with how many rows; one that is being undone how far it is, and is gone on with from there', async () => {
    school.list = [
      { ...ended, lote: 'parada', estado: 'parada', hechas: 50 },
      { ...ended, lote: 'larga', estado: 'deshaciendo', partes: 30, deshecho: { partes: 10, cambios: 480, rechazados: 1 } },
      {
        ...ended,
        lote: 'fue',
        estado: 'deshecha',
        deshecha: '2026-03-03T17:00:00.000Z',
        deshecho: { partes: 2, cambios: 7, rechazados: 0 },
      },
    ];
    school.undoFrom = [20];
    const user = show();
    expect(await screen.findByText('Detenida')).toBeInTheDocument();
    for (const said of ['50 de 90 filas', 'Deshaciendo', '10 de 30 partes', '7 cambios deshechos'])
      expect(screen.getByText(said)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Seguir deshaciendo la importación del/ }));
    await user.type(screen.getByLabelText('Motivo'), 'Otro grupo');
    await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
    expect(await screen.findByText('580 cambios deshechos')).toBeInTheDocument();
    expect(school.undone.map(({ desde }) => desde)).toEqual([10, 20]);
  });

  test('one that another window came to the end of first is undone, without a figure of this window’s part alone', async () => {
    school.list = [ended];
    school.undoFrom = [10];
    school.undoneElsewhere = true;
    const user = show();
    await user.click(await screen.findByRole('button', { name: /^Deshacer la importación del/ }));
    await user.type(screen.getByLabelText('Motivo'), 'Otro grupo');
    await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
    expect(await screen.findByText(/Otra ventana terminó de deshacerla/)).toBeInTheDocument();
    expect(screen.queryByText('50 cambios deshechos')).toBeNull();
  });

  test('one whose undoing is cut off says so, and is undone by another press', async () => {
    school.list = [ended];
    school.undoFails = true;
    const user = show();
    await user.click(await screen.findByRole('button', { name: /^Deshacer la importación del/ }));
    await user.type(screen.getByLabelText('Motivo'), 'Otro grupo');
    await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
    expect(await screen.findByRole('heading', { name: 'A medio deshacer' })).toBeInTheDocument();
    expect(screen.getByText(/No se terminó de deshacer/)).toBeInTheDocument();
    school.undoFails = false;
    await user.click(screen.getByRole('button', { name: 'Deshacer toda la importación' }));
    expect(await screen.findByText('50 cambios deshechos')).toBeInTheDocument();
    expect(school.undone.map(({ motivo }) => motivo)).toEqual(['Otro grupo', 'Otro grupo']);
  });

  test('are none at first; while a file is checked above none can be undone; and a list that fails is read again', async () => {
    show();
    expect(await screen.findByText('Aún no hay importaciones')).toBeInTheDocument();
    cleanup();
    school.list = [ended];
    await begin(31);
    expect(screen.getByRole('button', { name: /^Deshacer la importación del/ })).toBeDisabled();
    cleanup();
    school.list = null;
    const user = show();
    expect(await screen.findByText('No se pudieron cargar las importaciones')).toBeInTheDocument();
    school.list = [ended];
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Beatriz Rey')).toBeInTheDocument();
  });
});
