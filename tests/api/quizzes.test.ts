import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxRecord } from '../../backend/api/contract/notifications.ts';
import { AS_OF } from '../../backend/api/contract/past.ts';
import type { ExamsSeen } from '../../backend/api/contract/quizzes.ts';
import type { AttemptRecord, LearnerQuiz, QuestionRecord, QuizAnalysis, QuizEdited } from '../../backend/api/contract/records/quizzes.ts';
import type { WhatIf } from '../../backend/api/contract/whatIf.ts';
import type { Deadline } from '../../backend/commands/kernel/timer.ts';
import { createRestore } from '../../backend/commands/learning/restore.ts';
import { quizDeadlines } from '../../backend/commands/reactions/quizzes.ts';
import { attempts } from '../../backend/projections/attempts.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Quizzes by their calls: who writes them, what learners are asked, and what comes of it. */

let school: School;
let admin: Person;
let teacher: Person;
let stranger: Person;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await join(school, 'maestra');
  stranger = await join(school, 'otra_maestra');
  for (const one of [teacher, stranger]) await promote(school, one, 'instructor');
});
afterAll(() => school.stop());

const ok = async (method: string, path: string, as: Person | undefined, body?: object) => {
  const answer = await school.ask(method, path, { token: as?.token, ...(body && { body }) });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body as never;
};
let people = 0;
const learner = async (courseId: number): Promise<Person> => {
  const person = await join(school, `alumna_${++people}`);
  await ok('POST', '/api/inscripciones/inscribir', person, { id_usuario: person.id, id_curso: courseId });
  return person;
};
interface TestQuiz {
  courseId: number;
  id: number;
}
/** A published course with a quiz that asks nothing yet. */
const makeQuiz = async (): Promise<TestQuiz> => {
  const { id: courseId, modules } = await makeCourse(school, admin.token, teacher.id, [1]);
  const body = { id_sesion: modules[0]?.classes[0], titulo: 'Repaso', tipo_subtema: 'evaluacion' };
  const made = (await ok('POST', '/api/subtema/crearSubtema', teacher, body)) as { data: { id_subtema: number } };
  return { courseId, id: made.data.id_subtema };
};
const options = (...texts: string[]) =>
  texts.map((text) => ({
    text: text.replace(/^\*/, ''),
    is_correct: text.startsWith('*'),
    explanation: `Porque ${text.replace(/^\*/, '')}`,
  }));
const add = async (quiz: TestQuiz, question: string, ...texts: string[]): Promise<QuestionRecord> =>
  ok('POST', `/api/evaluaciones/${quiz.id}/preguntas`, teacher, { question, options: options(...texts) });
const rules = (quiz: TestQuiz, body: object): Promise<QuizEdited> => ok('PUT', `/api/evaluaciones/${quiz.id}/reglas`, teacher, body);
const publish = (quiz: TestQuiz) => ok('POST', `/api/evaluaciones/${quiz.id}/publicar`, teacher);
const edited = (quiz: TestQuiz): Promise<QuizEdited> => ok('GET', `/api/evaluaciones/${quiz.id}/edicion`, teacher);
const ask = (quiz: TestQuiz, path: string, person: Person) => `/api/evaluaciones/${person.id}/${quiz.id}${path}`;
const begin = (quiz: TestQuiz, person: Person): Promise<AttemptRecord> => ok('POST', ask(quiz, '/intentos', person), person);
const answer = (quiz: TestQuiz, person: Person, question: number, chosen: number[], attempt = 1, as = person) =>
  school.ask('PUT', ask(quiz, `/intentos/${attempt}/respuestas/${question}`, person), { token: as.token, body: { opciones: chosen } });
const submit = (quiz: TestQuiz, person: Person, attempt = 1): Promise<AttemptRecord> =>
  ok('POST', ask(quiz, `/intentos/${attempt}/entregar`, person), person);
const take = async (quiz: TestQuiz, person: Person, choose: (question: AttemptRecord['preguntas'][number]) => number[]) => {
  const { preguntas, intento } = await begin(quiz, person);
  for (const question of preguntas) expect((await answer(quiz, person, question.id, choose(question), intento)).status).toBe(200);
  return submit(quiz, person, intento);
};
const seen = async (quiz: TestQuiz, person: Person): Promise<LearnerQuiz> => {
  await settled(school);
  return ok('GET', ask(quiz, '', person), person);
};
const ids = (question: QuestionRecord | undefined, right: boolean) =>
  (question?.options ?? []).filter(({ is_correct }) => is_correct === right).map(({ id }) => id);

