import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { Toaster } from '../../ui/toaster.tsx';

const me = vi.hoisted(() => ({ id: 2, user_role: 3, name: 'Julián Ocampo' }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => me,
  useMaybeSession: () => me,
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

type Course = AuthoringOutline['curso'];
type Module = AuthoringOutline['modulos'][number];
type Klass = Module['sesiones'][number];
const edit = { en: '2026-03-01T12:00:00.000Z', id_usuario: 9, por: 'Ana Ruiz' };
const klass = (id: number, moduleId: number, more: Partial<Klass> = {}): Klass => ({
  id_sesion: id,
  id_modulo: moduleId,
  titulo: `Clase ${id}`,
  descripcion: '',
  contenido: null,
  link_video: null,
  texto_video: null,
  orden: 1,
  duracion: 0,
  totalSubtemas: 0,
  totalRecursos: 0,
  fecha_creacion: edit.en,
  fecha_actualizacion: edit.en,
  subtemas: [],
  recursos: [],
  modificado: edit,
  ...more,
});
const module = (id: number, more: Partial<Module> = {}): Module => ({
  id,
  id_modulo: id,
  id_curso: 1,
  nombre: `Módulo ${id}`,
  descripcion: 'Qué se logra',
  contenido: 'Lo que se lee',
  content: '',
  link_video: null,
  texto_video: null,
  orden: id,
  progreso: 0,
  completado: false,
  totalSesiones: 0,
  objetivos: [],
  modificado: edit,
  sesiones: [],
  archivadas: [],
  ...more,
});
const course = (): Course => ({
  id: 1,
  id_curso: 1,
  slug: 'curso-1',
  nombre: 'IA para todos',
  descripcion: 'Un curso',
  img_curso: null,
  imagen: null,
  descripcion_imagen: null,
  tipo: 'Básico',
  categoria: 'General',
  dificultad: 'principiante',
  level: 'no-code',
  duracion: null,
  duration: null,
  minutos: 0,
  precio: null,
  price: null,
  moneda: 'MXN',
  stripe_price_id: null,
  id_maestro: 2,
  coinstructores: [],
  instructor: 'Julián Ocampo',
  estado: 0,
  archivado: false,
  destacado: false,
  lugar_destacado: null,
  desbloqueo: 'secuencial',
  ver_videos: 'opcional',
  resolver_ejercicios: 'opcional',
  rating: null,
  reviews: 0,
  students: 0,
  totalModulos: 2,
  totalSesiones: 0,
  totalRecursos: 0,
  totalVideos: 0,
  videosSinTexto: 0,
  created_at: edit.en,
  createdDate: edit.en,
  actualizado: edit.en,
  version: 5,
  copia: null,
  modificado: edit,
});

interface Write {
  method: string;
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
  ifMatch: string | undefined;
}
/** The school, as far as the page sees it. */
const school = {
  outline: null as unknown as AuthoringOutline,
  status: 200,
  writes: [] as Write[],
  /** Errors that the next writes are answered with. */
  refuse: [] as { status: number; code: string }[],
  down: false,
  /** Reads of the outline are answered after this promise, and the function that resolves it. */
  hold: null as Promise<void> | null,
  held: undefined as (() => void) | undefined,
  /** Unsaved text of this person, as stored at the school. */
  typed: {} as Record<string, string>,
  /** The content of each class. */
  said: 'Antes de empezar',
  keeps: 0,
  position: 1,
};
const changed = (change: (outline: AuthoringOutline) => void) => {
  change(school.outline);
  school.outline.curso.version++;
  school.position++;
};
const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const part of request) text += part;
  return text ? JSON.parse(text) : undefined;
};
const carryOut = ({ method, url, body }: Write): unknown => {
  const id = Number(/(\d+)(\/|$)/.exec(url)?.[1]);
  const { outline } = school;
  const inModule = outline.modulos.find(({ id_modulo }) => id_modulo === id);
  if (url === '/api/modulos/create') {
    const made = module(outline.modulos.length + outline.archivados.length + 1, { nombre: body.nombre, descripcion: '', contenido: '' });
    changed(({ modulos }) => modulos.push(made));
    return made;
  }
  if (url.startsWith('/api/modulos/orden/')) {
    changed((now) => {
      now.modulos = body.orden.map((one: number) => now.modulos.find(({ id_modulo }) => id_modulo === one));
    });
    return { message: '' };
  }
  if (/^\/api\/sesiones\/\d+\/modulo$/.test(url)) {
    changed(({ modulos }) => {
      const from = modulos.find(({ sesiones }) => sesiones.some(({ id_sesion }) => id_sesion === id));
      const found = from?.sesiones.find(({ id_sesion }) => id_sesion === id);
      const to = modulos.find(({ id_modulo }) => id_modulo === body.id_modulo);
      if (!from || !found || !to) return;
      from.sesiones = from.sesiones.filter((one) => one !== found);
      to.sesiones = to.sesiones.toSpliced((body.lugar ?? 99) - 1, 0, { ...found, id_modulo: to.id_modulo });
    });
    return { message: '' };
  }
  if (url.endsWith('/restaurar')) {
    changed((now) => {
      now.modulos.push(module(id));
      now.archivados = [];
    });
    return { message: '' };
  }
  if (url.startsWith('/api/modulos/modulos/') && method === 'DELETE') {
    changed((now) => {
      now.modulos = now.modulos.filter((one) => one !== inModule);
      now.archivados.push({ id_modulo: id, nombre: inModule?.nombre ?? '', totalSesiones: 0, modificado: edit });
    });
    return { message: '' };
  }
  if (url.startsWith('/api/modulos/modulos/')) changed(() => Object.assign(inModule as Module, body));
  if (url.startsWith('/api/cursos/')) changed(({ curso }) => Object.assign(curso, body));
  if (url.startsWith('/api/sesiones/updateSesion/')) changed(() => (school.said = body.contenido ?? ''));
  if (url === '/api/sesiones/createSesion') {
    const made = klass(50, body.id_modulo, { titulo: body.titulo, descripcion: body.descripcion, link_video: body.link_video });
    changed(({ modulos }) => modulos.find(({ id_modulo }) => id_modulo === body.id_modulo)?.sesiones.push(made));
    return made;
  }
  return { ...outline.curso };
};
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    if (school.down) return response.destroy();
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'X-Position': String(school.position).padStart(6, '0'),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Allow-Methods': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (method === 'OPTIONS') return answer({});
    if (method === 'GET') {
      if (url === '/api/cursos/1/edicion') await school.hold;
      if (url === '/api/cursos/1/edicion')
        return school.status === 200
          ? answer(school.outline)
          : answer({ code: school.status === 403 ? 'FORBIDDEN' : 'COURSE_NOT_FOUND', message: '' }, school.status);
      if (url === '/api/cursos/1/instructores') return answer({ instructor: { id: 2, nombre: 'Lucía' }, coinstructores: [], maximo: 10 });
      if (url === '/api/auth/users/role/3') return answer({ data: [] });
      if (url.startsWith('/api/subtema/bySesion/')) return answer({ success: true, id_curso: 1, contenido: school.said, data: [] });
      if (url === '/api/borrador/cursos/1/presencia') return answer([]);
      if (url === '/api/borrador/cursos/1/escrito') return answer({ formas: school.typed });
      return answer({ code: 'NOT_FOUND', message: '' }, 404);
    }
    // The presence of this window, which is no change of the course.
    if (url === '/api/borrador/cursos/1/presencia') return answer({ message: '' });
    if (url === '/api/borrador/cursos/1/escrito') {
      school.keeps++;
      const { formas } = (await bodyOf(request)) as { formas: Record<string, string | null> };
      const next = Object.entries({ ...school.typed, ...formas }).filter((one): one is [string, string] => one[1] !== null);
      school.typed = Object.fromEntries(next);
      return answer({ message: '' });
    }
    const write: Write = { method, url, body: await bodyOf(request), ifMatch: request.headers['if-match'] as string | undefined };
    school.writes.push(write);
    const refused = school.refuse.shift();
    if (refused) return answer({ message: '', ...refused }, refused.status);
    if (write.ifMatch !== undefined && write.ifMatch !== String(school.outline.curso.version))
      return answer({ message: '', code: 'VERSION_CONFLICT' }, 412);
    const body = carryOut(write);
    return answer(body);
  })();
});

