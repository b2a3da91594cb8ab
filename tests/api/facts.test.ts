import { afterAll, beforeAll, expect, test } from 'vitest';
import { isQuiet } from '../../backend/api/answers/history/factsInWords.ts';
import { undoModes } from '../../backend/api/contract/choices.ts';
import type { Causes, FactsPage, KeptSearch, UndoWays } from '../../backend/api/contract/facts.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The whole history, as administrators and auditors look through it. */

let school: School;
let admin: Person;
let auditor: Person;
let ana: Person;
let teacher: Person;
let courseId: number;
const REASON = 'Se publicó antes de la revisión académica';

const find = async (query = '', as: Person = admin): Promise<FactsPage> => {
  const answer = await school.ask('GET', `/api/historial/buscar?${query}`, { token: as.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as FactsPage;
};
const asked = (query: Record<string, string>) => new URLSearchParams(query).toString();
const types = ({ hechos }: FactsPage) => hechos.map(({ tipo }) => tipo);

beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'directora', { first_name: 'Renata', last_name: 'Ibarra' });
  await promote(school, admin, 'administrator');
  auditor = await join(school, 'auditora', { first_name: 'Julia', last_name: 'Paz' });
  await promote(school, auditor, 'auditor');
  ana = await join(school, 'ana', { first_name: 'Ana', last_name: 'Núñez' });
  teacher = await join(school, 'maestra', { first_name: 'Teo', last_name: 'Lara' });
  await promote(school, teacher, 'instructor');
  courseId = (await makeCourse(school, admin.token, teacher.id, [2], { nombre: 'Visión por computadora' })).id;
  const state = await school.ask('PATCH', `/api/cursos/cursos/${courseId}/estado`, {
    token: admin.token,
    body: { estado: 0, motivo: REASON },
  });
  expect(state.status, state.text).toBe(200);
  await settled(school);
});
afterAll(() => school.stop());

// rows: K03
test('everything is found in sentences, newest first, page by page without a gap, while the school goes on', async () => {
  const stored: string[] = [];
  for await (const event of school.running.deps.commands.log.store.readAll(null)) stored.push(event.id);
  const first = await find('todo=1&operacion=1&limit=7');
  expect(first).toMatchObject({ total: stored.length, antes: 0, porLeer: 0 });
  // Events that arrive meanwhile do not move pages that were read.
  await join(school, 'beto');
  await settled(school);
  const seen = first.hechos.map(({ id }) => id);
  for (let cursor = first.siguiente; cursor !== null; ) {
    const page = await find(`todo=1&operacion=1&limit=7&cursor=${cursor}`);
    expect(page.antes).toBe(page.total - stored.length + seen.length);
    seen.push(...page.hechos.map(({ id }) => id));
    cursor = page.siguiente;
  }
  expect(seen.toReversed()).toEqual(stored);
  const came = await school.ask('GET', `/api/historial/nuevos?todo=1&operacion=1&despues=${first.ultimo}`, { token: admin.token });
  expect(came.body).toEqual({ nuevos: (await find('todo=1&operacion=1')).total - stored.length });
  expect((await find()).hechos.every(({ frase }) => /\p{L}{3}/u.test(frase))).toBe(true);
  expect((await school.ask('GET', '/api/historial/buscar?cursor=aqui', { token: admin.token })).body.code).toBe('POSITION_INVALID');
});

