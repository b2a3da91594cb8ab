import { z } from 'zod';
import { QUIET_DAYS, riskKinds } from './choices.ts';
import { idNumber, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

/** Days, including today, within which a learner with any activity counts as active. */
export const ACTIVE_DAYS = 7;

const person = z.object({ userId: idNumber });

export const teachingFigure = z.object({
  id: z.enum(['cursosPublicados', 'inscripciones', 'activos', 'clasesSemana', 'cursosCompletados', 'valoracion', 'enRiesgo']),
  /** null: there is nothing to show, like the average of no reviews. */
  valor: z.number().nullable(),
  /** The number that the figure is a share or an average of: courses, enrolments, reviews. */
  de: z.number().nullable(),
  /** The last 14 days of the school's calendar, the oldest first: what each added. Empty where it is not counted by day. */
  dias: z.array(z.object({ fecha: z.string(), valor: z.number() })),
});

export const taughtCourse = z.object({
  id: z.number(),
  slug: z.string(),
  nombre: z.string(),
  publicado: z.boolean(),
  inscripciones: z.number(),
  activos: z.number(),
  clasesSemana: z.number(),
  /** Average percentage of the learners, over the present classes of the course; null: nobody is enrolled, or it has no classes. */
  progreso: z.number().nullable(),
  cursosCompletados: z.number(),
  valoracion: z.number().nullable(),
  resenas: z.number(),
  enRiesgo: z.number(),
});

/** One instructor's courses that are not archived, in figures. */
export const teachingOverview = z.object({
  /** Their name in the catalogue. */
  instructor: z.object({ id: z.number(), nombre: z.string() }),
  cifras: z.array(teachingFigure),
  cursos: z.array(taughtCourse),
  /** The first days of the present week and of the active period. */
  semanaDesde: z.string(),
  activosDesde: z.string(),
  /** How many days count as active, and after how many days of inactivity a learner is at risk. */
  diasActivos: z.number(),
  diasRiesgo: z.number(),
});
export type TeachingOverview = z.output<typeof teachingOverview>;

export const learnerAtRisk = z.object({
  id_usuario: z.number(),
  /** As far as the person shows it to staff; null: they show no name. */
  nombre: z.string().nullable(),
  foto: z.string().nullable(),
  /** false: the account is deactivated. */
  activa: z.boolean(),
  id_curso: z.number(),
  curso: z.string(),
  progreso: z.number(),
  sesionesCompletadas: z.number(),
  totalSesiones: z.number(),
  /** Day of the school's calendar. */
  ultimaActividad: z.string(),
  diasSinActividad: z.number(),
  /** The first class that they have not completed; null: none is left. */
  se_quedo_en: z.string().nullable(),
  /** When staff last wrote to them because of this course. */
  recordado: z.string().nullable(),
  /** Why, by plain rules (docs/decisions/0135). `dias` quiet; `cada`: usual days between two visits; `veces`: attempts; percentages. */
  razones: z.array(
    z.object({
      clase: z.enum(riskKinds),
      /** Days without activity, days since they enrolled, attempts, or their percentage. */
      valor: z.number(),
      /** What is usual: days between two visits, or the average percentage of the course. */
      normal: z.number().nullable(),
      /** The quiz, where it is about one. */
      que: z.string().nullable(),
    }),
  ),
});
export const learnersAtRisk = z.object({
  /** The courses considered. */
  cursos: z.array(z.number()),
  dias: z.number(),
  total: z.number(),
  /** The longest inactive first; of signs, those whose sign is the oldest. */
  personas: z.array(learnerAtRisk),
});
export type LearnersAtRisk = z.output<typeof learnersAtRisk>;

/** Of the whole school, in pages. */
export const quietLearners = z.object({
  dias: z.number(),
  total: z.number(),
  /** The longest inactive first. */
  personas: z.array(learnerAtRisk),
  siguiente: z.string().nullable(),
});

export const courseFunnel = z.object({
  id: z.number(),
  inscripciones: z.number(),
  /** The present modules and classes, in order; how many of those now enrolled have marked each. */
  modulos: z.array(
    z.object({
      id: z.number(),
      titulo: z.string(),
      clases: z.array(z.object({ id: z.number(), titulo: z.string(), completaron: z.number() })),
    }),
  ),
});
export type CourseFunnel = z.output<typeof courseFunnel>;

/** The rule: so many days without activity for everybody, or any sign, compared with each learner's own rhythm. */
const signs = z.enum(['senales']).optional();

/** The most people that one call may write to. */
export const REMINDERS_AT_ONCE = 100;

export const teaching = {
  courseFunnel: route({
    id: 'courseFunnel',
    method: 'GET',
    path: '/api/cursos/:courseId/embudo',
    tag: 'Administración',
    policy: 'courses.edit',
    summary: 'How many of the learners of a course have completed each of its classes',
    params: z.object({ courseId: idNumber }),
    live: { follows: { 'curso:{courseId}': 'arg.courseId', 'alumnado:{courseId}': 'arg.courseId' }, pace: 2_000 },
    answer: courseFunnel,
    errors: ['COURSE_NOT_FOUND'],
  }),
  remindLearners: route({
    id: 'remindLearners',
    method: 'POST',
    path: '/api/cursos/:courseId/recordatorios',
    tag: 'Administración',
    policy: 'courses.edit',
    summary: 'Write a mail to learners of a course who have gone quiet: at most one a week to each, and what became of each',
    params: z.object({ courseId: idNumber }),
    body: z.object({ usuarios: z.array(idNumber).min(1).max(REMINDERS_AT_ONCE), texto: optionalText(1_000) }),
    answer: z.object({
      enviados: z.number(),
      resultados: z.array(z.object({ id_usuario: z.number(), enviado: z.boolean(), codigo: z.string().nullable() })),
    }),
    errors: ['COURSE_NOT_FOUND', 'REQUIRED_FIELDS'],
  }),
  teachingOverview: route({
    id: 'teachingOverview',
    method: 'GET',
    path: '/api/instructores/:userId/resumen',
    tag: 'Administración',
    policy: 'teaching.read',
    summary: 'Figures of the courses that somebody teaches',
    params: person,
    live: { follows: { cursos: true, 'alumnado:{courseId}': 'answer.cursos.id' }, pace: 1_000 },
    answer: teachingOverview,
    errors: ['USER_NOT_FOUND'],
  }),
  learnersAtRisk: route({
    id: 'learnersAtRisk',
    method: 'GET',
    path: '/api/instructores/:userId/en-riesgo',
    tag: 'Administración',
    policy: 'teaching.read',
    summary:
      'Learners of one’s courses who have not completed them and have done nothing in them for 14 days, or as many as are asked for; or who show any sign of giving up, each with the reasons',
    params: person,
    query: z.object({
      curso: idNumber.optional(),
      dias: z.enum(QUIET_DAYS).optional(),
      por: signs,
      limit: pageQuery.shape.limit,
    }),
    live: { follows: { cursos: true, 'alumnado:{courseId}': 'answer.cursos' }, pace: 1_000 },
    answer: learnersAtRisk,
    errors: ['USER_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
  quietLearners: route({
    id: 'quietLearners',
    method: 'GET',
    path: '/api/resumen/sin-actividad',
    tag: 'Administración',
    policy: 'overview.read',
    summary:
      'Learners of the whole school who have not completed a course and have done nothing in it for 14 days, or as many as are asked for; or who show any sign of giving up, each with the reasons',
    query: pageQuery.extend({ curso: idNumber.optional(), dias: z.enum(QUIET_DAYS).optional(), por: signs }),
    live: { follows: { cursos: true, 'alumnado:{courseId}': 'answer.personas.id_curso' }, pace: 1_000 },
    answer: quietLearners,
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
