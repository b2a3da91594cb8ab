import type { Vault } from '../vault/port.ts';
import type { Mail, Mailer } from './port.ts';

export type MailboxEntry = Pick<Mail, 'to' | 'subject' | 'text' | 'links' | 'sentAt'>;

type Kept = Omit<Mail, 'messageId'>;

/** The demo mailbox: mails stay here instead of going out, one entry per Message-ID. */
export const createMailbox = (vault: Vault): Mailer & { newestFirst(limit: number): Promise<MailboxEntry[]> } => ({
  async send({ messageId, ...entry }) {
    await vault.put<Kept>('mailbox', `${entry.sentAt}_${messageId}`, entry);
  },
  async forget(userId) {
    for (const { key, value } of await vault.list<Kept>('mailbox', '')) if (value.userId === userId) await vault.remove('mailbox', key);
  },
  async newestFirst(limit) {
    const kept = await vault.list<Kept>('mailbox', '', { limit, backwards: true });
    return kept.map(({ value: { userId: _, ...entry } }) => entry);
  },
});
