import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { errorCatalogue } from '../../backend/api/contract/errors.ts';
import { LONG, sample } from '../support/scale.ts';
import { openSchool, type School } from '../support/school.ts';

/** Bad input gets a clear error: every route with missing, wrong, huge and hostile fields answers JSON of the catalogue, never a stack, never a 500. Each value at some routes; `npm run test:long`: at each. */

let school: School;
let token = '';
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  token = (await school.login('admin')).token;
}, 120_000);
afterAll(() => school.stop());

const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['an empty text', ''],
  ['a text where a number belongs', 'abc'],
  ['a negative number', -1],
  ['a huge number', 1e308],
  ['a fraction', 1.5],
  ['an object', { $gt: '' }],
  ['an array', [1, [2, [3]]]],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['SQL', "'; DROP TABLE events; --"],
  ['control characters', '\u0000\u0001\u2028\u202e'],
  ['a long text', 'x'.repeat(5_000)],
  ['a prototype key', JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}')],
  ['a lone surrogate', '\ud800'],
];
const fields = [
  'email',
  'password',
  'username',
  'first_name',
  'token',
  'newPassword',
  'nombre',
  'descripcion',
  'titulo',
  'precio',
  'tipo',
  'estado',
  'orden',
  'objetivos',
  'id_curso',
  'id_modulo',
  'id_sesion',
  'id_usuario',
  'completado',
  'segundos',
  'pestana',
  'courseId',
  'viewMode',
  'link_recurso',
  'tipo_recurso',
  'duracion',
  'contenido_texto',
  'user_role',
  'is_active',
  'motivo',
  'subtemas',
  'recursos',
];

const messages = new Set<string>(Object.values(errorCatalogue).map(([, message]) => message));
const clean = (answer: Awaited<ReturnType<School['ask']>>, asked: string, type = 'application/json') => {
  expect(answer.status, asked).toBeLessThan(500);
  expect(answer.headers.get('content-type'), asked).toContain(answer.status < 400 ? type : 'application/json');
  // The log's files contain what authors wrote, which may be about such things.
  if (!/x-ndjson|csv|parquet/.test(answer.headers.get('content-type') ?? ''))
    expect(answer.text, asked).not.toMatch(/\bat .+\.(ts|js):\d+|SQLITE|node_modules/);
  // The address of assistants answers in the words of its protocol.
  if (answer.text.startsWith('{"jsonrpc"'))
    expect(answer.body, asked).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  else if (answer.status >= 400) {
    expect(Object.keys(errorCatalogue), asked).toContain(answer.body.code);
    expect(messages.has(answer.body.message ?? ''), `${asked}: ${answer.body.message}`).toBe(true);
  }
};

// Erasing people or ending this very session would end the test itself.
const routes = allRoutes.filter((contract) => !['logout', 'deleteUser'].includes(contract.id));

/** The first route that takes as much: what is too long is refused before the route matters. */
const firstOf = ({ maxBody, method }: (typeof routes)[number]) => routes.find((one) => one.maxBody === maxBody && one.method === method);

const BODIES: readonly { type: string; body: string }[] = [
  { type: 'application/json', body: '{' },
  { type: 'application/json', body: '[]' },
  { type: 'application/json', body: '"text"' },
  { type: 'application/json', body: '' },
  { type: 'text/xml', body: '<a/>' },
  { type: 'application/json', body: '['.repeat(5_000) + ']'.repeat(5_000) },
];
const IDS = ['0', '-1', '1.5', 'abc', '99999999999999999999', '2147483647', '%', "1' OR '1'='1", '../../etc/passwd', 'x'.repeat(150)];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'X-Min-Position': "' OR 1=1" },
  {
    'Idempotency-Key': 'ñ'
      .repeat(3)
      .normalize('NFD')
      .replace(/[^\x20-\x7e]/g, ' '),
  },
  { 'If-Match': 'W/"abc"' },
  { Authorization: `Bearer ${'x'.repeat(5_000)}` },
  { Cookie: 'aulaviva=%00; aulaviva=x' },
];

describe.each(routes.map((contract, turn) => ({ ...contract, contract, turn })))('$method $path', ({ contract, turn }) => {
  const at = (value: string) => contract.path.replace(/:\w+/g, encodeURIComponent(value));
  const withBody = contract.method !== 'GET' && contract.method !== 'DELETE';

  test('ids of every kind are answered, and never with a fault of the server', async () => {
    for (const value of sample(IDS, 2, turn))
      clean(await school.ask(contract.method, at(value), { token, ...(withBody && { body: {} }) }), value, contract.type);
  });
  test('fields of every kind are answered, and never with a fault of the server', async () => {
    if (!withBody) return;
    for (const [name, value] of sample(hostile, 1, turn))
      clean(
        await school.ask(contract.method, at('2147483000'), { token, body: Object.fromEntries(fields.map((field) => [field, value])) }),
        name,
      );
  });
  test('bodies that are not what they say are refused, and never with a fault of the server', async () => {
    if (!withBody) return;
    const huge = contract === firstOf(contract) ? [{ type: 'application/json', body: `{"nombre":"${'x'.repeat(1_200_000)}"}` }] : [];
    for (const raw of [...sample(BODIES, 1, turn), ...huge])
      clean(await school.ask(contract.method, at('1'), { token, raw }), raw.body.slice(0, 20));
    // An unknown field is part of what a repeated call is compared by.
    const deep = `{"nada":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    if (LONG || turn % 8 === 0)
      clean(
        await school.ask(contract.method, at('2147483000'), {
          ...{ token, raw: { type: 'application/json', body: deep } },
          headers: { 'Idempotency-Key': 'deep' },
        }),
        'a deep field that nobody knows',
      );
  });
  test('headers of every kind are answered, and never with a fault of the server', async () => {
    for (const headers of sample(HEADERS, 1, turn))
      clean(
        await school.ask(contract.method, at('2147483000'), {
          ...('Authorization' in headers ? {} : { token }),
          headers,
          ...(withBody && { body: {} }),
        }),
        JSON.stringify(headers).slice(0, 60),
        contract.type,
      );
  });
});

test('an unknown address of the API is an error of the catalogue', async () => {
  expect(await school.ask('GET', '/api/nada', { token })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await school.ask('GET', '/api/nada')).toMatchObject({ status: 401, body: { code: 'AUTH_REQUIRED' } });
});

test('thousands of slashes in an address cost nothing', async () => {
  const began = process.cpuUsage();
  for (const address of [`/a${'/'.repeat(15_000)}b`, `/api/${'/'.repeat(15_000)}b`, `/${'a/'.repeat(7_000)}`])
    for (const method of ['GET', 'POST']) expect((await school.ask(method, address)).status, method).toBeGreaterThanOrEqual(400);
  const { user } = process.cpuUsage(began);
  expect(user / 1_000, 'milliseconds of processor').toBeLessThan(500);
});
