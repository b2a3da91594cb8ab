import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
const past = vi.hoisted(() => ({ moment: null as string | null, leave: vi.fn() }));
vi.mock('../../lib/past.ts', async (original) => ({ ...(await original<object>()), usePast: () => past.moment, leavePast: past.leave }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => ({ id: 1, user_role: 2 }) }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const personOf = (id: number, username: string, more: Partial<PersonRow> = {}): PersonRow => ({
  ...{ id, username, username_confirmed: true, name: username, first_name: null, last_name: null, email: `${username}@ejemplo.mx` },
  ...{ country: null, city: null, state_province: null, postal_code: null, bio: null, website: null, github: null, linkedin: null },
  ...{ phone_number: null, is_phone_verified: false, email_verified: true, user_role: 1, tipo_usuario: 1, is_active: true },
  ...{ profile_picture: null, profile_image: null, created_at: '2026-03-02T12:00:00.000Z', createdDate: '2026-03-02T12:00:00.000Z' },
  ...{ version: 3, invitacion: null, ...more },
});
const people = [
  personOf(1, 'direccion', { user_role: 2 }),
  personOf(2, 'ana', { name: 'Ana Villaseñor', tipo_usuario: 2, phone_number: '+525512345678' }),
  personOf(3, 'beto', { is_active: false }),
  personOf(4, 'carla', { invitacion: '2026-03-02T12:00:00.000Z', user_role: 3 }),
];
const orderOf = (id: number, titulo: string, more: Partial<OrderRecord>): OrderRecord => ({
  ...{
    id,
    id_usuario: 2,
    tipo: 'curso',
    id_curso: 7,
    id_paquete: null,
    regalo: null,
    abre: 1,
    titulo,
    estado: 'pagado',
    precio: 499,
    moneda: 'MXN',
    periodo: null,
  },
  ...{
    cupon: null,
    descuento: 0,
    impuesto: null,
    transferencia: null,
    empezado: '2026-03-02T12:00:00.000Z',
    pagado: '2026-03-02T12:05:00.000Z',
  },
  ...{
    total: 499,
    devuelto: 0,
    por_devolver: 0,
    devolucion_fallida: null,
    garantia_hasta: null,
    se_devuelve: false,
    causa: null,
    en_disputa: false,
    disputa_perdida: false,
  },
  ...{ suscripcion: null, ...more },
});
const bought = [
  orderOf(2, 'Redes', { estado: 'abierto', pagado: null, total: 0, descuento: 99 }),
  orderOf(1, 'Python', { estado: 'devuelto', devuelto: 199, en_disputa: true, disputa_perdida: true }),
];
/** The school, as far as the page sees it. */
const sent = { asked: [] as string[], writes: [] as [string, unknown][], refuse: null as [number, object] | null };
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
      return sent.refuse ? answer(sent.refuse[1], sent.refuse[0]) : answer({ message: '', id: 9 });
    }
    const id = /^\/api\/personas\/(\d+)$/.exec(url)?.[1];
    const found = people.find((one) => String(one.id) === id);
    if (id) return found ? answer(found) : answer({ code: 'USER_NOT_FOUND', message: '' }, 404);
    if (url.endsWith('/sesiones')) return answer([]);
    if (url === '/api/compras/2') return answer({ compras: bought });
    if (url.startsWith('/api/compras/')) return answer({ compras: [] });
    if (url === '/api/segmentos')
      return answer([{ id: 's1', nombre: 'Instructores premium', rol: 3, plan: 2, estado: null, personas: 12 }]);
    sent.asked.push(url);
    return answer({ personas: people, total: 1_234, desde: 26, siguiente: 'c2' });
  });
});

