import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** What people ask of the outbox, on record; stream `operations-mail`. Whether the mail is there is the vault's knowledge. */
export const mailOperations: Decider<null, { type: 'retry'; mailId: string }, Extract<OperationsEvent, { type: 'MailRetryRequested' }>> = {
  category: 'operations',
  initial: () => null,
  decide: ({ mailId }) => [{ type: 'MailRetryRequested', data: { mailId } }],
  evolve: (state) => state,
};
