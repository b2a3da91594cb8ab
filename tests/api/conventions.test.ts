import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../backend/api/app.ts';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { errorCatalogue } from '../../backend/api/contract/errors.ts';
import { join, joinAs, makeCourse, type Person, registration, settled } from '../support/people.ts';
import { type Answer, embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** HTTP conventions of operations.md, the same on every call. */

let school: School;
let learner: Person;
beforeAll(async () => {
  school = await openSchool();
  learner = await join(school, 'convenida');
}, 60_000);
afterAll(() => school.stop());

const mine = () => `/api/auth/users/${learner.id}`;
const put = (country: string, headers: Record<string, string> = {}) =>
  school.ask('PUT', mine(), { token: learner.token, body: { country }, headers });
const get = (headers: Record<string, string> = {}) => school.ask('GET', mine(), { token: learner.token, headers });
const events = async (): Promise<string[]> => {
  const types: string[] = [];
  for await (const event of school.running.deps.commands.log.readStream(`user-${learner.id}`)) types.push(event.type);
  return types;
};

// rows: F12
test('a client that sends no positions reads its own writes, and so does a visitor by address', async () => {
  const teacher = await joinAs(school, 'apresurada', 'instructor');
  const { id } = await makeCourse(school, teacher.token, teacher.id, [1]);
  for (let n = 0; n < 30; n++) {
    expect((await put(`País ${n}`)).status).toBe(200);
    expect((await get()).body.country).toBe(`País ${n}`);
    const renamed = { token: teacher.token, body: { nombre: `Curso ${n}` } };
    expect((await school.ask('PUT', `/api/cursos/cursos/${id}`, renamed)).status).toBe(200);
    expect((await school.ask('GET', `/api/cursos/cursos/${id}`)).body.nombre).toBe(`Curso ${n}`);
  }
});

describe('errors', () => {
  test.each([
    ['malformed JSON', 'POST', '/api/auth/login', { type: 'application/json', body: '{' }, 400, 'MALFORMED'],
    ['an array', 'POST', '/api/auth/login', { type: 'application/json', body: '[]' }, 400, 'MALFORMED'],
    ['no fields', 'POST', '/api/auth/login', { type: 'application/json', body: '{}' }, 400, 'REQUIRED_FIELDS'],
    ['another media type', 'POST', '/api/auth/login', { type: 'text/plain', body: 'x' }, 415, 'UNSUPPORTED_TYPE'],
    ['too large', 'POST', '/api/auth/login', { type: 'application/json', body: `"${'x'.repeat(1_100_000)}"` }, 413, 'TOO_LARGE'],
    ['a course that is not there', 'GET', '/api/cursos/cursos/77', undefined, 404, 'COURSE_NOT_FOUND'],
    ['an id that is none', 'GET', '/api/cursos/cursos/uno', undefined, 400, 'MALFORMED'],
    ['an unknown page', 'GET', '/nada.css', undefined, 404, 'NOT_FOUND'],
    ['a bad token, on an open call too', 'GET', '/api/cursos/cursos', undefined, 401, 'SESSION_ENDED'],
  ])('%s', async (name, method, at, raw, status, code) => {
    const answer = await school.ask(method, at, { ...(raw && { raw }), ...(name.startsWith('a bad token') && { token: 'x'.repeat(43) }) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual({
      message: expect.stringMatching(/\S/),
      code,
      ...(answer.body.errors !== undefined && { errors: expect.any(Array) }),
    });
    const errors = (answer.body.errors ?? []) as object[];
    for (const one of errors) expect(one).toEqual({ path: expect.any(String), message: expect.any(String) });
    // For clients that show the message in another language.
    const codes = answer.headers.get('x-error-codes')?.split(',') ?? [];
    expect(codes.length).toBe(errors.length);
    for (const named of codes) expect(errorCatalogue).toHaveProperty(named);
  });

  test.each([
    ['a method that does not exist', 'FOO /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'MALFORMED'],
    ['raw letters in an address', 'GET /api/cursos/cursos?search=programación HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'MALFORMED'],
    ['headers too long', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'TOO_LARGE'],
  ])('what is no HTTP request has the same shape: %s', async (_, bytes, status, code) => {
    const { hostname, port } = new URL(school.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const line = connect(Number(port), hostname, () => line.write(bytes));
      line
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\S/), code });
  });

  // rows: P03
  test('a code that is about one field names it, as its contract says', async () => {
    const body = { email: learner.email, password: 'Otra-Cosa-99' };
    const answer = await school.ask('POST', '/api/auth/login', { body });
    expect(answer).toMatchObject({
      body: {
        code: 'WRONG_PASSWORD',
        message: errorCatalogue.WRONG_PASSWORD[1],
        errors: [{ path: 'password', message: errorCatalogue.WRONG_PASSWORD[1] }],
      },
    });
    expect(answer.headers.get('x-error-codes')).toBe('WRONG_PASSWORD');
  });
  test('what a contract says of a field is about a code that it answers', () => {
    for (const { id, errors = [], fieldErrors = {} } of allRoutes)
      for (const code of Object.keys(fieldErrors)) expect(errors, `${id} says of no ${code}`).toContain(code);
  });

  test('a field that is wrong is told the rule, in words of its own', async () => {
    const answer = await school.ask('GET', '/api/cursos/buscar?limit=muchos');
    expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED', errors: [{ path: 'limit', message: 'Debe ser un número.' }] } });
    const id = await school.ask('GET', '/api/cursos/cursos/99999999999999999999');
    expect(id.text).not.toMatch(/int|NaN|9007199254740991|inválid/);
  });

  // rows: A46
  test('401 comes before the body is even read', async () => {
    for (const raw of [
      { type: 'application/json', body: '{' },
      { type: 'text/xml', body: '<a/>' },
      { type: 'application/json', body: 'x'.repeat(1_100_000) },
    ])
      expect(await school.ask('POST', '/api/inscripciones/inscribir', { raw })).toMatchObject({
        status: 401,
        body: { code: 'AUTH_REQUIRED' },
      });
  });

  test('a body-less call may carry the JSON header', async () => {
    const raw = { type: 'application/json', body: '' };
    expect(
      (await school.ask('PUT', `/api/usuariocurso/update-usuario-curso/${learner.id}/1`, { token: learner.token, raw })).body.code,
    ).toBe('ENROLMENT_NOT_FOUND');
  });
});

describe('positions', () => {
  // rows: F12
  test('a write returns the position of its last event, and a read that waits for it returns no lower one', async () => {
    for (let i = 0; i < 30; i++) {
      const written = await put(`País ${i}`);
      const position = written.headers.get('x-position') ?? '';
      expect(position).not.toBe('');
      const found = await get({ 'X-Min-Position': position });
      expect(found.body.country).toBe(`País ${i}`);
      expect((found.headers.get('x-position') ?? '') >= position).toBe(true);
      expect(found.headers.get('x-stale')).toBe(null);
    }
    const { store } = school.running.deps.commands.log;
    const last = await put('El último');
    expect(last.headers.get('x-position')).toBe(await store.head());
    // A write that changes nothing names where the thing stands.
    expect((await put('El último')).headers.get('x-position')).toBe(last.headers.get('x-position'));
  });

  test('a list of another projection waits as well', async () => {
    const made = await school.ask('POST', '/api/auth/register', { body: registration('esperada') });
    const { token } = await school.login('esperada@prueba.mx', 'Segura-2026!');
    const position = made.headers.get('x-position') ?? '';
    expect((await school.ask('GET', `/api/progreso/${made.body.id}`, { token, headers: { 'X-Min-Position': position } })).status).toBe(200);
  });

  test('an answer of a halted projection says so, and since when something is missing', async () => {
    const admin = await joinAs(school, 'detenida', 'administrator');
    const { token } = admin;
    const read = () => school.ask('GET', '/api/cursos/cursos?todos=1', { token });
    const turn = (how: string) => school.ask('POST', `/api/proyecciones/courses/${how}`, { token, body: { motivo: 'Prueba' } });
    expect((await read()).headers.get('x-stale-since')).toBe(null);
    expect((await turn('pausar')).status).toBeLessThan(300);
    await until(async () => (await read()).headers.get('x-stale') === 'true');
    const began = Date.now();
    expect((await put('Mientras tanto')).status).toBe(200);
    const since = (await read()).headers.get('x-stale-since');
    // The pause itself may be the first thing that is missing.
    expect(Math.abs(Date.parse(since ?? '') - began)).toBeLessThan(10_000);
    expect((await put('Y más tarde')).status).toBe(200);
    expect((await read()).headers.get('x-stale-since')).toBe(since);
    expect((await turn('reanudar')).status).toBeLessThan(300);
    await until(async () => (await read()).headers.get('x-stale') === null);
    expect((await read()).headers.get('x-stale-since')).toBe(null);
  });

  test('a position never reached: 503 with Retry-After after 5 s; what is none: 400', async () => {
    const began = performance.now();
    const answer = await get({ 'X-Min-Position': '9'.repeat(16) });
    const waited = performance.now() - began;
    expect(answer).toMatchObject({ status: 503, body: { code: 'NOT_CAUGHT_UP' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(waited).toBeGreaterThan(4_900);
    expect(waited).toBeLessThan(7_000);
    expect((await get({ 'X-Min-Position': 'n ;' })).body.code).toBe('MALFORMED');
    expect((await get({ 'X-Min-Position': '0' })).status).toBe(200);
  });

  test('a position without its padding is the same position; an invalid one is refused at once', async () => {
    const position = (await put('Guatemala')).headers.get('x-position') ?? '';
    expect((await get({ 'X-Min-Position': String(Number(position)) })).body.country).toBe('Guatemala');
    for (const early of ['1', '01', '0'.repeat(15)]) expect((await get({ 'X-Min-Position': early })).status, early).toBe(200);
    const began = performance.now();
    for (const none of ['hola', '-1', '1.5', '0x1', '9'.repeat(17), '1, 2', `${position}-${position}`]) {
      const answer = await get({ 'X-Min-Position': none });
      expect(answer, none).toMatchObject({ status: 400, body: { code: 'MALFORMED', errors: [{ path: 'X-Min-Position' }] } });
    }
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

describe('Idempotency-Key', () => {
  test('the same key and body: the same answer and no second event', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await put('Bolivia', headers);
    const count = (await events()).length;
    const changed = await put('Ecuador');
    const again = await put('Bolivia', headers);
    expect([again.status, again.text, again.headers.get('x-position')]).toEqual([
      first.status,
      first.text,
      first.headers.get('x-position'),
    ]);
    expect((await get({ 'X-Min-Position': changed.headers.get('x-position') ?? '' })).body.country).toBe('Ecuador');
    expect((await events()).length).toBe(count + 1);
  });

  // rows: P03
  test('another body: 409; another route or person: another key', async () => {
    const headers = { 'Idempotency-Key': 'cambio-2' };
    expect((await put('Cuba', headers)).status).toBe(200);
    expect(await put('Brasil', headers)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
    const other = await join(school, 'otra_llave');
    const theirs = await school.ask('PUT', `/api/auth/users/${other.id}`, { token: other.token, body: { country: 'Brasil' }, headers });
    expect(theirs.body.country).toBe('Brasil');
  });

  // rows: P03
  test('20 at once with one key: one event, one answer', async () => {
    const before = (await events()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('Uruguay', { 'Idempotency-Key': 'cambio-3' })));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text} ${answer.headers.get('x-position')}`)).size).toBe(1);
    expect((await events()).length).toBe(before + 1);
  });

  test('a refusal is not kept', async () => {
    const headers = { 'Idempotency-Key': 'cambio-4', 'If-Match': '0' };
    expect((await put('Haití', headers)).status).toBe(409);
    const { version } = (await get()).body;
    expect((await put('Haití', { ...headers, 'If-Match': String(version) })).status).toBe(200);
  });

  test('visitors too: one account, the same answer; another body 409; the session comes with its cookie again', async () => {
    const headers = { 'Idempotency-Key': 'alta-1' };
    const register = (name: string) => school.ask('POST', '/api/auth/register', { body: registration(name), headers });
    const [a, b] = await Promise.all([register('una_vez'), register('una_vez')]);
    expect(a.status).toBe(201);
    expect(b.text).toBe(a.text);
    expect((await register('una_vez')).text).toBe(a.text);
    expect(await register('otra_vez')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
    const login = () =>
      school.ask('POST', '/api/auth/login', {
        body: { email: 'una_vez@prueba.mx', password: 'Segura-2026!' },
        headers: { 'Idempotency-Key': 'x' },
      });
    const first = await login();
    const again = await login();
    expect(again.text).toBe(first.text);
    // Only the session's cookies: the second login knows the device already, and sets no cookie for it.
    const cookies = ({ headers }: typeof first) => headers.getSetCookie().filter((cookie) => !cookie.startsWith('aulaviva.equipo='));
    expect(cookies(again)).toEqual(cookies(first));
    expect(cookies(again)).toHaveLength(2);
  });

  test('a key that is not one is refused with 400', async () => {
    for (const key of ['con espacio', 'x'.repeat(201), ''])
      expect((await put('X', { 'Idempotency-Key': key })).body.code).toBe('IDEMPOTENCY_KEY_INVALID');
  });
});

describe('If-Match', () => {
  // rows: P03
  test('the current version goes through, quoted or not; another is 409', async () => {
    const version = Number((await get()).body.version);
    expect((await put('Panamá', { 'If-Match': `"${version}"` })).body.version).toBe(version + 1);
    expect(await put('Belice', { 'If-Match': `${version}` })).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    expect((await put('Belice', { 'If-Match': `${version + 1}` })).status).toBe(200);
  });

  test('an invalid version is refused, and nothing is done', async () => {
    const before = (await get()).body;
    for (const none of ['W/"3"', `W/"${before.version}"`, 'abc', '*', '""', '"3', '3"', '1, 2', '-1', '1.0', ''])
      expect(await put('Francia', { 'If-Match': none }), none).toMatchObject({ status: 400, body: { code: 'IF_MATCH_INVALID' } });
    expect((await get()).body).toEqual(before);
    // A read compares nothing, so its `If-Match` is ignored.
    expect((await get({ 'If-Match': 'abc' })).status).toBe(200);
  });

  test('of a course, its parts and videos: the course’s version', async () => {
    await joinAs(school, 'versiones_admin', 'administrator');
    const teacher = await joinAs(school, 'versiones_maestra', 'instructor');
    const { id, modules } = await makeCourse(school, teacher.token, teacher.id, [1]);
    const [module] = modules;
    const klass = module?.classes[0];
    const courseOf = async () => (await school.ask('GET', `/api/cursos/cursos/${id}`, { token: teacher.token })).body;
    const before = await courseOf();
    for (const [method, path, body] of [
      ['PUT', `/api/cursos/cursos/${id}`, { nombre: 'X' }],
      ['PATCH', `/api/cursos/cursos/${id}/estado`, { estado: 0 }],
      ['POST', '/api/modulos/create', { nombre: 'X', id_curso: id }],
      ['PUT', `/api/modulos/modulos/${module?.id}`, { nombre: 'X' }],
      ['PUT', `/api/modulos/orden/${id}`, { orden: [module?.id] }],
      ['PUT', `/api/objetivos/modulo/${module?.id}`, { objetivos: ['X'] }],
      ['POST', '/api/sesiones/createSesion', { titulo: 'X', id_modulo: module?.id, subtemas: [{ titulo: 'X', contenido_texto: 'X' }] }],
      ['PUT', `/api/sesiones/updateSesion/${klass}`, { titulo: 'X' }],
      ['DELETE', `/api/sesiones/deleteSesion/${klass}`, undefined],
      ['POST', '/api/subtema', { titulo: 'X', id_sesion: klass, contenido_texto: 'X' }],
      ['POST', '/api/recursos', { titulo: 'X', id_sesion: klass, link_recurso: 'https://x.mx' }],
      ['DELETE', `/api/modulos/modulos/${module?.id}`, undefined],
      ['DELETE', `/api/cursos/cursos/${id}`, undefined],
    ] as const)
      expect(await school.ask(method, path, { token: teacher.token, body, headers: { 'If-Match': '999' } }), path).toMatchObject({
        status: 409,
        body: { code: 'VERSION_CONFLICT' },
      });
    expect(await courseOf()).toEqual(before);
    const objectives = { token: teacher.token, body: { objetivos: ['X'] }, headers: { 'If-Match': String(before.version) } };
    expect((await school.ask('PUT', `/api/objetivos/modulo/${module?.id}`, objectives)).status).toBe(200);
  });

  test('of an enrolment: every answer about it names its version', async () => {
    const teacher = await joinAs(school, 'versiones_otra', 'instructor');
    const { id, modules } = await makeCourse(school, teacher.token, teacher.id, [2]);
    const learner = await join(school, 'versiones_alumna');
    const ask = (method: string, path: string, body: unknown, version: number | undefined) =>
      school.ask(method, path, {
        token: learner.token,
        body,
        ...(version !== undefined && { headers: { 'If-Match': String(version) } }),
      });
    const pair = { id_usuario: learner.id, id_curso: id };
    const enrol = (version?: number) => ask('POST', '/api/inscripciones/inscribir', pair, version);
    const versionNow = async () =>
      Number((await ask('GET', `/api/usuarios-cursos-comprados/verificar/${learner.id}/${id}`, undefined, undefined)).body.version);
    const complete = (completado: boolean, version?: number) =>
      ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${learner.id}/${modules[0]?.classes[0]}/completar`, { completado }, version);
    const conflict = { status: 409, body: { code: 'VERSION_CONFLICT' } };
    expect(await versionNow()).toBe(0);
    expect(await enrol(999)).toMatchObject(conflict);
    expect(await versionNow()).toBe(0);
    const { version } = (await enrol(0)).body;
    expect(await versionNow()).toBe(version);
    expect(await enrol(0)).toMatchObject(conflict);
    expect(await complete(true, 999)).toMatchObject(conflict);
    expect(await versionNow()).toBe(version);
    const done = await complete(true, Number(version));
    expect(done).toMatchObject({ status: 200, body: { completado: true, version: Number(version) + 1 } });
    expect(await complete(false, Number(version))).toMatchObject(conflict);
    expect((await complete(false, Number(done.body.version))).body.completado).toBe(false);
  });

  // rows: P03
  test('a write that compares no version refuses If-Match before anything is done', async () => {
    for (const contract of allRoutes.filter(({ method, versionOf }) => method !== 'GET' && versionOf === undefined)) {
      expect(contract.errors ?? [], contract.id).not.toContain('VERSION_CONFLICT');
    }
    for (const contract of allRoutes.filter(({ versionOf }) => versionOf))
      expect(contract.errors, contract.id).toContain('VERSION_CONFLICT');
    const body = { nombre: 'Becas', tope: 1 };
    const admin = await joinAs(school, 'sin_versiones', 'administrator');
    expect(await school.ask('POST', '/api/becas/campanas', { token: admin.token, body, headers: { 'If-Match': '1' } })).toMatchObject({
      status: 400,
      body: { code: 'IF_MATCH_NOT_COMPARED' },
    });
    expect((await school.ask('GET', '/api/becas/campanas', { token: admin.token })).text).toBe('[]');
  });
});

describe('headers and pages', () => {
  test('security headers on every answer: good ones, errors, pages, documents', async () => {
    const dist = mkdtempSync(path.join(tmpdir(), 'aulaviva-dist-'));
    mkdirSync(path.join(dist, 'assets'));
    writeFileSync(path.join(dist, 'index.html'), '<!doctype html><title>Aulaviva</title>');
    writeFileSync(path.join(dist, 'assets', 'a.js'), 'export {}');
    const { http } = await createApp(school.running.deps, { dist, following: { notifies: true } });
    try {
      for (const [at, status] of [
        ['/', 200],
        ['/login', 200],
        ['/no-existe', 404],
        ['/assets/a.js', 200],
        ['/assets/no.js', 404],
        ['/api/health', 200],
        ['/api/ready', 200],
        ['/api/cursos/cursos', 200],
        ['/api/cursos/cursos/77', 404],
        ['/api/progreso/1', 401],
        ['/api/nada', 401],
        ['/api/docs', 200],
        ['/api/docs/json', 200],
        ['/metrics', 200],
        ['/%', 400],
      ] as const) {
        const answer = await http.inject({ method: 'GET', url: at });
        expect(answer.statusCode, at).toBe(status);
        expect(answer.headers['content-security-policy'], at).toContain('default-src');
        expect(answer.headers['x-content-type-options'], at).toBe('nosniff');
        expect(answer.headers['referrer-policy'], at).toBe('strict-origin-when-cross-origin');
        expect(answer.headers['x-powered-by'], at).toBe(undefined);
      }
      expect((await http.inject({ method: 'GET', url: '/assets/a.js' })).headers['cache-control']).toContain('immutable');
      expect((await http.inject({ method: 'GET', url: '/login' })).headers['cache-control']).toBe('no-cache');
      expect((await http.inject({ method: 'GET', url: '/no-existe' })).headers['content-type']).toContain('text/html');
    } finally {
      await http.close();
    }
  });

  // rows: P09
  test('the policy of pages lets Google in where the school signs people in with Google itself, and nowhere else', async () => {
    const { deps } = school.running;
    const policyOf = async (issuer: string | null) => {
      const google = issuer === null ? null : { clientId: 'escuela', clientSecret: 's', issuer };
      const { http } = await createApp({ ...deps, config: { ...deps.config, google } }, { following: { notifies: true } });
      try {
        const { headers } = await http.inject({ method: 'GET', url: '/api/health' });
        // rows: P09
        const directives = String(headers['content-security-policy']).split(';');
        return {
          allowed: directives
            .filter((line) => line.includes('accounts.google.com'))
            .map((line) => line.replace(/ .*(?= https:\/\/acc)/, '')),
          opener: headers['cross-origin-opener-policy'],
          script: (await http.inject({ method: 'GET', url: '/api/auth/google/estado' })).json<{ unToque: string | null }>().unToque,
        };
      } finally {
        await http.close();
      }
    };
    for (const other of [null, 'https://accounts.google.com.ejemplo', 'http://127.0.0.1:9'])
      expect(await policyOf(other), String(other)).toEqual({ allowed: [], opener: 'same-origin', script: null });
    const own = await policyOf('https://accounts.google.com');
    expect(own).toMatchObject({ opener: 'same-origin-allow-popups', script: 'https://accounts.google.com/gsi/client' });
    expect(own.allowed.sort()).toEqual([
      'connect-src https://accounts.google.com/gsi/',
      'frame-src https://accounts.google.com/gsi/',
      'script-src https://accounts.google.com/gsi/client',
      'style-src https://accounts.google.com/gsi/style',
    ]);
  });

  test('health, readiness and metrics are answered, and tell strangers nothing of what is wrong', async () => {
    expect(await school.ask('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    // Strangers learn that the school is ready, and nothing about its troubles.
    expect((await school.ask('GET', '/api/ready')).body).toEqual({ status: 'ready' });
    const metrics = await school.ask('GET', '/metrics');
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    for (const name of ['http_request_duration_seconds_bucket', 'live_connections', 'projection_lag_events', 'process_cpu_seconds_total'])
      expect(metrics.text).toContain(name);
    // Some hundred routes would each have a row for each bucket.
    expect(metrics.text).not.toMatch(/_bucket\{.*route=/);
    expect(metrics.text).toContain('http_route_requests_total{method="GET",route="/api/health"}');
    const missing = school.running.deps.readiness.missing;
    missing.add('demo');
    try {
      const answer = await school.ask('GET', '/api/ready');
      expect(answer).toMatchObject({ status: 503, body: { code: 'NOT_READY', missing: ['demo'] } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      missing.delete('demo');
    }
  });

  // rows: L01
  test('while the projector fails, /api/ready and the page of operations say so and why, and no longer once it goes on', async ({
    skip,
  }) => {
    skip(!embedded, 'it looks into files');
    const db = new DatabaseSync(path.join(school.dataDir, 'read.db'), { timeout: 10_000 });
    const operator = await joinAs(school, 'operadora', 'administrator');
    const told = async () =>
      (await school.ask('GET', '/api/ready', { token: operator.token })).body.troubles as { kind: string; state: string; error: string }[];
    const rows = async () =>
      (await school.ask('GET', '/api/proyecciones', { token: operator.token })).body as unknown as {
        estado: string;
        error: string | null;
      }[];
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON state BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    try {
      expect((await put('Perú')).status).toBe(200);
      const troubles = await until(async () => ((await told()).length > 0 ? told() : null), 'the trouble to be told');
      expect(troubles).toContainEqual({ kind: 'projection', name: 'users', state: 'failing', error: 'the disk is full' });
      for (const row of await rows()) expect(row).toMatchObject({ estado: 'failing', error: 'the disk is full' });
    } finally {
      db.exec('DROP TRIGGER full');
      db.close();
    }
    await until(async () => (await told()).length === 0, 'the trouble to pass', 30_000);
    for (const row of await rows()) expect(row).toMatchObject({ estado: 'running', error: null });
  }, 60_000);

  test('/api/docs is a page, and its document lists every path there is', async () => {
    const page = await school.ask('GET', '/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const { paths, openapi } = (await school.ask('GET', '/api/docs/json')).body as { openapi?: string; paths?: Record<string, object> };
    expect(openapi).toMatch(/^3\./);
    // A slash at the end makes no other address.
    for (const route of allRoutes)
      for (const at of [route.path, ...(route.aliases ?? [])])
        expect(paths?.[at.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')], at).toHaveProperty(route.method.toLowerCase());
    for (const at of ['/api/health', '/api/ready', '/metrics']) expect(paths).toHaveProperty([at]);
    // Nothing the page loads comes from elsewhere.
    for (const [, source = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const address = new URL(source, `${school.url}/api/docs/`);
      expect(address.origin).toBe(school.url);
      expect((await fetch(address)).status, source).toBe(200);
    }
  });

  // rows: A26
  test('the mailbox, and the demo’s way in, are there only with DEMO', async () => {
    expect((await school.ask('GET', '/api/demo/mailbox')).status).toBe(404);
    expect((await school.ask('POST', '/api/auth/demo')).status).toBe(404);
  });

  test('no call is throttled under 500 a second', async () => {
    const answers: Answer[] = [];
    for (let i = 0; i < 10; i++) answers.push(...(await Promise.all(Array.from({ length: 50 }, () => get()))));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    await settled(school);
  });
});
