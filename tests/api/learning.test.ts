import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadAnswer } from '../../backend/api/contract/files.ts';
import type { LearnerCourse, Panel } from '../../backend/api/contract/records/learning.ts';
import { form, picture } from '../support/images.ts';
import { join, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Learning from enrolment to completion: what is open, what counts, and that every figure is what the events say. */

let school: School;
let admin: Person;
let teacher: Person;
/** Teaches none of the courses here. */
let colleague: Person;
/** The clock of the API; null: the real one. */
let still: number | null = null;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(still ?? Date.now()) });
  admin = await join(school, 'directora');
  teacher = await join(school, 'maestra');
  colleague = await join(school, 'colega');
  await promote(school, admin, 'administrator');
  await promote(school, teacher, 'instructor');
  await promote(school, colleague, 'instructor');
}, 60_000);
afterAll(() => school.stop());

let people = 0;
const learners: Person[] = [];
const learner = async (): Promise<Person> => {
  const person = await join(school, `alumna_${++people}`);
  learners.push(person);
  return person;
};
const course = (classes: readonly number[], fields: object = {}) => makeCourse(school, teacher.token, teacher.id, classes, { ...fields });
const enrol = (person: Person, { id }: { id: number }) =>
  school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: id } });
const complete = (person: Person, classId: number | undefined, completado = true) =>
  school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${classId}/completar`, {
    token: person.token,
    body: { completado },
  });
const caughtUp = async (answer: Answer): Promise<Answer> => {
  expect(answer.status, answer.text).toBeLessThan(300);
  await settled(school);
  return answer;
};
const panelOf = async (person: Person): Promise<Panel> =>
  (await school.ask('GET', `/api/progreso/${person.id}`, { token: person.token })).body as unknown as Panel;
const courseOf = async (person: Person, { id }: { id: number }): Promise<LearnerCourse> =>
  (await school.ask('GET', `/api/progreso/curso/${id}/${person.id}`, { token: person.token })).body as unknown as LearnerCourse;
const classesOf = ({ modules }: TestCourse): number[] => modules.flatMap((module) => module.classes);
const assign = (person: Person, { id }: { id: number }) =>
  school.ask('POST', '/api/usuariocurso/create-usuario-curso', { token: admin.token, body: { id_usuario: person.id, id_curso: id } });
const plan = (person: Person, tipo_usuario: number) =>
  school.ask('PUT', `/api/auth/users/${person.id}`, { token: admin.token, body: { tipo_usuario } });
const verify = async (person: Person, { id }: { id: number }) => {
  const { body } = await school.ask('GET', `/api/usuarios-cursos-comprados/verificar/${person.id}/${id}`, { token: person.token });
  const { version, ...found } = body;
  expect(version).toEqual(expect.any(Number));
  return found;
};
/** The calls that hand out content. */
const contents = async (person: Person, { modules }: TestCourse): Promise<Answer[]> =>
  Promise.all(
    [
      `/api/sesiones/modulo/${modules[0]?.id}`,
      `/api/subtema/bySesion/${modules[0]?.classes[0]}`,
      `/api/recursos/bySesion/${modules[0]?.classes[0]}`,
    ].map((path) => school.ask('GET', path, { token: person.token })),
  );
const typesOf = async (stream: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const event of school.running.deps.commands.log.readStream(stream)) types.push(event.type);
  return types;
};

describe('enrolling', () => {
  // rows: B23
  test('the texts of the documents, once and again, also 20 times at once', async () => {
    const person = await learner();
    const free = await course([1]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enrol(person, free)));
    expect(answers.filter((answer) => answer.body.message === '¡Curso y sesiones añadidos a tu lista!').length).toBe(1);
    expect(answers.filter((answer) => answer.body.message === 'Ya tienes este curso en tu lista.').length).toBe(19);
    expect((await typesOf(`enrolment-${person.id}_${free.id}`)).filter((type) => type === 'LearnerEnrolled').length).toBe(1);
    await settled(school);
    expect((await school.ask('GET', `/api/cursos/cursos/${free.id}`)).body.students).toBe(1);
  });

  test('not for another person, not in what is not there, not published, Premium or priced', async () => {
    const person = await learner();
    const draft = await course([1]);
    await school.ask('PATCH', `/api/cursos/cursos/${draft.id}/estado`, { token: teacher.token, body: { estado: 0 } });
    expect(
      (
        await school.ask('POST', '/api/inscripciones/inscribir', {
          token: person.token,
          body: { id_usuario: teacher.id, id_curso: draft.id },
        })
      ).status,
    ).toBe(403);
    expect((await enrol(person, { id: 999_999 })).body.code).toBe('COURSE_NOT_FOUND');
    expect((await enrol(person, draft)).body.code).toBe('COURSE_NOT_PUBLISHED');
    expect(await enrol(person, await course([1], { tipo: 'Premium', precio: null }))).toMatchObject({
      status: 403,
      body: { code: 'PREMIUM_CONTENT', message: 'Cambia tu plan para acceder a este contenido.' },
    });
    expect(await enrol(person, await course([1], { precio: 199 }))).toMatchObject({ status: 422, body: { code: 'COURSE_NOT_FREE' } });
  });
});

describe('completing', () => {
  // rows: C04
  test('sequential: the next module opens when the one before is complete, and never locks again (C-22)', async () => {
    const person = await learner();
    const steps = await course([2, 1, 1]);
    await caughtUp(await enrol(person, steps));
    const [one, two, three] = steps.modules;
    expect(await complete(person, two?.classes[0])).toMatchObject({ status: 403, body: { code: 'MODULE_LOCKED' } });
    const before = await courseOf(person, steps);
    expect(before.modulos.map((module) => module.abierto)).toEqual([true, false, false]);
    expect(before.modulos[1]?.faltan.map((klass) => klass.id_sesion)).toEqual(one?.classes);
    expect(before.siguiente).toMatchObject({ moduleId: one?.id, sessionId: one?.classes[0] });
    await complete(person, one?.classes[0]);
    expect((await complete(person, two?.classes[0])).body.code).toBe('MODULE_LOCKED');
    await complete(person, one?.classes[1]);
    await caughtUp(await complete(person, two?.classes[0]));
    expect((await courseOf(person, steps)).modulos.map((module) => module.abierto)).toEqual([true, true, true]);
    // Unmarking a class locks nothing.
    await caughtUp(await complete(person, one?.classes[0], false));
    const again = await courseOf(person, steps);
    expect(again.modulos.map((module) => module.abierto)).toEqual([true, true, true]);
    expect(again).toMatchObject({ progreso: 50, siguiente: { sessionId: one?.classes[0] } });
    await caughtUp(await complete(person, three?.classes[0]));
  });

  // rows: C04
  test('the content of a locked module is answered by no call before it opens, and to its staff at any time', async () => {
    const SECRET = 'https://ejemplo.mx/mas-adelante';
    const steps = await course([1, 1]);
    const [one, two] = steps.modules;
    const write = async (method: string, path: string, body: object) =>
      caughtUp(await school.ask(method, path, { token: teacher.token, body }));
    const id_sesion = two?.classes[0];
    await write('PUT', `/api/modulos/modulos/${two?.id}`, { contenido: SECRET, link_video: `${SECRET}/modulo.mp4` });
    await write('PUT', `/api/sesiones/updateSesion/${id_sesion}`, { link_video: `${SECRET}/clase.mp4` });
    await write('POST', '/api/subtema', { id_sesion, titulo: 'Charla', contenido_texto: SECRET, link_video: `${SECRET}/charla.mp4` });
    await write('POST', '/api/recursos', { id_sesion, titulo: 'Guía', link_recurso: `${SECRET}/guia.pdf` });
    const outlines = [
      `/api/cursos/esquema/${steps.id}`,
      `/api/modulos/curso/${steps.id}`,
      `/api/modulos/modulos/curso/${steps.id}`,
      `/api/sesiones/modulo/${two?.id}`,
    ];
    const bySession = (word: string, of: typeof one) => `/api/${word}/bySesion/${of?.classes[0]}`;
    const read = (path: string, { token }: Person) => school.ask('GET', path, { token });
    const reads = async (person: Person, open: boolean) => {
      for (const path of outlines) {
        const answer = await read(path, person);
        expect(answer.status, path).toBe(200);
        expect(answer.text, path).toContain(path.includes('sesiones') ? 'Clase 2.1' : 'Módulo 2');
        expect(answer.text.includes(SECRET), path).toBe(open);
      }
      for (const word of ['subtema', 'recursos']) {
        expect((await read(bySession(word, one), person)).status).toBe(200);
        const locked = { status: 403, body: { code: 'MODULE_LOCKED' } };
        expect(await read(bySession(word, two), person)).toMatchObject(open ? { status: 200 } : locked);
      }
    };
    const [person, stranger] = [await learner(), await learner()];
    await caughtUp(await enrol(person, steps));
    await reads(person, false);
    // Leaving the course does not get around a lock.
    await reads(stranger, false);
    for (const staff of [teacher, admin]) await reads(staff, true);
    await reads(colleague, true);
    // Its own classes are enough: the read model need not have caught up.
    expect((await complete(person, one?.classes[0])).status).toBe(200);
    expect((await read(bySession('subtema', two), person)).text).toContain(SECRET);
    await settled(school);
    await reads(person, true);
    await caughtUp(await complete(person, one?.classes[0], false));
    await reads(person, true);
    await write('PUT', `/api/cursos/cursos/${steps.id}`, { desbloqueo: 'libre' });
    await reads(stranger, true);
  });

  // rows: C04
  test('with the free rule every module is open', async () => {
    const person = await learner();
    const free = await course([1, 1], { desbloqueo: 'libre' });
    await caughtUp(await enrol(person, free));
    expect((await complete(person, free.modules[1]?.classes[0])).body.progreso).toBe(50);
    await settled(school);
  });

  // rows: C11
  test('idempotent: 20 marks at once are one event; without enrolment it is refused', async () => {
    const person = await learner();
    const small = await course([2]);
    expect((await complete(person, classesOf(small)[0])).body.code).toBe('NOT_ENROLLED');
    await enrol(person, small);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(person, classesOf(small)[0])));
    expect(answers.every((answer) => answer.status === 200 && answer.body.progreso === 50)).toBe(true);
    expect((await typesOf(`enrolment-${person.id}_${small.id}`)).filter((type) => type === 'ClassCompleted').length).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => complete(person, classesOf(small)[0], false)));
    expect((await typesOf(`enrolment-${person.id}_${small.id}`)).filter((type) => type === 'ClassUncompleted').length).toBe(1);
    expect((await complete(person, 888_888)).body.code).toBe('CLASS_NOT_FOUND');
    await settled(school);
  });

  // rows: C12
  test('percentages are whole, 0 to 100, and 100 means all; the same on every screen', async () => {
    const person = await learner();
    const three = await course([3]);
    await caughtUp(await enrol(person, three));
    for (const [index, expected] of [33, 66, 100].entries()) {
      const marked = await caughtUp(await complete(person, classesOf(three)[index]));
      const record = (await panelOf(person)).cursos[0];
      const sessions = (await school.ask('GET', `/api/progreso/sesiones-curso/${three.id}/${person.id}`, { token: person.token })).body
        .data;
      expect([
        marked.body.progreso,
        record?.progreso,
        (await courseOf(person, three)).progreso,
        (sessions as { progreso: number }).progreso,
      ]).toEqual([expected, expected, expected, expected]);
    }
    expect((await panelOf(person)).cursos[0]).toMatchObject({
      estado: 'completado',
      contenidoNuevo: false,
      completado: expect.any(String),
      siguiente: null,
    });
  });

  // rows: C14
  test('a class added after completion: still completed, with new content (C-24)', async () => {
    const person = await learner();
    const grows = await course([3]);
    await enrol(person, grows);
    for (const classId of classesOf(grows)) await caughtUp(await complete(person, classId));
    const made = await caughtUp(
      await school.ask('POST', '/api/sesiones/createSesion', {
        token: teacher.token,
        body: { id_modulo: grows.modules[0]?.id, titulo: 'Nueva' },
      }),
    );
    expect((await panelOf(person)).cursos[0]).toMatchObject({
      estado: 'completado',
      contenidoNuevo: true,
      progreso: 75,
      sesionesCompletadas: 3,
      totalSesiones: 4,
    });
    await caughtUp(await complete(person, Number(made.body.id_sesion)));
    expect((await panelOf(person)).cursos[0]).toMatchObject({ estado: 'completado', contenidoNuevo: false, progreso: 100 });
    expect((await typesOf(`enrolment-${person.id}_${grows.id}`)).filter((type) => type === 'CourseCompleted').length).toBe(1);
  });

  // rows: C14
  test('when a class is removed, learners with nothing left to do complete the course by the reactor; completed classes do not count twice', async () => {
    const person = await learner();
    const shrinks = await course([2, 1]);
    await enrol(person, shrinks);
    await complete(person, shrinks.modules[0]?.classes[0]);
    await school.ask('DELETE', `/api/sesiones/deleteSesion/${shrinks.modules[0]?.classes[1]}`, { token: teacher.token });
    // The module behind opens.
    await until(async () => (await courseOf(person, shrinks)).modulos[1]?.abierto, 'the next module to open');
    await until(async () => (await typesOf(`enrolment-${person.id}_${shrinks.id}`)).includes('ModuleUnlocked'), 'the fact on record');
    await school.ask('DELETE', `/api/modulos/modulos/${shrinks.modules[1]?.id}`, { token: teacher.token });
    const done = await until(async () => (await panelOf(person)).cursos.find((one) => one.completado), 'the completion by the reactor');
    expect(done).toMatchObject({ progreso: 100, estado: 'completado', sesionesCompletadas: 1, totalSesiones: 1 });
    // A completed class that was archived no longer counts.
    const other = await learner();
    const two = await course([2]);
    await enrol(other, two);
    await complete(other, classesOf(two)[0]);
    await caughtUp(await school.ask('DELETE', `/api/sesiones/deleteSesion/${classesOf(two)[0]}`, { token: teacher.token }));
    expect(await courseOf(other, two)).toMatchObject({ progreso: 0, sesionesCompletadas: 0, totalSesiones: 1, completado: null });
  });

  // rows: B03
  test('unpublished and archived: those enrolled keep their access, others do not see it (B03, C-38)', async () => {
    const person = await learner();
    const stranger = await learner();
    const hidden = await course([2]);
    await enrol(person, hidden);
    for (const hide of [
      () => school.ask('PATCH', `/api/cursos/cursos/${hidden.id}/estado`, { token: teacher.token, body: { estado: 0 } }),
      () => school.ask('DELETE', `/api/cursos/cursos/${hidden.id}`, { token: teacher.token }),
    ]) {
      await caughtUp(await hide());
      expect((await contents(person, hidden)).map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect((await contents(stranger, hidden)).map((answer) => answer.status)).toEqual([404, 404, 404]);
      for (const path of [
        `/api/cursos/cursos/${hidden.id}`,
        `/api/cursos/esquema/${hidden.id}`,
        `/api/modulos/modulos/curso/${hidden.id}`,
      ]) {
        expect((await school.ask('GET', path, { token: person.token })).status, path).toBe(200);
        expect((await school.ask('GET', path, { token: stranger.token })).status, path).toBe(404);
        expect((await school.ask('GET', path)).status, path).toBe(path.startsWith('/api/modulos') ? 401 : 404);
      }
      expect((await panelOf(person)).cursos.length).toBe(1);
    }
    expect((await complete(person, classesOf(hidden)[0])).status).toBe(200);
    await settled(school);
  });
});

describe('entitlement', () => {
  // rows: B10
  test('the outline tells everybody what a course is made of, and only who has access what to read and where to watch (B10)', async () => {
    const priced = await course([1], { precio: 499 });
    const [module] = priced.modules;
    const write = async (method: string, path: string, body: object) => {
      const answer = await school.ask(method, path, { token: admin.token, body });
      expect(answer.status, answer.text).toBeLessThan(300);
    };
    const SECRET = 'https://ejemplo.mx/solo-para-quien-paga';
    const id_sesion = module?.classes[0];
    await write('PUT', `/api/modulos/modulos/${module?.id}`, { contenido: SECRET, link_video: `${SECRET}/modulo.mp4` });
    await write('PUT', `/api/sesiones/updateSesion/${id_sesion}`, { link_video: `${SECRET}/clase.mp4` });
    await write('POST', '/api/subtema', { id_sesion, titulo: 'Charla', tipo: 'video', link_video: `${SECRET}/charla.mp4` });
    await write('POST', '/api/recursos', { id_sesion, titulo: 'Guía', link_recurso: `${SECRET}/guia.pdf` });
    await settled(school);
    const person = await learner();
    const outline = (token?: string) => school.ask('GET', `/api/cursos/esquema/${priced.id}`, { token });
    const lists = ['modulos/curso', 'curso'].map((part) => `/api/modulos/${part}/${priced.id}`);
    for (const token of [undefined, person.token]) {
      const answer = await outline(token);
      expect(answer.text).toContain('Charla');
      expect(answer.text).toContain('Guía');
      expect(answer.text).not.toContain(SECRET);
    }
    for (const path of lists) {
      expect((await school.ask('GET', path)).status).toBe(401);
      expect((await school.ask('GET', path, { token: person.token })).text).not.toContain(SECRET);
    }
    await caughtUp(await assign(person, priced));
    for (const token of [person.token, admin.token]) expect((await outline(token)).text.split(SECRET)).toHaveLength(7);
    for (const path of lists) expect((await school.ask('GET', path, { token: person.token })).text).toContain(`${SECRET}/modulo.mp4`);
  });

  test('everybody may read the first class of a published course, and nothing else of it', async () => {
    const priced = await course([2, 1], { precio: 499 });
    const [first, second] = priced.modules[0]?.classes ?? [];
    const add = async (id_sesion: number | undefined, titulo: string, fields: object) => {
      const body = { id_sesion, titulo, ...fields };
      expect((await school.ask('POST', '/api/subtema', { token: admin.token, body })).status).toBe(201);
    };
    await add(first, 'Para empezar', { tipo: 'lectura', contenido_texto: 'Se lee sin cuenta.' });
    await add(first, 'Charla', { tipo: 'video', link_video: 'https://ejemplo.mx/charla.mp4' });
    await add(second, 'Después', { tipo: 'lectura', contenido_texto: 'Se lee con el curso.' });
    for (const [klass, contenido] of [
      [first, 'Bienvenida a todos.'],
      [second, 'Bienvenida a quien lo tiene.'],
    ] as const)
      await school.ask('PUT', `/api/sesiones/updateSesion/${klass}`, { token: admin.token, body: { contenido } });
    await settled(school);
    const sample = await school.ask('GET', `/api/cursos/muestra/${priced.id}`);
    expect(sample.status).toBe(200);
    expect(sample.body.clase).toMatchObject({
      id_sesion: first,
      contenido: 'Bienvenida a todos.',
      lecturas: [{ titulo: 'Lectura' }, { titulo: 'Para empezar', contenido_texto: 'Se lee sin cuenta.' }],
    });
    expect(sample.text).not.toMatch(/charla\.mp4|Se lee con el curso|quien lo tiene/);
    expect((await school.ask('GET', `/api/subtema/bySesion/${first}`)).status).toBe(401);
  });

  test('pictures of that class are seen without an account, too; those of the others are not', async () => {
    const priced = await course([2], { precio: 499 });
    const drawn = async (colour: string): Promise<string> => {
      const sent = await fetch(`${school.url}/api/files/upload?bucket=recursos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
        body: form([{ content: await picture('png', 40, 40, colour) }]),
      });
      const [address = ''] = ((await sent.json()) as UploadAnswer).urls;
      return address;
    };
    const [seen = [], unseen = []] = await Promise.all(
      (priced.modules[0]?.classes ?? []).map(async (id_sesion, index) => {
        const inReading = await drawn(index === 0 ? '#0a0' : '#a00');
        const inClass = await drawn(index === 0 ? '#0b0' : '#b00');
        const body = { id_sesion, titulo: 'Figura', tipo: 'lectura', contenido_texto: `![Un dibujo](${inReading})` };
        expect((await school.ask('POST', '/api/subtema', { token: admin.token, body })).status).toBe(201);
        const contenido = `![Otro](${inClass})`;
        const put = await school.ask('PUT', `/api/sesiones/updateSesion/${id_sesion}`, { token: admin.token, body: { contenido } });
        expect(put.status, put.text).toBe(200);
        return [inReading, inClass];
      }),
    );
    const stranger = await learner();
    for (const address of seen) {
      // Once it is noted where the picture is used.
      await until(async () => (await fetch(`${school.url}${address}`)).status === 200);
      expect((await school.ask('GET', address, { token: stranger.token })).status).toBe(200);
    }
    for (const address of unseen) {
      expect((await fetch(`${school.url}${address}`)).status).toBe(401);
      expect((await school.ask('GET', address, { token: stranger.token })).status).toBe(404);
    }
    await school.ask('PATCH', `/api/cursos/cursos/${priced.id}/estado`, { token: teacher.token, body: { estado: 0 } });
    await settled(school);
    for (const address of seen) expect((await fetch(`${school.url}${address}`)).status).toBe(401);
  });

  test('pictures of a class that is not open stay closed once it is archived', async () => {
    const free = await course([1, 1]);
    const [klass] = free.modules[1]?.classes ?? [];
    const sent = await fetch(`${school.url}/api/files/upload?bucket=recursos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form([{ content: await picture('png', 40, 40, '#c00') }]),
    });
    const [address = ''] = ((await sent.json()) as UploadAnswer).urls;
    const body = { contenido: `![Un dibujo](${address})` };
    expect((await school.ask('PUT', `/api/sesiones/updateSesion/${klass}`, { token: admin.token, body })).status).toBe(200);
    const person = await learner();
    await caughtUp(await enrol(person, free));
    await until(async () => (await school.ask('GET', address, { token: teacher.token })).status === 200);
    const seen = async () => (await school.ask('GET', address, { token: person.token })).status;
    expect(await seen()).toBe(404);
    expect((await school.ask('DELETE', `/api/sesiones/deleteSesion/${klass}`, { token: admin.token })).status).toBe(200);
    expect(await seen()).toBe(404);
  });

  // rows: B10
  test('Premium opens by plan while it lasts, by a grant for good, and to its staff', async () => {
    const person = await learner();
    const premium = await course([1], { tipo: 'Premium', precio: null });
    expect(await verify(person, premium)).toEqual({ inscrito: false, acceso: false, fuente: null });
    for (const answer of await contents(person, premium)) expect(answer).toMatchObject({ status: 403, body: { code: 'PREMIUM_CONTENT' } });
    // What the card shows is open to all.
    expect((await school.ask('GET', `/api/cursos/esquema/${premium.id}`)).status).toBe(200);
    await plan(person, 2);
    expect(await verify(person, premium)).toEqual({ inscrito: false, acceso: true, fuente: 'plan' });
    await caughtUp(await enrol(person, premium));
    expect((await contents(person, premium)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await verify(person, premium)).toEqual({ inscrito: true, acceso: true, fuente: 'plan' });
    await plan(person, 1);
    expect(await verify(person, premium)).toEqual({ inscrito: true, acceso: false, fuente: null });
    expect((await contents(person, premium)).map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect((await complete(person, classesOf(premium)[0])).body.code).toBe('PREMIUM_CONTENT');

    const granted = await learner();
    await caughtUp(await assign(granted, premium));
    expect(await verify(granted, premium)).toEqual({ inscrito: true, acceso: true, fuente: 'asignado' });
    expect((await contents(granted, premium)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await verify(teacher, premium)).fuente).toBe('equipo');
    expect((await contents(admin, premium)).map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  test('an assignment to somebody enrolled by plan outlives the plan, and is recorded once (C-05)', async () => {
    const person = await learner();
    const premium = await course([1], { tipo: 'Premium', precio: null });
    await plan(person, 2);
    await caughtUp(await enrol(person, premium));
    // Said to whoever assigns it (I16).
    expect((await caughtUp(await assign(person, premium))).body).toEqual({
      yaInscrito: true,
      version: expect.any(Number),
      message: 'El usuario ya tenía el curso; ahora también lo tiene asignado',
    });
    expect((await caughtUp(await assign(person, premium))).body).toEqual({
      yaInscrito: true,
      version: expect.any(Number),
      message: 'El usuario ya tiene este curso',
    });
    expect((await caughtUp(await assign(person, await course([1], { tipo: 'Premium', precio: null })))).body).toMatchObject({
      yaInscrito: false,
      message: 'Se ha agregado 1 curso al usuario',
    });
    await plan(person, 1);
    expect(await verify(person, premium)).toEqual({ inscrito: true, acceso: true, fuente: 'asignado' });
    expect((await contents(person, premium)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    const types = await typesOf(`enrolment-${person.id}_${premium.id}`);
    expect(types.filter((type) => type === 'LearnerEnrolled' || type === 'EntitlementGranted')).toEqual([
      'LearnerEnrolled',
      'EntitlementGranted',
    ]);
    expect((await school.ask('GET', `/api/cursos/cursos/${premium.id}`)).body.students).toBe(1);
  });

  // rows: B10
  test('a priced Básico must be bought or granted, a free one is open (C-79)', async () => {
    const person = await learner();
    const priced = await course([1], { precio: '149.50' });
    const free = await course([1], { precio: 0 });
    const unset = await course([1], { precio: null });
    expect((await verify(person, priced)).acceso).toBe(false);
    expect((await contents(person, priced)).map((answer) => answer.status)).toEqual([403, 403, 403]);
    for (const open of [free, unset]) {
      expect(await verify(person, open)).toEqual({ inscrito: false, acceso: true, fuente: 'abierto' });
      expect((await contents(person, open)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    }
    // The Premium plan buys no priced Básico.
    await plan(person, 2);
    expect((await verify(person, priced)).acceso).toBe(false);
    await caughtUp(await assign(person, priced));
    expect((await contents(person, priced)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    await caughtUp(await school.ask('DELETE', `/api/usuariocurso/delete-usuario-curso/${person.id}/${priced.id}`, { token: admin.token }));
    expect((await contents(person, priced)).map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect(
      (await school.ask('DELETE', `/api/usuariocurso/delete-usuario-curso/${person.id}/${priced.id}`, { token: admin.token })).body.code,
    ).toBe('ENROLMENT_NOT_FOUND');
  });
});

describe('study time and last view', () => {
  // rows: C20
  test('heartbeats: cumulative, overlaps once, never more than the clock', async () => {
    const person = await learner();
    const studied = await course([1]);
    const also = await course([1]);
    const beat = (courseId: number, pestana: string, segundos: number, more: object = {}) =>
      school.ask('POST', `/api/progreso/latido/${person.id}`, {
        token: person.token,
        body: { id_curso: courseId, pestana, segundos, ...more },
      });
    expect((await beat(studied.id, 'a', 15)).body.code).toBe('NOT_ENROLLED');
    await enrol(person, studied);
    await enrol(person, also);
    // Noon in Mexico, so that no midnight falls in between.
    still = Date.parse(`${new Date().toISOString().slice(0, 10)}T18:00:00.000Z`);
    try {
      expect((await beat(studied.id, 'a', 60)).body).toEqual({ contados: 60 });
      // Again the same report, and a lost one made up for by the next.
      expect((await beat(studied.id, 'a', 60)).body).toEqual({ contados: 0 });
      still += 60_000;
      await beat(studied.id, 'a', 120);
      // Another tab, another course, the same minute.
      await beat(studied.id, 'b', 120);
      await beat(also.id, 'c', 120);
      still += 60_000;
      await beat(also.id, 'c', 180);
      // A day in a minute.
      still += 60_000;
      await caughtUp(await beat(studied.id, 'a', 86_400));
      const total = (await school.ask('GET', `/api/progreso/tiempo-estudiado/${person.id}`, { token: person.token })).body;
      expect(total).toEqual({ success: true, tiempoEstudiado: 4 });
      const per = async (id: number) =>
        (await school.ask('GET', `/api/progreso/tiempo-estudiado-curso/${id}/${person.id}`, { token: person.token })).body.tiempoEstudiado;
      expect([await per(studied.id), await per(also.id)]).toEqual([3, 1]);
      const { dias, estadisticas } = await panelOf(person);
      expect(dias.at(-1)).toEqual({ fecha: new Date(still).toISOString().slice(0, 10), minutos: 4 });
      expect(dias.length).toBe(14);
      expect(estadisticas).toMatchObject({ tiempoEstudiado: 4, racha: 1 });
      // A page that goes away within the minute leaves its seconds here.
      still += 20_000;
      expect((await beat(also.id, 'c', 200)).body).toEqual({ contados: 0 });
      expect((await beat(also.id, 'c', 200, { cierra: true })).body).toEqual({ contados: 20 });
      for (const segundos of [-1, 1.5, 90_000, 'x']) expect((await beat(studied.id, 'a', segundos as number)).status).toBe(400);
    } finally {
      still = null;
    }
  });

  // rows: C15
  test('the last view follows the person, and continues where it was', async () => {
    const person = await learner();
    const viewed = await course([2]);
    const view = {
      courseId: viewed.id,
      moduleId: viewed.modules[0]?.id,
      sessionId: classesOf(viewed)[1],
      subtemaId: null,
      viewMode: 'module',
    };
    const save = (body: object) => school.ask('PUT', `/api/progreso/ultima-vista/${person.id}`, { token: person.token, body });
    expect((await save(view)).body.code).toBe('NOT_ENROLLED');
    await enrol(person, viewed);
    await caughtUp(await save(view));
    await save(view);
    const elsewhere = await school.login(person.email, 'Segura-2026!');
    const record = (await school.ask('GET', `/api/usuariocurso/usuario-curso/${person.id}/${viewed.id}`, { token: elsewhere.token })).body;
    expect(record.ultimaVista).toEqual({ ...view, at: expect.any(String) });
    expect((await typesOf(`enrolment-${person.id}_${viewed.id}`)).filter((type) => type === 'LessonViewed').length).toBe(1);
  });
});

// rows: C07
test('a video goes on at the second where it was stopped, on any device', async () => {
  const person = await learner();
  const watched = await course([1]);
  const id_sesion = watched.modules[0]?.classes[0];
  for (const link_video of ['https://www.youtube.com/watch?v=a-_Bc1dEf23', '/videos/uno.mp4']) {
    const body = { id_sesion, titulo: 'Video', tipo_subtema: 'video', link_video, duracion: 5 };
    const added = await school.ask('POST', '/api/subtema', { token: admin.token, body });
    expect(added.status, added.text).toBe(201);
  }
  const stop = (video: string, segundo: number, token = person.token) =>
    school.ask('PUT', `/api/progreso/video/${person.id}`, { token, body: { id_curso: watched.id, video, segundo } });
  expect(await stop('a-_Bc1dEf23', 40)).toMatchObject({ status: 403, body: { code: 'NOT_ENROLLED' } });
  await enrol(person, watched);
  await stop('a-_Bc1dEf23', 40);
  await stop('/videos/uno.mp4', 12);
  await caughtUp(await stop('a-_Bc1dEf23', 95));
  const elsewhere = await school.login(person.email, 'Segura-2026!');
  const videos = async () =>
    (await school.ask('GET', `/api/progreso/curso/${watched.id}/${person.id}`, { token: elsewhere.token })).body.videos;
  expect(await videos()).toEqual({ 'a-_Bc1dEf23': 95, '/videos/uno.mp4': 12 });
  await caughtUp(await stop('a-_Bc1dEf23', 0));
  expect(await videos()).toEqual({ '/videos/uno.mp4': 12 });
  expect((await stop('a-_Bc1dEf23', 5, (await learner()).token)).status).toBe(403);
  expect((await stop('a-_Bc1dEf23', -1)).status).toBe(400);
  const { text } = await school.ask('GET', '/api/cuenta/datos', { token: person.token });
  expect(text).toContain(`watching-${person.id}_${watched.id}`);
});

// rows: C24
test('a course may ask to watch the videos of a class before it is completed; who cannot may read the text', async () => {
  const [person, other] = [await learner(), await learner()];
  const asking = await course([2]);
  const [first, second] = classesOf(asking);
  // A signed address is long, and one beyond all measure has no key, so that nobody is asked for it.
  const signed = `https://archivos.mx/dos.mp4?firma=${'f'.repeat(600)}`;
  const endless = `https://archivos.mx/${'ñ'.repeat(1_000)}.mp4`;
  const links = ['https://www.youtube.com/watch?v=a-_Bc1dEf23', '/videos/uno.mp4', 'https://otro.mx/sin-reproductor', signed, endless];
  for (const link_video of links) {
    const body = { id_sesion: first, titulo: 'Video', tipo_subtema: 'video', link_video, duracion: 5 };
    const added = await school.ask('POST', '/api/subtema', { token: admin.token, body });
    expect(added.status, added.text).toBe(201);
  }
  for (const one of [person, other]) await caughtUp(await enrol(one, asking));
  const watch = async (who: Person, video: string, visto: 'completo' | 'leido') =>
    caughtUp(
      await school.ask('PUT', `/api/progreso/video/${who.id}`, {
        token: who.token,
        body: { id_curso: asking.id, video, segundo: 0, visto },
      }),
    );
  const rule = async (ver_videos: string) =>
    caughtUp(await school.ask('PUT', `/api/cursos/cursos/${asking.id}`, { token: teacher.token, body: { ver_videos } }));

  // Where nobody asks for it, nothing is noted, and the class is completed without.
  await watch(other, '/videos/uno.mp4', 'completo');
  await caughtUp(await complete(other, first));
  await rule('obligatorio');
  expect(await complete(person, first)).toMatchObject({ status: 409, body: { code: 'VIDEO_NOT_WATCHED' } });
  await watch(person, '/videos/uno.mp4', 'leido');
  expect((await courseOf(person, asking)).vistos).toEqual(['/videos/uno.mp4']);
  expect((await complete(person, first)).status).toBe(409);
  await watch(person, 'a-_Bc1dEf23', 'completo');
  await watch(person, 'a-_Bc1dEf23', 'completo');
  expect((await complete(person, first)).status).toBe(409);
  await watch(person, signed, 'completo');
  await caughtUp(await complete(person, first));
  // A class without videos, and one that was completed before, ask for nothing.
  await caughtUp(await complete(person, second));
  await caughtUp(await complete(other, first));
  expect((await typesOf(`enrolment-${person.id}_${asking.id}`)).filter((type) => type === 'VideoWatched')).toHaveLength(3);
  expect(await typesOf(`enrolment-${other.id}_${asking.id}`)).not.toContain('VideoWatched');

  await caughtUp(await complete(other, first, false));
  expect((await complete(other, first)).status).toBe(409);
  await rule('opcional');
  await caughtUp(await complete(other, first));
});

describe('the past', () => {
  const panelAt = async (person: Person, day: string) =>
    (await school.ask('GET', `/api/progreso/al-dia/${person.id}/${day}`, { token: person.token })).body as unknown as Panel;
  const factsOf = (person: Person, query: string, token = person.token) =>
    school.ask('GET', `/api/progreso/hechos/${person.id}?${query}`, { token });
  let person: Person;
  let grown: TestCourse;

  // rows: D10
  test('a panel as of a day is what the events up to its end say, whatever came later', async () => {
    person = await learner();
    still = Date.parse('2026-01-09T20:00:00Z');
    grown = await course([2]);
    const [first, second] = classesOf(grown);
    still = Date.parse('2026-01-10T20:00:00Z');
    await caughtUp(await enrol(person, grown));
    await caughtUp(await complete(person, first));
    const report = (segundos: number) =>
      school.ask('POST', `/api/progreso/latido/${person.id}`, {
        token: person.token,
        body: { id_curso: grown.id, pestana: 'pasado', segundos },
      });
    await report(0);
    still += 90_000;
    await caughtUp(await report(90));
    // Still the 11th where the school is.
    still = Date.parse('2026-01-12T06:00:00Z');
    await caughtUp(await complete(person, second));
    const body = { id_modulo: grown.modules[0]?.id, titulo: 'La que vino después' };
    still = Date.parse('2026-01-13T20:00:00Z');
    await caughtUp(await school.ask('POST', '/api/sesiones/createSesion', { token: teacher.token, body }));
    still = null;

    expect((await panelAt(person, '2026-01-09')).estadisticas).toMatchObject({ cursosInscritos: 0, sesionesCompletadas: 0 });
    const then = await panelAt(person, '2026-01-10');
    expect(then.estadisticas).toMatchObject({
      cursosActivos: 1,
      cursosCompletados: 0,
      sesionesCompletadas: 1,
      tiempoEstudiado: 1,
      racha: 1,
    });
    expect(then.cursos[0]).toMatchObject({ id_curso: grown.id, progreso: 50, totalSesiones: 2, completado: null });
    expect(then.dias.at(-1)).toEqual({ fecha: '2026-01-10', minutos: 1 });
    const done = await panelAt(person, '2026-01-11');
    expect(done.cursos[0]).toMatchObject({ progreso: 100, totalSesiones: 2, contenidoNuevo: false });
    expect(done.estadisticas).toMatchObject({ cursosCompletados: 1 });
    expect((await panelAt(person, '2026-01-13')).cursos[0]).toMatchObject({ totalSesiones: 3, contenidoNuevo: true, estado: 'completado' });
    // Today, or later: what everybody sees.
    expect(await panelAt(person, '2999-12-31')).toEqual(await panelOf(person));
  });

  // rows: D02
  test('the facts behind a figure, newest first, in pages', async () => {
    const [first, second] = classesOf(grown);
    await caughtUp(await complete(person, second, false));
    const all = (await factsOf(person, 'sobre=clases')).body as unknown as { tipo: string; clase: string; fecha: string; curso: string }[];
    expect(all.map(({ tipo }) => tipo)).toEqual(['ClassUncompleted', 'ClassCompleted', 'ClassCompleted']);
    expect(all[2]).toMatchObject({
      fecha: '2026-01-10T20:00:00.000Z',
      curso: 'Curso',
      clase: expect.stringMatching(/\S/),
      id_curso: grown.id,
    });
    const page = await factsOf(person, 'sobre=clases&limit=2');
    const next = page.headers.get('x-next-cursor');
    expect([
      ...(page.body as unknown as object[]),
      ...((await factsOf(person, `sobre=clases&limit=2&cursor=${next}`)).body as unknown as object[]),
    ]).toEqual(all);
    expect((await factsOf(person, 'sobre=tiempo')).body).toMatchObject([{ tipo: 'StudyTimeRecorded', segundos: 90, clase: null }]);
    expect(((await factsOf(person, 'sobre=cursos')).body as unknown as { tipo: string }[]).map(({ tipo }) => tipo)).toEqual([
      'CourseCompleted',
      'LearnerEnrolled',
    ]);
    // A class that is gone keeps its name.
    await caughtUp(await school.ask('DELETE', `/api/sesiones/deleteSesion/${first}`, { token: teacher.token }));
    expect((await factsOf(person, 'sobre=clases')).body).toEqual(all);
  });

  test('nobody else’s; a day that is none is malformed', async () => {
    const other = await learner();
    expect((await factsOf(person, 'sobre=clases', other.token)).status).toBe(403);
    expect((await school.ask('GET', `/api/progreso/al-dia/${person.id}/2026-01-10`, { token: other.token })).status).toBe(403);
    for (const day of ['ayer', '2026-13-01', '2026-02-30'])
      expect((await school.ask('GET', `/api/progreso/al-dia/${person.id}/${day}`, { token: person.token })).status).toBe(400);
    expect((await factsOf(person, 'sobre=todo')).status).toBe(400);
  });
});

describe('figures', () => {
  // rows: I05
  test('every panel, and the overview, say what the events say', async () => {
    await settled(school);
    const enrolled = new Map<string, Set<number>>();
    const completedClasses = new Map<string, Set<number>>();
    const finished = new Set<string>();
    const seconds = new Map<number, number>();
    const current = new Map<number, Set<number>>();
    let registered = 0;
    let marks = 0;
    let study = 0;
    for await (const event of school.running.deps.commands.log.readAll(null)) {
      const data = event.data as { userId: number; courseId: number; classId: number; moduleId: number; seconds: number };
      const key = `${data.userId}_${data.courseId}`;
      const classes = current.get(data.courseId) ?? new Set();
      current.set(data.courseId, classes);
      const done = completedClasses.get(key) ?? new Set();
      completedClasses.set(key, done);
      if (event.type === 'UserRegistered') registered++;
      if (event.type === 'LearnerEnrolled') enrolled.set(key, new Set());
      if (event.type === 'LearnerUnenrolled') enrolled.delete(key);
      if (event.type === 'ClassCompleted') done.add(data.classId);
      if (event.type === 'ClassUncompleted') done.delete(data.classId);
      if (event.type === 'ClassCompleted') marks++;
      if (event.type === 'ClassUncompleted') marks--;
      if (event.type === 'CourseCompleted') finished.add(key);
      if (event.type === 'ClassAdded') classes.add(data.classId);
      if (event.type === 'ClassRemoved') classes.delete(data.classId);
      if (event.type === 'StudyTimeRecorded') {
        seconds.set(data.userId, (seconds.get(data.userId) ?? 0) + data.seconds);
        study += data.seconds;
      }
    }
    // A module that is removed takes its classes with it, by the present outline.
    const present = async (courseId: number) => {
      const outline = (await school.ask('GET', `/api/cursos/esquema/${courseId}`, { token: admin.token })).body as unknown as {
        modulos: { sesiones: { id_sesion: number }[] }[];
      };
      return new Set(outline.modulos.flatMap((module) => module.sesiones.map((klass) => klass.id_sesion)));
    };
    expect(learners.length).toBeGreaterThan(10);
    for (const person of learners) {
      const { estadisticas, cursos } = await panelOf(person);
      const mine = [...enrolled.keys()].filter((key) => key.startsWith(`${person.id}_`));
      const done = mine.filter((key) => finished.has(key));
      let sessions = 0;
      for (const key of mine) {
        const now = await present(Number(key.split('_')[1]));
        sessions += [...(completedClasses.get(key) ?? [])].filter((classId) => now.has(classId)).length;
      }
      expect(estadisticas, person.username).toMatchObject({
        cursosInscritos: mine.length,
        cursosCompletados: done.length,
        cursosActivos: mine.length - done.length,
        sesionesCompletadas: sessions,
        tiempoEstudiado: Math.floor((seconds.get(person.id) ?? 0) / 60),
      });
      expect(cursos.map((one) => `${person.id}_${one.id_curso}`).sort()).toEqual([...mine].sort());
    }
    const { cifras } = (await school.ask('GET', '/api/resumen', { token: admin.token })).body as unknown as {
      cifras: { id: string; valor: number }[];
    };
    expect(Object.fromEntries(cifras.map(({ id, valor }) => [id, valor]))).toMatchObject({
      usuarios: registered,
      estudiantes: registered - 3,
      inscripciones: enrolled.size,
      sesionesCompletadas: marks,
      cursosCompletados: finished.size,
      tiempoEstudiado: Math.floor(study / 60),
    });
  });
});
