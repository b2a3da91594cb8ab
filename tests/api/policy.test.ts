import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { type PolicyRow, policies } from '../../backend/api/contract/policy.ts';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import type { RoleCode } from '../../backend/api/contract/roles.ts';
import { joinAs } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** The whole policy table: role × ownership × call, deny by default. */

let school: School;
const people: Record<string, { role: RoleCode; token: string; id: number }> = {};

beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  for (const [name, role] of [
    ['estudiante', 1],
    ['premium', 1],
    ['admin', 2],
    ['instructor', 3],
    ['analista', 4],
  ] as const)
    people[name] = { role, ...(await school.login(name)) };
  const auditor = await joinAs(school, 'auditora', 'auditor');
  people['auditor'] = { role: 5, token: auditor.token, id: auditor.id };
}, 120_000);
afterAll(() => school.stop());

/** Every id in a path names something that exists and is not the caller's: the course belongs to another instructor, the person is nobody who asks. */
const OTHER_PERSON = 20;
const OTHER_COURSE = 2;
const part = { module: 0, class: 0, subtopic: 0, resource: 0, quiz: 0, question: 0, option: 0, comment: 0 };
beforeAll(async () => {
  const outline = (await school.ask('GET', `/api/cursos/esquema/${OTHER_COURSE}`)).body as unknown as Outline;
  const module = outline.modulos[0];
  const klass = module?.sesiones[0];
  Object.assign(part, {
    module: module?.id_modulo,
    class: klass?.id_sesion,
    subtopic: klass?.subtemas[0]?.id_subtema,
    resource: klass?.recursos[0]?.id_recurso,
    quiz: outline.modulos.flatMap(({ sesiones }) => sesiones.flatMap(({ subtemas }) => subtemas)).find(({ tipo }) => tipo === 'evaluacion')
      ?.id_subtema,
  });
  const asked = await school.ask('GET', `/api/testquestions/testquestions/subtema/${part.quiz}/with-options`, {
    token: people.admin?.token,
  });
  const [question] = asked.body as unknown as { id: number; options: { id: number }[] }[];
  Object.assign(part, { question: question?.id, option: question?.options[0]?.id });
  const said = await school.ask('GET', `/api/comentarios/subtema/${part.subtopic}`, { token: people.admin?.token });
  part.comment = (said.body['comentarios'] as { id: number }[])[0]?.id ?? 0;
  expect(part.comment).toBeGreaterThan(0);
});
const foreign = (route: string): string => {
  // A draft has the calls of its course, and their ids.
  const path = route.replace('/api/borrador/', '/api/');
  return (path.includes('/hechos/') ? `${route}?sobre=clases` : route).replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'userId' || (name === 'id' && path.includes('/users/'))) return String(OTHER_PERSON);
    if (name === 'nombre') return 'users';
    if (name === 'subtemaId') return String(part.quiz);
    if (name === 'intento') return '1';
    if (name === 'preguntaId' || path.startsWith('/api/testquestions/') || path.startsWith('/api/evaluaciones/preguntas/'))
      return String(part.question);
    if (path.startsWith('/api/testquestionoptions/')) return String(part.option);
    if (name === 'noteId') return '00000000-0000-4000-8000-000000000000';
    if (name === 'sanctionId') return '1';
    if (name === 'fecha') return '2026-01-31';
    if (name === 'tipo') return 'Premium';
    if (name === 'moduleId' || path.startsWith('/api/modulos/modulos/:id')) return String(part.module);
    if (name === 'sessionId' || path.startsWith('/api/sesiones/')) return String(part.class);
    if (path.startsWith('/api/subtema/')) return String(part.subtopic);
    if (name === 'courseId') return String(OTHER_COURSE);
    if (name === 'id' && /comentario/.test(path)) return String(part.comment);
    if (path.startsWith('/api/recursos/')) return String(part.resource);
    return String(OTHER_COURSE);
  });
};
const body = (path: string) => ({
  meses: 12,
  id_usuario: OTHER_PERSON,
  id_curso: OTHER_COURSE,
  id_sesion: part.class,
  id_modulo: part.module,
  completado: true,
  orden: [1],
  estado: 1,
  objetivos: ['x'],
  pestana: 'p',
  video: 'v',
  segundo: 5,
  segundos: 5,
  grupo: 1,
  courseId: 2,
  viewMode: 'overview',
  titulo: 'x',
  nombre: 'x',
  descripcion: 'x',
  link_recurso: 'https://ejemplo.mx',
  enlace: 'x',
  texto: null,
  respuesta: null,
  usuarios: [1],
  motivo: 'x',
  ...{
    id_subtema: part.quiz,
    question_id: part.question,
    de: part.quiz,
    question: 'x',
    text: 'x',
    options: [],
    opciones: [],
    respuestas: [],
  },
  ...(path.includes('register') && { username: 'x' }),
  ...(path.startsWith('/api/borrador/cursos/') && { version: 1, ventana: 'x', parte: OTHER_COURSE, campo: 'nombre', formas: {} }),
  ...(path.endsWith('/preferir') && { tipo: 'curso' }),
  ...(path.includes('/preferencias/') && { tipo: 'general', canal: 'correo', activo: true }),
  ...(path.includes('/dispositivos/') && { endpoint: 'https://push.ejemplo.mx/1', p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) }),
  ...(path.startsWith('/api/notas/') && { id_sesion: part.class, texto: 'x' }),
  ...(path.startsWith('/api/ejercicios/') && { texto: 'x', revision: 'aceptada' }),
  ...(path.startsWith('/api/habito/') && { dias: 3 }),
  ...(path.includes('/sancion/') && { texto: 'x' }),
  ...(path.startsWith('/api/agenda/') && { enlace: 'https://ejemplo.mx', asistio: true }),
});

