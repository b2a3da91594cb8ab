import type { Mailer } from '../mail/port.ts';
import type { TextSender } from './port.ts';

/** Keeps text messages in the demo mailbox beside the mails instead of sending them; they are deleted with the mails. */
export const createTextSandbox = (mailbox: Mailer): TextSender => ({
  send: ({ id, userId, to, text, sentAt }) =>
    mailbox.send({ messageId: id, userId, to, subject: 'Mensaje de texto', text, links: [], sentAt }),
  forget: (userId) => mailbox.forget(userId),
});
