import { z } from 'zod';
import { reviewStates } from './choices.ts';
import { idNumber, messageAnswer, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

/** A review as anyone may read it. */
export const reviewRecord = z.object({
  /** Opaque; the same as long as the review exists. */
  id: z.string(),
  /** First name and initial, where the person shows them; null: 'Estudiante'. */
  autor: z.string().nullable(),
  /** Address of the author's picture, where everyone may see it; null: their initials. */
  foto: z.string().nullable(),
  /** 1 to 5. */
  estrellas: z.number(),
  /** Plain text, never markup; '' where only stars were given, null where the author was erased. */
  texto: z.string().nullable(),
  publicada: z.string(),
  editada: z.string().nullable(),
});
export type ReviewRecord = z.output<typeof reviewRecord>;

export const courseReviews = z.object({
  /** Average of the visible reviews to two decimals; null = 'Sin reseñas'. */
  promedio: z.number().nullable(),
  total: z.number(),
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  distribucion: z.array(z.number()).length(5),
  resenas: z.array(reviewRecord),
  /** Cursor of the next page. */
  siguiente: z.string().nullable(),
});
export type CourseReviews = z.output<typeof courseReviews>;

export const ownReview = z.object({
  resena: z
    .object({
      estrellas: z.number(),
      texto: z.string(),
      publicada: z.string(),
      editada: z.string().nullable(),
      /** Why an administrator hid it; null: it is visible. */
      oculta: z.object({ motivo: z.string() }).nullable(),
    })
    .nullable(),
  /** The author's name as it would be shown with the review. */
  autor: z.string().nullable(),
  /** The picture as it would be shown with the review. */
  foto: z.string().nullable(),
  puede: z.boolean(),
  /** Why the person may not review: a code of the error catalogue. */
  impedimento: z.enum(['REVIEW_OWN_COURSE', 'NOT_ENROLLED', 'REVIEW_TOO_EARLY', 'EMAIL_NOT_VERIFIED']).nullable(),
  /** The completed percentage of the course, and the required one. */
  progreso: z.number(),
  minimo: z.number(),
});
export type OwnReview = z.output<typeof ownReview>;

export const moderatedReview = z.object({
  id_curso: z.number(),
  id_usuario: z.number(),
  curso: z.string(),
  autor: z.string().nullable(),
  estrellas: z.number(),
  texto: z.string().nullable(),
  publicada: z.string(),
  editada: z.string().nullable(),
  estado: z.enum(['visible', 'oculta']),
  motivo: z.string().nullable(),
  ocultada: z.string().nullable(),
  /** Name of the administrator. */
  ocultadaPor: z.string().nullable(),
});
export type ModeratedReview = z.output<typeof moderatedReview>;

const tag = 'Reseñas';
const ofCourse = z.object({ courseId: idNumber });
const ofReview = z.object({ courseId: idNumber, userId: idNumber });

export const reviews = {
  listReviews: route({
    id: 'listReviews',
    method: 'GET',
    path: '/api/resenas/curso/:courseId',
    tag,
    policy: 'open',
    summary: 'Reviews of a course, newest first, with their average',
    params: ofCourse,
    query: pageQuery,
    live: { follows: { 'curso:{courseId}': { id: 'arg.courseId', only: ['resenas', 'valoracion'] } } },
    answer: courseReviews,
    errors: ['COURSE_NOT_FOUND'],
  }),
  ownReview: route({
    id: 'ownReview',
    method: 'GET',
    path: '/api/resenas/mia/:courseId',
    tag,
    policy: 'reviews.write',
    summary: "The caller's own review of a course, and whether they may write it",
    params: ofCourse,
    live: {
      follows: {
        'curso:{courseId}': { id: 'arg.courseId', only: ['resenas'] },
        'progreso:{userId}': { id: 'self', only: ['{courseId}'] },
        'usuario:{userId}': 'self',
      },
    },
    answer: ownReview,
    errors: ['COURSE_NOT_FOUND'],
  }),
  writeReview: route({
    id: 'writeReview',
    method: 'PUT',
    path: '/api/resenas/mia/:courseId',
    tag,
    policy: 'reviews.write',
    summary: "Post the caller's one review of a course, or change it; after 20 % of the course",
    params: ofCourse,
    body: z.object({ estrellas: z.number().int().min(1).max(5), texto: z.string().max(4_000).default('') }),
    answer: messageAnswer.extend({ oculta: z.boolean() }),
    errors: ['COURSE_NOT_FOUND', 'NOT_ENROLLED', 'REVIEW_TOO_EARLY', 'REVIEW_OWN_COURSE', 'REVIEW_TOO_LONG', 'EMAIL_NOT_VERIFIED'],
    fieldErrors: { REVIEW_TOO_LONG: 'texto' },
  }),
  withdrawReview: route({
    id: 'withdrawReview',
    method: 'DELETE',
    path: '/api/resenas/mia/:courseId',
    tag,
    policy: 'reviews.write',
    summary: "Withdraw the caller's review",
    params: ofCourse,
    answer: messageAnswer,
  }),
  moderatedReviews: route({
    id: 'moderatedReviews',
    method: 'GET',
    path: '/api/resenas/moderacion',
    tag,
    policy: 'reviews.moderate',
    summary: 'Reviews of all courses, those that changed last first; `por-revisar`: hidden ones that their authors changed since',
    query: pageQuery.extend({ estado: z.enum(reviewStates).default('visible') }),
    live: { follows: { resenas: true } },
    answer: z.object({ resenas: z.array(moderatedReview), siguiente: z.string().nullable() }),
  }),
  hideReview: route({
    id: 'hideReview',
    method: 'POST',
    path: '/api/resenas/:courseId/:userId/ocultar',
    tag,
    policy: 'reviews.moderate',
    summary: 'Hide a review, with the reason; it leaves the average',
    params: ofReview,
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['REVIEW_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  restoreReview: route({
    id: 'restoreReview',
    method: 'POST',
    path: '/api/resenas/:courseId/:userId/restaurar',
    tag,
    policy: 'reviews.moderate',
    summary: 'Show a hidden review again',
    params: ofReview,
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['REVIEW_NOT_FOUND', 'REASON_REQUIRED'],
  }),
} as const;
