import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SchoolFigures, StepPerson } from '../../backend/api/contract/figures.ts';
import { join, joinAs, makeCourse, type Person, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** The school in figures: each is what the events of its days say, of students, and of nobody by name. */

let school: School;
let admin: Person;
let analyst: Person;
let teacher: Person;
/** The clock of the API; null: the real one. */
const still: string | null = null;
const lead = { curso: 'IA', nombre: 'Rosa Luz', correo: 'rosa@prueba.mx', telefono: '+52 55 1234 5678' };

const write = async (token: string, method: string, path: string, body: object) => {
  const answer = await school.ask(method, path, { token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
};
const figures = async (query = '', by = analyst): Promise<SchoolFigures> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/cifras${query}`, { token: by.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as SchoolFigures;
};
const steps = ({ embudo }: SchoolFigures) => embudo.map(({ valor }) => valor);

beforeAll(async () => {
  school = await openSchool({ clock: () => (still === null ? new Date() : new Date(still)) });
  admin = await joinAs(school, 'directora', 'administrator');
  analyst = await joinAs(school, 'analista', 'analyst');
  teacher = await joinAs(school, 'maestra', 'instructor');
}, 60_000);
afterAll(() => school.stop());

// rows: J05, J06
test('steps, cohorts and hours are what the events of the days say; who teaches or manages is not counted', async () => {
  const course = await makeCourse(school, teacher.token, teacher.id, [2]);
  const [first = 0, second = 0] = course.modules[0]?.classes ?? [];
  const [ana, beto] = [await join(school, 'ana'), await join(school, 'beto')];
  await join(school, 'caro');
  await write(admin.token, 'POST', '/api/google-sheet', lead);
  expect(steps(await figures())).toEqual([1, 3, 0, 0, 0]);
  for (const { id, token } of [ana, beto, teacher])
    await write(token, 'POST', '/api/inscripciones/inscribir', { id_usuario: id, id_curso: course.id });
  for (const [{ id, token }, classes] of [
    [ana, [first, second]],
    [beto, [first]],
  ] as const)
    for (const classId of classes)
      await write(token, 'PATCH', `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`, { completado: true });
  await write(ana.token, 'POST', `/api/progreso/latido/${ana.id}`, { id_curso: course.id, pestana: 'a', segundos: 60 });
  const found = await figures();
  expect(steps(found)).toEqual([1, 3, 2, 2, 1]);
  expect(found.convertidos).toBe(0);
  // Behind each step there are as many people as it counts; analysts see no names.
  const behind = async (query: string, by: Person) => {
    const answer = await school.ask('GET', `/api/cifras/personas?${query}`, { token: by.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as { personas: StepPerson[]; total: number; siguiente: string | null };
  };
  for (const { id, valor } of found.embudo_compra) {
    const { personas, total } = await behind(`paso=${id}${id === 'registros' ? '' : '&compra=1'}`, admin);
    expect([personas.length, total], id).toEqual([valor, valor]);
  }
  for (const { id, valor } of found.embudo.slice(1)) expect((await behind(`paso=${id}`, admin)).total, id).toBe(valor);
  expect(await behind('paso=finales', admin)).toMatchObject({ personas: [{ id_usuario: ana.id, nombre: expect.stringMatching(/\S/) }] });
  expect(await behind('paso=finales', analyst)).toMatchObject({ personas: [{ id_usuario: ana.id, nombre: null }] });
  const [one, two] = [await behind('paso=registros&limit=2', admin), await behind('paso=registros&limit=2&cursor=2', admin)];
  expect([one.siguiente, two.siguiente, one.personas.length, two.personas.length]).toEqual(['2', null, 2, 1]);
  expect((await behind('paso=registros&desde=2025-01-01&hasta=2025-01-31', admin)).total).toBe(0);
  expect((await school.ask('GET', '/api/cifras/personas?paso=registros', { token: ana.token })).status).toBe(403);
  expect(found.cohortes.at(-1)).toMatchObject({ registros: 3, inscripciones: 2, comienzos: 2, finales: 1, activas: [2] });
  expect(found.cohortes.map(({ activas }) => activas.length)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(found.horario.flat().reduce((sum, minutes) => sum + minutes, 0)).toBe(1);
  expect(found.horario.map((day) => day.length)).toEqual(Array(7).fill(24));
  // Of nobody by name.
  expect(JSON.stringify(found)).not.toMatch(/beto|caro|prueba/);

  await write(admin.token, 'PUT', `/api/auth/users/${beto.id}`, { user_role: 3, motivo: 'enseña' });
  expect(steps(await figures())).toEqual([1, 2, 1, 1, 1]);
  await write(admin.token, 'DELETE', `/api/auth/users/${ana.id}`, {});
  expect(steps(await figures())).toEqual([1, 2, 1, 1, 1]);
});

test('other days have none of it; days that are none, or the wrong way round, are refused', async () => {
  const before = await figures('?desde=2025-01-01&hasta=2025-01-31');
  expect(steps(before)).toEqual([0, 0, 0, 0, 0]);
  expect(before).toMatchObject({ desde: '2025-01-01', hasta: '2025-01-31' });
  for (const query of ['?desde=ayer', '?desde=2026-02-30', '?desde=2026-02-02&hasta=2026-02-01', '?hasta=9999-12-31', '?desde=0001-01-01'])
    expect((await school.ask('GET', `/api/cifras${query}`, { token: admin.token })).status).toBe(400);
  const turned = await school.ask('GET', '/api/cifras?desde=2026-02-02&hasta=2026-02-01', { token: admin.token });
  expect(turned.body.errors).toEqual([{ path: 'hasta', message: 'El último día va antes que el primero.' }]);
  // A rule without words of its own.
  const early = await school.ask('GET', '/api/cifras?desde=0001-01-01', { token: admin.token });
  expect(early.body.errors).toEqual([{ path: 'desde', message: 'No es un valor aceptado.' }]);
});
