import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestsOf } from '../../backend/api/answers/digests.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { InboxRecord, SentRecord } from '../../backend/api/contract/notifications.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What people are told: who may send what to whom, in whose inbox it stands, and what becomes of it. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  other = await joinAs(school, 'maestro', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [2, 1]);
});
afterAll(() => school.stop());

let people = 0;
const learner = () => join(school, `ana_${++people}`);
const enrol = ({ id, token }: Person, courseId = course.id) =>
  school.ask('POST', '/api/inscripciones/inscribir', { token, body: { id_usuario: id, id_curso: courseId } });
const send = (as: Person, body: object) => school.ask('POST', '/api/notificaciones/create', { token: as.token, body });
const sent = async (as: Person, body: object): Promise<SentRecord> => {
  const answer = await send(as, { titulo: 'Aviso', mensaje: 'Cerramos el lunes', tipo: 'general', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as unknown as SentRecord;
};
const inboxOf = async ({ id, token }: Person, query = ''): Promise<InboxRecord[]> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/usuariosnotificaciones/usuario/${id}${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as InboxRecord[];
};
const summaryOf = async ({ id, token }: Person) => {
  await settled(school);
  return (await school.ask('GET', `/api/usuariosnotificaciones/resumen/${id}`, { token })).body;
};
const put = ({ id, token }: Person, what: string, rest: number | string = '', body: object = {}) =>
  school.ask('PUT', `/api/usuariosnotificaciones/${what}/${id}${rest === '' ? '' : `/${rest}`}`, { token, body });
const history = async (as: Person): Promise<SentRecord[]> => {
  await settled(school);
  return (await school.ask('GET', '/api/notificaciones/all', { token: as.token })).body as unknown as SentRecord[];
};
const titles = (records: InboxRecord[]) => records.map(({ notificacion }) => notificacion.titulo);

// rows: F01, F02, F03
test('what is sent without an audience reaches all active people, is new until it is opened, and who comes later does not have it', async () => {
  const ana = await learner();
  const { id_notificacion, destinatarios, audiencia } = await sent(admin, { titulo: 'A todos', fecha_envio: new Date().toISOString() });
  expect(audiencia.clase).toBe('todos');
  const active = (await school.ask('GET', '/api/personas?estado=activo&limit=1', { token: admin.token })).body.total;
  expect(destinatarios).toBe(active);
  const late = await learner();
  expect((await inboxOf(ana))[0]).toMatchObject({
    id_notificacion,
    leida: false,
    notificacion: { id_notificacion, titulo: 'A todos', mensaje: 'Cerramos el lunes', tipo: 'general', id_curso: null, en: null },
  });
  expect(await inboxOf(late)).toEqual([]);
  expect(await summaryOf(ana)).toMatchObject({ nuevas: 1, sinVer: 1 });
  expect(await put(ana, 'leida', id_notificacion)).toMatchObject({ status: 200, body: { id_notificacion, leida: true } });
  expect((await inboxOf(ana))[0]?.leida).toBe(true);
  expect(await summaryOf(ana)).toMatchObject({ nuevas: 0 });
  expect(await put(late, 'leida', id_notificacion)).toMatchObject({ status: 404, body: { code: 'NOTIFICATION_NOT_FOUND' } });
});

// rows: F05
test('a title and a message are needed, texts have their bounds, and what is odd is refused by name', async () => {
  for (const body of [{ mensaje: 'x' }, { titulo: 'x' }, { titulo: '  ', mensaje: 'x' }, { titulo: 'x'.repeat(121), mensaje: 'x' }])
    expect((await send(admin, body)).status).toBe(400);
  expect(await send(admin, { titulo: '', mensaje: '' })).toMatchObject({ status: 400, body: { code: 'REQUIRED_FIELDS' } });
  const whole = { titulo: 'Hola', mensaje: 'Hola' };
  for (const [more, status, code] of [
    [{ tipo: 'course' }, 400, 'AUDIENCE_INCOMPLETE'],
    [{ audiencia: { clase: 'rol' } }, 400, 'AUDIENCE_INCOMPLETE'],
    [{ audiencia: { clase: 'curso', id_curso: 99_999 } }, 404, 'COURSE_NOT_FOUND'],
    [{ audiencia: { clase: 'segmento', id_segmento: 'x' } }, 404, 'SEGMENT_NOT_FOUND'],
    [{ audiencia: { clase: 'rol', rol: 4 } }, 422, 'AUDIENCE_EMPTY'],
    [{ fecha_envio: 'mañana' }, 400, 'SEND_DATE_INVALID'],
    [{ fecha_envio: '2099-01-01' }, 400, 'SEND_DATE_INVALID'],
    [{ enlace: 'javascript:alert(1)' }, 400, 'INVALID_ADDRESS'],
    [{ enlace: '//otra.mx' }, 400, 'INVALID_ADDRESS'],
  ] as const)
    expect(await send(admin, { ...whole, ...more }), JSON.stringify(more)).toMatchObject({ status, body: { code } });
});

// rows: F06, F09
test('audiences are resolved by the server, counted before and kept; an instructor writes only to learners of their own courses', async () => {
  const [ana, beto] = [await learner(), await learner()];
  await enrol(ana);
  await settled(school);
  const count = async (as: Person, query: string) =>
    (await school.ask('GET', `/api/notificaciones/audiencia?${query}`, { token: as.token })).body;
  const counted = await count(teacher, `clase=curso&id_curso=${course.id}`);
  const own = await sent(teacher, { titulo: 'Para mi grupo', tipo: 'course', id_curso: course.id });
  expect(own.destinatarios).toBe(counted.personas);
  expect(titles(await inboxOf(ana))).toContain('Para mi grupo');
  expect(titles(await inboxOf(beto))).not.toContain('Para mi grupo');
  expect(await count(admin, 'clase=rol&rol=3')).toEqual({ personas: 2 });
  expect(await count(admin, 'clase=plan&plan=2')).toEqual({ personas: 0 });
  expect(await count(teacher, `clase=curso&id_curso=${course.id}&quienes=terminaron`)).toEqual({ personas: 0 });
  const texts = { titulo: 'Hola', mensaje: 'Hola' };
  for (const [as, body] of [
    [teacher, texts],
    [teacher, { ...texts, audiencia: { clase: 'todos' } }],
    [teacher, { ...texts, audiencia: { clase: 'rol', rol: 1 } }],
    [other, { ...texts, audiencia: { clase: 'curso', id_curso: course.id } }],
    [other, { ...texts, tipo: 'course', id_curso: course.id }],
  ] as const)
    expect(await send(as, body)).toMatchObject({ status: 403, body: { code: 'AUDIENCE_NOT_OWN' } });
  expect(await count(other, `clase=curso&id_curso=${course.id}`)).toMatchObject({ code: 'AUDIENCE_NOT_OWN' });
  expect((await send(ana, texts)).status).toBe(403);
  // Each sees and takes back their own; of another's it is not said that it is there.
  expect((await history(teacher)).map(({ id_notificacion }) => id_notificacion)).toEqual([own.id_notificacion]);
  expect(await history(other)).toEqual([]);
  const remove = (as: Person) => school.ask('DELETE', `/api/notificaciones/delete/${own.id_notificacion}`, { token: as.token });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(ana)).status).toBe(403);
  expect((await remove(teacher)).status).toBe(200);
});

