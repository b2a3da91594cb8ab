import { z } from 'zod';
import { defineEvent } from './define.ts';
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
});
export const ReviewEdited = defineEvent('ReviewEdited', {
  category: 'review',
  schema: z.object({ ...review, stars, text, previousStars: stars, visible }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Un estudiante cambió su reseña de un curso.',
});
export const ReviewWithdrawn = defineEvent('ReviewWithdrawn', {
  category: 'review',
  schema: z.object({ ...review, stars, visible }),
  summary: 'Un estudiante retiró su reseña de un curso.',
});
export const ReviewHidden = defineEvent('ReviewHidden', {
  category: 'review',
  // The reason is about what a person wrote, so it is sealed with that person's key.
  schema: z.object({ ...review, stars, reason: z.string().max(500).nullable() }),
  personal: { of: 'userId', fields: ['reason'] },
  summary: 'La administración ocultó una reseña, con su motivo; deja de contar en el promedio.',
});
export const ReviewRestored = defineEvent('ReviewRestored', {
  category: 'review',
  schema: z.object({ ...review, stars }),
  summary: 'La administración volvió a mostrar una reseña oculta; vuelve a contar en el promedio.',
});

export const reviewEvents = [ReviewPosted, ReviewEdited, ReviewWithdrawn, ReviewHidden, ReviewRestored] as const;
