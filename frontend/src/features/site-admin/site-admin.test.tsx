import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorCatalogue } from '../../../../backend/api/contract/errors.ts';
import type { ManagedItem, ManagedSite } from '../../../../backend/api/contract/site.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

interface Write {
  method: string;
  url: string;
  body: { contenido?: Record<string, unknown>; orden?: number[]; motivo?: string; video?: object } | undefined;
  ifMatch: string | undefined;
}
/** The site, as far as the page sees it: one section of employers. */
const site = {
  items: [] as ManagedItem[],
  prices: [] as ManagedSite['precios'],
  /** Fields of the school's data that differ from the initial ones. */
  school: {} as Partial<ManagedSite['escuela']>,
  writes: [] as Write[],
  reads: 0,
  /** Writes are answered only after this promise. */
  hold: null as Promise<void> | null,
  upload: { status: 200, body: {} as object, hold: null as Promise<void> | null },
  refuse: null as { status: number; code: string; message?: string; errors?: { path: string; message: string }[] } | null,
};
const LOGO = '/api/files/img_sitio/logo.webp';
const employer = (id: number, nombre: string, more: Partial<ManagedItem> = {}): ManagedItem => ({
  id,
  visible: true,
  quitado: false,
  version: 1,
  creado: '2026-11-01T12:00:00.000Z',
  cambiado: '2026-11-01T12:00:00.000Z',
  ingles: null,
  contenido: { nombre, logo: null, enlace: null },
  ...more,
});
const managed = () => ({
  secciones: { prensa: [], testimonios: [], empleadores: site.items, canales: [], cifras: [], preguntas: [], politicas: [] },
  escuela: {
    nombre: 'Aulaviva',
    logo: null,
    color: null,
    correo: 'hola@aulaviva.example',
    telefono: null,
    direccion: null,
    zona: 'America/Tijuana',
    horario: { dias: [1, 2, 3, 4, 5], abre: '10:00', cierra: '18:00' },
    mensajeria: null,
    servidor: null,
    redes: [],
    mision: { texto: 'Enseñar', autor: 'Dirección' },
    video: null,
    ...site.school,
  },
  precios: site.prices,
  metodosDePago: [],
  transferencia: '',
  iva: null,
  cambio: null,
  variables: [{ nombre: 'horario', valor: 'lunes a viernes' }],
});
const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const part of request) text += part;
  return text ? (JSON.parse(text) as Write['body']) : undefined;
};
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'X-Position': String(site.writes.length).padStart(6, '0'),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (method === 'OPTIONS') return answer({});
    if (url.startsWith('/api/files/upload')) {
      for await (const _ of request);
      await site.upload.hold;
      return answer(site.upload.body, site.upload.status);
    }
    if (method === 'GET') {
      if (url === '/api/sitio/administrar') {
        site.reads++;
        return answer(managed());
      }
      if (url.startsWith('/api/sitio/precios/historial'))
        return answer({
          siguiente: null,
          cambios: [
            {
              ...{
                version: 1,
                tipo: 'ExchangeRateSet',
                fecha: '2026-11-01T12:00:00.000Z',
                quien: 'Renata Arriaga',
                motivo: null,
                elemento: null,
              },
              cambios: [{ campo: 'cambio', antes: null, despues: '18.5000 MXN, 2026-11-27' }],
            },
          ],
        });
      if (url.includes('/historial'))
        return answer({
          siguiente: null,
          cambios: [
            {
              version: 1,
              tipo: 'EmployerEdited',
              fecha: '2026-11-01T12:00:00.000Z',
              quien: 'Renata Arriaga',
              motivo: 'Cambió de nombre',
              elemento: { id: 1, nombre: 'Uno' },
              cambios: [{ campo: 'nombre', antes: 'Primero', despues: 'Uno' }],
            },
          ],
        });
      return answer({ code: 'NOT_FOUND', message: '' }, 404);
    }
    const body = await bodyOf(request);
    site.writes.push({ method, url, body, ifMatch: request.headers['if-match'] as string | undefined });
    await site.hold;
    if (site.refuse) return answer({ message: '', ...site.refuse }, site.refuse.status);
    const id = Number(/empleadores\/(\d+)/.exec(url)?.[1]);
    if (body?.orden) site.items = body.orden.flatMap((one) => site.items.find((item) => item.id === one) ?? []);
    else if (method === 'PUT')
      site.items = site.items.map((item) =>
        item.id === id ? { ...item, version: item.version + 1, contenido: body?.contenido as ManagedItem['contenido'] } : item,
      );
    return answer({ message: 'Cambios guardados correctamente' });
  })();
});