let page: typeof import('./editor-page.tsx');
let api: typeof import('../../api/store.ts');
let calls: typeof import('../../api/api.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/instructor/courses/1/edit` });
  api = await import('../../api/store.ts');
  calls = await import('../../api/api.ts');
  await import('../../api/topics.ts');
  page = await import('./editor-page.tsx');
  // No socket is open in this test: what was saved is read again instead of arriving by the feed.
  const { feed } = await import('../../api/feed.ts');
  vi.spyOn(feed(), 'caughtUp').mockResolvedValue(true);
  // The toaster captures the pointer, which jsdom cannot do.
  Element.prototype.setPointerCapture ??= () => undefined;
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  Object.assign(school, { status: 200, writes: [], refuse: [], down: false, hold: null, typed: {}, said: 'Antes de empezar', keeps: 0 });
  school.position++;
  school.outline = {
    curso: course(),
    modulos: [module(1), module(2)],
    archivados: [],
    borrador: null,
  };
});
let store: ReturnType<typeof api.createStore>;
afterEach(async () => {
  cleanup();
  // What this window still sends, as its unsaved text, and reads that are tried again must not end in the next test, whose window shares the calls.
  school.down = false;
  school.held?.();
  const { getRunningMutationsThunk, getRunningQueriesThunk, resetApiState } = calls.api.util;
  await Promise.allSettled([...store.dispatch(getRunningMutationsThunk()), ...store.dispatch(getRunningQueriesThunk())]);
  store.dispatch(resetApiState());
});

