import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedCampaign, ScholarshipCodeRecord, ScholarshipGrantRecord } from '../../backend/api/contract/scholarships.ts';
import type { SiteRecord } from '../../backend/api/contract/site.ts';
import type { LiveItem } from '../../backend/api/live/connection.ts';
import { openSchool, type School } from '../support/school.ts';

/** Scholarships from the campaign to the counter on the public page (A14). */

let school: School;
let admin: string;
let student: { token: string; id: number };
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = (await school.login('admin')).token;
  student = await school.login('estudiante');
}, 120_000);
afterAll(() => school.stop());

const campaignId = 'campana-nacional-2026';
const position = (answer: { headers: Headers }) => answer.headers.get('x-position') ?? '';
const get = async (path: string, after?: { headers: Headers }, token = admin) =>
  (await school.ask('GET', path, { token, headers: after ? { 'x-min-position': position(after) } : {} })).body;
const post = (path: string, body: object = {}, token = admin) => school.ask('POST', path, { token, body });
const campaign = async (after?: { headers: Headers }) =>
  ((await get('/api/becas/campanas', after)) as unknown as ManagedCampaign[]).find(({ id }) => id === campaignId);
const codes = async (after?: { headers: Headers }) => (await get('/api/becas/codigos', after)).codigos as ScholarshipCodeRecord[];

describe('an administrator', () => {
  test('gives an organisation a code, and sees it in the list and in what is allotted', async () => {
    const before = await campaign();
    expect(before).toMatchObject({ tope: 1_000_000, abierta: true });
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, {
      organizacion: 'Cámara del Norte',
      becas: 2,
      motivo: 'Convenio',
    });
    expect(made.status).toBe(201);
    expect(await campaign(made)).toMatchObject({ repartidas: (before?.repartidas ?? 0) + 2 });
    const [first] = await codes(made);
    expect(first).toMatchObject({ codigo: made.body.codigo, organizacion: 'Cámara del Norte', becas: 2, otorgadas: 0, abierto: true });
  });
  test('cannot promise more than a million, nor a course that is not there', async () => {
    const small = await post('/api/becas/campanas', { nombre: 'Pequeña', tope: 10 });
    const much = await post(`/api/becas/campanas/${small.body.id}/codigos`, { organizacion: 'Todas', becas: 11 });
    expect(much.body.code).toBe('CAMPAIGN_CAP');
    expect((await post(`/api/becas/campanas/${small.body.id}/cerrar`, {})).status).toBe(200);
    expect((await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Todas', becas: 50_001 })).status).toBe(400);
    expect((await post('/api/becas/campanas', { nombre: 'Otra', tope: 1_000_001 })).status).toBe(400);
    const course = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'x', becas: 1, id_curso: 999 });
    expect(course.body.code).toBe('COURSE_NOT_FOUND');
    expect((await post(`/api/becas/campanas/${campaignId}/codigos`, { becas: 1 })).body.code).toBe('REQUIRED_FIELDS');
    expect((await post('/api/becas/campanas/ninguna/codigos', { organizacion: 'x', becas: 1 })).body.code).toBe('CAMPAIGN_NOT_FOUND');
  });
  test('nobody but administrators reads or changes campaigns', async () => {
    for (const [method, path] of [
      ['GET', '/api/becas/campanas'],
      ['GET', '/api/becas/codigos'],
      ['GET', '/api/becas/otorgadas'],
      ['POST', '/api/becas/campanas'],
      ['POST', `/api/becas/campanas/${campaignId}/cerrar`],
      ['POST', `/api/becas/campanas/${campaignId}/codigos`],
    ] as const) {
      expect((await school.ask(method, path, { token: student.token, ...(method === 'POST' && { body: {} }) })).status, path).toBe(403);
      expect((await school.ask(method, path)).status, path).toBe(401);
    }
  });
});

