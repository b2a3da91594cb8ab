import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PersonCourse } from '../../../../backend/api/contract/assignments.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const courseOf = (id_curso: number, titulo: string, fuentes: PersonCourse['fuentes']): PersonCourse => ({
  ...{ id_curso, titulo, fuentes, tipo: 'Básico', inscrito: '2026-03-02T12:00:00.000Z', progreso: 40 },
});
/** The school, as far as the page sees it. */
const sent = {
  writes: [] as [string, unknown][],
  theirs: [] as PersonCourse[],
  results: [] as object[],
  refuse: null as string | null,
  refused: 0,
};
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'X-Position': String(sent.writes.length).padStart(6, '0'),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (method !== 'GET') {
      sent.writes.push([`${method} ${url}`, text ? JSON.parse(text) : null]);
      if (sent.refuse) return answer({ code: sent.refuse, message: '' }, 422);
      if (url.endsWith('/deshacer')) return answer({ deshechos: 1, rechazados: sent.refused, siguiente: null });
      const { pasos } = JSON.parse(text) as { pasos: { accion: string }[] };
      const results = sent.results.length > 0 ? sent.results : pasos.map((step) => ({ ...step, resultado: 'hecho', codigo: null }));
      const done = (accion: string) =>
        (results as { accion: string; resultado: string }[]).filter((one) => one.accion === accion && one.resultado === 'hecho').length;
      return answer({ lote: 'lote-1', resultados: results, agregados: done('agregar'), quitados: done('quitar') }, 201);
    }
    if (url === '/api/personas/7') return answer({ id: 7, name: 'Ana Ruiz', email: 'ana@ejemplo.mx' });
    if (url.startsWith('/api/cursos/2/inscritos')) return answer({ personas: [], total: 0, siguiente: null });
    if (url === '/api/personas/7/cursos') return answer(sent.theirs);
    if (url.startsWith('/api/personas/')) return answer({ code: 'USER_NOT_FOUND', message: '' }, 404);
    if (url.startsWith('/api/cursos/cursos'))
      return answer(
        [1, 2, 3, 4].map((id) => ({ id, nombre: ['Uno', 'Dos', 'Tres', 'Viejo'][id - 1], tipo: 'Básico', archivado: id === 4 })),
      );
    return answer({}, 404);
  });
});

