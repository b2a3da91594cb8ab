import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import type { Overview, ProjectionRow } from '../../backend/api/contract/records/operations.ts';
import type { LiveItem } from '../../backend/api/live/connection.ts';
import type { Commands } from '../../backend/commands/kernel/handle.ts';
import type { Deadline } from '../../backend/commands/kernel/timer.ts';
import { review } from '../../backend/commands/learning/review.ts';
import { REMOVE_TRACES } from '../../backend/commands/reactions/traces.ts';
import { createDomain } from '../../backend/domain.ts';
import { projections } from '../../backend/projections/all.ts';
import type { Recorded } from '../../events/store/port.ts';
import { join, joinAs, makeCourse, PASSWORD, settled } from '../support/people.ts';
import { LONG } from '../support/scale.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Text that only this person's data contains: none of it may be found anywhere after the erasure. */
const said = {
  first_name: 'Xochiquetzalli',
  last_name: 'Tlapaltecatl',
  bio: 'Crío ajolotes zarcos',
  city: 'Nopalucan de la Rosa',
  postal_code: '73998',
  github: 'https://github.com/xoquetzalli-tlap',
  review: 'Me desvelé con los vectores palindrómicos',
  username: 'zarquita_tlap',
  email: 'zarquita.tlap@correo-de-ella.example',
  phone: '+526647739215',
  device: 'Ajolofox/77.3',
  message: 'Busco taller de alebrijes cuánticos',
  note: 'Prefiere que la llamen al anochecer tardío',
};
/** Also in the forms that files may hold: folded for search, and without the plus sign. */
const traces = [
  ...Object.values(said),
  'xochiquetzalli',
  'tlapaltecatl',
  'zarquita',
  'ajolofox',
  '6647739215',
  'palindromicos',
  'palindrómicos',
];
/** Five digits occur by chance in many numbers and hashes. */
const alone = new RegExp(`(?<![\\w.+/-])${said.postal_code}(?![\\w.+/=-])`);
const tracesIn = (text: string): string[] =>
  traces.filter((trace) => (trace === said.postal_code ? alone.test(text) : text.includes(trace)));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  );

const textOf = (value: unknown): string => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value));
function rowsOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const rows = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
    return rows.map((row) => Object.values(row).map(textOf).join(' ')).join('\n');
  } finally {
    db.close();
  }
}
/** Every row of every table, and the bytes of every file: SQLite leaves some of what was moved or deleted in its pages. */
const everythingKept = (folder: string): string =>
  filesIn(folder)
    .flatMap((file) => [readFileSync(file, 'utf8'), ...(file.endsWith('.db') ? [rowsOf(file)] : [])])
    .join('\n');

/** The stored answers as they are in the database, in hexadecimal digits. */
function sealedIn(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT lower(hex(sealed)) AS sealed FROM answers WHERE sealed IS NOT NULL').all() as { sealed: string }[];
  db.close();
  return rows.map(({ sealed }) => sealed);
}

/** What SQLite may leave in a page when it moves rows; here it is written deliberately. */
function leaveBehind(file: string, text: string): void {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  db.exec('PRAGMA secure_delete = OFF; CREATE TABLE moved (text)');
  db.prepare('INSERT INTO moved VALUES (?)').run(text);
  db.exec('DROP TABLE moved');
  db.close();
}

/** The files are rewritten at most a quarter of an hour after an erasure; here at once. */
async function rewritten(school: School): Promise<void> {
  const { vault } = school.running.deps;
  const asked = async () => (await vault.list<Deadline>('deadlines', '')).filter(({ value }) => value.kind === REMOVE_TRACES);
  const [found] = await until(async () => ((await asked()).length > 0 ? asked() : null), 'the files to be due');
  if (!found) throw new Error('nobody asked for it');
  const due = new Date(0).toISOString();
  await vault.put<Deadline>('deadlines', `${due}|${found.value.thing}`, { ...found.value, due });
  await vault.remove('deadlines', found.key);
  await until(async () => (await asked()).length === 0, 'the files to be written anew', 30_000);
}