// rows: K03
test('what whoever operates the software did is shown only to who asks for it; who took data along is always shown', async () => {
  const replay = await school.ask('POST', '/api/proyecciones/bookmarks/reconstruir', { token: admin.token, body: { motivo: 'Prueba' } });
  expect(replay.status, replay.text).toBe(200);
  // Its end is a fact as well.
  await until(async () => types(await find('tipo=ReplayFinished')).length === 1, 'the rebuild to be over');
  const taken = await school.ask('GET', '/api/personas/exportar', { token: admin.token });
  expect(taken.status, taken.text).toBe(200);
  await settled(school);
  const without = await find('todo=1&limit=100');
  const withIt = await find('todo=1&operacion=1&limit=100');
  expect(types(withIt)).toContain('ReplayStarted');
  expect(types(without)).not.toContain('ReplayStarted');
  expect(types(await find('limit=100'))).not.toContain('ReplayStarted');
  expect(types(await find('limit=100'))).toContain('PeopleExported');
  expect(types(await find('tipo=ReplayStarted'))).toEqual(['ReplayStarted']);
  for (const [query, { cuentas }] of [
    ['todo=1', without],
    ['todo=1&operacion=1', withIt],
  ] as const)
    for (const { area, cantidad } of cuentas.areas) expect((await find(`${query}&area=${area}&limit=1`)).total).toBe(cantidad);
});

// rows: K03
test('who made a coupon and who ended it is told; the places that purchases hold of it only where all is asked for', async () => {
  const body = { codigo: 'VERANO', tipo: 'porcentaje', valor: 25, alcance: 'todo', motivo: 'Campaña de verano' };
  const made = await school.ask('POST', '/api/pagos/cupones', { token: admin.token, body });
  expect(made.status, made.text).toBeLessThan(300);
  await settled(school);
  const [created] = (await find('area=coupon')).hechos;
  expect(created).toMatchObject({ tipo: 'CouponCreated', frase: 'Renata Ibarra creó el cupón VERANO', motivo: 'Campaña de verano' });
  expect(['CouponEnded', 'CouponHeld', 'CouponUsed', 'CouponReleased'].map(isQuiet)).toEqual([false, true, true, true]);
});

// rows: K03
test('by who, about what, of which kind, when, and by words of names, sentences and reasons; every other choice has its count', async () => {
  const all = await find('todo=1');
  const archived = await find(asked({ buscar: 'revision ACADÉMICA' }));
  expect(archived.hechos).toMatchObject([{ tipo: 'CourseUnpublished', motivo: REASON, quien: { id: admin.id, nombre: 'Renata Ibarra' } }]);
  expect(archived.hechos[0]?.frase).toBe('Renata Ibarra regresó el curso a borrador');
  expect(archived.hechos[0]?.sobre).toEqual([{ tipo: 'curso', id: String(courseId), nombre: 'Visión por computadora' }]);
  // Words of different things of one fact: who did it, what it is about, what was done.
  expect(types(await find(asked({ buscar: 'renata vision borrador' })))).toEqual(['CourseUnpublished']);
  expect((await find(asked({ buscar: 'renata vision zzz' }))).total).toBe(0);
  expect(types(await find(asked({ buscar: 'Núñez creó' })))).toEqual(['UserRegistered']);

  const about = await find(asked({ sobre: `persona:${ana.id}`, todo: '1' }));
  expect(about.hechos.length).toBeGreaterThan(1);
  expect(about.filtros.sobre).toEqual([{ tipo: 'persona', id: String(ana.id), nombre: 'Ana Núñez' }]);
  expect(new Set(about.hechos.map(({ flujo }) => flujo.replace(/-.*/, '')))).not.toContain('course');
  const ofCourse = await find(asked({ sobre: `curso:${courseId}`, todo: '1', limit: '100' }));
  expect(ofCourse.hechos.some(({ tipo }) => tipo === 'LessonTextSet')).toBe(true);
  expect(
    (await find(asked({ sobre: `flujo:course-${courseId}`, todo: '1' }))).hechos.every(({ flujo }) => flujo === `course-${courseId}`),
  ).toBe(true);
  expect((await find(asked({ sobre: `curso:${courseId},persona:${teacher.id}` }))).hechos.map(({ tipo }) => tipo)).toEqual([
    'CourseCreated',
  ]);
  const mine = await find(asked({ quien: String(admin.id), area: 'course' }));
  expect(mine.hechos.every(({ quien, area }) => quien?.id === admin.id && area === 'course')).toBe(true);
  expect(mine.total).toBe(mine.cuentas.tipos.reduce((sum, { cantidad }) => sum + cantidad, 0));
  expect((await find(asked({ rol: 'system' }))).hechos.every(({ quien }) => quien === null)).toBe(true);
  expect((await find('hasta=2001-01-01')).total).toBe(0);
  expect((await find('desde=2001-01-01&todo=1')).total).toBe(all.total);

  // Each count equals the number of facts that its choice finds.
  for (const { area, cantidad } of all.cuentas.areas) expect((await find(asked({ area, todo: '1', limit: '1' }))).total).toBe(cantidad);
  for (const { rol, cantidad } of all.cuentas.roles) expect((await find(asked({ rol, todo: '1', limit: '1' }))).total).toBe(cantidad);
  for (const { id, cantidad } of all.cuentas.personas)
    expect((await find(asked({ quien: String(id), todo: '1', limit: '1' }))).total).toBe(cantidad);
  expect(all.cuentas.tiempos.reduce((sum, { cantidad }) => sum + cantidad, 0)).toBe(all.total);

  const things = (await school.ask('GET', `/api/historial/cosas?${asked({ buscar: 'vision' })}`, { token: auditor.token })).body;
  expect(things).toMatchObject([{ tipo: 'curso', id: String(courseId), nombre: 'Visión por computadora' }]);
});