// rows: F04, F07, J02, K01
test('what is withdrawn leaves every inbox and stays in the history; it can be given back; what was seen and opened is counted once', async () => {
  const [ana, beto] = [await learner(), await learner()];
  const { id_notificacion: id } = await sent(admin, { titulo: 'Contada' });
  await settled(school);
  await put(ana, 'vistas');
  await put(ana, 'vistas');
  await put(ana, 'leida', id);
  await put(ana, 'leida', id);
  await put(beto, 'leida', id);
  await put(beto, 'vistas');
  const figures = async () => (await history(admin)).find((one) => one.id_notificacion === id);
  expect(await figures()).toMatchObject({ estado: 'enviada', vistas: 2, abiertas: 2 });
  const remove = () => school.ask('DELETE', `/api/notificaciones/delete/${id}?motivo=Era+mañana`, { token: admin.token });
  for (const _ of [1, 2]) expect((await remove()).status).toBe(200);
  expect(titles(await inboxOf(ana))).not.toContain('Contada');
  expect(await figures()).toMatchObject({ estado: 'retirada', vistas: 2, abiertas: 2 });
  expect(
    (await school.ask('POST', `/api/notificaciones/restaurar/${id}`, { token: admin.token, body: { motivo: 'Sí es hoy' } })).status,
  ).toBe(200);
  expect(titles(await inboxOf(ana))).toContain('Contada');
  const told = await school.ask('GET', `/api/historial/avisos/${id}`, { token: admin.token });
  const { cambios } = told.body as unknown as HistoryPage;
  expect(cambios.map(({ motivo, eventos }) => [eventos[0]?.tipo, motivo])).toEqual([
    ['NotificationRestored', 'Sí es hoy'],
    ['NotificationWithdrawn', 'Era mañana'],
    ['NotificationSent', null],
  ]);
  expect((await school.ask('GET', `/api/historial/avisos/${id}`, { token: teacher.token })).status).toBe(403);
  expect((await school.ask('DELETE', '/api/notificaciones/delete/999999', { token: admin.token })).status).toBe(404);

  // What an administrator took back, who teaches does not give again; what they took back themselves they do.
  await enrol(ana);
  await settled(school);
  const own = await sent(teacher, { titulo: 'Mía', tipo: 'course', id_curso: course.id });
  const act = (as: Person, verb: 'DELETE' | 'POST', what: string) =>
    school.ask(verb, `/api/notificaciones/${what}/${own.id_notificacion}`, {
      token: as.token,
      ...(verb === 'POST' && { body: { motivo: 'Se enseña otra vez' } }),
    });
  await settled(school);
  for (const [by, status] of [
    [teacher, 200],
    [admin, 403],
  ] as const) {
    expect((await act(by, 'DELETE', 'delete')).status).toBe(200);
    expect((await act(teacher, 'POST', 'restaurar')).status).toBe(status);
  }
  expect((await act(admin, 'POST', 'restaurar')).status).toBe(200);
  expect(titles(await inboxOf(ana))).toContain('Mía');
});