// rows: H31, H32
test('the calls of the documents write questions and options at once, under numbers of the school, and answer the record', async () => {
  const quiz = await makeQuiz();
  const body = { question_number: 7, points: 2, question: '¿Cuánto es 2 + 2?', instruction: 'Elige una.', id_subtema: quiz.id };
  const made: QuestionRecord = await ok('POST', '/api/testquestions/create', teacher, body);
  expect(made).toMatchObject({
    question: body.question,
    points: 2,
    question_number: 1,
    instruction: 'Elige una.',
    options: [],
    borrador: true,
  });
  const option = (text: string, is_correct: boolean) =>
    ok('POST', '/api/testquestionoptions/create', teacher, { question_id: made.id, text, is_correct }) as Promise<{ id: number }>;
  const [four, five, six] = [await option('4', true), await option('5', false), await option('6', false)];
  expect(four).toMatchObject({ question_id: made.id, text: '4', is_correct: true });
  await ok('PUT', `/api/testquestionoptions/update/${five.id}`, teacher, { text: 'cinco', is_correct: false, question_id: made.id });
  await ok('DELETE', `/api/testquestionoptions/delete/testquestionoptions/${six.id}`, teacher);
  await ok('PUT', `/api/testquestions/update/${made.id}`, teacher, { question: '¿2 + 2?', points: 3 });
  const list: QuestionRecord[] = await ok('GET', `/api/testquestions/testquestions/subtema/${quiz.id}/with-options`, teacher);
  expect(list).toMatchObject([
    { id: made.id, question: '¿2 + 2?', points: 3, borrador: false, options: [{ text: '4' }, { text: 'cinco' }] },
  ]);
  expect(await ok('GET', `/api/testquestions/testquestions/${made.id}/with-options`, teacher)).toEqual(list[0]);

  // A learner gets the same without the solutions; somebody outside of the course gets nothing.
  const ana = await learner(quiz.courseId);
  const read = await school.ask('GET', `/api/testquestions/testquestions/subtema/${quiz.id}/with-options`, { token: ana.token });
  expect(read.body).toMatchObject([{ id: made.id, options: [{ text: '4' }, { text: 'cinco' }] }]);
  expect(read.text).not.toMatch(/is_correct|explanation|borrador/);
  expect((await school.ask('GET', `/api/testquestions/testquestions/subtema/${quiz.id}/with-options`)).status).toBe(401);

  await ok('DELETE', `/api/testquestions/testquestions/${made.id}`, teacher);
  expect((await edited(quiz)).preguntas).toEqual([]);
  const gone = await school.ask('GET', `/api/testquestions/testquestions/${made.id}/with-options`, { token: teacher.token });
  expect(gone).toMatchObject({ status: 404, body: { code: 'QUESTION_NOT_FOUND' } });
});

// rows: H30
test('a question is refused by its own words, at its field; as a draft it is kept; another course’s instructor writes none', async () => {
  const quiz = await makeQuiz();
  const path = `/api/evaluaciones/${quiz.id}/preguntas`;
  const refused = async (body: object, code: string, message: string) => {
    const answer = await school.ask('POST', path, { token: teacher.token, body });
    expect(answer).toMatchObject({ status: 422, body: { code, errors: [{ message }] } });
  };
  await refused({ question: ' ', options: options('*a', 'b') }, 'QUESTION_EMPTY', 'El enunciado de la pregunta no puede estar vacío.');
  await refused({ question: '¿?', options: options('*a') }, 'OPTIONS_TOO_FEW', 'Debes agregar al menos dos opciones.');
  await refused({ question: '¿?', options: options('*a', ' ') }, 'OPTION_EMPTY', 'Todas las opciones deben tener texto.');
  await refused({ question: '¿?', options: options('a', 'b') }, 'NO_RIGHT_OPTION', 'Debes marcar al menos una opción como correcta.');
  expect((await school.ask('POST', path, { token: teacher.token, body: { question: '¿?', points: 0, options: [] } })).status).toBe(400);
  await ok('POST', path, teacher, { question: '¿?', options: options('a'), borrador: true });
  expect((await edited(quiz)).preguntas).toMatchObject([{ borrador: true, points: 1 }]);
  const ana = await learner(quiz.courseId);
  for (const other of [stranger, ana])
    for (const [method, to] of [
      ['POST', path],
      ['GET', `/api/evaluaciones/${quiz.id}/edicion`],
      ['GET', `/api/evaluaciones/${quiz.id}/vista-previa`],
    ] as const)
      expect(
        (await school.ask(method, to, { token: other.token, ...(method === 'POST' && { body: { question: '¿?', options: [] } }) })).status,
      ).toBe(403);
  // Nothing but drafts: nobody is asked anything.
  expect(await seen(quiz, ana)).toMatchObject({ preguntas: 0, impide: 'QUIZ_EMPTY' });
  const early = await school.ask('POST', ask(quiz, '/intentos', ana), { token: ana.token });
  expect(early).toMatchObject({ status: 422, body: { code: 'QUIZ_EMPTY' } });
});

