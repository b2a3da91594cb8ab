import { z } from 'zod';
import { idNumber, numeric, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

const tag = 'Asignaciones';

/** Where an entitlement comes from. */
export const rightSources = ['compra', 'beca', 'asignado', 'plan', 'propia'] as const;
export type RightSource = (typeof rightSources)[number];

export const personCourse = z.object({
  id_curso: z.number(),
  titulo: z.string(),
  /** Básico, Premium. */
  tipo: z.string(),
  fuentes: z.array(z.enum(rightSources)),
  inscrito: z.string(),
  progreso: z.number(),
});
export type PersonCourse = z.output<typeof personCourse>;

export const courseMember = z.object({
  id_usuario: z.number(),
  nombre: z.string(),
  email: z.string().nullable(),
  fuentes: z.array(z.enum(rightSources)),
  inscrito: z.string(),
});
export type CourseMember = z.output<typeof courseMember>;

const step = z.object({ id_usuario: idNumber, id_curso: idNumber, accion: z.enum(['agregar', 'quitar']) });
/** The most people and courses of one batch. */
export const MOST_STEPS = 200;

export const assignments = {
  personCourses: route({
    id: 'personCourses',
    method: 'GET',
    path: '/api/personas/:userId/cursos',
    tag,
    summary: 'The courses of a person, with where each right to them is from',
    policy: 'learning.assign',
    params: z.object({ userId: idNumber }),
    live: { follows: { 'usuariocurso:{userId}': 'arg.userId' } },
    answer: z.array(personCourse),
    errors: ['USER_NOT_FOUND'],
  }),
  courseMembers: route({
    id: 'courseMembers',
    method: 'GET',
    path: '/api/cursos/:courseId/inscritos',
    tag,
    summary: 'Who is in a course, by page, with where each right to it is from',
    policy: 'learning.assign',
    params: z.object({ courseId: idNumber }),
    query: pageQuery,
    live: { follows: { 'alumnado:{courseId}': 'arg.courseId' }, pace: 1_000 },
    answer: z.object({ personas: z.array(courseMember), total: z.number(), siguiente: z.string().nullable() }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  assignBatch: route({
    id: 'assignBatch',
    method: 'POST',
    path: '/api/usuariocurso/lote',
    tag,
    summary: 'Give and take courses at once; what one refuses does not stop the others',
    policy: 'learning.assign',
    body: z.object({
      pasos: z
        .array(step)
        .min(1, 'REQUIRED_FIELDS')
        .max(MOST_STEPS)
        // Two requests about the same person and course would undo each other, and the batch could not be undone.
        .refine(
          (all) => new Set(all.map(({ id_usuario, id_curso }) => `${id_usuario} ${id_curso}`)).size === all.length,
          'Hay dos pasos del mismo curso y la misma persona.',
        ),
      /** Also remove bought courses; their owners keep the right to come back. */
      pagados: z.boolean().optional(),
      motivo: optionalText(500),
    }),
    status: 201,
    answer: z.object({
      lote: z.string(),
      resultados: z.array(
        step.extend({
          id_usuario: z.number(),
          id_curso: z.number(),
          /** `igual`: they had the course, or did not have it, before. */
          resultado: z.enum(['hecho', 'igual', 'rechazado']),
          codigo: z.string().nullable(),
        }),
      ),
      agregados: z.number(),
      quitados: z.number(),
    }),
  }),
  undoBatch: route({
    id: 'undoBatch',
    method: 'POST',
    path: '/api/usuariocurso/lote/:lote/deshacer',
    tag,
    summary: 'Take back what a batch did to each, and nothing that came since',
    policy: 'learning.assign',
    params: z.object({ lote: z.string().max(40) }),
    /** `desde`: `siguiente` of the previous answer. */
    body: z.object({ motivo: optionalText(500), desde: numeric(z.number().int().min(0).max(1_000_000)).default(0) }),
    answer: z.object({ deshechos: z.number(), rechazados: z.number(), siguiente: z.number().nullable() }),
    errors: ['BATCH_NOT_FOUND', 'BATCH_UNDONE'],
  }),
} as const;
