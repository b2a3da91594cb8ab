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
import type { ApiKeyRecord, OutgoingRecord } from '../../../../backend/api/contract/integrations.ts';
import type { PlatformRecord } from '../../../../backend/api/contract/platforms.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const SECRET = `av_0123456789ab_${'s'.repeat(43)}`;
const key = {
  ...{ id: '0123456789ab', nombre: 'CRM', inicio: 'av_0123456789ab_', permisos: ['leads.manage'], por_segundo: 10, estado: 'vigente' },
  ...{ vence: '2026-12-31', responsable: { id: 1, nombre: 'Renata' }, creada: '2026-03-02T12:00:00.000Z', rotada: null },
  ...{ anterior_hasta: null, usada: null, revocada: null },
} as const satisfies ApiKeyRecord;
const xapiOfType = (tipo: string) =>
  tipo === 'LearnerEnrolled'
    ? { verbos: ['http://adlnet.gov/expapi/verbs/registered'], actividad: 'http://adlnet.gov/expapi/activities/course' }
    : null;
const outgoingOf = (tipo: string, es: string) => ({
  tipo,
  resumen: `${tipo}.`,
  categoria: { es, en: es },
  esquema: {},
  xapi: xapiOfType(tipo),
});
const catalogue: OutgoingRecord[] = [
  outgoingOf('CourseRenamed', 'Cursos'),
  outgoingOf('CoursePublished', 'Cursos'),
  outgoingOf('LearnerEnrolled', 'Inscripciones'),
];
const school = {
  ...{ keys: [] as ApiKeyRecord[], hooks: [] as object[], platforms: [] as PlatformRecord[] },
  writes: [] as { call: string; body: unknown }[],
  earlierKey: null as string | null,
};
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
    if (url === '/api/plataformas/llave') school.earlierKey = '2026-04-01T17:00:00.000Z';
  }
  response.writeHead(method === 'POST' ? 201 : 200, {
    'content-type': 'application/json',
    'X-Position': String(school.writes.length).padStart(6, '0'),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Expose-Headers': '*',
  });
  const made = { message: '', id: key.id, clave: SECRET, secreto: SECRET };
  const lists: Record<string, unknown> = {
    '/api/webhooks/catalogo': catalogue,
    '/api/webhooks': { envia: true, webhooks: school.hooks },
    '/api/empresas': { regreso: 'https://escuela.mx/api/auth/empresa/regreso', escuela: 'https://escuela.mx', empresas: [] },
    '/api/plataformas': {
      direcciones: {
        inicio: 'https://escuela.mx/api/lti/login',
        entrada: 'https://escuela.mx/api/lti/launch',
        llaves: 'https://escuela.mx/api/lti/jwks',
      },
      llave: { desde: '2026-03-02T17:00:00.000Z', anterior_hasta: school.earlierKey },
      plataformas: school.platforms,
    },
    '/api/plataformas/p1/calificaciones': {
      ...{ envia: true, ultima: '2026-03-02T12:00:00.000Z', total: 1 },
      pendientes: [
        {
          ...{ id: '7_2:abc', persona: 'Ana Ruiz', curso: 'Agentes', clase: null, fecha: '2026-03-02T12:00:00.000Z', intentos: 8 },
          ...{ falla: 'calificacion', estado: 403, otra_vez: null },
        },
      ],
    },
    '/api/plataformas/p2/calificaciones': { envia: true, ultima: '2026-03-02T12:00:00.000Z', total: 0, pendientes: [] },
    '/api/plataformas/p3/calificaciones': { envia: true, ultima: null, total: 0, pendientes: [] },
  };
  const found = lists[url.split('?')[0] ?? ''] ?? school.keys;
  response.end(JSON.stringify(method === 'GET' ? found : made));
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

const show = (address = '/admin/integrations') => {
  const router = createMemoryRouter([{ path: '/admin/integrations', Component: page.Component }], { initialEntries: [address] });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup({ delay: null });
};

