import { z } from 'zod';

/** Answers about the school as a whole: figures, projections, events. */

/** A live figure with its definition and freshness (J07). */
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
  /** The last 14 days of the school's calendar, the oldest first: what each added. */
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
  /** Events behind the head; null where it is unknown. */
  retraso: z.number().nullable(),
  /** Seconds since the first unhandled event occurred; 0 at the head, null where it is unknown. */
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
      /** The share of the log that has been read, from 0 to 1; null where it is unknown. */
      avance: z.number().nullable(),
      porSegundo: z.number(),
      segundosRestantes: z.number().nullable(),
      diferencia: z
        .object({
          agregados: z.number(),
          cambiados: z.number(),
          eliminados: z.number(),
          iguales: z.number(),
          /** The share of documents that a switch would change, from 0 to 1. */
          proporcion: z.number(),
          muestras: z.array(z.object({ clave: z.string(), antes: z.unknown(), despues: z.unknown() })),
        })
        .nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** When a pause ends by itself. */
  pausadaHasta: z.string().nullable(),
  /** Generations to which one can return, the one that served last first; `hasta`: until when each served. */
  anteriores: z.array(z.object({ generacion: z.number(), hasta: z.string() })),
});
export type ProjectionRow = z.output<typeof projectionRow>;

/** A request about a projection; the outcome of a rebuild is part of it. */
export const projectionAct = z.object({
  /** Of the event that began it, in the projection's own stream. */
  version: z.number(),
  tipo: z.enum(['reconstruccion', 'cancelacion', 'cambio', 'pausa', 'reanudacion', 'salto', 'regreso']),
  fecha: z.string(),
  quien: z.string().nullable(),
  motivo: z.string().nullable(),
  generacion: z.number().nullable(),
  /** For a rebuild; null for other requests. */
  resultado: z.enum(['en-curso', 'lista', 'servida', 'cancelada', 'fallida']).nullable(),
  fin: z.string().nullable(),
  eventos: z.number().nullable(),
  milisegundos: z.number().nullable(),
  /** How many documents differed. */
  cambios: z.number().nullable(),
  error: z.string().nullable(),
  /** The skipped event. */
  saltado: z.object({ posicion: z.string(), tipo: z.string() }).nullable(),
});
export type ProjectionAct = z.output<typeof projectionAct>;
export const projectionHistory = z.object({
  /** The event types that it handles, with the count and the last time of each. */
  consume: z.array(
    z.object({
      tipo: z.string(),
      cantidad: z.number(),
      ultimo: z.string().nullable(),
      /** The reactors that handle it: they act when it happens, never on a replay. */
      reacciones: z.array(z.string()),
    }),
  ),
  /** The last event folded into it. */
  ultimo: z.object({ tipo: z.string(), fecha: z.string() }).nullable(),
  /** Newest first. */
  historia: z.array(projectionAct),
  siguiente: z.string().nullable(),
});
export type ProjectionHistory = z.output<typeof projectionHistory>;

export const eventDictionaryEntry = z.object({
  tipo: z.string(),
  version: z.number(),
  categoria: z.string(),
  /** The name of the category, in each language of the interface. */
  nombreCategoria: z.object({ es: z.string(), en: z.string() }),
  resumen: z.string(),
  /** What it tells of, in English: its sentence in histories, with a dot for each thing that is named. */
  resumen_en: z.string(),
  campos: z.array(z.object({ nombre: z.string(), tipo: z.string(), obligatorio: z.boolean(), personal: z.boolean() })),
  cantidad: z.number(),
  primero: z.string().nullable(),
  ultimo: z.string().nullable(),
  /** Events of the type on each of the last 30 days of the school's calendar, oldest first. */
  dias: z.array(z.number()),
  /** Projections that handle it. */
  lectores: z.array(z.string()),
  /** The reactors that handle it. */
  reacciones: z.array(z.string()),
  /** Who wrote those that there are, by role: the most first. */
  autores: z.array(z.object({ rol: z.string(), cantidad: z.number() })),
  /** Its schema versions, the first first: how many are stored in each, and what became different with it. */
  versiones: z.array(
    z.object({
      version: z.number(),
      cantidad: z.number(),
      primero: z.string().nullable(),
      ultimo: z.string().nullable(),
      cambio: z.object({ es: z.string(), en: z.string() }).nullable(),
    }),
  ),
  ejemplo: z.unknown(),
});
export type EventDictionaryEntry = z.output<typeof eventDictionaryEntry>;