// rows: K05
test('a fact tells where it came from and what it caused: commands, facts, mails and notices, each with its time', async () => {
  const causes = async (flujo: string, numero: number, as: Person = admin): Promise<Causes> => {
    const answer = await school.ask('GET', `/api/historial/causas?${asked({ flujo, numero: String(numero) })}`, { token: as.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Causes;
  };
  const said = ({ nodos }: Causes) =>
    nodos.map(
      ({ nivel, hecho, correo, veces }) =>
        `${nivel} ${hecho?.tipo ?? `${correo?.asunto} ${correo?.estado}`}${veces > 1 ? ` ×${veces}` : ''}`,
    );
  const registered = await causes(`user-${ana.id}`, 0);
  expect(registered.pidio).toMatchObject({ quien: null, rol: 'visitor' });
  const mailed = await until(async () => {
    const found = await causes(`user-${ana.id}`, 0);
    return found.nodos.some(({ correo }) => correo?.estado === 'enviado') ? found : null;
  }, 'the mail that confirms an address');
  // The mail stands below the fact that asked for it, one step deeper.
  const at = mailed.nodos.findIndex(({ correo }) => correo?.asunto === 'verify-email');
  expect(mailed.nodos[at - 1]?.hecho?.tipo).toBe('EmailVerificationRequested');
  expect(mailed.nodos[at]?.nivel).toBe((mailed.nodos[at - 1]?.nivel ?? 0) + 1);
  expect(Date.parse(mailed.nodos[at]?.fecha ?? '')).toBeGreaterThanOrEqual(Date.parse(mailed.pidio?.fecha ?? ''));

  // What a reactor does of it later is caused by the fact itself: whoever is given a course is given a notice.
  const give = await school.ask('POST', '/api/usuariocurso/create-usuario-curso', {
    token: admin.token,
    body: { id_usuario: ana.id, id_curso: courseId, motivo: 'Beca de la escuela' },
  });
  expect(give.status, give.text).toBeLessThan(300);
  const given = await until(async () => {
    await settled(school);
    const found = await causes(`enrolment-${ana.id}_${courseId}`, 0);
    return said(found).some((line) => line.endsWith('NoticeGiven')) ? found : null;
  }, 'a notice of the course that was given');
  expect(given.pidio?.quien?.id).toBe(admin.id);
  const notice = given.nodos.findIndex(({ hecho }) => hecho?.tipo === 'NoticeGiven');
  expect(given.nodos[notice]?.nivel).toBe(2);
  expect(given.nodos[0]).toMatchObject({ nivel: 1, hecho: { tipo: 'LearnerEnrolled' } });
  // The same tree, seen from its other end.
  const { flujo = '', numero = 0 } = given.nodos[notice]?.hecho ?? {};
  expect(said(await causes(flujo, numero, auditor))).toEqual(said(given));

  // Both ends of an undo name each other.
  const [act] = (await school.ask('GET', `/api/historial/inscripciones/${ana.id}/${courseId}`, { token: admin.token })).body['cambios'] as {
    id: string;
  }[];
  const undo = { de: 'inscripcion', id: `${ana.id}_${courseId}`, cambio: act?.id, motivo: 'Era otra Ana' };
  expect((await school.ask('POST', '/api/historial/deshacer', { token: admin.token, body: undo })).status).toBe(200);
  await settled(school);
  const undone = await causes(`enrolment-${ana.id}_${courseId}`, 0);
  expect(undone).toMatchObject({ deshace: null, deshecho: { tipo: expect.stringMatching(/^(EntitlementEnded|LearnerUnenrolled)$/) } });
  expect(await causes(undone.deshecho?.flujo ?? '', undone.deshecho?.numero ?? 0)).toMatchObject({ deshace: { tipo: 'LearnerEnrolled' } });
  // Of a course, too, whichever fact of the undo one looks at.
  const renamed = await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body: { nombre: 'Nombrado de prisa' } });
  expect(renamed.status, renamed.text).toBe(200);
  const changes = await school.ask('GET', `/api/historial/cursos/${courseId}`, { token: admin.token });
  const [last] = changes.body['cambios'] as { id: string; eventos: { flujo: string; numero: number }[] }[];
  const back = { deshacer: last?.id, motivo: 'Se llamaba bien' };
  const restored = await school.ask('POST', `/api/historial/cursos/${courseId}/restaurar`, { token: admin.token, body: back });
  expect(restored.status, restored.text).toBe(200);
  await settled(school);
  const [event] = last?.eventos ?? [];
  const rename = await causes(event?.flujo ?? '', event?.numero ?? 0);
  expect(rename).toMatchObject({ deshecho: { tipo: 'CourseVersionRestored' } });
  for (const numero of [(rename.deshecho?.numero ?? 0) - 1, rename.deshecho?.numero ?? 0])
    expect(await causes(event?.flujo ?? '', numero)).toMatchObject({ deshace: { tipo: 'CourseRenamed', numero: event?.numero } });
  expect((await school.ask('GET', '/api/historial/causas?flujo=user-999999&numero=0', { token: admin.token })).body.code).toBe(
    'EVENT_NOT_FOUND',
  );
});