// rows: P04
test('a webhook is registered with the events that are ticked, by category; everything is one choice', async () => {
  const person = show('/admin/integrations?seccion=webhooks');
  school.writes.length = 0;
  await person.click(await screen.findByRole('button', { name: 'Nuevo webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo webhook' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Nombre' }), 'CRM');
  await person.type(within(dialog).getByRole('textbox', { name: 'Dirección' }), 'https://crm.mx/avisos');
  await person.click(within(dialog).getByRole('button', { name: 'Crear webhook' }));
  expect(await within(dialog).findByText('Marca al menos un aviso.')).toBeInTheDocument();
  await person.click(within(dialog).getByText('Cursos (0 de 2)'));
  await person.click(within(dialog).getByRole('checkbox', { name: /CoursePublished/ }));
  expect(within(dialog).getByText('Cursos (1 de 2)')).toBeInTheDocument();
  await person.click(within(dialog).getByRole('button', { name: 'Crear webhook' }));
  expect(await screen.findByRole('dialog', { name: 'Guarda este secreto' })).toBeInTheDocument();
  const body = { nombre: 'CRM', formato: 'eventos', direccion: 'https://crm.mx/avisos', tipos: ['CoursePublished'] };
  expect(school.writes).toEqual([{ call: 'POST /api/webhooks', body }]);
  await person.click(screen.getByRole('button', { name: 'Listo, ya lo guardé' }));
  await person.click(screen.getByRole('button', { name: 'Nuevo webhook' }));
  await person.type(screen.getByRole('textbox', { name: 'Nombre' }), 'CRM');
  await person.type(screen.getByRole('textbox', { name: 'Dirección' }), 'https://crm.mx/avisos');
  await person.click(screen.getByRole('radio', { name: /De todo lo del catálogo/ }));
  await person.click(screen.getByRole('button', { name: 'Crear webhook' }));
  await waitFor(() => expect(school.writes.at(-1)).toEqual({ call: 'POST /api/webhooks', body: { ...body, tipos: null } }));
});

// rows: P05
test('a key is made with what is ticked, and its secret is shown that once', async () => {
  const person = show();
  school.writes.length = 0;
  school.keys = [];
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

// rows: P10
test('a key for an assistant is shown with what goes into its settings; how to connect one stands below the keys', async () => {
  const person = show();
  school.keys = [];
  await person.click(await screen.findByText('Conectar un asistente'));
  expect(screen.getByText(/"url": "http:\/\/127\.0\.0\.1:\d+\/api\/mcp"/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Nueva clave' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nueva clave' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Nombre' }), 'Asistente');
  await person.click(within(dialog).getByRole('checkbox', { name: /Conectar un asistente \(MCP\)/ }));
  await person.click(within(dialog).getByRole('button', { name: 'Crear clave' }));
  const shown = await screen.findByRole('dialog', { name: 'Guarda esta clave' });
  const settings = JSON.parse(within(shown).getByText(/"mcpServers"/).textContent ?? '') as { mcpServers: { aulaviva: object } };
  expect(settings.mcpServers.aulaviva).toMatchObject({ type: 'http', headers: { Authorization: `Bearer ${SECRET}` } });
});

// rows: M09
test('a learning record store is offered only what is a statement, each with its verb', async () => {
  const person = show('/admin/integrations?seccion=webhooks');
  school.writes.length = 0;
  await person.click(await screen.findByRole('button', { name: 'Nuevo webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo webhook' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Nombre' }), 'LRS');
  await person.click(within(dialog).getByRole('radio', { name: /Declaraciones de xAPI/ }));
  await person.type(within(dialog).getByRole('textbox', { name: 'Dirección' }), 'https://lrs.mx/xapi');
  expect(within(dialog).queryByText('Cursos (0 de 2)')).toBeNull();
  await person.click(within(dialog).getByText('Inscripciones (0 de 1)'));
  await person.click(within(dialog).getByRole('checkbox', { name: /LearnerEnrolled\s*registered/ }));
  await person.click(within(dialog).getByRole('button', { name: 'Crear webhook' }));
  await waitFor(() =>
    expect(school.writes.at(-1)?.body).toEqual({
      ...{ nombre: 'LRS', formato: 'xapi', direccion: 'https://lrs.mx/xapi', tipos: ['LearnerEnrolled'] },
    }),
  );
});

// rows: P06
test('a company is registered with its provider and domains; the address to register there is on the page', async () => {
  const person = show('/admin/integrations?seccion=empresas');
  school.writes.length = 0;
  const button = await screen.findByRole('button', { name: 'Nueva empresa' });
  await waitFor(() => expect(button).toBeEnabled());
  await person.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Nueva empresa' });
  await person.type(within(dialog).getByRole('textbox', { name: 'Nombre de la empresa' }), 'Acero');
  await person.type(within(dialog).getByRole('textbox', { name: 'Dirección del proveedor (issuer)' }), 'https://login.acero.mx');
  expect(within(dialog).getByText('https://escuela.mx/api/auth/empresa/regreso/login.acero.mx')).toBeInTheDocument();
  await person.type(within(dialog).getByRole('textbox', { name: 'Identificador del cliente (client ID)' }), 'escuela');
  await person.type(within(dialog).getByLabelText('Secreto del cliente'), 'secreto-largo');
  await person.click(within(dialog).getByRole('button', { name: 'Registrar empresa' }));
  expect(await within(dialog).findByText('Escribe al menos un dominio.')).toBeInTheDocument();
  await person.type(within(dialog).getByRole('textbox', { name: 'Dominios de correo' }), 'acero.mx{enter}acero.com');
  await person.click(within(dialog).getByRole('button', { name: 'Registrar empresa' }));
  await waitFor(() => expect(school.writes).toHaveLength(1));
  expect(school.writes[0]).toEqual({
    call: 'POST /api/empresas',
    body: {
      ...{ nombre: 'Acero', emisor: 'https://login.acero.mx', cliente: 'escuela', secreto: 'secreto-largo', beca: '' },
      ...{ dominios: ['acero.mx', 'acero.com'], crea_cuentas: true },
    },
  });
});

// rows: P06
test('a learning platform is registered with what it shows, by lines; what to put into it stands below', async () => {
  const person = show('/admin/integrations?seccion=plataformas');
  school.writes.length = 0;
  expect(await screen.findByText(/Initiate login URL: https:\/\/escuela.mx\/api\/lti\/login/)).toBeInTheDocument();
  await person.click(screen.getByText('Qué escribir en la plataforma'));
  expect(screen.getByText(/Public keyset: https:\/\/escuela.mx\/api\/lti\/jwks/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Cambiar la llave' }));
  const sure = await screen.findByRole('dialog', { name: '¿Cambiar la llave de la escuela?' });
  await person.click(within(sure).getByRole('button', { name: 'Cambiar la llave' }));
  await waitFor(() => expect(school.writes).toEqual([{ call: 'POST /api/plataformas/llave', body: null }]));
  expect(await screen.findByText(/La anterior se publica hasta el/)).toBeInTheDocument();
  school.writes.length = 0;
  await person.click(screen.getByRole('button', { name: 'Nueva plataforma' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nueva plataforma' });
  const field = (name: string) => within(dialog).getByRole('textbox', { name });
  await person.type(field('Nombre'), 'Moodle de Acme');
  await person.click(within(dialog).getByRole('button', { name: 'Registrar plataforma' }));
  expect((await within(dialog).findAllByText('Escribe este dato: está en la plataforma.')).length).toBe(6);
  expect(school.writes).toEqual([]);
  await person.type(field('Emisor (issuer)'), 'https://moodle.acme.mx');
  await person.type(field('Id de cliente (client ID)'), 'Ab3cD');
  await person.type(field('Ids de implementación (deployment ID)'), '1{Enter}2');
  await person.type(field('Dirección de autenticación'), 'https://moodle.acme.mx/mod/lti/auth.php');
  await person.type(field('Dirección de llaves públicas'), 'https://moodle.acme.mx/mod/lti/certs.php');
  await person.type(field('Dominios de correo'), 'acme.mx');
  await person.click(within(dialog).getByRole('button', { name: 'Registrar plataforma' }));
  await waitFor(() =>
    expect(school.writes).toEqual([
      {
        call: 'POST /api/plataformas',
        body: {
          ...{ nombre: 'Moodle de Acme', emisor: 'https://moodle.acme.mx', cliente: 'Ab3cD', implementaciones: ['1', '2'] },
          ...{ autorizacion: 'https://moodle.acme.mx/mod/lti/auth.php', llaves: 'https://moodle.acme.mx/mod/lti/certs.php' },
          ...{ dominios: ['acme.mx'], crea_cuentas: true, beca: '', credenciales: '' },
        },
      },
    ]),
  );
});

// rows: P04
test('webhooks that stopped by themselves are listed alone by their address', async () => {
  const hook = {
    servidor: 'crm.mx',
    formato: 'eventos',
    tipos: null,
    desde: '1',
    detenido: null,
    anterior_hasta: null,
    esperando: 0,
    ultimo: null,
  };
  const named = (nombre: string, estado: string) => ({ ...hook, id: nombre, nombre, estado });
  school.hooks = [named('Uno', 'activo'), named('Dos', 'sin-respuesta'), named('Tres', 'detenido'), named('Cuatro', 'dado-de-baja')];
  const person = show('/admin/integrations?seccion=webhooks&detenidos=1');
  await screen.findByText('Dos');
  expect(['Uno', 'Tres', 'Cuatro'].map((name) => screen.queryByText(name) !== null)).toEqual([false, false, true]);
  await person.click(screen.getByRole('checkbox', { name: 'Solo los que se detuvieron por sí mismos' }));
  expect(await screen.findByText('Uno')).toBeInTheDocument();
});

const platform: PlatformRecord = {
  ...{ id: 'p1', nombre: 'Moodle de Acme', emisor: 'https://moodle.acme.mx', cliente: 'Ab3cD', implementaciones: ['1'] },
  ...{ autorizacion: 'https://moodle.acme.mx/auth', llaves: 'https://moodle.acme.mx/keys', credenciales: 'https://moodle.acme.mx/token' },
  ...{ dominios: ['acme.mx'], crea_cuentas: true, beca: null, estado: 'activa', desde: '2026-03-02T12:00:00.000Z', ultima: null },
};

// rows: P06
test('the grades that did not arrive at a platform are shown with why, and one is sent again', async () => {
  school.platforms = [platform];
  const person = show('/admin/integrations?seccion=plataformas');
  school.writes.length = 0;
  await person.click(await screen.findByRole('button', { name: 'Acciones de Moodle de Acme' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Calificaciones' }));
  const dialog = await screen.findByRole('dialog', { name: 'Calificaciones para «Moodle de Acme»' });
  expect(await within(dialog).findByText(/La plataforma no aceptó la calificación.*403/)).toBeInTheDocument();
  expect(within(dialog).getByText('No llegó')).toBeInTheDocument();
  await person.click(within(dialog).getByRole('button', { name: 'Enviar otra vez Ana Ruiz' }));
  const call = 'POST /api/plataformas/p1/calificaciones';
  await waitFor(() => expect(school.writes).toEqual([{ call, body: { calificacion: '7_2:abc' } }]));
  school.platforms = [];
});

// rows: P06
test.each([
  ['p2', 'Nada espera ni falló'],
  ['p3', 'Todavía no se ha mandado ninguna'],
])('where no grade waits there is no list: it says so (%s)', async (id, words) => {
  school.platforms = [{ ...platform, id }];
  const person = show('/admin/integrations?seccion=plataformas');
  await person.click(await screen.findByRole('button', { name: 'Acciones de Moodle de Acme' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Calificaciones' }));
  const dialog = await screen.findByRole('dialog', { name: 'Calificaciones para «Moodle de Acme»' });
  expect(await within(dialog).findByText(words)).toBeInTheDocument();
  expect(within(dialog).queryByRole('list')).toBeNull();
  school.platforms = [];
});

test('who reads the metadata of a company before pasting any is told what is missing', async () => {
  const person = show('/admin/integrations?seccion=empresas');
  const button = await screen.findByRole('button', { name: 'Nueva empresa' });
  await waitFor(() => expect(button).toBeEnabled());
  await person.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Nueva empresa' });
  await person.click(within(dialog).getByRole('radio', { name: 'SAML 2.0' }));
  await person.click(within(dialog).getByRole('button', { name: 'Leer metadatos' }));
  expect(await within(dialog).findByText('Pega la dirección o el XML de los metadatos.')).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: /^Metadatos del proveedor/ })).toHaveFocus();
});
