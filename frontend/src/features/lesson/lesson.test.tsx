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

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

/** The school, as far as the player sees it: two modules, three classes, one learner. */
const school = {
  empty: false,
  done: new Set<number>(),
  /** The course asks to watch the first class's video, and which videos were watched. */
  watching: false,
  watched: new Set<string>(),
  enrolled: true,
  drafted: false,
  lastView: null as object | null,
  refuse: null as { status: number; code: string } | null,
  cut: false,
  delay: 0,
  reads: [] as string[],
  /** Writes that the school's answers contain. The count continues from test to test, because this window remembers the last position. */
  taken: 0,
  /** How long an answer about the learner takes, in milliseconds, and how many have arrived. */
  slow: 0,
  answered: 0,
  writes: [] as { method: string; url: string; body: unknown; key: string | undefined }[],
};
const titles: Record<number, string> = { 1: 'Qué es un agente', 2: 'Herramientas', 3: 'Memoria' };
const course = {
  id: 1,
  id_curso: 1,
  nombre: 'Agentes de IA',
  descripcion: 'Un curso',
  img_curso: null,
  imagen: null,
  tipo: 'Básico',
  categoria: 'Agentes',
  dificultad: 'principiante',
  level: 'code',
  duracion: '6 semanas',
  minutos: 18,
  duration: null,
  precio: 0,
  price: null,
  moneda: 'MXN',
  stripe_price_id: null,
  id_maestro: 3,
  coinstructores: [],
  instructor: 'Julia',
  estado: 1,
  archivado: false,
  destacado: false,
  desbloqueo: 'secuencial',
  ver_videos: 'opcional',
  resolver_ejercicios: 'opcional',
  rating: null,
  reviews: 0,
  students: 1,
  totalModulos: 2,
  totalSesiones: 3,
  totalRecursos: 0,
  created_at: '',
  createdDate: '',
  actualizado: '',
  version: 1,
};
const session = (id: number, module: number) => ({
  id_sesion: id,
  id_modulo: module,
  titulo: titles[id],
  descripcion: '',
  link_video: null,
  orden: id,
  duracion: 6,
  totalSubtemas: 1,
  totalRecursos: 0,
  fecha_creacion: '',
  fecha_actualizacion: '',
  recursos: [],
  subtemas: [
    {
      id_subtema: id * 10,
      id_sesion: id,
      titulo: `Lectura ${id}`,
      descripcion: '',
      link_video: null,
      tipo: 'lectura',
      tipo_subtema: 'lectura',
      contenido_texto: null,
      duracion: 6,
    },
  ],
});
const module = (id: number, nombre: string, sessions: number[]) => ({
  id,
  id_modulo: id,
  id_curso: 1,
  nombre,
  descripcion: '',
  contenido: '',
  content: '',
  link_video: null,
  orden: id,
  progreso: 0,
  completado: false,
  totalSesiones: sessions.length,
  objetivos: [],
  sesiones: sessions.map((one) => session(one, id)),
});
const outline = { curso: course, grupos: [], modulos: [module(1, 'Fundamentos', [1, 2]), module(2, 'En serio', [3])] };
const learner = () => {
  const missing = [1, 2].filter((id) => !school.done.has(id)).map((id_sesion) => ({ id_sesion, titulo: titles[id_sesion] }));
  const next = [1, 2, 3].find((id) => !school.done.has(id));
  return {
    id_usuario: 7,
    id_curso: 1,
    inscrito: school.enrolled,
    previa: !school.enrolled && sessions.getSessionUser()?.user_role !== 1,
    progreso: Math.floor((school.done.size * 100) / 3),
    sesionesCompletadas: school.done.size,
    totalSesiones: 3,
    completadas: [...school.done].map((id_sesion) => ({ id_sesion, fecha: '2026-11-20T12:00:00Z' })),
    modulos: [
      { id_modulo: 1, abierto: true, faltan: [], sesionesCompletadas: 0, totalSesiones: 2 },
      { id_modulo: 2, abierto: missing.length === 0, faltan: missing, sesionesCompletadas: 0, totalSesiones: 1 },
    ],
    completado: null,
    contenidoNuevo: false,
    tiempoEstudiado: 10,
    minutosRestantes: 12,
    siguiente: next ? { moduleId: next === 3 ? 2 : 1, sessionId: next, titulo: titles[next], modulo: 'Fundamentos' } : null,
    ultimaVista: school.lastView,
    cambios: school.done.size,
    videos: {},
    vistos: [...school.watched],
  };
};
/** The content of a locked module is sent once it opens. */
const outlineNow = () => ({
  ...outline,
  curso: { ...course, ver_videos: school.watching ? 'obligatorio' : 'opcional' },
  modulos: outline.modulos.map((one, index) => ({
    ...one,
    sesiones: one.sesiones.map((klass) => ({
      ...klass,
      ...(school.watching && klass.id_sesion === 2 && { link_video: '/clase.mp4', texto_video: null }),
      recursos:
        index === 1
          ? [
              {
                id_recurso: 9,
                id_sesion: 3,
                titulo: 'Guía',
                link_recurso: learner().modulos[1]?.abierto ? '/guia.pdf' : '',
                tipo_recurso: 1,
              },
            ]
          : [],
    })),
  })),
});
const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const part of request) text += part;
  return text ? (JSON.parse(text) as { completado?: boolean }) : undefined;
};
const server = createServer((request, response) => {
  void (async () => {
    const url = request.url ?? '';
    const answer = (body: unknown, status = 200, at = school.taken) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'X-Position': String(at).padStart(6, '0'),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'GET') {
      school.reads.push(url);
      if (url.includes('/cursos/esquema/')) return answer(school.empty ? { ...outline, modulos: [] } : outlineNow());
      if (url.includes('/progreso/curso/')) {
        const [asked, at] = [learner(), school.taken];
        await new Promise((go) => setTimeout(go, school.slow));
        school.answered++;
        return answer(asked, 200, at);
      }
      if (url.endsWith('/edicion') && school.drafted) {
        const [first, second] = outlineNow().modulos;
        return answer({ curso: course, modulos: [first, { ...second, nombre: 'Sin publicar' }], borrador: { id_curso: 1, cambios: 2 } });
      }
      if (url.includes('/borrador/subtema/bySesion/'))
        return answer({ success: true, id_curso: 1, data: [{ ...session(3, 2).subtemas[0], contenido_texto: 'Lo que aún no se ve' }] });
      if (url.includes('/subtema/bySesion/')) {
        const id = Number(url.split('/').pop());
        if (school.refuse?.code === 'PREMIUM_CONTENT') return answer({ code: 'PREMIUM_CONTENT', message: '' }, 403);
        if (id === 3 && !learner().modulos[1]?.abierto && school.enrolled) return answer({ code: 'MODULE_LOCKED', message: '' }, 403);
        return answer({
          success: true,
          // The first class has content of its own.
          contenido: id === 1 ? '**Antes** de empezar' : '',
          data: session(id, 1).subtemas.map((subtopic) => ({
            ...subtopic,
            contenido_texto: `# Texto ${id}\n\n\`\`\`python\nprint(${id})\n\`\`\``,
          })),
        });
      }
      return answer({ code: 'NOT_FOUND', message: '' }, 404);
    }
    const body = await bodyOf(request);
    school.writes.push({ method: request.method ?? '', url, body, key: request.headers['idempotency-key'] as string | undefined });
    const completed = /marcarComoCompletada\/7\/(\d+)/.exec(url)?.[1];
    if (!completed) {
      const { video, visto } = (body ?? {}) as { video?: string; visto?: string };
      if (video && visto) school.watched.add(video);
      school.taken += 1;
      return answer({ message: '', contados: 0 });
    }
    await new Promise((go) => setTimeout(go, school.delay));
    if (school.cut) return void request.socket.destroy();
    if (school.refuse) return answer({ code: school.refuse.code, message: '' }, school.refuse.status);
    if (body?.completado) school.done.add(Number(completed));
    else school.done.delete(Number(completed));
    school.taken += 1;
    return answer({ message: '', id_usuario: 7, id_sesion: Number(completed), completado: body?.completado, progreso: 0 });
  })();
});

