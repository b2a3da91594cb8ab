import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryRecord, OutgoingRecord, WebhookRecord } from '../../backend/api/contract/integrations.ts';
import { settled } from '../support/people.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Webhooks of a whole school: registered by an administrator, sent by its background, seen on its page. */

let receiver: Receiver;
let school: School;
let admin: { token: string; id: number };
const logged: string[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
  school = await openSchool({
    env: { DEMO: 'true', WEBHOOKS: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host },
    logged: (line) => logged.push(line),
  });
  admin = await school.login('admin');
}, 120_000);
afterAll(async () => {
  await school.stop();
  await receiver.close();
});

const as = (token: string, method: string, path: string, body?: unknown) =>
  school.ask(method, path, { token, ...(body !== undefined && { body }) });
const post = (path: string, body: unknown = {}) => as(admin.token, 'POST', path, body);
const register = async (more: object = {}) => {
  const answer = await post('/api/webhooks', { nombre: 'CRM', direccion: receiver.url, tipos: ['CourseRenamed'], ...more });
  expect(answer.status, answer.text).toBe(201);
  return { id: String(answer.body['id']), secret: String(answer.body['secreto']) };
};
const listed = async (id: string) => {
  await settled(school);
  return ((await as(admin.token, 'GET', '/api/webhooks')).body['webhooks'] as WebhookRecord[]).find((one) => one.id === id);
};
const rename = async (nombre: string) => expect((await as(admin.token, 'PUT', '/api/cursos/cursos/2', { nombre })).status).toBe(200);
const titles = () => receiver.messages.map(({ body }) => (body['data'] as { title?: string }).title);

// rows: P04
test('a school tells what happens, signed; a test, a pause, a replay and each message are seen and done on its page', async () => {
  const { id, secret } = await register();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await rename('Agentes, paso a paso');
  await until(() => receiver.messages.length === 1, 'the message');
  const [message] = receiver.messages;
  const { 'webhook-id': name, 'webhook-timestamp': seconds, 'webhook-signature': signature } = message?.headers ?? {};
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(signature).toBe(
    `v1,${createHmac('sha256', key)
      .update(`${String(name)}.${String(seconds)}.${message?.text}`)
      .digest('base64')}`,
  );
  expect(message?.body).toMatchObject({
    ...{ type: 'CourseRenamed', data: { courseId: 2, title: 'Agentes, paso a paso' } },
    event: { stream: 'course-2', actor: { userId: admin.id, role: 'administrator' } },
  });

  const ping = await post(`/api/webhooks/${id}/probar`);
  expect(ping.body).toMatchObject({ llego: true, estado: 200, falla: null, respuesta: 'gracias' });
  expect(receiver.types()).toEqual(['CourseRenamed', 'Ping']);

  expect((await post(`/api/webhooks/${id}/detener`, { motivo: 'Mantenimiento' })).status).toBe(200);
  expect(await listed(id)).toMatchObject({ nombre: 'CRM', servidor: receiver.host, tipos: ['CourseRenamed'], estado: 'detenido' });
  await rename('Agentes de IA');
  expect((await post(`/api/webhooks/${id}/repetir`, { desde: '2020-01-01' })).body.code).toBe('WEBHOOK_PAUSED');
  await post(`/api/webhooks/${id}/reanudar`);
  await until(() => receiver.messages.length === 3, 'what happened meanwhile');
  expect(titles()).toEqual(['Agentes, paso a paso', undefined, 'Agentes de IA']);

  const deliveries = async () => (await as(admin.token, 'GET', `/api/webhooks/${id}/envios`)).body['envios'] as DeliveryRecord[];
  await until(async () => (await deliveries()).length === 2, 'the log of deliveries');
  const [last, first] = await deliveries();
  expect(last).toMatchObject({ tipo: 'CourseRenamed', intento: 1, resultado: 'llego', estado: 200, falla: null, respuesta: 'gracias' });
  const seen = await as(admin.token, 'GET', `/api/webhooks/${id}/envios/${first?.posicion}`);
  expect(seen.body).toEqual({ id: name, cuerpo: message?.body });
  await post(`/api/webhooks/${id}/envios/${first?.posicion}/repetir`);
  await until(() => receiver.messages.length === 4, 'it to be sent again');
  expect(receiver.messages[3]?.headers['webhook-id']).toBe(name);
  expect((await post(`/api/webhooks/${id}/envios/1/repetir`)).body.code).toBe('DELIVERY_NOT_FOUND');

  receiver.messages.length = 0;
  expect((await post(`/api/webhooks/${id}/repetir`, { despues: 'nada' })).body.code).toBe('POSITION_INVALID');
  expect((await post(`/api/webhooks/${id}/repetir`, { despues: first?.posicion })).status).toBe(200);
  await until(() => receiver.messages.length === 1, 'what came after a position');
  expect(titles()).toEqual(['Agentes de IA']);

  // Rebuilding a read model is no reason to send anything.
  await post('/api/proyecciones/courses/reconstruir', { motivo: 'Prueba' });
  await rename('Agentes de IA, otra vez');
  await until(() => receiver.messages.length === 2, 'the next');
  expect(titles()).toEqual(['Agentes de IA', 'Agentes de IA, otra vez']);

  expect((await post(`/api/webhooks/${id}/quitar`)).status).toBe(200);
  expect(await listed(id)).toBeUndefined();
  expect((await as(admin.token, 'GET', `/api/webhooks/${id}/envios`)).body.code).toBe('WEBHOOK_NOT_FOUND');
  await until(async () => !JSON.stringify(await school.running.deps.vault.list('webhooks', '')).includes(id), 'nothing of it to be left');
  await rename('Agentes de Inteligencia Artificial');
}, 60_000);

