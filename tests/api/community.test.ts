import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommunityRecord, CommunityUse } from '../../backend/api/contract/community.ts';
import type { ManagedSite, SiteRecord } from '../../backend/api/contract/site.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The community: who is told its invitations, what an opening counts, and who sees that. */

let school: School;
let admin: Person;
/** How far the API's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  // Answers as they are sent: checking them against their schema drops fields that it does not name.
  school = await openSchool({ clock: () => new Date(Date.now() + ahead), checkAnswers: false });
  admin = await joinAs(school, 'directora', 'administrator');
}, 60_000);
afterAll(() => school.stop());

const write = async (method: string, path: string, body: unknown = {}): Promise<Answer> => {
  const answer = await school.ask(method, path, { token: admin.token, body });
  await settled(school);
  return answer;
};
const channel = { nombre: 'Bienvenida', descripcion: 'Preséntate.', categoria: 'general', enlace: 'https://chat.escuela.example/hola' };
const addChannel = async (more: object = {}): Promise<number> => {
  const answer = await write('POST', '/api/sitio/secciones/canales', { contenido: { ...channel, ...more } });
  expect(answer.status, answer.text).toBe(201);
  return Number(answer.body.id);
};
let people = 0;
const member = () => join(school, `miembro_${++people}`);
const seen = async ({ token }: Person): Promise<CommunityRecord> => {
  await settled(school);
  const answer = await school.ask('GET', '/api/comunidad', { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as CommunityRecord;
};
const open = (person: Person, canal: number | string, key?: string): Promise<Answer> =>
  school.ask('POST', `/api/comunidad/canales/${canal}/abrir`, {
    token: person.token,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const use = async (): Promise<CommunityUse> => {
  await settled(school);
  const answer = await school.ask('GET', '/api/comunidad/uso', { token: admin.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as CommunityUse;
};
const useOf = async (id: number) => (await use()).canales.find((one) => one.id === id);
const facts = async (person: Person): Promise<number> => {
  let count = 0;
  for await (const _ of school.running.deps.commands.log.readStream(`community-${person.id}`)) count++;
  return count;
};

// rows: A09
test('invitations are for who is signed in: the public site names the channels and leads to none', async () => {
  const id = await addChannel();
  expect((await write('PUT', '/api/sitio/escuela', { servidor: 'https://chat.escuela.example/servidor' })).status).toBe(200);
  const person = await member();
  const { servidor, canales } = await seen(person);
  expect(servidor).toBe('https://chat.escuela.example/servidor');
  expect(canales.find((one) => one.id === id)).toMatchObject(channel);
  expect((await school.ask('GET', '/api/comunidad')).status).toBe(401);
  for (const path of ['/api/sitio', '/api/sitio/escuela'])
    expect((await school.ask('GET', path)).text, path).not.toContain('chat.escuela.example');
  const managed = (await school.ask('GET', '/api/sitio/administrar', { token: admin.token })).body as unknown as ManagedSite;
  expect(managed.escuela.servidor).toBe('https://chat.escuela.example/servidor');
  // What it was and what it became stands in the history.
  expect((await school.ask('GET', '/api/sitio/escuela/historial', { token: admin.token })).text).toContain('"campo":"servidor"');
});

// rows: E02
test('a count of members is shown with its day and its source, or not at all', async () => {
  const person = await member();
  const told = { miembros: 1250, miembros_al: '2026-11-01', miembros_fuente: 'Recuento de quienes moderan' };
  const id = await addChannel(told);
  const shown = async () => {
    const inside = (await seen(person)).canales.find((one) => one.id === id);
    const outside = ((await school.ask('GET', '/api/sitio')).body as unknown as SiteRecord).canales.find((one) => one.id === id);
    expect(outside?.miembros).toBe(inside?.miembros);
    return [inside?.miembros, inside?.miembros_al, inside?.miembros_fuente];
  };
  expect(await shown()).toEqual([1250, '2026-11-01', 'Recuento de quienes moderan']);
  for (const part of [{ miembros_al: null }, { miembros_fuente: '  ' }, { miembros: null }]) {
    const saved = await write('PUT', `/api/sitio/secciones/canales/${id}`, { contenido: { ...channel, ...told, ...part } });
    expect(saved.status, saved.text).toBe(200);
    expect(await shown()).toEqual([null, null, null]);
  }
});

// rows: E01
test('an opening counts for administrators: times, people, the last one; a double click, a retry and 20 at once are one', async () => {
  const id = await addChannel();
  expect(await useOf(id)).toBeUndefined();
  const [ana, beto] = [await member(), await member()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(ana, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await open(ana, id, 'la-misma');
  await open(ana, id, 'la-misma');
  await open(beto, id);
  expect(await useOf(id)).toMatchObject({ aperturas: 2, personas: 2, ultimaApertura: expect.any(String) });
  ahead += 61_000;
  await open(ana, id, 'otra');
  // The answer to the first was lost; it comes again when its minute is over.
  ahead += 61_000;
  await open(ana, id, 'otra');
  expect(await useOf(id)).toMatchObject({ aperturas: 3, personas: 2 });
  expect(await facts(ana)).toBe(2);
  const before = (await use()).servidor?.aperturas ?? 0;
  expect((await open(ana, 'principal')).status).toBe(200);
  expect((await use()).servidor?.aperturas).toBe(before + 1);
});

test('only what can be opened counts: hidden, removed, without an invitation, never there, or of another section', async () => {
  const person = await member();
  const [hidden, removed, bare] = [await addChannel(), await addChannel(), await addChannel({ enlace: null })];
  await write('POST', `/api/sitio/secciones/canales/${hidden}/ocultar`);
  await write('DELETE', `/api/sitio/secciones/canales/${removed}`);
  for (const id of [hidden, removed, bare, 999_999])
    expect(await open(person, id)).toMatchObject({ status: 404, body: { code: 'SITE_ITEM_NOT_FOUND' } });
  for (const odd of ['0', '-1', '1.5', 'x', '1000001', '__proto__', 'principal%00'])
    expect(await open(person, odd), odd).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
  expect((await write('PUT', '/api/sitio/escuela', { servidor: '' })).status).toBe(200);
  expect(await open(person, 'principal')).toMatchObject({ status: 404, body: { code: 'SITE_ITEM_NOT_FOUND' } });
  expect((await seen(person)).servidor).toBeNull();
  expect((await school.ask('POST', `/api/comunidad/canales/${bare}/abrir`)).status).toBe(401);
  expect(await facts(person)).toBe(0);
  const harmful = await write('PUT', '/api/sitio/escuela', { servidor: 'javascript:alert(1)' });
  expect(harmful).toMatchObject({ status: 400, body: { code: 'INVALID_ADDRESS' } });
});

test('the counts are for administrators, also live, and name nobody', async () => {
  const id = await addChannel();
  const person = await member();
  const teacher = await joinAs(school, 'maestra', 'instructor');
  await settled(school);
  for (const who of [person, teacher]) expect((await school.ask('GET', '/api/comunidad/uso', { token: who.token })).status).toBe(403);
  expect((await school.ask('GET', '/api/comunidad/uso')).status).toBe(401);
  const [boss, hers] = await Promise.all([admin, person].map(({ token }) => following(school.url, { token })));
  try {
    expect(await boss?.join('comunidad')).toEqual({ position: expect.any(String) });
    expect(await hers?.join('comunidad')).toEqual({ error: 'FORBIDDEN' });
    await open(person, id);
    await until(
      () => boss?.batches.flatMap(({ items }) => items).some(({ topic }) => topic === 'comunidad'),
      'the administrator to be told',
    );
    expect(JSON.stringify(boss?.batches)).not.toContain('userId');
  } finally {
    for (const client of [boss, hers]) client?.close();
  }
});

test('a person’s own file holds what they opened; erasing them leaves the counts', async () => {
  const id = await addChannel();
  const person = await member();
  await open(person, id);
  await settled(school);
  expect((await school.ask('GET', '/api/cuenta/datos', { token: person.token })).text).toContain(`community-${person.id}`);
  expect((await school.ask('DELETE', `/api/auth/users/${person.id}`, { token: admin.token })).status).toBe(200);
  expect(await useOf(id)).toMatchObject({ aperturas: 1, personas: 1 });
});
