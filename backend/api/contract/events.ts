import { z } from 'zod';
import { blankable, idNumber, optionalText, pageQuery } from './common.ts';
import { type RoleName, roleCodes } from './roles.ts';
import { route } from './route.ts';

/** The log itself, for operators and analysts: what is personal in it is masked for everybody. */

/** What is looked for; each that is given must hold. */
export const eventFilters = z.object({
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
export type EventFilters = z.output<typeof eventFilters>;

export const foundEvent = z.object({
  id: z.string(),
  tipo: z.string(),
  flujo: z.string(),
  numero: z.number(),
  posicion: z.string(),
  fecha: z.string(),
  /** Who did it; the name only for administrators and auditors. null: the school itself, or somebody without an account. */
  quien: z.object({ id: z.number(), nombre: z.string().nullable() }).nullable(),
  rol: z.enum([...(Object.keys(roleCodes) as RoleName[]), 'visitor', 'system']),
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

const exportQuery = z.object({
  ...eventFilters.shape,
  /** After this position: where an earlier download of the same was broken off. */
  despues: optionalText(60),
});
/** What somebody took of the log. */
export const exportRecord = z.object({
  id: z.string(),
  fecha: z.string(),
  formato: z.enum(['ndjson', 'csv', 'parquet']),
  /** The name only for administrators and auditors. */
  quien: z.object({ id: z.number(), nombre: z.string().nullable() }).nullable(),
  /** As in the query; `valor`: one was given, which is not kept. */
  filtros: z.object({
    ...{ flujo: z.string().nullable(), categoria: z.string().nullable(), tipo: z.string().nullable(), quien: z.number().nullable() },
    ...{ acto: z.string().nullable(), desde: z.string().nullable(), hasta: z.string().nullable(), campo: z.string().nullable() },
    valor: z.boolean(),
  }),
  /** Of the part of the log that it covers: exclusive and inclusive. */
  despues: z.string().nullable(),
  hasta: z.string().nullable(),
  /** null: it is being sent, or the school was stopped meanwhile. */
  resultado: z.object({ eventos: z.number(), bytes: z.number(), sha256: z.string(), completo: z.boolean() }).nullable(),
});
export type ExportRecord = z.output<typeof exportRecord>;

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
    query: pageQuery.extend(eventFilters.shape).extend({
      orden: z.enum(['recientes', 'antiguos']).default('recientes'),
      idioma: z.enum(['es', 'en']).default('es'),
    }),
    live: { still: 'a stretch of the past; whoever follows the end of the log asks for what came since' },
    answer: findings,
    errors: ['POSITION_INVALID'],
  }),
  exportEvents: route({
    tag,
    policy,
    id: 'exportEvents',
    method: 'GET',
    path: '/api/eventos/exportar.ndjson',
    summary:
      'All events that the filters find up to now, oldest first, a line of JSON each, what is personal masked; who took it, and what, stands on record',
    query: exportQuery,
    live: { still: 'a file, as it was asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'application/x-ndjson',
    errors: ['POSITION_INVALID'],
  }),
  exportEventsCsv: route({
    tag,
    policy,
    id: 'exportEventsCsv',
    method: 'GET',
    path: '/api/eventos/exportar.csv',
    summary: 'The same as CSV, with what an event says and its metadata as JSON in a column each',
    query: exportQuery,
    live: { still: 'a file, as it was asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'text/csv',
    errors: ['POSITION_INVALID'],
  }),
  exportEventsParquet: route({
    tag,
    policy,
    id: 'exportEventsParquet',
    method: 'GET',
    path: '/api/eventos/exportar.parquet',
    summary: 'The same as Apache Parquet, in groups of ten thousand rows',
    query: exportQuery,
    live: { still: 'a file, as it was asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'application/vnd.apache.parquet',
    errors: ['POSITION_INVALID'],
  }),
  listExports: route({
    tag,
    policy,
    id: 'listExports',
    method: 'GET',
    path: '/api/eventos/exportaciones',
    summary: 'The last hundred downloads of events with what each holds, its positions and its hash: of everybody; for analysts, their own',
    live: { still: 'as of when it is asked' },
    answer: z.array(exportRecord),
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
