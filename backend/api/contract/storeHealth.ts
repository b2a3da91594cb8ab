import { z } from 'zod';
import { drillCauseNames, stateThreads, storeParts } from './choices.ts';
import { messageAnswer } from './common.ts';
import { moment } from './past.ts';
import { route } from './route.ts';

/** What the school takes on the disk, its backups, drills of restoring one, and test copies. */

export const storeHealth = z.object({
  /** False: log or read models are elsewhere, and are backed up by the tools of their store. */
  propio: z.boolean(),
  partes: z.array(z.object({ id: z.enum(storeParts), bytes: z.number(), archivos: z.number().nullable() })),
  /** Bytes of the disk; null: the system does not say. */
  libre: z.number().nullable(),
  disco: z.number().nullable(),
  posicion: z.string().nullable(),
  /** The folded states that the process which answers keeps in memory, by its threads; `aciertos` and `lecturas`: since it began, how often the state that was needed was kept, and how often its stream was read whole. */
  estados: z.array(
    z.object({
      hilo: z.enum(stateThreads),
      ...{ cantidad: z.number(), bytes: z.number(), limite: z.number() },
      ...{ aciertos: z.number(), lecturas: z.number() },
    }),
  ),
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
      /** Whether the backup's folder still has it. */
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
      /** null: the restored log equals the school's. */
      causa: z.enum(drillCauseNames).nullable(),
      detalle: z.string().nullable(),
    }),
  ),
  /** Test copies in the folder of the school, the newest first. */
  copias: z.array(
    z.object({
      id: z.string(),
      carpeta: z.string(),
      fecha: z.string(),
      /** The moment as of which it shows the school. */
      momento: z.string(),
      hechos: z.number(),
      solo_lectura: z.boolean(),
      bytes: z.number(),
    }),
  ),
  /** The progress of the copy that is being made, in hundredths; null: none is. */
  copiando: z.number().nullable(),
  /** Why the last copy failed. */
  copia_fallida: z.string().nullable(),
  /** Why the last drill came to no end; null: it did not, or goes on. */
  simulacro_fallido: z.string().nullable(),
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
  dropStates: route({
    ...common,
    id: 'dropStates',
    method: 'POST',
    path: '/api/operacion/estados/soltar',
    policy: 'operations.act',
    summary:
      'Drop the folded states that the process which answers keeps in memory; they are read again from the log as they are needed. It is put on record',
    answer: messageAnswer,
  }),
  askCopy: route({
    ...common,
    id: 'askCopy',
    method: 'POST',
    path: '/api/operacion/copias',
    policy: 'operations.act',
    summary:
      'Begin a test copy of the school as it was at a moment or a position (as it is now without either), with nobody in it and nothing that leaves it; it is put on record first. `afuera`: only that, for a copy that a command of the machine makes',
    body: z.object({
      momento: moment.optional(),
      posicion: z.string().max(60).optional(),
      solo_lectura: z.boolean(),
      afuera: z.boolean().optional(),
    }),
    answer: messageAnswer.extend({ id: z.string() }),
    errors: ['COPY_RUNNING', 'PAST_MOMENT_INVALID', 'POSITION_INVALID'],
    fieldErrors: { PAST_MOMENT_INVALID: 'momento', POSITION_INVALID: 'posicion' },
  }),
  cancelCopy: route({
    ...common,
    id: 'cancelCopy',
    method: 'POST',
    path: '/api/operacion/copias/cancelar',
    policy: 'operations.act',
    summary: 'Cancel the test copy that is being made; nothing is left of it',
    answer: messageAnswer,
  }),
  removeCopy: route({
    ...common,
    id: 'removeCopy',
    method: 'DELETE',
    path: '/api/operacion/copias/:copyId',
    policy: 'operations.act',
    summary: 'Remove a test copy that nobody runs; one that is not there is removed',
    params: z.object({ copyId: z.string().max(60) }),
    answer: messageAnswer,
    errors: ['COPY_IN_USE'],
  }),
} as const;
