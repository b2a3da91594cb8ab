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
import type { LearnersAtRisk, TeachingOverview } from '../../../../backend/api/contract/teaching.ts';

const me = vi.hoisted(() => ({ id: 2, user_role: 3, name: 'Julián Ocampo' }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => me }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const course = (id: number, more: Partial<TeachingOverview['cursos'][number]> = {}): TeachingOverview['cursos'][number] => ({
  id,
  slug: `curso-${id}`,
  nombre: `Curso ${id}`,
  publicado: true,
  inscripciones: 0,
  activos: 0,
  clasesSemana: 0,
  progreso: null,
  cursosCompletados: 0,
  valoracion: null,
  resenas: 0,
  enRiesgo: 0,
  ...more,
});
const person = (id: number, more: Partial<LearnersAtRisk['personas'][number]> = {}): LearnersAtRisk['personas'][number] => ({
  id_usuario: id,
  nombre: `Persona ${id}`,
  foto: null,
  activa: true,
  id_curso: 1,
  curso: 'Curso 1',
  progreso: 25,
  sesionesCompletadas: 1,
  totalSesiones: 4,
  ultimaActividad: '2026-03-01',
  diasSinActividad: 16,
  se_quedo_en: 'Clase 2',
  recordado: null,
  razones: [],
  ...more,
});
/** The school, as far as the page sees it. */
const school = {
  courses: [] as TeachingOverview['cursos'],
  people: [] as LearnersAtRisk['personas'],
  failing: new Set<string>(),
  asked: [] as string[],
};
const overview = (): Omit<TeachingOverview, 'instructor'> => ({
  cifras: (['cursosPublicados', 'inscripciones', 'activos', 'clasesSemana', 'cursosCompletados', 'valoracion', 'enRiesgo'] as const).map(
    (id, index) => ({
      id,
      valor: id === 'valoracion' ? null : index,
      de: id === 'valoracion' ? 0 : id === 'activos' ? 9 : null,
      dias: id === 'clasesSemana' ? [{ fecha: '2026-03-01', valor: 3 }] : [],
    }),
  ),
  cursos: school.courses,
  semanaDesde: '2026-03-02',
  activosDesde: '2026-02-26',
  diasActivos: 7,
  diasRiesgo: 14,
});
const server = createServer(({ url = '' }, response) => {
  const answer = (body: unknown, status = 200) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'X-Position': '000001',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': '*',
    });
    response.end(JSON.stringify(body));
  };
  school.asked.push(url);
  const [, userId, what = ''] = /^\/api\/instructores\/(\d+)\/([a-z-]+)/.exec(url) ?? [];
  if (school.failing.has(what)) return answer({ code: 'STORE_CORRUPT', message: 'Algo salió mal.' }, 500);
  if (what === 'resumen') return answer({ instructor: { id: Number(userId), nombre: `Instructora ${userId}` }, ...overview() });
  if (what === 'en-riesgo') {
    const { searchParams } = new URL(url, 'http://x');
    const people = school.people.filter(({ id_curso }) => !searchParams.get('curso') || String(id_curso) === searchParams.get('curso'));
    const shown = people.slice(0, Number(searchParams.get('limit')));
    return answer({ cursos: school.courses.map(({ id }) => id), dias: 14, total: people.length, personas: shown });
  }
  if (url.startsWith('/api/resumen/sin-actividad'))
    return answer({ dias: 14, total: school.people.length, personas: school.people.slice(0, 2), siguiente: 'despues' });
  if (url.startsWith('/api/cursos/gestion')) return answer({ cursos: school.courses });
  if (url === '/api/auth/users/role/3')
    return answer({
      data: [
        { id: 2, fullName: 'Julián Ocampo', email: null },
        { id: 7, fullName: 'Lucía Fonseca', email: null },
      ],
    });
  return answer({ code: 'NOT_FOUND', message: '' }, 404);
});

let page: typeof import('./instructor-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/instructor/overview` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./instructor-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(me, { id: 2, user_role: 3 });
  school.courses = [
    course(1, { inscripciones: 3, enRiesgo: 2, valoracion: 4.5, resenas: 2 }),
    course(2, { inscripciones: 8, publicado: false }),
  ];
  school.people = [person(20), person(21, { nombre: null, id_curso: 2, curso: 'Curso 2' })];
  school.failing = new Set();
  school.asked = [];
});
afterEach(cleanup);

const show = (query = '', path = '/instructor/overview') => {
  const router = createMemoryRouter([{ path, Component: page.Component }], { initialEntries: [path + query] });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
};
const figure = (name: string) => within(screen.getByRole('region', { name }));
const link = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

// rows: J07
test('each figure says what it counts and leads to it', async () => {
  show();
  expect(await screen.findByRole('region', { name: 'Activos en 7 días' })).toBeInTheDocument();
  expect(figure('Activos en 7 días').getByText('de 9')).toBeInTheDocument();
  expect(figure('Activos en 7 días').getByText(/en los últimos 7 días, desde el jueves, 26 de febrero/)).toBeInTheDocument();
  expect(figure('Clases de esta semana').getByText(/desde el lunes, 2 de marzo/)).toBeInTheDocument();
  expect(figure('Valoración').getByText('—')).toBeInTheDocument();
  expect(figure('Valoración').getByText('sin reseñas')).toBeInTheDocument();
  expect(link('Ver los cursos: Cursos publicados')).toBe('/instructor/courses?estado=publicado');
  expect(link('Ver por curso: Cursos completados')).toBe('/instructor/overview?orden=-cursosCompletados#por-curso');
  expect(link('Ver quiénes: En riesgo')).toBe('/instructor/overview#en-riesgo');
  expect(link('2 en riesgo: ver quiénes, en Curso 1')).toBe('/instructor/overview?curso=1#en-riesgo');
  // Who speaks to their computer says what they see: the name begins with it.
  expect(link('4.5 (2): ver las reseñas de Curso 1')).toBe('/cursos/curso-1#curso-resenas');
});

