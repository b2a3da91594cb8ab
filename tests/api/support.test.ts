import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSupport, SupportDetail, SupportMessage, SupportRow } from '../../backend/api/contract/support.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Asking for help: who may, what is promised to whom, what both sides see and hear, and what is left when somebody is gone. */

const HOUR = 3_600_000;
let school: School;
let admin: Person;
let other: Person;
/** Moves the school’s clock; its background keeps its own. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
  admin = await joinAs(school, 'directora', 'administrator');
  other = await joinAs(school, 'soporte', 'administrator');
  const contenido = { clave: 'respuestaPremium', titulo: 'Soporte', texto: 'Respondemos pronto.', cantidad: 24, unidad: 'horas' };
  const policy = await send('POST', '/api/sitio/secciones/politicas', admin, { contenido, motivo: 'prueba' });
  expect(policy.status, policy.text).toBe(201);
  await settled(school);
});
afterAll(() => school.stop());

const send = (method: string, path: string, as: Person | null, body?: object): Promise<Answer> =>
  school.ask(method, path, { token: as?.token, ...(body && { body }) });
const read = async <T>(path: string, as: Person): Promise<T> => {
  await settled(school);
  const answer = await send('GET', path, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as T;
};
let people = 0;
const learner = async (premium = false): Promise<Person> => {
  const person = await join(school, `ana_${++people}`);
  await confirmEmail(school.running.deps.commands, person.id, contextOf());
  const put = { tipo_usuario: premium ? 2 : 1 };
  expect((await send('PUT', `/api/auth/users/${person.id}`, admin, put)).status).toBe(200);
  return person;
};
const contextOf = () => {
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  return { commandId, correlationId: commandId, causationId: commandId, actor, now: new Date() };
};
const mailTo = (to: string, matching: RegExp) =>
  until(
    async () => (await school.running.deps.mailbox.newestFirst(200)).find((mail) => mail.to === to && matching.test(mail.subject)),
    `a mail to ${to}`,
  );
const words = { tema: 'tecnico', asunto: 'No se oye el video', texto: 'Secreto: la clase 3 no suena.' } as const;
async function ask(as: Person, more: object = {}): Promise<{ id: string; responde: string | null }> {
  const asked = await send('POST', '/api/soporte', as, { ...words, ...more });
  expect(asked.status, asked.text).toBe(201);
  return asked.body as unknown as { id: string; responde: string | null };
}
const mine = async (as: Person) => (await read<{ solicitudes: OwnSupport[] }>('/api/soporte', as)).solicitudes;
const listed = async (query = '') =>
  (await read<{ solicitudes: SupportRow[] }>(`/api/soporte/gestion?limit=100${query}`, admin)).solicitudes;
const code = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body.code;

describe('a request and its answer', () => {
  // rows: B32
  test('is promised what the plan is promised, is due first, and goes back and forth until it is closed', async () => {
    const [basic, premium] = [await learner(), await learner(true)];
    const quiet = await ask(basic);
    expect(quiet.responde).toBeNull();
    const { id, responde } = await ask(premium);
    expect(Date.parse(responde ?? '') - Date.now()).toBeGreaterThan(23.9 * HOUR);
    expect((await mailTo(premium.email, /Recibimos tu solicitud/)).text).toContain('Te respondemos antes del');
    // What was promised comes before what was not, though it was asked later.
    expect((await listed()).map((one) => one.id)).toEqual([id, quiet.id]);
    expect(await listed()).toMatchObject([
      { plan: 'premium', promesa: { vence: responde, estado: 'a-tiempo' }, asunto: words.asunto, id_usuario: premium.id, asignada: null },
      { plan: 'basico', promesa: null },
    ]);

    // Staff sees it live; nobody else does.
    const window = await following(school.url, { token: admin.token, topics: ['soporte'] });
    const learnerWindow = await following(school.url, { token: premium.token, topics: [`soporte:${premium.id}`] });
    expect(await learnerWindow.join('soporte')).toHaveProperty('error');
    expect(await learnerWindow.join(`soporte:${basic.id}`)).toHaveProperty('error');
    expect((await send('PUT', `/api/soporte/gestion/${id}/asignar`, admin, { id_usuario: premium.id })).body.code).toBe('SUPPORT_ASSIGNEE');
    expect((await send('PUT', `/api/soporte/gestion/${id}/asignar`, admin, { id_usuario: other.id })).status).toBe(200);
    expect((await listed('&asignada=nadie')).map((one) => one.id)).toEqual([quiet.id]);
    expect((await listed())[0]?.asignada?.id).toBe(other.id);
    await until(() => window.items.some(({ topic, id: of }) => topic === 'soporte' && of === id), 'staff was told');

    expect((await send('POST', `/api/soporte/gestion/${id}/responder`, admin, { texto: 'Actualiza la página.' })).status).toBe(200);
    await until(
      () => learnerWindow.items.some(({ topic, id: of }) => topic === `soporte:${premium.id}` && of === id),
      'the learner was told',
    );
    expect((await mailTo(premium.email, /Respuesta a tu solicitud/)).text).toContain('Actualiza la página.');
    const own = await read<OwnSupport & { conversacion: SupportMessage[] }>(`/api/soporte/${id}`, premium);
    expect(own).toMatchObject({ estado: 'respondida', promesa: null, mensajes: 2 });
    expect(own.conversacion.map(({ de, texto }) => [de, texto])).toEqual([
      ['persona', words.texto],
      ['escuela', 'Actualiza la página.'],
    ]);
    const bell = await read(`/api/usuariosnotificaciones/usuario/${premium.id}`, premium);
    expect(JSON.stringify(bell)).toContain(`/support?solicitud=${id}`);

    expect((await send('POST', `/api/soporte/${id}/mensajes`, premium, { texto: 'Sigue igual.' })).status).toBe(200);
    expect((await mine(premium))[0]).toMatchObject({ estado: 'por-responder', promesa: { estado: 'a-tiempo' } });
    expect((await send('POST', `/api/soporte/gestion/${id}/responder`, admin, { texto: 'Ya está.', cerrar: true })).status).toBe(200);
    expect(await mine(premium)).toMatchObject([{ estado: 'cerrada', mensajes: 4 }]);
    expect(await code(send('POST', `/api/soporte/gestion/${id}/responder`, admin, { texto: 'x' }))).toBe('SUPPORT_CLOSED');
    expect((await send('POST', `/api/soporte/gestion/${id}/reabrir`, admin, {})).status).toBe(200);
    expect((await listed()).map((one) => one.id)).toContain(id);
    expect((await send('POST', `/api/soporte/${id}/cerrar`, premium, {})).status).toBe(200);
    expect((await listed()).map((one) => one.id)).not.toContain(id);
    window.close();
    learnerWindow.close();
  });

  test('counts as at risk and as late for the school, by the clock that stood when it was asked', async () => {
    const premium = await learner(true);
    const { id } = await ask(premium);
    const at = async (hours: number) => {
      ahead = hours * HOUR;
      const { promesas } = await read<{ promesas: object }>('/api/soporte/cuenta', other);
      const { pendientes } = await read<{ pendientes: { id: string; cantidad: number }[] }>('/api/resumen/pendientes', other);
      ahead = 0;
      return {
        promesas,
        ...Object.fromEntries(pendientes.filter((one) => one.id.startsWith('soporte')).map((one) => [one.id, one.cantidad])),
      };
    };
    const before = await at(1);
    expect(before).toMatchObject({ promesas: { enRiesgo: 0, vencidas: 0 }, soporteVencido: 0, soporteEnRiesgo: 0 });
    expect(await at(19)).toMatchObject({ promesas: { enRiesgo: 1, vencidas: 0 }, soporteEnRiesgo: 1 });
    expect(await at(25)).toMatchObject({ promesas: { enRiesgo: 0, vencidas: 1 }, soporteVencido: 1 });
    ahead = 25 * HOUR;
    expect((await listed('&promesa=vencida')).map((one) => one.id)).toEqual([id]);
    ahead = 0;
    expect(await listed('&promesa=vencida')).toEqual([]);
  });
});

test('what is somebody else’s does not exist, and only administrators answer', async () => {
  const [ana, beto] = [await learner(), await learner()];
  const { id } = await ask(ana);
  await settled(school);
  for (const answer of [
    send('GET', `/api/soporte/${id}`, beto),
    send('POST', `/api/soporte/${id}/mensajes`, beto, { texto: 'x' }),
    send('POST', `/api/soporte/${id}/cerrar`, beto, {}),
    send('POST', '/api/soporte/gestion/nada/responder', admin, { texto: 'x' }),
  ])
    expect(await code(answer)).toBe('SUPPORT_NOT_FOUND');
  for (const [method, path] of [
    ['GET', 'gestion'],
    ['GET', `gestion/${id}`],
    ['POST', `gestion/${id}/responder`],
  ] as const)
    expect((await send(method, `/api/soporte/${path}`, ana, method === 'GET' ? undefined : { texto: 'x' })).status).toBe(403);
  expect((await send('POST', '/api/soporte', null, words)).status).toBe(401);
});

test('bad input is refused field by field, and nobody asks without end', async () => {
  const ana = await learner();
  for (const more of [
    { tema: 'amor' },
    { asunto: '' },
    { asunto: 'x'.repeat(121) },
    { texto: ' ' },
    { texto: 'x'.repeat(4_001) },
    { id_curso: -1 },
  ])
    expect((await send('POST', '/api/soporte', ana, { ...words, ...more })).status, JSON.stringify(more).slice(0, 60)).toBe(400);
  expect(await code(send('POST', '/api/soporte', ana, { ...words, id_curso: 999_999 }))).toBe('COURSE_NOT_FOUND');
  for (let times = 0; times < 5; times++) await ask(ana);
  expect(await code(send('POST', '/api/soporte', ana, words))).toBe('SUPPORT_TOO_MANY');
  const [first] = await mine(ana);
  for (let times = 0; times < 3; times++) {
    const { id } = first as OwnSupport;
    await send('POST', `/api/soporte/${id}/cerrar`, ana, {});
    await send('POST', `/api/soporte/${id}/mensajes`, ana, { texto: 'otra vez' });
  }
  let last = 0;
  for (let times = 0; times < 12 && last !== 429; times++) last = (await send('POST', '/api/soporte', ana, words)).status;
  expect(last).toBe(429);
  // The same key is the same request.
  const beto = await learner();
  const once = { token: beto.token, body: words, headers: { 'idempotency-key': 'a'.repeat(20) } };
  const [one, two] = [await school.ask('POST', '/api/soporte', once), await school.ask('POST', '/api/soporte', once)];
  expect(two.body.id).toBe(one.body.id);
  expect(await mine(beto)).toHaveLength(1);
});

test('of who is erased no words are left anywhere, and nobody owes them an answer', async () => {
  const ana = await learner(true);
  const { id } = await ask(ana);
  await settled(school);
  const detail = await read<SupportDetail>(`/api/soporte/gestion/${id}`, admin);
  expect(detail.conversacion).toHaveLength(1);
  expect((await school.ask('GET', '/api/cuenta/datos', { token: ana.token })).text).toContain(words.texto);
  expect((await send('DELETE', `/api/auth/users/${ana.id}?motivo=pedido`, admin)).status).toBeLessThan(300);
  await until(async () => {
    await settled(school);
    return (await send('GET', `/api/soporte/gestion/${id}`, admin)).status === 404;
  }, 'the request is gone');
  expect((await listed()).map((one) => one.id)).not.toContain(id);
});