test('a try reaches oneself alone, and the history does not list it', async () => {
  const ana = await learner();
  const answer = await school.ask('POST', '/api/notificaciones/probar', { token: admin.token, body: { titulo: 'Prueba', mensaje: 'x' } });
  expect(answer.status, answer.text).toBe(200);
  expect(titles(await inboxOf(admin))[0]).toBe('Prueba');
  expect(titles(await inboxOf(ana))).not.toContain('Prueba');
  expect((await history(admin)).map(({ titulo }) => titulo)).not.toContain('Prueba');
});

// rows: F02
test('everything is marked as read until what was on the screen; pages follow each other without a gap', async () => {
  const ana = await learner();
  for (const titulo of ['Una', 'Dos', 'Tres']) await sent(admin, { titulo });
  const [newest] = await inboxOf(ana);
  const { id_notificacion: after } = await sent(admin, { titulo: 'Cuatro' });
  expect((await put(ana, 'leidas', '', { hasta: newest?.notificacion.fecha_envio })).status).toBe(200);
  expect((await inboxOf(ana)).filter(({ leida }) => !leida).map(({ id_notificacion }) => id_notificacion)).toEqual([after]);
  const { notifications } = school.running.deps;
  const commandId = crypto.randomUUID();
  const context = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { userId: null, role: 'system' },
    now: new Date(),
  } as const;
  for (const _ of [1, 2]) await notifications.notify(ana.id, { kind: 'courseGiven', courseId: course.id }, context);
  expect(await summaryOf(ana)).toMatchObject({ nuevas: 2 });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await school.ask('GET', `/api/usuariosnotificaciones/usuario/${ana.id}?limit=2${cursor && `&cursor=${cursor}`}`, {
      token: ana.token,
    });
    seen.push(...titles(page.body as unknown as InboxRecord[]));
    cursor = page.headers.get('x-next-cursor');
  }
  expect(seen).toEqual(['Ya tienes el curso «Curso»', 'Cuatro', 'Tres', 'Dos', 'Una']);
  const [told] = await inboxOf(ana, `?curso=${course.id}`);
  expect(told).toMatchObject({ notificacion: { tipo: 'course', en: { titulo: '“Curso” is yours now' } } });
  expect((await put(ana, 'leida', told?.id_notificacion)).status).toBe(200);
  expect(await summaryOf(ana)).toMatchObject({ nuevas: 1 });
  expect((await school.ask('GET', `/api/usuariosnotificaciones/usuario/${ana.id}?cursor=zz`, { token: ana.token })).status).toBe(400);
});

