import type { EventOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

type MailCommand = { type: 'retry'; mailIds: readonly string[] };

/** Records requests about mails of the outbox, for one mail or all; stream `operations-mail`. Whether a mail exists is known to the vault. */
export const mailOperations: Decider<null, MailCommand, EventOf<'MailRetryRequested'>> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ mailIds }) => mailIds.map((mailId) => ({ type: 'MailRetryRequested', data: { mailId } })),
  evolve: (state) => state,
};
