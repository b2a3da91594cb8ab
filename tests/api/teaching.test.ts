import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttentionList } from '../../backend/api/contract/attention.ts';
import type { CourseFunnel, LearnersAtRisk, TeachingOverview } from '../../backend/api/contract/teaching.ts';
import { schoolDay } from '../../events/calendar.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { join, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** What instructors see of their own courses: figures that are what the events say, and who has stopped coming. */

let school: School;
let admin: Person;
let teacher: Person;
let colleague: Person;
let newcomer: Person;
let analyst: Person;
let first: TestCourse;
let second: TestCourse;
let others: TestCourse;
const people: Record<string, Person> = {};
/** The clock of the API; null: the real one. Sessions are of today, what is learnt is of March. */
let still: string | null = null;
const named = (name: string): Person => people[name] ?? ({} as Person);

const write = async (person: Person, method: string, path: string, body: object) => {
  const answer = await school.ask(method, path, { token: person.token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
};
const enrol = (name: string, { id }: TestCourse) =>
  write(named(name), 'POST', '/api/inscripciones/inscribir', { id_usuario: named(name).id, id_curso: id });
const complete = (name: string, classId: number | undefined, completado = true) =>
  write(named(name), 'PATCH', `/api/usuario-sesion/marcarComoCompletada/${named(name).id}/${classId}/completar`, { completado });
const study = (name: string, { id }: TestCourse, segundos: number) =>
  write(named(name), 'POST', `/api/progreso/latido/${named(name).id}`, { id_curso: id, pestana: 'a', segundos });
const verify = async ({ id }: Person) => {
  await confirmEmail(school.running.deps.commands, id);
};
const classOf = (course: TestCourse, index: number) => course.modules.flatMap(({ classes }) => classes)[index];

const read = async <Answer>(path: string, person: Person): Promise<Answer> => {
  await settled(school);
  const answer = await school.ask('GET', path, { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Answer;
};
const overview = (of = teacher, by = of) => read<TeachingOverview>(`/api/instructores/${of.id}/resumen`, by);
const atRisk = (query = '', by = teacher) => read<LearnersAtRisk>(`/api/instructores/${teacher.id}/en-riesgo${query}`, by);
const figureOf = ({ cifras }: TeachingOverview, id: string) => cifras.find((one) => one.id === id)?.valor;
const names = ({ personas }: LearnersAtRisk) =>
  personas.map(({ id_usuario }) => Object.keys(people).find((one) => named(one).id === id_usuario));

beforeAll(async () => {
  school = await openSchool({ clock: () => (still === null ? new Date() : new Date(still)) });
  admin = await join(school, 'directora');
  teacher = await join(school, 'maestra');
  colleague = await join(school, 'colega');
  newcomer = await join(school, 'nueva');
  analyst = await join(school, 'analista');
  await promote(school, admin, 'administrator');
  await promote(school, teacher, 'instructor');
  await promote(school, colleague, 'instructor');
  await promote(school, newcomer, 'instructor');
  await promote(school, analyst, 'analyst');
  for (const name of ['ana', 'beto', 'caro', 'dani', 'eva', 'fer']) people[name] = await join(school, name, { first_name: name });
  // By the calendar of the school: 30 January is long before everything.
  still = '2026-01-30T20:00:00.000Z';
  first = await makeCourse(school, teacher.token, teacher.id, [2, 2], { nombre: 'Uno' });
  second = await makeCourse(school, teacher.token, teacher.id, [2], { nombre: 'Dos' });
  others = await makeCourse(school, colleague.token, colleague.id, [2], { nombre: 'De otra persona' });
}, 60_000);
afterAll(() => school.stop());

test('who has no courses, and courses without anybody, are no error', async () => {
  const nothing = await overview(newcomer);
  expect(nothing.cursos).toEqual([]);
  expect(nothing.cifras.map(({ valor }) => valor)).toEqual([0, 0, 0, 0, 0, null, 0]);
  const empty = await overview();
  expect(empty.cursos.map(({ nombre, inscripciones, progreso }) => ({ nombre, inscripciones, progreso }))).toEqual([
    { nombre: 'Uno', inscripciones: 0, progreso: null },
    { nombre: 'Dos', inscripciones: 0, progreso: null },
  ]);
  expect(await atRisk()).toEqual({ cursos: [first.id, second.id], dias: 14, total: 0, personas: [] });
});

// rows: H34
test('the figures are what the events say, of the own courses only', async () => {
  still = '2026-03-01T20:00:00.000Z';
  for (const name of ['ana', 'beto', 'caro', 'dani', 'eva']) await enrol(name, first);
  await enrol('ana', second);
  await enrol('ana', others);
  await enrol('fer', others);
  await complete('fer', classOf(others, 0));
  for (const index of [0, 1, 2, 3]) await complete('dani', classOf(first, index));
  for (const index of [0, 1]) await complete('eva', classOf(first, index));
  // Still the 1st of March in the school, and then the 2nd.
  still = '2026-03-02T07:59:00.000Z';
  await complete('ana', classOf(first, 0));
  still = '2026-03-02T08:01:00.000Z';
  await complete('beto', classOf(first, 0));
  await complete('beto', classOf(first, 1));
  await complete('beto', classOf(first, 1), false);
  for (const [name, estrellas] of [
    ['dani', 4],
    ['ana', 5],
  ] as const) {
    await verify(named(name));
    await write(named(name), 'PUT', `/api/resenas/mia/${first.id}`, { estrellas, texto: 'Bien' });
  }
  // Who leaves takes their marks out of the average.
  await write(admin, 'DELETE', `/api/usuariocurso/delete-usuario-curso/${named('eva').id}/${first.id}`, {});
  still = '2026-03-04T20:00:00.000Z';
  const found = await overview();

  const own = new Set([first.id, second.id]);
  const enrolled = new Map<string, Set<number>>();
  const marks = new Map<string, Set<number>>();
  const lastDay = new Map<string, string>();
  let completions = 0;
  let thisWeek = 0;
  await settled(school);
  for await (const { type, data, meta } of school.running.deps.commands.log.readAll(null)) {
    const { userId, courseId, classId, completedAt } = data as { userId: number; courseId: number; classId: number; completedAt?: string };
    if (!own.has(courseId) || userId === undefined) continue;
    const key = `${userId}_${courseId}`;
    const day = schoolDay(meta.occurredAt);
    const done = marks.get(key) ?? new Set();
    marks.set(key, done);
    if (['LearnerEnrolled', 'ClassCompleted', 'ClassUncompleted'].includes(type)) lastDay.set(key, day);
    if (type === 'LearnerEnrolled') enrolled.set(key, done);
    if (type === 'LearnerUnenrolled') enrolled.delete(key);
    if (type === 'ClassCompleted') done.add(classId);
    if (type === 'ClassUncompleted') done.delete(classId);
    if (type === 'CourseCompleted') completions++;
    if (type === 'ClassCompleted' && day >= '2026-03-02') thisWeek++;
    // A mark goes from the day that counted it.
    if (type === 'ClassUncompleted' && schoolDay(completedAt ?? '') >= '2026-03-02') thisWeek--;
  }
  expect(enrolled.size).toBe(5);
  expect(found.semanaDesde).toBe('2026-03-02');
  expect(found.activosDesde).toBe('2026-02-26');
  expect(figureOf(found, 'cursosPublicados')).toBe(2);
  expect(figureOf(found, 'inscripciones')).toBe(enrolled.size);
  expect(figureOf(found, 'activos')).toBe([...enrolled.keys()].filter((key) => (lastDay.get(key) ?? '') >= '2026-02-26').length);
  expect(figureOf(found, 'clasesSemana')).toBe(thisWeek);
  expect(thisWeek).toBe(1);
  expect(figureOf(found, 'cursosCompletados')).toBe(completions);
  expect(found.cifras.find(({ id }) => id === 'valoracion')).toMatchObject({ valor: 4.5, de: 2 });
  const days = found.cifras.find(({ id }) => id === 'clasesSemana')?.dias ?? [];
  expect(days).toHaveLength(14);
  expect(days.filter(({ valor }) => valor !== 0)).toEqual([
    { fecha: '2026-03-01', valor: 7 },
    { fecha: '2026-03-02', valor: 1 },
  ]);
  const [uno, dos] = found.cursos;
  const inFirst = [...enrolled].filter(([key]) => key.endsWith(`_${first.id}`));
  const marked = inFirst.reduce((sum, [, done]) => sum + done.size, 0);
  expect(uno).toMatchObject({
    id: first.id,
    nombre: 'Uno',
    publicado: true,
    inscripciones: inFirst.length,
    progreso: Math.floor((marked * 100) / (inFirst.length * 4)),
    cursosCompletados: 1,
    enRiesgo: 0,
  });
  // 4 of dani, 1 of ana, 1 of beto, none of caro: 6 of 16.
  expect(uno?.progreso).toBe(37);
  expect(dos).toMatchObject({ nombre: 'Dos', inscripciones: 1, progreso: 0 });
  expect(JSON.stringify(found)).not.toContain('De otra persona');
});

test('a class that leaves the course leaves the average with it', async () => {
  await complete('ana', classOf(second, 0));
  expect((await overview()).cursos[1]?.progreso).toBe(50);
  await write(teacher, 'DELETE', `/api/sesiones/deleteSesion/${classOf(second, 1)}`, {});
  expect((await overview()).cursos[1]?.progreso).toBe(100);
});

describe('learners at risk', () => {
  // rows: H34
  test('fourteen days of the school’s calendar without anything, not completed, longest first', async () => {
    still = '2026-03-15T06:59:00.000Z'; // Still Saturday the 14th there: the clock has changed meanwhile.
    expect((await atRisk()).total).toBe(0);
    still = '2026-03-15T07:01:00.000Z';
    const found = await atRisk();
    // Ana was there on the 1st, Caro has only enrolled, Beto came on the 2nd, Dani has completed it, Eva has left.
    expect(names(found).sort()).toEqual(['ana', 'caro']);
    expect(found).toMatchObject({ dias: 14, total: 2 });
    expect(
      found.personas.every(({ ultimaActividad, diasSinActividad }) => ultimaActividad === '2026-03-01' && diasSinActividad === 14),
    ).toBe(true);
    expect(found.personas.find(({ id_usuario }) => id_usuario === named('ana').id)).toMatchObject({
      nombre: 'ana Quintanilla',
      curso: 'Uno',
      progreso: 25,
      sesionesCompletadas: 1,
      totalSesiones: 4,
      activa: true,
    });
    expect(JSON.stringify(found)).not.toContain('@');
    still = '2026-03-16T20:00:00.000Z';
    expect(names(await atRisk())).toEqual(expect.arrayContaining(['ana', 'caro', 'beto']));
    expect(names(await atRisk()).at(-1)).not.toBe('ana');
    expect(figureOf(await overview(), 'enRiesgo')).toBe((await atRisk()).total);
  });

  // rows: J03
  test('of as many days as are asked for, each with the class they stopped before', async () => {
    const now = still;
    still = '2026-03-14T20:00:00.000Z';
    expect((await atRisk('?dias=14')).total).toBe(0);
    const week = await atRisk(`?dias=7&curso=${first.id}`);
    expect(week.dias).toBe(7);
    expect(names(week).sort()).toEqual(['ana', 'beto', 'caro']);
    still = now;
    expect((await school.ask('GET', `/api/instructores/${teacher.id}/en-riesgo?dias=8`, { token: teacher.token })).status).toBe(400);
    const stopped = new Map((await atRisk()).personas.map(({ id_usuario, se_quedo_en }) => [id_usuario, se_quedo_en]));
    expect(stopped.get(named('caro').id)).toBe('Clase 1.1');
    expect(stopped.get(named('beto').id)).toBe('Clase 1.2');
  });

  // rows: J09
  test('who shows a sign of giving up is listed with the reasons in what was counted, for the instructor and for the whole school', async () => {
    const signs = await atRisk('?por=senales');
    const of = ({ personas }: Pick<LearnersAtRisk, 'personas'>, name: string) =>
      personas.find(({ id_usuario }) => id_usuario === named(name).id)?.razones.map(({ clase }) => clase);
    expect(of(signs, 'caro')).toEqual(['inactividad', 'sinEmpezar']);
    expect(of(signs, 'ana')).toEqual(['inactividad']);
    expect(signs.total).toBe(signs.personas.length);
    expect(signs.personas.every(({ razones }) => razones.length > 0)).toBe(true);
    const all = await read<LearnersAtRisk>('/api/resumen/sin-actividad?por=senales&limit=100', admin);
    expect(of(all, 'caro')).toEqual(['inactividad', 'sinEmpezar']);
    expect(all.total).toBe(all.personas.length);
  });

  // rows: J03
  test('the way through a course, class by class, is of those who are in it now', async () => {
    const { inscripciones, modulos } = await read<CourseFunnel>(`/api/cursos/${first.id}/embudo`, teacher);
    expect(inscripciones).toBe(4);
    // Dani all, Ana and Beto the first; Eva, who had two, left.
    expect(modulos.map(({ clases }) => clases.map(({ completaron }) => completaron))).toEqual([
      [3, 1],
      [1, 1],
    ]);
    expect(modulos[0]).toMatchObject({ titulo: 'Módulo 1', clases: [{ titulo: 'Clase 1.1' }, { titulo: 'Clase 1.2' }] });
    for (const person of [colleague, analyst, named('ana')])
      expect((await school.ask('GET', `/api/cursos/${first.id}/embudo`, { token: person.token })).status).toBe(403);
  });

  // rows: J03
  test('who has gone quiet is written to by mail, at most once a week; whoever cannot be is said', async () => {
    const path = `/api/cursos/${first.id}/recordatorios`;
    const [caro, dani, eva] = [named('caro'), named('dani'), named('eva')];
    const body = { usuarios: [caro.id, caro.id, dani.id, eva.id, 999_999], texto: '¿Todo bien?\n\nAquí seguimos.' };
    const remind = (person: Person, more: object = {}) => school.ask('POST', path, { token: person.token, body: { ...body, ...more } });
    for (const person of [colleague, analyst, caro]) expect((await remind(person)).status).toBe(403);
    expect(await remind(teacher, { texto: ' ' })).toMatchObject({ status: 400, body: { code: 'REQUIRED_FIELDS' } });
    expect((await remind(teacher, { usuarios: Array.from({ length: 101 }, (_, index) => index + 1) })).status).toBe(400);

    const unconfirmed = await remind(teacher, { usuarios: [caro.id] });
    expect(unconfirmed.body).toMatchObject({ enviados: 0, resultados: [{ codigo: 'ADDRESS_UNCONFIRMED' }] });
    for (const person of [caro, dani, eva]) await verify(person);
    const sent = await remind(teacher);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body).toEqual({
      enviados: 1,
      resultados: [
        { id_usuario: caro.id, enviado: true, codigo: null },
        { id_usuario: dani.id, enviado: false, codigo: 'COURSE_ALREADY_COMPLETED' },
        { id_usuario: eva.id, enviado: false, codigo: 'NOT_ENROLLED' },
        { id_usuario: 999_999, enviado: false, codigo: 'USER_NOT_FOUND' },
      ],
    });
    const { personas } = await atRisk();
    expect(personas.find(({ id_usuario }) => id_usuario === caro.id)).toMatchObject({ recordado: still, ultimaActividad: '2026-03-01' });
    // Neither another person of the school nor a second press sends a second one.
    for (const person of [teacher, admin])
      expect((await remind(person, { usuarios: [caro.id] })).body).toMatchObject({
        enviados: 0,
        resultados: [{ codigo: 'REMINDED_RECENTLY' }],
      });
    let written = 0;
    for await (const { type } of school.running.deps.commands.log.readAll(null)) if (type === 'LearnerReminded') written++;
    expect(written).toBe(1);
  });

  test('any activity ends it: a minute of study', async () => {
    const before = await atRisk();
    await study('caro', first, 60);
    const after = await atRisk();
    expect(after.total).toBe(before.total - 1);
    expect(names(after)).not.toContain('caro');
  });

  test('of one course, so many at most; a course of somebody else is none of theirs', async () => {
    const { personas } = await atRisk(`?curso=${first.id}`);
    expect(new Set(personas.map(({ curso }) => curso))).toEqual(new Set(['Uno']));
    const all = await atRisk();
    const one = await atRisk('?limit=1');
    expect(one).toMatchObject({ total: all.total, personas: all.personas.slice(0, 1) });
    const foreign = await school.ask('GET', `/api/instructores/${teacher.id}/en-riesgo?curso=${others.id}`, { token: teacher.token });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'COURSE_NOT_FOUND' } });
    for (const bad of ['limit=0', 'limit=101', 'limit=x', 'curso=-1', 'curso=1%27'])
      expect((await school.ask('GET', `/api/instructores/${teacher.id}/en-riesgo?${bad}`, { token: teacher.token })).status, bad).toBe(400);
  });

  test('a name is shown as far as its owner shows it to staff; administrators see it always', async () => {
    const ana = named('ana');
    for (const campo of ['first_name', 'last_name', 'username'])
      await write(ana, 'PUT', '/api/cuenta/visibilidad', { campo, visible: 'private' });
    const of = ({ personas }: LearnersAtRisk) => personas.find(({ id_usuario }) => id_usuario === ana.id);
    expect(of(await atRisk())).toMatchObject({ nombre: null, foto: null });
    expect(of(await atRisk('', admin))).toMatchObject({ nombre: 'ana Quintanilla' });
    await write(ana, 'PUT', '/api/cuenta/visibilidad', { campo: 'first_name', visible: 'staff' });
    expect(of(await atRisk())).toMatchObject({ nombre: 'ana' });
  });

  test('a deactivated account is said to be one; an erased one is not waited for', async () => {
    const beto = named('beto');
    await write(admin, 'PUT', `/api/auth/users/${beto.id}`, { is_active: false });
    expect((await atRisk()).personas.find(({ id_usuario }) => id_usuario === beto.id)).toMatchObject({ activa: false });
    const before = await atRisk();
    await write(admin, 'DELETE', `/api/auth/users/${beto.id}`, { motivo: 'Lo pidió' });
    const after = await atRisk();
    expect(after.total).toBe(before.total - 1);
    expect(names(after)).not.toContain('beto');
  });
});

