import { z } from 'zod';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText, pageQuery } from './common.ts';
import { classThen } from './records/partsThen.ts';
import {
  analysis,
  attemptRecord,
  attemptSummary,
  learnerQuiz,
  optionRecord,
  questionRecord,
  quizEdited,
  quizFeedback,
} from './records/quizzes.ts';
import { route } from './route.ts';

/**
 * Quizzes: the calls of the documents by which authors write questions (they write at once, as all of theirs do), those of the editor, and attempts.
 * Only authors learn which options are right, until an attempt is graded.
 */

const truth = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => value === true || value === 1);
const points = numeric(z.number().int().min(1).max(1_000));
const statement = z.string().max(10_000);
const optionText = z.string().max(2_000);
const givenOption = z.object({
  /** The id of an option that the question has already. */
  id: idNumber.nullish(),
  text: optionText,
  is_correct: truth.default(false),
  explanation: optionText.nullish(),
});
const wholeQuestion = {
  question: statement,
  instruction: optionText.nullish(),
  points: points.default(1),
  options: z.array(givenOption).max(20),
  /** Drafts are kept although they cannot be asked yet. */
  borrador: z.boolean().default(false),
};
const edit = { tag: 'Evaluaciones', policy: 'courses.edit', versionOf: 'quiz' } as const;
const own = { tag: 'Evaluaciones', policy: 'learning.write' } as const;
const quizErrors = ['SUBTOPIC_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'] as const;
const questionErrors = ['QUESTION_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'] as const;
const optionErrors = ['OPTION_NOT_FOUND', ...questionErrors, 'OPTION_EMPTY'] as const;
const bodyErrors = [
  'QUESTION_EMPTY',
  'OPTIONS_TOO_FEW',
  'OPTION_EMPTY',
  'NO_RIGHT_OPTION',
  'TOO_MANY_OPTIONS',
  'OPTION_NOT_FOUND',
] as const;
const subtopic = z.object({ subtemaId: idNumber });
const userQuiz = z.object({ userId: idNumber, subtemaId: idNumber });
const userAttempt = userQuiz.extend({ intento: numeric(z.number().int().min(1).max(100_000)) });
const readErrors = ['SUBTOPIC_NOT_FOUND', 'COURSE_NOT_FOUND'] as const;
const rightErrors = ['COURSE_NOT_FOUND', 'NOT_ENROLLED', 'PREMIUM_CONTENT', 'COURSE_NOT_FREE'] as const;
const beginErrors = ['NOT_ENROLLED', 'PREMIUM_CONTENT', 'COURSE_NOT_FREE', 'MODULE_LOCKED', 'QUIZ_EMPTY', 'ATTEMPTS_USED_UP'] as const;
const authorFollows = { 'evaluaciones:{courseId}': 'answer.id_curso' } as const;
/** Every write of the editor waits for a publication where the course is published. */
const WAITS = 'learners are asked it once it is published';