// rows: C16, C17
test('an attempt goes on where it was left, hides what is right until it is graded, and then says why', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, '¿Qué es un *agente*?', '*Decide sus pasos', 'Un modelo grande');
  const two = await add(quiz, '¿Cuáles son pares?', '*2', '*4', '5');
  const ana = await learner(quiz.courseId);
  expect(await seen(quiz, ana)).toMatchObject({ preguntas: 0 });
  await publish(quiz);
  expect(await seen(quiz, ana)).toMatchObject({ preguntas: 2, puntos: 2, impide: null, quedan: null, reglas: { aprobatoria: 70 } });

  const begun = await school.ask('POST', ask(quiz, '/intentos', ana), { token: ana.token });
  expect(begun.status).toBe(201);
  expect(begun.text).not.toMatch(/Porque|"is_correct":(true|false)/);
  expect((await answer(quiz, ana, one.id, ids(one, true))).status).toBe(200);
  // On a second device, and once more: the same attempt, with its answers.
  const again = await begin(quiz, ana);
  expect(again).toMatchObject({
    intento: 1,
    estado: 'abierto',
    preguntas: [
      { elegidas: ids(one, true), varias: false },
      { elegidas: [], varias: true },
    ],
  });
  expect(await answer(quiz, ana, two.id, [999_999])).toMatchObject({ status: 422, body: { code: 'ANSWER_NOT_ASKED' } });
  expect(await answer(quiz, ana, two.id, ids(two, true).slice(0, 1))).toMatchObject({ status: 200 });
  const open = await school.ask('GET', ask(quiz, '/intentos/1', ana), { token: ana.token });
  expect(open.text).not.toMatch(/Porque|"is_correct":(true|false)/);

  const result = await submit(quiz, ana);
  expect(result).toMatchObject({ estado: 'calificado', por: 'estudiante', calificacion: 50, puntos: 1, de: 2, aprobado: false });
  expect(result.preguntas[1]).toMatchObject({
    correcta: false,
    obtenidos: 0,
    options: [{ is_correct: true, explanation: 'Porque 2' }, {}, {}],
  });
  // Handed in twice is handed in once, and nothing is answered any more.
  expect(await submit(quiz, ana)).toMatchObject({ calificacion: 50, fin: result.fin });
  expect(await answer(quiz, ana, two.id, ids(two, true))).toMatchObject({ status: 409, body: { code: 'ATTEMPT_CLOSED' } });

  expect(await take(quiz, ana, ({ id }) => ids(id === one.id ? one : two, true))).toMatchObject({
    intento: 2,
    calificacion: 100,
    aprobado: true,
  });
  expect(await seen(quiz, ana)).toMatchObject({ aprobada: true, mejor: 100, intentos: [{ intento: 2 }, { intento: 1 }] });
  const passed = await ok('GET', `/api/progreso/evaluaciones/${quiz.courseId}/${ana.id}`, ana);
  expect(passed).toEqual([{ id_subtema: quiz.id, titulo: 'Repaso', aprobada: true, mejor: 100, intentos: 2 }]);
});

test('nobody begins, answers or reads the attempt of somebody else; who is not in the course begins none', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, '¿?', '*a', 'b');
  await publish(quiz);
  const [ana, eva] = [await learner(quiz.courseId), await learner(quiz.courseId)];
  await begin(quiz, ana);
  expect((await answer(quiz, ana, one.id, [], 1, eva)).status).toBe(403);
  for (const [method, path] of [
    ['POST', '/intentos'],
    ['POST', '/intentos/1/entregar'],
    ['GET', '/intentos/1'],
    ['GET', ''],
  ] as const)
    expect((await school.ask(method, ask(quiz, path, ana), { token: eva.token })).status).toBe(403);
  expect(await answer(quiz, eva, one.id, [])).toMatchObject({ status: 404, body: { code: 'ATTEMPT_NOT_FOUND' } });
  const visitor = await join(school, 'curiosa');
  expect(await school.ask('POST', ask(quiz, '/intentos', visitor), { token: visitor.token })).toMatchObject({
    status: 403,
    body: { code: 'NOT_ENROLLED' },
  });
});