// rows: M07
test('a search of the log is kept too, in a folder, by analysts for all who read the log; they see nobody’s name', async () => {
  const analyst = await joinAs(school, 'analista.de.busquedas', 'analyst');
  const keep = (as: Person, body: object) =>
    school.ask('POST', '/api/historial/busquedas', { token: as.token, body: { pagina: 'eventos', ...body } });
  const kept = async (as: Person, page = 'eventos') => {
    await settled(school);
    return (await school.ask('GET', `/api/historial/busquedas?pagina=${page}`, { token: as.token })).body as unknown as KeptSearch[];
  };
  const made = await keep(analyst, {
    ...{ nombre: 'Inscripciones', carpeta: 'Marzo', compartida: true },
    direccion: 'tipo=LearnerEnrolled&desde=2026-03-01&evento=course-1@0&vivo=1',
  });
  expect(made.status, made.text).toBe(201);
  // What opens an event, or follows the end of the log, is no part of a search.
  const one = { nombre: 'Inscripciones', carpeta: 'Marzo', direccion: 'tipo=LearnerEnrolled&desde=2026-03-01', compartida: true };
  expect(await kept(admin)).toMatchObject([{ ...one, de: { nombre: expect.stringMatching(/./) } }]);
  expect(await kept(analyst)).toMatchObject([{ ...one, de: { nombre: '' } }]);
  expect(await kept(admin, 'historia')).toEqual([]);
  // They cannot read the history, nor another page's searches.
  expect((await school.ask('GET', '/api/historial/busquedas?pagina=historia', { token: analyst.token })).status).toBe(403);
  expect((await keep(analyst, { nombre: 'Cursos', direccion: 'area=course', pagina: 'historia' })).status).toBe(403);
  expect((await keep(analyst, { nombre: 'Nada', direccion: 'area=course' })).body.code).toBe('SEARCH_EMPTY');
  expect((await keep(auditor, { nombre: 'De todos', direccion: 'tipo=LearnerEnrolled', compartida: true })).status).toBe(403);
  // Nobody but an administrator takes away what another shares.
  const colleague = await joinAs(school, 'otra.analista.de.busquedas', 'analyst');
  for (const { token } of [auditor, colleague])
    expect((await school.ask('DELETE', `/api/historial/busquedas/${made.body['id']}`, { token })).body.code).toBe('SEARCH_NOT_FOUND');
  expect(await kept(colleague)).toMatchObject([one]);
  expect((await school.ask('DELETE', `/api/historial/busquedas/${made.body['id']}`, { token: admin.token })).status).toBe(200);
  expect(await kept(analyst)).toEqual([]);
});

