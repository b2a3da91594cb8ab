import { z } from 'zod';

/** What calls answer of the school as a whole: its figures, its projections, its events. */

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

export const eventDictionaryEntry = z.object({
  tipo: z.string(),
  version: z.number(),
  categoria: z.string(),
  /** What the category is called, in each language of the interface. */
  nombreCategoria: z.object({ es: z.string(), en: z.string() }),
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
