import type { Klass } from '../../../events/outline.ts';
import type { QuizIds } from '../../../events/quiz.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { QuizState } from '../../commands/catalogue/quiz.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import type { Handled } from '../../commands/kernel/handle.ts';
import { gradeOf } from '../../commands/learning/attempt.ts';
import { presentQuizzes } from '../../commands/learning/quizzes.ts';
import { attempts } from '../../projections/attempts.ts';
import { quizAnswers } from '../../projections/quizAnswers.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import {
  analysisOf,
  attemptRecordOf,
  attemptSummaryOf,
  attemptsLeft,
  feedbackOf,
  previewOf,
  questionRecordOf,
  quizEditedOf,
  rulesOf,
  totalPoints,
} from '../answers/quizzes.ts';
import { type Call, type Implement, matching } from '../calls/implement.ts';
import { quizzes as contract } from '../contract/quizzes.ts';
import type { QuizRules } from '../contract/records/quizzes.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

/** Quizzes: their questions for authors, and attempts for learners. */
export function quizRoutes(implement: Implement, deps: Deps, access: CourseAccess): void {
  const places = quizPlaces(deps, access);
  documentRoutes(implement, deps, access, places);
  editorRoutes(implement, deps, places);
  publishingRoutes(implement, deps, places);
  learnerRoutes(implement, deps, access, places);
  attemptRoutes(implement, deps, places);
}

type Places = ReturnType<typeof quizPlaces>;
/** Where in its course a quiz, a question or an option stands. Each throws its own "not found". */
function quizPlaces({ owners, drafts, quizzes }: Deps, { ownerOf }: CourseAccess) {
  const of = async (subtopicId: number): Promise<QuizIds> => ({ ...(await ownerOf.subtopic(subtopicId)), subtopicId });
  const within =
    (kind: 'question' | 'option', code: 'QUESTION_NOT_FOUND' | 'OPTION_NOT_FOUND') =>
    async (id: number): Promise<QuizIds> => {
      const found = await owners(kind, id);
      if (found?.courseId == null || found.subtopicId === undefined) throw new ApiError(code);
      return { courseId: found.courseId, moduleId: found.moduleId ?? 0, classId: found.classId ?? 0, subtopicId: found.subtopicId };
    };
  return {
    of,
    question: within('question', 'QUESTION_NOT_FOUND'),
    option: within('option', 'OPTION_NOT_FOUND'),
    /** A quiz that its authors may add to: it stands in the course as they want it. */
    async editable(subtopicId: number): Promise<QuizIds> {
      const ids = await of(subtopicId);
      const { target } = await drafts.read(ids.courseId);
      if (!presentQuizzes(target).some((one) => one.subtopicId === subtopicId)) throw new ApiError('NOT_A_QUIZ');
      return ids;
    },
    load: (subtopicId: number) => quizzes.load(subtopicId),
    courseOf: async ({ params }: { params: { subtemaId: number } }) => (await of(params.subtemaId)).courseId,
  };
}
const courseOfQuestion =
  ({ question }: Places) =>
  async ({ params }: { params: { id: number } }) =>
    (await question(params.id)).courseId;

const recordIn = (subtopicId: number, { questions }: QuizState, questionId: number) => {
  const place = questions.findIndex((one) => one.questionId === questionId);
  const question = questions[place];
  if (!question) throw new ApiError('QUESTION_NOT_FOUND');
  return questionRecordOf(subtopicId, question, place, true);
};
const optionIn = (subtopicId: number, state: QuizState, optionId: number) => {
  for (const { questionId, options } of state.questions)
    if (options.some((one) => one.optionId === optionId)) {
      const found = recordIn(subtopicId, state, questionId).options.find(({ id }) => id === optionId);
      if (found) return found;
    }
  throw new ApiError('OPTION_NOT_FOUND');
};

const wrote = <T extends Handled<QuizState>>(call: Call, done: T): T => {
  call.wrote(done.position);
  return done;
};

