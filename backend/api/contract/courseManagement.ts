import { z } from 'zod';
import { courseStates, managementOrders } from './choices.ts';
import { idNumber, messageAnswer, optionalText, pageQuery } from './common.ts';
import { courseRecord } from './records/courses.ts';
import { route } from './route.ts';

const courseParam = z.object({ courseId: idNumber });
const teacher = z.object({ id: z.number(), nombre: z.string() });

/** Courses as the people who manage them list them, and who teaches each. */
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
      /** The rank of the first item in the whole list, from 1. */
      primero: z.number(),
      siguiente: z.string().nullable(),
      /** Over all courses that the caller manages. */
      cifras: z.object({ publicado: z.number(), borrador: z.number(), archivado: z.number(), inscripciones: z.number() }),
      /** The featured courses, at most 100. */
      destacados: z.array(courseRecord),
    }),
  }),
  courseTeachers: route({
    id: 'courseTeachers',
    method: 'GET',
    path: '/api/cursos/:courseId/instructores',
    tag: 'Catálogo',
    summary: 'Who teaches the course: its instructor, and those who do so beside them',
    policy: 'courses.edit',
    params: courseParam,
    live: { follows: { 'curso:{courseId}': { id: 'arg.courseId', but: ['estadisticas', 'resenas', 'valoracion', 'texto-{subtopicId}'] } } },
    answer: z.object({
      instructor: teacher.nullable(),
      coinstructores: z.array(teacher),
      /** The most co-instructors of one course. */
      maximo: z.number(),
    }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  addCoInstructor: route({
    id: 'addCoInstructor',
    method: 'POST',
    path: '/api/cursos/:courseId/coinstructores',
    tag: 'Catálogo',
    summary: 'Let another instructor teach the course with the same rights, save choosing who else does',
    policy: 'courses.share',
    params: courseParam,
    body: z.object({ id_usuario: idNumber, motivo: optionalText(500) }),
    status: 201,
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'COURSE_ARCHIVED', 'INSTRUCTOR_REQUIRED', 'TOO_MANY_CO_INSTRUCTORS'],
  }),
  removeCoInstructor: route({
    id: 'removeCoInstructor',
    method: 'DELETE',
    path: '/api/cursos/:courseId/coinstructores/:userId',
    tag: 'Catálogo',
    summary: 'Somebody does not teach the course any more beside its instructor; who does may leave',
    policy: 'courses.edit',
    params: courseParam.extend({ userId: idNumber }),
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'COURSE_ARCHIVED', 'FORBIDDEN'],
  }),
} as const;