describe('a person with a code', () => {
  // rows: A14
  test('takes a grant: the course opens, the public counter moves live, and the grant is on the list', async () => {
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Fundación Sur', becas: 2, id_curso: 3 });
    const { io } = await import('socket.io-client');
    const socket = io(school.url, { transports: ['websocket'], auth: { from: null, topics: ['sitio'] } });
    const told = new Promise<LiveItem>((resolve) =>
      socket.on('batch', ({ items }: { items: LiveItem[] }) => {
        const found = items.find(({ id }) => id === `becas-${campaignId}`);
        if (found) resolve(found);
      }),
    );
    await new Promise<void>((resolve) => socket.once('batch', () => resolve()));
    const redeemed = await post('/api/becas/canjear', { codigo: String(made.body.codigo).toLowerCase() }, student.token);
    expect(redeemed.body).toMatchObject({ id_curso: 3 });
    expect(await told).toMatchObject({ topic: 'sitio' });
    expect((await told).data).toBeUndefined();
    socket.close();
    expect(((await get('/api/sitio', redeemed)) as unknown as SiteRecord).becas).toMatchObject({ otorgadas: 1, tope: 1_000_000 });
    const grants = (await get('/api/becas/otorgadas', redeemed)).otorgadas as ScholarshipGrantRecord[];
    expect(grants[0]).toMatchObject({
      id_codigo: made.body.id,
      organizacion: 'Fundación Sur',
      id_usuario: student.id,
      id_curso: 3,
      curso: 'Agentes de IA',
    });
    expect(grants[0]?.persona).toBeTruthy();
    expect((await get(`/api/becas/otorgadas?codigo=${made.body.id}`)).otorgadas).toHaveLength(1);
    const access = await get(`/api/usuariocurso/cursos/${student.id}`, redeemed, student.token);
    expect(JSON.stringify(access)).toContain('Agentes de IA');
  });
  test('once; a wrong code says nothing about right ones', async () => {
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Una', becas: 1, id_curso: 1 });
    const first = await post('/api/becas/canjear', { codigo: made.body.codigo }, student.token);
    const again = await post('/api/becas/canjear', { codigo: made.body.codigo }, student.token);
    expect([first.status, again.status]).toEqual([200, 200]);
    const [code] = await codes(again);
    expect(code).toMatchObject({ otorgadas: 1 });
    const other = (await school.login('premium')).token;
    expect((await post('/api/becas/canjear', { codigo: made.body.codigo }, other)).body.code).toBe('SCHOLARSHIP_CODE_USED_UP');
    for (const codigo of ['NADA', `${made.body.codigo}X`, String(made.body.codigo).slice(0, -1)])
      expect((await post('/api/becas/canjear', { codigo }, other)).body.code).toBe('SCHOLARSHIP_CODE_NOT_FOUND');
    expect((await post('/api/becas/canjear', {}, other)).body.code).toBe('REQUIRED_FIELDS');
    expect((await school.ask('POST', '/api/becas/canjear', { body: { codigo: made.body.codigo } })).status).toBe(401);
  });
  test('that was closed gets nothing, and the rest is the campaign’s again', async () => {
    const before = await campaign();
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Dos', becas: 500 });
    const closed = await post(`/api/becas/codigos/${made.body.id}/cerrar`, { motivo: 'Fin del convenio' });
    expect(closed.status).toBe(200);
    expect(await campaign(closed)).toMatchObject({ repartidas: before?.repartidas });
    const refused = await post('/api/becas/canjear', { codigo: made.body.codigo, id_curso: 1 }, (await school.login('premium')).token);
    expect(refused.body.code).toBe('SCHOLARSHIP_CODE_CLOSED');
    expect((await post('/api/becas/codigos/nada-1/cerrar')).body.code).toBe('SCHOLARSHIP_CODE_NOT_FOUND');
  });
});

