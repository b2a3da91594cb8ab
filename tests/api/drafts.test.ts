import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoringOutline } from '../../backend/api/contract/authoring.ts';
import type { CourseChanges, CourseEditor } from '../../backend/api/contract/drafts.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { Outline, SubtopicRecord } from '../../backend/api/contract/records/courses.ts';
import { createDomain } from '../../backend/domain.ts';
import { follow } from '../support/liveClient.ts';
import { join, joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Drafts of published courses (H37): what authors change and learners do not see until it is published. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let learner: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other, learner] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
    ['alumna', 'student'],
  ]);
}, 60_000);
afterAll(() => school.stop());

const fresh = async (): Promise<TestCourse> => {
  course = await makeCourse(school, teacher.token, teacher.id, [2, 1]);
  return course;
};
const write = async (method: string, path: string, body: object | undefined, { status = 200, by = teacher, headers = {} } = {}) => {
  const answer = await school.ask(method, path, { token: by.token, headers, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
};
const read = async <T>(path: string, by: Person = teacher): Promise<T> => (await write('GET', path, undefined, { by })) as unknown as T;
const changes = () => read<CourseChanges>(`/api/borrador/cursos/${course.id}/cambios`);
const outline = (by: Person = learner) => read<Outline>(`/api/cursos/esquema/${course.id}`, by);
const drafted = () => read<AuthoringOutline>(`/api/cursos/${course.id}/edicion`);
const publish = async (more: object = {}, status = 200) => {
  const { version } = await changes();
  const answer = await write('POST', `/api/borrador/cursos/${course.id}/publicar`, { version, ...more }, { status });
  await settled(school);
  return answer;
};
const eventsOf = async () => {
  const found = [];
  for await (const event of school.running.deps.commands.log.readStream(`course-${course.id}`)) found.push(event);
  return found;
};
const lessonOf = async (classId: number | undefined, by: Person, prefix = '/api'): Promise<SubtopicRecord> =>
  (await read<{ data: SubtopicRecord[] }>(`${prefix}/subtema/bySesion/${classId}`, by)).data[0] as SubtopicRecord;

// rows: H37
test('learners see nothing of a draft, then all of it at once, tied together with its author and reason', async () => {
  const { id, modules } = await fresh();
  const [first, second] = modules;
  await write('POST', '/api/inscripciones/inscribir', { id_usuario: learner.id, id_curso: id }, { by: learner });
  await settled(school);
  const before = await outline();
  const count = (await eventsOf()).length;
  await write('PUT', `/api/borrador/modulos/modulos/${first?.id}`, { nombre: 'Módulo uno, de nuevo' });
  await write('PUT', `/api/borrador/sesiones/updateSesion/${first?.classes[0]}`, { titulo: 'Clase renovada' });
  const { id_subtema } = await lessonOf(first?.classes[0], teacher);
  await write('PUT', `/api/borrador/subtema/${id_subtema}`, { contenido_texto: 'Texto nuevo y mejor' });
  const added = await write('POST', '/api/borrador/modulos/create', { id_curso: id, nombre: 'Tercero' }, { status: 201 });
  const klass = await write(
    'POST',
    '/api/borrador/sesiones/createSesion',
    { id_modulo: added.id_modulo, titulo: 'La nueva', subtemas: [{ titulo: 'Lectura', contenido_texto: 'Hola' }] },
    { status: 201 },
  );
  await write('PUT', `/api/borrador/modulos/orden/${id}`, { orden: [added.id_modulo, first?.id, second?.id] });
  await write('DELETE', `/api/borrador/sesiones/deleteSesion/${first?.classes[1]}`, undefined);
  await settled(school);

  expect(await outline()).toEqual(before);
  expect((await eventsOf()).length).toBe(count);
  expect((await lessonOf(first?.classes[0], learner)).contenido_texto).toBe('Texto');
  const own = await drafted();
  expect(own.modulos.map(({ nombre }) => nombre)).toEqual(['Tercero', 'Módulo uno, de nuevo', 'Módulo 2']);
  expect(own.modulos[1]?.sesiones.map(({ titulo }) => titulo)).toEqual(['Clase renovada']);
  expect(own.borrador?.cambios).toBe(7);
  expect((await lessonOf(first?.classes[0], teacher, '/api/borrador')).contenido_texto).toBe('Texto nuevo y mejor');

  const { cambios } = await changes();
  expect(cambios).toHaveLength(7);
  expect(cambios.map(({ tipo, titulo, cambio, movido }) => [tipo, titulo, cambio, movido])).toEqual([
    ['modulo', 'Tercero', 'agregado', null],
    ['sesion', 'La nueva', 'agregado', null],
    ['subtema', 'Lectura', 'agregado', null],
    ['modulo', 'Módulo uno, de nuevo', 'cambiado', null],
    ['sesion', 'Clase renovada', 'cambiado', null],
    ['subtema', 'Lectura', 'cambiado', null],
    ['sesion', 'Clase 1.2', 'archivado', null],
  ]);
  expect(cambios[5]).toMatchObject({ ruta: ['Módulo uno, de nuevo', 'Clase renovada'], quien: { id: teacher.id } });
  expect(cambios[5]?.campos).toEqual([
    {
      ...{ campo: 'contenido_texto', antes: 'Texto', despues: 'Texto nuevo y mejor' },
      marcas: [
        { tipo: 'igual', texto: 'Texto' },
        { tipo: 'agregado', texto: ' nuevo y mejor' },
      ],
    },
  ]);

  await publish({ motivo: 'Revisión de mayo' });
  const seen = await outline();
  expect(seen.modulos.map(({ nombre }) => nombre)).toEqual(['Tercero', 'Módulo uno, de nuevo', 'Módulo 2']);
  expect((await lessonOf(first?.classes[0], learner)).contenido_texto).toBe('Texto nuevo y mejor');
  expect((await lessonOf(Number(klass.id_sesion), teacher)).contenido_texto).toBe('Hola');
  const written = (await eventsOf()).slice(count);
  const tie = written.at(-1);
  expect(tie).toMatchObject({ type: 'CourseChangesPublished', data: { changes: 7, texts: [{}, {}] } });
  expect(new Set(written.map(({ meta }) => `${meta.commandId} ${meta.actor.userId}`))).toEqual(
    new Set([`${tie?.meta.commandId} ${teacher.id}`]),
  );
  expect(tie && (await school.running.deps.commands.log.reasonOf(tie.meta))).toBe('Revisión de mayo');
  expect(await changes()).toMatchObject({ cambios: [], conflictos: 0 });
  expect((await publish({}, 422)).code).toBe('DRAFT_EMPTY');
  expect(await school.running.deps.vault.list('drafts', 'texts:')).toEqual([]);
});

// rows: H23
test('a class that is archived while its author has it open is still read as it was; learners no longer reach it', async () => {
  const { modules } = await fresh();
  const classId = modules[0]?.classes[0];
  const before = await lessonOf(classId, teacher, '/api/borrador');
  await write('DELETE', `/api/sesiones/deleteSesion/${classId}`, undefined);
  await settled(school);
  expect(await lessonOf(classId, teacher, '/api/borrador')).toEqual(before);
  await write('GET', `/api/subtema/bySesion/${classId}`, undefined, { status: 404 });
  await write('GET', '/api/borrador/subtema/bySesion/999999', undefined, { status: 404 });
});

// rows: H26 H37
test('what a class says by itself is written in the draft, compared word by word, and read by learners once it is published', async () => {
  const { id, modules } = await fresh();
  const [klass = 0] = modules[0]?.classes ?? [];
  const read = async (by: Person, prefix = '/api') =>
    (await write('GET', `${prefix}/subtema/bySesion/${klass}`, undefined, { by }))['contenido'];
  const put = (prefix: string, contenido: string, more: object = {}) =>
    write('PUT', `${prefix}/sesiones/updateSesion/${klass}`, { contenido }, more);
  await put('/api', 'Antes de empezar');
  await write('POST', '/api/inscripciones/inscribir', { id_usuario: learner.id, id_curso: id }, { by: learner });
  await put('/api/borrador', 'Antes de empezar, respira');
  await settled(school);
  expect([await read(learner), await read(teacher, '/api/borrador')]).toEqual(['Antes de empezar', 'Antes de empezar, respira']);
  for (const prefix of ['/api', '/api/borrador']) {
    await put(prefix, 'De otro', { by: other, status: 403 });
    await put(prefix, 'De nadie', { by: learner, status: 403 });
  }
  const [change] = (await changes()).cambios;
  expect(change).toMatchObject({ tipo: 'sesion', id: klass, cambio: 'cambiado' });
  expect(change?.campos).toEqual([
    {
      ...{ campo: 'contenido', antes: 'Antes de empezar', despues: 'Antes de empezar, respira' },
      marcas: [
        { tipo: 'igual', texto: 'Antes de empezar' },
        { tipo: 'agregado', texto: ', respira' },
      ],
    },
  ]);
  await publish();
  expect(await read(learner)).toBe('Antes de empezar, respira');
  // The outline of a whole course stays short.
  expect((await outline()).modulos[0]?.sesiones[0]?.contenido).toBeNull();
  const page = await write('GET', `/api/historial/cursos/${id}?tipo=sesion&parte=${klass}`, undefined);
  expect(JSON.stringify(page)).toContain('cambió el contenido de la clase «Clase 1.1»');
});

// rows: H26 H37
test('a class that is moved to another module is published as a move, keeps what was learned in it, and is brought back', async () => {
  const { id, modules } = await fresh();
  const [first, second] = modules;
  const [klass = 0] = first?.classes ?? [];
  await write('POST', '/api/inscripciones/inscribir', { id_usuario: learner.id, id_curso: id }, { by: learner });
  await write('PATCH', `/api/usuario-sesion/marcarComoCompletada/${learner.id}/${klass}/completar`, undefined, { by: learner });
  await settled(school);
  const moved = await write('PUT', `/api/borrador/sesiones/${klass}/modulo`, { id_modulo: second?.id, lugar: 1 });
  expect(moved.message).toBe('Clase cambiada de módulo');
  await write('PUT', `/api/borrador/sesiones/updateSesion/${klass}`, { titulo: 'Mudada' });
  expect((await outline()).modulos.map(({ sesiones }) => sesiones.length)).toEqual([2, 1]);
  expect((await drafted()).modulos.map(({ sesiones }) => sesiones.map(({ titulo }) => titulo))).toEqual([
    ['Clase 1.2'],
    ['Mudada', 'Clase 2.1'],
  ]);
  const { cambios } = await changes();
  expect(cambios).toMatchObject([{ tipo: 'sesion', titulo: 'Mudada', cambio: 'cambiado', ruta: ['Módulo 2'], movido: null }]);
  expect(cambios[0]?.campos.find(({ campo }) => campo === 'id_modulo')).toMatchObject({ antes: 'Módulo 1', despues: 'Módulo 2' });
  // The move alone is taken back, its title stays; then it is moved once more.
  const before = await changes();
  await write('DELETE', `/api/borrador/cursos/${id}/cambios?tipo=sesion&parte=${klass}&campo=id_modulo`, undefined);
  expect((await drafted()).modulos.map(({ sesiones }) => sesiones.map(({ titulo }) => titulo))).toEqual([
    ['Mudada', 'Clase 1.2'],
    ['Clase 2.1'],
  ]);
  expect((await changes()).cambios).toHaveLength(before.cambios.length);
  await write('PUT', `/api/borrador/sesiones/${klass}/modulo`, { id_modulo: second?.id, lugar: 1 });
  await publish();
  const seen = await outline();
  expect(seen.modulos.map(({ sesiones }) => sesiones.map(({ titulo }) => titulo))).toEqual([['Clase 1.2'], ['Mudada', 'Clase 2.1']]);
  expect((await eventsOf()).map(({ type }) => type)).toContain('ClassMoved');
  const done = await read<{ sesiones: { id_sesion: number; id_curso: number }[] }>(
    `/api/usuario-sesion/completadas/${learner.id}`,
    learner,
  );
  expect(done.sesiones.filter(({ id_curso }) => id_curso === id).map(({ id_sesion }) => id_sesion)).toEqual([klass]);
  // Its text, written after the move, belongs to where it stands.
  const { id_subtema } = await lessonOf(klass, teacher);
  await write('PUT', `/api/subtema/${id_subtema}`, { contenido_texto: 'Aquí ahora' });
  await settled(school);

  // Written at once, said in the history of both modules, and undone from there.
  await write('PUT', `/api/sesiones/${klass}/modulo`, { id_modulo: first?.id });
  await settled(school);
  for (const part of [first, second]) {
    const { cambios: told } = await read<HistoryPage>(`/api/historial/cursos/${id}?tipo=modulo&parte=${part?.id}&limit=1`);
    expect(told[0]?.frase).toMatch(/pasó la clase «Mudada» del módulo «Módulo 2» a «Módulo 1»$/);
    expect(told[0]?.reversible).toBe(true);
  }
  const [last] = (await read<HistoryPage>(`/api/historial/cursos/${id}?limit=1`)).cambios;
  await write('POST', `/api/historial/cursos/${id}/restaurar`, { deshacer: last?.id, motivo: 'Iba allá' });
  await settled(school);
  expect((await outline()).modulos.map(({ sesiones }) => sesiones.map(({ titulo }) => titulo))).toEqual([
    ['Clase 1.2'],
    ['Mudada', 'Clase 2.1'],
  ]);
  await write('PUT', `/api/sesiones/${klass}/modulo`, { id_modulo: 999_999 }, { status: 404 });
  await write('PUT', `/api/sesiones/${klass}/modulo`, { id_modulo: first?.id }, { by: other, status: 403 });
});

// rows: P03
test('two authors on two fields lose nothing; on the same one the second is told what stands there', async () => {
  const { modules } = await fresh();
  const path = `/api/borrador/modulos/modulos/${modules[0]?.id}`;
  await Promise.all([
    write('PUT', path, { nombre: 'De la maestra', desde: { nombre: 'Módulo 1' } }),
    write('PUT', path, { contenido: 'De la directora', desde: { contenido: '' } }, { by: admin }),
  ]);
  expect((await drafted()).modulos[0]).toMatchObject({ nombre: 'De la maestra', contenido: 'De la directora' });
  const late = await write('PUT', path, { nombre: 'Otra cosa', desde: { nombre: 'Módulo 1' } }, { by: admin, status: 409 });
  expect(late).toMatchObject({ code: 'FIELD_CONFLICT', errors: [{ path: 'nombre', actual: 'De la maestra' }] });
  await write('PUT', path, { nombre: 'De la maestra', desde: { nombre: 'Módulo 1' } }, { by: admin });
  // The same holds where a course is written at once.
  const direct = await write(
    'PUT',
    `/api/modulos/modulos/${modules[1]?.id}`,
    { nombre: 'Tarde', desde: { nombre: 'Como estuvo' } },
    { status: 409 },
  );
  expect(direct).toMatchObject({ code: 'FIELD_CONFLICT', errors: [{ path: 'nombre', actual: 'Módulo 2' }] });
  const { id_subtema } = await lessonOf(modules[0]?.classes[0], teacher);
  const text = { contenido_texto: 'Mío', desde: { contenido_texto: 'Otro' } };
  for (const prefix of ['/api/borrador', '/api'])
    expect((await write('PUT', `${prefix}/subtema/${id_subtema}`, text, { status: 409 })).errors).toMatchObject([{ actual: 'Texto' }]);
});

// rows: H13 H19 H37
test('who changed a part last counts before it is published', async () => {
  const { id, modules } = await fresh();
  const [first] = modules;
  const by = async () => {
    const { curso, modulos } = await drafted();
    const module = modulos.find(({ id_modulo }) => id_modulo === first?.id);
    return [curso, module, module?.sesiones[0], module?.sesiones[1]].map((part) => part?.modificado?.id_usuario);
  };
  expect(await by()).toEqual([teacher.id, teacher.id, teacher.id, teacher.id]);
  await write('PUT', `/api/borrador/cursos/cursos/${id}`, { nombre: 'De la directora' }, { by: admin });
  expect(await by()).toEqual([admin.id, teacher.id, teacher.id, teacher.id]);
  const { id_subtema } = await lessonOf(first?.classes[0], teacher);
  await write('PUT', `/api/borrador/subtema/${id_subtema}`, { contenido_texto: 'De la directora' }, { by: admin });
  expect(await by()).toEqual([admin.id, admin.id, admin.id, teacher.id]);
  // Published at once by another since: that is the last change.
  await write('PUT', `/api/sesiones/updateSesion/${first?.classes[0]}`, { descripcion: 'De la maestra' });
  await settled(school);
  expect(await by()).toEqual([admin.id, teacher.id, teacher.id, teacher.id]);
});

// rows: H37
test('what waits in a draft stays in sight of its authors where the course is taken back, or archived and restored', async () => {
  const { id, modules } = await fresh();
  await write('PUT', `/api/borrador/modulos/modulos/${modules[0]?.id}`, { nombre: 'Aún sin publicar' });
  await write('PATCH', `/api/cursos/cursos/${id}/estado`, { estado: 0, motivo: 'Se corrige' });
  await settled(school);
  const waiting = { modulos: [{ nombre: 'Aún sin publicar' }, {}], borrador: { cambios: 1, conflictos: 0 } };
  expect(await drafted()).toMatchObject({ ...waiting, curso: { estado: 0 } });
  await write('DELETE', `/api/cursos/cursos/${id}`, { motivo: 'Por error' });
  await settled(school);
  expect(await drafted()).toMatchObject({ ...waiting, curso: { archivado: true } });
  await write('POST', `/api/cursos/cursos/${id}/restaurar`, {});
  await settled(school);
  expect(await drafted()).toMatchObject(waiting);
  await publish();
  expect(await drafted()).toMatchObject({ modulos: [{ nombre: 'Aún sin publicar' }, {}], borrador: null });
});

// rows: H37 N08
test('a draft that brings a video without captions is published for a reason; the author may say first that it has some', async () => {
  const { modules } = await fresh();
  const enlace = 'https://ejemplo.mx/nuevo.mp4';
  await write('PUT', `/api/borrador/sesiones/updateSesion/${modules[0]?.classes[0]}`, { link_video: enlace });
  expect((await changes()).videosSinTexto).toBe(1);
  const refused = await publish({}, 422);
  expect(refused).toMatchObject({ code: 'CAPTIONS_REQUIRED', errors: [{ path: 'motivo' }] });
  const videos = `/api/videos/curso/${course.id}`;
  expect(await read(videos)).toMatchObject([{ enlace, texto: null }]);
  await write('PUT', videos, { enlace, texto: 'subtitulos' });
  expect((await changes()).videosSinTexto).toBe(0);
  await publish();
  // What was published without captions asks nobody again; another one does.
  await write('PUT', videos, { enlace, texto: null });
  await write('PUT', `/api/borrador/sesiones/updateSesion/${modules[0]?.classes[0]}`, { titulo: 'Otro título' });
  await publish();
  await write('PUT', `/api/borrador/sesiones/updateSesion/${modules[0]?.classes[1]}`, { link_video: 'https://ejemplo.mx/otro.mp4' });
  await publish({ motivo: 'Llegan el lunes' });
  const { log } = school.running.deps.commands;
  const last = (await eventsOf()).at(-1);
  expect([last?.type, last && (await log.reasonOf(last.meta))]).toEqual(['CourseChangesPublished', 'Llegan el lunes']);
});

test('what was published meanwhile is a conflict that shows both; one chooses, and only then is it published', async () => {
  const { id, modules } = await fresh();
  const [first, second] = modules;
  await write('PUT', `/api/borrador/modulos/modulos/${first?.id}`, { nombre: 'Mío' });
  await write('PUT', `/api/borrador/sesiones/updateSesion/${second?.classes[0]}`, { titulo: 'Mía' });
  await write('PUT', `/api/modulos/modulos/${first?.id}`, { nombre: 'Suyo' }, { by: admin });
  await write('DELETE', `/api/modulos/modulos/${second?.id}`, undefined, { by: admin });
  const found = await changes();
  expect(found.conflictos).toBe(2);
  expect(found.cambios.map(({ titulo, conflicto }) => [titulo, conflicto])).toEqual([
    ['Mío', { por: 'cambiado', campos: [{ campo: 'nombre', publicado: 'Suyo', antes: 'Módulo 1', tuyo: 'Mío' }] }],
    ['Mía', { por: 'archivado', campos: [] }],
  ]);
  expect((await publish({}, 409)).code).toBe('DRAFT_CONFLICT');
  await write('POST', `/api/borrador/cursos/${id}/preferir`, { tipo: 'modulo', parte: first?.id, campo: 'nombre' });
  await write('DELETE', `/api/borrador/cursos/${id}/cambios?tipo=sesion&parte=${second?.classes[0]}`, undefined);
  await publish();
  expect((await outline(teacher)).modulos.map(({ nombre }) => nombre)).toEqual(['Mío']);
});

test('one publishes what one saw: what somebody saved meanwhile is looked at first', async () => {
  const { id, modules } = await fresh();
  const path = `/api/borrador/modulos/modulos/${modules[0]?.id}`;
  await write('PUT', path, { nombre: 'Uno' });
  const { version } = await changes();
  await write('PUT', path, { contenido: 'Algo más' }, { by: admin });
  expect((await write('POST', `/api/borrador/cursos/${id}/publicar`, { version }, { status: 409 })).code).toBe('DRAFT_CHANGED');
  await write('DELETE', `/api/borrador/cursos/${id}/cambios`, undefined);
  expect(await changes()).toMatchObject({ cambios: [] });
  expect((await outline(teacher)).modulos[0]?.nombre).toBe('Módulo 1');
});

test('a publication whose process died before it set the texts is finished by the reactor', async () => {
  const { id, modules } = await fresh();
  const { id_subtema } = await lessonOf(modules[0]?.classes[0], teacher);
  await write('PUT', `/api/borrador/subtema/${id_subtema}`, { contenido_texto: 'Lo último' });
  const { drafts, vault, clock } = school.running.deps;
  // The call up to the point where its process dies: the texts are in the vault, and the append was made.
  const commandId = crypto.randomUUID();
  const context = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { userId: teacher.id, role: 'instructor' },
    now: clock(),
  } as const;
  const get = vault.get.bind(vault);
  vault.get = async (table, key) => {
    if (table === 'drafts' && key === `texts:${commandId}`) throw new Error('died here');
    return get(table, key);
  };
  await expect(drafts.publish(id, (await changes()).version, context)).rejects.toThrow('died here');
  vault.get = get;
  await until(
    async () => ((await lessonOf(modules[0]?.classes[0], teacher)).contenido_texto === 'Lo último' ? true : undefined),
    'the text',
  );
  expect(await changes()).toMatchObject({ cambios: [] });
  expect(await vault.list('drafts', 'texts:')).toEqual([]);
});

describe('who', () => {
  test('a draft is its authors’: another instructor and a learner are refused every call of it', async () => {
    const { id, modules } = await fresh();
    for (const by of [other, learner])
      for (const [method, path, body] of [
        ['GET', `/api/cursos/${id}/edicion`, undefined],
        ['GET', `/api/borrador/cursos/${id}/cambios`, undefined],
        ['GET', `/api/borrador/cursos/${id}/presencia`, undefined],
        ['GET', `/api/borrador/subtema/bySesion/${modules[0]?.classes[0]}`, undefined],
        ['PUT', `/api/borrador/modulos/modulos/${modules[0]?.id}`, { nombre: 'x' }],
        ['POST', `/api/borrador/cursos/${id}/publicar`, { version: 0 }],
        ['DELETE', `/api/borrador/cursos/${id}/cambios`, undefined],
        ['POST', `/api/borrador/cursos/${id}/presencia`, { ventana: 'a' }],
      ] as const)
        expect((await school.ask(method, path, { token: by.token, ...(body && { body }) })).status, `${method} ${path}`).toBe(403);
  });

  test('who else has the course open is told live, with where they are, until they leave', async () => {
    const { id, modules } = await fresh();
    const live = follow(school.url, { token: admin.token, topics: [`borrador:${id}`] });
    const received: (string | null)[] = [];
    await live.join(`borrador:${id}`);
    live.socket.on('aside', ({ id: what }: { id: string | null }) => received.push(what));
    const here = (more: object) =>
      write('POST', `/api/borrador/cursos/${id}/presencia`, { ventana: 'una', lugar: { tipo: 'modulo', id: modules[0]?.id }, ...more });
    await here({});
    await until(async () => (received.includes('presencia') ? true : undefined), 'the news of who is there');
    expect(await read<CourseEditor[]>(`/api/borrador/cursos/${id}/presencia`, admin)).toEqual([
      { id: teacher.id, nombre: 'Nora Quintanilla', lugar: { tipo: 'modulo', id: modules[0]?.id, titulo: 'Módulo 1' }, yo: false },
    ]);
    await write('PUT', `/api/borrador/modulos/modulos/${modules[0]?.id}`, { nombre: 'Otro' });
    await until(async () => (received.includes('cambios') ? true : undefined), 'the news of the draft');
    await here({ sale: true });
    expect(await read<CourseEditor[]>(`/api/borrador/cursos/${id}/presencia`, admin)).toEqual([]);
    // A change of a draft is in no log that could be replayed: the page is told to read everything again.
    received.length = 0;
    live.drop();
    await until(async () => (received.includes(null) ? true : undefined), 'who comes back to be told');
    live.close();
  });
});

// rows: H27, H28
test('a subtopic or a resource that is taken out comes back as itself, with its text and its questions', async () => {
  const { modules } = await fresh();
  const classId = Number(modules[0]?.classes[0]);
  const part = { id_sesion: classId, titulo: 'Lo que se pregunta', tipo_subtema: 'evaluacion', contenido_texto: 'Antes de empezar' };
  const { id_subtema: id } = (await write('POST', '/api/subtema/crearSubtema', part, { status: 201 }))['data'] as SubtopicRecord;
  await write('POST', '/api/testquestions/create', { question: '¿Y?', points: 1, id_subtema: id }, { status: 201 });
  const link = { id_sesion: classId, titulo: 'Guía', link_recurso: 'https://r.mx/guia', tipo_recurso: 1 };
  const { id_recurso } = (await write('POST', '/api/recursos/crearRecurso', link, { status: 201 }))['data'] as { id_recurso: number };
  await settled(school);
  const parts = async (prefix: string) => {
    const { data } = await read<{ data: SubtopicRecord[] }>(`${prefix}/subtema/bySesion/${classId}`);
    return data.map(({ id_subtema, titulo, contenido_texto }) => [id_subtema, titulo, contenido_texto]);
  };
  const before = await parts('/api');
  for (const prefix of ['/api', '/api/borrador']) {
    await write('DELETE', `${prefix}/subtema/${id}`, undefined);
    await write('DELETE', `${prefix}/recursos/${id_recurso}`, undefined);
    await settled(school);
    expect(await parts(prefix)).toEqual(before.filter(([one]) => one !== id));
    const { contenido_texto: _, ...bare } = part;
    for (let twice = 0; twice < 2; twice++) {
      const back = await write('POST', `${prefix}/subtema/crearSubtema`, { ...bare, restaura: id }, { status: 201 });
      expect(back['data']).toMatchObject({ id_subtema: id, contenido_texto: 'Antes de empezar' });
      await write('POST', `${prefix}/recursos/crearRecurso`, { ...link, restaura: id_recurso }, { status: 201 });
    }
    await settled(school);
    expect(await parts(prefix)).toEqual(before);
  }
  expect((await changes()).cambios).toEqual([]);
  expect(await read<unknown[]>(`/api/testquestions/testquestions/subtema/${id}/with-options`)).toMatchObject([{ question: '¿Y?' }]);
  // Only of its own course.
  const another = await makeCourse(school, teacher.token, teacher.id, [1]);
  const elsewhere = { ...part, id_sesion: Number(another.modules[0]?.classes[0]), restaura: id };
  expect((await write('POST', '/api/subtema/crearSubtema', elsewhere, { status: 404 }))['code']).toBe('SUBTOPIC_NOT_FOUND');
});

// rows: H37, H41
test('what somebody is typing is theirs alone, no event and no draft, within bounds, and gone with them', async () => {
  const { id } = await fresh();
  const path = `/api/borrador/cursos/${id}/escrito`;
  const before = (await eventsOf()).length;
  const typed = (by: Person) => read<{ formas: Record<string, string> }>(path, by);
  await write('PUT', path, { formas: { 'curso.nombre': 'uno', 'modulo.1.nombre': 'dos' } });
  // Two windows at once: neither loses what the other keeps.
  await Promise.all(['a', 'b', 'c', 'd'].map((form) => write('PUT', path, { formas: { [form]: form } })));
  await write('PUT', path, { formas: { 'modulo.1.nombre': null } });
  expect((await typed(teacher)).formas).toEqual({ 'curso.nombre': 'uno', a: 'a', b: 'b', c: 'c', d: 'd' });
  expect((await typed(admin)).formas).toEqual({});
  expect((await school.ask('GET', path, { token: other.token })).status).toBe(403);
  expect((await school.ask('PUT', path, { token: other.token, body: { formas: { x: 'y' } } })).status).toBe(403);
  expect((await changes()).cambios).toEqual([]);
  expect((await eventsOf()).length).toBe(before);

  for (const form of ['e', 'f', 'g']) await write('PUT', path, { formas: { [form]: 'x'.repeat(299_000) } });
  expect((await write('PUT', path, { formas: { h: 'x'.repeat(299_000) } }, { status: 422 })).code).toBe('DRAFT_FULL');
  await write('PUT', path, { formas: { h: 'x'.repeat(301_000) } }, { status: 400 });
  await write('PUT', path, { formas: { 'con espacios': 'x' } }, { status: 400 });
  await write('PUT', '/api/borrador/cursos/987654/escrito', { formas: { a: 'x' } }, { status: 404, by: admin });

  const { typed: kept } = school.running.deps;
  await kept.keep(learner.id, id, { a: 'x' }, new Date());
  await kept.forget(learner.id);
  expect(await kept.read(learner.id, id)).toEqual({});
  expect((await typed(teacher)).formas['a']).toBe('a');
  // What a window sends while its person is being erased is not kept either.
  const { commands, vault } = school.running.deps;
  const leaving = await join(school, 'se_va');
  const head = await commands.log.store.head();
  if (head) await createDomain(commands.log.store, vault, school.config).keys.erasing(String(leaving.id), head);
  await kept.keep(leaving.id, id, { a: 'x' }, new Date());
  expect(await kept.read(leaving.id, id)).toEqual({});
});
