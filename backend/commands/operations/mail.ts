import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

type MailCommand = { type: 'retry'; mailIds: readonly string[] };

/** What people ask of the outbox, on record, one mail or all at once; stream `operations-mail`. Whether a mail is there is the vault's knowledge. */
export const mailOperations: Decider<null, MailCommand, Extract<OperationsEvent, { type: 'MailRetryRequested' }>> = {
  category: 'operations',
  initial: () => null,
  decide: ({ mailIds }) => mailIds.map((mailId) => ({ type: 'MailRetryRequested', data: { mailId } })),
  evolve: (state) => state,
};