// rows: K03
test('a search is kept under a name: for oneself, or by an administrator for all who look; nobody else learns of one’s own', async () => {
  const keep = (as: Person, body: object) => school.ask('POST', '/api/historial/busquedas', { token: as.token, body });
  const kept = async (as: Person) => {
    await settled(school);
    const answer = await school.ask('GET', '/api/historial/busquedas', { token: as.token });
    return (answer.body as unknown as KeptSearch[]).map(({ nombre, direccion, compartida, de }) => ({
      nombre,
      direccion,
      compartida,
      de: de.id,
    }));
  };
  const forget = (as: Person, id: unknown) => school.ask('DELETE', `/api/historial/busquedas/${id}`, { token: as.token });
  const own = await keep(auditor, {
    nombre: 'Lo de Ana Núñez',
    direccion: `hecho=course-1@0&buscar=N%C3%BA%C3%B1ez&pagina=9&sobre=persona:${ana.id}`,
  });
  expect(own.status, own.text).toBe(201);
  const shared = await keep(admin, { nombre: 'Cursos archivados', direccion: 'area=course&tipo=CourseArchived', compartida: true });
  expect(shared.status, shared.text).toBe(201);
  const theirs = { nombre: 'Cursos archivados', direccion: 'area=course&tipo=CourseArchived', compartida: true, de: admin.id };
  // Only parameters that narrow the list are stored.
  const hers = {
    nombre: 'Lo de Ana Núñez',
    direccion: asked({ buscar: 'Núñez', sobre: `persona:${ana.id}` }),
    compartida: false,
    de: auditor.id,
  };
  expect(await kept(auditor)).toEqual([hers, theirs]);
  expect(await kept(admin)).toEqual([theirs]);
  // The same name again takes its place.
  expect((await keep(admin, { nombre: 'CURSOS archivados', direccion: 'area=course', compartida: true })).body['id']).toBe(
    shared.body['id'],
  );
  expect(await kept(admin)).toEqual([{ ...theirs, nombre: 'CURSOS archivados', direccion: 'area=course' }]);

  expect((await keep(auditor, { nombre: 'Para todos', direccion: 'area=course', compartida: true })).status).toBe(403);
  expect((await keep(admin, { nombre: 'Nada', direccion: 'hecho=course-1@0' })).body.code).toBe('SEARCH_EMPTY');
  expect((await keep(admin, { nombre: 'Otra cosa', direccion: 'sobre=nada' })).status).toBe(400);
  expect((await keep(ana, { nombre: 'Mía', direccion: 'area=course' })).status).toBe(403);
  expect((await forget(admin, own.body['id'])).body.code).toBe('SEARCH_NOT_FOUND');
  expect((await forget(auditor, shared.body['id'])).body.code).toBe('SEARCH_NOT_FOUND');
  expect((await forget(auditor, own.body['id'])).status).toBe(200);
  expect((await forget(admin, shared.body['id'])).status).toBe(200);
  expect(await kept(auditor)).toEqual([]);
  const stored = [];
  for await (const event of school.running.deps.commands.log.store.readStream(`searches-${auditor.id}`)) stored.push(event);
  expect(JSON.stringify(stored)).not.toMatch(/N(ú|%C3%BA|u)(ñ|%C3%B1|n)ez/);
});