// rows: C18
test('who leaves the course is asked nothing more of it; what was answered before still counts', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b');
  await publish(quiz);
  const ana = await learner(quiz.courseId);
  const { preguntas } = await begin(quiz, ana);
  expect((await answer(quiz, ana, preguntas[0]?.id ?? 0, ids(one, true))).status).toBe(200);
  await ok('DELETE', `/api/usuariocurso/delete-usuario-curso/${ana.id}/${quiz.courseId}`, admin);
  const open = await school.ask('GET', ask(quiz, '/intentos/1', ana), { token: ana.token });
  expect(open).toMatchObject({ status: 403, body: { code: 'NOT_ENROLLED' } });
  expect((await answer(quiz, ana, preguntas[0]?.id ?? 0, [])).body.code).toBe('NOT_ENROLLED');
  expect(await submit(quiz, ana)).toMatchObject({ estado: 'calificado', calificacion: 100 });
  expect(await ok('GET', ask(quiz, '/intentos/1', ana), ana)).toMatchObject({ estado: 'calificado', calificacion: 100 });
});

// rows: B28
test('what stood at each attempt is told: the version of the questions, of the class and of its reading, and what came since', async () => {
  const quiz = await makeQuiz();
  const question = await add(quiz, 'Uno', '*a', 'b');
  await publish(quiz);
  const [ana, eva] = [await learner(quiz.courseId), await learner(quiz.courseId)];
  const exams = (as: Person): Promise<ExamsSeen> => ok('GET', `/api/progreso/evaluaciones/${quiz.courseId}/${ana.id}/visto`, as);
  expect(await exams(ana)).toEqual({ total: 0, intentos: [] });
  await take(quiz, ana, () => ids(question, false));
  await settled(school);
  const { modulo, clase: klass } = (await exams(ana)).intentos[0] ?? {};
  const classId = klass?.id;
  await ok('PUT', `/api/sesiones/updateSesion/${classId}`, teacher, { titulo: 'Con otro nombre' });
  await add(quiz, 'Dos', '*a', 'b');
  await publish(quiz);
  await take(quiz, ana, () => []);
  await settled(school);

  const found = await exams(admin);
  expect(found).toMatchObject({
    total: 2,
    intentos: [
      {
        ...{ intento: 2, id_subtema: quiz.id, titulo: 'Repaso', calificacion: 0, aprobado: false },
        preguntas: { version: 2, total: 2, puntos: 2, cambios: 0 },
        clase: {
          id: classId,
          titulo: 'Con otro nombre',
          version: 2,
          cambios: 0,
          subtemas: [{ titulo: 'Lectura', version: 1, cambios: 0 }],
        },
      },
      {
        ...{ intento: 1, titulo: 'Repaso', calificacion: 0 },
        preguntas: { version: 1, total: 1, puntos: 1, cambios: 1 },
        modulo,
        clase: { id: classId, titulo: 'Clase 1.1', version: 1, cambios: 1, subtemas: [{ titulo: 'Lectura' }] },
      },
    ],
  });
  for (const { preguntas, clase, inicio } of found.intentos) {
    expect(preguntas.fecha <= inicio).toBe(true);
    expect(clase?.subtemas).toHaveLength(1);
  }
  expect(await exams(ana)).toEqual(found);
  const path = `/api/progreso/evaluaciones/${quiz.courseId}/${ana.id}/visto`;
  expect((await school.ask('GET', path, { token: eva.token })).status).toBe(403);
  const nowhere = await school.ask('GET', `/api/progreso/evaluaciones/999999/${ana.id}/visto`, { token: ana.token });
  expect(nowhere).toMatchObject({ status: 404, body: { code: 'COURSE_NOT_FOUND' } });
});