/** What a call asks for in its address. */
const search = (path: string) => (path.endsWith('/comparar') ? '?desde=1' : path.startsWith('/api/contenido/') ? '?buscar=python' : '');
const ask = (contract: (typeof allRoutes)[number], path: string, token: string | undefined) =>
  school.ask(contract.method, `${path}${search(path)}`, {
    token,
    ...(contract.method !== 'GET' && contract.method !== 'DELETE' && { body: body(path) }),
  });

describe('without a token', () => {
  for (const contract of allRoutes)
    for (const path of [contract.path, ...(contract.aliases ?? [])])
      test(`${contract.method} ${path}`, async () => {
        const answer = await school.ask(
          contract.method,
          foreign(path),
          contract.method === 'GET' ? {} : { raw: { type: 'application/json', body: '{not json' } },
        );
        if ('open' in policies[contract.policy]) expect(answer.status).not.toBe(401);
        else {
          // Before the body is even read.
          expect(answer.status).toBe(401);
          expect(answer.body.code).toBe('AUTH_REQUIRED');
        }
      });
});

// rows: A46
describe('on what is not one’s own', () => {
  for (const contract of allRoutes.filter((one) => !('open' in policies[one.policy]))) {
    const row: PolicyRow = policies[contract.policy];
    for (const name of ['estudiante', 'admin', 'instructor', 'analista', 'auditor'])
      test(`${name}: ${contract.method} ${contract.path}`, async () => {
        const person = people[name];
        if (!person) throw new Error(name);
        const may = row.any?.includes(person.role) ?? false;
        // Reading a course depends on access; the free one is open to all (tests/api/reading.test.ts has the rest).
        if (!may && row.when?.is === 'reads') return;
        // So does reading what is said below a class (tests/api/comments.test.ts).
        if (/^.api.(comentarios.:id|foro.)/.test(contract.path) && name !== 'admin') return;
        if (may && contract.method !== 'GET') return;
        const answer = await ask(contract, foreign(contract.path), person.token);
        if (may) expect([401, 403]).not.toContain(answer.status);
        else {
          expect(answer.status).toBe(403);
          expect(answer.body.code).toBe('FORBIDDEN');
        }
      });
  }
});

describe('on one’s own', () => {
  // rows: A46
  test('a learner reads and writes only what is theirs', async () => {
    const { token = '', id = 0 } = people.estudiante ?? {};
    for (const path of [
      `/api/auth/users/${id}`,
      `/api/usuariocurso/cursos/${id}`,
      `/api/progreso/${id}`,
      `/api/progreso/tiempo-estudiado/${id}`,
    ])
      expect((await school.ask('GET', path, { token })).status).toBe(200);
    expect((await school.ask('PUT', `/api/auth/users/${id}`, { token, body: { country: 'México' } })).status).toBe(200);
    expect((await school.ask('PUT', `/api/auth/users/${id}`, { token, body: { user_role: 2 } })).body.code).toBe('FORBIDDEN');
    expect((await school.ask('PUT', `/api/auth/users/${id}`, { token, body: { tipo_usuario: 2 } })).body.code).toBe('FORBIDDEN');
  });
  test('an instructor edits the courses that are theirs, no other', async () => {
    const { token = '' } = people.instructor ?? {};
    expect((await school.ask('PUT', '/api/cursos/cursos/1', { token, body: { categoria: 'Automatización' } })).status).toBe(200);
    expect((await school.ask('PUT', '/api/cursos/cursos/2', { token, body: { categoria: 'Otra' } })).status).toBe(403);
  });
  test('an instructor cannot choose the featured courses (A04)', async () => {
    const [teacher, admin] = [people.instructor, people.admin];
    const featured = async (token: string, destacado: boolean) =>
      (await school.ask('PUT', '/api/cursos/cursos/1', { token, body: { destacado } })).body.destacado;
    expect(await featured(admin?.token ?? '', false)).toBe(false);
    expect(await featured(teacher?.token ?? '', true)).toBe(false);
    expect(await featured(admin?.token ?? '', true)).toBe(true);
  });
  test('administrators choose the order of the featured courses, of each once and of none that is not featured', async () => {
    const { token = '' } = people.admin ?? {};
    const order = (orden: number[], as = token) => school.ask('PUT', '/api/cursos/destacados', { token: as, body: { orden } });
    expect((await order([2, 1], people.instructor?.token)).status).toBe(403);
    const before = await school.ask('GET', '/api/cursos/buscar?limit=6');
    const now = (before.body.cursos as { id: number }[]).map(({ id }) => id).reverse();
    expect((await order([1, 1])).body.code).toBe('ORDER_MISMATCH');
    expect((await order([1, 999])).body.code).toBe('COURSE_NOT_FOUND');
    await school.ask('PUT', '/api/cursos/cursos/3', { token, body: { destacado: false } });
    expect((await order([1, 3])).body.code).toBe('ORDER_MISMATCH');
    await school.ask('PUT', '/api/cursos/cursos/3', { token, body: { destacado: true } });
    expect((await order(now)).status).toBe(200);
    const after = await school.ask('GET', '/api/cursos/buscar?limit=6', { token });
    expect((after.body.cursos as { id: number }[]).map(({ id }) => id)).toEqual(now);
    expect((after.body.cursos as { lugar_destacado: number }[]).map((one) => one.lugar_destacado)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  // rows: I18
  test('role 3 never becomes role 2 by the plan code (C-09)', async () => {
    const { token = '', id = 0 } = people.premium ?? {};
    const me = await school.ask('GET', '/api/auth/sesion', { token });
    expect(me.body).toMatchObject({ id, user_role: 1, tipo_usuario: 2 });
    expect((await school.ask('GET', '/api/resumen', { token })).status).toBe(403);
  });
});