const user = {
  id: 7,
  username: 'ana',
  name: 'Ana',
  first_name: 'Ana',
  last_name: null,
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
  user_role: 1,
  tipo_usuario: 1,
  is_active: true,
  profile_picture: null,
  profile_image: null,
  created_at: '',
  createdDate: '',
  version: 1,
};
let page: typeof import('./lesson-page.tsx');
let api: typeof import('../../api/store.ts');
let sessions: typeof import('../../lib/session.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/courses` });
  // Node's fetch needs absolute addresses; a browser's accepts those of its page.
  const fetching = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    fetching(typeof input === 'string' ? new URL(input, location.href) : input, init),
  );
  api = await import('../../api/store.ts');
  page = await import('./lesson-page.tsx');
  sessions = await import('../../lib/session.ts');
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, {
    empty: false,
    cut: false,
    done: new Set([1]),
    watching: false,
    watched: new Set(),
    enrolled: true,
    drafted: false,
    lastView: null,
    refuse: null,
    delay: 0,
    reads: [],
    slow: 0,
    answered: 0,
    writes: [],
  });
  for (const spy of Object.values(notices)) spy.mockClear();
  sessions.setSessionUser(user);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const show = (path: string) => {
  const router = createMemoryRouter(
    [
      { path: '/courses', Component: page.Component },
      { path: '*', element: <p>otra</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, person: userEvent.setup() };
};
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const marks = () => school.writes.filter(({ url }) => url.includes('marcarComoCompletada'));

// rows: C02
test('the tree says where one is, what is done, and exactly what opens a locked module', async () => {
  show('/courses?courseId=1&sesion=2');
  expect(await item(/^Herramientas/)).toHaveAttribute('aria-current', 'location');
  expect(await item(/^Qué es un agente/)).toHaveAttribute('aria-checked', 'true');
  const locked = await item(/^En serio/);
  expect(locked).toHaveAttribute('aria-disabled', 'true');
  expect(locked).toHaveAccessibleName(/Falta: «Herramientas».*bloqueado/);
});

// rows: C02
test('arrows walk the tree, Enter goes there, the heading takes the focus, Back returns', async () => {
  const { router, person } = show('/courses?courseId=1&sesion=2');
  (await item(/^Herramientas/)).focus();
  await person.keyboard('{Home}');
  expect(await item(/^Fundamentos/)).toHaveFocus();
  await person.keyboard('{ArrowDown}');
  expect(await item(/^Qué es un agente/)).toHaveFocus();
  await person.keyboard('{ArrowRight}');
  expect(await item(/^Lectura 1/)).toBeInTheDocument();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?courseId=1&modulo=1&sesion=1'));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Qué es un agente');
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 1, name: 'Herramientas' })).toBeInTheDocument();
});