const user = {
  id: 2,
  username: 'renata',
  name: 'Renata Arriaga',
  first_name: 'Renata',
  last_name: 'Arriaga',
  email: null,
  country: null,
  username_confirmed: true,
  city: null,
  state_province: null,
  postal_code: null,
  bio: null,
  website: null,
  github: null,
  linkedin: null,
  phone_number: null,
  is_phone_verified: false,
  email_verified: true,
  user_role: 2,
  tipo_usuario: 1,
  is_active: true,
  profile_picture: null,
  profile_image: null,
  created_at: '',
  createdDate: '',
  version: 1,
};
let page: typeof import('./site-page.tsx');
let api: typeof import('../../api/store.ts');
let topics: typeof import('../../api/topics.ts');
let sessions: typeof import('../../lib/session.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/site` });
  api = await import('../../api/store.ts');
  topics = await import('../../api/topics.ts');
  page = await import('./site-page.tsx');
  sessions = await import('../../lib/session.ts');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(site, {
    items: [employer(1, 'Uno'), employer(2, 'Dos'), employer(3, 'Tres')],
    writes: [],
    prices: [],
    school: {},
    refuse: null,
    hold: null,
    upload: { status: 200, body: { urls: [LOGO], files: [] }, hold: null },
  });
  sessionStorage.clear();
  for (const spy of Object.values(notices)) spy.mockClear();
  sessions.setSessionUser(user);
});
afterEach(cleanup);