const show = (query = '') => {
  store = api.createStore();
  const path = '/instructor/courses/:id/edit';
  const router = createMemoryRouter([{ path, Component: page.Component }], { initialEntries: [`/instructor/courses/1/edit${query}`] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toaster />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
};
/** Another person's change arrives. */
const others = async (change: (outline: AuthoringOutline) => void) => {
  changed(change);
  await act(async () => {
    // A read that is under way may still have the earlier state, and no second read is sent beside it: hence two, one after the other.
    await store.dispatch(calls.api.endpoints.authoringOutline.initiate(1, { subscribe: false }));
    await store.dispatch(calls.api.endpoints.authoringOutline.initiate(1, { forceRefetch: true, subscribe: false }));
  });
};

// rows: H12
test('a course that is not there, one of somebody else, and one that cannot be read: three faces, each with its way on', async () => {
  school.status = 404;
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('No se encontró el curso');
  expect(screen.getByRole('link', { name: 'Volver a los cursos' })).toHaveAttribute('href', '/instructor/courses');
  cleanup();
  school.status = 403;
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Este curso lo edita otra persona');
});

// rows: H13, H15, H16
test('a field is saved by Enter and given up by Esc, one at a time; what was given up can be had back', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Editar: Título' }));
  const title = screen.getByRole('textbox', { name: 'Título' });
  expect(title).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('No hay cambios para guardar');
  await user.clear(title);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('El título no puede estar vacío'));
  expect(school.writes).toEqual([]);
  await user.keyboard('IA para nadie{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Editar: Título' })).toHaveFocus());
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('textbox', { name: 'Título' })).toHaveValue('IA para nadie');
  // Text that is too long is reported, and not cut off.
  await user.paste('x'.repeat(300));
  expect(await screen.findByText(/^Lo que pegaste no cabe: aquí van hasta 200 caracteres/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Título' })).toHaveValue('IA para nadie');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Curso actualizado correctamente')).toBeInTheDocument();
  expect(school.writes).toEqual([{ method: 'PUT', url: '/api/cursos/cursos/1', body: { nombre: 'IA para nadie' }, ifMatch: '5' }]);
  // Another field: the first is closed.
  await user.click(screen.getByRole('button', { name: 'Editar: Categoría' }));
  expect(screen.getAllByRole('textbox').length).toBe(1);
});

// rows: H14
test('no price and a price of nothing are two things, and an unset provider says so', async () => {
  const { user } = show();
  expect(await screen.findByText('No configurado')).toBeInTheDocument();
  expect(screen.getByText('Sin precio')).toBeInTheDocument();
  const put = async (typed: string) => {
    await user.click(await screen.findByRole('button', { name: 'Editar: Precio' }));
    const field = screen.getByRole('textbox', { name: 'Precio' });
    await user.clear(field);
    await user.type(field, `${typed}{Enter}`);
  };
  await put('mucho');
  expect(await screen.findByText('Escribe un precio como 499 o 1,499.50.')).toBeInTheDocument();
  await user.clear(screen.getByRole('textbox', { name: 'Precio' }));
  await user.keyboard('1,499.50{Enter}');
  await waitFor(() => expect(school.writes.at(-1)?.body).toEqual({ precio: '1,499.50' }));
});

