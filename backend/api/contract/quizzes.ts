import { z } from 'zod';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText } from './common.ts';
import { route } from './route.ts';

/**
 * Quizzes: the calls of the documents by which authors write questions (they write at once, as all of theirs do), those of the editor, and attempts.
 * What is right reaches nobody but authors before an attempt is graded.
 */

const option = z.object({
  id: z.number(),
  question_id: z.number(),
  text: z.string(),
  /** For authors. */
  is_correct: z.boolean().optional(),
  explanation: z.string().optional(),
});
/** A question. `is_correct`, `explanation` and `borrador` are for authors: to a learner the answer does not have them. */
export const questionRecord = z.object({
  id: z.number(),
  id_subtema: z.number(),
  /** From its place. */
  question_number: z.number(),
  question: z.string(),
  instruction: z.string(),
  points: z.number(),
  options: z.array(option),
  /** It has fewer than two options, or none that is right: learners are not asked it. */
  borrador: z.boolean().optional(),
});
export type QuestionRecord = z.output<typeof questionRecord>;

const feedback = z.enum(['todo', 'elegidas', 'puntos']);
export const quizRules = z.object({
  /** Percent of the points that passes. */
  aprobatoria: z.number(),
  /** null: as many as one likes. */
  intentos: z.number().nullable(),
  /** null: no limit of time. */
  minutos: z.number().nullable(),
  barajar: z.boolean(),
  /** What results tell: all, of what was chosen alone, or the points. */
  resultados: feedback,
});
export type QuizRules = z.output<typeof quizRules>;

const quizEdited = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  /** For `If-Match`. */
  version: z.number(),
  /** What learners are asked; 0: nothing yet. */
  revision: z.number(),
  /** They are asked something else than what stands here. */
  pendiente: z.boolean(),
  reglas: quizRules,
  preguntas: z.array(questionRecord),
});
export type QuizEdited = z.output<typeof quizEdited>;

const attemptSummary = z.object({
  intento: z.number(),
  revision: z.number(),
  inicio: z.string(),
  fin: z.string().nullable(),
  estado: z.enum(['abierto', 'calificado', 'anulado']),
  /** It was handed in by the learner, or its time was over. */
  por: z.enum(['estudiante', 'tiempo']).nullable(),
  calificacion: z.number().nullable(),
  puntos: z.number().nullable(),
  de: z.number().nullable(),
  aprobado: z.boolean().nullable(),
});
export type AttemptSummary = z.output<typeof attemptSummary>;
const learnerQuiz = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  revision: z.number(),
  preguntas: z.number(),
  puntos: z.number(),
  reglas: quizRules,
  aprobada: z.boolean(),
  mejor: z.number().nullable(),
  abierto: z.number().nullable(),
  /** null: as many as one likes. */
  quedan: z.number().nullable(),
  /** The code of an error: why no attempt can be begun; null: it can. */
  impide: z.string().nullable(),
  /** Newest first. */
  intentos: z.array(attemptSummary),
});
export type LearnerQuiz = z.output<typeof learnerQuiz>;

const askedOption = z.object({
  id: z.number(),
  text: z.string(),
  /** Of a graded attempt, as far as its quiz tells it. */
  is_correct: z.boolean().nullable(),
  explanation: z.string().nullable(),
});
const askedQuestion = z.object({
  id: z.number(),
  question_number: z.number(),
  question: z.string(),
  instruction: z.string(),
  points: z.number(),
  /** Several options are right. */
  varias: z.boolean(),
  options: z.array(askedOption),
  elegidas: z.array(z.number()),
  /** Of a graded attempt, where its quiz tells it. */
  correcta: z.boolean().nullable(),
  obtenidos: z.number().nullable(),
});
export type AskedQuestion = z.output<typeof askedQuestion>;
export const attemptRecord = attemptSummary.extend({
  id_curso: z.number(),
  id_subtema: z.number(),
  reglas: quizRules,
  /** When its time is over, by the clock of the school; and how many milliseconds are left of it now. */
  limite: z.string().nullable(),
  restante: z.number().nullable(),
  preguntas: z.array(askedQuestion),
});
export type AttemptRecord = z.output<typeof attemptRecord>;

const questionFigures = z.object({
  id: z.number(),
  question_number: z.number(),
  question: z.string(),
  respuestas: z.number(),
  /** Percent who had it right; null: nobody answered. */
  dificultad: z.number().nullable(),
  /** −100 to 100: how far who has it right does better in the rest than who has not; null: too few to say. */
  discriminacion: z.number().nullable(),
  opciones: z.array(
    z.object({
      id: z.number(),
      text: z.string(),
      is_correct: z.boolean(),
      elegida: z.number(),
      /** Percent who chose it. */
      parte: z.number().nullable(),
    }),
  ),
});
const analysis = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  /** Newest first. */
  revisiones: z.array(
    z.object({
      revision: z.number(),
      /** It is the one that learners are asked now. */
      vigente: z.boolean(),
      personas: z.number(),
      aprobadas: z.number(),
      promedio: z.number().nullable(),
      preguntas: z.array(questionFigures),
    }),
  ),
});
export type QuizAnalysis = z.output<typeof analysis>;
export type QuestionFigures = z.output<typeof questionFigures>;

const truth = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => value === true || value === 1);
const points = numeric(z.number().int().min(1).max(1_000));
const statement = z.string().max(10_000);
const optionText = z.string().max(2_000);
const givenOption = z.object({
  /** Of one that the question has already. */
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
  /** Kept although it cannot be asked yet. */
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
    answer: option,
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
    answer: option,
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
      resultados: feedback.optional(),
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
    summary: 'A quiz as learners would be asked it once it is published; nothing is written',
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
    errors: ['SUBTOPIC_NOT_FOUND', 'ATTEMPT_NOT_FOUND'],
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
} as const;
