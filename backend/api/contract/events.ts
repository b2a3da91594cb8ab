import { z } from 'zod';
import { exportFormats, MOST_FOLLOWED, planEvery, planScopes } from './choices.ts';
import { blankable, idNumber, messageAnswer, numeric, optionalText, pageQuery, tongue } from './common.ts';
import { type RoleName, roleCodes } from './roles.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

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
  /** Up to this position; absent: up to now. */
  hastaPosicion: optionalText(60),
});
/** An export that the school makes by itself. */
const planFilters = {
  ...{ flujo: optionalText(240), categoria: optionalText(60), tipo: optionalText(100), quien: blankable(idNumber) },
  campo: optionalText(100),
  /** A number, or `true` or `false`. What is kept for long has no words in it that may be somebody's name. */
  valor: optionalText(20).refine((value) => value === undefined || /^(true|false|-?\d{1,12}(\.\d{1,6})?)$/.test(value), 'PLAN_VALUE'),
};
export const exportPlan = z.object({
  id: z.string(),
  nombre: z.string(),
  /** The name only for administrators and auditors. */
  quien: z.object({ id: z.number(), nombre: z.string().nullable() }),
  formato: z.enum(exportFormats),
  cada: z.enum(planEvery),
  /** 0: Monday; null: every day. */
  dia: z.number().nullable(),
  hora: z.number(),
  alcance: z.enum(planScopes),
  filtros: z.object({
    ...{ flujo: z.string().nullable(), categoria: z.string().nullable(), tipo: z.string().nullable(), quien: z.number().nullable() },
    ...{ campo: z.string().nullable(), valor: z.string().nullable() },
  }),
  siguiente: z.string(),
  /** Those of the last thirty days, the newest first. */
  hechas: z.array(
    z.object({
      fecha: z.string(),
      ...{ despues: z.string().nullable(), hasta: z.string().nullable(), eventos: z.number(), bytes: z.number(), sha256: z.string() },
    }),
  ),
});
export type ExportPlan = z.output<typeof exportPlan>;
/** What somebody took of the log. */
export const exportRecord = z.object({
  id: z.string(),
  fecha: z.string(),
  formato: z.enum(exportFormats),
  /** The name only for administrators and auditors. */
  quien: z.object({ id: z.number(), nombre: z.string().nullable() }).nullable(),
  /** As in the query; `valor`: one was given, which is not kept. null: they are gone with the account of who took it. */
  filtros: z
    .object({
      ...{ flujo: z.string().nullable(), categoria: z.string().nullable(), tipo: z.string().nullable(), quien: z.number().nullable() },
      ...{ acto: z.string().nullable(), desde: z.string().nullable(), hasta: z.string().nullable(), campo: z.string().nullable() },
      valor: z.boolean(),
    })
    .nullable(),
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
      /** Only the event with which its stream begins: a list of the streams. */
      inicio: blankable(z.literal('1')),
      limit: numeric(z.number().int().min(1).max(MOST_FOLLOWED)).default(25),
      orden: z.enum(['recientes', 'antiguos']).default('recientes'),
      idioma: tongue,
      /** The end of the log is followed: of one account only as `beginFollowing` says. */
      enVivo: z.literal('1').optional(),
    }),
    live: { still: 'a stretch of the past; whoever follows the end of the log asks for what came since' },
    answer: findings,
    errors: ['POSITION_INVALID', 'FOLLOW_NOT_ALLOWED'],
  }),
  exportEvents: route({
    tag,
    policy,
    id: 'exportEvents',
    method: 'GET',
    path: '/api/eventos/exportar.ndjson',
    summary:
      'All events that the filters find up to now, oldest first, a line of JSON each, what is personal masked; who took it, and what, stands on record. What was broken off goes on by Range, with If-Range or `hastaPosicion`',
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
  exportManifest: route({
    tag,
    policy,
    id: 'exportManifest',
    method: 'GET',
    path: '/api/eventos/exportaciones/:descarga/manifiesto',
    summary:
      'The manifest of a download of events: between which positions it lies, its filters, rows, bytes and hash, its fields, and what is masked in it',
    params: z.object({ descarga: z.string().max(60) }),
    live: { still: 'a file, as of when it is asked for' },
    answer: exportRecord.omit({ quien: true }).extend({
      /** The account that took it. */
      quien: z.number().nullable(),
      /** What each field of a row says. */
      campos: z.record(z.string(), z.string()),
      enmascarado: z.object({
        /** What stands in the place of a masked value. */
        valor: z.string(),
        regla: z.string(),
        /** Event types with the fields that are masked in each. */
        tipos: z.record(z.string(), z.array(z.string()).readonly()),
      }),
    }),
    errors: ['NOT_FOUND'],
  }),
  listExportPlans: route({
    tag,
    policy,
    now: true,
    id: 'listExportPlans',
    method: 'GET',
    path: '/api/eventos/programadas',
    summary: 'Exports that the school makes by itself, with those of the last thirty days: of everybody; for analysts, their own',
    live: { still: 'as of when its dialog is opened' },
    answer: z.array(exportPlan),
  }),
  planExport: route({
    tag,
    policy,
    now: true,
    id: 'planExport',
    method: 'POST',
    path: '/api/eventos/programadas',
    summary: 'Have an export made every day, or once a week, at an hour of the school; the bell tells when one is ready',
    body: z.object({
      nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(60).refine(isCampaignTitle, 'SEGMENT_NAME'),
      formato: z.enum(exportFormats),
      cada: z.enum(planEvery),
      dia: numeric(z.number().int().min(0).max(6)).optional(),
      hora: numeric(z.number().int().min(0).max(23)),
      alcance: z.enum(planScopes),
      ...planFilters,
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string() }),
    errors: ['REQUIRED_FIELDS', 'SEGMENT_NAME', 'PLAN_VALUE', 'TOO_MANY_ITEMS'],
    fieldErrors: { SEGMENT_NAME: 'nombre', PLAN_VALUE: 'valor' },
  }),
  endExportPlan: route({
    tag,
    policy,
    now: true,
    id: 'endExportPlan',
    method: 'DELETE',
    path: '/api/eventos/programadas/:plan',
    summary: 'End a planned export: one’s own, or any as an administrator',
    params: z.object({ plan: z.string().max(60) }),
    answer: messageAnswer,
    errors: ['EXPORT_PLAN_NOT_FOUND'],
  }),
  researchDataset: route({
    tag,
    policy,
    id: 'researchDataset',
    method: 'GET',
    path: '/api/eventos/investigacion.zip',
    summary:
      'Enrolments for research: people as random ids of this file alone, times coarsened, no text of anybody, small groups left out; with a manifest',
    live: { still: 'a file, as of when it is asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'application/zip',
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
