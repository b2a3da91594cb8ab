import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentSteps, LagAlarm } from '../../backend/api/contract/projections.ts';
import type { ProjectionHistory, ProjectionRow } from '../../backend/api/contract/records/operations.ts';
import { projections } from '../../backend/projections/all.ts';
import { collect } from '../support/domain.ts';
import { reacted } from '../support/reacted.ts';
import { embedded, openSchool, type School } from '../support/school.ts';

let school: School;
let token = '';
const NAME = 'reviews';
const METRICS = 'a-token-for-metrics';
const ask = (method: string, path: string, body?: object) =>
  school.ask(method, `/api/proyecciones${path}`, { token, ...(body && { body }) });
const operate = (method: string, path: string, body?: object) =>
  school.ask(method, `/api/operacion${path}`, { token, ...(body && { body }) });
const alarms = async () => (await operate('GET', '/alarmas')).body as unknown as LagAlarm[];
const rowOf = async (name: string) => ((await ask('GET', '')).body as unknown as ProjectionRow[]).find(({ nombre }) => nombre === name);
const builtAnew = async (name: string) => {
  const answer = await ask('POST', `/${name}/reconstruir`, { motivo: 'Prueba' });
  expect(answer.status).toBe(200);
  await expect.poll(async () => (await rowOf(name))?.reconstruccion?.estado ?? null, { timeout: 60_000 }).toBe('ready');
};
const history = async (query = '') => (await ask('GET', `/${NAME}/historia${query}`)).body as unknown as ProjectionHistory;

beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true', METRICS_TOKEN: METRICS } });
  ({ token } = await school.login('admin'));
});
afterAll(() => school.stop());

test('what was asked of a projection is listed newest first, a rebuild with its outcome, and a cancelled one does not vanish', async () => {
  expect(await history()).toMatchObject({ historia: [], siguiente: null });
  await builtAnew(NAME);
  await expect.poll(async () => (await history()).historia[0]?.resultado, { timeout: 60_000 }).toBe('lista');
  const [ready] = (await history()).historia;
  expect(ready).toMatchObject({ tipo: 'reconstruccion', quien: 'Renata Arriaga', motivo: 'Prueba', cambios: 0, error: null });
  expect(ready?.eventos).toBeGreaterThan(0);
  await ask('POST', `/${NAME}/cancelar`, { motivo: 'Ya no hace falta' });
  const [cancelled, ended] = (await history()).historia;
  expect(cancelled).toMatchObject({ tipo: 'cancelacion', quien: 'Renata Arriaga', motivo: 'Ya no hace falta', resultado: null });
  expect(ended).toMatchObject({ tipo: 'reconstruccion', motivo: 'Prueba', resultado: 'cancelada', eventos: ready?.eventos });
  await ask('POST', `/${NAME}/pausar`, { motivo: 'Mantenimiento' });
  await ask('POST', `/${NAME}/reanudar`, {});
  const { historia } = await history();
  expect(historia.map(({ tipo }) => tipo)).toEqual(['reanudacion', 'pausa', 'cancelacion', 'reconstruccion']);
  expect(historia[1]?.motivo).toBe('Mantenimiento');
  // By pages.
  const first = await history('?limit=1');
  expect(first.historia).toHaveLength(1);
  expect((await history(`?limit=2&cursor=${first.siguiente}`)).historia.map(({ tipo }) => tipo)).toEqual(['pausa', 'cancelacion']);
  expect((await ask('GET', `/${NAME}/historia?cursor=x`)).status).toBe(400);
});

test('a projection says which events it is made of, and the last of them', async () => {
  const { consume, ultimo } = await history();
  expect(consume.map(({ tipo }) => tipo)).toContain('ReviewPosted');
  expect(ultimo?.fecha).toBe(
    consume
      .map(({ ultimo: last }) => last ?? '')
      .sort()
      .at(-1),
  );
  expect((await ask('GET', '/ninguna/historia')).body.code).toBe('PROJECTION_NOT_FOUND');
  const analyst = await school.login('analista');
  expect((await school.ask('GET', `/api/proyecciones/${NAME}/historia`, { token: analyst.token })).status).toBe(403);
});