// rows: C04
test('a locked module goes nowhere from the tree, and by its address says what is missing', async () => {
  const { router, person } = show('/courses?courseId=1&sesion=2');
  await person.click(await item(/^En serio/));
  expect(router.state.location.search).toBe('?courseId=1&sesion=2');
  await router.navigate('/courses?courseId=1&modulo=2');
  expect(await screen.findByText('Este módulo todavía está cerrado')).toBeInTheDocument();
  const main = screen.getByRole('article');
  expect(within(main).getByRole('link', { name: 'Herramientas' })).toHaveAttribute('href', '/courses?courseId=1&modulo=1&sesion=2');
  expect(within(main).queryByRole('checkbox')).toBeNull();
  (await item(/^Memoria/)).focus();
  await person.keyboard(' ');
  await router.navigate('/courses?courseId=1&sesion=3');
  await waitFor(() => expect(screen.getByRole('treeitem', { name: /^Memoria/ })).toHaveAttribute('aria-current', 'location'));
  expect(await screen.findByText('Este módulo todavía está cerrado')).toBeInTheDocument();
  expect(within(screen.getByRole('article')).queryByRole('checkbox')).toBeNull();
  expect(school.writes.filter(({ url }) => url.includes('/marcarComoCompletada/'))).toEqual([]);
});

