import { z } from 'zod';
import { messageAnswer, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

/** A live figure with its definition and how fresh it is (J07). */
export const figure = z.object({
  id: z.enum([
    'usuarios',
    'estudiantes',
    'cursosPublicados',
    'borradores',
    'inscripciones',
    'sesionesCompletadas',
    'cursosCompletados',
    'tiempoEstudiado',
  ]),
  valor: z.number(),
  /** The last 14 days of the school's calendar, oldest first: what each added. */
  dias: z.array(z.object({ fecha: z.string(), valor: z.number() })),
});
export const overview = z.object({ cifras: z.array(figure), posicion: z.string(), actualizado: z.string().nullable() });
export type Overview = z.output<typeof overview>;

export const projectionRow = z.object({
  id: z.string(),
  nombre: z.string(),
  version: z.number(),
  generacion: z.number().nullable(),
  estado: z.enum(['running', 'catching-up', 'building', 'paused', 'halted', 'failing']),
  posicion: z.string().nullable(),
  cabeza: z.string().nullable(),
  /** Events behind the head; null when it is not known. */
  retraso: z.number().nullable(),
  /** Since the first event that it has not handled occurred; 0 at the head, null when it is not known. */
  segundosDeRetraso: z.number().nullable(),
  eventosPorSegundo: z.number(),
  documentos: z.number(),
  error: z.string().nullable(),
  /** The event that halted it. */
  veneno: z.object({ position: z.string(), type: z.string(), eventId: z.string(), message: z.string() }).nullable(),
  reconstruccion: z
    .object({
      generacion: z.number(),
      estado: z.enum(['running', 'ready', 'failed']),
      hechos: z.number(),
      /** How much of the log has been walked, from 0 to 1; null when it is not known. */
      avance: z.number().nullable(),
      porSegundo: z.number(),
      segundosRestantes: z.number().nullable(),
      diferencia: z
        .object({
          agregados: z.number(),
          cambiados: z.number(),
          eliminados: z.number(),
          iguales: z.number(),
          muestras: z.array(z.object({ clave: z.string(), antes: z.unknown(), despues: z.unknown() })),
        })
        .nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** A previous generation that one can return to. */
  anterior: z.number().nullable(),
});
export type ProjectionRow = z.output<typeof projectionRow>;

/** Something a person asked of a projection; the outcome of a rebuild stands with it. */
export const projectionAct = z.object({
  /** Of the event that began it, on the projection's own stream. */
  version: z.number(),
  tipo: z.enum(['reconstruccion', 'pausa', 'reanudacion', 'salto', 'regreso']),
  fecha: z.string(),
  quien: z.string().nullable(),
  motivo: z.string().nullable(),
  generacion: z.number().nullable(),
  /** Of a rebuild; null for all else. */
  resultado: z.enum(['en-curso', 'lista', 'servida', 'cancelada', 'fallida']).nullable(),
  fin: z.string().nullable(),
  eventos: z.number().nullable(),
  milisegundos: z.number().nullable(),
  /** How many documents differed. */
  cambios: z.number().nullable(),
  error: z.string().nullable(),
  /** The event that was skipped. */
  saltado: z.object({ posicion: z.string(), tipo: z.string() }).nullable(),
});
export type ProjectionAct = z.output<typeof projectionAct>;
export const projectionHistory = z.object({
  /** The event types it is made of, with how many of each there are and when the last one happened. */
  consume: z.array(z.object({ tipo: z.string(), cantidad: z.number(), ultimo: z.string().nullable() })),
  /** The last event that it is made of. */
  ultimo: z.object({ tipo: z.string(), fecha: z.string() }).nullable(),
  /** Newest first. */
  historia: z.array(projectionAct),
  siguiente: z.string().nullable(),
});
export type ProjectionHistory = z.output<typeof projectionHistory>;

const name = z.object({ nombre: z.string().max(80) });
const act = { tag: 'Operación', policy: 'operations.act' as const, params: name };
const why = z.object({ motivo: optionalText(500) });

export const eventDictionaryEntry = z.object({
  tipo: z.string(),
  version: z.number(),
  categoria: z.string(),
  resumen: z.string(),
  campos: z.array(z.object({ nombre: z.string(), tipo: z.string(), obligatorio: z.boolean(), personal: z.boolean() })),
  cantidad: z.number(),
  primero: z.string().nullable(),
  ultimo: z.string().nullable(),
  /** Events of the type on each of the last 30 days of the school's calendar, oldest first. */
  dias: z.array(z.number()),
  /** Projections that hear it. */
  lectores: z.array(z.string()),
  ejemplo: z.unknown(),
});
export type EventDictionaryEntry = z.output<typeof eventDictionaryEntry>;

export const administration = {
  overview: route({
    id: 'overview',
    method: 'GET',
    path: '/api/resumen',
    tag: 'Administración',
    policy: 'overview.read',
    summary: 'The school’s figures',
    live: { follows: { resumen: true }, pace: 1_000 },
    answer: overview,
  }),
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
    summary: 'Serve the generation that was built',
    body: why,
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NOTHING_TO_SWITCH'],
  }),
  returnProjection: route({
    id: 'returnProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/volver',
    ...act,
    summary: 'Return to the generation before',
    body: why,
    answer: messageAnswer,
    errors: ['PROJECTION_NOT_FOUND', 'NO_PREVIOUS'],
  }),
  pauseProjection: route({
    id: 'pauseProjection',
    method: 'POST',
    path: '/api/proyecciones/:nombre/pausar',
    ...act,
    summary: 'Pause a projection',
    body: why,
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
  eventDictionary: route({
    id: 'eventDictionary',
    method: 'GET',
    path: '/api/eventos/diccionario',
    tag: 'Analítica',
    policy: 'analytics.read',
    summary: 'Every event type: schema, meaning, volume',
    live: { follows: { eventos: true }, pace: 2_000 },
    answer: z.array(eventDictionaryEntry),
  }),
} as const;