// rows: F02
test('pages of an inbox lose nothing of what was told in one moment', async () => {
  const ana = await learner();
  const now = new Date();
  for (let n = 0; n < 9; n++) {
    const commandId = crypto.randomUUID();
    const context = { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' }, now } as const;
    await school.running.deps.notifications.notify(ana.id, { kind: 'courseGiven', courseId: course.id }, context);
  }
  await settled(school);
  for (const query of ['', `&curso=${course.id}`]) {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await school.ask(
        'GET',
        `/api/usuariosnotificaciones/usuario/${ana.id}?limit=2${query}${cursor && `&cursor=${cursor}`}`,
        {
          token: ana.token,
        },
      );
      seen.push(...(page.body as unknown as InboxRecord[]).map(({ id_notificacion }) => id_notificacion));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(new Set(seen).size, query).toBe(9);
    expect(seen, query).toEqual(seen.toSorted((a, b) => b - a));
  }
});

// rows: F02
test('whom it is for hears of it in every window, once, and nobody else; reading it on one device tells the others', async () => {
  const [ana, beto] = [await learner(), await learner()];
  await enrol(ana);
  await settled(school);
  const topic = `usuariosnotificaciones:${ana.id}`;
  const windows = await Promise.all([0, 1].map(() => following(school.url, { token: ana.token, topics: [topic] })));
  const stranger = await following(school.url, { token: beto.token, topics: [`usuariosnotificaciones:${beto.id}`] });
  for (const closed of [topic, 'difusiones', 'notificaciones']) expect(await stranger.join(closed)).toHaveProperty('error');
  const { id_notificacion: id } = await sent(teacher, { tipo: 'course', id_curso: course.id });
  for (const window of windows) {
    await until(() => window.items.some((item) => item.topic === topic && item.id === String(id)), 'the window was told');
    expect(window.items.every((item) => item.data === undefined)).toBe(true);
  }
  await put(ana, 'leida', id);
  for (const window of windows) await until(() => window.items.some((item) => item.id === 'estado'), 'the other windows were told');
  // Who was away is told of it on coming back.
  const [first] = windows;
  const before = first?.items.length ?? 0;
  first?.drop();
  const { id_notificacion: missed } = await sent(admin, { titulo: 'Mientras tanto' });
  await until(() => first?.items.slice(before).some((item) => item.topic === topic && item.id === String(missed)), 'what was missed came');
  await until(() => stranger.items.some((item) => item.id === String(missed)), 'the other person was told of what is for all');
  expect(stranger.items.map(({ id }) => id)).not.toContain(String(id));
  for (const one of [...windows, stranger]) one.close();
});

// rows: F03, B26
test('what the school itself tells is as urgent as it is: the newest stands above the page until it is read', async () => {
  const ana = await learner();
  const { notifications, clock } = school.running.deps;
  const notify = async (kind: 'planPastDue' | 'coursePaid' | 'planEnded' | 'refundFailed') => {
    const commandId = crypto.randomUUID();
    const actor = { userId: null, role: 'system' } as const;
    await notifications.notify(
      ana.id,
      { kind, courseId: kind === 'coursePaid' ? 1 : null },
      { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() },
    );
  };
  const above = async () => ((await summaryOf(ana))['urgente'] as InboxRecord | null)?.notificacion.titulo ?? null;
  for (const kind of ['coursePaid', 'planEnded', 'planPastDue'] as const) await notify(kind);
  const told = await inboxOf(ana);
  expect(told.map(({ notificacion }) => notificacion.tipo)).toEqual(['urgent', 'general', 'course']);
  expect(await above()).toBe('No pudimos cobrar tu plan Premium');
  const { digests } = await digestsOf(school.running.deps.reads)('2000-01-01T00:00:00.000Z', clock().toISOString(), ana.id - 1, 1);
  // What is urgent went by a mail of its own.
  expect(digests.map(({ items }) => items.map(({ kind }) => kind))).toEqual([['planEnded', 'coursePaid']]);
  await notify('refundFailed');
  expect(await above()).toBe('No pudimos devolver tu dinero');
  await put(ana, 'leida', (await inboxOf(ana))[0]?.id_notificacion);
  expect(await above()).toBe('No pudimos cobrar tu plan Premium');
  await sent(admin, { titulo: 'Cerramos hoy', tipo: 'urgent' });
  expect(await above()).toBe('Cerramos hoy');
  await put(ana, 'leidas', '', { hasta: (await inboxOf(ana))[0]?.notificacion.fecha_envio ?? '' });
  expect(await above()).toBeNull();
});

test('only oneself reads and marks an inbox, an administrator neither', async () => {
  const [ana, beto] = [await learner(), await learner()];
  for (const as of [beto, admin, teacher])
    for (const [method, path] of [
      ['GET', 'usuario'],
      ['GET', 'resumen'],
      ['PUT', 'leidas'],
      ['PUT', 'vistas'],
    ] as const)
      expect(
        (
          await school.ask(method, `/api/usuariosnotificaciones/${path}/${ana.id}`, {
            token: as.token,
            ...(method === 'PUT' && { body: {} }),
          })
        ).status,
      ).toBe(403);
  expect((await school.ask('GET', `/api/usuariosnotificaciones/usuario/${ana.id}`)).status).toBe(401);
});

test('what one was told is in the export, and gone with the person; the demo gives back what was read', async () => {
  const ana = await learner();
  const { notifications, reads, commands, learning, reviews, discussions, clock } = school.running.deps;
  const contextNow = () => {
    const commandId = crypto.randomUUID();
    return { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' } as const, now: clock() };
  };
  await notifications.notify(ana.id, { kind: 'note', name: 'Algo suyo', link: '/profile' }, contextNow());
  const [told] = await inboxOf(ana);
  const loaded = clock().toISOString();
  await until(() => clock().toISOString() > loaded, 'a moment later');
  await put(ana, 'leida', told?.id_notificacion);
  expect((await inboxOf(ana))[0]?.leida).toBe(true);
  await createRestore(commands, { learning, reviews, discussions })(
    { userId: ana.id, courseId: [], date: [], subtopicId: [] },
    loaded,
    contextNow(),
  );
  expect((await inboxOf(ana))[0]?.leida).toBe(false);
  const data = (await school.ask('GET', '/api/cuenta/datos', { token: ana.token })).body as unknown as {
    eventos: Record<string, object[]>;
  };
  expect(data.eventos[`inbox-${ana.id}`]?.[0]).toMatchObject({ tipo: 'NoticeGiven', datos: { name: 'Algo suyo' } });
  const { notices } = await import('../../backend/projections/inboxes.ts');
  const key = `${ana.id}_${told?.id_notificacion}`;
  const held = async () => {
    await settled(school);
    return reads.get(notices, key);
  };
  expect(await held()).not.toBeNull();
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}`, { token: admin.token, body: {} })).status).toBe(200);
  await until(async () => (await held()) === null, 'what was told is gone');
});
