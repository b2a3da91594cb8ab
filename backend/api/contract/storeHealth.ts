import { z } from 'zod';
import { drillCauseNames, storeParts } from './choices.ts';
import { messageAnswer } from './common.ts';
import { route } from './route.ts';

/** What the school takes on the disk, its backups, and drills of restoring one. */

export const storeHealth = z.object({
  /** False: log or read models are elsewhere, and are backed up by the tools of their store. */
  propio: z.boolean(),
  partes: z.array(z.object({ id: z.enum(storeParts), bytes: z.number(), archivos: z.number().nullable() })),
  /** Bytes of the disk; null: the system does not say. */
  libre: z.number().nullable(),
  disco: z.number().nullable(),
  posicion: z.string().nullable(),
  /** The newest first. */
  respaldos: z.array(
    z.object({
      fecha: z.string(),
      carpeta: z.string(),
      /** Number of the last event in it. */
      posicion: z.number().nullable(),
      bytes: z.number(),
      archivos: z.number().nullable(),
      milisegundos: z.number(),
      /** Whether its folder still holds it. */
      esta: z.boolean(),
    }),
  ),
  /** The newest first. */
  simulacros: z.array(
    z.object({
      fecha: z.string(),
      respaldo: z.string(),
      posicion: z.number().nullable(),
      hechos: z.number(),
      milisegundos: z.number(),
      /** null: what was restored is what the log was. */
      causa: z.enum(drillCauseNames).nullable(),
      detalle: z.string().nullable(),
    }),
  ),
  enCurso: z.object({ fase: z.enum(['restaura', 'compara']), hechos: z.number(), de: z.number() }).nullable(),
});
export type StoreHealth = z.output<typeof storeHealth>;

const common = { tag: 'Operación', now: true as const };
export const storeHealthCalls = {
  storeHealth: route({
    ...common,
    id: 'storeHealth',
    method: 'GET',
    path: '/api/operacion/almacen',
    policy: 'operations.read',
    summary: 'What the school takes on the disk, its last backups, and the last drills of restoring one',
    live: { still: 'its page asks again while a drill is under way' },
    answer: storeHealth,
  }),
  beginDrill: route({
    ...common,
    id: 'beginDrill',
    method: 'POST',
    path: '/api/operacion/simulacros',
    policy: 'operations.act',
    summary: 'Begin to restore the newest backup aside and to compare it with the log; one at a time, nothing of the school is touched',
    answer: messageAnswer,
    errors: ['BACKUP_NOT_FOUND'],
  }),
} as const;