// rows: H13, P03
test('what another saves in another field goes through; in the same field both are shown, and neither is lost', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Editar: Título' }));
  await user.type(screen.getByRole('textbox', { name: 'Título' }), '!');
  changed(({ curso }) => {
    curso.categoria = 'Otra';
  });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(school.outline.curso.nombre).toBe('IA para todos!'));
  expect(school.writes.map(({ ifMatch }) => ifMatch)).toEqual(['5', '6']);
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());

  await user.click(await screen.findByRole('button', { name: 'Editar: Título' }));
  await user.type(screen.getByRole('textbox', { name: 'Título' }), ' Mío');
  await others(({ curso }) => {
    curso.nombre = 'Suyo';
  });
  const crossing = await screen.findByRole('alert');
  expect(crossing).toHaveTextContent('Ana Ruiz cambió este dato mientras escribías.');
  expect(within(crossing).getByText('Suyo')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Título' })).toHaveValue('IA para todos! Mío');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Elige con qué texto te quedas/)).toBeInTheDocument();
  expect(school.outline.curso.nombre).toBe('Suyo');
  await user.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await waitFor(() => expect(school.outline.curso.nombre).toBe('IA para todos! Mío'));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());

  // Saved by the same person in another window.
  await user.click(await screen.findByRole('button', { name: 'Editar: Título' }));
  await user.type(screen.getByRole('textbox', { name: 'Título' }), ' aquí');
  await others(({ curso }) => {
    curso.nombre = 'De la otra ventana';
    curso.modificado = { en: '2026-03-02T10:00:00.000Z', id_usuario: 2, por: 'Julián Ocampo' };
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Cambiaste este dato en otra ventana mientras escribías aquí.');
});

// rows: H11, H41
test('a lost connection keeps what was typed, here and after leaving; the outline marks where', async () => {
  const { user } = show('?modulo=2');
  await user.click(await screen.findByRole('button', { name: 'Editar: Descripción' }));
  await user.type(screen.getByRole('textbox', { name: 'Descripción' }), ' y más');
  school.down = true;
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/No se pudo actualizar el módulo: Error de red/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Descripción' })).toHaveValue('Qué se logra y más');
  school.down = false;
  cleanup();
  const again = show();
  const outline = await screen.findByRole('navigation', { name: 'Contenido del curso' });
  await again.user.click(within(outline).getByRole('button', { name: /Módulo 2.*Sin guardar/ }));
  await again.user.click(await screen.findByRole('button', { name: 'Seguir editando: Descripción' }));
  expect(screen.getByRole('textbox', { name: 'Descripción' })).toHaveValue('Qué se logra y más');
  await again.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('¡Descripción actualizada!')).toBeInTheDocument();
  expect(school.outline.modulos[1]?.descripcion).toBe('Qué se logra y más');
});

// rows: H03, H37, H41
test('what is typed is kept at the school, once and not at every key, and comes back on another device; once saved it is forgotten there', async () => {
  /** Hides the page: unsaved text is sent at once. */
  const away = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Editar: Título' }));
  await user.type(screen.getByRole('textbox', { name: 'Título' }), ' y para ti');
  await waitFor(() => {
    away();
    expect(school.typed).toEqual({ 'curso.nombre': JSON.stringify({ valor: 'IA para todos y para ti', de: 'IA para todos' }) });
  });
  expect(school.keeps).toBeLessThanOrEqual(2);
  expect(school.writes).toEqual([]);
  expect(await screen.findByText(/Lo que escribes está a salvo/)).toBeInTheDocument();
  cleanup();

  // Another device has nothing in its storage.
  sessionStorage.clear();
  // This time somebody saved the same field meanwhile: both values are shown.
  changed(({ curso }) => {
    curso.nombre = 'IA para la escuela';
  });
  const again = show();
  await again.user.click(await screen.findByRole('button', { name: 'Seguir editando: Título' }, { timeout: 10_000 }));
  expect(screen.getByRole('textbox', { name: 'Título' })).toHaveValue('IA para todos y para ti');
  expect(screen.getByRole('alert')).toHaveTextContent('IA para la escuela');
  await again.user.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await waitFor(() => expect(school.outline.curso.nombre).toBe('IA para todos y para ti'));
  await waitFor(() => {
    away();
    expect(school.typed).toEqual({});
  });
  // Where the school cannot be reached, the page says that the text is kept on this device.
  school.down = true;
  await again.user.click(await screen.findByRole('button', { name: 'Editar: Categoría' }));
  await again.user.type(screen.getByRole('textbox', { name: 'Categoría' }), '!');
  away();
  expect(await screen.findByText(/lo que escribes se queda en esta pestaña/)).toBeInTheDocument();
});

