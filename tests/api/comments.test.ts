import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentRecord, Discussion } from '../../backend/api/contract/comments.ts';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Discussions below subtopics: who reads and who speaks, what stands there, and what becomes of it. */

let school: School;
let admin: Person;
let teacher: Person;
let course: TestCourse;
let subtopicId: number;
let position = '0';

/** Runs a call and remembers its position, so that the next read has it. */
const ask: School['ask'] = async (method, path, options = {}) => {
  const answer = await school.ask(method, path, { ...options, headers: { 'x-min-position': position, ...options.headers } });
  const at = answer.headers.get('x-position');
  if (at && at > position) position = at;
  return answer;
};
const subtopicsOf = async (courseId: number): Promise<number[]> => {
  const outline = (await ask('GET', `/api/cursos/esquema/${courseId}`, { token: admin.token })).body as unknown as Outline;
  return outline.modulos.flatMap(({ sesiones }) => sesiones.flatMap(({ subtemas }) => subtemas.map(({ id_subtema }) => id_subtema)));
};
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
  subtopicId = (await subtopicsOf(course.id))[0] ?? 0;
});
afterAll(() => school.stop());

let people = 0;
/** By the command that the link in the mail runs. */
const confirm = async ({ id }: Person) => {
  await confirmEmail(school.running.deps.commands, id);
  await settled(school);
};
const learner = async (more: object = {}): Promise<Person> => {
  const person = await join(school, `alumna_${++people}`, more);
  await confirm(person);
  const enrolled = await ask('POST', '/api/inscripciones/inscribir', {
    token: person.token,
    body: { id_usuario: person.id, id_curso: course.id },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
  return person;
};
const say = (person: { token: string }, comentario: string, more: object = {}) =>
  ask('POST', '/api/comentarios', { token: person.token, body: { id_subtema: subtopicId, comentario, ...more } });
const said = async (person: { token: string }, comentario: string, more: object = {}): Promise<number> => {
  const answer = await say(person, comentario, more);
  expect(answer.status, answer.text).toBe(201);
  return Number(answer.body['id']);
};
const read = async (person: { token: string }, query = '', at = subtopicId): Promise<Discussion> => {
  const answer = await ask('GET', `/api/comentarios/subtema/${at}${query}`, { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Discussion;
};
const found = async (person: { token: string }, id: number): Promise<CommentRecord | undefined> =>
  (await read(person, '?limit=100')).comentarios.find((one) => one.id === id);

// rows: C19
describe('a discussion', () => {
  test('has threads one level deep, newest first, each with its first answers; the others come by pages', async () => {
    const [ana, beto] = [await learner({ first_name: 'Ana' }), await learner({ first_name: 'Beto' })];
    const root = await said(ana, '¿Por qué **así**?');
    const answers = [];
    for (const text of ['Uno', 'Dos', 'Tres', 'Cuatro']) answers.push(await said(beto, text, { id_respuesta_a: root }));
    const deep = await said(ana, 'A una respuesta', { id_respuesta_a: answers[0] });
    const other = await said(beto, 'Otro tema');
    const { comentarios, impedimento } = await read(ana);
    expect(impedimento).toBeNull();
    expect(comentarios.slice(0, 2).map(({ id }) => id)).toEqual([other, root]);
    const thread = comentarios[1];
    expect(thread).toMatchObject({
      comentario: '¿Por qué **así**?',
      totalRespuestas: 5,
      usuario: { nombre: 'Ana Quintanilla' },
      propio: true,
    });
    expect(thread?.respuestas.map(({ id }) => id)).toEqual(answers.slice(0, 3));
    const rest = await ask('GET', `/api/comentarios/${root}/respuestas?cursor=${encodeURIComponent(thread?.siguientes ?? '')}`, {
      token: ana.token,
    });
    expect((rest.body['respuestas'] as { id: number; id_raiz: number }[]).map(({ id, id_raiz }) => [id, id_raiz])).toEqual([
      [answers[3], root],
      [deep, root],
    ]);
    const first = await read(ana, '?limit=1');
    const second = await read(ana, `?limit=1&cursor=${encodeURIComponent(first.siguiente ?? '')}`);
    expect([first, second].map((page) => page.comentarios[0]?.id)).toEqual([other, root]);
  });

  test('is for who may read the course, and only for those who are of it to speak in, with a confirmed e-mail', async () => {
    const ana = await learner();
    const id = await said(ana, 'Hola');
    const outside = await join(school, 'de_fuera');
    await confirm(outside);
    // A free course is open to all: to read.
    expect((await read(outside)).impedimento).toBe('NOT_ENROLLED');
    expect((await say(outside, 'Yo')).body).toMatchObject({ code: 'NOT_ENROLLED' });
    const unconfirmed = await join(school, 'sin_confirmar');
    await ask('POST', '/api/inscripciones/inscribir', {
      token: unconfirmed.token,
      body: { id_usuario: unconfirmed.id, id_curso: course.id },
    });
    expect((await read(unconfirmed)).impedimento).toBe('EMAIL_NOT_VERIFIED');
    expect((await say(unconfirmed, 'Yo')).body).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Confirma tu correo para continuar.',
    });
    expect((await school.ask('GET', `/api/comentarios/subtema/${subtopicId}`)).status).toBe(401);

    const paid = await makeCourse(school, admin.token, teacher.id, [1], { tipo: 'Premium', precio: 500 });
    const [inside = 0] = await subtopicsOf(paid.id);
    for (const [method, path, body] of [
      ['GET', `/api/comentarios/subtema/${inside}`, undefined],
      ['POST', '/api/comentarios', { id_subtema: inside, comentario: 'Hola' }],
    ] as const)
      expect((await ask(method, path, { token: ana.token, body })).body).toMatchObject({ code: 'PREMIUM_CONTENT' });
    // The discussion of a module that is still locked is hidden from those who have not opened it yet.
    const [, later = 0] = await subtopicsOf(course.id);
    expect((await ask('GET', `/api/comentarios/subtema/${later}`, { token: ana.token })).body).toMatchObject({ code: 'MODULE_LOCKED' });
    expect((await read(teacher, '', later)).equipo).toBe(true);
    // Unpublished, those who are in it keep it, and it is not there for others.
    const state = (estado: 0 | 1) => ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { token: admin.token, body: { estado } });
    await state(0);
    expect(await found(ana, id)).toBeDefined();
    expect((await ask('GET', `/api/comentarios/subtema/${subtopicId}`, { token: outside.token })).body).toMatchObject({
      code: 'COURSE_NOT_FOUND',
    });
    expect((await ask('GET', `/api/comentarios/${id}`, { token: outside.token })).status).toBe(404);
    await state(1);
    expect((await ask('GET', '/api/comentarios/subtema/999999', { token: ana.token })).body).toMatchObject({
      message: 'No se encontró el subtema o el comentario asociado.',
    });
  });

  test('refuses what is no comment: nothing, too much, a thousand people, who is not of the course, an answer to nothing', async () => {
    const ana = await learner();
    for (const [text, code] of [
      ['  \u200b ', 'COMMENT_EMPTY'],
      ['ñ'.repeat(4_001), 'COMMENT_TOO_LONG'],
      [Array.from({ length: 1_000 }, (_, index) => `<@${index + 1}>`).join(''), 'TOO_MANY_MENTIONS'],
      ['<@999999> hola', 'MENTION_UNKNOWN'],
    ] as const)
      expect((await say(ana, text)).body).toMatchObject({ code, errors: [{ path: 'comentario' }] });
    expect((await say(ana, 'Sí', { id_respuesta_a: 999_999 })).body.code).toBe('COMMENT_NOT_FOUND');
    const id = await said(ana, '<script>alert(1)</script>\u202e');
    expect(await found(ana, id)).toMatchObject({ comentario: '<script>alert(1)</script>' });
  });

  test('one changes and withdraws what is one’s own, nobody else’s; an answered one leaves its place', async () => {
    const [ana, beto] = [await learner(), await learner()];
    const id = await said(ana, 'Primera');
    const edit = (as: Person, comentario: string) => ask('PUT', `/api/comentarios/${id}`, { token: as.token, body: { comentario } });
    expect((await edit(beto, 'Ajena')).body.code).toBe('COMMENT_NOT_FOUND');
    expect((await edit(ana, 'Segunda')).status).toBe(200);
    const shown = await found(ana, id);
    expect(shown).toMatchObject({ comentario: 'Segunda', propio: true });
    expect(shown?.editado).not.toBeNull();
    expect(shown?.editable).not.toBeNull();
    expect(await found(beto, id)).toMatchObject({ propio: false, editable: null });
    const answer = await said(beto, 'Respondo', { id_respuesta_a: id });
    const withdraw = (as: Person, which: number) => ask('DELETE', `/api/comentarios/${which}`, { token: as.token });
    expect((await withdraw(beto, id)).status).toBe(404);
    expect((await withdraw(ana, id)).status).toBe(200);
    expect(await found(beto, id)).toMatchObject({ comentario: null, estado: 'quitado', totalRespuestas: 1 });
    expect((await say(beto, 'Más', { id_respuesta_a: id })).body.code).toBe('COMMENT_NOT_FOUND');
    expect((await withdraw(beto, answer)).status).toBe(200);
    expect(await found(beto, id)).toBeUndefined();
  });

  // rows: E07
  test('a link leads to a comment in its thread, wherever that stands', async () => {
    const ana = await learner();
    const root = await said(ana, 'Raíz');
    let last = 0;
    for (let count = 0; count < 5; count++) last = await said(ana, `Respuesta ${count}`, { id_respuesta_a: root });
    const { body } = await ask('GET', `/api/comentarios/${last}`, { token: ana.token });
    expect(body).toMatchObject({
      lugar: { id_curso: course.id, id_modulo: course.modules[0]?.id, id_subtema: subtopicId },
      hilo: { id: root },
    });
    expect((body['hilo'] as CommentRecord).respuestas.at(-1)?.id).toBe(last);
  });
});

// rows: E13
describe('mentions and reactions', () => {
  test('a person of the course is found by the names that they show, and called by an id', async () => {
    const [ana, berenice] = [await learner({ first_name: 'Ana' }), await learner({ first_name: 'Berenice', last_name: 'Ávila' })];
    const suggested = async (buscar: string) =>
      (await ask('GET', `/api/comentarios/subtema/${subtopicId}/personas?buscar=${encodeURIComponent(buscar)}`, { token: ana.token })).body[
        'personas'
      ] as { id: number; nombre: string }[];
    expect(await suggested('berenice av')).toMatchObject([{ id: berenice.id, nombre: 'Berenice Ávila' }]);
    expect(await suggested(berenice.email)).toEqual([]);
    const id = await said(ana, `Gracias <@${berenice.id}>`);
    expect((await found(ana, id))?.menciones).toEqual([{ id: berenice.id, nombre: 'Berenice Ávila' }]);
    // A person who hides their name is neither found by it nor mentioned by it.
    for (const campo of ['first_name', 'last_name', 'username'])
      await ask('PUT', '/api/cuenta/visibilidad', { token: berenice.token, body: { campo, visible: 'private' } });
    expect(await suggested('berenice')).toEqual([]);
    expect((await found(ana, id))?.menciones).toEqual([{ id: berenice.id, nombre: null }]);
    await confirm(admin);
    // Nor can they be mentioned by number, which would tell who is in the course without a public name: the answer is that for a stranger. An earlier comment with the mention can still be corrected.
    expect((await say(ana, `¿Estás, <@${berenice.id}>?`)).body).toMatchObject({ code: 'MENTION_UNKNOWN' });
    expect((await say(admin, `¿Estás, <@${berenice.id}>?`)).body).toMatchObject({ code: 'MENTION_UNKNOWN' });
    const corrected = { token: ana.token, body: { comentario: `Muchas gracias <@${berenice.id}>` } };
    expect((await ask('PUT', `/api/comentarios/${id}`, corrected)).status).toBe(200);
    await ask('PUT', '/api/cuenta/visibilidad', { token: berenice.token, body: { campo: 'first_name', visible: 'staff' } });
    expect((await say(ana, `<@${berenice.id}>`)).body).toMatchObject({ code: 'MENTION_UNKNOWN' });
    expect((await say(admin, `¿Estás, <@${berenice.id}>?`)).status).toBe(201);
  });
  test('an analyst who learns in the course sees who teaches it, and a mask of everybody else', async () => {
    const [ana, analyst] = [await learner({ first_name: 'Amaranta' }), await learner({ first_name: 'Cifras' })];
    await promote(school, analyst, 'analyst');
    const id = await said(ana, 'Hola a todos');
    const co = await learner({ first_name: 'Tutora' });
    await promote(school, co, 'instructor');
    const added = await ask('POST', `/api/cursos/${course.id}/coinstructores`, { token: admin.token, body: { id_usuario: co.id } });
    expect(added.status, added.text).toBe(201);
    const suggested = (await ask('GET', `/api/comentarios/subtema/${subtopicId}/personas?buscar=amaranta`, { token: analyst.token })).body;
    expect(suggested['personas']).toEqual([]);
    expect((await found(analyst, id))?.usuario).toMatchObject({ id: ana.id, nombre: null, foto: null });
    expect((await found(ana, id))?.usuario.nombre).toContain('Amaranta');
    expect((await found(analyst, await said(co, 'Bienvenidas')))?.usuario.nombre).toContain('Tutora');
  });
  test('each person’s reaction counts once, and is taken back', async () => {
    const [ana, beto] = [await learner(), await learner()];
    const id = await said(ana, 'Listo');
    const react = (as: Person, puesta: boolean) =>
      ask('PUT', `/api/comentarios/${id}/reaccion`, { token: as.token, body: { reaccion: 'gracias', puesta } });
    for (const as of [ana, beto, beto]) expect((await react(as, true)).status).toBe(200);
    expect((await found(ana, id))?.reacciones).toEqual([{ reaccion: 'gracias', cantidad: 2, mia: true }]);
    await react(ana, false);
    expect((await found(ana, id))?.reacciones).toEqual([{ reaccion: 'gracias', cantidad: 1, mia: false }]);
  });
});

// rows: C19
describe('what becomes of it', () => {
  test('every open window of the discussion is told; nobody may listen who may not read', async () => {
    const [ana, beto] = [await learner(), await learner()];
    const topic = `subtema:${subtopicId}`;
    const window = await following(school.url, { token: beto.token, topics: [topic] });
    const nobody = await following(school.url, {});
    expect(await nobody.join(topic)).toHaveProperty('error');
    const [, later = 0] = await subtopicsOf(course.id);
    expect(await window.join(`subtema:${later}`)).toHaveProperty('error');
    const id = await said(ana, 'En vivo');
    await until(() => window.items.some((item) => item.topic === topic && item.id === String(id)), 'the window was told');
    for (const one of [window, nobody]) one.close();
  });
  test('it is in the export of one’s data, of who teaches too, and no word is left of an erased person', async () => {
    const ana = await learner({ first_name: 'Obdulia' });
    const id = await said(ana, 'Vivo en Tecate');
    const answer = await said(teacher, 'Gracias', { id_respuesta_a: id }).catch(() => 0);
    expect(answer).toBe(0);
    await confirm(teacher);
    await said(teacher, 'Gracias', { id_respuesta_a: id });
    await settled(school);
    const data = async (person: Person) =>
      (await school.ask('GET', '/api/cuenta/datos', { token: person.token })).body as unknown as { eventos: Record<string, object[]> };
    expect((await data(ana)).eventos[`comments-${ana.id}_${course.id}`]).toMatchObject([
      { tipo: 'CommentPosted', datos: { text: 'Vivo en Tecate' } },
    ]);
    expect((await data(teacher)).eventos[`comments-${teacher.id}_${course.id}`]).toMatchObject([{ tipo: 'CommentPosted' }]);
    await ask('DELETE', `/api/auth/users/${ana.id}?motivo=prueba`, { token: admin.token });
    const left = await found(teacher, id);
    expect(left).toMatchObject({ comentario: null, estado: 'borrado', usuario: { nombre: null }, totalRespuestas: 1 });
    expect(JSON.stringify(left)).not.toMatch(/Obdulia|Tecate/);
  });
  test('the demo takes back what was said and given since it was loaded', async () => {
    const ana = await learner();
    const before = await said(ana, 'De antes');
    const { commands, learning, reviews, discussions, clock } = school.running.deps;
    const loaded = clock().toISOString();
    await until(() => clock().toISOString() > loaded, 'a moment later');
    const since = await said(ana, 'De después');
    await ask('PUT', `/api/comentarios/${before}/reaccion`, { token: ana.token, body: { reaccion: 'idea', puesta: true } });
    const commandId = crypto.randomUUID();
    const actor = { userId: null, role: 'system' } as const;
    const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
    await createRestore(commands, { learning, reviews, discussions })(
      { userId: ana.id, courseId: [course.id], date: [], subtopicId: [] },
      loaded,
      context,
    );
    await settled(school);
    expect(await found(ana, since)).toBeUndefined();
    expect(await found(ana, before)).toMatchObject({ reacciones: [] });
  });
});

// rows: E14
describe('the forum of a course', () => {
  const open = (person: { token: string }, titulo: string, comentario = 'Cuéntenme.', at = course.id) =>
    ask('POST', `/api/foro/${at}`, { token: person.token, body: { titulo, comentario } });
  const opened = async (person: { token: string }, titulo: string, comentario?: string): Promise<number> => {
    const answer = await open(person, titulo, comentario);
    expect(answer.status, answer.text).toBe(201);
    return Number(answer.body['id']);
  };
  interface Forum {
    id_foro: number;
    temas: { id: number; titulo: string | null; respuestas: number; resuelto: boolean }[];
    siguiente: string | null;
  }
  const forum = async (person: { token: string }, query = ''): Promise<Forum> => {
    const answer = await ask('GET', `/api/foro/${course.id}${query}`, { token: person.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Forum;
  };
  const answering = (person: { token: string }, id: number, text: string, place: number) =>
    said(person, text, { id_subtema: place, id_respuesta_a: id });

  test('has topics with a title, those first where something was said last; they are searched, solved and read live', async () => {
    const [ana, beto] = [await learner({ first_name: 'Ana' }), await learner({ first_name: 'Beto' })];
    const first = await opened(ana, '  ¿Qué   proyecto hicieron? ', 'Yo, un **clasificador**.');
    const second = await opened(beto, 'Grupo de estudio');
    const { id_foro } = await forum(ana);
    const live = await following(school.url, { token: ana.token, topics: [`subtema:${id_foro}`] });
    const answer = await answering(beto, first, 'Uno con árboles de decisión', id_foro);
    await until(() => live.items.some(({ topic, id }) => topic === `subtema:${id_foro}` && id === String(first)), 'the forum was told');
    live.close();
    expect((await forum(ana)).temas.slice(0, 2)).toMatchObject([
      { id: first, titulo: '¿Qué proyecto hicieron?', respuestas: 1, resuelto: false },
      { id: second, titulo: 'Grupo de estudio', respuestas: 0 },
    ]);
    // An answer is found together with its topic. Comments on subtopics are not part of the forum, nor the reverse.
    expect((await forum(beto, '?buscar=ARBOLES%20decision')).temas.map(({ id }) => id)).toEqual([first]);
    expect((await forum(beto, '?buscar=grupo')).temas.map(({ id }) => id)).toEqual([second]);
    expect((await read(ana)).comentarios.some(({ id }) => id === first)).toBe(false);
    const accept = (person: { token: string }, respuesta: number | null) =>
      ask('PUT', `/api/foro/temas/${first}/respuesta`, { token: person.token, body: { respuesta } });
    expect((await accept(beto, answer)).status).toBe(404);
    expect((await accept(ana, second)).body).toMatchObject({ code: 'COMMENT_NOT_FOUND' });
    expect((await accept(ana, answer)).status).toBe(200);
    expect((await forum(ana, '?estado=resueltos')).temas.map(({ id }) => id)).toEqual([first]);
    expect((await forum(ana, '?estado=abiertos')).temas.some(({ id }) => id === first)).toBe(false);
    // The mark of the answer that solves the topic is removed: it is unsolved again.
    const solution = await answering(beto, first, 'Otra idea con árboles', id_foro);
    expect((await accept(ana, solution)).status).toBe(200);
    expect((await ask('DELETE', `/api/comentarios/${solution}`, { token: beto.token })).status).toBe(200);
    expect((await forum(ana, '?estado=resueltos')).temas).toEqual([]);
    expect((await accept(teacher, null)).status).toBe(200);
    // Found by two of its answers and by its title, a topic is listed once.
    await answering(ana, first, 'Árboles, otra vez', id_foro);
    const asked: number[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Forum = await forum(beto, `?buscar=arboles&limit=1${next ? `&cursor=${encodeURIComponent(next)}` : ''}`);
      asked.push(...page.temas.map(({ id }) => id));
      next = page.siguiente;
    }
    expect(asked).toEqual([first]);
    const pages = [await forum(ana, '?limit=1')];
    pages.push(await forum(ana, `?limit=1&cursor=${encodeURIComponent(pages[0]?.siguiente ?? '')}`));
    expect(pages.flatMap(({ temas }) => temas.map(({ id }) => id))).toEqual([first, second]);
    // Its author changes the title with the words.
    await ask('PUT', `/api/comentarios/${second}`, { token: beto.token, body: { titulo: 'Grupo de los lunes', comentario: 'Cuéntenme.' } });
    expect((await forum(ana)).temas.find(({ id }) => id === second)?.titulo).toBe('Grupo de los lunes');
  });

  test('is for who learns in the course or teaches it; a topic has a title, an answer has none, and both are bounded', async () => {
    const ana = await learner();
    const stranger = await join(school, `de_fuera_${++people}`);
    // As with what is said below a subtopic: whoever may read the course may read it.
    expect((await ask('GET', `/api/foro/${course.id}`, { token: stranger.token })).body).toMatchObject({ impedimento: 'NOT_ENROLLED' });
    expect((await open(stranger, 'Hola')).body).toMatchObject({ code: 'NOT_ENROLLED' });
    expect((await ask('GET', `/api/foro/${course.id}`)).body).toMatchObject({ code: 'AUTH_REQUIRED' });
    expect((await ask('GET', '/api/foro/999999', { token: ana.token })).body).toMatchObject({ code: 'COURSE_NOT_FOUND' });
    for (const wrong of ['', '   ', 'x'.repeat(121), `<@${ana.id}>`])
      expect((await open(ana, wrong)).body, wrong).toMatchObject({ code: 'THREAD_TITLE_INVALID', errors: [{ path: 'titulo' }] });
    const { id_foro } = await forum(ana);
    expect((await say(ana, 'Sin título', { id_subtema: id_foro })).body).toMatchObject({ code: 'THREAD_TITLE_INVALID' });
    expect((await say(ana, 'Otro curso', { id_subtema: id_foro + 1_000 })).body).toMatchObject({ code: 'COURSE_NOT_FOUND' });
    const topic = await opened(ana, 'Aquí');
    expect((await say(ana, 'De otro lugar', { id_respuesta_a: topic })).body).toMatchObject({ code: 'COMMENT_NOT_FOUND' });
  });

  test('is moderated by the same reports, told by the same bell, and leaves with its author', async () => {
    const [ana, beto] = [await learner(), await learner()];
    const topic = await opened(ana, 'Un secreto llamado Zutano', 'Nadie lo sabe');
    const { id_foro } = await forum(ana);
    await answering(beto, topic, 'Yo sí', id_foro);
    const told = async () => {
      const { body } = await ask('GET', `/api/usuariosnotificaciones/usuario/${ana.id}`, { token: ana.token });
      return JSON.stringify(body);
    };
    await until(async () => (await told()).includes(`/forum?curso=${course.id}&tema=`), 'the answer in the bell');
    expect(await told()).not.toContain('Zutano');
    await ask('POST', '/api/reportes-comentarios', { token: beto.token, body: { id_comentario: topic, motivo: 'spam' } });
    const grupos = (await ask('GET', '/api/reportes-comentarios/grupos?buscar=zutano', { token: teacher.token })).body['grupos'];
    expect(grupos).toMatchObject([{ id_comentario: topic, foro: true, subtema: 'Un secreto llamado Zutano' }]);
    const decide = { token: teacher.token, body: { decision: 'retirar', motivo: 'No va aquí' } };
    expect((await ask('POST', `/api/reportes-comentarios/comentario/${topic}/decision`, decide)).status).toBe(200);
    expect((await forum(beto)).temas.find(({ id }) => id === topic)).toMatchObject({ titulo: null });
    expect((await forum(beto, '?buscar=zutano')).temas).toEqual([]);
    expect((await ask('GET', '/api/cuenta/datos', { token: ana.token })).text).toContain('Zutano');
    await ask('DELETE', `/api/auth/users/${ana.id}?motivo=prueba`, { token: admin.token });
    await until(async () => !JSON.stringify(await forum(teacher)).includes('Zutano'), 'the title to be gone');
  });
});
