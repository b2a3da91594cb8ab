import { z } from 'zod';
import { idNumber, numeric, optionalText } from './common.ts';
import { route } from './route.ts';

/** Publishing, unpublishing or archiving several courses at once, and undoing that. */

export const courseActs = ['publicar', 'despublicar', 'archivar'] as const;
export type CourseActName = (typeof courseActs)[number];
/** The most courses of one batch. */
export const MOST_COURSES = 200;

const tag = 'Catálogo';
export const courseBatches = {
  changeCourses: route({
    id: 'changeCourses',
    method: 'POST',
    path: '/api/cursos/lote',
    tag,
    summary: 'Publish, unpublish or archive several courses; what one refuses does not stop the others',
    policy: 'courses.create',
    body: z.object({
      accion: z.enum(courseActs),
      cursos: z.array(idNumber).min(1, 'REQUIRED_FIELDS').max(MOST_COURSES),
      motivo: optionalText(500),
    }),
    status: 201,
    answer: z.object({
      lote: z.string(),
      resultados: z.array(
        z.object({
          id_curso: z.number(),
          /** `igual`: it had that state before. */
          resultado: z.enum(['hecho', 'igual', 'rechazado']),
          codigo: z.string().nullable(),
        }),
      ),
      hechos: z.number(),
    }),
  }),
  undoCourses: route({
    id: 'undoCourses',
    method: 'POST',
    path: '/api/cursos/lote/:lote/deshacer',
    tag,
    summary: 'Bring each course of a batch back to what it was before, where nobody has published, taken back or archived it since',
    policy: 'courses.create',
    params: z.object({ lote: z.string().max(40) }),
    body: z.object({ motivo: optionalText(500), desde: numeric(z.number().int().min(0).max(1_000_000)).default(0) }),
    answer: z.object({ deshechos: z.number(), rechazados: z.number(), siguiente: z.number().nullable() }),
    errors: ['BATCH_NOT_FOUND', 'BATCH_UNDONE'],
  }),
} as const;
