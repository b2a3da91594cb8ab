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
import type { LeadRecord } from '../../../../backend/api/contract/leads.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const leadOf = (id: string, more: Partial<LeadRecord> = {}): LeadRecord => ({
  id,
  tipo: 'consultoria',
  asunto: 'Consultoría',
  id_curso: null,
  nombre: `Persona ${id}`,
  correo: `${id}@ejemplo.mx`,
  telefono: null,
  empresa: null,
  mensaje: null,
  consentimiento: null,
  campana: null,
  estado: 'nuevo',
  fecha: '2026-03-02T12:00:00.000Z',
  cambiado: '2026-03-02T12:00:00.000Z',
  borrado: false,
  notas: [],
  entrega: { estado: 'ninguna', id: null, intentos: 0, error: null, fecha: null },
  promesa: null,
  ...more,
});
/** The inbox, as far as the page sees it. */
const inbox = { leads: [] as LeadRecord[], entrega: true, asked: [] as string[], writes: [] as string[], refuse: null as string | null };
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  request.resume();
  const answer = (body: unknown, status = 200) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'X-Position': String(inbox.writes.length).padStart(6, '0'),
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': '*',
    });
    response.end(JSON.stringify(body));
  };
  if (method !== 'GET') {
    inbox.writes.push(`${method} ${url}`);
    return inbox.refuse ? answer({ code: inbox.refuse, message: '' }, 422) : answer({ message: '', reintentados: 1, quedan: 0 });
  }
  if (url === '/api/contactos/cuenta')
    return answer({
      estados: (['nuevo', 'contactado', 'convertido', 'descartado'] as const).map((estado) => ({
        estado,
        cantidad: inbox.leads.filter((one) => one.estado === estado).length,
      })),
      promesas: { enRiesgo: 1, vencidas: 2 },
      fallidas: inbox.leads.filter(({ entrega }) => entrega.estado === 'fallida').length,
      entrega: inbox.entrega,
    });
  const id = /^\/api\/contactos\/(\w+)$/.exec(url)?.[1];
  if (id) {
    const found = inbox.leads.find((one) => one.id === id);
    return found ? answer(found) : answer({ code: 'LEAD_NOT_FOUND', message: 'No se encontró ese contacto.' }, 404);
  }
  inbox.asked.push(url);
  const cursor = new URL(url, 'http://x').searchParams.get('cursor');
  return answer(
    cursor
      ? { contactos: inbox.leads.slice(2), siguiente: null }
      : { contactos: inbox.leads.slice(0, 2), siguiente: inbox.leads.length > 2 ? 'c2' : null },
  );
});

let page: typeof import('./leads-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/leads` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./leads-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  const entrega = (estado: LeadRecord['entrega']['estado'], more: object = {}) => ({
    entrega: { estado, id: 'entrega-1', intentos: 6, error: null, fecha: '2026-03-02T12:00:00.000Z', ...more },
  });
  Object.assign(inbox, {
    leads: [
      leadOf('a', entrega('fallida', { error: 'the webhook answered 400' })),
      leadOf('b', {
        ...entrega('entregada'),
        estado: 'contactado',
        promesa: { vence: '2026-03-02T16:00:00.000Z', riesgo: '2026-03-02T15:00:00.000Z', estado: 'vencida' },
      }),
      leadOf('c', { promesa: { vence: '2026-03-02T16:00:00.000Z', riesgo: '2026-03-02T15:00:00.000Z', estado: 'a-tiempo' } }),
    ],
    entrega: true,
    asked: [],
    writes: [],
    refuse: null,
  });
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

const show = (query = '') => {
  const router = createMemoryRouter([{ path: '/admin/leads', Component: page.Component }], { initialEntries: [`/admin/leads${query}`] });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, person: userEvent.setup() };
};

