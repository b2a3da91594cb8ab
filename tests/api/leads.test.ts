import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { LeadRecord } from '../../backend/api/contract/leads.ts';
import { addDays, schoolDay } from '../../events/calendar.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Leads from the form to the inbox and to the outside (A22). */

interface Delivery {
  id: string;
  key: string | undefined;
  body: Record<string, unknown>;
}
let outside: Server;
const received: Delivery[] = [];
let status = 200;
let school: School;
let admin: string;

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text) as Record<string, unknown>;
};

beforeAll(async () => {
  outside = createServer(async (request, response) => {
    const body = await bodyOf(request);
    received.push({ id: String(body.id), key: request.headers['idempotency-key'] as string | undefined, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/hoja`;
  school = await openSchool({ env: { DEMO: 'true', LEADS_WEBHOOK_URL: url } });
  admin = (await school.login('admin')).token;
}, 120_000);
afterAll(async () => {
  await school.stop();
  await new Promise((resolve) => outside.close(resolve));
});

const form = (more: object = {}) => ({
  curso: 'Agentes de IA',
  nombre: 'Elena Ríos',
  correo: 'elena@ejemplo.mx',
  telefono: '+52 664 123 4567',
  fecha: '2026-11-20T18:00:00.000Z',
  ...more,
});
const send = (body: object, headers: Record<string, string> = {}) => school.ask('POST', '/api/google-sheet', { body, headers });
const inbox = async (query = '', at = '') =>
  (await school.ask('GET', `/api/contactos${query}`, { token: admin, headers: at ? { 'x-min-position': at } : {} })).body
    .contactos as LeadRecord[];
const position = (answer: { headers: Headers }) => answer.headers.get('x-position') ?? '';
const find = async (correo: string) => (await inbox('?limit=100')).find((one) => one.correo === correo);

describe('the form', () => {
  // rows: A22
  test('exactly the documented fields are enough; sent twice it is one lead, with one delivery', async () => {
    const before = (await inbox('?limit=100')).length;
    const first = await send(form());
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ message: '¡Gracias por tu interés!' });
    const again = await send(form());
    expect(again.status).toBe(200);
    const list = await inbox('?limit=100', position(first));
    expect(list.length).toBe(before + 1);
    expect(list[0]).toMatchObject({ tipo: 'curso', asunto: 'Agentes de IA', nombre: 'Elena Ríos', estado: 'nuevo', consentimiento: null });
    await until(async () => (await find('elena@ejemplo.mx'))?.entrega.estado === 'entregada', 'the delivery');
    const mine = received.filter(({ body }) => body.correo === 'elena@ejemplo.mx');
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ key: mine[0]?.id, body: { curso: 'Agentes de IA', telefono: '+52 664 123 4567' } });
  });

  test('none of the demo school’s own leads went out', () => {
    expect(received.every(({ body }) => body.correo === 'elena@ejemplo.mx')).toBe(true);
  });

  test.each(['curso', 'nombre', 'correo', 'telefono'])('%s is required', async (field) => {
    const answer = await send(form({ [field]: '' }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'REQUIRED_FIELDS', message: 'Por favor, completa todos los campos obligatorios.' });
  });
  test('an e-mail without @ is refused', async () => {
    expect((await send(form({ correo: 'sin-arroba' }))).body.code).toBe('INVALID_EMAIL');
  });
  // rows: A22
  test('what fills in the field that nobody sees is thanked and forgotten', async () => {
    const answer = await send(form({ correo: 'robot@ejemplo.mx', sitio_web: 'http://spam.example' }));
    expect(answer.body).toEqual({ message: '¡Gracias por tu interés!' });
    expect(position(answer)).toBe('');
    expect(await find('robot@ejemplo.mx')).toBeUndefined();
  });
});

describe('delivery', () => {
  test('what is refused becomes a dead letter that a person sees and retries, under the same id', async () => {
    status = 400;
    await send(form({ correo: 'rechazo@ejemplo.mx', nombre: 'Raúl' }));
    await until(async () => (await find('rechazo@ejemplo.mx'))?.entrega.estado === 'fallida', 'the failure');
    const lead = await find('rechazo@ejemplo.mx');
    expect((await inbox('?entrega=fallida')).map(({ correo }) => correo)).toEqual(['rechazo@ejemplo.mx']);
    expect(lead?.entrega).toMatchObject({ intentos: 1, error: 'the webhook answered 400' });
    const dead = async () => JSON.stringify((await school.ask('GET', '/api/ready', { token: admin })).body).includes('LeadDeliveryFailed');
    await until(dead, 'the dead letter');
    status = 200;
    const retried = await school.ask('POST', `/api/contactos/${lead?.id}/entregar`, { token: admin });
    expect(retried.status).toBe(200);
    await until(async () => (await find('rechazo@ejemplo.mx'))?.entrega.estado === 'entregada', 'the second delivery');
    const ids = received.filter(({ body }) => body.correo === 'rechazo@ejemplo.mx').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await dead()).toBe(false);
  });

  // rows: P07
  test('all that was given up is delivered again at once, each under its same id, on record', async () => {
    status = 400;
    const people = ['uno@ejemplo.mx', 'dos@ejemplo.mx', 'tres@ejemplo.mx'];
    for (const correo of people) await send(form({ correo }));
    await until(async () => (await inbox('?entrega=fallida')).length === 3, 'the failures');
    const gone = await find('tres@ejemplo.mx');
    await school.ask('DELETE', `/api/contactos/${gone?.id}`, { token: admin });
    const dead = async () => JSON.stringify((await school.ask('GET', '/api/ready', { token: admin })).body).includes('LeadDeliveryFailed');
    await until(dead, 'the dead letters');
    status = 200;
    const retried = await school.ask('POST', '/api/contactos/entregar', { token: admin, body: { motivo: 'La hoja ya existe' } });
    expect(retried.body).toMatchObject({ reintentados: 2, quedan: 0 });
    for (const correo of people.slice(0, 2)) {
      await until(async () => (await find(correo))?.entrega.estado === 'entregada', `the second delivery to ${correo}`);
      const ids = received.filter(({ body }) => body.correo === correo).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    }
    const lead = await find('uno@ejemplo.mx');
    const log = [];
    const events = school.running.deps.commands.log;
    for await (const { type, meta } of events.readStream(`lead-${lead?.id}`)) log.push([type, await events.reasonOf(meta)]);
    expect(log).toContainEqual(['LeadDeliveryRequested', 'La hoja ya existe']);
    // Once more there is nothing left to do.
    expect((await school.ask('POST', '/api/contactos/entregar', { token: admin, body: {} })).body).toMatchObject({
      reintentados: 0,
      quedan: 0,
    });
    expect((await school.ask('POST', '/api/contactos/entregar', { body: {} })).body.code).toBe('AUTH_REQUIRED');
  });

  test('what fails for now waits for the timer', async () => {
    status = 503;
    await send(form({ correo: 'luego@ejemplo.mx' }));
    await until(async () => (await find('luego@ejemplo.mx'))?.entrega.estado === 'reintentando', 'the failure');
    status = 200;
  });
});

describe('the inbox', () => {
  test('is paged, filtered and for administrators only', async () => {
    const first = await school.ask('GET', '/api/contactos?limit=2', { token: admin });
    expect(first.body.contactos).toHaveLength(2);
    expect(first.body.siguiente).toBe(first.headers.get('x-next-cursor'));
    const cursor = first.headers.get('x-next-cursor') ?? '';
    const second = await inbox(`?limit=2&cursor=${encodeURIComponent(cursor)}`);
    const ids = new Set([...(first.body.contactos as LeadRecord[]), ...second].map(({ id }) => id));
    expect(ids.size).toBe(4);
    expect((await inbox('?tipo=empresa')).map(({ empresa }) => empresa)).toEqual(['Grupo Cardón']);
    expect((await inbox('?estado=convertido')).every(({ estado }) => estado === 'convertido')).toBe(true);
    const { token } = await school.login('instructor');
    expect((await school.ask('GET', '/api/contactos', { token })).status).toBe(403);
    expect((await school.ask('GET', '/api/contactos')).status).toBe(401);
  });

  test('is narrowed to days of the school, both included, in its CSV too', async () => {
    const all = await inbox('?limit=100');
    const days = all.map(({ fecha }) => schoolDay(fecha));
    const [last = '', first = ''] = [days[0], days.at(-1)];
    expect(first < last).toBe(true);
    const csv = async (query: string) =>
      (await school.ask('GET', `/api/contactos/exportar${query}`, { token: admin })).text.trim().split('\r\n').length - 1;
    for (const [from, to] of [
      [first, last],
      [last, last],
      [first, addDays(last, -1)],
      [addDays(last, 1), addDays(last, 1)],
    ] as const) {
      const within = all.filter((_, at) => (days[at] ?? '') >= from && (days[at] ?? '') <= to);
      expect(await inbox(`?limit=100&desde=${from}&hasta=${to}`)).toEqual(within);
      expect(await csv(`?desde=${from}&hasta=${to}`)).toBe(within.length);
    }
    expect((await school.ask('GET', '/api/contactos?desde=2026-02-30', { token: admin })).status).toBe(400);
  });

  test('is searched by words of what people wrote, without accents or capitals, page by page', async () => {
    for (let index = 0; index < 4; index++) await send(form({ correo: `nandu${index}@ejemplo.mx`, nombre: `Íñigo Ñandú ${index}` }));
    const last = await send(form({ correo: 'otra@ejemplo.mx', nombre: 'Otra Persona' }));
    const at = position(last);
    expect((await inbox('?buscar=nandu%20INIGO', at)).map(({ correo }) => correo)).toEqual([3, 2, 1, 0].map((n) => `nandu${n}@ejemplo.mx`));
    expect(await inbox('?buscar=nandu%20persona')).toEqual([]);
    const found: string[] = [];
    let cursor = '';
    do {
      const page = (await school.ask('GET', `/api/contactos?buscar=nandu&limit=3${cursor && `&cursor=${cursor}`}`, { token: admin })).body;
      const contactos = page.contactos as LeadRecord[];
      expect(contactos.length).toBeLessThanOrEqual(3);
      found.push(...contactos.map(({ correo }) => correo ?? ''));
      cursor = String(page.siguiente ?? '');
    } while (cursor);
    expect(found).toEqual([3, 2, 1, 0].map((n) => `nandu${n}@ejemplo.mx`));
    const csv = await school.ask('GET', '/api/contactos/exportar?buscar=nandu', { token: admin });
    expect(csv.text.trim().split('\r\n')).toHaveLength(5);
  });

  test('a new status, a note and the counts of a lead are seen on reading again', async () => {
    const lead = await find('elena@ejemplo.mx');
    const changed = await school.ask('PATCH', `/api/contactos/${lead?.id}/estado`, {
      token: admin,
      body: { estado: 'contactado', motivo: 'Llamada' },
    });
    const noted = await school.ask('POST', `/api/contactos/${lead?.id}/notas`, {
      token: admin,
      body: { texto: 'Quiere el curso en enero' },
    });
    expect([changed.status, noted.status]).toEqual([200, 200]);
    const after = (await inbox('?limit=100', position(noted))).find(({ id }) => id === lead?.id);
    expect(after).toMatchObject({ estado: 'contactado', notas: [{ quien: 'Renata Arriaga', texto: 'Quiere el curso en enero' }] });
    expect((await school.ask('PATCH', '/api/contactos/nadie/estado', { token: admin, body: { estado: 'nuevo' } })).body.code).toBe(
      'LEAD_NOT_FOUND',
    );
    expect((await school.ask('GET', `/api/contactos/${lead?.id}`, { token: admin })).body).toEqual(after);
    expect((await school.ask('GET', '/api/contactos/nadie', { token: admin })).body.code).toBe('LEAD_NOT_FOUND');
    const counts = (await school.ask('GET', '/api/contactos/cuenta', { token: admin })).body as unknown as {
      estados: { cantidad: number }[];
      entrega: boolean;
    };
    expect(counts).toMatchObject({ entrega: true, fallidas: 0, promesas: { enRiesgo: expect.any(Number), vencidas: expect.any(Number) } });
    expect(counts.estados.reduce((sum, { cantidad }) => sum + cantidad, 0)).toBe((await inbox('?limit=100')).length);
  });

  // rows: K07
  test('a status is undone for a reason, and is linked both ways; not once it was changed again', async () => {
    const sent = await send(form({ correo: 'deshacer@ejemplo.mx' }));
    const [lead] = await inbox('?buscar=deshacer', position(sent));
    const set = (estado: string) =>
      school.ask('PATCH', `/api/contactos/${lead?.id}/estado`, { token: admin, body: { estado, motivo: 'Llamada' } });
    const acts = async () =>
      ((await school.ask('GET', `/api/historial/contactos/${lead?.id}`, { token: admin })).body as unknown as HistoryPage).cambios;
    const which = (cambio = '') => ({ de: 'contacto', id: lead?.id ?? '', cambio });
    const undo = (cambio?: string) =>
      school.ask('POST', '/api/historial/deshacer', { token: admin, body: { ...which(cambio), motivo: 'Era otra persona' } });
    await set('contactado');
    const [contacted] = await acts();
    const preview = await school.ask('GET', `/api/historial/deshacer?${new URLSearchParams(which(contacted?.id))}`, { token: admin });
    expect(preview.body).toMatchObject({ campos: [{ campo: 'status', antes: 'contactado', despues: 'nuevo' }], conflictos: 0 });
    const undone = await undo(contacted?.id);
    expect(undone.status).toBe(200);
    expect((await inbox('?buscar=deshacer', position(undone)))[0]?.estado).toBe('nuevo');
    const [back, was] = await acts();
    expect(back).toMatchObject({ motivo: 'Era otra persona', restaura: { cambio: contacted?.id }, reversible: true });
    expect(was).toMatchObject({ id: contacted?.id, deshecho: { id: back?.id }, reversible: false });
    await set('descartado');
    expect((await undo(back?.id)).body.code).toBe('FIELD_CONFLICT');
  });

  // rows: A16
  test('a request for consulting says by when it is to be answered', async () => {
    const [consulting] = await inbox('?tipo=consultoria');
    expect(consulting?.promesa).toMatchObject({ estado: expect.stringMatching(/a-tiempo|en-riesgo|vencida/) });
    expect(Date.parse(consulting?.promesa?.vence ?? '')).toBeGreaterThan(Date.parse(consulting?.fecha ?? ''));
  });

  // rows: P07
  test('the export is CSV in which no cell is a formula', async () => {
    const sent = await send(
      form({ correo: 'formula@ejemplo.mx', nombre: '=HYPERLINK("http://x.example")', empresa: 'Uno, "Dos"', telefono: '+1+1' }),
    );
    const csv = await school.ask('GET', '/api/contactos/exportar', { token: admin, headers: { 'x-min-position': position(sent) } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    const [head, ...lines] = csv.text.split('\r\n');
    expect(head).toContain('id,fecha (America/Tijuana),tipo,');
    const line = lines.find((one) => one.includes('formula@ejemplo.mx'));
    expect(line).toMatch(/^[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d,/);
    expect(line).toContain(`"'=HYPERLINK(""http://x.example"")"`);
    expect(line).toContain(`'+1+1`);
    expect(line).toContain('"Uno, ""Dos"""');
  });

  test('erasing leaves nothing of the person, nor in the log', async () => {
    const lead = await find('elena@ejemplo.mx');
    const erased = await school.ask('DELETE', `/api/contactos/${lead?.id}`, { token: admin });
    const after = (await inbox('?limit=100', position(erased))).find(({ id }) => id === lead?.id);
    expect(after).toMatchObject({ borrado: true, nombre: null, correo: null, telefono: null, estado: 'contactado' });
    expect(after?.notas).toEqual([{ fecha: expect.any(String), quien: 'Renata Arriaga', texto: null }]);
    const log = [];
    for await (const event of school.running.deps.commands.log.readStream(`lead-${lead?.id}`)) log.push(event);
    expect(JSON.stringify(log)).not.toMatch(/Elena|elena@|enero/);
  });
});

test('where there is no outside nobody asks for a delivery', async () => {
  const alone = await openSchool({ env: { DEMO: 'true', LEADS_WEBHOOK_URL: '' } });
  try {
    const { token } = await alone.login('admin');
    const list = (await alone.ask('GET', '/api/contactos?limit=1', { token })).body.contactos as LeadRecord[];
    const answer = await alone.ask('POST', `/api/contactos/${list[0]?.id}/entregar`, { token });
    expect([answer.status, answer.body.code]).toEqual([422, 'DELIVERY_OFF']);
  } finally {
    await alone.stop();
  }
}, 120_000);

// rows: A22
test('beyond the limit of an address nobody gets through', async () => {
  const small = await openSchool({ env: { FORM_LIMIT: '3' } });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 5; index++)
      statuses.push((await small.ask('POST', '/api/google-sheet', { body: form({ correo: `p${index}@ejemplo.mx` }) })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  } finally {
    await small.stop();
  }
}, 30_000);
