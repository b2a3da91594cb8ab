import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CourseChanges } from '../../backend/api/contract/drafts.ts';
import type { ExportPlan } from '../../backend/api/contract/events.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import { cookieName } from '../../backend/api/plugins/sessionCookie.ts';
import { mailToken } from '../../backend/commands/identity/tokens.ts';
import { user } from '../../backend/commands/identity/user.ts';
import type { DeadLetter } from '../../backend/commands/kernel/reactor.ts';
import { join, joinAs, makeCourse, PASSWORD, type Person, settled } from '../support/people.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Commands that were done and whose answer was lost with what was kept of it: given again with their key, they are told that they were done. */

let school: School;
let receiver: Receiver;
let admin: Person;
let teacher: Person;
let names = 0;
beforeAll(async () => {
  receiver = await openReceiver();
  school = await openSchool({ env: { WEBHOOKS: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
}, 60_000);
afterAll(async () => {
  await school.stop();
  await receiver.close();
});

const person = (): Promise<Person> => join(school, `alumna_${++names}`);
const ok = async <T = Answer['body']>(as: Person | null, method: string, path: string, body?: object, headers?: Record<string, string>) => {
  const answer = await school.ask(method, path, { token: as?.token, ...(body && { body }), ...(headers && { headers }) });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  await settled(school);
  return answer.body as unknown as T;
};
/** How much people wrote: reactors may be at what follows. */
const written = async () => {
  let count = 0;
  for await (const { metadata } of school.running.deps.commands.log.store.readAll(null))
    if ((metadata.actor as { role: string }).role !== 'system') count++;
  return count;
};
/** Does it, loses every answer that the school keeps, and does it again. */
const twice = async (
  as: Person | null,
  method: string,
  path: string,
  body?: object,
  more?: Record<string, string>,
  meanwhile: () => Promise<unknown> = async () => {},
) => {
  const headers = { 'idempotency-key': crypto.randomUUID(), ...more };
  const first = await ok(as, method, path, body, headers);
  await meanwhile();
  const before = await written();
  await school.running.deps.answers.forgetAll();
  const second = await school.ask(method, path, { token: as?.token, ...(body && { body }), headers });
  expect([second.status, second.body], `${method} ${path} again`).toEqual([expect.any(Number), first]);
  expect(await written()).toBe(before);
  return first;
};
/** A published course of its own, with what it is asked by. */
const courseOf = () => makeCourse(school, teacher.token, teacher.id, [2, 1]);

test('an account changed at its version answers a repeat alike', async () => {
  const { id } = await person();
  const { version } = await ok(admin, 'GET', `/api/auth/users/${id}`);
  const demanded = { 'if-match': String(version) };
  await twice(admin, 'PUT', `/api/auth/users/${id}`, { first_name: 'Luz', tipo_usuario: 2, motivo: 'Pagó' }, demanded);
  // Of another command it is the older version.
  const late = await school.ask('PUT', `/api/auth/users/${id}`, { token: admin.token, body: { first_name: 'Sol' }, headers: demanded });
  expect(late.body.code).toBe('VERSION_CONFLICT');
});

test('a key that signs, reactions that are tried again, and the end of seeing as somebody else', async () => {
  const { vault, commands } = school.running.deps;
  const keys = async () => (await ok<{ keys: object[] }>(null, 'GET', '/api/certificados/claves')).keys.length;
  await keys();
  await twice(admin, 'POST', '/api/certificados/claves');
  expect(await keys()).toBe(2);

  const letters: DeadLetter[] = [];
  for await (const { position, id, type, stream, version } of commands.log.store.readAll(null, { types: ['UserRegistered'], limit: 3 }))
    letters.push({ reactor: 'accounts', position, eventId: id, eventType: type, stream, version, error: 'x', attempts: 5, at: '' });
  const keep = () => Promise.all(letters.map((letter) => vault.put('dead-letters', `accounts:${letter.position}`, letter)));
  const gone = () => until(async () => (await vault.list('dead-letters', '')).length === 0, 'no dead letter');
  for (const [path, body] of [
    [`/${encodeURIComponent(`accounts:${letters[2]?.position}`)}`, { motivo: 'ya está', hasta: true }],
    ['', { motivo: 'ya está' }],
  ] as const) {
    await keep();
    expect(await twice(admin, 'POST', `/api/reacciones${path}/reintentar`, body, {}, gone)).toMatchObject({ reintentados: 3 });
  }

  const { id } = await person();
  const signed = await school.ask('POST', '/api/auth/login', { body: { email: admin.email, password: PASSWORD } });
  const headers = {
    cookie: (signed.headers.getSetCookie().find((one) => one.startsWith(cookieName(school.config.publicUrl))) ?? '').split(';')[0] ?? '',
    origin: new URL(school.config.publicUrl).origin,
  };
  await ok(null, 'POST', '/api/ver-como', { id_usuario: id, motivo: 'No ve su curso' }, headers);
  await twice(null, 'DELETE', '/api/ver-como', undefined, headers);
});

test('a password set by its link answers a repeat alike', async () => {
  const { email, id } = await person();
  await ok(null, 'POST', '/api/auth/forgot-password', { email });
  const asked = async () => (await school.running.deps.commands.load(user, id)).state.resets.at(-1);
  const { event } = await until(asked, 'the link to be asked for');
  const token = mailToken(school.config.sessionSecret, 'reset-password', id, event);
  const body = { token, newPassword: 'Nueva-2026!' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await ok(null, 'POST', '/api/auth/reset-password', body, headers);
  await school.running.deps.answers.forgetAll();
  expect(await ok(null, 'POST', '/api/auth/reset-password', body, headers)).toMatchObject({ message: first.message });
  // The link itself is over.
  expect((await school.ask('POST', '/api/auth/reset-password', { body })).body.code).toBe('TOKEN_INVALID');
});

test('a session that was ended, and a search that was given up', async () => {
  const one = await person();
  const other = await school.login(one.email, PASSWORD);
  const open = await ok<{ id: string; actual: boolean }[]>(one, 'GET', '/api/cuenta/sesiones');
  await twice(one, 'DELETE', `/api/cuenta/sesiones/${open.find(({ actual }) => !actual)?.id}`);
  expect((await school.ask('GET', '/api/cuenta/sesiones', { token: other.token })).status).toBe(401);
  const body = { pagina: 'historia', nombre: 'Cursos', direccion: 'area=course', compartida: false };
  const { id } = await ok(admin, 'POST', '/api/historial/busquedas', body);
  await twice(admin, 'DELETE', `/api/historial/busquedas/${String(id)}`);
});

test('a course that was given answers a repeat alike', async () => {
  const { id } = await person();
  const course = await courseOf();
  const given = await twice(admin, 'POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: id, id_curso: course.id });
  expect(given).toMatchObject({ yaInscrito: false });
  const own = await person();
  const body = { id_usuario: own.id, id_curso: course.id };
  expect(await twice(own, 'POST', '/api/inscripciones/inscribir', body)).toMatchObject({ yaInscrito: false });
});

test('parts that were taken out of a draft, and its publication with its questions', async () => {
  const { id, modules } = await courseOf();
  const [first] = modules;
  await twice(teacher, 'DELETE', `/api/borrador/sesiones/deleteSesion/${first?.classes[1]}`);
  const made = await ok<{ data: { id_subtema: number } }>(teacher, 'POST', '/api/subtema/crearSubtema', {
    ...{ id_sesion: first?.classes[0], titulo: 'Repaso', tipo_subtema: 'evaluacion' },
  });
  const quiz = made.data.id_subtema;
  const question = () =>
    ok(teacher, 'POST', `/api/evaluaciones/${quiz}/preguntas`, {
      ...{ question: '¿2 + 2?', options: ['4', '5'].map((text) => ({ text, is_correct: text === '4', explanation: 'Cuenta.' })) },
    });
  await question();
  const { version } = await ok<CourseChanges>(teacher, 'GET', `/api/borrador/cursos/${id}/cambios`);
  await twice(teacher, 'POST', `/api/borrador/cursos/${id}/publicar`, { version });
  await question();
  expect(await twice(teacher, 'POST', `/api/evaluaciones/${quiz}/publicar`)).toMatchObject({ revision: 2 });
});

test('an undone act answers a repeat alike', async () => {
  const { id, modules } = await courseOf();
  await ok(teacher, 'DELETE', `/api/modulos/modulos/${modules[0]?.id}`);
  const [archived] = (await ok<HistoryPage>(teacher, 'GET', `/api/historial/cursos/${id}?limit=1`)).cambios;
  await twice(teacher, 'POST', `/api/historial/cursos/${id}/restaurar`, { deshacer: archived?.id, motivo: 'Fue un error' });
  const learner = await person();
  await ok(admin, 'PUT', `/api/auth/users/${learner.id}`, { tipo_usuario: 2, motivo: 'Pagó' });
  const [plan] = (await ok<HistoryPage>(admin, 'GET', `/api/historial/usuarios/${learner.id}`)).cambios;
  const which = { de: 'usuario', id: String(learner.id), cambio: plan?.id, motivo: 'Fue un error' };
  await twice(admin, 'POST', '/api/historial/deshacer', which);
});

test('an undone batch answers a repeat alike', async () => {
  const [learner, course] = [await person(), await courseOf()];
  const pasos = [{ id_usuario: learner.id, id_curso: course.id, accion: 'agregar' }];
  const { lote } = await ok(admin, 'POST', '/api/usuariocurso/lote', { pasos, motivo: 'convenio' });
  const undone = await twice(admin, 'POST', `/api/usuariocurso/lote/${String(lote)}/deshacer`, {});
  expect(undone).toEqual({ deshechos: 1, rechazados: 0, siguiente: null });
});

test('a repeated plan of an export is the same plan', async () => {
  const body = { nombre: 'Inscripciones', formato: 'ndjson', cada: 'dia', hora: 6, alcance: 'nuevos' };
  const { id } = await twice(admin, 'POST', '/api/eventos/programadas', body);
  expect((await ok<ExportPlan[]>(admin, 'GET', '/api/eventos/programadas')).map((plan) => plan.id)).toEqual([id]);
});

test('a webhook: its secret is the same one, the one before it signs as long as was said, and it is removed once', async () => {
  const { vault } = school.running.deps;
  const secrets = async () => (await vault.list('webhooks', 'secret:')).length;
  const made = await twice(admin, 'POST', '/api/webhooks', { nombre: 'CRM', direccion: receiver.url, tipos: null });
  await twice(admin, 'POST', `/api/webhooks/${String(made['id'])}/secreto`, { horas: 24 });
  expect(await secrets()).toBe(2);
  await twice(admin, 'POST', `/api/webhooks/${String(made['id'])}/quitar`, {});
});

test('a password that was changed: also by another command, which knows the present one', async () => {
  const one = await person();
  const body = { actual: PASSWORD, nueva: 'Nueva-2026!' };
  await twice(one, 'POST', '/api/cuenta/contrasena', body);
  await ok(one, 'POST', '/api/cuenta/contrasena', body);
  const wrong = await school.ask('POST', '/api/cuenta/contrasena', {
    token: one.token,
    body: { actual: 'Otra-2026!', nueva: 'Más-2026!' },
  });
  expect(wrong.body.code).toBe('WRONG_PASSWORD');
});

test('a password that was set, where the process died before it said so: done again, it is said, and other sessions end', async () => {
  const one = await person();
  const other = await school.login(one.email, PASSWORD);
  const { commands, passwords } = school.running.deps;
  await passwords.set(one.id, 'Nueva-2026!');
  await ok(one, 'POST', '/api/cuenta/contrasena', { actual: PASSWORD, nueva: 'Nueva-2026!' });
  expect((await commands.load(user, one.id)).state.passwords).toBe(1);
  expect((await school.ask('GET', '/api/cuenta/sesiones', { token: other.token })).status).toBe(401);
});