/** Every call that reads, as an administrator, with each of these ids: what the school can still say. */
async function everythingRead(school: School, token: string, ids: readonly number[]): Promise<string> {
  const asked = allRoutes
    .filter(({ method }) => method === 'GET')
    .flatMap((contract) => (contract.path.includes(':') ? ids : [0]).map((id) => contract.path.replace(/:\w+/g, String(id))));
  const answers = await Promise.all(asked.map(async (at) => (await school.ask('GET', at, { token })).text));
  return answers.join('\n');
}

test('nothing that anybody may type stands in clear in the log: reasons, campaigns, tabs, filters, queries', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1], { motivo: 'Lo pide Tlapaltecatl' });
  const campaign = 'Para Tlapaltecatl, del 664';
  const person = await join(school, 'alguien', { campaign, terms: 'Los que leyó Tlapaltecatl' });
  const lead = {
    ...{ curso: 'Lo pregunta Tlapaltecatl', nombre: 'Ana', correo: 'ana@ejemplo.mx', telefono: '+526641234567', campana: campaign },
    ...{ fecha: 'ayer, dijo Tlapaltecatl', consentimiento: 'la de Tlapaltecatl' },
  };
  expect((await school.ask('POST', '/api/google-sheet', { body: lead })).status).toBe(200);
  await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: course.id } });
  const beat = { id_curso: course.id, pestana: 'la de Tlapaltecatl', segundos: 30 };
  expect((await school.ask('POST', `/api/progreso/latido/${person.id}`, { token: person.token, body: beat })).status).toBe(200);
  const query = { nombre: 'La de Tlapaltecatl', sql: "SELECT 'Tlapaltecatl'" };
  expect((await school.ask('POST', '/api/eventos/consultas', { token: admin.token, body: query })).status).toBe(201);
  const plan = {
    nombre: 'Para Tlapaltecatl',
    formato: 'csv',
    cada: 'dia',
    hora: 6,
    alcance: 'todo',
    flujo: '*Tlapaltecatl*',
    campo: 'Tlapaltecatl',
  };
  expect((await school.ask('POST', '/api/eventos/programadas', { token: admin.token, body: plan })).status).toBe(201);
  const filters = 'flujo=*Tlapaltecatl*&categoria=Tlapaltecatl&tipo=Tlapaltecatl&acto=Tlapaltecatl&campo=Tlapaltecatl';
  expect((await school.ask('GET', `/api/eventos/exportar.csv?${filters}`, { token: admin.token })).status).toBe(200);
  const line = {
    linea: 1,
    pago: null,
    tipo: 'charge',
    moneda: 'MXN',
    monto: 100,
    liquidada: 'MXN',
    comision: 1,
    fecha: '2026-01-01T12:00:00Z',
  };
  const report = { desde: '2026-01-01', hasta: '2026-01-01', archivo: 'El de Tlapaltecatl', renglones: [line] };
  expect((await school.ask('POST', '/api/pagos/comparar', { token: admin.token, body: report })).status).toBe(400);
  const check = { vista: 'users', claves: ['La ficha de Tlapaltecatl'] };
  expect((await school.ask('POST', '/api/operacion/comprobaciones', { token: admin.token, body: check })).status).toBe(400);
  const because = encodeURIComponent('Tlapaltecatl llamó y lo pidió');
  expect((await school.ask('DELETE', `/api/auth/users/${person.id}?motivo=${because}`, { token: admin.token })).status).toBe(200);
  const { store } = school.running.deps.commands.log;
  const stored: Recorded[] = [];
  for await (const record of store.readAll(null)) stored.push(record);
  expect(stored.map(({ type }) => type)).toEqual(expect.arrayContaining(['LeadCaptured', 'StudyTimeRecorded', 'UserErased']));
  expect(JSON.stringify(stored)).not.toContain('Tlapaltecatl');
}, 60_000);