let page: typeof import('./user-courses-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/user-courses` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./user-courses-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(sent, { writes: [], results: [], refuse: null, refused: 0, theirs: [courseOf(1, 'Uno', ['compra', 'beca'])] });
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

const show = (query = '') => {
  const routes = [{ path: '/admin/user-courses', Component: page.Component }];
  const router = createMemoryRouter(routes, { initialEntries: [`/admin/user-courses${query}`] });
  render(
    <Provider store={api.store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
};

// rows: I14, I15, I16
test('without anybody it says what to do; who does not exist is said by their number', async () => {
  show();
  expect(screen.getByText('Selecciona un usuario para ver sus cursos.')).toBeVisible();
  expect(screen.getByText('Selecciona primero un usuario.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Usuario' })).toHaveTextContent('Ninguno');
  cleanup();
  show('?userId=99');
  expect(await screen.findByText('El usuario con ID 99 no existe o no se pudo cargar.')).toBeVisible();
  cleanup();
  show('?userId=nadie');
  expect(await screen.findByText('El usuario con ID nadie no existe o no se pudo cargar.')).toBeVisible();
  // There is nothing to ask again: the address names nobody.
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  cleanup();
  show('?courseId=2');
  expect(await screen.findByText('Nadie tiene este curso todavía.')).toBeVisible();
  expect(screen.getByText('Con «Agregar personas» lo reciben varias a la vez.')).toBeVisible();
});

// rows: I16
test('ticked courses are given at once; what was not given is said by its name, and «Deshacer» takes the batch back', async () => {
  const user = show('?userId=7');
  await screen.findByText('Uno');
  const region = within(screen.getByRole('region', { name: 'Cursos asignados' }));
  await user.click(region.getByRole('button', { name: 'Agregar cursos' }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Agregar cursos', hidden: true }));
  // Nothing ticked: it only closes.
  await user.click(dialog().getByRole('button', { name: 'Confirmar', hidden: true }));
  expect(sent.writes).toEqual([]);
  await user.click(region.getByRole('button', { name: 'Agregar cursos' }));
  expect(dialog().queryByLabelText(/Uno/)).toBeNull();
  await user.click(await dialog().findByLabelText(/Dos/));
  await user.click(dialog().getByLabelText(/Tres/));
  expect(dialog().queryByLabelText(/Viejo/), 'what is archived is given to nobody').toBeNull();
  await user.type(dialog().getByLabelText('Motivo'), 'convenio');
  const step = (id_curso: number, resultado: string, codigo: string | null = null) => ({
    ...{ id_usuario: 7, id_curso, accion: 'agregar', resultado, codigo },
  });
  sent.results = [step(2, 'hecho'), step(3, 'rechazado', 'COURSE_NOT_FOUND')];
  await user.click(dialog().getByRole('button', { name: 'Confirmar', hidden: true }));
  await waitFor(() => expect(notices.success).toHaveBeenCalled());
  expect(notices.success.mock.calls[0]?.[0]).toBe('Se ha agregado 1 curso al usuario');
  expect(notices.error).toHaveBeenCalledWith('Tres: No se encontró el curso');
  notices.success.mock.calls[0]?.[1].action.onClick();
  await waitFor(() => expect(sent.writes.at(-1)?.[0]).toBe('POST /api/usuariocurso/lote/lote-1/deshacer'));
  await waitFor(() => expect(notices.success).toHaveBeenLastCalledWith('Se deshizo 1 cambio'));
  sent.refused = 2;
  notices.success.mock.calls[0]?.[1].action.onClick();
  await waitFor(() => expect(notices.error).toHaveBeenLastCalledWith('2 cambios no se pudieron deshacer'));
});

test('the tier of a course is said in the language of the reader', async () => {
  i18next.addResource('es-MX', 'common', 'plan.basic', 'Basic');
  show('?userId=7');
  expect(await screen.findByText(/^Basic · Desde/)).toBeVisible();
  i18next.addResource('es-MX', 'common', 'plan.basic', 'Básico');
});

// rows: I15, I17
test('says where a course is from, and warns before taking what was paid for', async () => {
  const user = show('?userId=7');
  const course = within((await screen.findByText('Uno')).closest('li') as HTMLElement);
  expect(course.getByText('Compra')).toBeVisible();
  expect(course.getByText('Beca')).toBeVisible();
  await user.click(course.getByRole('button', { name: 'Acciones de Uno' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Quitar el curso' }));
  const dialog = within(screen.getByRole('dialog', { name: '¿Quitar «Uno» a Ana Ruiz?', hidden: true }));
  expect(dialog.getByText(/^Lo compró\./)).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Motivo'), 'pidió su baja');
  const take = dialog.getByRole('button', { name: 'Quitar', hidden: true });
  expect(take).toBeDisabled();
  await user.click(dialog.getByLabelText('Quitarlo aunque lo haya comprado'));
  sent.refuse = 'STORE_UNAVAILABLE';
  await user.click(take);
  expect(await dialog.findByText(/^No se pudo eliminar el curso del usuario/)).toBeInTheDocument();
  sent.refuse = null;
  await user.click(take);
  await waitFor(() => expect(notices.success.mock.calls[0]?.[0]).toBe('Curso eliminado del usuario correctamente'));
  expect(sent.writes.at(-1)?.[1]).toEqual({
    pasos: [{ id_usuario: 7, id_curso: 1, accion: 'quitar' }],
    motivo: 'pidió su baja',
    pagados: true,
  });
});
