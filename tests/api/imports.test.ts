import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUIET_MINUTES } from '../../backend/api/contract/choices.ts';
import type { SchoolFigures } from '../../backend/api/contract/figures.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { ImportRecord } from '../../backend/api/contract/imports.ts';
import { batch } from '../../backend/commands/learning/batch.ts';
import { join, joinAs, mailTo, PASSWORD, settled, tokenIn } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** People and their courses from a file: looked at, brought in under one batch, taken back. */

let school: School;
let admin: { token: string; id: number };
/** How far the school's clock is ahead, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' }, clock: () => new Date(Date.now() + ahead) });
  admin = await school.login('admin');
}, 120_000);
afterAll(() => school.stop());

interface Result {
  linea: number;
  resultado: string;
  cursos: number;
  problemas: { campo: string; codigo: string; curso?: number }[];
}
const send = (path: string, body: object, token = admin.token) => school.ask('POST', `/api/importaciones${path}`, { token, body });
const filas = (answer: { body: object }) => (answer.body as { filas: Result[] }).filas;
const said = (rows: readonly Result[]) =>
  rows.map(({ resultado, problemas }) => [
    resultado,
    ...problemas.map(({ campo, codigo, curso }) => [campo, codigo, curso].join(' ').trim()),
  ]);
const open = async () => String((await send('', {})).body.lote);
const total = async (buscar: string): Promise<number> => {
  await settled(school);
  return Number((await school.ask('GET', `/api/personas?estado=activo&buscar=${buscar}`, { token: admin.token })).body.total);
};

const mistakes = [
  { linea: 2, email: 'uno@lote.mx', first_name: 'Uno', rol: 'Instructor', plan: 'PREMIUM', cursos: '1; 2' },
  { linea: 3, email: '' },
  { linea: 4, email: 'sin-arroba' },
  { linea: 5, email: 'UNO@lote.mx' },
  { linea: 6, email: 'dos@lote.mx', rol: 'jefe', plan: 'oro' },
  { linea: 7, email: 'tres@lote.mx', cursos: '987654' },
  { linea: 8, email: 'cuatro@lote.mx', username: 'admin' },
  { linea: 10, email: 'estudiante@demo.mx', cursos: '1' },
];

// rows: I19
test('a dry run says of each row what would become of it, and writes nothing', async () => {
  const { commands } = school.running.deps;
  const before = await commands.log.store.head();
  const answer = await send('/revisar', { filas: mistakes });
  expect(answer.status).toBe(200);
  expect(said(filas(answer))).toEqual([
    ['nueva'],
    ['rechazada', 'email REQUIRED_FIELDS'],
    ['rechazada', 'email INVALID_EMAIL'],
    ['rechazada', 'email ROW_TWICE'],
    ['rechazada', 'rol ROLE_UNKNOWN', 'plan PLAN_UNKNOWN'],
    ['rechazada', 'cursos COURSE_NOT_FOUND 987654'],
    ['rechazada', 'username USERNAME_TAKEN'],
    ['conocida'],
  ]);
  // Background work may write meanwhile; this call writes nothing.
  for await (const { metadata } of commands.log.store.readAll(before)) expect(metadata['actor']).toMatchObject({ role: 'system' });
});

test('courses are numbers and nothing else: what is no number is said, and never left out without a word; a long name is called long', async () => {
  const rows = ['1;Python', '1.5', '12345678901', 'uno', '#1, 2', '1|2 3', '1;2;3;4;5;6;7;8;9;10;11'].map((cursos, at) => ({
    ...{ linea: at + 2, email: `c${at}@numeros.mx`, cursos },
  }));
  expect(said(filas(await send('/revisar', { filas: rows })))).toEqual([
    ['rechazada', 'cursos COURSE_NUMBERS'],
    ['rechazada', 'cursos COURSE_NUMBERS'],
    ['rechazada', 'cursos COURSE_NUMBERS'],
    ['rechazada', 'cursos COURSE_NUMBERS'],
    ['nueva'],
    ['nueva'],
    ['rechazada', 'cursos TOO_MANY_COURSES'],
  ]);
  const long = { linea: 2, email: 'largo@numeros.mx', first_name: 'x'.repeat(121), last_name: 'y\u202ez' };
  expect(said(filas(await send('/revisar', { filas: [long] })))).toEqual([
    ['rechazada', 'first_name NAME_TOO_LONG', 'last_name INVALID_TEXT'],
  ]);
});

test('a dry run names every mistake of a row at once: of what is written in it, and of what the school has', async () => {
  const row = { linea: 2, email: 'dos@errores.mx', username: 'admin', rol: 'rey', cursos: '9999; 1; 8888' };
  const unread = { linea: 3, email: 'tres', cursos: '9999' };
  expect(said(filas(await send('/revisar', { filas: [row, unread] })))).toEqual([
    ['rechazada', 'rol ROLE_UNKNOWN', 'username USERNAME_TAKEN', 'cursos COURSE_NOT_FOUND 9999', 'cursos COURSE_NOT_FOUND 8888'],
    ['rechazada', 'email INVALID_EMAIL', 'cursos COURSE_NOT_FOUND 9999'],
  ]);
});

describe('brought in', () => {
  // rows: I19
  test('who is new gets an account, an invitation and the courses; who is known keeps theirs; the rest is said by its row', async () => {
    const lote = await open();
    const part = { parte: 0, filas: mistakes, motivo: 'generación de otoño' };
    const first = filas(await send(`/${lote}/partes`, part));
    expect(said(first)[0]).toEqual(['nueva']);
    expect(first[0]?.cursos).toBe(2);
    expect(said(first).at(-1)).toEqual(['conocida']);
    expect(await total('lote.mx')).toBe(1);
    // Sent again, by whatever key, nobody is made twice.
    expect(said(filas(await send(`/${lote}/partes`, part)))[0]?.[0]).not.toBe('rechazada');
    expect(await total('lote.mx')).toBe(1);
    const invitation = await mailTo(school, 'uno@lote.mx', /invit/i);
    const chosen = await school.ask('POST', '/api/auth/reset-password', { body: { token: tokenIn(invitation), newPassword: PASSWORD } });
    expect(chosen.status).toBe(200);
    const { token, id } = await school.login('uno@lote.mx', PASSWORD);
    expect((await school.ask('GET', '/api/auth/sesion', { token })).body).toMatchObject({
      id,
      user_role: 3,
      tipo_usuario: 2,
      first_name: 'Uno',
    });
    expect((await send(`/${lote}/cerrar`, { hechas: 2, rechazadas: 6 })).status).toBe(200);
    // A part out of order, one of a batch that is closed, and one of none.
    expect((await send(`/${lote}/partes`, { ...part, parte: 7 })).status).toBe(409);
    expect((await send(`/${crypto.randomUUID()}/partes`, part)).body.code).toBe('BATCH_NOT_FOUND');
  });

  // rows: I19
  test('and taken back: accounts that nobody used are deactivated, courses end; who came in, or was changed, meanwhile keeps the account', async () => {
    const lote = await open();
    const rows = ['ana', 'beto', 'caro', 'dani'].map((name, index) => ({ linea: index + 2, email: `${name}@atras.mx`, cursos: '1' }));
    await send(`/${lote}/partes`, { parte: 0, filas: rows.slice(0, 2) });
    await send(`/${lote}/partes`, { parte: 1, filas: rows.slice(2) });
    expect(await total('atras.mx')).toBe(4);
    // Another administrator has changed this person since.
    const found = await school.ask('GET', '/api/personas?buscar=dani%40atras.mx', { token: admin.token });
    const [dani] = found.body.personas as { id: number }[];
    await school.ask('PUT', `/api/auth/users/${dani?.id}`, { token: admin.token, body: { user_role: 3, motivo: 'da clases' } });
    const token = tokenIn(await mailTo(school, 'ana@atras.mx', /invit/i));
    await school.ask('POST', '/api/auth/reset-password', { body: { token, newPassword: PASSWORD } });
    const undone = await school.ask('POST', `/api/usuariocurso/lote/${lote}/deshacer`, { token: admin.token, body: {} });
    expect(undone.body).toEqual({ deshechos: 6, rechazados: 0, siguiente: null });
    expect(await total('atras.mx')).toBe(2);
    const ana = await school.login('ana@atras.mx', PASSWORD);
    expect((await school.ask('GET', `/api/usuariocurso/cursos/${ana.id}`, { token: ana.token })).body).toEqual([]);
    expect((await send(`/${lote}/partes`, { parte: 2, filas: rows })).body.code).toBe('BATCH_UNDONE');
  });
});

// rows: I19
test('many people of one name at different addresses each get an account, with a username of its own', async () => {
  const lote = await open();
  const rows = Array.from({ length: 24 }, (_, at) => ({ linea: at + 2, email: `contacto@empresa${at}.mx` }));
  const answer = await send(`/${lote}/partes`, { parte: 0, filas: rows, motivo: 'Alta de empresas' });
  expect(said(filas(answer))).toEqual(rows.map(() => ['nueva']));
  expect(await total('contacto@empresa')).toBe(rows.length);
});

// rows: I19
describe('the imports of the school', () => {
  type Listed = Pick<ImportRecord, 'lote' | 'personas' | 'estado'>;
  const list = async (query = '') => {
    await settled(school);
    const { body } = await school.ask('GET', `/api/importaciones?${query}`, { token: admin.token });
    return body as unknown as { importaciones: ImportRecord[]; siguiente: string | null };
  };

  test('are listed with who began each, when, what came in and what became of it; any administrator undoes one, on any device', async () => {
    const lote = String((await send('', { filas: 4, partes: 2 })).body.lote);
    const one = async () => (await list()).importaciones.find((each) => each.lote === lote);
    const rows = ['eva', 'fito'].map((name, index) => ({ linea: index + 2, email: `${name}@lista.mx`, cursos: '1;2' }));
    // The person already has the account and the course, so the row gave nothing.
    await send(`/${lote}/partes`, { parte: 0, filas: [...rows, { linea: 9, email: 'estudiante@demo.mx', cursos: '1' }] });
    const { name } = (await school.ask('GET', '/api/auth/sesion', { token: admin.token })).body;
    expect(await one()).toMatchObject({
      persona: name,
      personas: 2,
      nuevas: 2,
      cursos: 4,
      partes: 1,
      partesPrevistas: 2,
      estado: 'en-curso',
      deshecha: null,
    });
    ahead = (QUIET_MINUTES + 1) * 60_000;
    expect((await one())?.estado).toBe('detenida');
    await send(`/${lote}/cerrar`, { hechas: 3, rechazadas: 0 });
    const ended = await one();
    // One row of the file was never sent, because the import was stopped.
    expect(ended).toMatchObject({ estado: 'parada', filas: 4, hechas: 3, deshecho: null });
    const other = await joinAs(school, 'otra-admin', 'administrator');
    const undone = await school.ask('POST', `/api/usuariocurso/lote/${lote}/deshacer`, {
      token: other.token,
      body: { motivo: 'Otro grupo' },
    });
    expect(undone.status).toBe(200);
    const deshecho = { partes: 1, cambios: 6, rechazados: 0 };
    expect(await one()).toEqual({ ...ended, estado: 'deshecha', deshecha: expect.any(String), deshecho });
  });

  test('a long undoing says how far it came, whoever looks, and goes on from there', async () => {
    const lote = await open();
    const one = async () => (await list()).importaciones.find((each) => each.lote === lote);
    for (let parte = 0; parte < 12; parte++)
      await send(`/${lote}/partes`, { parte, filas: [{ linea: 2, email: `largo${parte}@tramos.mx` }], motivo: 'Otoño' });
    await send(`/${lote}/cerrar`, { hechas: 12, rechazadas: 0 });
    expect((await one())?.estado).toBe('terminada');
    const undo = (body: object) => school.ask('POST', `/api/usuariocurso/lote/${lote}/deshacer`, { token: admin.token, body });
    // A start beyond what has been undone skips nothing.
    expect((await undo({ desde: 11 })).body.siguiente).toBe(10);
    expect(await one()).toMatchObject({ estado: 'deshaciendo', deshecho: { partes: 10, cambios: 10, rechazados: 0 } });
    expect((await undo({ desde: 10 })).body.siguiente).toBeNull();
    expect(await one()).toMatchObject({ estado: 'deshecha', deshecho: { partes: 12, cambios: 12, rechazados: 0 } });
    expect(await total('tramos.mx')).toBe(0);
  });

  test('are however many there are, a page at a time, each once and the newest first; for administrators', async () => {
    const { commands } = school.running.deps;
    for (let at = 0; at < 105; at++) {
      const batchId = `muchas-${at}`;
      const ids = { commandId: batchId, correlationId: batchId, causationId: batchId };
      const context = {
        ...ids,
        actor: { userId: admin.id, role: 'administrator' },
        now: new Date(Date.now() + ahead + at * 1_000),
      } as const;
      await commands.handle(batch, batchId, { type: 'open', batchId, kind: 'import' }, context);
    }
    const seen: Listed[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`limit=25${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.importaciones);
      cursor = page.siguiente;
    }
    expect(new Set(seen.map(({ lote }) => lote)).size).toBe(seen.length);
    expect(seen.slice(0, 105).map(({ lote }) => lote)).toEqual(Array.from({ length: 105 }, (_, at) => `muchas-${104 - at}`));
    expect((await school.ask('GET', '/api/importaciones?limit=101', { token: admin.token })).status).toBe(400);
    const student = await join(school, 'mirona');
    expect((await school.ask('GET', '/api/importaciones', { token: student.token })).status).toBe(403);
    const auditor = await joinAs(school, 'auditora', 'auditor');
    expect((await school.ask('GET', '/api/importaciones', { token: auditor.token })).status).toBe(403);
  });
});

// rows: K07
test('undoing an account that an administrator made closes it: the preview tells all of that, and it can be undone in turn', async () => {
  const as = (method: string, path: string, body?: object) => school.ask(method, path, { token: admin.token, ...(body && { body }) });
  const { lote } = (await as('POST', '/api/importaciones', {})).body;
  const fila = { linea: 2, email: 'traida@lote.mx', plan: 'premium', cursos: '1' };
  await as('POST', `/api/importaciones/${lote}/partes`, { parte: 0, filas: [fila], motivo: 'Otoño' });
  await settled(school);
  const [{ id }] = (await as('GET', '/api/personas?buscar=traida%40lote.mx')).body.personas as unknown as [{ id: number }];
  const acts = async () => {
    await settled(school);
    return ((await as('GET', `/api/historial/usuarios/${id}`)).body as unknown as HistoryPage).cambios;
  };
  const preview = async (cambio = '') =>
    (await as('GET', `/api/historial/deshacer?${new URLSearchParams({ de: 'usuario', id: String(id), cambio })}`)).body;
  const undo = async (cambio = '') =>
    (await as('POST', '/api/historial/deshacer', { de: 'usuario', id: String(id), cambio, motivo: 'No era de la escuela' })).status;
  let before = 0;
  const stands = async () => {
    await settled(school);
    const { is_active, tipo_usuario } = (await as('GET', `/api/auth/users/${id}`)).body;
    const courses = (await as('GET', `/api/usuariocurso/cursos/${id}`)).body as unknown as unknown[];
    const { embudo } = (await as('GET', '/api/cifras')).body as unknown as SchoolFigures;
    return [is_active, tipo_usuario, courses.length, Number(embudo.find((step) => step.id === 'registros')?.valor) - before];
  };

  const title = ((await as('GET', '/api/cursos/cursos/1')).body as { nombre?: string }).nombre;
  const [made] = await acts();
  // The figures count it as a registration while it stands.
  [, , , before] = (await stands()) as [boolean, number, number, number];
  expect(await stands()).toEqual([true, 2, 1, 0]);
  const note = (codigo: string) => ({ codigo, cuenta: 1 });
  expect(await preview(made?.id)).toEqual({
    campos: [
      { campo: 'enrolled', de: title, antes: 'sí', despues: 'no', marcas: null },
      { campo: 'active', de: null, antes: 'sí', despues: 'no', marcas: null },
    ],
    ademas: [note('invitacion'), note('queda')],
    conflictos: 0,
    impide: null,
  });
  // Once its person has come in, that is said, with the sessions that end.
  const link = tokenIn(await mailTo(school, fila.email, /invit/i));
  await school.ask('POST', '/api/auth/reset-password', { body: { token: link, newPassword: PASSWORD } });
  const { token } = await school.login(fila.email, PASSWORD);
  expect((await preview(made?.id)).ademas).toEqual([note('sesiones'), note('en-uso'), note('queda')]);
  expect(await undo(made?.id)).toBe(200);
  expect(await stands()).toEqual([false, 2, 0, -1]);
  expect((await school.ask('GET', '/api/auth/sesion', { token })).status).toBe(401);
  const [closed] = await acts();
  expect(closed?.restaura).toMatchObject({ cambio: made?.id });
  expect(await undo(closed?.id)).toBe(200);
  expect(await stands()).toEqual([true, 2, 1, 0]);
});

test('an import is for administrators, of so many rows at once, each of a bounded size', async () => {
  const student = await join(school, 'curiosa');
  expect((await send('/revisar', { filas: mistakes.slice(0, 1) }, student.token)).status).toBe(403);
  const many = Array.from({ length: 51 }, (_, at) => ({ linea: at + 1, email: `m${at}@lote.mx` }));
  expect((await send('/revisar', { filas: many })).status).toBe(400);
  expect((await send('/revisar', { filas: [{ linea: 1, email: 'x'.repeat(401) }] })).status).toBe(400);
  expect((await send('/revisar', { filas: [] })).status).toBe(400);
  // Two rows with one line number could not be told apart.
  expect((await send('/revisar', { filas: [1, 1].map((linea, at) => ({ linea, email: `d${at}@lote.mx` })) })).status).toBe(400);
});