// rows: I05
test('who has gone quiet in the whole school is counted in «Por atender» and listed by page; archived courses are passed over', async () => {
  still = '2026-03-17T20:00:00.000Z';
  await enrol('fer', others);
  const gone = await makeCourse(school, teacher.token, teacher.id, [1], { nombre: 'Se fue' });
  await enrol('fer', gone);
  await enrol('caro', gone);
  still = '2026-06-01T20:00:00.000Z';
  type Quiet = LearnersAtRisk & { siguiente: string | null };
  const quiet = (query = '') => read<Quiet>(`/api/resumen/sin-actividad${query}`, admin);
  const counted = async () =>
    (await read<AttentionList>('/api/resumen/pendientes', admin)).pendientes.find(({ id }) => id === 'estudiantesSinActividad')?.cantidad;
  const rows = ({ personas }: LearnersAtRisk) => personas.map(({ id_usuario, id_curso }) => `${id_usuario} ${id_curso}`);
  const before = await quiet();
  expect(before).toMatchObject({ dias: 14, siguiente: null });
  expect(await counted()).toBe(before.total);
  expect(rows(before)).toEqual(expect.arrayContaining([`${named('fer').id} ${others.id}`, `${named('fer').id} ${gone.id}`]));

  await write(teacher, 'DELETE', `/api/cursos/cursos/${gone.id}`, { motivo: 'Ya no se da' });
  const all = await quiet();
  expect(rows(all)).toEqual(rows(before).filter((row) => !row.endsWith(` ${gone.id}`)));
  expect(all.total).toBe(before.total - 2);
  expect(await counted()).toBe(all.total);
  // The rule is the one of the instructors' own page.
  const own = [await atRisk(), await read<LearnersAtRisk>(`/api/instructores/${colleague.id}/en-riesgo`, colleague)];
  expect(rows(all).sort()).toEqual(own.flatMap(rows).sort());

  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Quiet = await quiet(`?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    walked.push(...rows(page));
    cursor = page.siguiente;
  }
  expect(walked).toEqual(rows(all));
  expect(rows(await quiet(`?curso=${others.id}`))).toEqual(rows(all).filter((row) => row.endsWith(` ${others.id}`)));
  for (const [query, status] of [
    [`curso=${gone.id}`, 404],
    ['dias=8', 400],
    ['cursor=x', 400],
  ] as const)
    expect((await school.ask('GET', `/api/resumen/sin-actividad?${query}`, { token: admin.token })).status, query).toBe(status);
  for (const person of [teacher, analyst, named('ana')])
    expect((await school.ask('GET', '/api/resumen/sin-actividad', { token: person.token })).status).toBe(403);
});

test('an archived course is in no figure', async () => {
  const spare = await makeCourse(school, teacher.token, teacher.id, [1], { nombre: 'Archivado' });
  await enrol('fer', spare);
  const before = await overview();
  expect(before.cursos).toHaveLength(3);
  await write(teacher, 'DELETE', `/api/cursos/cursos/${spare.id}`, { motivo: 'Ya no se da' });
  const after = await overview();
  expect(after.cursos.map(({ nombre }) => nombre)).toEqual(['Uno', 'Dos']);
  expect(Number(figureOf(after, 'inscripciones'))).toBe(Number(figureOf(before, 'inscripciones')) - 1);
});

test('only oneself and administrators: a student, an analyst and a colleague are refused', async () => {
  for (const path of ['resumen', 'en-riesgo']) {
    for (const person of [named('fer'), analyst, colleague])
      expect(await school.ask('GET', `/api/instructores/${teacher.id}/${path}`, { token: person.token })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    // Nor may a student ask for their own: they teach nothing.
    expect((await school.ask('GET', `/api/instructores/${named('fer').id}/${path}`, { token: named('fer').token })).status).toBe(403);
    expect((await school.ask('GET', `/api/instructores/999999/${path}`, { token: admin.token })).body.code).toBe('USER_NOT_FOUND');
  }
  expect((await overview(teacher, admin)).cursos).toHaveLength(2);
});