test('the tick is there before the server answers, then the next module opens by itself', async () => {
  school.delay = 250;
  const { person } = show('/courses?courseId=1&sesion=2');
  const box = await screen.findByRole('checkbox', { name: /Marcar como completada/ });
  await person.click(box);
  expect(box).toBeChecked();
  expect(screen.getByRole('button', { name: /66 % · 2 de 3 clases/ })).toBeInTheDocument();
  expect(school.done.has(2)).toBe(false);
  await waitFor(() => expect(screen.getByRole('treeitem', { name: /^En serio/ })).not.toHaveAttribute('aria-disabled'), {
    timeout: 3_000,
  });
  expect(marks()).toHaveLength(1);
  expect(marks()[0]?.key).toBeTruthy();
});

// rows: C04
test('what a locked class holds is not asked for; once it opens, it comes by itself', async () => {
  const { person, router } = show('/courses?courseId=1&sesion=3');
  await screen.findByRole('heading', { name: 'En serio', level: 1 });
  expect(school.reads.filter((url) => url.endsWith('/bySesion/3'))).toEqual([]);
  await act(() => router.navigate('/courses?courseId=1&sesion=2'));
  await person.click(await screen.findByRole('checkbox', { name: /Marcar como completada/ }));
  await waitFor(() => expect(screen.getByRole('treeitem', { name: /^En serio/ })).not.toHaveAttribute('aria-disabled'));
  await act(() => router.navigate('/courses?courseId=1&sesion=3'));
  expect(await screen.findByRole('heading', { name: 'Texto 3' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('link', { name: /Guía/ })).toHaveAttribute('href', expect.stringContaining('/guia.pdf')));
});

test('the space bar marks a class in the tree; pressed twice quickly, the last wish wins', async () => {
  school.delay = 80;
  school.slow = 120;
  const { person } = show('/courses?courseId=1&sesion=2');
  const marked = await item(/^Herramientas/);
  /** Every state of the tick that the tree showed, in order. */
  const shown: (string | null)[] = [];
  const watch = new MutationObserver(() => {
    const now = marked.getAttribute('aria-checked');
    if (now !== shown.at(-1)) shown.push(now);
  });
  watch.observe(marked, { attributeFilter: ['aria-checked'] });
  marked.focus();
  await person.keyboard(' ');
  expect(await item(/^Herramientas/)).toHaveAttribute('aria-checked', 'true');
  await person.keyboard(' ');
  expect(await item(/^Herramientas/)).toHaveAttribute('aria-checked', 'false');
  await waitFor(() => expect(marks().map(({ body }) => (body as { completado: boolean }).completado)).toEqual([true, false]));
  await waitFor(() => expect(school.done.has(2)).toBe(false));
  // The answer that was requested after the first mark, and contains it, arrives when the school already has the second mark.
  await waitFor(() => expect(school.answered).toBeGreaterThan(1));
  await waitFor(() => expect(Object.keys(localStorage).filter((name) => name.startsWith('aulaviva.marca.'))).toEqual([]));
  watch.disconnect();
  expect(shown).toEqual(['true', 'false']);
});

test('a refusal takes the tick back and says why', async () => {
  school.refuse = { status: 403, code: 'MODULE_LOCKED' };
  const { person } = show('/courses?courseId=1&sesion=2');
  const box = await screen.findByRole('checkbox', { name: /Marcar como completada/ });
  await person.click(box);
  await waitFor(() => expect(box).not.toBeChecked());
  expect(notices.error).toHaveBeenCalledWith('No se pudo marcar la clase. Completa el módulo anterior para abrir este.');
  expect(marks()).toHaveLength(1);
});

test('of a class that went with the plan it says so, and leads to the plan', async () => {
  school.refuse = { status: 403, code: 'PREMIUM_CONTENT' };
  show('/courses?courseId=1&sesion=2');
  expect(await screen.findByText('Tu plan ya no incluye este curso')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver el plan Premium' })).toHaveAttribute('href', '/checkout?plan=premium');
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});

// rows: C11
test('«Completar y seguir» completes the class; the end of a module, then of the course, is said, with the way on', async () => {
  school.delay = 80;
  const { router, person } = show('/courses?courseId=1&sesion=2');
  await person.click(await screen.findByRole('button', { name: 'Completar y seguir' }));
  const dialog = await screen.findByRole('dialog', { name: '¡Terminaste el módulo!' });
  expect(dialog).toHaveTextContent('Fundamentos');
  // The next module opens only once the school has the mark.
  await person.click(await within(dialog).findByRole('link', { name: 'Seguir' }));
  expect(marks()).toHaveLength(1);
  await waitFor(() => expect(router.state.location.search).toContain('sesion=3'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(await screen.findByRole('button', { name: 'Completar y seguir' }));
  expect(await screen.findByRole('dialog', { name: '¡Terminaste el curso!' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ver mi certificado' })).toHaveAttribute('href', '/certificates');
  await waitFor(() => expect([...school.done].sort()).toEqual([1, 2, 3]));
  expect(notices.success).not.toHaveBeenCalled();
});

// rows: C11
test('within a module it goes on to the next class at once; one that is completed is only left', async () => {
  school.done = new Set();
  const { router, person } = show('/courses?courseId=1&sesion=1');
  await person.click(await screen.findByRole('button', { name: 'Completar y seguir' }));
  await waitFor(() => expect(router.state.location.search).toContain('sesion=2'));
  await waitFor(() => expect(school.done.has(1)).toBe(true));
  await router.navigate('/courses?courseId=1&sesion=1');
  await person.click(await screen.findByRole('link', { name: 'Seguir' }));
  await waitFor(() => expect(router.state.location.search).toContain('sesion=2'));
  expect(marks()).toHaveLength(1);
});

// rows: C24
test('where the course asks to watch a video, the class is completed after it, or once its text was read in its place', async () => {
  school.watching = true;
  const { person } = show('/courses?courseId=1&sesion=2');
  const button = await screen.findByRole('button', { name: 'Completar y seguir' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Para terminar la clase falta ver un video completo.');
  await person.click(screen.getByRole('button', { name: 'Leí el texto en su lugar' }));
  expect(await screen.findByText('Ya viste este video.')).toBeVisible();
  expect(school.writes.map(({ body }) => body)).toContainEqual(expect.objectContaining({ video: '/clase.mp4', visto: 'leido' }));
  await waitFor(() => expect(button).toBeEnabled());
});

test('a refused completion takes the end of the module back', async () => {
  school.delay = 120;
  school.refuse = { status: 403, code: 'MODULE_LOCKED' };
  const { person } = show('/courses?courseId=1&sesion=2');
  await person.click(await screen.findByRole('button', { name: 'Completar y seguir' }));
  await waitFor(() => expect(notices.error).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Completar y seguir' })).toBeInTheDocument();
});

test('J and K go through the classes, not while one types, and can be switched off', async () => {
  const { router, person } = show('/courses?courseId=1&sesion=1');
  await screen.findByRole('heading', { name: 'Texto 1' });
  await person.keyboard('j');
  await waitFor(() => expect(router.state.location.search).toContain('sesion=2'));
  await person.keyboard('{ArrowLeft}');
  await waitFor(() => expect(router.state.location.search).toContain('sesion=1'));
  await screen.findByRole('heading', { name: 'Texto 1' });
  await person.type(await screen.findByRole('textbox', { name: 'Escribe una nota' }), 'jk');
  expect(router.state.location.search).toContain('sesion=1');
  // A step towards a locked module is refused with a message.
  await act(() => router.navigate('/courses?courseId=1&sesion=2'));
  await screen.findByRole('heading', { name: 'Texto 2' });
  await person.keyboard('j');
  expect(notices.info).toHaveBeenCalledWith('Completa el módulo anterior para abrir este.');
  await person.click(screen.getByRole('checkbox', { name: /Pasar de clase con el teclado/, hidden: true }));
  (document.activeElement as HTMLElement).blur();
  await person.keyboard('k');
  expect(router.state.location.search).toContain('sesion=2');
});

test('text size, width and focus mode are kept on this device', async () => {
  const { person } = show('/courses?courseId=1&sesion=1');
  await screen.findByRole('heading', { name: 'Texto 1' });
  await person.click(screen.getByRole('radio', { name: 'Muy grande', hidden: true }));
  await person.click(screen.getByRole('radio', { name: 'Angosto', hidden: true }));
  await person.click(screen.getByRole('button', { name: 'Concentración' }));
  expect(screen.queryByRole('tree')).toBeNull();
  cleanup();
  show('/courses?courseId=1&sesion=2');
  await screen.findByRole('heading', { name: 'Texto 2' });
  expect(screen.getByRole('article')).toHaveAttribute('data-size', 'larger');
  expect(screen.getByRole('article')).toHaveAttribute('data-width', 'narrow');
  expect(screen.queryByRole('tree')).toBeNull();
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('tree')).toBeInTheDocument();
});

// rows: C11
test('a tick made without a connection stays on this device until the school has it', async () => {
  const { sendMarks } = await import('../../api/marks.ts');
  const refused: string[] = [];
  const send = () =>
    sendMarks(7, {
      refused: ({ sessionId }, error) => void refused.push(`${sessionId} ${(error as { code: string }).code}`),
      late: () => undefined,
    });
  school.cut = true;
  const { person } = show('/courses?courseId=1&sesion=2');
  const box = await screen.findByRole('checkbox', { name: /Marcar como completada/ });
  await person.click(box);
  await waitFor(() => expect(notices.info).toHaveBeenCalledWith(expect.stringMatching(/^Sin conexión\. Guardamos tu marca/)));
  expect(box).toBeChecked();
  expect(notices.error).not.toHaveBeenCalled();
  expect(screen.getByText('Sin conexión: se enviará cuando vuelva.')).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('aulaviva.marca.7.2') ?? '')).toMatchObject({ userId: 7, courseId: 1, sessionId: 2, done: true });

  // Still offline: the mark is kept. While somebody else is signed in, nothing of this person is sent.
  await send();
  await sendMarks(8, { refused: () => undefined, late: () => undefined });
  expect(box).toBeChecked();
  expect(school.done.has(2)).toBe(false);

  // Online again, but the school refuses the mark.
  school.cut = false;
  school.refuse = { status: 403, code: 'MODULE_LOCKED' };
  await send();
  expect(refused).toEqual(['2 MODULE_LOCKED']);
  await waitFor(() => expect(box).not.toBeChecked());
  expect(localStorage.getItem('aulaviva.marca.7.2')).toBeNull();

  school.refuse = null;
  school.cut = true;
  await person.click(box);
  await waitFor(() => expect(notices.info).toHaveBeenCalledTimes(2));
  expect(localStorage.getItem('aulaviva.marca.7.2')).not.toBeNull();
  school.cut = false;
  await send();
  expect(school.done.has(2)).toBe(true);
  expect(localStorage.getItem('aulaviva.marca.7.2')).toBeNull();
});

test('the texts of a class are read like everything live: an older answer never takes the place of a newer one', async () => {
  const { readStatuses } = await import('../../api/base.ts');
  show('/courses?courseId=1&sesion=2');
  await item(/^Herramientas/);
  await waitFor(() => expect([...readStatuses().keys()]).toContain('listSubtopics(2)'));
});

// rows: C12
test('the percentage explains itself', async () => {
  const { person } = show('/courses?courseId=1');
  await person.click((await screen.findAllByRole('button', { name: /33 % · 1 de 3 clases/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Tu avance' });
  expect(dialog).toHaveTextContent('1 ÷ 3 = 33 %');
  expect(within(dialog).getByRole('link', { name: 'Memoria' })).toBeInTheDocument();
});

// rows: C06
test('lessons are Markdown, with code that is copied as it is written', async () => {
  const { person } = show('/courses?courseId=1&sesion=1');
  expect(await screen.findByText('print(1)')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Copiar' }));
  expect(await screen.findByRole('button', { name: 'Copiado' })).toBeInTheDocument();
  expect((await navigator.clipboard.readText()).trim()).toBe('print(1)');
});

// rows: C21
test('opening the course goes back to where one was within the hour', async () => {
  school.lastView = {
    courseId: 1,
    moduleId: 1,
    sessionId: 1,
    subtemaId: 10,
    viewMode: 'module',
    at: new Date(Date.now() - 10 * 60_000).toISOString(),
  };
  const { router } = show('/courses?courseId=1');
  await waitFor(() => expect(router.state.location.search).toBe('?courseId=1&modulo=1&sesion=1&subtema=10'));
  await router.navigate('/courses?courseId=1');
  // The element that was found first may be replaced while the page changes.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Agentes de IA' })).toBeInTheDocument());
  expect(router.state.location.search).toBe('?courseId=1');
});

// rows: C28
test('staff see the same course as a preview, and nothing is written', async () => {
  school.enrolled = false;
  sessions.setSessionUser({ ...user, user_role: 2 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { person, router } = show('/courses?courseId=1&sesion=3');
  expect(await screen.findByText('Vista previa')).toBeInTheDocument();
  expect(await screen.findByText('print(3)')).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
  (await item(/^Memoria/)).focus();
  await person.keyboard(' ');
  // A learner's place is kept after a moment; what would be written then is there before another class is read.
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(() => router.navigate('/courses?courseId=1&sesion=1'));
  expect(await screen.findByText('print(1)')).toBeInTheDocument();
  expect(school.writes).toEqual([]);
});

// rows: H26
test('what a class says by itself stands before its first subtopic; one that says nothing shows nothing of it', async () => {
  const { router } = show('/courses?courseId=1&sesion=1');
  const own = await screen.findByRole('region', { name: 'Contenido de la clase' });
  expect(own).toHaveTextContent('Antes de empezar');
  const lesson = await screen.findByText('print(1)');
  expect(own.compareDocumentPosition(lesson)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await act(() => router.navigate('/courses?courseId=1&sesion=2'));
  expect(await screen.findByText('print(2)')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Contenido de la clase' })).toBeNull();
});

// rows: C28 H37
test('the authors of a course see it as it will be once they publish, or as it is published', async () => {
  school.enrolled = false;
  school.drafted = true;
  sessions.setSessionUser({ ...user, user_role: 3, id: 3 });
  const { person } = show('/courses?courseId=1&modulo=2&sesion=3');
  expect(await screen.findByText('Lo que aún no se ve')).toBeInTheDocument();
  expect(screen.getByText('Incluye 2 cambios sin publicar.')).toBeInTheDocument();
  expect(await item(/^Sin publicar/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Ver lo publicado' }));
  expect(await screen.findByText('print(3)')).toBeInTheDocument();
  expect(screen.getByText('Así está publicado: faltan 2 cambios.')).toBeInTheDocument();
  expect(await item(/^En serio/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Ver con los cambios' }));
  expect(await screen.findByText('Lo que aún no se ve')).toBeInTheDocument();
  cleanup();
  // Another instructor sees what is published, and does not request the draft.
  school.reads = [];
  sessions.setSessionUser({ ...user, user_role: 3, id: 4 });
  show('/courses?courseId=1&modulo=2&sesion=3');
  expect(await screen.findByText('print(3)')).toBeInTheDocument();
  expect(school.reads.filter((url) => url.endsWith('/edicion'))).toEqual([]);
});

// rows: C05
test('a course without modules says so, with a way on for the learner and another for its author', async () => {
  school.empty = true;
  show('/courses?courseId=1');
  expect(await screen.findByText('Este curso no tiene módulos configurados')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Volver a Mis Cursos' })).toHaveAttribute('href', '/my-courses');
  cleanup();
  sessions.setSessionUser({ ...user, user_role: 2 });
  school.enrolled = false;
  show('/courses?courseId=1');
  expect(await screen.findByText('Agrega módulos y clases para poder publicarlo.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ir a Gestión de Cursos' })).toHaveAttribute('href', '/admin/courses');
});

test('the last view is saved for a learner', async () => {
  show('/courses?courseId=1&sesion=2');
  await waitFor(
    () =>
      expect(school.writes.find(({ url }) => url.includes('ultima-vista'))?.body).toEqual({
        courseId: 1,
        moduleId: 1,
        sessionId: 2,
        subtemaId: null,
        viewMode: 'module',
      }),
    { timeout: 3_000 },
  );
});
