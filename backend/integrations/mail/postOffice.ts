import type { Vault } from '../vault/port.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import type { Mailer } from './port.ts';
import { createSmtp, type SmtpOptions } from './smtp.ts';

/** Domains of the demo school's own people: nobody there may be written to. */
const DEMO_PEOPLE = /@(?:demo|ejemplo)\.mx$/i;

/**
 * Where mails go: through the outbox by SMTP, or to the mailbox when no server is configured. Mails about the time that the demo school made up,
 * and those to its people, never leave: they go to the mailbox at once.
 */
export function createPostOffice({
  vault,
  mailbox,
  smtp,
  ...options
}: { vault: Vault; mailbox: Mailer; smtp: Pick<SmtpOptions, 'url' | 'from'> | null } & Pick<OutboxOptions, 'now' | 'logger'>): Outbox {
  const outbox = createOutbox({ vault, transport: smtp ? createSmtp(smtp) : mailbox, ...options });
  /** The last moment of the made-up time; null where there is no demo school. */
  const demoEnd = async (): Promise<string | null> => (await vault.get<{ end: string }>('meta', 'demo'))?.value.end ?? null;
  return {
    ...outbox,
    async send(mail) {
      const end = await demoEnd();
      const stays = end !== null && (mail.sentAt <= end || (smtp !== null && DEMO_PEOPLE.test(mail.to)));
      await (stays ? mailbox : outbox).send(mail);
    },
    async forget(userId) {
      await outbox.forget(userId);
      if (smtp) await mailbox.forget(userId);
    },
  };
}