// rows: H11, H22
test('a module is added with a name that is free, selected for typing; modules are numbered and moved by Alt and arrows', async () => {
  school.outline.modulos.push(module(3, { nombre: 'Nuevo módulo' }));
  const { user, router } = show();
  const outline = await screen.findByRole('navigation', { name: 'Contenido del curso' });
  expect(within(outline).getByText('03')).toBeInTheDocument();
  await user.click(within(outline).getByRole('button', { name: 'Añadir módulo' }));
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Título' });
  expect(title).toHaveValue('Nuevo módulo 2');
  await waitFor(() => expect([title.selectionStart, title.selectionEnd]).toEqual([0, 14]));
  await user.keyboard('Agentes{Enter}');
  expect(await screen.findByText('¡Título actualizado!')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?modulo=4');
  (await within(outline).findByRole('button', { name: /^Agentes/ })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await waitFor(() => expect(school.outline.modulos.map(({ id_modulo }) => id_modulo)).toEqual([1, 4, 2, 3]));
  expect(within(outline).getByText('Agentes: lugar 2 de 4')).toBeInTheDocument();
});

// rows: H11, H26
test('a class goes to another module: by Alt and an arrow past the end of its own, or by its menu; the notice takes it back', async () => {
  Object.assign(school.outline.modulos[0] as Module, { sesiones: [klass(11, 1), klass(12, 1)] });
  Object.assign(school.outline.modulos[1] as Module, { sesiones: [klass(21, 2)] });
  const inModules = () => school.outline.modulos.map(({ sesiones }) => sesiones.map(({ id_sesion }) => id_sesion));
  // Notices of a window that nobody sees stay, however long the test takes.
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  const { user, router } = show('?modulo=1');
  const outline = await screen.findByRole('navigation', { name: 'Contenido del curso' });
  (await within(outline).findByRole('button', { name: 'Clase 12' })).focus();
  school.hold = new Promise((release) => {
    school.held = release;
  });
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(inModules()).toEqual([[11], [12, 21]]));
  expect(school.writes.at(-1)?.body).toEqual({ id_modulo: 2, lugar: 1 });
  await waitFor(() => expect(router.state.location.search).toBe('?modulo=2'));
  /** The window receives the move long after the school has confirmed it: until then no element there can have the focus. */
  const receives = async () => {
    const clock = performance.now();
    const later = vi.spyOn(performance, 'now').mockReturnValue(clock + 2_000);
    for (let frames = 0; frames < 3; frames++) await act(() => new Promise<void>((next) => requestAnimationFrame(() => next())));
    later.mockRestore();
    expect(within(outline).queryByRole('button', { name: 'Clase 12' })).toBeNull();
    school.held?.();
    await waitFor(() => expect(within(outline).getByRole('button', { name: 'Clase 12' })).toHaveFocus());
  };
  await receives();
  school.hold = new Promise((release) => {
    school.held = release;
  });
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(inModules()).toEqual([[11, 12], [21]]));
  // Undone, the page returns to the earlier place.
  await waitFor(() => expect(router.state.location.search).toBe('?modulo=1'));
  await receives();

  await user.click(within(outline).getByRole('button', { name: /^Módulo 2/ }));
  const classes = await screen.findByRole('region', { name: /Clases del Módulo/ });
  await user.click(await within(classes).findByRole('button', { name: 'Mover o más acciones: Clase 21' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover a otro módulo…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mover «Clase 21» a otro módulo' });
  await user.click(within(dialog).getByRole('radio', { name: 'Al principio' }));
  await user.click(within(dialog).getByRole('button', { name: 'Mover clase' }));
  await waitFor(() => expect(inModules()).toEqual([[21, 11, 12], []]));
  expect(await screen.findByText('«Clase 21» pasó a «Módulo 1»')).toBeInTheDocument();
});

// rows: H23
test('archiving a module says what goes with it, clears the selection, and is undone; of one that another archived, its way back', async () => {
  const { user, router } = show('?modulo=2');
  await user.click(await screen.findByRole('button', { name: 'Archivar módulo' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Archivar «Módulo 2»?' });
  expect(dialog).toHaveTextContent('El módulo se archivará con sus clases y recursos. Puedes restaurarlo desde el historial.');
  await user.click(within(dialog).getByRole('button', { name: 'Archivar módulo' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(school.outline.modulos.length).toBe(2));
  await waitFor(() => expect(router.state.location.search).toBe('?modulo=2'));
  await others((now) => {
    now.modulos = now.modulos.filter(({ id_modulo }) => id_modulo !== 2);
    now.archivados = [{ id_modulo: 2, nombre: 'Módulo 2', totalSesiones: 0, modificado: edit }];
  });
  expect(await screen.findByText('«Módulo 2» está archivado')).toBeInTheDocument();
});

// rows: H24
test('of a class that another archived or moved meanwhile, its editor says so, keeps what was typed, and leads there', async () => {
  school.outline.modulos[0]?.sesiones.push(klass(5, 1));
  const { user, router } = show('?modulo=1&clase=5');
  const open = await screen.findByRole('button', { name: /Clase 5/, expanded: true });
  const row = open.closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Editar: Descripción' }));
  await user.type(within(row).getByRole('textbox', { name: 'Descripción' }), 'A medias');
  const taken = (now: typeof school.outline) => {
    const at = now.modulos[0]?.sesiones.findIndex(({ id_sesion }) => id_sesion === 5) ?? -1;
    return now.modulos[0]?.sesiones.splice(at, 1)[0] as Klass;
  };
  await others((now) => {
    const { id_sesion, titulo } = taken(now);
    now.modulos[0]?.archivadas.push({ id_sesion, titulo, modificado: edit });
  });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('«Clase 5» está archivada. Modificado por Ana Ruiz');
  expect(notice).toHaveTextContent('Lo que escribiste en ella te espera.');
  expect(within(notice).getByRole('button', { name: 'Restaurar' })).toBeEnabled();
  await others((now) => {
    now.modulos[0]?.archivadas.pop();
    now.modulos[1]?.sesiones.push(klass(5, 2));
  });
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('«Clase 5» está ahora en «Módulo 2».'));
  await user.click(screen.getByRole('button', { name: 'Ir a la clase' }));
  await waitFor(() => expect(router.state.location.search).toBe('?modulo=2&clase=5'));
  const there = (await screen.findByRole('button', { name: /Clase 5/, expanded: true })).closest('li') as HTMLElement;
  // The open field stays open.
  expect(within(there).getByRole('textbox', { name: 'Descripción' })).toHaveValue('A medias');
});

// rows: H25
test('of a subtopic that another removed meanwhile, its class says so and shows what was typed, until it is discarded', async () => {
  const subtopic = {
    ...{ id_subtema: 9, id_sesion: 5, titulo: 'Lectura', descripcion: '', link_video: null, texto_video: null, duracion: null },
    ...({ tipo: 'lectura', tipo_subtema: 'lectura', contenido_texto: null } as const),
  };
  school.outline.modulos[0]?.sesiones.push(klass(5, 1, { subtemas: [subtopic] }));
  const { user, router } = show('?modulo=1&clase=5&subtema=9');
  const row = (await screen.findByRole('button', { name: /^Lectura/, expanded: true })).closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Editar: Descripción' }));
  await user.type(within(row).getByRole('textbox', { name: 'Descripción' }), 'A medias');
  await others((now) => now.modulos[0]?.sesiones.find(({ id_sesion }) => id_sesion === 5)?.subtemas.pop());
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Este subtema ya no está en la clase.');
  expect(within(notice).getByText('A medias')).toBeVisible();
  await user.click(within(notice).getByRole('button', { name: 'Descartar lo escrito' }));
  await waitFor(() => expect(router.state.location.search).toBe('?modulo=1&clase=5'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(Object.keys(sessionStorage).filter((key) => key.includes('subtema.9.'))).toEqual([]);
});

// rows: H26
test('what a class says by itself is written like the text of a subtopic; where another wrote it meanwhile, both are shown', async () => {
  school.outline.modulos[0]?.sesiones.push(klass(5, 1));
  const { user } = show('?modulo=1&clase=5');
  const row = (await screen.findByRole('button', { name: /Clase 5/, expanded: true })).closest('li') as HTMLElement;
  expect(await within(row).findByText('Antes de empezar')).toBeVisible();
  const write = async (text: string) => {
    await user.click(await within(row).findByRole('button', { name: 'Editar: Contenido' }));
    // jsdom has no layout, which the text editor needs.
    await user.click(await within(row).findByRole('button', { name: 'Markdown' }));
    await user.type(within(row).getByRole('textbox', { name: 'Contenido' }), text);
  };
  await write(' Respira.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('¡Contenido actualizado!')).toBeInTheDocument();
  expect(school.writes.at(-1)).toMatchObject({
    url: '/api/sesiones/updateSesion/5',
    body: { contenido: 'Antes de empezar Respira.', desde: { contenido: 'Antes de empezar' } },
  });
  expect(await within(row).findByText('Antes de empezar Respira.')).toBeVisible();
  await write(' Mío.');
  school.said = 'Suyo';
  await others(() => undefined);
  await act(() => store.dispatch(calls.api.endpoints.listSubtopics.initiate(5, { forceRefetch: true, subscribe: false })));
  const crossing = await within(row).findByRole('alert');
  expect(crossing).toHaveTextContent('Suyo');
  await user.click(within(crossing).getByRole('button', { name: 'Guardar lo mío' }));
  await waitFor(() =>
    expect(school.writes.at(-1)?.body).toEqual({ contenido: 'Antes de empezar Respira. Mío.', desde: { contenido: 'Suyo' } }),
  );
});

// rows: H28
test('of a resource that another changed meanwhile, one takes theirs and can have one’s own back', async () => {
  const resource = { id_recurso: 7, id_sesion: 5, titulo: 'Guía', link_recurso: 'https://a.mx/', tipo_recurso: 1 };
  school.outline.modulos[0]?.sesiones.push(klass(5, 1, { recursos: [resource] }));
  const { user } = show('?modulo=1&clase=5');
  await user.click(await screen.findByRole('button', { name: 'Editar: Guía' }));
  await user.type(screen.getByRole('textbox', { name: 'Título' }), ' mía');
  await others((now) => {
    const found = now.modulos[0]?.sesiones.find(({ id_sesion }) => id_sesion === 5);
    if (found) found.recursos = [{ ...resource, titulo: 'Guía suya' }];
  });
  await user.click(await screen.findByRole('button', { name: 'Quedarme con lo guardado' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Recuperar lo mío' }));
  expect(await screen.findByRole('textbox', { name: 'Título' })).toHaveValue('Guía mía');
});

// rows: H19, H20, H24
test('a module has its texts, who changed it, and its classes; a class is written in a form that closes when it is saved', async () => {
  const { user } = show('?modulo=1');
  const info = await screen.findByRole('region', { name: 'Información del Módulo' });
  expect(within(info).getByText('Lo que se lee')).toBeInTheDocument();
  expect(screen.getByText('Editor de Módulo')).toBeInTheDocument();
  expect(screen.getAllByText(/Modificado por Ana Ruiz/).length).toBeGreaterThan(0);
  const classes = screen.getByRole('region', { name: /Clases del Módulo/ });
  await user.click(within(classes).getByRole('button', { name: 'Agregar clase' }));
  const form = within(classes).getByRole('region', { name: 'Clase nueva' });
  expect(within(form).getByRole('textbox', { name: 'Título' })).toHaveValue('Nueva Clase');
  await user.keyboard('Qué es un agente{Enter}');
  expect(await screen.findByText('¡Sesión creada exitosamente!')).toBeInTheDocument();
  expect(school.writes.at(-1)?.body).toMatchObject({ id_modulo: 1, titulo: 'Qué es un agente' });
  expect(within(classes).queryByRole('region', { name: 'Clase nueva' })).toBeNull();
  expect(await within(classes).findByRole('button', { name: /Qué es un agente/, expanded: true })).toBeInTheDocument();
});
