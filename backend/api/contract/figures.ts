import { z } from 'zod';
import { blankable, currency, schoolDay as day, pageQuery } from './common.ts';
import { route } from './route.ts';

/** Steps of the funnel from a request for information to a completed course. Visits are told beside them: who comes is nobody that the school knows. */
export const funnelSteps = ['contactos', 'registros', 'inscripciones', 'comienzos', 'finales'] as const;
/** The way of those who pay; who learns for free is in the other one alone. */
export const buyerSteps = ['registros', 'pagos', 'inscripciones', 'comienzos', 'finales'] as const;
export const visitOrigins = ['directas', 'buscadores', 'redes', 'campanas', 'otros'] as const;
export type VisitOrigin = (typeof visitOrigins)[number];
export type FunnelStep = (typeof funnelSteps)[number] | (typeof buyerSteps)[number];
export const schoolFigures = z.object({
  /** The first and last day of the period, in the school's calendar. */
  desde: z.string(),
  hasta: z.string(),
  /** The requests for information of the period; then, of the students who registered in it, how many reached each step since. An account whose making was undone counts no more. */
  embudo: z.array(z.object({ id: z.enum(funnelSteps), valor: z.number() })),
  /** Of the same students: how many ever paid, and how many of those reached each step. */
  embudo_compra: z.array(z.object({ id: z.enum(buyerSteps), valor: z.number() })),
  /** Visits of the public pages in the period, by where they came from; `desde`: the first day on which they were counted, null: none was. */
  visitas: z.object({
    desde: z.string().nullable(),
    origenes: z.array(z.object({ id: z.enum(visitOrigins), valor: z.number() })),
  }),
  /** Of the requests, those marked as converted. */
  convertidos: z.number(),
  /** Students by the week of their registration (its Monday), the oldest first, whatever the period. */
  cohortes: z.array(
    z.object({
      semana: z.string(),
      registros: z.number(),
      inscripciones: z.number(),
      /** How many of them ever paid. */
      pagos: z.number(),
      comienzos: z.number(),
      finales: z.number(),
      /** How many were active in the week of their registration, the next one, and so on up to the present one. */
      activas: z.array(z.number()),
    }),
  ),
  /** Everybody who paid, by the month of their first payment, whatever the period; all that the school took less what it gave back is in it. */
  compradores: z.object({
    /** The months that are shown (YYYY-MM of the school's calendar), the oldest first. */
    meses: z.array(z.string()),
    cohortes: z.array(
      z.object({
        /** null: those who paid first before these months. */
        mes: z.string().nullable(),
        personas: z.number(),
        /** How many of them paid in more than one month. */
        volvieron: z.number(),
        /** How many of them paid in each month. */
        pagaron: z.array(z.number()),
        /** What came of them in each month, less what was given back in it. */
        ingresos: z.array(z.object({ moneda: currency, meses: z.array(z.number()) })),
      }),
    ),
  }),
  /** Minutes studied in the period: seven weekdays from Monday, each with 24 hours of the school's clock. */
  horario: z.array(z.array(z.number())),
});
export type SchoolFigures = z.output<typeof schoolFigures>;

const period = { desde: day.optional(), hasta: day.optional() };
const inOrder = ({ desde, hasta }: { desde?: string | undefined; hasta?: string | undefined }) =>
  desde === undefined || hasta === undefined || desde <= hasta;
const turned = { path: ['hasta'], message: 'El último día va antes que el primero.' };

export const stepPerson = z.object({
  id_usuario: z.number(),
  /** Only for administrators and auditors. null: nobody else is told, or the account was erased. */
  nombre: z.string().nullable(),
  /** Days of the school's calendar: of the registration, and on which the step was reached. */
  registro: z.string(),
  fecha: z.string(),
});
export type StepPerson = z.output<typeof stepPerson>;

/** The students' journeys through the school, and when they study: counts, without names. */
export const figures = {
  schoolFigures: route({
    id: 'schoolFigures',
    method: 'GET',
    path: '/api/cifras',
    tag: 'Analítica',
    summary:
      'The way from a request to a completed course, also of those who pay, cohorts of students and of buyers, and the hours in which people study',
    policy: 'analytics.read',
    query: z.object(period).refine(inOrder, turned),
    live: { follows: { cifras: true }, pace: 5_000 },
    answer: schoolFigures,
  }),
  stepPeople: route({
    id: 'stepPeople',
    method: 'GET',
    path: '/api/cifras/personas',
    tag: 'Analítica',
    summary: 'Those whom a step of the funnel counts, by page, the latest registration first; names only for whoever may read them',
    policy: 'analytics.read',
    query: z
      .object({
        ...period,
        ...pageQuery.shape,
        paso: z.enum(buyerSteps),
        /** Of those who paid. */
        compra: blankable(z.literal('1')),
        /** How many come before this page. */
        cursor: z
          .string()
          .regex(/^\d{1,8}$/)
          .optional(),
      })
      .refine(inOrder, turned),
    live: { follows: { cifras: true }, pace: 5_000 },
    answer: z.object({ personas: z.array(stepPerson), total: z.number(), siguiente: z.string().nullable() }),
  }),
} as const;
