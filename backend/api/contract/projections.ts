import { z } from 'zod';
import { operationBounds } from './choices.ts';
import { blankable, idNumber, messageAnswer, numeric, optionalText, pageQuery } from './common.ts';
import { failure } from './reactions.ts';
import { projectionHistory, projectionRow } from './records/operations.ts';
import { route } from './route.ts';

/** Read models: how far they are, and what operators ask of them. */

const name = z.object({ nombre: z.string().max(80) });
const act = { tag: 'Operación', policy: 'operations.act' as const, params: name };
const why = z.object({ motivo: optionalText(500) });

const whole = ([min, max]: readonly [number, number]) => numeric(z.number().int().min(min).max(max));
/** How read models are watched. */
export const operationSettings = z.object({
  /** The share of documents, in percent, above which a switch needs a person's word. */
  diferencia: numeric(z.number().min(operationBounds.diferencia[0]).max(operationBounds.diferencia[1])),
  /** Days that a replaced generation is kept. */
  diasGuardados: whole(operationBounds.diasGuardados),
  /** A read model is late once it has lagged by at least so many seconds for so many minutes. */
  segundosDeRetraso: whole(operationBounds.segundosDeRetraso),
  minutosDeRetraso: whole(operationBounds.minutosDeRetraso),
});
export type OperationSettings = z.output<typeof operationSettings>;

/** An alarm: a read model lagged by too much for too long. */
export const lagAlarm = z.object({
  proyeccion: z.string(),
  desde: z.string(),
  /** How many seconds it was behind when the alarm was raised. */
  segundos: z.number(),
  eventos: z.number().nullable(),
  /** null: it is still late. */
  hasta: z.string().nullable(),
});
export type LagAlarm = z.output<typeof lagAlarm>;

const differing = z.object({ vista: z.string(), clave: z.string(), antes: z.unknown(), despues: z.unknown() });
export const documentChecks = z.object({
  /** null: there was none yet. */
  noche: z.object({ fecha: z.string(), vistas: z.number(), documentos: z.number(), distintos: z.number() }).nullable(),
  /** The document as it is served, and as the log says it should be. */
  muestras: z.array(differing),
  /** The last requested inspections, the newest first. */
  pedidas: z.array(
    z.object({
      id: z.string(),
      fecha: z.string(),
      quien: z.string().nullable(),
      motivo: z.string().nullable(),
      corregir: z.boolean(),
      /** The read models that it was asked of; empty: a sample of all. */
      de: z.array(z.string()),
      /** null: it is still running. */
      resultado: z
        .object({ documentos: z.number(), distintos: z.number(), corregidos: z.boolean(), vistas: z.array(z.string()) })
        .nullable(),
    }),
  ),
});
export type DocumentChecks = z.output<typeof documentChecks>;

export const documentSteps = z.object({
  /** The last steps before `antes`, in order: each event that changed the document, with the document before and after it. */
  pasos: z.array(
    z.object({
      numero: z.number(),
      ...{ flujo: z.string(), version: z.number(), posicion: z.string(), tipo: z.string(), fecha: z.string() },
      ...{ antes: z.unknown(), despues: z.unknown() },
    }),
  ),
  total: z.number(),
  /** false: the log was too long for one answer, so there may be more. */
  completo: z.boolean(),
  /** The event that could not be folded; folding ended there. */
  detenido: z.object({ tipo: z.string(), error: z.string() }).nullable(),
  /** Keys of some existing documents, as examples. */
  ejemplos: z.array(z.string()),
});
export type DocumentSteps = z.output<typeof documentSteps>;

