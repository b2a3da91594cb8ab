import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

type Requested = Extract<OperationsEvent, { type: 'ReactionRetryRequested' }>;
type ReactionCommand = { type: 'retry'; letters: readonly Requested['data'][] };

/** What people ask of dead letters of reactors, on record, one or many at once; stream `operations-reactions`. Which there are is the vault's knowledge. */
export const reactionOperations: Decider<null, ReactionCommand, Requested> = {
  category: 'operations',
  initial: () => null,
  decide: ({ letters }) => letters.map((data) => ({ type: 'ReactionRetryRequested', data })),
  evolve: (state) => state,
};