const now = (call: Call) => ({ atOnce: true, ...matching<QuizState>(call) });

/** The calls of the documents: they write at once. */
function documentRoutes(implement: Implement, deps: Deps, access: CourseAccess, places: Places): void {
  questionReadRoutes(implement, deps, access, places);
  questionRoutes(implement, deps, places);
  optionRoutes(implement, deps, places);
}

function questionReadRoutes(
  implement: Implement,
  { quizzes, learning, commands }: Deps,
  { demandOpen, visible }: CourseAccess,
  places: Places,
): void {
  /** The questions that whoever asks may read. */
  const readable = async ({ courseId, subtopicId }: QuizIds, call: Call) => {
    const userId = call.identity?.userId ?? 0;
    const state = await quizzes.load(subtopicId);
    const { access } = await learning.access(userId, courseId);
    if (access === 'staff') return { questions: state.questions, key: true };
    const doc = await visible(courseId, call);
    const { state: outline } = await commands.load(course, courseId);
    // The module in which its class is now, which may have been moved since the quiz was made.
    const holds = ({ subtopics }: Klass) => subtopics.some((one) => one.subtopicId === subtopicId);
    const module = outline.modules.find(({ classes }) => classes.some(holds));
    if (!module || !presentQuizzes(outline).some((one) => one.subtopicId === subtopicId)) throw new ApiError('SUBTOPIC_NOT_FOUND');
    await demandOpen(doc, module, call);
    const { published } = state;
    // Reading ahead would make the limit of time a matter of taste.
    const begun = published?.settings.minutes === null || (await quizzes.attempts(userId, subtopicId)).begun > 0;
    return { questions: begun ? (published?.questions ?? []) : [], key: false };
  };
  implement(contract.listQuestions, {
    course: places.courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      const { questions, key } = await readable(ids, call);
      return questions.map((question, place) => questionRecordOf(ids.subtopicId, question, place, key));
    },
  });
  implement(contract.getQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      const { questions, key } = await readable(ids, call);
      const place = questions.findIndex(({ questionId }) => questionId === params.id);
      const question = questions[place];
      if (!question) throw new ApiError('QUESTION_NOT_FOUND');
      return questionRecordOf(ids.subtopicId, question, place, key);
    },
  });
}

function questionRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  implement(contract.createQuestion, {
    course: async ({ body }) => (await places.of(body.id_subtema)).courseId,
    async handle({ body }, call) {
      const ids = await places.editable(body.id_subtema);
      const given = { text: body.question, instruction: body.instruction ?? '', points: body.points, options: [] };
      const done = wrote(call, await quizzes.add(ids, given, call.context(), now(call)));
      return recordIn(ids.subtopicId, done.state, done.questionId);
    },
  });
  implement(contract.updateQuestion, {
    course: courseOfQuestion(places),
    async handle({ params, body }, call) {
      const ids = await places.question(params.id);
      const given = {
        ...(body.question !== undefined && { text: body.question }),
        ...(body.points !== undefined && { points: body.points }),
        ...(body.instruction !== undefined && { instruction: body.instruction ?? '' }),
      };
      const done = wrote(call, await quizzes.revise(ids, params.id, given, call.context(), now(call)));
      return recordIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.removeQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      wrote(call, await quizzes.edit(ids, { type: 'remove', questionId: params.id }, call.context(), now(call)));
      return { message: 'Pregunta eliminada correctamente' };
    },
  });
}

function optionRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  implement(contract.createOption, {
    course: async ({ body }) => (await places.question(body.question_id)).courseId,
    async handle({ body }, call) {
      const ids = await places.question(body.question_id);
      const option = { text: body.text, correct: body.is_correct, explanation: body.explanation ?? '' };
      const done = wrote(call, await quizzes.addOption(ids, body.question_id, option, call.context(), now(call)));
      return optionIn(ids.subtopicId, done.state, done.optionId);
    },
  });
  const courseOfOption = async ({ params }: { params: { id: number } }) => (await places.option(params.id)).courseId;
  implement(contract.updateOption, {
    course: courseOfOption,
    async handle({ params, body }, call) {
      const ids = await places.option(params.id);
      const change = {
        ...(body.text !== undefined && { text: body.text }),
        ...(body.is_correct !== undefined && { correct: body.is_correct }),
        ...(body.explanation !== undefined && { explanation: body.explanation ?? '' }),
      };
      const done = wrote(
        call,
        await quizzes.edit(ids, { type: 'reviseOption', optionId: params.id, ...change }, call.context(), now(call)),
      );
      return optionIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.removeOption, {
    course: courseOfOption,
    async handle({ params }, call) {
      const ids = await places.option(params.id);
      wrote(call, await quizzes.edit(ids, { type: 'removeOption', optionId: params.id }, call.context(), now(call)));
      return { message: 'Opción eliminada correctamente' };
    },
  });
}

interface GivenOption {
  id?: number | null | undefined;
  text: string;
  is_correct: boolean;
  explanation?: string | null | undefined;
}
const givenOf = (body: { question: string; instruction?: string | null | undefined; points: number; options: readonly GivenOption[] }) => ({
  ...{ text: body.question, instruction: body.instruction ?? '', points: body.points },
  options: body.options.map(({ id, text, is_correct, explanation }) => ({
    ...{ optionId: id ?? undefined, text, correct: is_correct, explanation: explanation ?? '' },
  })),
});
const settingsOf = ({ aprobatoria, intentos, minutos, barajar, resultados }: { [K in keyof QuizRules]?: QuizRules[K] | undefined }) => ({
  ...(aprobatoria !== undefined && { passMark: aprobatoria }),
  ...(intentos !== undefined && { attempts: intentos }),
  ...(minutos !== undefined && { minutes: minutos }),
  ...(barajar !== undefined && { shuffle: barajar }),
  ...(resultados !== undefined && { feedback: feedbackOf(resultados) }),
});

/** The calls of the editor: what they change waits for a publication. */
function editorRoutes(implement: Implement, { quizzes }: Deps, places: Places) {
  const { courseOf } = places;
  implement(contract.quizEdited, {
    course: courseOf,
    async handle({ params }) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      return quizEditedOf(courseId, subtopicId, await quizzes.load(subtopicId));
    },
  });
  implement(contract.addQuestion, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.editable(params.subtemaId);
      const how = { finished: !body.borrador, ...matching<QuizState>(call) };
      const done = await quizzes.add(ids, givenOf(body), call.context(), how);
      call.wrote(done.position);
      return recordIn(ids.subtopicId, done.state, done.questionId);
    },
  });
  implement(contract.reviseQuestion, {
    course: courseOfQuestion(places),
    async handle({ params, body }, call) {
      const ids = await places.question(params.id);
      const how = { finished: !body.borrador, ...matching<QuizState>(call) };
      const done = await quizzes.revise(ids, params.id, givenOf(body), call.context(), how);
      call.wrote(done.position);
      return recordIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.takeQuestionOut, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      call.wrote((await quizzes.edit(ids, { type: 'remove', questionId: params.id }, call.context(), matching(call))).position);
      return { message: 'Pregunta eliminada correctamente' };
    },
  });
  implement(contract.restoreQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      call.wrote((await quizzes.edit(ids, { type: 'restore', questionId: params.id }, call.context(), matching(call))).position);
      return { message: 'Pregunta restaurada' };
    },
  });
  implement(contract.reorderQuestions, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.of(params.subtemaId);
      call.wrote((await quizzes.edit(ids, { type: 'reorder', order: body.orden }, call.context(), matching(call))).position);
      return { message: 'Orden guardado' };
    },
  });
  implement(contract.setQuizRules, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.editable(params.subtemaId);
      const done = await quizzes.edit(ids, { type: 'set', settings: settingsOf(body) }, call.context(), matching(call));
      call.wrote(done.position);
      return quizEditedOf(ids.courseId, ids.subtopicId, done.state);
    },
  });
  implement(contract.copyQuiz, {
    course: courseOf,
    async handle({ params, body }, call) {
      const [ids, from] = [await places.editable(params.subtemaId), await places.of(body.de)];
      if (from.courseId !== ids.courseId) throw new ApiError('SUBTOPIC_NOT_FOUND');
      const whole = await quizzes.read(from.subtopicId);
      if (whole) call.wrote((await quizzes.bring(ids, whole, call.context())).position);
      return { message: 'Preguntas copiadas' };
    },
  });
}

