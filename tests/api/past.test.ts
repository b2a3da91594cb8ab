import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { AS_OF } from '../../backend/api/contract/past.ts';
import { ApiError } from '../../backend/api/error.ts';
import { createPastOpening } from '../../backend/api/plugins/past.ts';
import { join, joinAs, makeCourse, PASSWORD, type Person, settled } from '../support/people.ts';
import { type Ask, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The school as it was at a moment: every call that reads answers as of then. */

let school: School;
/** How far the API's clock is ahead. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
let admin: Person;
let auditor: Person;
let student: Person;
let teacher: Person;
let courseId = 0;
/** A moment before the changes, and one after them. */
let before = '';
let after = '';

const asOf = (moment: string, token: string, address: string, ask: Ask = {}, method = 'GET') =>
  school.ask(method, address, { token, ...ask, headers: { [AS_OF]: moment, ...ask.headers } });
/** A moment that nobody has looked at is folded by a thread that gives way to all others: on a busy machine that takes a while. */
const PREPARED_MS = 45_000;
const prepared = async (moment: string, token = admin.token, at = school): Promise<void> => {
  await until(
    async () => (await at.ask('GET', `/api/pasado?momento=${encodeURIComponent(moment)}`, { token })).body.estado === 'listo',
    'the past to be ready',
    PREPARED_MS,
  );
};

beforeAll(async () => {
  school = await openSchool({ clock: now });
  admin = await joinAs(school, 'rita', 'administrator');
  admin = await school.login(admin.email, PASSWORD).then(({ token }) => ({ ...admin, token }));
  auditor = await joinAs(school, 'olga', 'auditor');
  auditor = await school.login(auditor.email, PASSWORD).then(({ token }) => ({ ...auditor, token }));
  student = await join(school, 'ana', { first_name: 'Ana' });
  teacher = await joinAs(school, 'julian', 'instructor');
  ({ id: courseId } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'El curso de antes' }));
  await settled(school);
  ahead += 60_000;
  before = now().toISOString();
  ahead += 60_000;
  const renamed = await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body: { nombre: 'El curso de hoy' } });
  expect(renamed.status, renamed.text).toBe(200);
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: student.token,
    body: { id_usuario: student.id, id_curso: courseId },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
  const late = await join(school, 'nueva', { first_name: 'Nueva' });
  expect(late.id).toBeGreaterThan(student.id);
  await settled(school);
  ahead += 60_000;
  after = now().toISOString();
}, 120_000);
afterAll(() => school.stop());

// rows: K04
test('a course, the people and the figures are as they were then; today is as it is', async () => {
  expect((await asOf(before, admin.token, '/api/cursos/gestion')).body).toMatchObject({ code: 'PAST_NOT_READY' });
  await prepared(before);
  await prepared(after);
  const titles = async (moment: string) =>
    ((await asOf(moment, admin.token, '/api/cursos/gestion')).body.cursos as { nombre: string }[]).map(({ nombre }) => nombre);
  expect([await titles(before), await titles(after), await titles('')]).toEqual([
    ['El curso de antes'],
    ['El curso de hoy'],
    ['El curso de hoy'],
  ]);
  const names = async (moment: string) =>
    ((await asOf(moment, admin.token, '/api/personas')).body.personas as { username: string }[]).map(({ username }) => username);
  expect(await names(before)).not.toContain('nueva');
  expect(await names(after)).toContain('nueva');
  const enrolments = async (moment: string) =>
    ((await asOf(moment, admin.token, '/api/resumen')).body.cifras as { id: string; valor: number }[]).find(
      ({ id }) => id === 'inscripciones',
    )?.valor;
  expect([await enrolments(before), await enrolments(after)]).toEqual([0, 1]);
  // The streams are those of then, too: what a decider knows is asked of them.
  expect((await asOf(before, admin.token, `/api/cursos/cursos/${courseId}`)).body).toMatchObject({ nombre: 'El curso de antes' });
  const facts = async (moment: string) =>
    (await asOf(moment, admin.token, `/api/historial/buscar?sobre=curso:${courseId}`)).body.total as number;
  expect(await facts(before)).toBeLessThan(await facts(after));
});

