import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../support/people.ts';
import { type Ask, openSchool, type School } from '../support/school.ts';

/** What a field is taken for: a value that is not what its field means is refused with its name, never taken for something else. */

let school: School;
let admin: { token: string; id: number };
let courseId: number;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  const { id } = await school.login('instructor');
  const course = { nombre: 'Valores', descripcion: 'De prueba', id_maestro: id, tipo: 'Básico', precio: 499 };
  courseId = Number((await write('POST', '/api/cursos/create', course)).body.id);
}, 120_000);
afterAll(() => school.stop());

const write = async (method: string, path: string, body: unknown, options: Ask = {}) => {
  const answer = await school.ask(method, path, { token: admin.token, body, ...options });
  await settled(school);
  return answer;
};
const change = (body: unknown) => write('PUT', `/api/cursos/cursos/${courseId}`, body);
const fieldsOf = ({ body }: { body: Record<string, unknown> }) =>
  ((body.errors as { path: string }[] | undefined) ?? []).map(({ path }) => path);

describe('prices', () => {
  test.each([
    '$599',
    '-50',
    '30O',
    'gratis',
    '0x10',
    '1e3',
    '1.500',
    '1,50,0',
    '15,00,000',
    '0,500',
    '1.500.00',
    '12.345',
    '+5',
    'NaN',
    '99999999',
    -1,
    10_000_001,
    true,
    [599],
    {},
  ])('%j is none: refused by name, and the price stays', async (precio) => {
    expect((await change({ precio: 499 })).body.precio).toBe(499);
    for (const name of ['precio', 'price']) {
      const answer = await change({ nombre: 'Otro nombre', [name]: precio });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual([name]);
      if (typeof precio !== 'object' && precio !== true) expect(answer.body.code).toBe('INVALID_PRICE');
    }
    const { body } = await school.ask('GET', `/api/cursos/cursos/${courseId}`, { token: admin.token });
    expect(body).toMatchObject({ nombre: 'Valores', precio: 499 });
  });

  test.each([
    ['599', 599],
    [' 599 ', 599],
    ['599.5', 599.5],
    ['599,50', 599.5],
    ['1,500', 1_500],
    ['1,500.00', 1_500],
    ['1,250,000.75', 1_250_000.75],
    ['1.500,00', 1_500],
    ['1.250.000', 1_250_000],
    [0, 0],
    ['0', 0],
    ['0.00', 0],
    [499.99, 499.99],
  ])('%j is one', async (precio, stored) => {
    expect((await change({ precio: null })).body.precio).toBe(null);
    expect((await change({ precio })).body.precio).toBe(stored);
    // Blank counts as absent; only null takes it away (C-04).
    for (const blank of ['', '  ']) expect((await change({ precio: blank })).body.precio).toBe(stored);
  });

  test('of a plan too', async () => {
    const price = (monto: unknown) =>
      school.ask('POST', '/api/sitio/precios', { token: admin.token, body: { monto, moneda: 'USD', desde: '2099-01-01' } });
    for (const monto of ['$60', '', null, true, [60], '0x3c', '1.500', -1]) {
      const answer = await price(monto);
      expect(answer.status, JSON.stringify(monto)).toBe(400);
      expect(fieldsOf(answer)).toEqual(['monto']);
    }
    expect((await price('0')).body.code).toBe('PRICE_NOT_POSITIVE');
    expect((await price('1,060.50')).status).toBe(200);
    const { body } = await school.ask('GET', '/api/sitio/administrar', { token: admin.token });
    expect((body.precios as { desde: string; monto: number }[]).find(({ desde }) => desde === '2099-01-01')?.monto).toBe(1_060.5);
  });
});

test.each([true, [1], '0x1', '1e0', ' ', {}])('%j is no number, wherever one belongs', async (value) => {
  for (const [method, path, body, field] of [
    ['POST', '/api/modulos/create', { nombre: 'Módulo', id_curso: value }, 'id_curso'],
    ['PUT', `/api/cursos/cursos/${courseId}`, { id_maestro: value }, 'id_maestro'],
    ['PUT', `/api/auth/users/${admin.id}`, { tipo_usuario: value }, 'tipo_usuario'],
    ['POST', '/api/becas/campanas', { nombre: 'Becas', tope: value }, 'tope'],
    ['POST', '/api/subtema', { titulo: 'Subtema', id_sesion: 1, duracion: value }, 'duracion'],
  ] as const) {
    const answer = await school.ask(method, path, { token: admin.token, body });
    expect(answer.status, `${method} ${path}`).toBe(400);
    expect(fieldsOf(answer), `${method} ${path}`).toEqual([field]);
  }
});
