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
    1.005,
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

  test('the price of a plan is refused like that of a course', async () => {
    const price = (monto: unknown) =>
      school.ask('POST', '/api/sitio/precios', { token: admin.token, body: { monto, moneda: 'USD', desde: '2099-01-01' } });
    for (const monto of ['$60', '', null, true, [60], '0x3c', '1.500', -1]) {
      const answer = await price(monto);
      expect(answer.status, JSON.stringify(monto)).toBe(400);
      expect(fieldsOf(answer)).toEqual(['monto']);
    }
    expect((await price('0')).body.code).toBe('PRICE_NOT_POSITIVE');
    expect((await price('1,060.50')).status).toBe(200);
    await settled(school);
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

describe('links', () => {
  const bad = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.mx/a',
    '//otro.mx/a',
    '/\\otro.mx/a',
    '/\t/otro.mx',
    'otro.mx/a',
    'https://',
    'https://a b.mx',
    'https://x.mx/"onload="alert(1)',
  ];
  /** Every field that becomes a link or the source of an image, by the call that writes it. */
  const places = async () => {
    const module = Number((await write('POST', '/api/modulos/create', { nombre: 'Módulo', id_curso: courseId })).body.id);
    const klass = Number((await write('POST', '/api/sesiones/createSesion', { titulo: 'Clase', id_modulo: module })).body.id_sesion);
    const part = async (word: string, body: object) =>
      ((await write('POST', `/api/${word}`, { titulo: 'Parte', id_sesion: klass, ...body })).body.data ?? {}) as Record<string, number>;
    const subtopic = (await part('subtema', {})).id_subtema;
    const resource = (await part('recursos', { link_recurso: 'https://x.mx' })).id_recurso;
    return [
      ['PUT', `/api/cursos/cursos/${courseId}`, 'img_curso', {}],
      ['PUT', `/api/cursos/update/${courseId}`, 'imagen', {}],
      ['POST', '/api/cursos/create', 'img_curso', { nombre: 'Otro', descripcion: 'D', id_maestro: (await school.login('instructor')).id }],
      ['POST', '/api/modulos/create', 'link_video', { nombre: 'Otro', id_curso: courseId }],
      ['PUT', `/api/modulos/modulos/${module}`, 'link_video', {}],
      ['POST', '/api/sesiones/createSesion', 'link_video', { titulo: 'Otra', id_modulo: module }],
      ['PUT', `/api/sesiones/updateSesion/${klass}`, 'link_video', {}],
      ['POST', '/api/subtema/crearSubtema', 'link_video', { titulo: 'Otro', id_sesion: klass }],
      ['PUT', `/api/subtema/${subtopic}`, 'link_video', {}],
      ['POST', '/api/recursos/crearRecurso', 'link_recurso', { titulo: 'Otro', id_sesion: klass }],
      ['PUT', `/api/recursos/${resource}`, 'link_recurso', {}],
      ['PUT', '/api/sitio/escuela', 'logo', {}],
      ['PUT', '/api/sitio/escuela', 'mensajeria', {}],
    ] as const;
  };

  test('lead to the web or into the school, else they are refused by name and nothing is stored', async () => {
    const send = (method: string, path: string, body: object) => school.ask(method, path, { token: admin.token, body });
    for (const [method, path, field, others] of await places()) {
      for (const link of bad) {
        const answer = await send(method, path, { ...others, [field]: link });
        expect(answer, `${path} ${field} ${link}`).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
        expect(['INVALID_ADDRESS', 'INVALID_TEXT']).toContain(answer.body.code);
      }
      for (const link of ['https://x.mx/a?b=c#d', 'http://x.mx', '/api/files/img_curso/a.webp'])
        expect((await send(method, path, { ...others, [field]: link })).status, `${path} ${field} ${link}`).toBeLessThan(300);
    }
    const klass = { titulo: 'Clase', id_modulo: 1 };
    const within = (body: object) => send('POST', '/api/sesiones/createSesion', { ...klass, ...body });
    expect(fieldsOf(await within({ subtemas: [{ titulo: 'S', link_video: bad[0] }] }))).toEqual(['subtemas.0.link_video']);
    expect(fieldsOf(await within({ recursos: [{ titulo: 'R', link_recurso: bad[0] }] }))).toEqual(['recursos.0.link_recurso']);
    const all: string[] = [];
    for await (const event of school.running.deps.commands.log.store.readAll(null)) all.push(JSON.stringify(event.data));
    expect(all.filter((data) => /javascript:|otro\.mx|vbscript:/i.test(data))).toEqual([]);
  });
});

describe('texts', () => {
  test('hold no control characters, but for tabs and the ends of lines of what has several', async () => {
    const at = `/api/cursos/cursos/${courseId}`;
    for (const odd of ['Cur\u0000so', 'Cur\u0007so', 'Cur\u001bso', 'Cur\u007fso', 'Cur\u0085so', '\u0000']) {
      for (const field of ['nombre', 'descripcion', 'categoria', 'duration', 'stripe_price_id', 'motivo']) {
        const answer = await change({ [field]: odd });
        expect(answer, `${field} ${JSON.stringify(odd)}`).toMatchObject({
          status: 400,
          body: { code: 'INVALID_TEXT', errors: [{ path: field }] },
        });
      }
      for (const [method, path, body, field] of [
        ['POST', '/api/modulos/create', { nombre: odd, id_curso: courseId }, 'nombre'],
        ['POST', '/api/sesiones/createSesion', { titulo: odd, id_modulo: 1 }, 'titulo'],
        ['POST', '/api/subtema', { titulo: 'S', id_sesion: 1, contenido_texto: odd }, 'contenido_texto'],
        ['POST', '/api/recursos', { titulo: odd, id_sesion: 1, link_recurso: 'https://x.mx' }, 'titulo'],
        ['POST', '/api/sitio/secciones/preguntas', { contenido: { pregunta: odd, respuesta: 'R' } }, 'contenido.pregunta'],
        ['PUT', `/api/auth/users/${admin.id}`, { first_name: odd }, 'first_name'],
        ['PUT', `/api/auth/users/${admin.id}`, { bio: odd }, 'bio'],
      ] as const)
        expect(fieldsOf(await school.ask(method, path, { token: admin.token, body })), `${path} ${JSON.stringify(odd)}`).toEqual([field]);
    }
    for (const name of ['Dos\nlíneas', 'Con\ttabulador', 'Otra\r\nlínea'])
      expect((await change({ nombre: name })).body.code).toBe('INVALID_TEXT');
    expect((await change({ nombre: ' Valores\n', descripcion: 'Dos\n\tlíneas\r\n' })).body).toMatchObject({ nombre: 'Valores' });
    const { body } = await school.ask('GET', at, { token: admin.token });
    expect(body.descripcion).toContain('\n\tlíneas');
    expect((await school.ask('GET', '/api/cursos/cursos?search=%00')).status).toBe(400);
  });

  test('a body nested 100,000 deep is refused', async () => {
    const depth = 100_000;
    const raw = { type: 'application/json', body: `{"contenido":{"pregunta":${'['.repeat(depth)}"a\u0000"${']'.repeat(depth)}}}` };
    const answer = await school.ask('POST', '/api/sitio/secciones/preguntas', { token: admin.token, raw });
    expect(answer.status).toBe(400);
  });
});

test('a duration of 0 is none, as null is', async () => {
  const made = await write('POST', '/api/subtema', { titulo: 'Breve', id_sesion: 1, duracion: 0 });
  expect(made).toMatchObject({ status: 201, body: { data: { duracion: null } } });
  const { id_subtema } = made.body.data as { id_subtema: number };
  const put = async (duracion: unknown) =>
    ((await write('PUT', `/api/subtema/${id_subtema}`, { duracion })).body.data as { duracion: number | null }).duracion;
  expect(await put('12')).toBe(12);
  expect(await put('')).toBe(12);
  expect(await put(0)).toBe(null);
  expect((await write('PUT', `/api/subtema/${id_subtema}`, { duracion: -1 })).status).toBe(400);
});

test('values stored before they were refused still load', async () => {
  const { state } = await school.running.deps.authoring.change(
    courseId,
    { type: 'change', imageUrl: 'javascript:alert(1)', title: 'Con\u0000nulo' },
    {
      commandId: crypto.randomUUID(),
      correlationId: 'c',
      causationId: 'c',
      actor: { userId: admin.id, role: 'administrator' },
      now: new Date(),
    },
  );
  expect(state.imageUrl).toBe('javascript:alert(1)');
  await settled(school);
  expect((await school.ask('GET', `/api/cursos/cursos/${courseId}`, { token: admin.token })).status).toBe(200);
  expect((await change({ descripcion: 'Otra' })).status).toBe(200);
});
