import { z } from 'zod';
import { unlockChoices, WHAT_IF_DAYS, whatIfKinds } from './choices.ts';
import { idNumber, numeric } from './common.ts';
import { route } from './route.ts';

/** A rule tried on what has happened, before it is saved: nothing is written or sent (docs/decisions/0132). */

const kind = z.enum(whatIfKinds);
export const whatIf = z.object({
  /** The first day looked at, in the school's calendar. */
  desde: z.string(),
  dias: z.number(),
  /** The rule as it stands, and as it was asked about; of how modules open, the place among its choices. */
  antes: z.number(),
  despues: z.number(),
  /** How many learners, comments or purchases were examined. */
  examinados: z.number(),
  /** False: there was more than one answer may examine. */
  completo: z.boolean(),
  cambios: z.array(z.object({ clase: kind, cantidad: z.number() })),
  /** The newest affected people. */
  casos: z.array(
    z.object({
      clase: kind,
      id_usuario: z.number(),
      /** null: they show none to the caller, or are erased. */
      nombre: z.string().nullable(),
      /** The title of the course that it is about, or what was bought. */
      que: z.string().nullable(),
      fecha: z.string(),
      /** A percentage, a count of reports, days since the payment, a count of modules or classes, or days without activity. */
      valor: z.number(),
    }),
  ),
});
export type WhatIf = z.output<typeof whatIf>;
export type WhatIfCase = WhatIf['casos'][number];

const dias = z.enum(WHAT_IF_DAYS).optional();
const common = {
  ...({ method: 'GET', tag: 'Historial', answer: whatIf } as const),
  live: { still: 'asked by a press: what a rule would have changed up to then' },
} as const;
/** A rule that is not named is tried as it stands. */
export const whatIfCalls = {
  whatIfQuiz: route({
    ...common,
    id: 'whatIfQuiz',
    path: '/api/supuestos/evaluacion/:subtemaId',
    summary: 'Who would have passed or failed a quiz under another pass mark',
    policy: 'courses.edit',
    params: z.object({ subtemaId: idNumber }),
    query: z.object({ aprobatoria: numeric(z.number().int().min(1).max(100)).optional(), dias }),
    errors: ['SUBTOPIC_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
  whatIfUnlock: route({
    ...common,
    id: 'whatIfUnlock',
    path: '/api/supuestos/desbloqueo/:cursoId',
    summary: 'Before whom modules would open were they free; who completed classes out of order, were they to open one after the other',
    policy: 'courses.edit',
    params: z.object({ cursoId: idNumber }),
    query: z.object({ desbloqueo: z.enum(unlockChoices).optional(), dias }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  whatIfQuiet: route({
    ...common,
    id: 'whatIfQuiet',
    path: '/api/supuestos/inactividad',
    summary:
      'Who would have been reminded on which day, were everybody reminded after so many days without activity in a course; nobody is',
    policy: 'history.search',
    query: z.object({ dias_sin_actividad: numeric(z.number().int().min(1).max(365)).optional(), dias }),
  }),
  whatIfReports: route({
    ...common,
    id: 'whatIfReports',
    path: '/api/supuestos/reportes',
    summary: 'Which reported comments would have become urgent, or not, under another threshold',
    policy: 'history.search',
    query: z.object({ urgente_desde: numeric(z.number().int().min(0).max(100)).optional(), dias }),
  }),
  whatIfRefunds: route({
    ...common,
    id: 'whatIfRefunds',
    path: '/api/supuestos/reembolsos',
    summary: 'Which purchases could, or could no longer, be given back had they been sold with other days of guarantee',
    policy: 'history.search',
    query: z.object({ reembolso_dias: numeric(z.number().int().min(0).max(1_000)).optional(), dias }),
  }),
} as const;
