import { z } from 'zod';
import { courseStates, managementOrders } from './choices.ts';
import { optionalText, pageQuery } from './common.ts';
import { courseRecord } from './records/courses.ts';
import { route } from './route.ts';

/** Courses as the people who manage them list them. */
export const courseManagement = {
  managedCourses: route({
    id: 'managedCourses',
    method: 'GET',
    path: '/api/cursos/gestion',
    tag: 'Catálogo',
    summary: 'The courses that the caller manages by page, searched, narrowed and sorted, with their figures. Instructors: their own',
    policy: 'courses.create',
    query: pageQuery.extend({
      /** Words of the title, the category or the instructor's name. */
      buscar: optionalText(100),
      /** Absent: all but archived courses. */
      estado: z.enum(courseStates).optional(),
      /** Only courses with a dead link. */
      enlaces: z.literal('1').optional(),
      /** A column; with «-» in descending order. */
      orden: z
        .string()
        .regex(new RegExp(`^-?(${managementOrders.join('|')})$`))
        .default('-updated'),
    }),
    live: { follows: { cursos: true }, pace: 500 },
    answer: z.object({
      cursos: z.array(courseRecord),
      total: z.number(),
      /** The place of the first item in the whole list, from 1. */
      primero: z.number(),
      siguiente: z.string().nullable(),
      /** Over all courses that the caller manages. */
      cifras: z.object({ publicado: z.number(), borrador: z.number(), archivado: z.number(), inscripciones: z.number() }),
      /** The featured courses, at most 100. */
      destacados: z.array(courseRecord),
    }),
  }),
} as const;
