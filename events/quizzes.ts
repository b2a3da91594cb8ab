import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { named, type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

const quiz = { courseId: id, moduleId: id, classId: id, subtopicId: id };

const option = z.object({
  optionId: id,
  text: z.string().max(2_000),
  correct: z.boolean(),
  /** Why it is right or wrong; told with the result. Blank: nothing. */
  explanation: z.string().max(2_000),
});
/** What a question says. With fewer than two options, one without text or none that is right it is a draft: kept, shown to authors, not asked (C-81). */
const body = {
  /** Markdown. */
  text: z.string().max(10_000),
  instruction: z.string().max(2_000),
  points: z.number().int().min(1).max(1_000),
  options: z.array(option).max(20),
};
const question = z.object({ questionId: id, ...body });
const written = z.object(body);
export type QuizOption = z.output<typeof option>;
export type QuestionBody = z.output<typeof written>;
export type Question = z.output<typeof question>;

/** How much a result tells: all of it; of what was chosen alone; or the points and nothing else. */
export const quizFeedback = growing(['full', 'chosen', 'score'], 'score');
export type QuizFeedback = z.output<typeof quizFeedback>;
const settings = z.object({
  /** Percent of the points that passes. */
  passMark: z.number().int().min(1).max(100),
  /** null: as many as one likes. */
  attempts: z.number().int().min(1).max(100).nullable(),
  /** Minutes; null: no limit of time. */
  minutes: z.number().int().min(1).max(600).nullable(),
  /** Whether questions and options come in another order for each attempt. */
  shuffle: z.boolean(),
  feedback: quizFeedback,
});
export type QuizSettings = z.output<typeof settings>;

const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'quiz', schema, summary, sentence });
export const QuestionAdded = define(
  'QuestionAdded',
  z.object({ ...quiz, question }),
  'Se añadió una pregunta a una evaluación.',
  named('agregó una pregunta a', 'added a question to'),
);
export const QuestionRevised = define(
  'QuestionRevised',
  z.object({ ...quiz, questionId: id, before: written, after: written }),
  'Cambió una pregunta de una evaluación, con sus opciones.',
  named('cambió una pregunta de', 'changed a question of'),
);
/** `place`: where it stood, from 0; it can be brought back there. */
export const QuestionRemoved = define(
  'QuestionRemoved',
  z.object({ ...quiz, question, place: z.number().int().min(0) }),
  'Se quitó una pregunta de una evaluación.',
  named('quitó una pregunta de', 'removed a question from'),
);
export const QuestionRestored = define(
  'QuestionRestored',
  z.object({ ...quiz, question, place: z.number().int().min(0) }),
  'Volvió una pregunta que se había quitado de una evaluación.',
  named('regresó una pregunta a', 'brought a question back to'),
);
export const QuestionsReordered = define(
  'QuestionsReordered',
  z.object({ ...quiz, before: z.array(id), order: z.array(id) }),
  'Cambió el orden de las preguntas de una evaluación.',
  named('cambió el orden de las preguntas de', 'changed the order of the questions of'),
);
export const QuizSettingsChanged = define(
  'QuizSettingsChanged',
  z.object({ ...quiz, before: settings, after: settings }),
  'Cambiaron las reglas de una evaluación: calificación mínima, intentos, tiempo, orden o resultados.',
  named('cambió las reglas de', 'changed the rules of'),
);
/** From here on learners are asked what stands there now. `revision` counts from 1; attempts that were begun stay under theirs. */
export const QuizPublished = define(
  'QuizPublished',
  z.object({ ...quiz, revision: z.number().int().min(1), questions: z.number().int().min(0), points: z.number().int().min(0) }),
  'Se publicó una versión de una evaluación: es la que responden los estudiantes desde entonces.',
  named('publicó las preguntas de', 'published the questions of'),
);
export const QuizChangesDiscarded = define(
  'QuizChangesDiscarded',
  z.object({ ...quiz, revision: z.number().int().min(0) }),
  'Se descartaron los cambios sin publicar de una evaluación.',
  named('descartó cambios sin publicar de', 'discarded unpublished changes of'),
);

const attempt = { userId: id, ...quiz, attempt: z.number().int().min(1) };
/** The options that were chosen, and the points they gave. */
const answered = z.object({
  questionId: id,
  chosen: z.array(id).max(20),
  right: z.boolean(),
  points: z.number().int(),
  of: z.number().int(),
});
const graded = z.object({
  revision: z.number().int().min(1),
  points: z.number().int().min(0),
  of: z.number().int().min(0),
  /** Percent, rounded down. */
  score: z.number().int().min(0).max(100),
  passed: z.boolean(),
  /** Of that learner under that revision: the one that the analysis of questions counts. */
  first: z.boolean(),
  answers: z.array(answered).max(200),
});
export type GradedAnswer = z.output<typeof answered>;
export type Grade = z.output<typeof graded>;

const defineAttempt = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'attempt', schema, summary, sentence });
/** Says which questions are asked, in which order; never which options are right. */
export const AttemptStarted = defineAttempt(
  'AttemptStarted',
  z.object({
    ...attempt,
    revision: z.number().int().min(1),
    questions: z.array(z.object({ questionId: id, options: z.array(id).max(20) })).max(200),
    /** When its time ends; null: it has no limit. */
    dueAt: z.iso.datetime().nullable(),
  }),
  'Un estudiante empezó un intento de una evaluación.',
  said('empezó el intento {attempt} de la evaluación «{subtopicId}»', 'started attempt {attempt} at the quiz “{subtopicId}”'),
);
export const AnswerSaved = defineAttempt(
  'AnswerSaved',
  z.object({ ...attempt, questionId: id, chosen: z.array(id).max(20) }),
  'Se guardó la respuesta a una pregunta de un intento en curso.',
  said('respondió una pregunta de la evaluación «{subtopicId}»', 'answered a question of the quiz “{subtopicId}”'),
);
export const AttemptSubmitted = defineAttempt(
  'AttemptSubmitted',
  z.object({ ...attempt, by: growing(['learner', 'time'], 'time') }),
  'Se entregó un intento: quien lo hizo, o el reloj de la escuela cuando terminó su tiempo.',
  said('entregó el intento {attempt} de la evaluación «{subtopicId}»', 'handed in attempt {attempt} at the quiz “{subtopicId}”'),
);
export const AttemptGraded = defineAttempt(
  'AttemptGraded',
  z.object({ ...attempt, ...graded.shape }),
  'Se calificó un intento con las respuestas de la versión en que empezó.',
  {
    es: 'El intento {attempt} de la evaluación «{subtopicId}» obtuvo {points} de {of} puntos',
    en: 'Attempt {attempt} at the quiz “{subtopicId}” got {points} of {of} points',
  },
);
/** It does not count any more, neither as taken nor as passed. `graded`: its result; null: it was still open. */
export const AttemptVoided = defineAttempt(
  'AttemptVoided',
  z.object({ ...attempt, graded: graded.nullable() }),
  'Un intento se anuló: no cuenta como hecho ni como aprobado.',
  said('anuló el intento {attempt} de la evaluación «{subtopicId}»', 'annulled attempt {attempt} at the quiz “{subtopicId}”'),
);

export const quizEvents = [
  QuestionAdded,
  QuestionRevised,
  QuestionRemoved,
  QuestionRestored,
  QuestionsReordered,
  QuizSettingsChanged,
  QuizPublished,
  QuizChangesDiscarded,
  AttemptStarted,
  AnswerSaved,
  AttemptSubmitted,
  AttemptGraded,
  AttemptVoided,
] as const;