// rows: L02
test('every operation on a projection is for administrators, confirmed by a reason on record, and refused where it makes no sense', async () => {
  const acts = ['reconstruir', 'cancelar', 'cambiar', 'volver', 'pausar', 'reanudar', 'saltar'];
  for (const role of ['instructor', 'estudiante', 'analista']) {
    const { token: other } = await school.login(role);
    for (const act of acts)
      expect((await school.ask('POST', `/api/proyecciones/school/${act}`, { token: other, body: { motivo: 'x' } })).status).toBe(403);
  }
  for (const [act, code] of [
    ['cancelar', 'NOTHING_TO_SWITCH'],
    ['cambiar', 'NOTHING_TO_SWITCH'],
    ['volver', 'NO_PREVIOUS'],
    ['reanudar', 'NOT_HALTED'],
    ['saltar', 'NOT_HALTED'],
  ] as const)
    expect((await ask('POST', `/school/${act}`, { motivo: 'x' })).body.code, act).toBe(code);
  expect((await ask('POST', '/school/pausar', { minutos: 0 })).status).toBe(400);
  await ask('POST', '/school/pausar', { minutos: 30, motivo: 'Un rato' });
  await expect.poll(async () => (await rowOf('school'))?.estado).toBe('paused');
  const ends = Date.parse((await rowOf('school'))?.pausadaHasta ?? '');
  expect(Math.abs(ends - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
  await ask('POST', '/school/pausar', { motivo: 'Hasta nuevo aviso' });
  await expect.poll(async () => (await rowOf('school'))?.pausadaHasta).toBeNull();
  await ask('POST', '/school/reanudar', {});
  await expect.poll(async () => (await rowOf('school'))?.estado).toBe('running');
});

// rows: L04, L05
test.runIf(embedded)(
  'a rebuild that differs too much is not switched to without a person’s word; one returns to what was replaced',
  async () => {
    const served = (await rowOf(NAME))?.generacion ?? 0;
    // Makes the served documents differ from the log.
    const db = new DatabaseSync(path.join(school.dataDir, 'read.db'), { timeout: 10_000 });
    const { id } = db.prepare(`SELECT id FROM generations WHERE projection = ? AND role = 'serving'`).get(NAME) as { id: number };
    db.exec(`UPDATE g${id} SET j = json_set(j, '$.stars', 9)`);
    db.close();
    const { token: analyst } = await school.login('analista');
    const settings = { diferencia: 50, diasGuardados: 3, segundosDeRetraso: 60, minutosDeRetraso: 5 };
    expect((await school.ask('PUT', '/api/operacion/ajustes', { token: analyst, body: settings })).status).toBe(403);
    expect((await school.ask('PUT', '/api/operacion/ajustes', { token, body: { ...settings, diasGuardados: 0 } })).status).toBe(400);
    expect((await school.ask('PUT', '/api/operacion/ajustes', { token, body: { ...settings, motivo: 'Más holgado' } })).body).toEqual(
      settings,
    );
    await builtAnew(NAME);
    const differing = (await rowOf(NAME))?.reconstruccion?.diferencia;
    expect(differing).toMatchObject({ agregados: 0, eliminados: 0, iguales: 0, proporcion: 1 });
    // Before and after, side by side.
    expect(differing?.muestras[0]).toMatchObject({ antes: { stars: 9 }, despues: { stars: expect.any(Number) } });
    expect((await ask('POST', `/${NAME}/cambiar`, { motivo: 'Ya' })).body.code).toBe('DIFFERENCE_TOO_LARGE');
    expect((await ask('POST', `/${NAME}/cambiar`, { forzar: true })).body).toMatchObject({ code: 'REASON_REQUIRED' });
    expect((await ask('POST', `/${NAME}/cambiar`, { forzar: true, motivo: 'Revisado' })).status).toBe(200);
    await expect.poll(async () => (await rowOf(NAME))?.generacion).not.toBe(served);
    expect((await rowOf(NAME))?.anteriores.map(({ generacion }) => generacion)).toEqual([served]);
    // Who forced it and why, beside who asked for the rebuild and why.
    const [forced, rebuilt] = (await history()).historia;
    expect(forced).toMatchObject({ tipo: 'cambio', quien: 'Renata Arriaga', motivo: 'Revisado', generacion: rebuilt?.generacion });
    expect(rebuilt).toMatchObject({ tipo: 'reconstruccion', motivo: 'Prueba', resultado: 'servida' });
    expect((await ask('POST', `/${NAME}/volver`, { generacion: 99 })).body.code).toBe('NO_PREVIOUS');
    await ask('POST', `/${NAME}/volver`, { generacion: served });
    await expect.poll(async () => (await rowOf(NAME))?.generacion).toBe(served);
  },
);

// rows: L06
test('a rebuild repeats no mail, notice, charge or certificate, and its report says what was held back', async () => {
  const { commands, vault } = school.running.deps;
  const facts = async () =>
    (await collect(commands.log.readAll(null))).filter(({ stream }) => !stream.startsWith('operations-')).map(({ type }) => type);
  // Everything that is due happens meanwhile.
  const later = new Date(school.running.deps.clock().getTime() + 3_600_000).toISOString();
  const effects = async () => ({
    mailbox: (await vault.list('mailbox', '')).length,
    deadlines: (await vault.list('deadlines', '')).map(({ key }) => key).filter((key) => key > later),
    letters: (await vault.list('dead-letters', '')).length,
  });
  await reacted(school);
  const before = await effects();
  const known = await facts();
  for (const name of ['enrolments', 'leads', 'users']) {
    await builtAnew(name);
    await ask('POST', `/${name}/cambiar`, {});
    await expect.poll(async () => (await rowOf(name))?.reconstruccion ?? null).toBeNull();
    const { consume } = (await ask('GET', `/${name}/historia`)).body as unknown as ProjectionHistory;
    expect(consume.flatMap(({ reacciones }) => reacciones).length, name).toBeGreaterThan(0);
  }
  // A real event afterwards has its mail, which is the only new effect.
  await school.ask('POST', '/api/auth/forgot-password', { body: { email: 'premium@demo.mx' } });
  await expect.poll(async () => (await effects()).mailbox, { timeout: 30_000 }).toBeGreaterThan(before.mailbox);
  expect(await effects()).toEqual({ ...before, mailbox: before.mailbox + 1 });
  expect((await facts()).slice(known.length)).toEqual(['PasswordResetRequested']);
});

/** It lags by more than the settings allow: told on record, to programs, and no longer once it goes on. */
async function alarmed(name: string): Promise<void> {
  const settings = { diferencia: 20, diasGuardados: 7, segundosDeRetraso: 1, minutosDeRetraso: 0 };
  expect((await operate('PUT', '/ajustes', settings)).status).toBe(200);
  await expect.poll(async () => (await alarms()).map(({ proyeccion }) => proyeccion), { timeout: 30_000 }).toContain(name);
  expect((await alarms()).find(({ proyeccion }) => proyeccion === name)).toMatchObject({ hasta: null, segundos: expect.any(Number) });
  const http = school.running.app?.http;
  const from = (remoteAddress: string, url: string, authorization?: string) =>
    http?.inject({ method: 'GET', url, remoteAddress, headers: { ...(authorization && { authorization }) } });
  await expect.poll(async () => (await from('127.0.0.1', '/api/health/projections'))?.statusCode, { timeout: 10_000 }).toBe(503);
  const health = (await from('127.0.0.1', '/api/health/projections'))?.json();
  expect(health).toMatchObject({ status: 'failing' });
  expect(health.projections.find((one: { name: string }) => one.name === name)).toMatchObject({
    state: 'halted',
    late: expect.any(String),
  });
  expect((await from('127.0.0.1', '/metrics'))?.body).toContain(`projection_lag_alarm{projection="${name}"} 1`);
  expect((await from('127.0.0.1', '/metrics'))?.body).toContain(`projection_state{projection="${name}",state="halted"} 1`);
  // Strangers learn nothing; who has the operator's token does, on these addresses alone.
  for (const url of ['/metrics', '/api/health/projections']) {
    expect((await from('203.0.113.9', url))?.statusCode, url).toBe(401);
    expect((await from('203.0.113.9', url, 'Bearer something-else-of-16'))?.statusCode, url).toBe(401);
    expect((await from('203.0.113.9', url, `Bearer ${METRICS}`))?.statusCode, url).not.toBe(401);
  }
  expect((await from('203.0.113.9', '/api/proyecciones', `Bearer ${METRICS}`))?.statusCode).toBe(401);
}

// rows: L07, L12
test('an event that a projection cannot take halts only those that handle it, and reports handler, reason, stack, event and documents; then it is skipped for a reason', async () => {
  const { store } = school.running.deps.commands.log;
  // As somebody would who edits the log by hand.
  const meta = {
    commandId: crypto.randomUUID(),
    actor: { userId: null, role: 'system' },
    occurredAt: new Date().toISOString(),
    schemaVersion: 1,
  };
  const broken = {
    id: crypto.randomUUID(),
    type: 'BookmarkRemoved',
    data: { userId: 4 },
    metadata: { ...meta, correlationId: 'x', causationId: 'x' },
  };
  await store.append('bookmarks-900004', 'any', [broken]);
  await expect.poll(async () => (await rowOf('bookmarks'))?.estado, { timeout: 30_000 }).toBe('halted');
  const states = ((await ask('GET', '')).body as unknown as ProjectionRow[]).filter(({ estado }) => estado !== 'running');
  // The projections that handle the event, and no others.
  const hear = projections.filter(({ on }) => on['BookmarkRemoved']).map(({ name }) => name);
  expect(states.map(({ nombre }) => nombre).sort()).toEqual(hear.sort());
  const { body } = await ask('GET', '/bookmarks/detenida');
  expect(body).toMatchObject({
    manejador: 'bookmarks · BookmarkRemoved',
    error: expect.stringContaining('BookmarkRemoved'),
    pila: expect.stringContaining('events/codec.ts'),
    evento: { flujo: 'bookmarks-900004', numero: 0 },
  });
  // It is shown as it is stored, though nobody can read it.
  const look = (path: string) => school.ask('GET', path, { token });
  const shown = await look('/api/historial/evento?flujo=bookmarks-900004&numero=0');
  expect((await look('/api/eventos/buscar?flujo=bookmarks-900004')).body).toMatchObject({ eventos: [{ id: broken.id, frase: null }] });
  expect((await look('/api/historial/causas?flujo=bookmarks-900004&numero=0')).body.code).toBe('EVENT_NOT_FOUND');
  expect(shown.body).toMatchObject({ tipo: 'BookmarkRemoved', datos: broken.data, leido: null, vistas: [] });
  expect((await ask('GET', '/users/detenida')).body.code).toBe('NOT_HALTED');
  await alarmed('bookmarks');
  // Another try fails at the same event.
  expect((await ask('POST', '/bookmarks/reanudar', {})).status).toBe(200);
  expect((await ask('POST', '/bookmarks/saltar', {})).status).toBe(400);
  await expect
    .poll(async () => (await ask('POST', '/bookmarks/saltar', { motivo: 'Se escribió a mano' })).status, { timeout: 30_000 })
    .toBe(200);
  await expect.poll(async () => (await rowOf('bookmarks'))?.estado, { timeout: 30_000 }).toBe('running');
  await expect
    .poll(async () => (await alarms()).find(({ proyeccion }) => proyeccion === 'bookmarks')?.hasta ?? null, { timeout: 30_000 })
    .not.toBeNull();
});

// rows: L10
test('a document is shown event by event, before and after each; the last step is what is served', async () => {
  const steps = async (query: string) => {
    const answer = await ask('GET', `/users/pasos?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as DocumentSteps;
  };
  const { ejemplos, pasos: none } = await steps('');
  expect([ejemplos.length, none]).toEqual([5, []]);
  const [key = ''] = ejemplos;
  const { pasos, total, completo, detenido } = await steps(`clave=${key}`);
  expect({ completo, detenido }).toEqual({ completo: true, detenido: null });
  expect(total).toBeGreaterThan(1);
  if (total <= 50) expect(pasos[0]).toMatchObject({ numero: 1, tipo: 'UserRegistered', antes: null });
  for (const [index, one] of pasos.entries()) if (index > 0) expect(one.antes).toEqual(pasos[index - 1]?.despues);
  const { reader } = school.running.deps;
  const serving = (await reader.generations()).find(({ projection, role }) => projection === 'users' && role === 'serving');
  if (!serving) throw new Error('users is not served');
  expect(pasos.at(-1)?.despues).toEqual((await reader.getMany(serving, [key])).get(key)?.doc);
  const earlier = await steps(`clave=${key}&antes=${total}`);
  expect(earlier.pasos.map(({ numero }) => numero)).toEqual(pasos.slice(0, -1).map(({ numero }) => numero));
  expect(await steps('clave=no-hay')).toMatchObject({ pasos: [], total: 0, completo: true });
  expect((await ask('GET', '/nada/pasos')).body.code).toBe('PROJECTION_NOT_FOUND');
  const { token: analyst } = await school.login('analista');
  expect((await school.ask('GET', `/api/proyecciones/users/pasos?clave=${key}`, { token: analyst })).status).toBe(403);
});