describe('before it is used', () => {
  const look = (codigo: unknown, id_curso?: number, token?: string) =>
    school.ask('POST', '/api/becas/consultar', { body: { codigo, ...(id_curso && { id_curso }) }, ...(token && { token }) });

  test('a code says what it gives, also to who has no account, and nothing is taken', async () => {
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, {
      organizacion: 'Fundación Este',
      becas: 1,
      id_curso: 3,
      vence: '2099-12-31',
    });
    // For whom it is is read where codes are listed.
    expect((await codes(made))[0]).toMatchObject({ id: made.body.id });
    const told = await look(String(made.body.codigo).toLowerCase());
    expect(told.body).toEqual({ organizacion: 'Fundación Este', id_curso: 3, curso: 'Agentes de IA', vence: '2099-12-31' });
    expect((await codes(told)).find(({ id }) => id === made.body.id)).toMatchObject({ otorgadas: 0 });
  });
  // rows: A14
  test('each thing that is wrong has its own code', async () => {
    const any = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Varias', becas: 2 });
    const one = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Una', becas: 1, id_curso: 2 });
    const { token } = await school.login('premium');
    const codeOf = async (answer: ReturnType<typeof look>) => (await answer).body.code;
    expect(await codeOf(look(''))).toBe('REQUIRED_FIELDS');
    expect(await codeOf(look(`${one.body.codigo}X`))).toBe('SCHOLARSHIP_CODE_NOT_FOUND');
    expect(await codeOf(look(one.body.codigo, 3))).toBe('SCHOLARSHIP_COURSE');
    expect((await post('/api/becas/canjear', { codigo: one.body.codigo, id_curso: 3 }, token)).body.code).toBe('SCHOLARSHIP_COURSE');
    expect((await post('/api/becas/canjear', { codigo: any.body.codigo }, token)).body.code).toBe('REQUIRED_FIELDS');
    expect(await codeOf(look(any.body.codigo, 999))).toBe('COURSE_NOT_FOUND');
    expect((await post('/api/becas/canjear', { codigo: any.body.codigo, id_curso: 2 }, token)).status).toBe(200);
    expect(await codeOf(look(any.body.codigo, 3, token))).toBe('SCHOLARSHIP_CODE_USED');
    expect((await post('/api/becas/canjear', { codigo: any.body.codigo, id_curso: 3 }, token)).body.code).toBe('SCHOLARSHIP_CODE_USED');
    expect((await look(any.body.codigo, 3)).status).toBe(200);
    await post(`/api/becas/codigos/${any.body.id}/cerrar`);
    expect(await codeOf(look(any.body.codigo, 3))).toBe('SCHOLARSHIP_CODE_CLOSED');
  });
  test('a visitor’s code waits by its number, and comes back as it was, once', async () => {
    const made = await post(`/api/becas/campanas/${campaignId}/codigos`, { organizacion: 'Espera', becas: 1, id_curso: 3 });
    const wanted = await school.ask('POST', '/api/intencion', { body: { id_curso: 3, codigo: made.body.codigo } });
    const cookie = wanted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { vault } = school.running.deps;
    expect(JSON.stringify(await vault.list('intents', ''))).not.toContain(String(made.body.codigo));
    const take = () => school.ask('POST', '/api/intencion/tomar', { token: student.token, headers: { cookie } });
    const nothing = { id_curso: null, codigo: null, compra: null, regalo: false, codigo_regalo: null };
    expect((await take()).body).toEqual({ ...nothing, id_curso: 3, codigo: made.body.codigo });
    expect((await take()).body).toEqual(nothing);
    expect((await school.ask('POST', '/api/intencion', { body: { id_curso: 3, codigo: 'NADA-1' } })).body.code).toBe(
      'SCHOLARSHIP_CODE_NOT_FOUND',
    );
  });
});

test('campaigns are opened and closed; the public page shows the open one', async () => {
  const opened = await post('/api/becas/campanas', { nombre: 'Campaña del Sur', motivo: 'Acuerdo' });
  expect(opened.body).toMatchObject({ id: 'campana-del-sur' });
  expect(((await get('/api/sitio', opened)) as unknown as SiteRecord).becas).toMatchObject({ nombre: 'Campaña del Sur', otorgadas: 0 });
  expect((await post('/api/becas/campanas', { nombre: 'CAMPAÑA DEL SUR' })).body.code).toBe('CONFLICT');
  const closed = await post('/api/becas/campanas/campana-del-sur/cerrar', { motivo: 'Terminó' });
  expect(((await get('/api/sitio', closed)) as unknown as SiteRecord).becas).toMatchObject({ id: campaignId });
  expect((await post('/api/becas/campanas/campana-del-sur/codigos', { organizacion: 'x', becas: 1 })).body.code).toBe('CAMPAIGN_CLOSED');
});

test('the name of a campaign is words and figures on one line: no address, no telephone number', async () => {
  for (const nombre of ['Para ana@ejemplo.mx', 'Llama al 664 123 4567', 'Ana\nRuiz', '<b>Becas</b>', 'x'.repeat(81), ' '])
    expect((await post('/api/becas/campanas', { nombre })).status, nombre).toBe(400);
  const refused = await post('/api/becas/campanas', { nombre: 'Llama al 664 123 4567' });
  expect(refused.body).toMatchObject({ code: 'CAMPAIGN_NAME', errors: [{ path: 'nombre' }] });
  expect((await post('/api/becas/campanas', { nombre: 'Otoño 2026–2027: «Ciencia», segunda vuelta (Baja California)' })).status).toBe(201);
});
