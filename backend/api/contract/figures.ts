import { z } from 'zod';
import { route } from './route.ts';

/** Steps of the way from a request for information to a completed course. Payments join them with the checkout, visits once the school counts them. */
export const funnelSteps = ['contactos', 'registros', 'inscripciones', 'comienzos', 'finales'] as const;
export type FunnelStep = (typeof funnelSteps)[number];
/** Days that are counted where nobody says which. */
export const FIGURE_DAYS = 90;

/** Days that a school may have been there: what lies beyond is no day that can be counted. */
const day = z.iso.date().refine((value) => value >= '2000-01-01' && value <= '2100-12-31');
export const schoolFigures = z.object({
  /** First and last day that are counted, in the school's calendar. */
  desde: z.string(),
  hasta: z.string(),
  /** Requests for information of those days; then of the students who registered in them, how many came how far since. */
  embudo: z.array(z.object({ id: z.enum(funnelSteps), valor: z.number() })),
  /** Of the requests, those that the school marked as turned into a student. */
  convertidos: z.number(),
  /** Students by the week of their registration (its Monday), oldest first, whatever days are asked for. */
  cohortes: z.array(
    z.object({
      semana: z.string(),
      registros: z.number(),
      inscripciones: z.number(),
      comienzos: z.number(),
      finales: z.number(),
      /** How many learnt something in the week of their registration, the next one, and so on up to the present one. */
      activas: z.array(z.number()),
    }),
  ),
  /** Minutes studied in those days: seven weekdays from Monday, of 24 hours of the school's clock each. */
  horario: z.array(z.array(z.number())),
});
export type SchoolFigures = z.output<typeof schoolFigures>;

/** How people go through the school, and when they study: counted, of nobody by name. */
export const figures = {
  schoolFigures: route({
    id: 'schoolFigures',
    method: 'GET',
    path: '/api/cifras',
    tag: 'Analítica',
    summary: 'The way from a request to a completed course, cohorts of students, and the hours in which people study',
    policy: 'analytics.read',
    query: z
      .object({ desde: day.optional(), hasta: day.optional() })
      .refine(({ desde, hasta }) => desde === undefined || hasta === undefined || desde <= hasta, { path: ['hasta'] }),
    live: { follows: { cifras: true }, pace: 5_000 },
    answer: schoolFigures,
  }),
} as const;