// rows: P04
test('address and secret stand in no event, log line or answer; both secrets sign while one takes the place of the other', async () => {
  receiver.messages.length = 0;
  const { id, secret } = await register({ nombre: 'Hoja', tipos: null, autorizacion: 'Basic c2VjcmV0bw==' });
  const rotated = await post(`/api/webhooks/${id}/secreto`, { horas: 24 });
  const second = String(rotated.body['secreto']);
  await rename('Agentes');
  await until(() => receiver.messages.length > 0, 'the message');
  const { headers, text } = receiver.messages.at(-1) ?? { headers: {}, text: '' };
  const sent = headers as Record<string, string>;
  const sign = (one: string) =>
    `v1,${createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
      .update(`${sent['webhook-id']}.${sent['webhook-timestamp']}.${text}`)
      .digest('base64')}`;
  expect(sent['webhook-signature']).toBe(`${sign(second)} ${sign(secret)}`);
  expect(sent['authorization']).toBe('Basic c2VjcmV0bw==');
  const { commands, vault } = school.running.deps;
  let events = '';
  for await (const event of commands.log.store.readStream('webhooks-school')) events += JSON.stringify(event);
  const kept = JSON.stringify(await vault.list('webhooks', ''));
  const answers = (await as(admin.token, 'GET', '/api/webhooks')).text;
  expect(events).toContain(receiver.host);
  for (const text of [events, kept, answers, logged.join('')])
    for (const secretive of ['clave=secreta', 'c2VjcmV0bw', secret.slice(6), second.slice(6)]) expect(text).not.toContain(secretive);
  await post(`/api/webhooks/${id}/quitar`);
});

// rows: P04
test('the catalogue is made from the registry; what is not in it, and an address that is not of the public web, is refused', async () => {
  const catalogue = (await as(admin.token, 'GET', '/api/webhooks/catalogo')).body as unknown as OutgoingRecord[];
  const registered = catalogue.find(({ tipo }) => tipo === 'UserRegistered');
  expect(registered).toMatchObject({ categoria: { es: 'Personas' }, esquema: { type: 'object', properties: { userId: {}, role: {} } } });
  expect(JSON.stringify(registered?.esquema)).not.toContain('email');
  expect(catalogue.map(({ tipo }) => tipo)).not.toContain('SessionStarted');
  const refused = async (more: object) =>
    (await post('/api/webhooks', { nombre: 'CRM', direccion: receiver.url, tipos: null, ...more })).body.code;
  expect(await refused({ tipos: ['SessionStarted'] })).toBe('EVENT_TYPE_UNKNOWN');
  expect(await refused({ tipos: [] })).toBe('REQUIRED_FIELDS');
  for (const direccion of ['http://ejemplo.mx/', 'https://ejemplo.mx:8443/', 'https://u:c@ejemplo.mx/', 'https://2130706433/', 'x'])
    expect(await refused({ direccion }), direccion).toBe('WEBHOOK_ADDRESS');
  const teacher = await school.login('instructor');
  expect((await as(teacher.token, 'GET', '/api/webhooks')).status).toBe(403);
});
