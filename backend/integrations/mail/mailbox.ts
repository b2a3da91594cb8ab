import type { Vault } from '../vault/port.ts';
import type { Mail, Mailer } from './port.ts';

export type MailboxEntry = Pick<Mail, 'to' | 'subject' | 'text' | 'links' | 'sentAt'>;

/** The demo mailbox: mails stay here instead of going out, one entry per Message-ID. */
export const createMailbox = (vault: Vault): Mailer & { newestFirst(limit: number): Promise<MailboxEntry[]> } => ({
  async send({ messageId, ...entry }) {
    await vault.put<MailboxEntry>('mailbox', `${entry.sentAt}_${messageId}`, entry);
  },
  async newestFirst(limit) {
    return (await vault.list<MailboxEntry>('mailbox', '', { limit, backwards: true })).map((record) => record.value);
  },
});