test('limits, time and order are the school’s; an attempt under an old revision stays under it', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b', 'c', 'd');
  for (const name of ['Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']) await add(quiz, name, '*a', 'b');
  await rules(quiz, { intentos: 1, minutos: 30, barajar: true, aprobatoria: 100, resultados: 'puntos' });
  await publish(quiz);
  const [ana, eva] = [await learner(quiz.courseId), await learner(quiz.courseId)];
  // Where the attempt is timed, a learner who has not begun cannot read the questions in advance.
  expect(await ok('GET', `/api/testquestions/testquestions/subtema/${quiz.id}/with-options`, ana)).toEqual([]);
  const [of, other] = [await begin(quiz, ana), await begin(quiz, eva)];
  expect(of.restante).toBeGreaterThan(29 * 60_000);
  expect(of.limite).toBe(new Date(Date.parse(of.inicio) + 30 * 60_000).toISOString());
  const orderOf = ({ preguntas }: AttemptRecord) => preguntas.map(({ id }) => id);
  expect(new Set(orderOf(of))).toEqual(new Set(orderOf(other)));
  expect([of, other, await begin(quiz, ana)].map(orderOf)[2]).toEqual(orderOf(of));

  // The authors change the key meanwhile.
  const turned = one.options.map(({ id, text, explanation }) => ({ id, text, explanation, is_correct: text === 'b' }));
  await ok('PUT', `/api/evaluaciones/preguntas/${one.id}`, teacher, { question: 'Uno', options: turned });
  expect(await edited(quiz)).toMatchObject({ revision: 1, pendiente: true });
  await publish(quiz);
  const before = (await ok('GET', ask(quiz, '/intentos/1', ana), ana)) as AttemptRecord;
  expect(before.revision).toBe(1);
  const right = new Map((await edited(quiz)).preguntas.map((question) => [question.id, ids(question, true)]));
  right.set(one.id, ids(one, true));
  for (const { id } of before.preguntas) await answer(quiz, ana, id, right.get(id) ?? []);
  const result = await submit(quiz, ana);
  expect(result).toMatchObject({ calificacion: 100, aprobado: true, preguntas: [{ correcta: null }, {}, {}, {}, {}, {}] });
  expect(await seen(quiz, ana)).toMatchObject({ quedan: 0, impide: 'ATTEMPTS_USED_UP' });
  const more = await school.ask('POST', ask(quiz, '/intentos', ana), { token: ana.token });
  expect(more).toMatchObject({ status: 422, body: { code: 'ATTEMPTS_USED_UP' } });
  // Annulled, it counts no more.
  await ok('POST', ask(quiz, '/intentos/1/anular', ana), teacher, { motivo: 'Se fue la luz' });
  expect(await seen(quiz, ana)).toMatchObject({ aprobada: false, quedan: 1, impide: null });
  // The learner is notified, and reads the reason in their own history.
  const inbox = async () => (await ok('GET', `/api/usuariosnotificaciones/usuario/${ana.id}`, ana)) as InboxRecord[];
  const [notice] = await until(async () => {
    const all = await inbox();
    return all.length > 0 && all;
  }, 'the notice of the annulled attempt');
  expect(notice?.notificacion).toMatchObject({
    titulo: 'Se anuló un intento tuyo en «Repaso»',
    enlace: `/courses?courseId=${quiz.courseId}&subtema=${quiz.id}`,
  });
  const own = await school.ask('GET', `/api/historial/mio/${ana.id}?tipo=cursos`, { token: ana.token });
  expect(own.text).toContain('Se fue la luz');
  // Its authors see who tried it, and what was annulled; other instructors and learners do not.
  const { alumnos } = (await ok('GET', `/api/evaluaciones/${quiz.id}/intentos`, teacher)) as {
    alumnos: { id_usuario: number; aprobada: boolean; intentos: { intento: number; revision: number; estado: string }[] }[];
  };
  expect(alumnos.find(({ id_usuario }) => id_usuario === ana.id)).toMatchObject({
    aprobada: false,
    intentos: [{ intento: 1, revision: 1, estado: 'anulado' }],
  });
  for (const { token } of [ana, stranger])
    expect((await school.ask('GET', `/api/evaluaciones/${quiz.id}/intentos`, { token })).status).toBe(403);
  expect((await begin(quiz, ana)).revision).toBe(2);
});

// rows: J04
test('authors read how each question was answered, of first attempts, and revision by revision', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b', 'c');
  const two = await add(quiz, 'Dos', '*a', 'b');
  const three = await add(quiz, 'Tres', '*a', 'b');
  await publish(quiz);
  const all = [one, two, three];
  for (let at = 0; at < 6; at++) {
    const ana = await learner(quiz.courseId);
    // The first three know everything, the others nothing.
    const choose = ({ id }: { id: number }) =>
      ids(
        all.find((question) => question.id === id),
        at < 3,
      ).slice(0, 1);
    await take(quiz, ana, choose);
    if (at === 5)
      await take(quiz, ana, ({ id }) =>
        ids(
          all.find((question) => question.id === id),
          true,
        ),
      );
  }
  await settled(school);
  const { revisiones } = (await ok('GET', `/api/evaluaciones/${quiz.id}/analisis`, teacher)) as QuizAnalysis;
  expect(revisiones).toMatchObject([{ revision: 1, vigente: true, personas: 6, aprobadas: 3, promedio: 50 }]);
  expect(revisiones[0]?.preguntas[0]).toMatchObject({ respuestas: 6, dificultad: 50, discriminacion: 100 });
  expect(revisiones[0]?.preguntas[0]?.opciones.map(({ elegida, parte }) => [elegida, parte])).toEqual([
    [3, 50],
    [3, 50],
    [0, 0],
  ]);
  await ok('DELETE', `/api/evaluaciones/preguntas/${three.id}`, teacher);
  await publish(quiz);
  await settled(school);
  const after = (await ok('GET', `/api/evaluaciones/${quiz.id}/analisis`, teacher)) as QuizAnalysis;
  expect(after.revisiones.map(({ revision, personas, vigente }) => [revision, personas, vigente])).toEqual([
    [2, 0, true],
    [1, 6, false],
  ]);
  expect((await school.ask('GET', `/api/evaluaciones/${quiz.id}/analisis`, { token: stranger.token })).status).toBe(403);
});