/** From what authors see to what learners are asked; and what came of it. */
function publishingRoutes(implement: Implement, { quizzes }: Deps, places: Places) {
  const { courseOf } = places;
  implement(contract.publishQuiz, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      const done = await quizzes.edit(ids, { type: 'publish' }, call.context());
      if (done.appended === 0 && !done.repeated) throw new ApiError('DRAFT_EMPTY');
      call.wrote(done.position);
      return { message: 'Evaluación publicada', revision: done.state.published?.revision ?? 0 };
    },
  });
  implement(contract.discardQuizChanges, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      call.wrote((await quizzes.edit(ids, { type: 'discard' }, call.context())).position);
      return { message: 'Cambios descartados' };
    },
  });
  implement(contract.previewQuiz, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      return previewOf(ids, await quizzes.preview(ids.subtopicId), new Map(), null, call.now);
    },
  });
  implement(contract.tryQuiz, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.of(params.subtemaId);
      const asked = await quizzes.preview(ids.subtopicId);
      const answers = new Map(body.respuestas.map(({ pregunta, opciones }) => [pregunta, opciones] as const));
      return previewOf(ids, asked, answers, gradeOf(asked, answers, false), call.now);
    },
  });
  implement(contract.quizAttempts, {
    course: courseOf,
    async handle({ params, query: { limit, cursor } }, call) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      const { docs, next } = await call.reads.find(attempts, {
        where: { courseId, subtopicId },
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(
        users,
        docs.map(({ doc }) => String(doc.userId)),
      );
      return {
        id_curso: courseId,
        alumnos: docs.map(({ doc }) => {
          const person = people.get(String(doc.userId));
          return {
            ...{ id_usuario: doc.userId, nombre: (person && shownName(person, 'staff')) ?? '', aprobada: doc.passed },
            intentos: doc.attempts.map(attemptSummaryOf).reverse(),
          };
        }),
        siguiente: next,
      };
    },
  });
  implement(contract.quizAnalysis, {
    course: courseOf,
    async handle({ params }, call) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      const doc = await call.reads.get(quizAnswers, String(subtopicId));
      return analysisOf(courseId, subtopicId, await quizzes.load(subtopicId), doc);
    },
  });
}

