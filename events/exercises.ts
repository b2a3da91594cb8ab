import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** What learners hand in for the exercises and assignments of a course, and what whoever teaches it says of that. */

const place = { userId: id, courseId: id, moduleId: id, classId: id, subtopicId: id };
/** Of one learner at one exercise, from 1. */
const submission = { ...place, submission: z.number().int().min(1) };
const words = (most: number) => z.string().max(most).nullable();

export const verdict = growing(['accepted', 'returned'], 'returned');
export type Verdict = z.output<typeof verdict>;

export const ExerciseSubmitted = defineEvent('ExerciseSubmitted', {
  category: 'exercises',
  schema: z.object({
    ...submission,
    text: words(10_000),
    /** How many checks the school itself ran on it, and which of them, from 0, it did not pass. */
    checks: z.number().int().min(0).max(30),
    failed: z.array(z.number().int().min(0).max(29)).max(30),
  }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Un estudiante entregó un ejercicio o una tarea; la escuela corrió sus pruebas, si las tiene.',
  sentence: said('entregó el ejercicio «{subtopicId}» de «{courseId}»', 'handed in the exercise “{subtopicId}” of “{courseId}”'),
});
export const SubmissionReviewed = defineEvent('SubmissionReviewed', {
  category: 'exercises',
  schema: z.object({ ...submission, verdict, note: words(2_000) }),
  personal: { of: 'userId', fields: ['note'] },
  summary: 'Quien imparte un curso revisó una entrega: la aceptó, o la devolvió con lo que falta.',
  sentence: said('{verdict} la entrega de «{subtopicId}»', '{verdict} the submission to “{subtopicId}”'),
});
export const SubmissionWithdrawn = defineEvent('SubmissionWithdrawn', {
  category: 'exercises',
  schema: z.object(submission),
  summary: 'Un estudiante retiró una entrega suya: no cuenta ni se muestra más.',
  sentence: said('retiró su entrega de «{subtopicId}»', 'withdrew the submission to “{subtopicId}”'),
});

export const exerciseEvents = [ExerciseSubmitted, SubmissionReviewed, SubmissionWithdrawn] as const;
