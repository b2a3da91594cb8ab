import type { Vault } from '../vault/port.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import type { Mailer } from './port.ts';
import { createSmtp, type SmtpOptions } from './smtp.ts';

/** Domains of the demo school's invented people: no mail is ever sent there. */
const DEMO_PEOPLE = /@(?:demo|ejemplo)\.mx$/i;

export interface PostOfficeOptions extends Pick<OutboxOptions, 'now' | 'logger'> {
  vault: Vault;
  mailbox: Mailer;
  smtp: Pick<SmtpOptions, 'url' | 'from'> | null;
  /** Whether the person has been erased, or is being erased. */
  isErased(userId: number): Promise<boolean>;
}

/**
 * Routes mails: through the outbox to the SMTP server, or to the mailbox where no server is configured. Mails about the demo's invented past,
 * and to its invented people, are never sent: they go to the mailbox at once.
 */
export function createPostOffice({ vault, mailbox, smtp, isErased, ...options }: PostOfficeOptions): Outbox {
  const outbox = createOutbox({ vault, transport: smtp ? createSmtp(smtp) : mailbox, ...options });
  /** The end of the demo's invented past; null where there is no demo school. */
  const demoEnd = async (): Promise<string | null> => (await vault.get<{ end: string }>('meta', 'demo'))?.value.end ?? null;
  const forget = async (userId: number) => {
    await outbox.forget(userId);
    if (smtp) await mailbox.forget(userId);
  };
  return {
    ...outbox,
    forget,
    async send(mail) {
      const end = await demoEnd();
      const stays = end !== null && (mail.sentAt <= end || (smtp !== null && DEMO_PEOPLE.test(mail.to)));
      await (stays ? mailbox : outbox).send(mail);
      // The removal of this person's mails may have run meanwhile, and cannot have seen this one.
      if (!mail.lastWord && (await isErased(mail.userId))) await forget(mail.userId);
    },
  };
}
