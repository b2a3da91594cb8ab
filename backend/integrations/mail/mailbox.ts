import type { Vault } from '../vault/port.ts';
import type { Mail, Mailer } from './port.ts';

export type MailboxEntry = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'links' | 'sentAt'>;

type Kept = Omit<Mail, 'messageId' | 'expiresAt'>;

/** How long the mailbox keeps a mail, in milliseconds. */
const KEPT_MS = 120 * 24 * 3_600_000;
/** Shown in place of the address of an erased person. */
const NOBODY = 'cuenta borrada';

/** The demo mailbox: mails are kept here instead of being sent, one entry per Message-ID. */
export const createMailbox = (
  vault: Vault,
  now: () => number = Date.now,
): Mailer & { newestFirst(limit: number): Promise<MailboxEntry[]> } => ({
  async send({ messageId, expiresAt: _, ...entry }) {
    const kept: Kept = entry.lastWord ? { ...entry, to: NOBODY } : entry;
    await vault.put<Kept>('mailbox', `${entry.sentAt}_${messageId}`, kept, { expiresAt: now() + KEPT_MS });
  },
  async forget(userId) {
    for (const { key, value } of await vault.list<Kept>('mailbox', ''))
      if (value.userId === userId && !value.lastWord) await vault.remove('mailbox', key);
  },
  async newestFirst(limit) {
    const kept = await vault.list<Kept>('mailbox', '', { limit, backwards: true });
    return kept.map(({ value: { to, subject, text, html, links, sentAt } }) => ({
      to,
      subject,
      text,
      ...(html !== undefined && { html }),
      links,
      sentAt,
    }));
  },
});
