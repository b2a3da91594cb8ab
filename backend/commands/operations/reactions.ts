import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

type Requested = Extract<OperationsEvent, { type: 'ReactionRetryRequested' }>;
type ReactionCommand = { type: 'retry'; letters: readonly Requested['data'][] };

/** Records requests to retry dead letters of reactors, one or many; stream `operations-reactions`. Which exist is known to the vault. */
export const reactionOperations: Decider<null, ReactionCommand, Requested> = {
  category: 'operations',
  initial: () => null,
  decide: ({ letters }) => letters.map((data) => ({ type: 'ReactionRetryRequested', data })),
  evolve: (state) => state,
};