export const projectionCalls = {
  listProjections: route({
    id: 'listProjections',
    method: 'GET',
    path: '/api/proyecciones',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'Projections with lag, state and replays',
    live: { follows: { proyecciones: true }, pace: 500 },
    answer: z.array(projectionRow),
  }),
  projectionHistory: route({
    id: 'projectionHistory',
    method: 'GET',
    path: '/api/proyecciones/:nombre/historia',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'What a projection is made of, and what was asked of it, newest first, with the outcome of each rebuild',
    params: name,
    query: pageQuery,
    live: { still: 'its page reads it again with each new state of the row beside it' },
    answer: projectionHistory,
    errors: ['PROJECTION_NOT_FOUND'],
  }),
  poisonDetail: route({
    id: 'poisonDetail',
    method: 'GET',
    path: '/api/proyecciones/:nombre/detenida',
    tag: 'Operación',
    policy: 'operations.read',
    summary:
      'Where a projection failed: its handler, the reason with its stack, the event, and the documents that it was to change, as they stand',
    params: name,
    live: { still: 'its page reads it again with each new state of the row beside it' },
    answer: failure.extend({ documentos: z.array(z.object({ clave: z.string(), documento: z.unknown() })) }),
    errors: ['PROJECTION_NOT_FOUND', 'NOT_HALTED'],
  }),
  documentSteps: route({
    id: 'documentSteps',
    method: 'GET',
    path: '/api/proyecciones/:nombre/pasos',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'One document folded from the log event by event, before and after each; without a key, keys of some documents',
    params: name,
    query: z.object({ clave: optionalText(300), antes: numeric(z.number().int().min(1).max(1_000_000_000)).optional() }),
    live: { still: 'the past, as of when it is asked' },
    answer: documentSteps,
    errors: ['PROJECTION_NOT_FOUND'],
  }),
  replayProjection: route({
    id: 'replayProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/reconstruir',
    ...act,
    summary: 'Build a new generation beside the one that serves',
    body: why,
    answer: z.object({ message: z.string(), generacion: z.number() }),
    errors: ['PROJECTION_NOT_FOUND', 'REPLAY_RUNNING'],
  }),
  cancelReplay: route({
    id: 'cancelReplay',
    method: 'POST',
    path: '/api/proyecciones/:nombre/cancelar',
    ...act,
    summary: 'Cancel a replay; nothing of it stays',
    body: why,
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NOTHING_TO_SWITCH'],
  }),
  switchProjection: route({
    id: 'switchProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/cambiar',
    ...act,
    summary: 'Serve the generation that was built; where more differs than the school’s limit allows, only with `forzar` and a reason',
    body: z.object({ motivo: optionalText(500), forzar: z.boolean().optional() }),
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NOTHING_TO_SWITCH', 'DIFFERENCE_TOO_LARGE', 'REASON_REQUIRED'],
    fieldErrors: { REASON_REQUIRED: 'motivo' },
  }),
  returnProjection: route({
    id: 'returnProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/volver',
    ...act,
    summary: 'Return to a generation that served before; without a number, to the last one',
    body: z.object({ motivo: optionalText(500), generacion: numeric(z.number().int().min(1)).optional() }),
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NO_PREVIOUS'],
  }),
  pauseProjection: route({
    id: 'pauseProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/pausar',
    ...act,
    summary: 'Pause a projection, for some minutes or until it is resumed',
    body: z.object({ motivo: optionalText(500), minutos: numeric(z.number().int().min(1).max(1_440)).optional() }),
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND'],
  }),
  resumeProjection: route({
    id: 'resumeProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/reanudar',
    ...act,
    summary: 'Resume a paused or halted projection',
    body: why,
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NOT_HALTED'],
  }),
  skipPoison: route({
    id: 'skipPoison',
    method: 'POST',
    path: '/api/proyecciones/:nombre/saltar',
    ...act,
    summary: 'Skip the event that halted a projection, on record',
    body: z.object({ motivo: z.string().trim().min(1).max(500) }),
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NOT_HALTED'],
  }),
  documentChecks: route({
    id: 'documentChecks',
    method: 'GET',
    path: '/api/operacion/comprobaciones',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'What came of comparing served documents with the log: the last night, with examples of what differed, and what was asked for',
    live: { still: 'its page asks again while one is under way' },
    answer: documentChecks,
  }),
  checkDocuments: route({
    id: 'checkDocuments',
    method: 'POST',
    path: '/api/operacion/comprobaciones',
    tag: 'Operación',
    policy: 'operations.act',
    summary:
      'Compare served documents with the log: of one person (`id_usuario`), of one course with what people do in it (`id_curso`), what changed since a day (`desde`), one of these in one read model (`vista`) or in all; of one read model by their keys (`claves`); or a sample of all. With `corregir` what differs is written anew',
    body: z.object({
      id_usuario: blankable(idNumber),
      id_curso: blankable(idNumber),
      vista: optionalText(80),
      /** Keys of documents, which contain no space. */
      claves: z
        .array(
          z
            .string()
            .trim()
            .regex(/^[\w:.-]{1,300}$/),
        )
        .max(500)
        .optional(),
      /** Documents touched by an event of that day of the school or a later one: of each read model the five hundred that changed last. */
      desde: blankable(z.iso.date()),
      corregir: z.boolean().default(false),
      motivo: optionalText(500),
    }),
    /** `completo`: false where not everything that was asked for fitted. */
    answer: z.object({ message: z.string(), id: z.string(), documentos: z.number(), completo: z.boolean() }),
    errors: ['PROJECTION_NOT_FOUND', 'USER_NOT_FOUND', 'COURSE_NOT_FOUND', 'NOTHING_TO_CHECK'],
  }),
  lagAlarms: route({
    id: 'lagAlarms',
    method: 'GET',
    path: '/api/operacion/alarmas',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'Alarms on lag: those that last, and the last fifty, newest first',
    live: { still: 'asked every few seconds: time alone raises an alarm' },
    answer: z.array(lagAlarm),
  }),
  operationSettings: route({
    id: 'operationSettings',
    method: 'GET',
    path: '/api/operacion/ajustes',
    tag: 'Operación',
    policy: 'operations.read',
    summary: 'How read models are watched: limit of a difference, days that replaced generations are kept, alarms on lag',
    live: { still: 'operators change it, seldom; its form reads it anew' },
    answer: operationSettings,
  }),
  changeOperationSettings: route({
    id: 'changeOperationSettings',
    method: 'PUT',
    path: '/api/operacion/ajustes',
    tag: 'Operación',
    policy: 'operations.act',
    summary: 'Change how read models are watched, on record',
    body: operationSettings.extend({ motivo: optionalText(500) }),
    answer: operationSettings,
  }),
} as const;