export const quizzes = {
  listQuestions: route({
    id: 'listQuestions',
    method: 'GET',
    path: '/api/testquestions/testquestions/subtema/:subtemaId/with-options',
    tag: 'Evaluaciones',
    policy: 'courses.outline',
    summary:
      'Questions of a quiz with their options; to a learner without what is right, and of a quiz with a limit of time only once an attempt was begun',
    params: subtopic,
    live: { still: 'no page shows it: the editor and the attempts have answers of their own' },
    answer: z.array(questionRecord),
    errors: [...readErrors, 'NOT_ENROLLED', 'PREMIUM_CONTENT', 'MODULE_LOCKED'],
  }),
  getQuestion: route({
    id: 'getQuestion',
    method: 'GET',
    path: '/api/testquestions/testquestions/:id/with-options',
    tag: 'Evaluaciones',
    policy: 'courses.outline',
    summary: 'One question with its options, as the list has it',
    params: idParam,
    live: { still: 'no page shows it: the editor and the attempts have answers of their own' },
    answer: questionRecord,
    errors: [...readErrors, 'QUESTION_NOT_FOUND', 'NOT_ENROLLED', 'PREMIUM_CONTENT', 'MODULE_LOCKED'],
  }),
  createQuestion: route({
    ...edit,
    id: 'createQuestion',
    method: 'POST',
    path: '/api/testquestions/create',
    summary: 'Add a question at the end, at once; its number follows from its place (H32)',
    body: z.object({
      id_subtema: idNumber,
      question: statement,
      points: points.default(1),
      instruction: optionText.nullish(),
      question_number: z.unknown().optional(),
    }),
    answer: questionRecord,
    status: 201,
    errors: [...quizErrors, 'NOT_A_QUIZ', 'QUESTION_EMPTY', 'TOO_MANY_QUESTIONS'],
    fieldErrors: { QUESTION_EMPTY: 'question' },
  }),
  updateQuestion: route({
    ...edit,
    id: 'updateQuestion',
    method: 'PUT',
    path: '/api/testquestions/update/:id',
    summary: 'Change a question, at once; its options stay',
    params: idParam,
    body: z.object({ question: statement.optional(), points: points.optional(), instruction: optionText.nullish() }),
    answer: questionRecord,
    errors: [...questionErrors, 'QUESTION_EMPTY'],
    fieldErrors: { QUESTION_EMPTY: 'question' },
  }),
  removeQuestion: route({
    ...edit,
    id: 'removeQuestion',
    method: 'DELETE',
    path: '/api/testquestions/testquestions/:id',
    summary: 'Take a question out with its options, at once; it can be brought back',
    params: idParam,
    answer: messageAnswer,
    errors: questionErrors,
  }),
  createOption: route({
    ...edit,
    id: 'createOption',
    method: 'POST',
    path: '/api/testquestionoptions/create',
    summary: 'Add an option to a question, at once',
    body: z.object({ question_id: idNumber, text: optionText, is_correct: truth.default(false), explanation: optionText.nullish() }),
    answer: optionRecord,
    status: 201,
    errors: [...questionErrors, 'OPTION_EMPTY', 'TOO_MANY_OPTIONS'],
    fieldErrors: { OPTION_EMPTY: 'text' },
  }),
  updateOption: route({
    ...edit,
    id: 'updateOption',
    method: 'PUT',
    path: '/api/testquestionoptions/update/:id',
    summary: 'Change an option, at once',
    params: idParam,
    body: z.object({
      text: optionText.optional(),
      is_correct: truth.optional(),
      question_id: blankable(idNumber),
      explanation: optionText.nullish(),
    }),
    answer: optionRecord,
    errors: optionErrors,
    fieldErrors: { OPTION_EMPTY: 'text' },
  }),
  removeOption: route({
    ...edit,
    id: 'removeOption',
    method: 'DELETE',
    path: '/api/testquestionoptions/delete/testquestionoptions/:id',
    summary: 'Take an option out, at once',
    params: idParam,
    answer: messageAnswer,
    errors: optionErrors,
  }),

  quizEdited: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'quizEdited',
    method: 'GET',
    path: '/api/evaluaciones/:subtemaId/edicion',
    summary: 'A quiz as its authors see it: questions and rules, published or not',
    params: subtopic,
    live: { follows: authorFollows },
    answer: quizEdited,
    errors: readErrors,
  }),
  addQuestion: route({
    ...edit,
    id: 'addQuestion',
    method: 'POST',
    path: '/api/evaluaciones/:subtemaId/preguntas',
    summary: `Add a question with its options; ${WAITS}`,
    params: subtopic,
    body: z.object(wholeQuestion),
    answer: questionRecord,
    status: 201,
    errors: [...quizErrors, 'NOT_A_QUIZ', ...bodyErrors, 'TOO_MANY_QUESTIONS'],
    fieldErrors: { QUESTION_EMPTY: 'question', OPTIONS_TOO_FEW: 'options', OPTION_EMPTY: 'options', NO_RIGHT_OPTION: 'options' },
  }),
  reviseQuestion: route({
    ...edit,
    id: 'reviseQuestion',
    method: 'PUT',
    path: '/api/evaluaciones/preguntas/:id',
    summary: `Change a question and its options, as one change; ${WAITS}`,
    params: idParam,
    body: z.object(wholeQuestion),
    answer: questionRecord,
    errors: [...questionErrors, ...bodyErrors],
    fieldErrors: { QUESTION_EMPTY: 'question', OPTIONS_TOO_FEW: 'options', OPTION_EMPTY: 'options', NO_RIGHT_OPTION: 'options' },
  }),
  takeQuestionOut: route({
    ...edit,
    id: 'takeQuestionOut',
    method: 'DELETE',
    path: '/api/evaluaciones/preguntas/:id',
    summary: `Take a question out; ${WAITS}`,
    params: idParam,
    answer: messageAnswer,
    errors: questionErrors,
  }),
  restoreQuestion: route({
    ...edit,
    id: 'restoreQuestion',
    method: 'POST',
    path: '/api/evaluaciones/preguntas/:id/restaurar',
    summary: `Bring a question back to where it stood; ${WAITS}`,
    params: idParam,
    answer: messageAnswer,
    errors: [...questionErrors, 'TOO_MANY_QUESTIONS'],
  }),
  reorderQuestions: route({
    ...edit,
    id: 'reorderQuestions',
    method: 'PUT',
    path: '/api/evaluaciones/:subtemaId/orden',
    summary: `Set the order of the questions; ${WAITS}`,
    params: subtopic,
    body: z.object({ orden: z.array(idNumber).max(100) }),
    answer: messageAnswer,
    errors: [...quizErrors, 'ORDER_MISMATCH'],
  }),
  setQuizRules: route({
    ...edit,
    id: 'setQuizRules',
    method: 'PUT',
    path: '/api/evaluaciones/:subtemaId/reglas',
    summary: `Pass mark, attempts, time, order and what results tell; ${WAITS}`,
    params: subtopic,
    body: z.object({
      aprobatoria: numeric(z.number().int().min(1).max(100)).optional(),
      intentos: numeric(z.number().int().min(1).max(100)).nullish(),
      minutos: numeric(z.number().int().min(1).max(600)).nullish(),
      barajar: z.boolean().optional(),
      resultados: quizFeedback.optional(),
    }),
    answer: quizEdited,
    errors: [...quizErrors, 'NOT_A_QUIZ'],
  }),
  publishQuiz: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'publishQuiz',
    method: 'POST',
    path: '/api/evaluaciones/:subtemaId/publicar',
    summary: 'Ask learners from now on what stands there; attempts that were begun stay under their revision',
    params: subtopic,
    answer: messageAnswer.extend({ revision: z.number() }),
    errors: [...readErrors, 'DRAFT_EMPTY', 'COURSE_ARCHIVED'],
  }),
  discardQuizChanges: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'discardQuizChanges',
    method: 'DELETE',
    path: '/api/evaluaciones/:subtemaId/cambios',
    summary: 'Go back to what learners are asked',
    params: subtopic,
    answer: messageAnswer,
    errors: [...readErrors, 'COURSE_ARCHIVED'],
  }),
  copyQuiz: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'copyQuiz',
    method: 'POST',
    path: '/api/evaluaciones/:subtemaId/copiar',
    summary: 'Put the questions and rules of another quiz of the same course into one that is still empty',
    params: subtopic,
    body: z.object({ de: idNumber }),
    answer: messageAnswer,
    errors: [...readErrors, 'CONFLICT', 'COURSE_ARCHIVED'],
  }),
  previewQuiz: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'previewQuiz',
    method: 'GET',
    path: '/api/evaluaciones/:subtemaId/vista-previa',
    summary:
      'A quiz as learners would be asked it once it is published, in the school as it was as they were asked it then; nothing is written',
    params: subtopic,
    live: { follows: authorFollows },
    answer: attemptRecord,
    errors: readErrors,
  }),
  tryQuiz: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    use: true,
    id: 'tryQuiz',
    method: 'POST',
    path: '/api/evaluaciones/:subtemaId/vista-previa',
    summary: 'Grade answers to what the preview shows; nothing is written',
    params: subtopic,
    body: z.object({ respuestas: z.array(z.object({ pregunta: idNumber, opciones: z.array(idNumber).max(20) })).max(100) }),
    answer: attemptRecord,
    errors: readErrors,
  }),
  quizAttempts: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'quizAttempts',
    method: 'GET',
    path: '/api/evaluaciones/:subtemaId/intentos',
    summary:
      'Who tried a quiz: the attempts of each learner with when, of which revision and how they ended, also those that were annulled',
    params: subtopic,
    query: pageQuery,
    live: {
      follows: { 'evaluaciones:{courseId}': { id: 'answer.id_curso', only: ['analisis-{subtopicId}', '{subtopicId}'] } },
      pace: 2_000,
    },
    answer: z.object({
      id_curso: z.number(),
      alumnos: z.array(z.object({ id_usuario: z.number(), nombre: z.string(), aprobada: z.boolean(), intentos: z.array(attemptSummary) })),
      siguiente: z.string().nullable(),
    }),
    errors: readErrors,
  }),
  quizAnalysis: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'quizAnalysis',
    method: 'GET',
    path: '/api/evaluaciones/:subtemaId/analisis',
    summary: 'How learners answered each question, revision by revision: difficulty, discrimination, and how many chose each option',
    params: subtopic,
    live: {
      follows: { 'evaluaciones:{courseId}': { id: 'answer.id_curso', only: ['analisis-{subtopicId}', '{subtopicId}'] } },
      pace: 2_000,
    },
    answer: analysis,
    errors: readErrors,
  }),

  learnerQuiz: route({
    tag: 'Evaluaciones',
    policy: 'learning.read',
    id: 'learnerQuiz',
    method: 'GET',
    path: '/api/evaluaciones/:userId/:subtemaId',
    summary: 'A quiz for who is to take it: its rules, and the attempts at it',
    params: userQuiz,
    live: {
      follows: {
        'intentos:{userId}': 'arg.userId',
        'curso:{courseId}': { id: 'answer.id_curso', only: ['evaluacion-{subtopicId}', '{courseId}'] },
      },
    },
    answer: learnerQuiz,
    errors: readErrors,
  }),
  beginAttempt: route({
    ...own,
    id: 'beginAttempt',
    method: 'POST',
    path: '/api/evaluaciones/:userId/:subtemaId/intentos',
    summary: 'Begin an attempt, or go on with the one that is open',
    params: userQuiz,
    answer: attemptRecord,
    status: 201,
    errors: [...readErrors, ...beginErrors],
  }),
  attempt: route({
    tag: 'Evaluaciones',
    policy: 'learning.read',
    id: 'attempt',
    method: 'GET',
    path: '/api/evaluaciones/:userId/:subtemaId/intentos/:intento',
    summary: 'An attempt: while it is open what is asked and what was answered; graded, the result as far as the quiz tells it',
    params: userAttempt,
    live: { follows: { 'intentos:{userId}': 'arg.userId' } },
    answer: attemptRecord,
    errors: ['SUBTOPIC_NOT_FOUND', 'ATTEMPT_NOT_FOUND', ...rightErrors],
  }),
  saveAnswer: route({
    ...own,
    use: true,
    id: 'saveAnswer',
    method: 'PUT',
    path: '/api/evaluaciones/:userId/:subtemaId/intentos/:intento/respuestas/:preguntaId',
    summary: 'Save the answer to a question of an open attempt; none chosen takes it away',
    params: userAttempt.extend({ preguntaId: idNumber }),
    body: z.object({ opciones: z.array(idNumber).max(20) }),
    answer: messageAnswer.extend({ elegidas: z.array(z.number()) }),
    errors: [
      ...(['SUBTOPIC_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'ATTEMPT_CLOSED', 'ATTEMPT_TIME_OVER', 'ANSWER_NOT_ASKED'] as const),
      ...(['ATTEMPT_FULL', 'CONFLICT'] as const),
      ...rightErrors,
    ],
  }),
  submitAttempt: route({
    ...own,
    id: 'submitAttempt',
    method: 'POST',
    path: '/api/evaluaciones/:userId/:subtemaId/intentos/:intento/entregar',
    summary: 'Hand an attempt in; one that was handed in already answers its result once more',
    params: userAttempt,
    answer: attemptRecord,
    errors: ['SUBTOPIC_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'CONFLICT'],
  }),
  voidAttempt: route({
    tag: 'Evaluaciones',
    policy: 'courses.edit',
    id: 'voidAttempt',
    method: 'POST',
    path: '/api/evaluaciones/:userId/:subtemaId/intentos/:intento/anular',
    summary: 'Annul an attempt of a learner, so that it counts no more and another may be begun',
    params: userAttempt,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['SUBTOPIC_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  passedQuizzes: route({
    tag: 'Evaluaciones',
    policy: 'learning.read',
    id: 'passedQuizzes',
    method: 'GET',
    path: '/api/progreso/evaluaciones/:courseId/:userId',
    summary: 'The quizzes of a course, and which of them this person has passed',
    params: z.object({ courseId: idNumber, userId: idNumber }),
    live: {
      follows: {
        'intentos:{userId}': 'arg.userId',
        'curso:{courseId}': { id: 'arg.courseId', only: ['evaluacion-{subtopicId}', '{courseId}'] },
      },
    },
    answer: z.array(
      z.object({ id_subtema: z.number(), titulo: z.string(), aprobada: z.boolean(), mejor: z.number().nullable(), intentos: z.number() }),
    ),
    errors: ['COURSE_NOT_FOUND'],
  }),
  examsSeen: route({
    tag: 'Evaluaciones',
    policy: 'learning.read',
    id: 'examsSeen',
    method: 'GET',
    path: '/api/progreso/evaluaciones/:courseId/:userId/visto',
    summary:
      'What stood when somebody began each of their last attempts at the quizzes of a course: the version of the questions, of the class and of what it held',
    params: z.object({ courseId: idNumber, userId: idNumber }),
    live: { still: 'read again where it is opened again' },
    answer: z.object({
      /** Of all attempts. */
      total: z.number(),
      /** The last one first. */
      intentos: z.array(
        attemptSummary.extend({
          id_subtema: z.number(),
          /** As it was then; null: the quiz is in none of the course's classes of then. */
          titulo: z.string().nullable(),
          /** What was asked: the publication, when it was made, its questions and points, and how many publications came since. */
          preguntas: z.object({
            ...{ version: z.number(), fecha: z.string(), total: z.number(), puntos: z.number(), cambios: z.number() },
          }),
          modulo: z.object({ id: z.number(), nombre: z.string() }).nullable(),
          /** Without the quiz itself. */
          clase: classThen.nullable(),
        }),
      ),
    }),
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
export type ExamsSeen = z.output<typeof quizzes.examsSeen.answer>;
