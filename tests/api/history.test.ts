import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf } from '../../backend/api/answers/history/facts.ts';
import { kindInWords } from '../../backend/api/answers/history/factsInWords.ts';
import { type Said, sentenceOf } from '../../backend/api/answers/history/sentences.ts';
import type { HistoryEntry, HistoryPage } from '../../backend/api/contract/history.ts';
import type { Outline, SubtopicRecord } from '../../backend/api/contract/records/courses.ts';
import { course as courseDecider } from '../../backend/commands/catalogue/course.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import type { Envelope } from '../../events/define.ts';
import { registry } from '../../events/registry.ts';
import { join, joinAll, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** The history of courses: what was done as people say it, what versions differ in, and the way back. */

let school: School;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  [teacher, other] = await joinAll(school, [
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
  ]);
  course = await makeCourse(school, teacher.token, teacher.id, [2, 1]);
}, 60_000);
afterAll(() => school.stop());

const ask = async (method: string, path: string, body?: object, status = 200) => {
  const answer = await school.ask(method, path, { token: teacher.token, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(status);
  await settled(school);
  return answer.body;
};
const base = () => `/api/historial/cursos/${course.id}`;
const history = async (query = ''): Promise<HistoryPage> => (await ask('GET', `${base()}${query}`)) as unknown as HistoryPage;
const modules = async () => ((await ask('GET', `/api/cursos/esquema/${course.id}`)) as unknown as Outline).modulos;
const lesson = async (classId: number | undefined) =>
  ((await ask('GET', `/api/subtema/bySesion/${classId}`)).data as SubtopicRecord[])[0] as SubtopicRecord;

// rows: K01
test('of what never was there is no history, but a refusal by its name; what an author has only drafted has an empty one', async () => {
  const admin = await joinAs(school, 'rectora', 'administrator');
  const at = async (path: string) => {
    const { status, body } = await school.ask('GET', `/api/historial/${path}`, { token: admin.token });
    return status === 200 ? ((body as unknown as HistoryPage).cambios.length > 0 ? 'told' : 'empty') : `${status} ${body['code']}`;
  };
  const [module] = course.modules;
  const never = {
    'usuarios/99999': 'USER_NOT_FOUND',
    'cursos/99999': 'COURSE_NOT_FOUND',
    'cursos/99999?tipo=modulo&parte=1': 'COURSE_NOT_FOUND',
    [`cursos/${course.id}?tipo=modulo&parte=99999`]: 'MODULE_NOT_FOUND',
    [`cursos/${course.id}?tipo=sesion&parte=99999`]: 'CLASS_NOT_FOUND',
    [`inscripciones/${teacher.id}/${course.id}`]: 'ENROLMENT_NOT_FOUND',
    [`resenas/${teacher.id}/${course.id}`]: 'REVIEW_NOT_FOUND',
    'contactos/nadie': 'LEAD_NOT_FOUND',
    'becas/ninguna': 'CAMPAIGN_NOT_FOUND',
    'codigos/NINGUNO': 'SCHOLARSHIP_CODE_NOT_FOUND',
    'agenda/99999': 'WEBINAR_NOT_FOUND',
    [`pedidos/${teacher.id}/99999`]: 'ORDER_NOT_FOUND',
    'comentarios/99999': 'COMMENT_NOT_FOUND',
    'avisos/99999': 'NOTIFICATION_NOT_FOUND',
  };
  for (const [path, code] of Object.entries(never)) expect(await at(path), path).toBe(`404 ${code}`);
  expect(await at(`cursos/${course.id}?tipo=modulo&parte=${module?.id}`)).toBe('told');
  // A filter that finds nothing is no absence.
  expect(await at(`usuarios/${teacher.id}?buscar=zzzz`)).toBe('empty');
  const { id_modulo } = await ask(
    'POST',
    '/api/borrador/modulos/create',
    { nombre: 'Por publicar', descripcion: 'd', contenido: 'c', id_curso: course.id },
    201,
  );
  expect(await at(`cursos/${course.id}?tipo=modulo&parte=${id_modulo}`)).toBe('empty');
});

test('each act is a sentence with who, why, and what it changed; of a part only what concerns it; in pages', async () => {
  const [first, second] = course.modules;
  await ask('PUT', `/api/sesiones/updateSesion/${first?.classes[0]}`, { titulo: 'Otra clase' });
  const { id_subtema } = await lesson(first?.classes[0]);
  await ask('PUT', `/api/subtema/${id_subtema}`, { contenido_texto: 'Texto mejor' });
  await ask('PUT', `/api/modulos/modulos/${second?.id}`, { nombre: 'Segundo' });
  const { cambios, version, siguiente } = await history('?limit=3');
  expect(cambios.map(({ frase }) => frase)).toEqual([
    'Nora Quintanilla cambió el título del módulo «Segundo»',
    'Nora Quintanilla cambió el texto de «Lectura»',
    'Nora Quintanilla cambió el título de la clase «Otra clase»',
  ]);
  expect(cambios[0]).toMatchObject({
    version,
    quien: { id: teacher.id },
    partes: [{ campos: [{ antes: 'Módulo 2', despues: 'Segundo' }] }],
  });
  expect(cambios[1]?.partes[0]?.campos[0]).toMatchObject({ campo: 'contenido_texto', antes: 'Texto', despues: 'Texto mejor' });
  const next = await history(`?limit=3&cursor=${siguiente}`);
  expect(next.cambios[0]?.frase).toBe('Nora Quintanilla publicó el curso');
  expect((await history(`?tipo=modulo&parte=${second?.id}`)).cambios.map(({ frase }) => frase)).toEqual([
    'Nora Quintanilla cambió el título del módulo «Segundo»',
    'Nora Quintanilla agregó la clase «Clase 2.1»',
    'Nora Quintanilla agregó el módulo «Módulo 2»',
  ]);
  const english = await history(`?tipo=sesion&parte=${first?.classes[0]}&idioma=en`);
  expect(english.cambios.at(-1)?.frase).toBe('Nora Quintanilla added the class “Clase 1.1”');
  expect((await school.ask('GET', base(), { token: other.token })).status).toBe(403);
});

// rows: K01
test('every type of event has a sentence in both languages, which names only what the event has', () => {
  for (const {
    type,
    schema,
    sentence: { es, en },
  } of registry.values()) {
    const named = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(named(en), type).toEqual(named(es));
    expect(
      named(es).filter((name = '') => !['quien', 'que', ...Object.keys(schema.shape)].includes(name)),
      type,
    ).toEqual([]);
    expect(es, type).not.toBe(en);
  }
});

test('a sentence writes quantities as the school writes numbers, and ids, years and numbers of documents as they are', () => {
  const said = (event: Said['event']) => sentenceOf({ event, who: 'Nora' }, 'es');
  expect(said({ type: 'ScholarshipCampaignOpened', data: { campaignId: 1, name: 'Otoño', cap: 1_000_000 } })).toBe(
    'Nora abrió la campaña «Otoño» con 1,000,000 becas',
  );
  expect(said({ type: 'ScholarshipGranted', data: { courseId: 12345 } })).toBe('Nora obtuvo una beca para «12345»');
  expect(said({ type: 'ReceiptIssued', data: { year: 2026, number: 1234 } })).toMatch(/2026-1234/);
});

test('what has no number of a course is called as its own event calls it', () => {
  const said = (type: string, data: object) => sentenceOf({ event: { type, data } as Said['event'], who: 'Ana' }, 'es');
  expect(said('CheckoutStarted', { what: 'premium', title: 'Premium' })).toBe('Ana empezó a comprar «Premium»');
  expect(said('BundleCreated', { bundleId: 1, title: 'Ruta de datos' })).toBe('Ana armó el paquete «Ruta de datos»');
});

test('a sentence writes what was taken off as money', () => {
  const data = { code: 'BIENVENIDA', discount: { amount: 149_950, currency: 'MXN' } };
  const event = { type: 'CouponApplied', data } as const;
  expect(sentenceOf({ event, who: 'Nora' }, 'es')).toBe('Nora usó el cupón BIENVENIDA: $1,499.50 MXN menos');
  expect(sentenceOf({ event, who: 'Nora' }, 'en')).toBe('Nora used the coupon BIENVENIDA: $1,499.50 MXN less');
});

test('the dictionary says in English what happens, without holes where a name would be', async () => {
  const analyst = await joinAs(school, 'analista', 'analyst');
  const { body } = await school.ask('GET', '/api/eventos/diccionario', { token: analyst.token });
  const said = new Map((body as unknown as { tipo: string; resumen_en: string }[]).map(({ tipo, resumen_en }) => [tipo, resumen_en]));
  expect(
    ['SessionStarted', 'LearnerEnrolled', 'ClassCompleted', 'RoleChanged', 'AccessRefused', 'SiteItemHidden'].map((type) => said.get(type)),
  ).toEqual([
    ...['Logged in.', 'Recorded the enrollment in the course.', 'Completed the class.', 'Changed the role.'],
    ...['Asked for what is not theirs.', 'Hid …'],
  ]);
  for (const [type, text] of said) expect(text, type).not.toMatch(/“|\(…|:\.|…\./);
});

test('the sentence about the featured courses says whether the course was put among them or taken off', () => {
  const said = (featured: boolean) => sentenceOf({ event: { type: 'CourseFeatured', data: { featured } }, who: 'Nora' }, 'es');
  expect(said(true)).toBe('Nora puso el curso entre los destacados');
  expect(said(false)).toBe('Nora quitó el curso de los destacados');
  // Where it is not known which, as in a filter.
  expect(kindInWords('CourseFeatured', 'es')).toBe('Puso el curso entre o quitó el curso de los destacados');
  expect(kindInWords('CourseFeatured', 'en')).toBe('Put the course among or took the course off the featured courses');
});

// rows: K01
test('what one report, message or answer says replaces nothing that another one said', () => {
  const event = (version: number, type: string, data: object) => ({ type, version, stream: 'some-1', data }) as unknown as Envelope;
  const facts = (...events: Envelope[]) => events.map((one) => factsOf(events).get(one));
  const second = { campo: 'text', before: null, after: 'Otra cosa' };
  for (const types of [
    ['CommentReported', 'CommentReported'],
    ['SupportRequested', 'SupportAnswered'],
    ['DataRightExercised', 'DataRightAnswered'],
    ['SanctionAppealed', 'SanctionAppealed'],
    ['LearnerReminded', 'LearnerReminded'],
  ] as const) {
    expect(facts(event(0, types[0], { text: 'Una cosa' }), event(1, types[1], { text: 'Otra cosa' })), types[1]).toEqual([[], [second]]);
    expect(facts(event(0, types[0], { text: 'Una cosa' }), event(1, types[1], { text: null }))[1], types[1]).toEqual([]);
  }
});

// rows: H36
test('an act is undone with a preview and a reason, linked both ways; not over what was changed since', async () => {
  const [first] = course.modules;
  await ask('DELETE', `/api/modulos/modulos/${first?.id}`);
  const [archived] = (await history('?limit=1')).cambios;
  const preview = await ask('GET', `${base()}/restaurar?deshacer=${archived?.id}`);
  expect(preview).toMatchObject({ conflictos: 0, cambios: [{ tipo: 'modulo', cambio: 'restaurado' }] });
  await ask('POST', `${base()}/restaurar`, { deshacer: archived?.id }, 400);
  await ask('POST', `${base()}/restaurar`, { deshacer: archived?.id, motivo: 'Fue un error' });
  expect((await modules()).map(({ id }) => id)).toContain(first?.id);
  const [back, same] = (await history('?limit=2')).cambios;
  expect(back).toMatchObject({
    motivo: 'Fue un error',
    frase: 'Nora Quintanilla regresó a una versión anterior',
    restaura: { cambio: archived?.id },
  });
  expect(same).toMatchObject({ id: archived?.id, deshecho: { id: back?.id, quien: { id: teacher.id } } });
  await ask('POST', `${base()}/restaurar`, { deshacer: archived?.id, motivo: 'Otra vez' }, 422);

  await ask('PUT', `/api/modulos/modulos/${first?.id}`, { nombre: 'A' });
  const [renamed] = (await history('?limit=1')).cambios;
  await ask('PUT', `/api/modulos/modulos/${first?.id}`, { nombre: 'B' });
  expect((await ask('POST', `${base()}/restaurar`, { deshacer: renamed?.id, motivo: 'x' }, 409)).code).toBe('DRAFT_CONFLICT');
});

// rows: K07
test('archiving a course is undone from its history, back to published, as publishing and taking back are; not over what came since', async () => {
  const status = async () =>
    (await ask('GET', '/api/cursos/gestion')) as unknown as { cursos: { id: number; estado: number; archivado: boolean }[] };
  const stands = async () => {
    const found = (await status()).cursos.find(({ id }) => id === course.id);
    return found?.archivado ? 'archived' : found?.estado === 1 ? 'published' : 'draft';
  };
  expect(await stands()).toBe('published');
  await ask('DELETE', `/api/cursos/cursos/${course.id}?motivo=Se%20acaba`);
  const [archived] = (await history('?limit=1')).cambios;
  expect(archived).toMatchObject({
    reversible: true,
    partes: [{ tipo: 'curso', cambio: 'cambiado', campos: [{ campo: 'estado', antes: 'Publicado', despues: 'Archivado' }] }],
  });
  const preview = await ask('GET', `${base()}/restaurar?deshacer=${archived?.id}`);
  expect(preview).toMatchObject({ conflictos: 0, cambios: [{ campos: [{ antes: 'Archivado', despues: 'Publicado' }] }] });
  await ask('POST', `${base()}/restaurar`, { deshacer: archived?.id, motivo: 'Sigue un año más' });
  expect(await stands()).toBe('published');
  const [undoing, undone] = (await history('?limit=2')).cambios;
  expect(undone).toMatchObject({ id: archived?.id, deshecho: { id: undoing?.id }, reversible: false });
  expect(undoing).toMatchObject({ restaura: { cambio: archived?.id }, motivo: 'Sigue un año más', reversible: true });

  // A draft stays one; what came since is not undone with it.
  await ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { estado: 0 });
  const [taken] = (await history('?limit=1')).cambios;
  await ask('DELETE', `/api/cursos/cursos/${course.id}`);
  expect(await ask('GET', `${base()}/restaurar?deshacer=${taken?.id}`)).toMatchObject({ conflictos: 1 });
  await ask('POST', `${base()}/restaurar`, { deshacer: taken?.id, motivo: 'Por error' }, 409);
  const [again] = (await history('?limit=1')).cambios;
  await ask('POST', `${base()}/restaurar`, { deshacer: again?.id, motivo: 'Por error' });
  expect(await stands()).toBe('draft');
  await ask('POST', `${base()}/restaurar`, { deshacer: taken?.id, motivo: 'Por error' });
  expect(await stands()).toBe('published');
});

// rows: K01
test('an act of several things is headed by what became of the course, and tells what its parts do not show', async () => {
  const { commands } = school.running.deps;
  const id = crypto.randomUUID();
  const context = (commandId: string): CommandContext => ({
    ...{ commandId, correlationId: id, causationId: id, actor: { userId: teacher.id, role: 'administrator' }, now: new Date() },
  });
  await ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { estado: 0 });
  await commands.handle(courseDecider, course.id, { type: 'change', featured: true, duration: '9 horas' }, context(id));
  await commands.handle(courseDecider, course.id, { type: 'publish' }, context(crypto.randomUUID()));
  await settled(school);
  const [act] = (await history('?limit=1')).cambios;
  expect(act).toMatchObject({
    frase: 'Nora Quintanilla publicó el curso',
    ademas: ['Nora Quintanilla puso el curso entre los destacados'],
    partes: [{ tipo: 'curso', campos: [{ campo: 'estado' }, { campo: 'duration', despues: '9 horas' }] }],
  });
  await commands.handle(
    courseDecider,
    course.id,
    { type: 'change', featured: false },
    { ...context(crypto.randomUUID()), correlationId: crypto.randomUUID() },
  );
  await settled(school);
  const [taken] = (await history('?limit=1')).cambios;
  expect(taken).toMatchObject({ frase: 'Nora Quintanilla quitó el curso de los destacados', ademas: [] });
});

// rows: H36
test('two versions are compared, and one class goes back to how it was, its text too, without the rest', async () => {
  const [first, second] = course.modules;
  const { version } = await history('?limit=1');
  const classId = first?.classes[1];
  const { id_subtema } = await lesson(classId);
  await ask('PUT', `/api/sesiones/updateSesion/${classId}`, { titulo: 'Cambiada', descripcion: 'Nueva' });
  await ask('PUT', `/api/subtema/${id_subtema}`, { titulo: 'Otro', contenido_texto: 'Otro texto' });
  await ask('PUT', `/api/modulos/modulos/${second?.id}`, { contenido: 'Se queda' });
  const compared = (await ask(
    'GET',
    `${base()}/comparar?desde=${version}&tipo=sesion&parte=${classId}`,
  )) as unknown as HistoryEntry['partes'];
  expect(compared.map(({ tipo, campos }) => [tipo, campos.map(({ campo }) => campo)])).toEqual([
    ['sesion', ['titulo', 'descripcion']],
    ['subtema', ['titulo', 'contenido_texto']],
  ]);
  await ask('POST', `${base()}/restaurar`, { version, tipo: 'sesion', parte: classId, motivo: 'Estaba mejor' });
  const now = await modules();
  expect(now.flatMap(({ sesiones }) => sesiones).find(({ id_sesion }) => id_sesion === classId)).toMatchObject({ titulo: 'Clase 1.2' });
  expect(await lesson(classId)).toMatchObject({ titulo: 'Lectura', contenido_texto: 'Texto' });
  expect(now.find(({ id }) => id === second?.id)?.contenido).toBe('Se queda');
  expect((await ask('POST', `${base()}/restaurar`, { version, tipo: 'sesion', parte: classId, motivo: 'x' }, 422)).code).toBe(
    'NOTHING_TO_RESTORE',
  );
  await ask('GET', `${base()}/comparar?desde=9999`, undefined, 404);
});

// rows: K01
test('a person’s history says who did what and why, what stood before, and is sought; who may not manage people reads none of it', async () => {
  const admin = await joinAs(school, 'directora', 'administrator');
  const learner = await join(school, 'alumna', { first_name: 'Ana', last_name: 'Ruiz' });
  const get = async (query = '', token = admin.token) => school.ask('GET', `/api/historial/usuarios/${learner.id}${query}`, { token });
  const change = (token: string, body: object) => school.ask('PUT', `/api/auth/users/${learner.id}`, { token, body });
  await change(admin.token, { user_role: 3, motivo: 'Va a dar clases' });
  await change(learner.token, { first_name: 'Anabel' });
  await settled(school);
  const { cambios, personas } = (await get()).body as unknown as HistoryPage;
  const role = cambios.find(({ motivo }) => motivo === 'Va a dar clases');
  expect(role).toMatchObject({
    frase: 'Nora Quintanilla cambió el rol de estudiante a instructor',
    quien: { id: admin.id },
    campos: [{ campo: 'role', antes: 'estudiante', despues: 'instructor' }],
  });
  expect(cambios.find(({ frase }) => frase === 'Anabel Ruiz cambió el nombre de la cuenta')?.campos).toEqual([
    { campo: 'firstName', antes: 'Ana', despues: 'Anabel', marcas: null },
  ]);
  expect(personas.map(({ id }) => id).sort()).toEqual([admin.id, learner.id].sort());
  const found = async (query: string) => ((await get(query)).body as unknown as HistoryPage).cambios.map(({ frase }) => frase);
  expect(await found('?buscar=DAR clases&idioma=en')).toEqual(['Nora Quintanilla changed the role from student to instructor']);
  expect(await found(`?quien=${admin.id}`)).toEqual([role?.frase]);
  expect(await found('?hasta=2020-01-01')).toEqual([]);

  const [event] = role?.eventos ?? [];
  const raw = (of: { flujo: string; numero: number } | undefined, token: string) =>
    school.ask('GET', `/api/historial/evento?flujo=${of?.flujo}&numero=${of?.numero}`, { token });
  const stored = await raw(event, admin.token);
  expect(stored.body).toMatchObject({
    tipo: 'RoleChanged',
    datos: { from: 'student', to: 'instructor' },
    metadatos: { reason: 'cifrado' },
  });
  const named = await raw({ flujo: `user-${learner.id}`, numero: 0 }, admin.token);
  expect(named.body).toMatchObject({ datos: { email: 'cifrado', firstName: 'cifrado', role: 'student' } });
  expect((await raw(event, teacher.token)).status).toBe(403);
  expect((await get('', teacher.token)).status).toBe(403);
  expect((await history('?limit=1')).cambios[0]?.eventos).toEqual([]);
});

// rows: K07
test('what was done to people, contacts and reviews is undone with a preview and a reason, linked both ways; not over what came since', async () => {
  const admin = await joinAs(school, 'jefa', 'administrator');
  const learner = await join(school, 'aprendiz');
  const as = (method: string, path: string, body?: object) => school.ask(method, path, { token: admin.token, ...(body && { body }) });
  const acts = async () => {
    await settled(school);
    return ((await as('GET', `/api/historial/usuarios/${learner.id}`)).body as unknown as HistoryPage).cambios;
  };
  const which = (cambio?: string) => ({ de: 'usuario', id: String(learner.id), cambio });
  const preview = async (cambio?: string) =>
    (await as('GET', `/api/historial/deshacer?${new URLSearchParams(which(cambio) as Record<string, string>)}`)).body;
  const undo = (cambio?: string) => as('POST', '/api/historial/deshacer', { ...which(cambio), motivo: 'Fue un error' });

  await as('PUT', `/api/auth/users/${learner.id}`, { tipo_usuario: 2, motivo: 'Pagó' });
  await as('PUT', `/api/auth/users/${learner.id}`, { is_active: false, motivo: 'Se va' });
  await as('POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: learner.id, id_curso: course.id });
  const [inactive, plan] = await acts();
  expect(await preview(plan?.id)).toEqual({
    campos: [{ campo: 'plan', de: null, antes: 'Premium', despues: 'Básico', marcas: null }],
    ademas: [],
    conflictos: 0,
    impide: null,
  });
  expect((await as('POST', '/api/historial/deshacer', which(plan?.id))).status).toBe(400);
  for (const act of [inactive, plan]) expect((await undo(act?.id)).status).toBe(200);
  const [backPlan, backActive, ...rest] = await acts();
  expect(backPlan).toMatchObject({ motivo: 'Fue un error', restaura: { cambio: plan?.id }, reversible: true });
  expect(rest.find(({ id }) => id === plan?.id)).toMatchObject({
    deshecho: { id: backPlan?.id, quien: { id: admin.id } },
    reversible: false,
  });
  expect(rest.find(({ id }) => id === inactive?.id)).toMatchObject({ deshecho: { id: backActive?.id } });
  expect((await as('GET', `/api/auth/users/${learner.id}`)).body).toMatchObject({ is_active: true, tipo_usuario: 1 });
  // Once undone, it no longer stands; and what people did themselves is not another's to undo.
  expect((await undo(plan?.id)).body.code).toBe('FIELD_CONFLICT');
  const own = rest.find(({ frase }) => frase.includes('creó la cuenta'));
  expect(own?.reversible).toBe(false);
  expect((await undo(own?.id)).body.code).toBe('NOTHING_TO_RESTORE');
  expect((await undo('x')).body.code).toBe('VERSION_NOT_FOUND');
  expect((await school.ask('POST', '/api/historial/deshacer', { token: teacher.token, body: { ...which('x'), motivo: 'x' } })).status).toBe(
    403,
  );

  // A course that was given, taken and given back has the rights that it had.
  await as('POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: learner.id, id_curso: course.id });
  await as('DELETE', `/api/usuariocurso/delete-usuario-curso/${learner.id}/${course.id}`);
  const [taken] = await acts();
  expect((await undo(taken?.id)).status).toBe(200);
  const [given] = await acts();
  expect(given).toMatchObject({ restaura: { cambio: taken?.id } });
  expect((await as('GET', `/api/usuariocurso/cursos/${learner.id}`)).body).toHaveLength(1);
});

// rows: K02
test('restoring an archived course takes a reason, which stands in its history', async () => {
  await ask('DELETE', `/api/cursos/cursos/${course.id}?motivo=Se+repite`);
  await ask('POST', `/api/cursos/cursos/${course.id}/restaurar`, { motivo: 'Era el bueno' });
  expect((await history('?limit=2')).cambios.map(({ motivo }) => motivo)).toEqual(['Era el bueno', 'Se repite']);
  await ask('DELETE', `/api/cursos/cursos/${course.id}`);
  await ask('POST', `/api/cursos/cursos/${course.id}/restaurar`, undefined);
});
