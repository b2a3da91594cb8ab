import { z } from 'zod';
import { mailPurposes } from '../../../events/mailPurposes.ts';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

/** A mail that could not be sent: whose it is, never its address or text. */
export const mailRow = z.object({
  id: z.string(),
  /** `otro`: of a mail queued by an older release. */
  asunto: z.enum([...mailPurposes, 'otro']),
  id_usuario: z.number(),
  /** `esperando`: failed, and will be retried; `fallido`: given up. */
  estado: z.enum(['esperando', 'fallido']),
  intentos: z.number(),
  /** A code: `550 5.1.1 RCPT TO`. */
  error: z.string().nullable(),
  /** When the event behind it occurred. */
  creado: z.string(),
  /** When it will be retried, or was given up. */
  fecha: z.string(),
  reintentable: z.boolean(),
});
export type MailRow = z.output<typeof mailRow>;
export const mailStatus = z.object({
  /** Whether mails are sent, or stay in the demo mailbox because no server is configured. */
  salida: z.enum(['smtp', 'buzon']),
  /** All mails waiting to be sent, including those that never failed. */
  esperando: z.number(),
  fallidos: z.number(),
  filas: z.array(mailRow),
});
export type MailStatus = z.output<typeof mailStatus>;

const tag = 'Operación';

export const mail = {
  mailStatus: route({
    id: 'mailStatus',
    method: 'GET',
    path: '/api/correos',
    tag,
    policy: 'operations.read',
    now: true,
    summary: 'Outgoing mail: what waits after a failure and what was given up',
    live: { still: 'asked every few seconds: it stands in the vault, in no read model' },
    answer: mailStatus,
  }),
  retryMail: route({
    id: 'retryMail',
    method: 'POST',
    path: '/api/correos/:mailId/reintentar',
    tag,
    policy: 'operations.act',
    summary: 'Send a mail that was given up once more, on record; under the same Message-ID',
    params: z.object({ mailId: z.string().max(160) }),
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['MAIL_NOT_FOUND', 'MAIL_GONE'],
  }),
  retryAllMail: route({
    id: 'retryAllMail',
    method: 'POST',
    path: '/api/correos/reintentar',
    tag,
    policy: 'operations.act',
    summary: 'Send every mail that was given up and can still be sent once more, on record; at most 500 at a time',
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer.extend({ reintentados: z.number(), quedan: z.number() }),
  }),
} as const;
