import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plannedExport } from '../../backend/api/answers/streams/planned.ts';
import type { ExportPlan, ExportRecord, Findings } from '../../backend/api/contract/events.ts';
import type { EventDictionaryEntry } from '../../backend/api/contract/records/operations.ts';
import { makeExportAction } from '../../backend/commands/reactions/exports.ts';
import { openArchive } from '../../backend/integrations/packages/archive.ts';
import { uuid5 } from '../../events/ids.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What operators and analysts look for in the log. */

interface StoredEvent {
  id: string;
  fecha: string;
  posicion: string;
  datos: object;
  metadatos: { actor: { userId: number | null; role: string } };
}

let school: School;
let admin: Person;
let analyst: Person;
let auditor: Person;
let ana: Person;
let courseId: number;
const find = async (as: Person, query = ''): Promise<Findings> => {
  const answer = await school.ask('GET', `/api/eventos/buscar?${query}`, { token: as.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Findings;
};
const types = ({ eventos }: Findings) => eventos.map(({ tipo }) => tipo);
/** All matches, one answer at a time. */
const all = async (as: Person, query: string): Promise<Findings['eventos']> => {
  const found: Findings['eventos'] = [];
  for (let cursor = ''; ; ) {
    const page = await find(as, `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...page.eventos);
    if (page.fin) return found;
    cursor = page.cursor ?? '';
  }
};

beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  analyst = await joinAs(school, 'analista', 'analyst');
  auditor = await joinAs(school, 'auditora', 'auditor');
  ana = await join(school, 'ana');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  courseId = (await makeCourse(school, admin.token, teacher.id, [2])).id;
  await settled(school);
});
afterAll(() => school.stop());

// rows: M01, M02
test('events are found by stream, category, type, author, act, day and field; both ways, page by page, without a gap', async () => {
  const newest = await all(admin, 'limit=7');
  const oldest = await all(admin, 'limit=7&orden=antiguos');
  expect(newest.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id).reverse());
  const stored = [];
  for await (const event of school.running.deps.commands.log.store.readAll(null)) stored.push(event.id);
  expect(oldest.map(({ id }) => id)).toEqual(stored);

  const ofCourse = await all(admin, `flujo=course-${courseId}&limit=3`);
  expect(ofCourse.map(({ numero }) => numero)).toEqual(ofCourse.map((_, index) => ofCourse.length - 1 - index));
  expect(new Set((await all(admin, 'categoria=course')).map(({ flujo }) => flujo))).toEqual(new Set([`course-${courseId}`]));
  expect(new Set(types(await find(admin, 'tipo=CourseCreated&limit=100')))).toEqual(new Set(['CourseCreated']));
  for (const part of [`course-${courseId}*`, 'course-*', `c*-*${courseId}`, `*rse-${courseId}`])
    expect(new Set((await all(admin, `flujo=${encodeURIComponent(part)}&categoria=course`)).map(({ id }) => id))).toEqual(
      new Set(ofCourse.map(({ id }) => id)),
    );
  for (const part of ['curso*', `course-${courseId}*${courseId}`, 'course', '*courses'])
    expect(await all(admin, `flujo=${encodeURIComponent(part)}`)).toEqual([]);
  const streams = new Set(oldest.map(({ flujo }) => flujo));
  const begun = await all(admin, 'inicio=1&limit=7');
  expect([begun.length, new Set(begun.map(({ flujo }) => flujo))], 'each stream once').toEqual([streams.size, streams]);
  expect((await all(admin, `inicio=1&flujo=${encodeURIComponent('*ours*')}`)).map(({ flujo }) => flujo)).toContain(`course-${courseId}`);
  const hers = await all(admin, `quien=${ana.id}`);
  expect(hers.length).toBeGreaterThan(0);
  expect(hers.every(({ quien }) => quien?.id === ana.id)).toBe(true);
  const [created] = await all(admin, 'tipo=CourseCreated');
  const detail = await school.ask('GET', `/api/historial/evento?flujo=${created?.flujo}&numero=0`, { token: admin.token });
  // Its own page links to what each read model made of it. Keys of documents may name people, so analysts get none.
  expect(detail.body['vistas']).toContainEqual({ nombre: 'courses', documentos: [String(courseId)] });
  const masked = await school.ask('GET', `/api/historial/evento?flujo=${created?.flujo}&numero=0`, { token: analyst.token });
  expect(masked.body['vistas']).toEqual([]);
  const { correlationId } = detail.body['metadatos'] as unknown as { correlationId: string };
  expect((await all(admin, `acto=${correlationId}`)).map(({ id }) => id)).toContain(created?.id);
  const classes = await all(admin, `campo=courseId&valor=${courseId}&tipo=ClassAdded`);
  expect(classes.map(({ flujo }) => flujo)).toEqual([`course-${courseId}`, `course-${courseId}`]);
  expect(await all(admin, 'campo=meta.actor.role&valor=analyst')).toEqual([]);
  expect(await all(admin, 'hasta=2001-01-01')).toEqual([]);
  expect((await all(admin, 'desde=2001-01-01')).length).toBe(stored.length);
});

// rows: M03
test('who follows the end of the log asks for what came since', async () => {
  const { cursor } = (await school.ask('GET', '/api/eventos/final', { token: analyst.token })).body as unknown as { cursor: string };
  expect(await find(analyst, `orden=antiguos&cursor=${cursor}`)).toMatchObject({ eventos: [], revisados: 0, fin: true, cursor });
  await join(school, 'beto');
  const came = await find(analyst, `orden=antiguos&cursor=${cursor}&tipo=UserRegistered`);
  expect(types(came)).toEqual(['UserRegistered']);
  expect(await school.ask('GET', '/api/eventos/buscar?cursor=aqu%C3%AD', { token: analyst.token })).toMatchObject({
    status: 400,
    body: { code: 'POSITION_INVALID' },
  });
});

// rows: I21
test('an auditor reads who did what and why, and changes nothing', async () => {
  const reason = 'Se publicó antes de tiempo';
  const path = `/api/cursos/cursos/${courseId}/estado`;
  expect((await school.ask('PATCH', path, { token: auditor.token, body: { estado: 0, motivo: reason } })).status).toBe(403);
  expect((await school.ask('PATCH', path, { token: admin.token, body: { estado: 0, motivo: reason } })).status).toBe(200);
  const [told] = (await find(auditor, 'categoria=course')).eventos;
  expect(told).toMatchObject({ tipo: 'CourseUnpublished', quien: { id: admin.id }, motivo: reason });
  expect(told?.frase).toContain(told?.quien?.nombre);
  expect((await find(analyst, 'categoria=course')).eventos[0]).toMatchObject({ motivo: null, frase: null });
  expect(
    (await school.ask('GET', `/api/historial/evento?flujo=${told?.flujo}&numero=${told?.numero}`, { token: auditor.token })).text,
  ).not.toContain(reason);
  for (const closed of ['/api/personas?limit=1', '/api/proyecciones', '/api/contactos'])
    expect((await school.ask('GET', closed, { token: auditor.token })).status, closed).toBe(403);
});

test('an analyst sees numbers and no names, and finds none by trying; a learner sees nothing', async () => {
  const told = await find(admin, `quien=${admin.id}&tipo=CourseCreated`);
  expect(told.eventos[0]?.quien?.nombre).toMatch(/\p{L}/u);
  expect(told.eventos[0]?.frase).toContain(told.eventos[0]?.quien?.nombre);
  const masked = await find(analyst, `quien=${admin.id}&tipo=CourseCreated`);
  expect(masked.eventos[0]).toMatchObject({ quien: { id: admin.id, nombre: null }, frase: null });
  expect(JSON.stringify(await all(analyst, 'limit=100'))).not.toContain('Quintanilla');
  for (const campo of ['firstName', 'lastName', 'email', 'username'])
    for (const valor of ['Nora', 'Quintanilla', ana.email, 'ana'])
      expect(await all(analyst, `tipo=UserRegistered&campo=${campo}&valor=${valor}`)).toEqual([]);
  expect(await all(analyst, 'campo=__proto__')).toEqual([]);
  expect(await all(analyst, 'campo=constructor.name')).toEqual([]);
  expect((await school.ask('GET', '/api/eventos/buscar', { token: ana.token })).status).toBe(403);
  expect((await school.ask('GET', '/api/eventos/final', { token: ana.token })).status).toBe(403);
});

// rows: M05, M10
test('all that a filter finds is taken as NDJSON, CSV or Parquet, masked, from where one wants; who took what stands on record', async () => {
  const { store } = school.running.deps.commands.log;
  const end = (await store.head()) ?? '';
  const take = async (as: Person, query: string, type = 'ndjson') => {
    const answer = await fetch(`${school.url}/api/eventos/exportar.${type}?${query}`, { headers: { authorization: `Bearer ${as.token}` } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="eventos-\d{4}-\d{2}-\d{2}\.(ndjson|csv|parquet)"$/);
    return Buffer.from(await answer.arrayBuffer());
  };
  const lines = (file: Buffer) =>
    file
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StoredEvent);
  const stored: string[] = [];
  for await (const event of store.readAll(null)) if (event.position <= end) stored.push(event.id);
  // Reactions go on meanwhile.
  const file = await take(auditor, `tipo=&flujo=&hastaPosicion=${end}`);
  const whole = lines(file);
  expect(whole.map(({ id }) => id)).toEqual(stored);
  expect(file.toString()).not.toMatch(/Quintanilla|@/);
  // Broken off in the middle, the rest is taken from there.
  const middle = whole[Math.floor(whole.length / 2)];
  const rest = lines(await take(auditor, `despues=${middle?.posicion}`));
  expect(rest.slice(0, 3).map(({ id }) => id)).toEqual(stored.slice(stored.indexOf(middle?.id ?? '') + 1).slice(0, 3));
  const csv = (await take(analyst, 'tipo=UserRegistered&campo=userId&valor=1', 'csv')).toString();
  expect(csv).toMatch(/^\uFEFFid,tipo,flujo,numero,posicion,fecha,quien,rol,datos,metadatos\r\n/);
  expect(csv.match(/UserRegistered/g)).toHaveLength(1);

  const parquet = await take(analyst, 'categoria=course', 'parquet');
  const rows = await parquetReadObjects({ file: parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) });
  const ofCourses = lines(await take(analyst, 'categoria=course')).map(({ fecha, metadatos, ...rest }) => {
    const { userId, role } = metadatos.actor;
    return { ...rest, fecha: new Date(fecha), quien: userId, rol: role, metadatos };
  });
  expect(rows).toEqual(ofCourses);
  expect(rows.length).toBeGreaterThan(3);

  type Taken = ExportRecord[];
  const list = async (as: Person) => (await school.ask('GET', '/api/eventos/exportaciones', { token: as.token })).body as unknown as Taken;
  const all = await until(async () => {
    const taken = await list(auditor);
    return taken.length === 5 && taken.every(({ resultado }) => resultado !== null) ? taken : null;
  }, 'the downloads to be on record');
  const first = all.at(-1);
  expect(first).toMatchObject({ formato: 'ndjson', quien: { id: auditor.id }, hasta: end, despues: null });
  expect(first?.resultado).toEqual({
    eventos: stored.length,
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    completo: true,
  });
  expect(all.map(({ formato }) => formato)).toEqual(['ndjson', 'parquet', 'csv', 'ndjson', 'ndjson']);
  expect(all[2]).toMatchObject({
    formato: 'csv',
    quien: { id: analyst.id },
    filtros: { tipo: 'UserRegistered', campo: 'userId', valor: true },
  });
  expect(all[2]?.quien?.nombre).toMatch(/\p{L}/u);
  // Analysts see their own downloads, and no names.
  expect((await list(analyst)).map(({ quien }) => quien)).toEqual(Array(3).fill({ id: analyst.id, nombre: null }));
  expect((await school.ask('GET', '/api/eventos/exportar.csv', { token: ana.token })).status).toBe(403);
  expect((await school.ask('GET', '/api/eventos/exportar.csv?despues=x', { token: analyst.token })).body.code).toBe('POSITION_INVALID');
});

// rows: M05, M10
test('a download that was broken off goes on at its byte, in every format, while the log grows; its manifest says what it is', async () => {
  const ask = (format: string, headers: Record<string, string> = {}, query = '', method = 'GET') =>
    fetch(`${school.url}/api/eventos/exportar.${format}?${query}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
    });
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const { cursor: end } = (await school.ask('GET', '/api/eventos/final', { token: admin.token })).body;
  const list = async () =>
    (await school.ask('GET', '/api/eventos/exportaciones', { token: admin.token })).body as unknown as ExportRecord[];
  const taken = (await list()).length;
  for (const format of ['ndjson', 'csv', 'parquet']) {
    const whole = await ask(format);
    const file = await bytes(whole);
    const tag = whole.headers.get('etag') ?? '';
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const half = file.length >> 1;
    const rest = await ask(format, { range: `bytes=${half}-`, 'if-range': tag });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${half}-${file.length - 1}/${file.length}`]);
    expect(Buffer.compare(Buffer.concat([file.subarray(0, half), await bytes(rest)]), file), format).toBe(0);
    const manifest = await fetch(school.url + (/<(.+)>/.exec(rest.headers.get('link') ?? '')?.[1] ?? ''), {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(await manifest.json(), 'of the whole file').toMatchObject({
      formato: format,
      despues: null,
      hasta: tag.slice(1, 17),
      resultado: { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex'), completo: true },
      campos: { posicion: expect.any(String) },
      enmascarado: { valor: 'cifrado', tipos: { UserRegistered: expect.arrayContaining(['email', 'firstName']) } },
    });
    expect((await ask(format, { range: `bytes=${file.length}-`, 'if-range': tag })).status).toBe(416);
    // The rest of a file that differs from the one begun is not joined to it.
    const other = await ask(format, { range: 'bytes=9-', 'if-range': '"another"' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  }
  expect((await ask('parquet', { range: 'bytes=9-' })).status, 'its end is another one by now').toBe(200);
  const upTo = `hastaPosicion=${end}`;
  const named = await bytes(await ask('parquet', {}, upTo));
  const tail = await ask('parquet', { range: 'bytes=-8' }, upTo);
  expect([tail.status, Buffer.compare(await bytes(tail), named.subarray(-8))]).toEqual([206, 0]);
  // A `HEAD` request is not a download.
  const before = (await list()).length;
  expect(before).toBeGreaterThan(taken);
  const head = await ask('parquet', {}, '', 'HEAD');
  expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect((await list()).length).toBe(before);
  const [own] = await list();
  const manifestOf = (as: Person) => school.ask('GET', `/api/eventos/exportaciones/${own?.id}/manifiesto`, { token: as.token });
  expect([(await manifestOf(auditor)).status, (await manifestOf(analyst)).status, (await manifestOf(ana)).status]).toEqual([200, 404, 403]);
});

test('of an export whose author was erased it is not said that it held all: what it was filtered by went with them', async () => {
  const other = await joinAs(school, 'otra_analista', 'analyst');
  expect((await school.ask('GET', '/api/eventos/exportar.csv?categoria=course', { token: other.token })).status).toBe(200);
  expect((await school.ask('DELETE', `/api/auth/users/${other.id}?motivo=pedido`, { token: admin.token })).status).toBe(200);
  const by = { token: auditor.token };
  const [taken] = (await school.ask('GET', '/api/eventos/exportaciones', by)).body as unknown as ExportRecord[];
  expect(taken).toMatchObject({ quien: { id: other.id }, filtros: null });
  expect((await school.ask('GET', `/api/eventos/exportaciones/${taken?.id}/manifiesto`, by)).body).toMatchObject({ filtros: null });
});

// rows: M08
test('an export that was planned is made when it is due, told by the bell, and is the same file whenever it is downloaded', async () => {
  const { commands, notifications } = school.running.deps;
  const asked = {
    nombre: 'Cursos',
    formato: 'ndjson',
    cada: 'dia',
    hora: 6,
    alcance: 'nuevos',
    categoria: 'course',
    campo: 'courseId',
    valor: String(courseId),
  };
  const plans = async (as: Person) =>
    (await school.ask('GET', '/api/eventos/programadas', { token: as.token })).body as unknown as ExportPlan[];
  const { status, body } = await school.ask('POST', '/api/eventos/programadas', { token: analyst.token, body: asked });
  expect(status).toBe(201);
  expect((await school.ask('POST', '/api/eventos/programadas', { token: ana.token, body: asked })).status).toBe(403);
  const named = { ...asked, campo: 'firstName', valor: 'Rosa' };
  expect((await school.ask('POST', '/api/eventos/programadas', { token: analyst.token, body: named })).body.code).toBe('PLAN_VALUE');

  const next: string[] = [];
  const work = makeExportAction(
    commands,
    notifications,
    () => ({ schedule: async ({ due }) => void next.push(due) }),
    plannedExport(commands.log.store, new AbortController().signal),
  );
  /** As the timer does. */
  const meet = (due: string) => {
    const commandId = uuid5('due', due);
    const context = { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' } as const };
    return work({ thing: 'export', due, kind: 'makeExport', data: { planId: String(body['id']) } }, { ...context, now: new Date(due) });
  };
  const day = 86_400_000;
  const [first, second] = [new Date().toISOString(), new Date(Date.now() + day).toISOString()];
  await meet(first);
  await meet(first);
  await school.ask('PUT', `/api/cursos/${courseId}`, { token: admin.token, body: { nombre: 'Otro nombre' } });
  await meet(second);
  expect(next).toHaveLength(3);

  const [plan] = await plans(analyst);
  expect(plan).toMatchObject({
    nombre: 'Cursos',
    quien: { id: analyst.id, nombre: null },
    filtros: { categoria: 'course', campo: 'courseId', valor: String(courseId) },
  });
  const [fresh, all] = plan?.hechas ?? [];
  expect(plan?.hechas).toHaveLength(2);
  expect(fresh?.despues).toBe(all?.hasta);
  expect(all?.eventos).toBeGreaterThan(fresh?.eventos ?? 0);
  for (const one of [fresh, all]) {
    const range = new URLSearchParams({
      ...{ categoria: 'course', campo: 'courseId', valor: String(courseId) },
      hastaPosicion: one?.hasta ?? '',
      ...(one?.despues && { despues: one.despues }),
    });
    const file = await school.ask('GET', `/api/eventos/exportar.ndjson?${range}`, { token: analyst.token });
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(one?.sha256);
  }
  await settled(school);
  const inbox = await school.ask('GET', `/api/usuariosnotificaciones/usuario/${analyst.id}`, { token: analyst.token });
  expect(inbox.text).toContain('Tu exportación «Cursos» está lista');

  // Another one sees nothing of it; administrators see whose it is.
  const other = await joinAs(school, 'otra_analista', 'analyst');
  expect(await plans(other)).toEqual([]);
  expect((await plans(admin))[0]?.quien.nombre).toEqual(expect.any(String));
  expect((await school.ask('DELETE', `/api/eventos/programadas/${plan?.id}`, { token: other.token })).body.code).toBe(
    'EXPORT_PLAN_NOT_FOUND',
  );
  // Whoever may download events no more gets none.
  await promote(school, analyst, 'student');
  await meet(new Date(Date.now() + 2 * day).toISOString());
  expect(await plans(admin)).toEqual([]);
  await promote(school, analyst, 'analyst');
});

// rows: M03
test('a burst of five thousand events is pushed whole and once, in order, and that more is waiting', async () => {
  const { log } = school.running.deps.commands;
  await settled(school);
  const { cursor: end } = (await school.ask('GET', '/api/eventos/final', { token: analyst.token })).body as unknown as { cursor: string };
  const [BURST, AT_ONCE] = [5_000, 250];
  const written: string[] = [];
  const appended = (async () => {
    for (let n = 0; n < BURST; n += AT_ONCE) {
      const data = { userId: ana.id, courseId, date: '2026-11-28', seconds: 1, tab: 'burst', reported: 1 };
      const commandId = uuid5('burst', String(n));
      const meta = { commandId, correlationId: commandId, causationId: commandId, occurredAt: new Date().toISOString() };
      const events = Array.from({ length: AT_ONCE }, () => ({ type: 'StudyTimeRecorded', data }));
      const done = await log.append(`study-${ana.id}`, 'any', events, { ...meta, actor: { userId: ana.id, role: 'student' } });
      written.push(...done.events.map(({ id }) => id));
    }
  })();
  const told: string[] = [];
  let behind = 0;
  const followed = (async () => {
    for (let cursor = end; told.length < BURST; ) {
      const page = await find(analyst, `orden=antiguos&limit=100&enVivo=1&tipo=StudyTimeRecorded&cursor=${cursor}`);
      told.push(...page.eventos.map(({ id }) => id));
      cursor = page.cursor ?? cursor;
      if (!page.fin) behind++;
    }
  })();
  await Promise.all([appended, followed]);
  expect(told).toEqual(written);
  expect(behind).toBeGreaterThan(0);
});

// rows: M05, L04
test('everything is exported while a read model is replayed: the file is whole, and so is what the replay built', async () => {
  await settled(school);
  const { store } = school.running.deps.commands.log;
  const replay = await school.ask('POST', '/api/proyecciones/study-time/reconstruir', { token: admin.token, body: { motivo: 'Prueba' } });
  expect(replay.status, replay.text).toBe(200);
  const file = await school.ask('GET', '/api/eventos/exportar.ndjson', { token: analyst.token });
  expect(file.status).toBe(200);
  const exported = file.text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as StoredEvent).posicion);
  const stored: string[] = [];
  for await (const { position } of store.readAll(null)) if (position <= (exported.at(-1) ?? '')) stored.push(position);
  expect(exported).toEqual(stored);
  const built = await until(async () => {
    const list = (await school.ask('GET', '/api/proyecciones', { token: admin.token })).body as unknown as {
      id: string;
      reconstruccion: { estado: string; diferencia: object } | null;
    }[];
    const found = list.find(({ id }) => id === 'study-time')?.reconstruccion;
    return found?.estado === 'ready' && found;
  }, 'the replay to be compared');
  expect(built.diferencia).toMatchObject({ agregados: 0, cambiados: 0, eliminados: 0 });
});

// rows: M03
test('one learner is followed live by their permission, which ends it at once; administrators give a reason; the learner sees who did', async () => {
  const rosa = await join(school, 'rosa');
  await settled(school);
  const begin = (as: Person, body: object = {}) => school.ask('POST', `/api/eventos/seguimientos/${rosa.id}`, { token: as.token, body });
  const permit = (permitido: boolean) => school.ask('PUT', '/api/cuenta/seguimiento', { token: rosa.token, body: { permitido } });
  const tail = (as: Person, cursor: unknown) =>
    school.ask('GET', `/api/eventos/buscar?orden=antiguos&enVivo=1&quien=${rosa.id}&cursor=${cursor}`, { token: as.token });
  expect((await begin(analyst)).body.code).toBe('FOLLOW_NOT_ALLOWED');
  expect((await begin(auditor)).status).toBe(403);
  expect((await permit(true)).status).toBe(200);
  // Permission alone shows nothing that nobody began to follow.
  expect((await tail(analyst, '0')).body.code).toBe('FOLLOW_NOT_ALLOWED');
  const { cursor } = (await begin(analyst)).body;
  expect((await tail(analyst, cursor)).status).toBe(200);
  expect((await permit(false)).status).toBe(200);
  expect((await tail(analyst, cursor)).body.code).toBe('FOLLOW_NOT_ALLOWED');
  // Nor is she followed by naming one of her streams, or a field that refers to her.
  for (const by of [`flujo=study-${rosa.id}`, `flujo=enrolment-${rosa.id}_*`, `flujo=*-${rosa.id}`, `campo=userId&valor=${rosa.id}`]) {
    const { body } = await school.ask('GET', `/api/eventos/buscar?orden=antiguos&enVivo=1&${by}&cursor=${cursor}`, {
      token: analyst.token,
    });
    expect(body.code, by).toBe('FOLLOW_NOT_ALLOWED');
  }
  // Without her permission, what happened is found as before.
  expect(types(await find(analyst, `quien=${rosa.id}`))).toContain('LiveFollowingWithdrawn');

  expect((await begin(admin)).body.code).toBe('REASON_REQUIRED');
  expect((await begin(admin, { motivo: 'Pidió ayuda con su examen' })).status).toBe(200);
  expect((await tail(admin, cursor)).status).toBe(200);
  await settled(school);
  const own = await school.ask('GET', '/api/cuenta/seguimiento', { token: rosa.token });
  expect(own.body).toMatchObject({ permitido: false, veces: [{ con_permiso: false }, { con_permiso: true }] });
  const [recorded] = (await find(admin, `flujo=following-${rosa.id}&tipo=LiveFollowingBegun`)).eventos;
  expect(recorded?.motivo).toBe('Pidió ayuda con su examen');
});

// rows: L13
test('the dictionary says of a type its versions, how many are stored in each, who wrote them, and who reads and follows them', async () => {
  const { store } = school.running.deps.commands.log;
  const id = crypto.randomUUID();
  const actor = { userId: ana.id, role: 'student' };
  // As an older release stored it.
  await store.append('enrolment-900001-900001', 'none', [
    {
      id,
      type: 'LearnerEnrolled',
      data: { userId: 900001, courseId: 900001, source: 'self' },
      metadata: { commandId: id, correlationId: id, causationId: id, actor, occurredAt: '2026-01-02T10:00:00.000Z', schemaVersion: 1 },
    },
  ]);
  await settled(school);
  const read = async () => {
    const { body } = await school.ask('GET', '/api/eventos/diccionario', { token: analyst.token });
    return (body as unknown as EventDictionaryEntry[]).find(({ tipo }) => tipo === 'LearnerEnrolled');
  };
  await until(async () => (await read())?.versiones[0]?.cantidad === 1, 'it to be counted');
  const entry = await read();
  expect(entry?.versiones).toMatchObject([
    { version: 1, cantidad: 1, primero: '2026-01-02T10:00:00.000Z', ultimo: '2026-01-02T10:00:00.000Z', cambio: null },
    { version: 2, cambio: { es: expect.stringContaining('no se sabe de los anteriores') } },
  ]);
  expect(entry?.autores).toContainEqual({ rol: 'student', cantidad: 1 });
  expect(entry?.lectores).toContain('enrolments');
  expect(entry?.reacciones).toContain('accounts');
});

// rows: M12
test('data for research name nobody, say how nobody is found, and who took them stands on record', async () => {
  const take = (as: Person) => fetch(`${school.url}/api/eventos/investigacion.zip`, { headers: { authorization: `Bearer ${as.token}` } });
  expect((await take(ana)).status).toBe(403);
  const [learner, teacher] = [await join(school, 'investigada'), await join(school, 'maestra_de_investigadas')];
  await promote(school, teacher, 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: learner.token,
    body: { id_usuario: learner.id, id_curso: course.id },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
  await settled(school);
  const answer = await take(analyst);
  expect(answer.status).toBe(200);
  const file = path.join(school.dataDir, 'investigacion.zip');
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const archive = await openArchive(file, { entries: 5, bytes: 1_000_000 });
  const table = await archive.read('inscripciones.csv', 1_000_000);
  const manifest = JSON.parse(String(await archive.read('manifiesto.json', 1_000_000))) as Record<string, unknown>;
  archive.close();
  // A single person resembles nobody else, so no row of theirs is exported.
  expect(String(table).trim().split('\r\n')).toHaveLength(1);
  expect(manifest).toMatchObject({ renglones: 0, renglones_omitidos: 1, completo: true, anonimato: { k: 5 } });
  expect(manifest['sha256']).toBe(
    createHash('sha256')
      .update(table ?? '')
      .digest('hex'),
  );
  const [record] = (await find(analyst, 'tipo=ResearchDatasetExported')).eventos;
  expect(record?.quien?.id).toBe(analyst.id);
});

test('one answer takes a bounded time and says how far it has come', async () => {
  const { store } = school.running.deps.commands.log;
  const event = (at: number) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    type: 'StudyTimeRecorded',
    data: { userId: ana.id, date: '2026-03-02', seconds: 60 },
    metadata: {
      correlationId: 'c',
      causationId: null,
      actor: { userId: ana.id, role: 'student' },
      occurredAt: '2026-03-02T10:00:00.000Z',
      schemaVersion: 1,
    },
  });
  for (let day = 0; day < 60; day++)
    await store.append(
      `heap-${day}`,
      'none',
      Array.from({ length: 500 }, (_, at) => event(day * 500 + at)),
    );
  const first = await find(analyst, 'categoria=heap&campo=nada&limit=100');
  expect(first.eventos).toEqual([]);
  expect(first.revisados).toBeGreaterThan(0);
  const rest = await all(analyst, 'categoria=heap&limit=100&campo=seconds&valor=61');
  expect(rest).toEqual([]);
});
