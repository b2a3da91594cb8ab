import { z } from 'zod';
import { actorRoles } from '../../../events/define.ts';
import { blankable, idNumber, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

/** The log itself, for operators and analysts: what is personal in it is masked for everybody. */

/** What is looked for; each that is given must hold. */
const filters = z.object({
  /** Its exact name, such as `course-3`; or a part of it, with `*` for the rest: `course-*`, `*-3`. */
  flujo: optionalText(240),
  /** The part of the stream's name before the first `-`. */
  categoria: optionalText(60),
  tipo: optionalText(100),
  /** Who did it, by the number of the account. */
  quien: blankable(idNumber),
  /** The `correlationId`: everything that followed from one request. */
  acto: optionalText(60),
  /** Days of the school's calendar, both included. */
  desde: blankable(z.iso.date()),
  hasta: blankable(z.iso.date()),
  /** A field of what the event says (`courseId`) or of its metadata (`meta.actor.role`), and the value that it has. */
  campo: optionalText(100),
  valor: optionalText(200),
});
export type EventFilters = z.output<typeof filters>;

export const foundEvent = z.object({
  id: z.string(),
  tipo: z.string(),
  flujo: z.string(),
  numero: z.number(),
  posicion: z.string(),
  fecha: z.string(),
  /** Who did it; the name only for administrators and auditors. null: the school itself, or somebody without an account. */
  quien: z.object({ id: z.number(), nombre: z.string().nullable() }).nullable(),
  rol: z.enum(actorRoles),
  /** What happened, in words, and why; only for administrators and auditors, for it names people. */
  frase: z.string().nullable(),
  motivo: z.string().nullable(),
});
export type FoundEvent = z.output<typeof foundEvent>;

export const findings = z.object({
  eventos: z.array(foundEvent),
  /** How many events were looked at for this answer. */
  revisados: z.number(),
  /** How far it has looked; the next call goes on from there. null: nothing was there to look at. */
  cursor: z.string().nullable(),
  /** When what was looked at last happened. */
  fecha: z.string().nullable(),
  /** Whether nothing is left to look at. */
  fin: z.boolean(),
});
export type Findings = z.output<typeof findings>;

const tag = 'Analítica';
const policy = 'analytics.read';
export const eventCalls = {
  findEvents: route({
    tag,
    policy,
    id: 'findEvents',
    method: 'GET',
    path: '/api/eventos/buscar',
    summary:
      'Events of the log by stream, category, type, author, act, day or field, newest first or oldest first, a stretch of the log at a time',
    query: pageQuery.extend(filters.shape).extend({
      orden: z.enum(['recientes', 'antiguos']).default('recientes'),
      idioma: z.enum(['es', 'en']).default('es'),
    }),
    live: { still: 'a stretch of the past; whoever follows the end of the log asks for what came since' },
    answer: findings,
    errors: ['POSITION_INVALID'],
  }),
  headOfLog: route({
    tag,
    policy,
    id: 'headOfLog',
    method: 'GET',
    path: '/api/eventos/final',
    summary: 'Where the log ends now',
    live: { still: 'as of when it is asked' },
    answer: z.object({ cursor: z.string().nullable() }),
  }),
} as const;
