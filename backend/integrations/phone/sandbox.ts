import type { Mailer } from '../mail/port.ts';
import type { TextSender } from './port.ts';

/** Text messages stay in the demo mailbox beside the mails instead of going out; with the mails they are forgotten. */
export const createTextSandbox = (mailbox: Mailer): TextSender => ({
  send: ({ id, userId, to, text, sentAt }) =>
    mailbox.send({ messageId: id, userId, to, subject: 'Mensaje de texto', text, links: [], sentAt }),
  forget: (userId) => mailbox.forget(userId),
});