test('another pass mark is tried on the attempts that were graded; who would have passed or failed is named', async () => {
  const quiz = await makeQuiz();
  const questions = [await add(quiz, 'Uno', '*a', 'b'), await add(quiz, 'Dos', '*a', 'b')];
  await publish(quiz);
  const [half, whole] = [await learner(quiz.courseId), await learner(quiz.courseId)];
  const right = ({ id }: { id: number }) =>
    ids(
      questions.find((one) => one.id === id),
      true,
    );
  const first = questions[0]?.id;
  await take(quiz, half, (question) => (question.id === first ? right(question) : []));
  await take(quiz, whole, right);
  await settled(school);
  const tried = (aprobatoria: number): Promise<WhatIf> =>
    ok('GET', `/api/supuestos/evaluacion/${quiz.id}?aprobatoria=${aprobatoria}`, teacher);
  expect(await tried(50)).toMatchObject({
    ...{ antes: 70, despues: 50, examinados: 2, completo: true, cambios: [{ clase: 'aprobaria', cantidad: 1 }] },
    casos: [{ clase: 'aprobaria', id_usuario: half.id, valor: 50 }],
  });
  expect((await tried(51)).cambios).toEqual([]);
  // The attempts were graded with a pass mark of 70. With another one since, the two are compared, and the present value changes nothing.
  await rules(quiz, { aprobatoria: 40 });
  await publish(quiz);
  await settled(school);
  expect(await tried(40)).toMatchObject({ antes: 40, despues: 40, cambios: [] });
  expect(await tried(60)).toMatchObject({ antes: 40, cambios: [{ clase: 'reprobaria', cantidad: 1 }] });
  await rules(quiz, { aprobatoria: 70 });
  await publish(quiz);
  expect((await school.ask('GET', `/api/supuestos/evaluacion/${quiz.id}`, { token: stranger.token })).status).toBe(403);
  // The teacher cannot read names that the learner shows nobody.
  for (const campo of ['first_name', 'last_name', 'username'])
    await ok('PUT', '/api/cuenta/visibilidad', half, { campo, visible: 'private' });
  await settled(school);
  expect((await tried(50)).casos[0]?.nombre).toBeNull();
  const { casos } = (await ok('GET', `/api/supuestos/evaluacion/${quiz.id}?aprobatoria=50`, admin)) as WhatIf;
  expect(casos[0]?.nombre).toEqual(expect.any(String));
});

test('staff looks at a quiz and tries it, and nothing is written', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b');
  const head = await school.running.deps.commands.log.store.head();
  const shown: AttemptRecord = await ok('GET', `/api/evaluaciones/${quiz.id}/vista-previa`, teacher);
  expect(shown).toMatchObject({ estado: 'abierto', preguntas: [{ options: [{ is_correct: null }, { is_correct: null }] }] });
  const tried = await ok('POST', `/api/evaluaciones/${quiz.id}/vista-previa`, teacher, {
    respuestas: [{ pregunta: one.id, opciones: ids(one, true) }],
  });
  expect(tried).toMatchObject({ estado: 'calificado', calificacion: 100, preguntas: [{ correcta: true }] });
  expect(await school.running.deps.commands.log.store.head()).toBe(head);
});

test('in the school as it was, staff look at the questions that learners were asked then, not at what was being written', async () => {
  const quiz = await makeQuiz();
  await add(quiz, 'Publicada', '*a', 'b');
  const path = `/api/evaluaciones/${quiz.id}/vista-previa`;
  const moments: string[] = [];
  const note = () => moments.push(new Date().toISOString());
  note();
  await publish(quiz);
  await add(quiz, 'En borrador', '*a', 'b');
  note();
  await settled(school);
  const shown = async (moment: string): Promise<string[]> => {
    await until(
      async () => (await school.ask('GET', `/api/pasado?momento=${moment}`, { token: admin.token })).body.estado === 'listo',
      'the past to be ready',
      45_000,
    );
    const answer = await school.ask('GET', path, { token: admin.token, headers: { [AS_OF]: moment } });
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as unknown as AttemptRecord).preguntas.map(({ question }) => question);
  };
  expect(await shown(moments[1] ?? '')).toEqual(['Publicada']);
  expect(await shown(moments[0] ?? '')).toEqual([]);
  const today: AttemptRecord = await ok('GET', path, admin);
  expect(today.preguntas.map(({ question }) => question)).toEqual(['Publicada', 'En borrador']);
}, 120_000);

