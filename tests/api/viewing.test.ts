import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import { cookieName } from '../../backend/api/plugins/sessionCookie.ts';
import { join, makeCourse, PASSWORD, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** «Ver como»: an administrator sees the school as another person, and nothing is written meanwhile. */

let school: School;
/** Moves the clock of the API. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
}, 120_000);
afterAll(() => school.stop());

const cookieOf = (token: string) => `${cookieName(school.config.publicUrl)}=${token}`;
const asked = (cookie: string, method = 'GET', path = '/api/auth/sesion', body?: object) =>
  school.ask(method, path, {
    headers: { cookie: cookieOf(cookie), origin: new URL(school.config.publicUrl).origin },
    ...(body && { body }),
  });
const browser = async (name: string, role: 'student' | 'administrator' | 'instructor') => {
  const person = await join(school, name, { first_name: name });
  if (role !== 'student') await promote(school, person, role);
  const login = await school.ask('POST', '/api/auth/login', { body: { email: person.email, password: PASSWORD } });
  const set = login.headers.getSetCookie().find((one) => one.startsWith(`${cookieName(school.config.publicUrl)}=`)) ?? '';
  const cookie = set.slice(set.indexOf('=') + 1, set.indexOf(';'));
  return { ...person, cookie, token: (login.body as unknown as { token: string }).token };
};
const events = async (userId: number) => {
  const found: { type: string; actor: unknown; reason: string | null }[] = [];
  const { log } = school.running.deps.commands;
  for await (const { type, meta } of log.readStream(`sessions-${userId}`))
    if (type.startsWith('Viewing')) found.push({ type, actor: meta.actor.userId, reason: await log.reasonOf(meta) });
  return found;
};

// rows: I22
test('an administrator sees what the person sees, by a reason on record, and no call of the API writes anything until it ends', async () => {
  const admin = await browser('Directora', 'administrator');
  const student = await browser('Alumna', 'student');
  const see = (body: object) => asked(admin.cookie, 'POST', '/api/ver-como', body);
  expect((await see({ id_usuario: student.id })).status).toBe(400);
  expect((await see({ id_usuario: student.id, motivo: 'No ve su curso' })).body).toMatchObject({ user_role: 1 });

  expect((await asked(admin.cookie)).body).toMatchObject({ id: student.id, user_role: 1, viewer: { id: admin.id } });
  expect((await asked(admin.cookie, 'GET', `/api/progreso/${student.id}`)).status).toBe(200);
  expect((await asked(admin.cookie, 'GET', '/api/personas')).status).toBe(403);
  // A program goes on as the administrator; the person’s own sessions as themselves.
  expect((await school.ask('GET', '/api/auth/sesion', { token: admin.token })).body).toMatchObject({ id: admin.id });
  expect((await asked(student.cookie)).body).not.toHaveProperty('viewer');

  const head = await school.running.deps.commands.log.store.head();
  const may = ['endViewing', 'logout'];
  const writes = allRoutes.filter(({ method, id }) => method !== 'GET' && !may.includes(id));
  expect(writes.length).toBeGreaterThan(100);
  for (const { method, path, id } of writes) {
    const answer = await asked(admin.cookie, method, path.replaceAll(/:\w+/g, '1'), method === 'DELETE' ? undefined : {});
    expect([id, answer.status, answer.body.code]).toEqual([id, 403, 'VIEW_ONLY']);
  }
  // What reads and yet writes, or gives away what is the person’s own.
  expect((await asked(admin.cookie, 'GET', '/api/cuenta/datos')).status).toBe(403);
  const since: string[] = [];
  for await (const { type } of school.running.deps.commands.log.store.readAll(head)) since.push(type);
  // The refusal of before `head` is put on record after its answer.
  expect(since.filter((type) => type !== 'AccessRefused')).toEqual([]);

  expect((await asked(admin.cookie, 'DELETE', '/api/ver-como')).status).toBe(200);
  expect((await asked(admin.cookie)).body).toMatchObject({ id: admin.id });
  expect((await asked(admin.cookie, 'DELETE', '/api/ver-como')).status).toBe(200);
  expect(await events(student.id)).toEqual([
    { type: 'ViewingStarted', actor: admin.id, reason: 'No ve su curso' },
    { type: 'ViewingEnded', actor: admin.id, reason: null },
  ]);
  await settled(school);
  const { cambios } = (await school.ask('GET', `/api/historial/usuarios/${student.id}`, { token: admin.token }))
    .body as unknown as HistoryPage;
  expect(cambios.find(({ motivo }) => motivo !== null)).toMatchObject({ quien: { id: admin.id }, motivo: 'No ve su curso' });
});

// rows: I22
test('never as another administrator, oneself, somebody inactive or nobody, nor by a program; and only administrators', async () => {
  const admin = await browser('Jefa', 'administrator');
  const other = await browser('Otra', 'administrator');
  const student = await browser('Alumno', 'student');
  const see = async (cookie: string, id: number) =>
    (await asked(cookie, 'POST', '/api/ver-como', { id_usuario: id, motivo: 'x' })).body.code;
  expect(await see(admin.cookie, other.id)).toBe('VIEW_NOT_ALLOWED');
  expect(await see(admin.cookie, admin.id)).toBe('VIEW_NOT_ALLOWED');
  expect(await see(admin.cookie, 9_999)).toBe('USER_NOT_FOUND');
  expect(await see(student.cookie, admin.id)).toBe('FORBIDDEN');
  const program = await school.ask('POST', '/api/ver-como', { token: admin.token, body: { id_usuario: student.id, motivo: 'x' } });
  expect(program.body.code).toBe('VIEW_IN_BROWSER');
  expect(await events(other.id)).toEqual([]);
});

// rows: I22
test('a view as somebody else is over with its time, with either’s role, and with a logout; an open page hears of it at once', async () => {
  const admin = await browser('Mando', 'administrator');
  const second = await browser('Segunda', 'administrator');
  const student = await browser('Vista', 'student');
  const see = () => asked(admin.cookie, 'POST', '/api/ver-como', { id_usuario: student.id, motivo: 'x' });
  const who = async () => (await asked(admin.cookie)).body.id;
  const line = io(school.url, { transports: ['websocket'], extraHeaders: { cookie: cookieOf(admin.cookie) }, auth: { person: admin.id } });
  onTestFinished(() => void line.close());
  const ended: unknown[] = [];
  line.on('ended', (why) => ended.push(why));
  await until(async () => line.connected, 'the line');

  await see();
  await until(async () => ended.length > 0, 'the page of before hears that it shows somebody else');
  expect(ended).toEqual([{ code: 'PERSON_CHANGED' }]);
  expect(await who()).toBe(student.id);

  await school.ask('PUT', `/api/auth/users/${student.id}`, { token: second.token, body: { user_role: 2, motivo: 'x' } });
  expect(await who()).toBe(admin.id);
  expect((await events(student.id)).map(({ type }) => type)).toEqual(['ViewingStarted', 'ViewingEnded']);
  await school.ask('PUT', `/api/auth/users/${student.id}`, { token: second.token, body: { user_role: 1, motivo: 'x' } });

  await see();
  await school.ask('PUT', `/api/auth/users/${admin.id}`, { token: second.token, body: { user_role: 3, motivo: 'x' } });
  expect(await who()).toBe(admin.id);
  await school.ask('PUT', `/api/auth/users/${admin.id}`, { token: second.token, body: { user_role: 2, motivo: 'x' } });

  await see();
  ahead += 20 * 60_000;
  expect(await who()).toBe(student.id);
  ahead += 11 * 60_000;
  expect(await who()).toBe(admin.id);

  await see();
  expect((await asked(admin.cookie, 'POST', '/api/auth/logout', {})).status).toBe(200);
  expect((await asked(admin.cookie)).status).toBe(401);
  expect((await events(student.id)).map(({ type }) => type)).toHaveLength(8);
});

// rows: I22
test('of two that begin at once in one browser one stands, and each that began has its end on record', async () => {
  const admin = await browser('Doble', 'administrator');
  const people = [await browser('Primera', 'student'), await browser('Segundo', 'student')];
  const answers = await Promise.all(people.map(({ id }) => asked(admin.cookie, 'POST', '/api/ver-como', { id_usuario: id, motivo: 'x' })));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  await asked(admin.cookie, 'DELETE', '/api/ver-como');
  for (const { id } of people) {
    const types = (await events(id)).map(({ type }) => type);
    expect([[], ['ViewingStarted', 'ViewingEnded']]).toContainEqual(types);
  }
});

// rows: I22
test('what an author is typing is not seen by who sees the school as them', async () => {
  const admin = await browser('Curiosa', 'administrator');
  const author = await browser('Autora', 'instructor');
  const course = await makeCourse(school, author.token, author.id, [1]);
  const path = `/api/borrador/cursos/${course.id}/escrito`;
  const kept = await school.ask('PUT', path, { token: author.token, body: { formas: { nota: 'Aún no lo digo' } } });
  expect(kept.status).toBe(200);
  expect((await asked(author.cookie, 'GET', path)).body).toEqual({ formas: { nota: 'Aún no lo digo' } });
  await asked(admin.cookie, 'POST', '/api/ver-como', { id_usuario: author.id, motivo: 'x' });
  expect((await asked(admin.cookie)).body.id).toBe(author.id);
  expect((await asked(admin.cookie, 'GET', path)).body).toEqual({ formas: {} });
});