// rows: K04
test('since a moment is what it does not have, also what a clock that stepped back dates before it', async () => {
  await prepared(before);
  const found = async (more: string, moment = '') => {
    const { body } = await asOf(moment, admin.token, `/api/historial/buscar?sobre=curso:${courseId}&todo=1&operacion=1&limit=100${more}`);
    const { total, hechos } = body as { total: number; hechos: { flujo: string; numero: number; fecha: string }[] };
    expect(hechos.length).toBe(total);
    return hechos;
  };
  const now = ahead;
  ahead = 0;
  const stepped = await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body: { descripcion: 'De otro reloj' } });
  ahead = now;
  expect(stepped.status, stepped.text).toBe(200);
  await settled(school);
  const late = (await found(`&tras=${before}`)).filter(({ fecha }) => fecha <= before);
  expect(late.map(({ flujo }) => flujo)).toContain(`course-${courseId}`);
  const named = (facts: typeof late) => facts.map(({ flujo, numero }) => `${flujo}@${numero}`);
  // Today goes on by itself.
  await vi.waitFor(async () => {
    const [today, past, since] = [await found(''), await found('', before), await found(`&tras=${before}`)];
    expect(past.length).toBeGreaterThan(0);
    expect(named([...since, ...past]).sort()).toEqual(named(today).sort());
  });
});

// rows: K04, K05
test('what a fact caused is there too, with what had been sent by then', async () => {
  const address = `/api/historial/causas?flujo=user-${student.id}&numero=0`;
  type Node = { fecha: string; hecho: unknown; correo: { estado: string } | null };
  const nodes = async (moment: string): Promise<Node[]> => {
    const answer = await asOf(moment, admin.token, address);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.nodos as Node[];
  };
  const mail = await until(async () => (await nodes('')).find(({ correo }) => correo?.estado === 'enviado'), 'a mail of the registration');
  const sooner = new Date(Date.parse(mail.fecha) - 1).toISOString();
  await prepared(after);
  await prepared(sooner);
  expect(await nodes(after)).toEqual(await nodes(''));
  const then = await nodes(sooner);
  expect(then.map(({ correo }) => correo)).not.toContainEqual(mail.correo);
  expect(then.some(({ hecho }) => hecho !== null)).toBe(true);
});

// rows: K04
test('nothing can be written there, whatever the call; what is about oneself and the machine answers as of now', async () => {
  const head = await school.running.deps.commands.log.store.head();
  const writes = allRoutes.filter((route) => route.method !== 'GET' && route.now !== 'session');
  expect(writes.length).toBeGreaterThan(100);
  for (const { method, path: address, id } of writes) {
    const answer = await asOf(before, admin.token, address.replaceAll(/:\w+/g, '1'), method === 'DELETE' ? {} : { body: {} }, method);
    expect([id, answer.status, answer.body.code]).toEqual([id, 409, 'PAST_READ_ONLY']);
  }
  // What is answered as of now is not changed from there, either.
  const pause = await asOf(before, admin.token, '/api/proyecciones/courses/pausar', { body: { motivo: 'prueba' } }, 'POST');
  expect(pause.body).toMatchObject({ code: 'PAST_READ_ONLY' });
  expect(await school.running.deps.commands.log.store.head()).toBe(head);
  expect((await asOf(before, admin.token, '/api/auth/sesion')).body).toMatchObject({ id: admin.id });
  expect((await asOf(before, admin.token, '/api/proyecciones')).status).toBe(200);
});

test('all of the past is for administrators and auditors, by what each may read; none of it for analysts, visitors or keys', async () => {
  await prepared(before, auditor.token);
  expect((await asOf(before, auditor.token, '/api/historial/buscar')).status).toBe(200);
  expect((await asOf(before, auditor.token, '/api/personas')).status).toBe(403);
  const analyst = await joinAs(school, 'analia', 'analyst');
  const { token } = await school.login(analyst.email, PASSWORD);
  for (const address of ['/api/cursos/cursos', '/api/cursos/gestion', '/api/pasado'])
    expect((await asOf(before, token, address)).status).toBe(403);
  expect((await school.ask('GET', '/api/cursos/cursos', { headers: { [AS_OF]: before } })).status).toBe(401);
});