test('questions are put in order, come back from where they were taken, and go with a copy of the course and its package', async () => {
  const quiz = await makeQuiz();
  const [one, two] = [await add(quiz, 'Uno', '*a', 'b'), await add(quiz, 'Dos', '*a', 'b')];
  const names = async () => (await edited(quiz)).preguntas.map(({ question }) => question);
  await ok('PUT', `/api/evaluaciones/${quiz.id}/orden`, teacher, { orden: [two.id, one.id] });
  expect(await names()).toEqual(['Dos', 'Uno']);
  await ok('DELETE', `/api/evaluaciones/preguntas/${two.id}`, teacher);
  await ok('POST', `/api/evaluaciones/preguntas/${two.id}/restaurar`, teacher);
  expect(await names()).toEqual(['Dos', 'Uno']);
  await rules(quiz, { aprobatoria: 80 });
  const { wholeCourses } = school.running.deps;
  const whole = await wholeCourses.read(quiz.courseId);
  const commandId = crypto.randomUUID();
  const actor = { userId: admin.id, role: 'administrator' } as const;
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: school.running.deps.clock() };
  const { state } = await wholeCourses.bring(whole, { origin: 'course', fromCourseId: quiz.courseId }, context);
  const copied = state.modules
    .flatMap(({ classes }) => classes.flatMap(({ subtopics }) => subtopics))
    .find(({ kind }) => kind === 'assessment');
  const copy: QuizEdited = await ok('GET', `/api/evaluaciones/${copied?.subtopicId}/edicion`, admin);
  expect(copy.preguntas.map(({ question }) => question)).toEqual(['Dos', 'Uno']);
  expect(copy.reglas.aprobatoria).toBe(80);
  expect(copy.preguntas[0]?.id).not.toBe(two.id);
});

test('where results tell the points alone, one’s own data do not say which questions were right either', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b');
  const gradedIn = async (person: Person) => {
    const data = (await ok('GET', '/api/cuenta/datos', person)) as { eventos: Record<string, { tipo: string; datos: object }[]> };
    return data.eventos[`attempt-${person.id}_${quiz.id}`]?.filter(({ tipo }) => tipo !== 'AttemptStarted');
  };
  await rules(quiz, { resultados: 'puntos' });
  await publish(quiz);
  const ana = await learner(quiz.courseId);
  await take(quiz, ana, () => ids(one, true));
  await ok('POST', ask(quiz, '/intentos/1/anular', ana), teacher, { motivo: 'Otra vez' });
  const quiet = await gradedIn(ana);
  expect(quiet?.map(({ tipo }) => tipo)).toEqual(['AnswerSaved', 'AttemptSubmitted', 'AttemptGraded', 'AttemptVoided']);
  expect(quiet?.[2]?.datos).toMatchObject({ points: 1, answers: [{ questionId: one.id, chosen: ids(one, true), of: 1 }] });
  expect(JSON.stringify(quiet)).not.toMatch(/"right"/);
  await rules(quiz, { resultados: 'elegidas' });
  await publish(quiz);
  const beto = await learner(quiz.courseId);
  await take(quiz, beto, () => ids(one, false));
  expect((await gradedIn(beto))?.[2]?.datos).toMatchObject({ answers: [{ right: false, points: 0 }] });
});

test('other windows of the learner and the analysis of authors move; data, erasure and history have the attempts', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b');
  await publish(quiz);
  const ana = await learner(quiz.courseId);
  await settled(school);
  const mine = await following(school.url, { token: ana.token, topics: [`intentos:${ana.id}`] });
  const theirs = await following(school.url, { token: teacher.token, topics: [`evaluaciones:${quiz.courseId}`] });
  await take(quiz, ana, () => ids(one, true));
  await until(async () => mine.items.some(({ id }) => id === `${ana.id}_${quiz.id}`), 'a change of the attempts');
  await until(async () => theirs.items.some(({ id }) => id === `analisis-${quiz.id}`), 'a change of the analysis');
  expect(JSON.stringify(mine.items)).not.toMatch(/correct/);
  mine.close();
  theirs.close();
  await settled(school);
  const history = await school.ask('GET', `/api/historial/usuarios/${ana.id}`, { token: admin.token });
  expect(history.text).toContain('empezó el intento 1 de la evaluación «Repaso»');
  const data = (await ok('GET', '/api/cuenta/datos', ana)) as { eventos: Record<string, { tipo: string }[]> };
  expect(data.eventos[`attempt-${ana.id}_${quiz.id}`]?.map(({ tipo }) => tipo)).toEqual([
    ...['AttemptStarted', 'AnswerSaved', 'AttemptSubmitted', 'AttemptGraded'],
  ]);
  const course = await school.ask('GET', `/api/historial/cursos/${quiz.courseId}`, { token: teacher.token });
  expect(course.text).toContain('publicó las preguntas de «Repaso»');

  await ok('DELETE', `/api/auth/users/${ana.id}`, admin, {});
  const { reads } = school.running.deps;
  await until(async () => {
    await settled(school);
    return (await reads.get(attempts, `${ana.id}_${quiz.id}`)) === null;
  }, 'the attempts were deleted');
});

