import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** Learners' reviews of courses. One stream per learner and course, so that there cannot be two reviews by one learner. */

const review = { userId: id, courseId: id };
const stars = z.number().int().min(1).max(5);
/** A personal text: sealed, and null once the person is erased. The stars are kept and counted. */
const text = z.string().max(2_000).nullable();
/** False while hidden by an administrator. Averages count only visible reviews. */
const visible = z.boolean();

export const ReviewPosted = defineEvent('ReviewPosted', {
  category: 'review',
  schema: z.object({ ...review, stars, text, visible }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Un estudiante publicó su reseña de un curso.',
  sentence: said('publicó su reseña de «{courseId}»', 'posted the review of “{courseId}”'),
});
export const ReviewEdited = defineEvent('ReviewEdited', {
  category: 'review',
  schema: z.object({ ...review, stars, text, previousStars: stars, visible }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Un estudiante cambió su reseña de un curso.',
  sentence: said('cambió su reseña de «{courseId}»', 'changed the review of “{courseId}”'),
});
export const ReviewWithdrawn = defineEvent('ReviewWithdrawn', {
  category: 'review',
  schema: z.object({ ...review, stars, visible }),
  summary: 'Un estudiante retiró su reseña de un curso.',
  sentence: said('retiró su reseña de «{courseId}»', 'withdrew the review of “{courseId}”'),
});
export const ReviewHidden = defineEvent('ReviewHidden', {
  category: 'review',
  // The reason is about what a person wrote, so it is sealed with that person's key.
  schema: z.object({ ...review, stars, reason: z.string().max(500).nullable() }),
  personal: { of: 'userId', fields: ['reason'] },
  summary: 'La administración ocultó una reseña, con su motivo; deja de contar en el promedio.',
  sentence: said('ocultó la reseña de «{courseId}»', 'hid the review of “{courseId}”'),
});
export const ReviewRestored = defineEvent('ReviewRestored', {
  category: 'review',
  schema: z.object({ ...review, stars }),
  summary: 'La administración volvió a mostrar una reseña oculta; vuelve a contar en el promedio.',
  sentence: said('volvió a mostrar la reseña de «{courseId}»', 'showed the review of “{courseId}” again'),
});

export const reviewEvents = [ReviewPosted, ReviewEdited, ReviewWithdrawn, ReviewHidden, ReviewRestored] as const;