const show = (section = 'empleadores') => {
  const store = api.createStore();
  const router = createMemoryRouter([{ path: '/admin/site', Component: page.Component }], {
    initialEntries: [`/admin/site?seccion=${section}`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return {
    person: userEvent.setup(),
    /** Somebody else changed something, and the page received the change. */
    hear: () => store.dispatch(topics.schoolApi.util.invalidateTags(['Live'])),
  };
};
const names = async () => {
  const list = await screen.findByRole('list', { name: /Elementos de Empleadores/ });
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('strong')?.textContent);
};
const button = (name: string) => screen.findByRole('button', { name });
/** An act of an item's menu. */
const pick = async (person: ReturnType<typeof userEvent.setup>, item: string, act: string) => {
  await person.click(await button(`Más acciones de «${item}»`));
  await person.click(await screen.findByRole('menuitem', { name: act }));
};

test('an item moves by the keyboard: the place is told, the focus stays on the button, the order is sent', async () => {
  const { person } = show();
  const up = await button('Subir: Tres');
  up.focus();
  await person.keyboard('{Enter}');
  expect(await names()).toEqual(['Uno', 'Tres', 'Dos']);
  expect(await button('Subir: Tres')).toHaveFocus();
  expect(screen.getByText('Tres: lugar 2 de 3')).toBeInTheDocument();
  await person.keyboard('{Enter}');
  await waitFor(async () => expect(await names()).toEqual(['Tres', 'Uno', 'Dos']));
  // At the top the button is marked as disabled, and keeps the focus.
  expect(await button('Subir: Tres')).toHaveAttribute('aria-disabled', 'true');
  expect(await button('Subir: Tres')).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(site.writes.at(-1)?.body?.orden).toEqual([3, 1, 2]));
  expect(site.writes.every(({ url }) => url.endsWith('/empleadores/orden'))).toBe(true);
  (await button('Bajar: Tres')).focus();
  await person.keyboard('{Enter}');
  expect(await button('Bajar: Tres')).toHaveFocus();
  await waitFor(() => expect(site.writes.at(-1)?.body?.orden).toEqual([1, 3, 2]));
});

test('an order that is refused goes back to what the school has, and says why', async () => {
  site.refuse = { status: 422, code: 'ORDER_MISMATCH' };
  const { person } = show();
  await person.click(await button('Bajar: Uno'));
  await waitFor(() => expect(notices.error).toHaveBeenCalledWith(expect.stringContaining('El orden enviado no coincide')));
  await waitFor(async () => expect(await names()).toEqual(['Uno', 'Dos', 'Tres']));
});

test('whoever leaves while something is being saved is told of no error', async () => {
  const holding = Promise.withResolvers<void>();
  site.hold = holding.promise;
  const { person } = show();
  await person.click(await button('Bajar: Uno'));
  await waitFor(() => expect(site.writes).toHaveLength(1));
  cleanup();
  await show('precios').person.click(await screen.findByRole('checkbox', { name: 'PayPal' }));
  await waitFor(() => expect(site.writes).toHaveLength(2));
  cleanup();
  const { reads } = site;
  holding.resolve();
  // After the save each page reads again: the list twice, because the first read may have begun too early.
  await waitFor(() => expect(site.reads).toBe(reads + 3));
  await waitFor(() => expect(notices.success).toHaveBeenCalled());
  expect(notices.error).not.toHaveBeenCalled();
});

test('an item is edited with its version and its reason', async () => {
  const { person } = show();
  await person.click(await button('Editar: Uno'));
  const dialog = await screen.findByRole('dialog', { name: 'Editar: Uno' });
  const name = within(dialog).getByLabelText('Nombre');
  await person.clear(name);
  await person.type(name, 'Uno SA');
  await person.type(within(dialog).getByLabelText(/Motivo del cambio/), 'Nueva razón social');
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Cambios guardados correctamente'));
  expect(site.writes).toEqual([
    {
      method: 'PUT',
      url: '/api/sitio/secciones/empleadores/1',
      body: { contenido: { nombre: 'Uno SA', logo: '', enlace: '' }, motivo: 'Nueva razón social' },
      ifMatch: '1',
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(async () => expect(await names()).toEqual(['Uno SA', 'Dos', 'Tres']));
});

test('what is wrong stands under its field, which gets the focus; nothing is sent', async () => {
  const { person } = show();
  await person.click(await button('Agregar empleador'));
  const dialog = await screen.findByRole('dialog', { name: 'Agregar empleador' });
  await person.type(within(dialog).getByLabelText(/Enlace/), 'javascript:alert(1)');
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  const name = within(dialog).getByLabelText('Nombre');
  expect(name).toHaveAccessibleDescription('Completa este campo.');
  expect(within(dialog).getByLabelText(/Enlace/)).toHaveAccessibleDescription(/empiece con https/);
  await waitFor(() => expect(name).toHaveFocus());
  expect(site.writes).toEqual([]);
});

test('a failure loses nothing of what was typed, nor does closing the dialog', async () => {
  site.refuse = {
    status: 400,
    code: 'INVALID_ADDRESS',
    errors: [{ path: 'contenido.enlace', message: 'Escribe una dirección que exista.' }],
  };
  const { person } = show();
  await person.click(await button('Agregar empleador'));
  let dialog = await screen.findByRole('dialog', { name: 'Agregar empleador' });
  await person.type(within(dialog).getByLabelText('Nombre'), 'Cuatro');
  await person.type(within(dialog).getByLabelText(/Enlace/), 'https://cuatro.example');
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(within(dialog).getByLabelText(/Enlace/)).toHaveAccessibleDescription('Escribe una dirección que exista.'));
  expect(within(dialog).getByLabelText('Nombre')).toHaveValue('Cuatro');
  site.refuse = { status: 503, code: 'STORE_UNAVAILABLE' };
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  expect(await within(dialog).findByText(/No podemos guardar en este momento/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Nombre')).toHaveValue('Cuatro');
  await person.click(within(dialog).getByRole('button', { name: 'Cerrar' }));

  await person.click(await button('Agregar empleador'));
  dialog = await screen.findByRole('dialog', { name: 'Agregar empleador' });
  expect(within(dialog).getByLabelText('Nombre')).toHaveValue('Cuatro');
  await person.click(within(dialog).getByRole('button', { name: 'Descartar lo escrito' }));
  expect(within(dialog).getByLabelText('Nombre')).toHaveValue('');
});

test('an image is uploaded into its field while the rest is typed, and saved with it', async () => {
  let go = () => {};
  site.upload.hold = new Promise((done) => {
    go = done;
  });
  const { person } = show();
  await person.click(await button('Editar: Uno'));
  const dialog = await screen.findByRole('dialog', { name: 'Editar: Uno' });
  await person.upload(
    within(dialog).getByLabelText('Archivo para: Logotipo'),
    new File([new Uint8Array(4)], 'mi logo.png', { type: 'image/png' }),
  );
  expect(await within(dialog).findByRole('progressbar', { name: 'Subiendo: Logotipo' })).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await person.type(within(dialog).getByLabelText('Nombre'), ' SA');
  go();
  expect(await within(dialog).findByText('Imagen subida correctamente')).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^Logotipo/)).toHaveValue(LOGO);
  expect(within(dialog).getByAltText('Vista previa: Logotipo')).toHaveAttribute('src', LOGO);
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(site.writes).toMatchObject([{ body: { contenido: { nombre: 'Uno SA', logo: LOGO } } }]));
});

test('a file that is refused says why, and the address stays as it was', async () => {
  site.items = [employer(1, 'Uno', { contenido: { nombre: 'Uno', logo: 'https://uno.example/a.png', enlace: null } })];
  const { person } = show();
  await person.click(await button('Editar: Uno'));
  const dialog = await screen.findByRole('dialog', { name: 'Editar: Uno' });
  const send = async (type: string, bytes = 4) => {
    const given = userEvent.setup({ applyAccept: false });
    await given.upload(within(dialog).getByLabelText('Archivo para: Logotipo'), new File([new Uint8Array(bytes)], 'a', { type }));
  };
  await send('image/svg+xml');
  expect(await within(dialog).findByText('Error al subir la imagen: usa una imagen JPEG, PNG o WebP')).toBeInTheDocument();
  await send('image/png', 10 * 1024 * 1024 + 1);
  expect(await within(dialog).findByText('Error al subir la imagen: el archivo pesa más de 10 MB')).toBeInTheDocument();
  site.upload.status = 415;
  site.upload.body = { code: 'UPLOAD_FAILED', message: 'Error al subir la imagen: las imágenes animadas no se aceptan' };
  await send('image/png');
  expect(await within(dialog).findByText('Error al subir la imagen: las imágenes animadas no se aceptan')).toBeInTheDocument();
  Object.assign(site.upload, { status: 200, body: { urls: [], files: [] } });
  await send('image/png');
  expect(await within(dialog).findByText('No se recibió URL de la imagen subida')).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^Logotipo/)).toHaveValue('https://uno.example/a.png');
  expect(within(dialog).getByRole('button', { name: 'Guardar' })).toBeEnabled();
});