test('what its authors change waits for the publication of the course, with everything else or alone', async () => {
  const quiz = await makeQuiz();
  await add(quiz, 'Uno', '*a', 'b');
  const waiting = async () =>
    (await ok('GET', `/api/borrador/cursos/${quiz.courseId}/cambios`, teacher)) as {
      version: number;
      cambios: { id: number; campos: { campo: string; despues: string }[] }[];
    };
  const { version, cambios } = await waiting();
  expect(cambios).toMatchObject([{ tipo: 'subtema', id: quiz.id, titulo: 'Repaso', campos: [{ campo: 'preguntas' }] }]);
  expect(cambios[0]?.campos[0]?.despues).toContain('Uno');
  expect(await ok('POST', `/api/borrador/cursos/${quiz.courseId}/publicar`, teacher, { version })).toMatchObject({ cambios: 1 });
  expect(await edited(quiz)).toMatchObject({ revision: 1, pendiente: false });
  await add(quiz, 'Dos', '*a', 'b');
  await ok('DELETE', `/api/borrador/cursos/${quiz.courseId}/cambios`, teacher);
  expect((await edited(quiz)).preguntas.map(({ question }) => question)).toEqual(['Uno']);
  const none = await school.ask('POST', `/api/borrador/cursos/${quiz.courseId}/publicar`, { token: teacher.token, body: { version } });
  expect(none).toMatchObject({ status: 422, body: { code: 'DRAFT_EMPTY' } });
});

test('a course that is published asks what its quizzes hold', async () => {
  const quiz = await makeQuiz();
  await ok('PATCH', `/api/cursos/cursos/${quiz.courseId}/estado`, admin, { estado: 0 });
  await add(quiz, 'Uno', '*a', 'b');
  await ok('PATCH', `/api/cursos/cursos/${quiz.courseId}/estado`, admin, { estado: 1 });
  await until(async () => (await edited(quiz)).revision === 1, 'the quiz was published with its course');
});

test('the clock closes an attempt whose time is over, with what was answered', async () => {
  const quiz = await makeQuiz();
  const one = await add(quiz, 'Uno', '*a', 'b');
  await rules(quiz, { minutos: 1 });
  await publish(quiz);
  const ana = await learner(quiz.courseId);
  const { limite } = await begin(quiz, ana);
  await answer(quiz, ana, one.id, ids(one, true));
  const { vault } = school.running.deps;
  const deadline = async () =>
    (await vault.list<Deadline>('deadlines', '')).find(({ value }) => value.thing === `attempt ${ana.id}_${quiz.id}_1`);
  const kept = await until(deadline, 'the deadline of the attempt');
  expect(kept.value.due > (limite ?? '')).toBe(true);
  // The time limit is moved into the past: the deadline becomes due, and the service is called as the timer would.
  const commandId = crypto.randomUUID();
  const late = new Date(Date.parse(limite ?? '') + 6_000);
  const actor = { userId: null, role: 'system' } as const;
  await quizDeadlines(school.running.deps.quizzes).closeAttempt(kept.value, {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor,
    now: late,
  });
  expect((await ok('GET', ask(quiz, '/intentos/1', ana), ana)) as AttemptRecord).toMatchObject({
    estado: 'calificado',
    por: 'tiempo',
    calificacion: 100,
  });
});

test('the demo gives back what was there: attempts that were begun since count no more', async () => {
  const quiz = await makeQuiz();
  await add(quiz, 'Uno', '*a', 'b');
  await publish(quiz);
  const ana = await learner(quiz.courseId);
  const { commands, learning, reviews, discussions, clock } = school.running.deps;
  const loaded = clock().toISOString();
  await until(() => clock().toISOString() > loaded, 'a moment later');
  await take(quiz, ana, () => []);
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
  await createRestore(commands, { learning, reviews, discussions })(
    { userId: ana.id, courseId: [], date: [], subtopicId: [quiz.id] },
    loaded,
    context,
  );
  expect(await seen(quiz, ana)).toMatchObject({ mejor: null, intentos: [{ estado: 'anulado' }] });
});