// rows: K04
test('learners see what is theirs and what was public as it was, and of that what is theirs today; nothing that others said', async () => {
  const learner = await join(school, 'lucia', { first_name: 'Lucía' });
  const { id: taken, modules } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Un curso más', tipo: 'Premium' });
  const given = await school.ask('POST', '/api/usuariocurso/create-usuario-curso', {
    token: admin.token,
    body: { id_usuario: learner.id, id_curso: taken, motivo: 'prueba' },
  });
  expect(given.status, given.text).toBe(201);
  await settled(school);
  ahead += 60_000;
  const had = now().toISOString();
  ahead += 60_000;
  const ask = (moment: string, address: string) => asOf(moment, learner.token, address);
  await prepared(had, learner.token);
  await prepared(before, learner.token);
  // A list of what was public, and what is one's own.
  const titles = async (moment: string) => JSON.stringify((await ask(moment, '/api/cursos/cursos')).body);
  expect(await titles(before)).toContain('El curso de antes');
  expect(await titles(had)).toContain('El curso de hoy');
  expect((await ask(had, `/api/progreso/${learner.id}`)).text).toContain('Un curso más');
  expect((await ask(had, `/api/progreso/${student.id}`)).status).toBe(403);
  const classes = `/api/sesiones/modulo/${modules[0]?.id}`;
  expect((await ask(had, classes)).status).toBe(200);
  // What others said, and what is not for learners, is not shown.
  for (const address of ['/api/comunidad', `/api/foro/${taken}`, `/api/resenas/curso/${taken}`, '/api/personas', '/api/cuenta/datos'])
    expect((await ask(had, address)).body).toMatchObject({ code: 'PAST_NOT_SHOWN' });
  const left = await school.ask('DELETE', `/api/usuariocurso/delete-usuario-curso/${learner.id}/${taken}`, { token: admin.token });
  expect(left.status, left.text).toBe(200);
  await settled(school);
  expect((await ask(had, classes)).body, 'what one had then and has no more').toMatchObject({ code: 'PREMIUM_CONTENT' });
});

// rows: K04
test('instructors see the courses that they taught then and teach today', async () => {
  const other = await joinAs(school, 'octavio', 'instructor');
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Pasa de manos' });
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: student.token,
    body: { id_usuario: student.id, id_curso: id },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
  await settled(school);
  ahead += 60_000;
  const taught = now().toISOString();
  ahead += 60_000;
  const { token } = await school.login(teacher.email, PASSWORD);
  await prepared(taught, token);
  const outline = `/api/cursos/${id}/edicion`;
  const overview = async () => (await asOf(taught, token, `/api/instructores/${teacher.id}/resumen`)).text;
  expect((await asOf(taught, token, outline)).body).toMatchObject({ curso: { nombre: 'Pasa de manos' } });
  expect(await overview()).toContain('Pasa de manos');
  const given = await school.ask('PUT', `/api/cursos/cursos/${id}`, { token: admin.token, body: { id_maestro: other.id } });
  expect(given.status, given.text).toBe(200);
  await settled(school);
  expect((await asOf(taught, token, outline)).body).toMatchObject({ code: 'FORBIDDEN' });
  expect(await overview()).not.toContain('Pasa de manos');
});