test('a video without captions asks for its reason where the reason is written', async () => {
  // As the contract of the call says where it belongs.
  const message = errorCatalogue.CAPTIONS_REQUIRED[1];
  site.refuse = { status: 422, code: 'CAPTIONS_REQUIRED', errors: [{ path: 'motivo', message }] };
  const { person } = show('escuela');
  await person.click(await screen.findByRole('checkbox', { name: 'Mostrar un video en la portada' }));
  await person.type(screen.getByLabelText('Video (dirección)'), 'https://youtu.be/LPZh9BOjkQs');
  await person.type(screen.getByLabelText('Título del video'), 'La escuela');
  await person.click(screen.getByRole('checkbox', { name: 'Tiene subtítulos' }));
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  const reason = screen.getByLabelText(/^Motivo del cambio/);
  await waitFor(() => expect(reason).toHaveAccessibleDescription(/Un video sin subtítulos deja fuera a las personas sordas/));
  await waitFor(() => expect(reason).toHaveFocus());
  site.refuse = null;
  await person.type(reason, 'No tiene voz');
  expect(reason).not.toHaveAccessibleDescription(/sin subtítulos/);
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Cambios guardados correctamente'));
  expect(site.writes.at(-1)?.body).toMatchObject({ motivo: 'No tiene voz', video: { subtitulos: false } });
});

