import { z } from 'zod';

/** What the calls about quizzes answer: questions, their rules, attempts and figures. */

export const optionRecord = z.object({
  id: z.number(),
  question_id: z.number(),
  text: z.string(),
  /** Only for authors. */
  is_correct: z.boolean().optional(),
  explanation: z.string().optional(),
});
/** A question. `is_correct`, `explanation` and `borrador` are for authors: to a learner the answer does not have them. */
export const questionRecord = z.object({
  id: z.number(),
  id_subtema: z.number(),
  /** Derived from its place. */
  question_number: z.number(),
  question: z.string(),
  instruction: z.string(),
  points: z.number(),
  options: z.array(optionRecord),
  /** It has fewer than two options, or none that is right: learners are not asked it. */
  borrador: z.boolean().optional(),
});
export type QuestionRecord = z.output<typeof questionRecord>;

export const quizFeedback = z.enum(['todo', 'elegidas', 'puntos']);
export const quizRules = z.object({
  /** Percent of the points that passes. */
  aprobatoria: z.number(),
  /** null: as many as one likes. */
  intentos: z.number().nullable(),
  /** null: no limit of time. */
  minutos: z.number().nullable(),
  barajar: z.boolean(),
  /** What results tell: all, of what was chosen alone, or the points. */
  resultados: quizFeedback,
});
export type QuizRules = z.output<typeof quizRules>;

export const quizEdited = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  /** For `If-Match`. */
  version: z.number(),
  /** The revision that learners are asked; 0: none yet. */
  revision: z.number(),
  /** Whether learners are asked something other than what is here. */
  pendiente: z.boolean(),
  reglas: quizRules,
  preguntas: z.array(questionRecord),
});
export type QuizEdited = z.output<typeof quizEdited>;

export const attemptSummary = z.object({
  intento: z.number(),
  revision: z.number(),
  inicio: z.string(),
  fin: z.string().nullable(),
  estado: z.enum(['abierto', 'calificado', 'anulado']),
  /** Whether the learner handed it in, or its time was over. */
  por: z.enum(['estudiante', 'tiempo']).nullable(),
  calificacion: z.number().nullable(),
  puntos: z.number().nullable(),
  de: z.number().nullable(),
  aprobado: z.boolean().nullable(),
});
export type AttemptSummary = z.output<typeof attemptSummary>;
export const learnerQuiz = z.object({
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
  /** Only for a graded attempt, as far as its quiz tells it. */
  is_correct: z.boolean().nullable(),
  explanation: z.string().nullable(),
});
const askedQuestion = z.object({
  id: z.number(),
  question_number: z.number(),
  question: z.string(),
  instruction: z.string(),
  points: z.number(),
  /** Whether several options are right. */
  varias: z.boolean(),
  options: z.array(askedOption),
  elegidas: z.array(z.number()),
  /** Only for a graded attempt, where its quiz tells it. */
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
  /** The percentage who had it right; null: nobody answered. */
  dificultad: z.number().nullable(),
  /** Discrimination, −100 to 100: how much better those who have it right do in the rest than the others; null: too few answers to say. */
  discriminacion: z.number().nullable(),
  opciones: z.array(
    z.object({
      id: z.number(),
      text: z.string(),
      is_correct: z.boolean(),
      elegida: z.number(),
      /** The percentage who chose it. */
      parte: z.number().nullable(),
    }),
  ),
});
export const analysis = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  /** Newest first. */
  revisiones: z.array(
    z.object({
      revision: z.number(),
      /** Whether it is the revision that learners are asked now. */
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
