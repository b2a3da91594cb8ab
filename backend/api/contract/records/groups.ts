import { z } from 'zod';

/** Answers about groups of courses. */

export const groupStates = ['por-empezar', 'en-curso', 'terminado', 'cancelado'] as const;
export const groupRecord = z.object({
  /** The number of the group among those of its course. */
  id: z.number(),
  nombre: z.string(),
  /** By the clock of the answer. */
  estado: z.enum(groupStates),
  /** When the course opens for its members: the moment, the date and time in the school's zone, and the last day. */
  inicio: z.string(),
  fecha: z.string(),
  hora: z.string(),
  zona: z.string(),
  fin: z.string(),
  cupo: z.number(),
  /** Seats that are neither taken nor held. */
  libres: z.number(),
  /** Whether one may come into it now. */
  abierto: z.boolean(),
});
export type GroupRecord = z.output<typeof groupRecord>;
