import { z } from 'zod';
import { idNumber, messageAnswer, numeric, pageQuery } from './common.ts';
import { MOST_OF_SUBMISSION } from './exercise-text.ts';
import { route } from './route.ts';

/** Exercises and assignments: what a learner hands in, and what whoever teaches the course says of it. */

export const submissionRecord = z.object({
  entrega: z.number(),
  texto: z.string(),
  fecha: z.string(),
  /** How many checks the school itself ran on it, and how many of them it passed; of an assignment 0. */
  pruebas: z.number(),
  pasadas: z.number(),
  revision: z.enum(['aceptada', 'devuelta']).nullable(),
  nota: z.string().nullable(),
  revisada: z.string().nullable(),
});
export type SubmissionRecord = z.output<typeof submissionRecord>;
const checkResult = z.object({ pasa: z.boolean(), obtuvo: z.string().nullable(), error: z.string().nullable() });

const tag = 'Ejercicios';
const own = { tag, policy: 'learning.write' } as const;
const exercise = z.object({ subtemaId: idNumber });
const userExercise = z.object({ userId: idNumber, subtemaId: idNumber });
const userSubmission = userExercise.extend({ entrega: numeric(z.number().int().min(1).max(1_000)) });
const readErrors = ['SUBTOPIC_NOT_FOUND', 'COURSE_NOT_FOUND'] as const;

export const exercises = {
  learnerExercise: route({
    tag,
    policy: 'learning.read',
    id: 'learnerExercise',
    method: 'GET',
    path: '/api/ejercicios/:userId/:subtemaId',
    summary: 'What one handed in for an exercise, the last one first; ten at most',
    params: userExercise,
    live: { follows: { 'ejercicios:{userId}': 'arg.userId' } },
    answer: z.object({ id_curso: z.number(), resuelto: z.boolean(), entregas: z.array(submissionRecord) }),
    errors: readErrors,
  }),
  submitExercise: route({
    ...own,
    id: 'submitExercise',
    method: 'POST',
    path: '/api/ejercicios/:userId/:subtemaId/entregas',
    summary: 'Hand in an answer; the school runs the checks of the exercise on it, and says which it passed',
    params: userExercise,
    body: z.object({ texto: z.string().max(MOST_OF_SUBMISSION) }),
    answer: messageAnswer.extend({
      entrega: z.number(),
      resuelto: z.boolean(),
      pruebas: z.array(checkResult),
      impreso: z.string(),
      error: z.string().nullable(),
    }),
    status: 201,
    errors: [
      ...readErrors,
      ...(['NOT_ENROLLED', 'PREMIUM_CONTENT', 'COURSE_NOT_FREE', 'MODULE_LOCKED', 'PREVIEW_ONLY'] as const),
      ...(['SUBMISSION_EMPTY', 'TOO_MANY_SUBMISSIONS', 'RUNNER_BUSY', 'TOO_MANY_REQUESTS'] as const),
    ],
    fieldErrors: { SUBMISSION_EMPTY: 'texto' },
  }),
  withdrawSubmission: route({
    ...own,
    id: 'withdrawSubmission',
    method: 'DELETE',
    path: '/api/ejercicios/:userId/:subtemaId/entregas/:entrega',
    summary: 'Take back what one handed in: it counts no more, and is not shown any more',
    params: userSubmission,
    answer: messageAnswer,
    errors: ['SUBTOPIC_NOT_FOUND', 'SUBMISSION_NOT_FOUND'],
  }),
  exerciseSubmissions: route({
    tag,
    policy: 'courses.edit',
    id: 'exerciseSubmissions',
    method: 'GET',
    path: '/api/ejercicios/:subtemaId/entregas',
    summary: 'Who handed in an exercise: first those whose last submission waits for a review',
    params: exercise,
    query: pageQuery,
    live: { follows: { 'entregas:{courseId}': { id: 'answer.id_curso', only: ['{subtopicId}'] } }, pace: 2_000 },
    answer: z.object({
      id_curso: z.number(),
      alumnos: z.array(
        z.object({
          id_usuario: z.number(),
          nombre: z.string(),
          resuelto: z.boolean(),
          espera: z.boolean(),
          entregas: z.array(submissionRecord),
        }),
      ),
      siguiente: z.string().nullable(),
    }),
    errors: readErrors,
  }),
  reviewSubmission: route({
    tag,
    policy: 'courses.edit',
    id: 'reviewSubmission',
    method: 'POST',
    path: '/api/ejercicios/:userId/:subtemaId/entregas/:entrega/revision',
    summary: 'Accept what a learner handed in, or return it with what is missing; they are told',
    params: userSubmission,
    body: z.object({ revision: z.enum(['aceptada', 'devuelta']), nota: z.string().trim().max(2_000).default('') }),
    answer: messageAnswer,
    errors: ['SUBTOPIC_NOT_FOUND', 'SUBMISSION_NOT_FOUND', 'RETURN_WITHOUT_NOTE'],
    fieldErrors: { RETURN_WITHOUT_NOTE: 'nota' },
  }),
} as const;