test('for whom a scholarship code is stands in no stored event, and goes with the contact who asked for it: lists, the page of the code, answers of every call, live pushes', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const admin = await joinAs(school, 'directora', 'administrator');
  const by = { token: admin.token };
  const name = 'Tlapaltecatl e Hijas';
  const asked = { curso: 'Becas', nombre: 'Ana Tlapaltecatl', correo: 'ana@ejemplo.mx', telefono: '+526641234567', empresa: name };
  expect((await school.ask('POST', '/api/google-sheet', { body: asked })).status).toBe(200);
  await settled(school);
  const [lead] = (await school.ask('GET', '/api/contactos', by)).body.contactos as { id: string }[];
  await school.ask('POST', '/api/becas/campanas', { ...by, body: { nombre: 'Campaña del Sur' } });
  const allot = (body: object) => school.ask('POST', '/api/becas/campanas/campana-del-sur/codigos', { ...by, body: { becas: 2, ...body } });
  const made = await allot({ organizacion: name, contacto: lead?.id, motivo: 'Lo pide Ana Tlapaltecatl' });
  expect(made.status, made.text).toBe(201);
  const other = await allot({ organizacion: 'Talleres Tlapaltecatl' });
  expect(other.status, other.text).toBe(201);
  // A contact is one that there is: its id is no place for words.
  expect((await allot({ organizacion: 'Nadie', contacto: 'Ana Tlapaltecatl, 664' })).body.code).toBe('LEAD_NOT_FOUND');
  const { log } = school.running.deps.commands;
  const stored = async () => {
    const records: Recorded[] = [];
    for await (const record of log.store.readAll(null)) records.push(record);
    return JSON.stringify(records);
  };
  expect(await stored()).toContain('ScholarshipCodeOpened');
  expect(await stored()).not.toContain('Tlapaltecatl');
  await settled(school);
  const look = async (codigo: unknown) => (await school.ask('POST', '/api/becas/consultar', { body: { codigo } })).body;
  const read = async () => [await everythingRead(school, admin.token, [1]), JSON.stringify(await look(made.body.codigo))].join('\n');
  expect((await read()).split(name).length - 1, 'on the list and on the page of the code').toBeGreaterThanOrEqual(2);

  const pushed: LiveItem[] = [];
  const { io } = await import('socket.io-client');
  const socket = io(school.url, { transports: ['websocket'], auth: { from: null, topics: ['becas'], token: admin.token } });
  onTestFinished(() => void socket.close());
  socket.on('batch', ({ items }: { items: LiveItem[] }) => void pushed.push(...items));
  await new Promise<void>((resolve) => socket.once('batch', () => resolve()));
  expect((await school.ask('DELETE', `/api/contactos/${lead?.id}`, by)).status).toBe(200);
  await until(() => pushed.some(({ id }) => id === `codigo-${made.body.id}`), 'the list of codes to be told');
  await settled(school);

  const codes = (await school.ask('GET', '/api/becas/codigos', by)).body.codigos as { id: string; organizacion: string | null }[];
  expect(codes.map(({ id, organizacion }) => [id, organizacion])).toEqual([
    [other.body.id, 'Talleres Tlapaltecatl'],
    [made.body.id, null],
  ]);
  expect(await look(made.body.codigo)).toMatchObject({ organizacion: null, vence: null });
  expect(await read()).not.toContain(name);
  expect(JSON.stringify(pushed)).not.toContain('lapaltecatl');
  const events: unknown[] = [];
  for await (const { data } of log.readAll(null)) events.push(data);
  expect(JSON.stringify(events)).not.toContain(name);
  // Nobody asks for one who is gone, and the code goes on giving.
  expect((await allot({ organizacion: 'Otra vez', contacto: lead?.id })).body.code).toBe('LEAD_ERASED');
  expect((await school.ask('POST', `/api/becas/codigos/${made.body.id}/cerrar`, { ...by, body: {} })).status).toBe(200);
}, 60_000);

