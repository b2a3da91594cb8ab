import { mailPurposes } from '../../../events/mailPurposes.ts';
import { mailOperations } from '../../commands/operations/mail.ts';
import { readOutbox } from '../../integrations/mail/outbox.ts';
import type { Implement } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { type MailStatus, mail } from '../contract/mail.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** The most of one call: the rest waits for the next. */
const MOST_AT_ONCE = 500;
const states = { waiting: 'esperando', dead: 'fallido' } as const;

/** What operators see of outgoing mail. Nothing is sent from here: a retry is an event, on which the reactor acts. */
export function mailRoutes(implement: Implement, { commands, config, vault }: Deps): void {
  implement(mail.mailStatus, {
    async handle(_, call): Promise<MailStatus> {
      const { waiting, dead, rows } = await readOutbox(vault, call.now.getTime());
      return {
        salida: config.mail ? 'smtp' : 'buzon',
        esperando: waiting,
        fallidos: dead,
        filas: rows.map((row) => ({
          id: row.id,
          asunto: mailPurposes.find((one) => one === row.purpose) ?? 'otro',
          id_usuario: row.userId,
          estado: states[row.state],
          intentos: row.attempts,
          error: row.error,
          creado: row.sentAt,
          fecha: row.at,
          reintentable: row.retryable,
        })),
      };
    },
  });

  implement(mail.retryMail, {
    async handle({ params, body }, call) {
      const message = 'El correo se enviará otra vez';
      if (await commands.isDone(mailOperations, 'mail', call.context())) return { message };
      const { rows } = await readOutbox(vault, call.now.getTime());
      const row = rows.find(({ id, state }) => id === params.mailId && state === 'dead');
      if (!row) throw new ApiError('MAIL_NOT_FOUND');
      if (!row.retryable) throw new ApiError('MAIL_GONE');
      const command = { type: 'retry', mailIds: [row.id] } as const;
      call.wrote((await commands.handle(mailOperations, 'mail', command, call.context(body.motivo ?? NO_REASON))).position);
      return { message };
    },
  });

  implement(mail.retryAllMail, {
    async handle({ body }, call) {
      const { rows } = await readOutbox(vault, call.now.getTime());
      const ids = rows.filter(({ state, retryable }) => state === 'dead' && retryable).map(({ id }) => id);
      const mailIds = ids.slice(0, MOST_AT_ONCE);
      const command = { type: 'retry', mailIds } as const;
      if (mailIds.length > 0)
        call.wrote((await commands.handle(mailOperations, 'mail', command, call.context(body.motivo ?? NO_REASON))).position);
      return { message: 'Los correos se enviarán otra vez', reintentados: mailIds.length, quedan: ids.length - mailIds.length };
    },
  });
}
