import { z } from 'zod';
import { messageAnswer } from './common.ts';
import { route } from './route.ts';

/** Evidence that nobody changed the log: a hash of each event over all before it, kept apart from the log and compared with it. */

const verified = z.object({
  fecha: z.string(),
  hechos: z.number(),
  /** null: the log is unchanged. */
  roto: z
    .object({
      clase: z.enum(['cambiado', 'faltante']),
      /** How many events before it are unchanged. */
      sanos: z.number(),
      evento: z.object({ flujo: z.string(), numero: z.number(), tipo: z.string(), posicion: z.string() }).nullable(),
    })
    .nullable(),
  /** The last comparison with a signed hash: when it was signed, over how many events, and whether they are unchanged. null: there was none. */
  huella: z.object({ fecha: z.string(), hechos: z.number(), igual: z.boolean() }).nullable(),
});
const signedRoot = z.object({
  declaracion: z.string().max(1_000),
  firma: z.string().max(200),
  llave: z.object({
    ...{ kty: z.literal('OKP'), crv: z.literal('Ed25519'), use: z.literal('sig'), alg: z.literal('EdDSA') },
    ...{ x: z.string().max(100), kid: z.string().max(100) },
  }),
});
export const integrity = z.object({
  /** How many events have a hash, up to which position, and the hash over all of them. */
  hechos: z.number(),
  posicion: z.string().nullable(),
  huella: z.string(),
  ultima: verified.nullable(),
  /** The progress of a verification in this process: how many events of how many. */
  enCurso: z.object({ hechos: z.number(), de: z.number() }).nullable(),
});
export type Integrity = z.output<typeof integrity>;

const common = { tag: 'Historial', policy: 'history.search' as const, now: true as const };
export const integrityCalls = {
  integrity: route({
    ...common,
    id: 'integrity',
    method: 'GET',
    path: '/api/integridad',
    summary: 'How far the log has hashes, and what came of the last verification',
    live: { still: 'its page asks again while a verification is under way' },
    answer: integrity,
  }),
  verifyLog: route({
    ...common,
    id: 'verifyLog',
    method: 'POST',
    path: '/api/integridad',
    summary:
      'Begin to compare the whole log with its hashes, one at a time; and with a signed hash that was kept elsewhere (`huella`, as it was downloaded)',
    body: z.object({ huella: signedRoot.optional() }),
    answer: messageAnswer,
    errors: ['ROOT_NOT_OURS'],
  }),
  logRoot: route({
    ...common,
    id: 'logRoot',
    method: 'GET',
    path: '/api/integridad/huella',
    summary:
      'The hash over the whole log with its signature, to be kept elsewhere: `firma` is of the text `declaracion`, by Ed25519 with `llave`',
    live: { still: 'a file, as of when it is asked for' },
    answer: signedRoot,
  }),
} as const;