test('an auditor reads all of it; nobody else does, and whoever is erased is found by no name', async () => {
  expect((await find('todo=1', auditor)).total).toBe((await find('todo=1')).total);
  for (const person of [ana, teacher])
    for (const path of ['buscar', 'nuevos', 'cosas?buscar=ana', 'causas?flujo=user-1&numero=0', 'hecho?flujo=user-1&numero=0'])
      expect((await school.ask('GET', `/api/historial/${path}`, { token: person.token })).status, path).toBe(403);
  const eva = await join(school, 'eva', { first_name: 'Evangelina', last_name: 'Zorrilla' });
  const off = { is_active: false, motivo: 'Evangelina pidió una pausa' };
  expect((await school.ask('PUT', `/api/auth/users/${eva.id}`, { token: admin.token, body: off })).status).toBe(200);
  await settled(school);
  expect(types(await find(asked({ buscar: 'pausa' })))).toContain('UserDeactivated');
  expect((await find(asked({ buscar: 'zorrilla' }))).total).toBeGreaterThan(0);
  expect((await school.ask('DELETE', `/api/auth/users/${eva.id}?motivo=pedido`, { token: admin.token })).status).toBe(200);
  await settled(school);
  expect((await find(asked({ buscar: 'zorrilla' }))).total).toBe(0);
  expect((await find(asked({ buscar: 'pausa' }))).total).toBe(0);
  const pages = JSON.stringify((await find(asked({ sobre: `persona:${eva.id}`, todo: '1', limit: '100' }))).hechos);
  expect(pages).not.toMatch(/Zorrilla|eva@/);
});

// rows: K07
test('every kind of act says whether and where it can be undone, or why it cannot, to administrators and auditors', async () => {
  const ways = async (query = '') =>
    (await school.ask('GET', `/api/historial/deshacibles${query}`, { token: auditor.token })).body as unknown as UndoWays;
  const told = await ways();
  const modes = Object.fromEntries(told.map(({ tipo, modo }) => [tipo, modo]));
  expect(modes).toMatchObject({
    ...{ RoleChanged: 'history', CourseRenamed: 'course', SiteItemHidden: 'changed', ReviewPosted: 'own' },
    ...{ PaymentSucceeded: 'money', NoticeGiven: 'sent', EmailReserved: 'follows', StudyTimeRecorded: 'recorded', UserErased: 'erased' },
    // Staff change names too; the first version of a course has nothing before it to go back to.
    ...{ NameChanged: 'changed', PasswordChanged: 'own', CourseCreated: 'changed', ModuleUnlocked: 'kept' },
    // The history of a course goes back over its content and its status; who teaches beside, and what is featured, have buttons of their own.
    ...{
      CourseArchived: 'course',
      CoursePublished: 'course',
      CoInstructorAdded: 'changed',
      CourseFeatured: 'changed',
      VideoTextDeclared: 'changed',
    },
  });
  // Read models, alarms and retries are no acts on the school.
  expect(modes).not.toHaveProperty('ReplayStarted');
  for (const { tipo, nombre, area, modo } of told) {
    expect([tipo, nombre !== tipo, area !== '']).toEqual([tipo, true, true]);
    expect(undoModes, tipo).toContain(modo);
  }
  expect((await ways('?idioma=en')).find(({ tipo }) => tipo === 'UserErased')?.nombre).not.toBe(
    told.find(({ tipo }) => tipo === 'UserErased')?.nombre,
  );
  expect((await school.ask('GET', '/api/historial/deshacibles', { token: teacher.token })).status).toBe(403);
});