let page: typeof import('./people-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/users` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./people-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(sent, { asked: [], writes: [], refuse: null });
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

const show = (query = '') => {
  const router = createMemoryRouter([{ path: '/admin/users', Component: page.Component }], { initialEntries: [`/admin/users${query}`] });
  render(
    <Provider store={api.store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
};
const row = async (name: string) => within((await screen.findByText(`${name}@ejemplo.mx`)).closest('tr') as HTMLElement);
const choose = async (user: ReturnType<typeof userEvent.setup>, name: string, act: string) => {
  await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
};

// rows: I06, I07
test('shows each with role, state, plan and since when, in words, and how many there are in all', async () => {
  const { router, user } = show('?rol=3&estado=invitado');
  // Shown by name, with the username beside the e-mail address.
  expect((await row('ana')).getByRole('button', { name: 'Ana Villaseñor' })).toBeVisible();
  expect((await row('ana')).getByText(/^@ana/)).toBeVisible();
  expect((await row('ana')).getByText('Premium')).toBeVisible();
  expect((await row('ana')).getByText('Activo')).toBeVisible();
  expect((await row('ana')).getByText('Desde 2 mar 2026')).toBeVisible();
  expect((await row('beto')).getByText('Inactivo')).toBeVisible();
  expect((await row('carla')).getByText('Instructor')).toBeVisible();
  expect((await row('carla')).getByText('Invitación pendiente')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Lista de Usuarios' })).toBeVisible();
  expect(screen.getByText('1,234 usuarios')).toBeVisible();
  expect(screen.getByText('26 a 29 de 1,234')).toBeVisible();
  expect(sent.asked[0]).toContain('rol=3');
  expect(sent.asked[0]).toContain('estado=invitado');
  await user.selectOptions(screen.getByLabelText('Rol', { selector: 'select' }), 'Todos los roles');
  expect(router.state.location.search).toBe('?estado=invitado');
});

// rows: I20
test('a segment puts its filters in the address; filters without one can be kept under a name', async () => {
  const { router, user } = show();
  await user.selectOptions(await screen.findByLabelText('Segmento'), 'Instructores premium (12)');
  expect(router.state.location.search).toBe('?rol=3&plan=2');
  expect(await screen.findByRole('button', { name: 'Quitar el segmento «Instructores premium»' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Plan', { selector: 'select' }), 'Todos los planes');
  await user.click(await screen.findByRole('button', { name: 'Guardar estos filtros' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar estos filtros', hidden: true }));
  await user.type(dialog.getByLabelText('Nombre del segmento'), 'Instructores');
  await user.click(dialog.getByRole('button', { name: 'Guardar', hidden: true }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Segmento guardado'));
  expect(sent.writes.at(-1)).toEqual(['POST /api/segmentos', { nombre: 'Instructores', rol: 3 }]);
});

// rows: I09
test('shows the record of one person, with «No disponible» where there is no telephone', async () => {
  const { user } = show('?persona=3');
  const panel = within(await screen.findByRole('dialog', { name: 'beto', hidden: true }));
  expect(panel.getByText('No disponible')).toBeInTheDocument();
  expect(panel.getByText('Inactivo')).toBeInTheDocument();
  await user.click(panel.getByRole('tab', { name: 'Sesiones', hidden: true }));
  expect(await panel.findByText('No tiene ninguna sesión abierta.')).toBeInTheDocument();
});

// rows: K04
test('of who was not there yet at the moment that is shown it says so, with the way back to today', async () => {
  past.moment = '2026-01-02T12:00:00.000Z';
  const { user } = show('?persona=9');
  expect(await screen.findByText('Esta persona todavía no estaba')).toBeInTheDocument();
  expect(screen.queryByText('No se pudo cargar a esta persona')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Volver a hoy', hidden: true }));
  expect(past.leave).toHaveBeenCalledOnce();
  past.moment = null;
});

// rows: I10
test('asks for a reason, sends what changed with the version it was made from, and says what the school refuses', async () => {
  const { user } = show();
  await choose(user, 'Ana Villaseñor', 'Editar rol, estado y plan');
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Rol de Usuario', hidden: true }));
  await user.selectOptions(dialog.getByLabelText('Rol'), 'Administrador');
  const save = dialog.getByRole('button', { name: 'Guardar cambios', hidden: true });
  await user.click(save);
  expect(await dialog.findByText('Escribe el motivo.')).toBeInTheDocument();
  expect(sent.writes).toEqual([]);
  await user.type(dialog.getByLabelText('Motivo'), 'dirigirá la escuela');
  sent.refuse = [422, { code: 'LAST_ADMINISTRATOR', message: '' }];
  await user.click(save);
  expect(await dialog.findByText('Error al actualizar: La escuela necesita al menos un administrador activo.')).toBeInTheDocument();
  sent.refuse = null;
  await user.click(save);
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Cambios guardados correctamente'));
  expect(sent.writes.at(-1)).toEqual(['PUT /api/auth/users/2', { user_role: 2, motivo: 'dirigirá la escuela' }]);
});
test('one’s own role and state are not one’s own to change, and nobody deletes themselves', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Acciones de direccion' }));
  expect(await screen.findByRole('menuitem', { name: 'Editar rol, estado y plan' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Eliminar…' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Editar rol, estado y plan' }));
  expect(await screen.findByLabelText('Rol', { selector: 'dialog select' })).toBeDisabled();
  expect(screen.getByText('No puedes desactivar tu propia cuenta.')).toBeInTheDocument();
});

// rows: I09
test('shows what a person paid and was given back, with the papers and the history of each order; or that they bought nothing', async () => {
  const { router } = show('?persona=2&parte=pagos');
  const panel = within(await screen.findByRole('dialog', { name: 'Ana Villaseñor', hidden: true }));
  const sums = within(await panel.findByRole('list', { name: 'Todo lo que pagó, por moneda', hidden: true }));
  expect(sums.getByText(/^Pagado: \$499/)).toBeInTheDocument();
  expect(sums.getByText(/Devuelto: \$199/)).toBeInTheDocument();
  expect(panel.getByText('En disputa')).toBeInTheDocument();
  expect(panel.getByText('Disputa perdida')).toBeInTheDocument();
  expect(panel.getByText(/^\$400.*, sin pagar/)).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Historial de Python', hidden: true })).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Recibos y detalle de «Python»', hidden: true })).toBeInTheDocument();
  await router.navigate('/admin/users?persona=3&parte=pagos');
  expect(await screen.findByText('Esta persona no ha comprado nada')).toBeInTheDocument();
});

// rows: I08
test('adds somebody by an invitation, or with a password; what is missing is said', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Agregar usuario' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar usuario', hidden: true }));
  await user.click(dialog.getByRole('button', { name: 'Enviar invitación', hidden: true }));
  expect((await dialog.findAllByText('Por favor completa todos los campos requeridos.')).length).toBe(2);
  await user.type(dialog.getByLabelText('Nombre'), 'Lía');
  await user.type(dialog.getByLabelText('Correo'), 'lia@ejemplo.mx');
  await user.click(dialog.getByLabelText('Con una contraseña que escribes aquí'));
  await user.type(dialog.getByLabelText('Contraseña'), 'Jardines-de-2026!');
  await user.click(dialog.getByRole('button', { name: 'Crear usuario', hidden: true }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Usuario creado correctamente'));
  expect(sent.writes.at(-1)?.[0]).toBe('POST /api/auth/register');
  expect(screen.queryByRole('dialog', { name: 'Agregar usuario', hidden: true })).toBeNull();
});

// rows: I11
test('to delete is to deactivate, which can be taken back; erasing says what it does and asks for the name', async () => {
  const { user } = show();
  await choose(user, 'Ana Villaseñor', 'Eliminar…');
  const title = '¿Estás seguro de que deseas eliminar este usuario?';
  let dialog = within(await screen.findByRole('dialog', { name: title, hidden: true }));
  await user.type(dialog.getByLabelText('Motivo'), 'ya no estudia');
  await user.click(dialog.getByRole('button', { name: 'Desactivar', hidden: true }));
  await waitFor(() => expect(notices.success).toHaveBeenCalled());
  expect(sent.writes.at(-1)).toEqual(['PUT /api/auth/users/2', { is_active: false, motivo: 'ya no estudia' }]);
  notices.success.mock.calls[0]?.[1].action.onClick();
  await waitFor(() => expect(sent.writes.at(-1)?.[1]).toMatchObject({ is_active: true }));

  await choose(user, 'beto', 'Eliminar…');
  dialog = within(await screen.findByRole('dialog', { name: title, hidden: true }));
  expect(dialog.getByText(/Su nombre, correo, teléfono, perfil y lo que escribió quedan ilegibles/)).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Motivo'), 'lo pidió');
  const erase = dialog.getByRole('button', { name: 'Borrar para siempre', hidden: true });
  expect(erase).toBeDisabled();
  await user.type(dialog.getByLabelText('Para confirmar, escribe «beto»'), 'beto');
  await user.click(erase);
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Usuario eliminado correctamente'));
  expect(sent.writes.at(-1)?.[0]).toBe('DELETE /api/auth/users/3?motivo=lo+pidi%C3%B3');
});