test('of the school’s data only what was touched is sent, and what was not follows what others write', async () => {
  const { person, hear } = show('escuela');
  const mail = await screen.findByLabelText('Correo', { exact: false });
  await person.clear(mail);
  await person.type(mail, 'otro@aulaviva.example');
  site.school = { nombre: 'Otra escuela', horario: { dias: [1], abre: '09:00', cierra: '18:00' }, correo: 'ajeno@aulaviva.example' };
  hear();
  await waitFor(() => expect(screen.getByLabelText('Nombre')).toHaveValue('Otra escuela'));
  expect(screen.getByRole('checkbox', { name: /martes/i })).not.toBeChecked();
  expect(mail).toHaveValue('otro@aulaviva.example');
  await person.click(await button('Guardar'));
  await waitFor(() => expect(site.writes).toHaveLength(1));
  expect(site.writes[0]?.body).toEqual({ correo: 'otro@aulaviva.example' });
  await waitFor(() => expect(notices.success).toHaveBeenCalled());
  await person.click(await button('Guardar'));
  expect(await screen.findByText('No hay cambios que guardar.')).toHaveRole('alert');
});

test('a planned price can be taken back, the price of today cannot', async () => {
  const price = { plan: 'premium' as const, moneda: 'USD' as const, periodo: 'mes' as const, fijado: '2026-11-01T12:00:00.000Z' };
  site.prices = [
    { ...price, monto: 60, desde: '2999-01-01', vigente: false },
    // A price that the later one for the same day replaced has no undo of its own.
    { ...price, monto: 55, desde: '2999-01-01', fijado: '2026-10-31T12:00:00.000Z', vigente: false },
    { ...price, monto: 50, desde: '2026-10-15', vigente: true },
  ];
  const { person } = show('precios');
  const cancel = await screen.findAllByRole('button', { name: /^Anular / });
  expect(cancel.map((one) => one.getAttribute('aria-label'))).toEqual(['Anular $60.00 USD al mes desde el 1 de enero de 2999']);
  await person.click(cancel[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: '¿Anular este precio programado?' });
  await person.type(within(dialog).getByLabelText(/Motivo/), 'Se pospone');
  await person.click(within(dialog).getByRole('button', { name: 'Anular el cambio' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('El precio programado se anuló'));
  expect(site.writes).toMatchObject([{ method: 'DELETE', url: '/api/sitio/precios/premium/2999-01-01?motivo=Se+pospone' }]);
});

test('the tax that prices include is a percentage, and nothing else is sent', async () => {
  const { person } = show('precios');
  const tax = await screen.findByLabelText('IVA incluido en los precios (%)');
  expect(screen.getByText(/Todavía no has dicho cuánto IVA/)).toBeInTheDocument();
  await person.type(tax, '160');
  await person.click(await button('Guardar el IVA'));
  expect(await screen.findByText('Escribe un porcentaje de 0 a 100.')).toBeInTheDocument();
  expect(site.writes).toEqual([]);
  await person.clear(tax);
  await person.type(tax, '16');
  await person.click(await button('Guardar el IVA'));
  await waitFor(() => expect(site.writes).toMatchObject([{ method: 'PUT', url: '/api/sitio/metodos-de-pago', body: { iva: 16 } }]));
});

test('the exchange rate is a number of pesos with its day', async () => {
  const { person } = show('precios');
  const pesos = await screen.findByLabelText('Pesos por un dólar');
  await person.type(pesos, '18,35500');
  await person.click(await button('Guardar el tipo de cambio'));
  expect(await screen.findByText(/Escribe cuántos pesos cuesta un dólar/)).toBeInTheDocument();
  expect(site.writes).toEqual([]);
  await person.clear(pesos);
  await person.type(pesos, '18.355');
  await person.click(await button('Guardar el tipo de cambio'));
  await waitFor(() =>
    expect(site.writes).toMatchObject([{ method: 'PUT', url: '/api/sitio/metodos-de-pago', body: { cambio: { pesos: 18.355 } } }]),
  );
  await person.click(await button('Historial de precios y pagos'));
  expect(await screen.findByText('18.5000 MXN, 27 de noviembre de 2026')).toBeInTheDocument();
});

test('who else changed it meanwhile is told, with what it says now; saving again means it', async () => {
  const { person, hear } = show();
  await person.click(await button('Editar: Uno'));
  const dialog = await screen.findByRole('dialog', { name: 'Editar: Uno' });
  const name = within(dialog).getByLabelText('Nombre');
  await person.clear(name);
  await person.type(name, 'El mío');
  site.items = [employer(1, 'El de otra persona', { version: 2 }), ...site.items.slice(1)];
  hear();
  expect(await within(dialog).findByText('Ahora dice: «El de otra persona»')).toBeInTheDocument();
  expect(within(dialog).getByText(/Otra persona cambió este elemento/)).toBeInTheDocument();
  expect(name).toHaveValue('El mío');
  await person.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(site.writes.at(-1)).toMatchObject({ ifMatch: '2', body: { contenido: { nombre: 'El mío' } } }));
});

test('hiding names the item; the history says who, when, why and what', async () => {
  const { person } = show();
  await pick(person, 'Dos', 'Ocultar');
  await waitFor(() => expect(site.writes).toMatchObject([{ method: 'POST', url: '/api/sitio/secciones/empleadores/2/ocultar' }]));
  await pick(person, 'Uno', 'Historial');
  const dialog = await screen.findByRole('dialog', { name: 'Historial: Uno' });
  expect(await within(dialog).findByText('Se editó')).toBeInTheDocument();
  expect(within(dialog).getByText(/Renata Arriaga/)).toBeInTheDocument();
  expect(within(dialog).getByText('Motivo: Cambió de nombre')).toBeInTheDocument();
  expect(within(dialog).getByText('Primero').tagName).toBe('DEL');
  expect(within(dialog).getByText('Uno', { selector: 'ins' })).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Ver en el registro: Se editó: Uno' })).toHaveAttribute('aria-haspopup', 'dialog');
});

test('what was removed comes back by its notice, and the history says why', async () => {
  const { person } = show();
  await pick(person, 'Uno', 'Quitar elemento');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Quitar elemento' }));
  await waitFor(() => expect(notices.success).toHaveBeenCalled());
  const [, { action }] = notices.success.mock.lastCall as [string, { action: { onClick: () => void } }];
  action.onClick();
  const url = '/api/sitio/secciones/empleadores/1/restaurar';
  await waitFor(() => expect(site.writes.at(-1)).toMatchObject({ method: 'POST', url, body: { motivo: 'se deshizo al momento' } }));
});

test('from the list of what was removed, coming back asks why', async () => {
  site.items = [employer(1, 'Uno', { quitado: true })];
  const { person } = show();
  await person.click(await screen.findByText('1 quitado'));
  await person.click(await button('Restaurar: Uno'));
  const asked = await screen.findByRole('dialog', { name: '¿Restaurar este elemento?' });
  await person.type(within(asked).getByRole('textbox', { name: 'Motivo' }), 'Vuelve a contratar');
  await person.click(within(asked).getByRole('button', { name: 'Restaurar' }));
  await waitFor(() => expect(site.writes).toMatchObject([{ method: 'POST', body: { motivo: 'Vuelve a contratar' } }]));
});