// rows: K04
test('content that one had then and has no more comes out of no call', async () => {
  const learner = await join(school, 'perla', { first_name: 'Perla' });
  const former = await joinAs(school, 'fausto', 'instructor');
  const { id, modules } = await makeCourse(school, admin.token, former.id, [1], { nombre: 'Lo que ya no', tipo: 'Premium' });
  const hidden = await makeCourse(school, admin.token, former.id, [1], { nombre: 'Sin publicar', tipo: 'Premium' });
  const moduleId = modules[0]?.id;
  const act = async (method: string, address: string, body?: object) => {
    const answer = await school.ask(method, address, { token: admin.token, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  await act('PUT', `/api/modulos/modulos/${moduleId}`, { contenido: 'Contenido de paga' });
  await act('PATCH', `/api/cursos/cursos/${hidden.id}/estado`, { estado: 0 });
  await act('POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: learner.id, id_curso: id, motivo: 'prueba' });
  await settled(school);
  ahead += 60_000;
  const had = now().toISOString();
  ahead += 60_000;
  const { token: ofFormer } = await school.login(former.email, PASSWORD);
  await prepared(had, learner.token);
  const open = [`/api/modulos/modulos/curso/${id}`, `/api/modulos/curso/${id}`, `/api/cursos/esquema/${id}`];
  const withContent = async (token: string) => {
    const found = await Promise.all(open.map(async (address) => (await asOf(had, token, address)).text.includes('Contenido de paga')));
    return new Set(found);
  };
  expect([await withContent(learner.token), await withContent(ofFormer)]).toEqual([new Set([true]), new Set([true])]);
  const ofHidden = [`/api/cursos/cursos/${hidden.id}`, `/api/cursos/esquema/${hidden.id}`, `/api/cursos/muestra/${hidden.id}`];
  const lists = ['/api/cursos/gestion', '/api/cursos/cursos?todos=1'];
  const answers = async (addresses: string[]) => Promise.all(addresses.map((address) => asOf(had, ofFormer, address)));
  for (const { status } of await answers(ofHidden)) expect(status).toBe(200);
  for (const { text } of await answers(lists)) expect(text).toContain('Sin publicar');

  await act('DELETE', `/api/usuariocurso/delete-usuario-curso/${learner.id}/${id}`);
  for (const course of [id, hidden.id]) await act('PUT', `/api/cursos/cursos/${course}`, { id_maestro: teacher.id });
  await settled(school);
  expect([await withContent(learner.token), await withContent(ofFormer)]).toEqual([new Set([false]), new Set([false])]);
  for (const { status } of await answers(ofHidden)) expect(status).toBe(404);
  for (const { text, status } of await answers(lists)) {
    expect(status).toBe(200);
    expect(text).not.toContain('Sin publicar');
  }
  // What was taken from everybody's sight since is not shown to them, either.
  await act('DELETE', `/api/cursos/cursos/${id}?motivo=prueba`);
  await settled(school);
  expect((await asOf(had, learner.token, `/api/cursos/esquema/${id}`)).body).toMatchObject({ code: 'COURSE_NOT_FOUND' });
  expect((await asOf(had, admin.token, `/api/cursos/esquema/${id}`)).status).toBe(200);
});

// rows: K04
test('who came later reads what was public then', async () => {
  const late = await join(school, 'tardia', { first_name: 'Tardía' });
  await prepared(before, late.token);
  expect((await asOf(before, late.token, `/api/cursos/esquema/${courseId}`)).text).toContain('El curso de antes');
});

test('who sees their own past opens only so many moments in an hour', async () => {
  const { deps } = school.running;
  let busy = true;
  const at = async () => {
    if (busy) throw new ApiError('PAST_BUSY');
    return { state: 'before' as const };
  };
  const open = createPastOpening({ ...deps, pasts: { ...deps.pasts, isKnown: (moment) => moment < 0, at } });
  const learner = { userId: student.id, role: 'student' as const };
  // Whoever waits asks again and again, and has opened none.
  for (let moment = 0; moment < 130; moment++) await expect(open(learner, 0)).rejects.toMatchObject({ code: 'PAST_BUSY' });
  busy = false;
  for (let moment = 0; moment < 120; moment++) await open(learner, moment);
  await expect(open(learner, 121)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // One that is open already costs nothing, and staff are not counted.
  await open(learner, -1);
  await open({ ...learner, role: 'administrator' }, 122);
});

test('who sees their own past closes no moment of staff, and keeps them from none', async () => {
  const learner = await join(school, 'curiosa');
  const { pasts } = school.running.deps;
  const day = (index: number) => new Date(Date.parse(before) + 5_000 + index);
  const ofStaff = [day(0), day(1), day(2)];
  for (const at of ofStaff) await prepared(at.toISOString());
  for (let index = 3; index < 7; index++) await prepared(day(index).toISOString(), learner.token);
  expect(ofStaff.map((at) => pasts.isKnown(at.getTime()))).toEqual([true, true, true]);
  const many = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => pasts.at(day(10 + index).getTime(), 'own')));
  expect(many.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toContain('PAST_BUSY');
  expect((await pasts.at(day(20).getTime())).state).not.toBe('before');
});

test('a moment that is none, that is to come, or before the school, is refused', async () => {
  for (const moment of ['ayer', '2026-13-45T00:00:00Z', new Date(now().getTime() + 3_600_000).toISOString(), '1999-01-01T00:00:00Z'])
    expect((await asOf(moment, admin.token, '/api/cursos/gestion')).body).toMatchObject({ code: 'PAST_MOMENT_INVALID' });
  const { body } = await school.ask('GET', '/api/pasado?momento=1999-01-01T00:00:00Z', { token: admin.token });
  expect(body).toMatchObject({ estado: 'antes' });
});

test('few moments are open at once: the one that was asked for longest ago is closed, and its file is gone', async () => {
  const folder = path.join(school.dataDir, 'past');
  const start = Date.parse(before);
  const moments = Array.from({ length: 6 }, (_, second) => start + second * 1_000);
  for (const moment of moments) await prepared(new Date(moment).toISOString());
  const { pasts } = school.running.deps;
  await until(() => moments.map(pasts.isKnown).join() === 'false,false,false,true,true,true', 'the oldest to be closed');
  // Besides, the two of those who see their own past.
  await until(() => readdirSync(folder).filter((name) => /^\d+\.db$/.test(name)).length <= 5, 'their files to be gone');
  const many = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => pasts.at(start - 1_000 - index)));
  expect(many.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toContain('PAST_BUSY');
});

test('who has been erased is nobody in the past, too', async () => {
  const gone = await join(school, 'borrada', { first_name: 'Borrada', last_name: 'Del Todo' });
  await settled(school);
  ahead += 60_000;
  const moment = now().toISOString();
  await prepared(moment);
  const people = async () => (await asOf(moment, admin.token, '/api/personas')).text;
  expect(await people()).toContain('Borrada');
  const versions = () => readdirSync(path.join(school.dataDir, 'past')).filter((name) => name.includes('versions'));
  const [held = ''] = versions();
  await school.ask('POST', '/api/cuenta/borrar', { token: gone.token, body: { contrasena: PASSWORD } });
  await until(async () => (await asOf(moment, admin.token, '/api/personas')).body.code === 'PAST_NOT_READY', 'what held the name to go');
  await until(async () => {
    await prepared(moment);
    return !(await people()).includes('Borrada');
  }, 'the name to be gone');
  expect(versions()).not.toContain(held);
});

test('what was folded and is damaged is dropped, said once, and folded again for whoever asks', async () => {
  const folder = path.join(school.dataDir, 'past');
  const error = vi.spyOn(school.running.deps.logger, 'error').mockImplementation(() => undefined);
  onTestFinished(() => error.mockRestore());
  const damage = (which: RegExp) => {
    for (const name of readdirSync(folder).filter((file) => which.test(file))) {
      const file = path.join(folder, name);
      writeFileSync(file, randomBytes(statSync(file).size), { flag: 'r+' });
    }
  };
  const names = async (moment: string) => (await asOf(moment, admin.token, '/api/cursos/gestion')).body.cursos;
  const moment = new Date(Date.parse(before) + 500).toISOString();
  await prepared(moment);
  const sound = await names(moment);
  expect(sound).toMatchObject([{ nombre: 'El curso de antes' }]);

  damage(/^\d+\.db$/);
  expect((await asOf(moment, admin.token, '/api/cursos/gestion')).status).toBe(503);
  await prepared(moment);
  expect(await names(moment)).toEqual(sound);
  expect(error).toHaveBeenCalledTimes(1);

  // Damages the marks from which moments are prepared: the next moment is folded from the log.
  damage(/versions/);
  const other = new Date(Date.parse(before) + 700).toISOString();
  await prepared(other);
  expect(await names(other)).toEqual(sound);

  // The damage is noticed by the first reader of a moment, because the thread that prepared it still has it in memory.
  const unread = new Date(Date.parse(before) + 900).toISOString();
  await prepared(unread);
  damage(/versions/);
  expect((await asOf(unread, admin.token, '/api/cursos/gestion')).status).toBe(503);
  await prepared(unread);
  expect(await names(unread)).toEqual(sound);
  expect(error.mock.calls.map(([, said]) => said)).toEqual(Array(3).fill(expect.stringContaining('it is dropped, and folded again')));
});

test('who looks at it keeps no payment of the demo from being heard of', async () => {
  const demo = await openSchool({ env: { DEMO: 'true' } });
  const { deps } = demo.running;
  const [boss, buyer] = [await demo.login('admin'), await demo.login('estudiante')];
  const moment = new Date().toISOString();
  await prepared(moment, boss.token, demo);
  const body = { plan: 'premium' };
  const { body: begun, text } = await demo.ask('POST', '/api/checkout/create-checkout-session', { token: buyer.token, body });
  const session = /cs_\w+/.exec(String(begun.url))?.[0];
  if (!session) throw new Error(text);
  const paid = async () => {
    let payments = 0;
    for await (const { type } of deps.commands.log.readStream(`purchases-${buyer.id}`)) if (type === 'PaymentSucceeded') payments++;
    return payments;
  };
  const before = await paid();
  await deps.paymentStandIn?.pay(session);
  expect(await paid()).toBe(before + 1);
  await demo.stop();
}, 90_000);

test('nothing of the past is left on the disk when the school stops', async () => {
  const other = await openSchool({ keep: true });
  const boss = await joinAs(other, 'rita', 'administrator');
  const { token } = await other.login(boss.email, PASSWORD);
  const moment = new Date().toISOString();
  await prepared(moment, token, other);
  expect(existsSync(path.join(other.dataDir, 'past'))).toBe(true);
  await other.stop();
  expect(existsSync(path.join(other.dataDir, 'past'))).toBe(false);
  expect(existsSync(':memory:'), 'what is kept in memory has no file').toBe(false);
});