/** What a learner sees of quizzes before beginning one, and of those passed. */
function learnerRoutes(implement: Implement, { quizzes }: Deps, { visible }: CourseAccess, places: Places): void {
  implement(contract.learnerQuiz, {
    async handle({ params: { userId, subtemaId } }, call) {
      const ids = await places.of(subtemaId);
      await visible(ids.courseId, call);
      const state = await quizzes.load(subtemaId);
      const tried = await quizzes.attempts(userId, subtemaId);
      const { published } = state;
      const settings = published?.settings ?? state.settings;
      const left = attemptsLeft(settings, tried);
      const refusal = await quizzes.askedOf(userId, ids).then(
        () => (left === 0 && tried.open === null ? 'ATTEMPTS_USED_UP' : null),
        (error: unknown) => {
          if (error instanceof DomainError) return error.code;
          throw error;
        },
      );
      if (refusal === 'SUBTOPIC_NOT_FOUND') throw new ApiError('SUBTOPIC_NOT_FOUND');
      const doc = await call.reads.get(attempts, `${userId}_${subtemaId}`);
      return {
        ...{ id_curso: ids.courseId, id_subtema: subtemaId, revision: published?.revision ?? 0 },
        ...{ preguntas: published?.questions.length ?? 0, puntos: totalPoints(published), reglas: rulesOf(settings) },
        ...{ aprobada: tried.passed.size > 0, mejor: doc?.best ?? null, abierto: tried.open, quedan: left, impide: refusal },
        intentos: (doc?.attempts ?? []).map(attemptSummaryOf).reverse(),
      };
    },
  });
  implement(contract.passedQuizzes, {
    async handle({ params: { courseId, userId } }, call) {
      const doc = await visible(courseId, call);
      const tried = await call.reads.find(attempts, { where: { userId, courseId }, limit: 1_000 });
      const byQuiz = new Map(tried.docs.map(({ doc: one }) => [one.subtopicId, one]));
      const found = [];
      for (const { subtopicId, title } of presentQuizzes(doc)) {
        const { published } = await quizzes.load(subtopicId);
        if (!published || published.questions.length === 0) continue;
        const own = byQuiz.get(subtopicId);
        const counted = own?.attempts.filter(({ voided }) => !voided).length ?? 0;
        found.push({ id_subtema: subtopicId, titulo: title, aprobada: own?.passed ?? false, mejor: own?.best ?? null, intentos: counted });
      }
      return found;
    },
  });
}

/** Who takes a quiz. */
function attemptRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  const recordOf = async (userId: number, ids: QuizIds, attempt: number, now: Date) => {
    const found = (await quizzes.attempts(userId, ids.subtopicId)).attempts.get(attempt);
    if (!found) throw new ApiError('ATTEMPT_NOT_FOUND');
    return attemptRecordOf(ids, await quizzes.askedIn(ids.subtopicId, found), found, now);
  };
  implement(contract.beginAttempt, {
    async handle({ params: { userId, subtemaId } }, call) {
      const ids = await places.of(subtemaId);
      const done = await quizzes.begin(userId, ids, call.context());
      call.wrote(done.position);
      return recordOf(userId, ids, done.state.open ?? done.state.begun, call.now);
    },
  });
  implement(contract.attempt, {
    async handle({ params: { userId, subtemaId, intento } }, call) {
      const ids = await places.of(subtemaId);
      const record = await recordOf(userId, ids, intento, call.now);
      // What is still asked is content of the course; what came of an attempt is one's own.
      if (record.estado === 'abierto') await quizzes.demandRight(userId, ids.courseId);
      return record;
    },
  });
  implement(contract.saveAnswer, {
    async handle({ params: { userId, subtemaId, intento, preguntaId }, body }, call) {
      const ids = await places.of(subtemaId);
      const answer = { attempt: intento, questionId: preguntaId, chosen: body.opciones };
      const done = await quizzes.answer(userId, ids, answer, call.context());
      call.wrote(done.position);
      return { message: 'Respuesta guardada', elegidas: [...(done.state.attempts.get(intento)?.answers.get(preguntaId) ?? [])] };
    },
  });
  implement(contract.submitAttempt, {
    async handle({ params: { userId, subtemaId, intento } }, call) {
      const ids = await places.of(subtemaId);
      call.wrote((await quizzes.submit(userId, ids, intento, call.context())).position);
      return recordOf(userId, ids, intento, call.now);
    },
  });
  implement(contract.voidAttempt, {
    course: places.courseOf,
    async handle({ params: { userId, subtemaId, intento }, body }, call) {
      if (body.motivo === undefined) throw new ApiError('REASON_REQUIRED');
      const ids = await places.of(subtemaId);
      call.wrote((await quizzes.void(userId, ids, intento, call.context(body.motivo))).position);
      return { message: 'Intento anulado' };
    },
  });
}
