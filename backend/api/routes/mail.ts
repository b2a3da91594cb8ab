import { mailOperations } from '../../commands/operations/mail.ts';
import { readOutbox } from '../../integrations/mail/outbox.ts';
import { type MailStatus, mail } from '../contract/mail.ts';
import type { Deps } from '../deps.ts';
import type { Implement } from '../implement.ts';
import { ApiError } from '../plugins/errors.ts';

const NO_REASON = 'sin motivo';
const states = { waiting: 'esperando', dead: 'fallido' } as const;

/** What operators see of outgoing mail. Nothing is sent from here: a retry is an event, and the reactor hears it. */
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
          asunto: row.purpose,
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
      const { rows } = await readOutbox(vault, call.now.getTime());
      const row = rows.find(({ id, state }) => id === params.mailId && state === 'dead');
      if (!row) throw new ApiError('MAIL_NOT_FOUND');
      if (!row.retryable) throw new ApiError('MAIL_GONE');
      const command = { type: 'retry', mailId: row.id } as const;
      call.wrote((await commands.handle(mailOperations, 'mail', command, call.context(body.motivo ?? NO_REASON))).position);
      return { message: 'El correo se enviará otra vez' };
    },
  });
}
