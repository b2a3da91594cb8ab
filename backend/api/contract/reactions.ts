import { z } from 'zod';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

/** Consequences of events that a reactor gave up: dead letters. */
export const reactionRow = z.object({
  id: z.string(),
  /** The reactor: `accounts`, `files`, `mail`, … */
  reaccion: z.string(),
  evento: z.string(),
  posicion: z.string(),
  error: z.string(),
  intentos: z.number(),
  fecha: z.string(),
});
export type ReactionRow = z.output<typeof reactionRow>;
export const reactionStatus = z.object({
  filas: z.array(reactionRow),
  /** Whether there are more than these. */
  mas: z.boolean(),
  /** Since when remaining data of erased people could not be removed from the school's files; null: nothing remains. */
  rastros: z.object({ desde: z.string(), intentos: z.number(), error: z.string() }).nullable(),
  /**
   * Why no unused file is deleted now: the store is marked as another school's, or too few of its files are in the log; or that so many files of the log are
   * missing in the store, cut off or changed. `afectados`: so many files are unknown, or missing, beside `total` in the store. null: all is well.
   */
  archivos: z.object({ motivo: z.enum(['otra-escuela', 'demasiados', 'faltan']), total: z.number(), afectados: z.number() }).nullable(),
  /**
   * Databases of this process whose pages were found damaged, that are older than they were, or that lack keys: their file, since when that is known, what
   * is wrong, of an older one how many of its last writes it lacks, and of how many accounts the key is missing.
   */
  bases: z.array(
    z.object({ archivo: z.string(), desde: z.string(), error: z.string(), faltan: z.number().nullable(), llaves: z.number().nullable() }),
  ),
  /** Since when it is known that the log is not what it was, or has lost its end; null: it is sound, as far as that was looked at. */
  registro: z.object({ desde: z.string() }).nullable(),
});
export type ReactionStatus = z.output<typeof reactionStatus>;

const tag = 'Operación';
const one = z.object({ reactionId: z.string().max(120) });
/** Where a handler failed, and at which event. */
export const failure = z.object({
  /** The handler: `mail · UserRegistered`. */
  manejador: z.string(),
  error: z.string(),
  pila: z.string().nullable(),
  /** The event in the log; null where an older release did not note it. */
  evento: z.object({ flujo: z.string(), numero: z.number() }).nullable(),
});
export type Failure = z.output<typeof failure>;

export const reactions = {
  reactionStatus: route({
    id: 'reactionStatus',
    method: 'GET',
    path: '/api/reacciones',
    tag,
    policy: 'operations.read',
    summary: 'What should have followed from events and was given up; the first 500',
    live: { still: 'asked every few seconds: it stands in the vault, in no read model' },
    answer: reactionStatus,
  }),
  reactionDetail: route({
    id: 'reactionDetail',
    method: 'GET',
    path: '/api/reacciones/:reactionId',
    tag,
    policy: 'operations.read',
    summary: 'Where a reactor failed: its handler, the reason with its stack, and the event',
    params: one,
    live: { still: 'a failure stays as it was; another try is another one' },
    /** `hasta`: how many a retry up to this one would do, itself among them. */
    answer: failure.extend({ hasta: z.number() }),
    errors: ['REACTION_NOT_FOUND'],
  }),
  retryReaction: route({
    id: 'retryReaction',
    method: 'POST',
    path: '/api/reacciones/:reactionId/reintentar',
    tag,
    policy: 'operations.act',
    summary: 'Do what was given up once more, on record, under the same ids; with `hasta` also what the same reactor gave up before it',
    params: one,
    body: z.object({ motivo: optionalText(500), hasta: z.boolean().optional() }),
    answer: messageAnswer.extend({ reintentados: z.number() }),
    errors: ['REACTION_NOT_FOUND'],
  }),
  skipReaction: route({
    id: 'skipReaction',
    method: 'POST',
    path: '/api/reacciones/:reactionId/descartar',
    tag,
    policy: 'operations.act',
    summary: 'Decide that what was given up is not to be done any more, for a reason on record',
    params: one,
    body: z.object({ motivo: z.string().trim().min(1).max(500) }),
    answer: messageAnswer,
    errors: ['REACTION_NOT_FOUND'],
  }),
  retryAllReactions: route({
    id: 'retryAllReactions',
    method: 'POST',
    path: '/api/reacciones/reintentar',
    tag,
    policy: 'operations.act',
    summary: 'Do all that was given up once more, on record; at most 500 at a time',
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer.extend({ reintentados: z.number(), mas: z.boolean() }),
  }),
} as const;