test('of people erased while they write nothing is left, whatever was in flight: no view, old or new, no state that a process keeps, no other process', async () => {
  const school = await openSchool({ env: { LOGIN_LIMIT: '100000' } });
  onTestFinished(() => school.stop());
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  const { deps } = school.running;
  const other = createDomain(deps.commands.log.store, deps.vault, school.config);
  const people = await Promise.all(Array.from({ length: LONG ? 12 : 5 }, (_, i) => join(school, `carrera${i}`)));
  const stateOf = async (commands: Commands, userId: number) => (await commands.load(review, `${userId}_${course.id}`)).state;
  let late = 0;
  for (const [i, person] of people.entries()) {
    const by = { token: person.token };
    const mail = await until(
      async () => (await deps.mailbox.newestFirst(100)).find(({ to, text }) => to === person.email && /Confirma/.test(text)),
      'the mail that confirms the address',
    );
    const confirm = new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
    await school.ask('GET', `/api/auth/verify-email?token=${encodeURIComponent(confirm)}`, by);
    await school.ask('POST', '/api/inscripciones/inscribir', { ...by, body: { id_usuario: person.id, id_curso: course.id } });
    const [first] = course.modules[0]?.classes ?? [];
    await school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${first}/completar`, {
      ...by,
      body: { completado: true },
    });
    const review = (k: number) =>
      school.ask('PUT', `/api/resenas/mia/${course.id}`, { ...by, body: { estrellas: 5, texto: `Soy Tlapaltecatl ${i}, la ${k}` } });
    const lead = { curso: 'Agentes', nombre: `Tlapaltecatl ${i}`, correo: `otra${i}@tlapaltecatl.mx`, telefono: '+526641234567' };
    await Promise.all([
      school.ask('DELETE', `/api/auth/users/${person.id}`, { token: admin.token }),
      review(1),
      review(2),
      school.ask('POST', '/api/google-sheet', { ...by, body: lead }),
    ]);
    // Another process reads meanwhile, and keeps what it may.
    await stateOf(other.commands, person.id);
  }
  for (const { id } of people)
    await until(async () => (await deps.vault.get<{ erased?: true }>('keys', String(id)))?.value.erased, 'the key to be destroyed', 30_000);
  await settled(school);
  const erasedAt = new Map<number, string>();
  for await (const { type, data, position } of deps.commands.log.store.readAll(null)) {
    const { userId } = data as { userId: number };
    if (type === 'UserErased') erasedAt.set(userId, position);
    else if (type.startsWith('Review') && erasedAt.has(userId)) late++;
  }
  // Shows that the search would find the words, were they there.
  expect(late).toBeGreaterThan(0);
  const said = async () => {
    const states = [];
    for (const { commands } of [deps, other]) for (const { id } of people) states.push(await stateOf(commands, id));
    const events: unknown[] = [];
    for await (const event of deps.commands.log.readAll(null)) events.push(event.data);
    return JSON.stringify([states, events]) + (await everythingRead(school, admin.token, [course.id, ...people.map(({ id }) => id)]));
  };
  await until(async () => !(await said()).includes('lapaltecatl'), 'nothing of them to be said', 20_000);
  const act = (nombre: string, what: string) =>
    school.ask('POST', `/api/proyecciones/${nombre}/${what}`, { token: admin.token, body: { motivo: 'Prueba' } });
  for (const nombre of ['reviews', 'leads']) await act(nombre, 'reconstruir');
  for (const nombre of ['reviews', 'leads']) {
    const row = async () => {
      const rows = (await school.ask('GET', '/api/proyecciones', { token: admin.token })).body as unknown as ProjectionRow[];
      return rows.find((one) => one.nombre === nombre)?.reconstruccion?.diferencia ?? null;
    };
    expect(await until(row, nombre, 30_000)).toMatchObject({ agregados: 0, cambiados: 0, eliminados: 0 });
  }
}, 120_000);

test('an erased person is in no read model, log, export, file or fresh generation, and every count of what happened is as it was', async ({
  skip,
}) => {
  skip(!embedded, 'it looks into files');
  const lines: string[] = [];
  const school = await openSchool({ keep: true, logged: (line) => void lines.push(line) });
  onTestFinished(() => rmSync(school.dataDir, { recursive: true, force: true }));
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [2]);

  const { username, email, first_name, last_name, device } = said;
  // As a visitor, before there is an account.
  const visitor = {
    curso: 'Agentes de IA',
    nombre: `${first_name} ${last_name}`,
    correo: email,
    telefono: said.phone,
    mensaje: said.message,
  };
  expect(await school.ask('POST', '/api/google-sheet', { body: visitor })).toMatchObject({ status: 200 });
  await settled(school);
  const inbox = async () => (await school.ask('GET', '/api/contactos', { token: admin.token })).body.contactos as { id: string }[];
  const [lead] = await inbox();
  await school.ask('POST', `/api/contactos/${lead?.id}/notas`, { token: admin.token, body: { texto: said.note } });
  const person = await join(school, username, { email, first_name, last_name });
  const own = (method: string, at: string, body?: object) =>
    school.ask(method, at, { token: person.token, body, headers: { 'user-agent': device, 'idempotency-key': `${method}-${at}` } });
  const done = async (method: string, at: string, body?: object) => {
    const answer = await own(method, at, body);
    expect(answer.status, `${method} ${at}: ${answer.text}`).toBeLessThan(300);
    return answer;
  };
  await school.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD }, headers: { 'user-agent': device } });
  const received = (matching: RegExp) =>
    until(
      async () =>
        (await school.running.deps.mailbox.newestFirst(200)).find(
          ({ to, subject, text }) => [email, said.phone].includes(to) && matching.test(`${subject} ${text}`),
        ),
      `a message that says ${matching}`,
    );
  const confirm = new URL((await received(/Confirma/)).links[0] ?? '').searchParams.get('token') ?? '';
  await done('GET', `/api/auth/verify-email?token=${encodeURIComponent(confirm)}`);
  for (const field of ['bio', 'city', 'postal_code', 'github'] as const)
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { [field]: said[field] } });
  await done('PUT', '/api/cuenta/visibilidad', { campo: 'bio', visible: 'everyone' });
  await done('PUT', `/api/auth/users/${person.id}/verify-phone`, { phone_number: said.phone });
  await done('POST', '/api/cuenta/telefono/codigo');
  await done('POST', '/api/inscripciones/inscribir', { id_usuario: person.id, id_curso: course.id });
  const [first] = course.modules[0]?.classes ?? [];
  await done('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${first}/completar`, { completado: true });
  const material = await school.ask('POST', '/api/recursos', {
    token: admin.token,
    body: { id_sesion: first, titulo: 'Guía', link_recurso: 'https://ejemplo.mx/guia' },
  });
  await done('POST', `/api/recursos/${(material.body.data as { id_recurso: number }).id_recurso}/abrir`);
  await done('PUT', `/api/resenas/mia/${course.id}`, { estrellas: 5, texto: said.review });
  await done('GET', '/api/cuenta/datos');
  await received(/código/);
  /** What an administrator sent with a key, and may send again. */
  const keyed = () =>
    school.ask('PUT', `/api/auth/users/${person.id}`, {
      token: admin.token,
      body: { country: 'México' },
      headers: { 'idempotency-key': 'de-la-directora' },
    });
  expect(tracesIn((await keyed()).text)).toContain(first_name);
  const answersFile = path.join(school.dataDir, 'answers.db');
  const sealedBefore = sealedIn(answersFile);
  expect(sealedBefore.length).toBeGreaterThan(0);
  await settled(school);

  const ids = [person.id, course.id];
  const before = await everythingRead(school, admin.token, ids);
  // Shows that the search would find the words, were they there.
  expect(tracesIn(before)).toEqual(expect.arrayContaining([first_name, email, said.review, said.message, said.note]));
  const figures = async () => {
    const { cifras } = (await school.ask('GET', '/api/resumen', { token: admin.token })).body as unknown as Overview;
    return Object.fromEntries(cifras.map(({ id, valor }) => [id, valor])) as Record<Overview['cifras'][number]['id'], number>;
  };
  const courseOf = async () => (await school.ask('GET', `/api/cursos/cursos/${course.id}`)).body;
  const useOf = async () => (await school.ask('GET', `/api/recursos/curso/${course.id}`, { token: teacher.token })).body;
  const [countedBefore, courseBefore, useBefore] = [await figures(), await courseOf(), await useOf()];
  // Active accounts and present learners are counted without the person; completed work stays counted.
  const countedAfter = {
    ...countedBefore,
    usuarios: countedBefore.usuarios - 1,
    estudiantes: countedBefore.estudiantes - 1,
    inscripciones: countedBefore.inscripciones - 1,
  };
  const courseAfter = { ...courseBefore, students: 0 };
  const leadsOf = async () => (await school.ask('GET', '/api/contactos/cuenta', { token: admin.token })).body;
  const leadsBefore = await leadsOf();
  expect(useBefore).toMatchObject({ recursos: [{ aperturas: 1, personas: 1 }] });

  expect(await own('POST', '/api/cuenta/borrar', { contrasena: PASSWORD })).toMatchObject({ status: 200 });
  await until(async () => tracesIn(JSON.stringify(await inbox())).length === 0, 'the lead to be nobody’s');
  const told = async () => {
    const events = [];
    for await (const event of school.running.deps.commands.log.readStream(`lead-${lead?.id}`)) events.push(event);
    return JSON.stringify(events);
  };
  await until(async () => tracesIn(await told()).length === 0, 'the lead to be gone from the log', 20_000);
  await settled(school);
  expect(await leadsOf()).toEqual(leadsBefore);
  expect(await figures()).toEqual(countedAfter);
  expect(await courseOf()).toEqual(courseAfter);
  expect(await useOf()).toEqual(useBefore);
  expect(tracesIn(await everythingRead(school, admin.token, ids))).toEqual([]);
  await until(() => !sealedIn(answersFile).some((one) => sealedBefore.includes(one)), 'the kept answers to be gone');
  expect(tracesIn((await keyed()).text)).toEqual([]);
  expect(tracesIn(lines.join('\n'))).toEqual([]);

  // Every read model that handles more of these events than the erasure is rebuilt, from a log in which this person can no longer be read.
  const happened = new Set<string>();
  for await (const { type } of school.running.deps.commands.log.store.readAll(null)) if (type !== 'UserErased') happened.add(type);
  const hearing = new Set(projections.filter(({ on }) => Object.keys(on).some((type) => happened.has(type))).map(({ name }) => name));
  const rows = (await school.ask('GET', '/api/proyecciones', { token: admin.token })).body as unknown as { nombre: string }[];
  const views = LONG ? rows : rows.filter(({ nombre }) => hearing.has(nombre));
  expect(views.length).toBeGreaterThan(10);
  const act = (nombre: string, what: string) =>
    school.ask('POST', `/api/proyecciones/${nombre}/${what}`, { token: admin.token, body: { motivo: 'Prueba' } });
  for (const { nombre } of views) {
    const began = await act(nombre, 'reconstruir');
    expect(began.status, `${nombre}: ${began.text}`).toBeLessThan(300);
  }
  for (const { nombre } of views) await until(async () => (await act(nombre, 'cambiar')).status < 300, nombre, 60_000);
  await settled(school);
  expect(await figures()).toEqual(countedAfter);
  expect(await courseOf()).toEqual(courseAfter);
  expect(await useOf()).toEqual(useBefore);
  expect(await leadsOf()).toEqual(leadsBefore);
  expect(tracesIn(await everythingRead(school, admin.token, ids))).toEqual([]);

  for (const file of ['vault.db', 'read.db']) leaveBehind(path.join(school.dataDir, file), Object.values(said).join(' '));
  await rewritten(school);
  await school.stop();
  const bytes = readFileSync(answersFile).toString('hex');
  expect(sealedBefore.filter((one) => bytes.includes(one))).toEqual([]);
  const kept = everythingKept(school.dataDir);
  expect(kept).toContain(teacher.email);
  expect(tracesIn(kept)).toEqual([]);
}, 120_000);