test('courses stand in the order that the address says, and a column turns it', async () => {
  const { router, user } = show('?orden=nombre');
  const rows = async () => {
    const table = await screen.findByRole('table', { name: 'Por curso' });
    return within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  };
  expect(await rows()).toEqual(['Curso 1Publicado', 'Curso 2Borrador']);
  await user.click(screen.getByRole('button', { name: 'Ordenar por Estudiantes' }));
  expect(router.state.location.search).toBe('?orden=-inscripciones');
  expect(await rows()).toEqual(['Curso 2Borrador', 'Curso 1Publicado']);
});

test('who is at risk: with the page of each, of one course, nameless, deactivated, and more when asked', async () => {
  school.people = [...school.people, person(22, { activa: false }), ...Array.from({ length: 30 }, (_, index) => person(100 + index))];
  const { router, user } = show();
  expect(await screen.findByText('33 inscripciones en riesgo; se muestran 25, quien lleva más tiempo primero.')).toBeInTheDocument();
  expect(link('Persona 20')).toBe('/people/20');
  expect(link('Usuario #21')).toBe('/people/21');
  expect(screen.queryByRole('link', { name: 'Persona 22' })).toBeNull();
  expect(screen.getByText('Cuenta desactivada')).toBeInTheDocument();
  expect(screen.getAllByText('1 mar 2026').length).toBe(25);
  await user.click(screen.getByRole('button', { name: 'Mostrar más' }));
  expect(await screen.findByText('33 inscripciones en riesgo, quien lleva más tiempo primero.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mostrar más' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Curso' }), 'Curso 2');
  expect(await screen.findByText('1 inscripción en riesgo.')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?curso=2');
  // A list of its own, from its beginning.
  expect(school.asked).toContain('/api/instructores/2/en-riesgo?curso=2&limit=25');
  expect(screen.queryByText('Persona 20')).toBeNull();
});

// rows: I05
test('who is quiet in the whole school, by page, narrowed by the address', async () => {
  const { Component } = await import('./quiet-page.tsx');
  const router = createMemoryRouter([{ path: '/admin/users/quiet', Component }], { initialEntries: ['/admin/users/quiet?dias=30'] });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByText('2 inscripciones en riesgo, quien lleva más tiempo primero.')).toBeInTheDocument();
  expect(link('Persona 20')).toBe('/people/20');
  expect(school.asked).toContain('/api/resumen/sin-actividad?dias=30');
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Curso' }), 'Curso 2');
  await waitFor(() => expect(school.asked).toContain('/api/resumen/sin-actividad?curso=2&dias=30'));
  // The page of the answer that was asked for last.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Siguientes' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Siguientes' }));
  await waitFor(() => expect(router.state.location.search).toContain('pagina=despues'));
});

// rows: H34
test('nobody at risk, and nobody enrolled, are told apart; no courses offers to create one', async () => {
  school.people = [];
  show();
  expect(await screen.findByText('Nadie está en riesgo')).toBeInTheDocument();
  cleanup();
  school.courses = [course(1)];
  show();
  expect(await screen.findByText('Nadie está inscrito todavía')).toBeInTheDocument();
  cleanup();
  school.courses = [];
  const { user } = show();
  expect(await screen.findByText('Todavía no tienes cursos')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Crear curso' }));
  expect(await screen.findByRole('dialog', { name: 'Crear Nuevo Curso' })).toBeInTheDocument();
});

test('what fails says so, each part by itself, and is asked for again', async () => {
  school.failing = new Set(['en-riesgo']);
  const { user } = show();
  expect(await screen.findByText('No se pudo cargar la lista')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Inscripciones' })).toBeInTheDocument();
  school.failing.clear();
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: 'Persona 20' })).toBeInTheDocument();
  cleanup();
  school.failing = new Set(['resumen']);
  const again = show();
  expect(await screen.findByText('No se pudieron cargar las cifras')).toBeInTheDocument();
  school.failing.clear();
  await again.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('region', { name: 'Inscripciones' })).toBeInTheDocument();
});

test('an administrator chooses whose, is told so, and is led to the list of all courses', async () => {
  Object.assign(me, { id: 1, user_role: 2 });
  const courses = school.courses;
  school.courses = [];
  const { router, user } = show('', '/admin/instructors');
  expect(await screen.findByText('No impartes ningún curso')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Crear curso' })).toBeNull();
  school.courses = courses;
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Ver el resumen de' }), 'Lucía Fonseca');
  expect(await screen.findByText('Ves lo mismo que Instructora 7, solo para consultar: aquí no se cambia nada.')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?instructor=7');
  await waitFor(() => expect(school.asked).toContain('/api/instructores/7/resumen'));
  expect(link('Ver los cursos: Cursos publicados')).toBe('/admin/courses?estado=publicado&buscar=Instructora+7');
});

test('who is no administrator sees their own, whoever the address names', async () => {
  show('?instructor=7');
  await screen.findByRole('region', { name: 'Inscripciones' });
  expect(school.asked.filter((url) => url.startsWith('/api/instructores/7'))).toEqual([]);
  expect(screen.queryByRole('combobox', { name: 'Ver el resumen de' })).toBeNull();
});