test('a dead letter is seen in the list and in the detail, and is asked for again', async () => {
  const { person } = show();
  expect(await screen.findByText('1 contacto no llegó a la hoja de cálculo.')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Ver cuáles' }));
  await waitFor(() => expect(inbox.asked.at(-1)).toContain('entrega=fallida'));
  const open = await screen.findByRole('button', { name: 'Abrir el contacto de Persona a' });
  expect(within(open.closest('tr') as HTMLElement).getByText('No se entregó')).toBeInTheDocument();
  await person.click(open);
  const dialog = await screen.findByRole('dialog', { name: 'Persona a' });
  expect(
    within(dialog).getByText('Último error: la hoja de cálculo no lo aceptó; hay que revisar cómo está configurada (código 400)'),
  ).toBeInTheDocument();
  expect(within(dialog).getByText('6 intentos')).toBeInTheDocument();
  await person.click(within(dialog).getByRole('button', { name: 'Entregar otra vez' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('La entrega se intenta otra vez'));
  expect(inbox.writes).toEqual(['POST /api/contactos/a/entregar']);
});

test('all dead letters are asked for again at once, with a reason', async () => {
  const { person } = show();
  await person.click(await screen.findByRole('button', { name: 'Entregar otra vez' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Entregar otra vez lo que no llegó?' });
  await person.type(within(dialog).getByLabelText(/Motivo/), 'Ya hay hoja');
  await person.click(within(dialog).getByRole('button', { name: 'Entregar otra vez' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('1 contacto se está entregando otra vez'));
  expect(inbox.writes).toEqual(['POST /api/contactos/entregar']);
});

test('what was delivered, and a school that delivers nothing, have no such button', async () => {
  show('?contacto=b');
  let dialog = await screen.findByRole('dialog', { name: 'Persona b' });
  expect(within(dialog).getByText('Entregado')).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /Entregar/ })).toBeNull();
  cleanup();
  inbox.entrega = false;
  show('?contacto=c');
  dialog = await screen.findByRole('dialog', { name: 'Persona c' });
  expect(await within(dialog).findByText(/no entrega sus contactos/)).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /Entregar/ })).toBeNull();
});

test('promises: those late or in risk are shown above, each in its row by the clock of now', async () => {
  const { person } = show();
  expect(await screen.findByText(/2 respuestas prometidas ya vencieron. 1 está en riesgo/)).toBeInTheDocument();
  expect(await screen.findByText('Respondido tarde')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Siguientes' }));
  // Read as on time, and long past by now.
  expect(await screen.findByText(/^Venció/)).toBeInTheDocument();
});

test('the days of «Cifras» narrow the list, and go with the other filters', async () => {
  const { router, person } = show('?desde=2026-03-01&hasta=2026-03-31');
  expect(await screen.findByRole('group', { name: 'Desde' })).toBeInTheDocument();
  await waitFor(() => expect(inbox.asked.at(-1)).toMatch(/desde=2026-03-01&hasta=2026-03-31/));
  inbox.leads = [];
  await router.navigate('/admin/leads?desde=2026-04-01');
  await person.click(await screen.findByRole('button', { name: 'Quitar filtros' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('filters and search stand in the address and are what is asked', async () => {
  const { router, person } = show('?estado=nuevo&tipo=consultoria');
  await screen.findByRole('button', { name: 'Abrir el contacto de Persona a' });
  await person.type(screen.getByRole('searchbox', { name: 'Buscar contactos' }), 'ana ríos');
  await waitFor(() => expect(router.state.location.search).toContain('buscar=ana+r%C3%ADos'));
  await waitFor(() => expect(inbox.asked.at(-1)).toContain('buscar=ana'));
  expect(inbox.asked.at(-1)).toMatch(/estado=nuevo&tipo=consultoria/);
  expect(inbox.asked.filter((url) => url.includes('buscar='))).toHaveLength(1);
});

test('several contacts change their status at once, and those that are refused are named', async () => {
  const { person } = show();
  await person.click(await screen.findByRole('checkbox', { name: /^Elegir todo/ }));
  await person.click(screen.getByRole('button', { name: 'Marcar como descartado' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('2 contactos cambiaron de estado'));
  expect(inbox.writes).toHaveLength(2);
  inbox.refuse = 'LEAD_ERASED';
  await person.click(screen.getByRole('checkbox', { name: 'Elegir Persona a' }));
  await person.click(screen.getByRole('button', { name: 'Marcar como convertido' }));
  await waitFor(() => expect(notices.error).toHaveBeenCalledWith(expect.stringMatching(/^No se pudo con 1\. /)));
  expect(screen.getByRole('checkbox', { name: 'Elegir Persona a' })).toBeChecked();
});

test('a note that could not be saved is still there', async () => {
  inbox.refuse = 'LEAD_ERASED';
  const { person } = show('?contacto=a');
  const dialog = await screen.findByRole('dialog', { name: 'Persona a' });
  const note = within(dialog).getByLabelText('Nueva nota');
  await person.click(within(dialog).getByRole('button', { name: 'Agregar nota' }));
  expect(note).toHaveAccessibleDescription('Escribe la nota.');
  await person.type(note, 'Llamar mañana');
  await person.click(within(dialog).getByRole('button', { name: 'Agregar nota' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/\S/);
  expect(note).toHaveValue('Llamar mañana');
});
