import type { EventOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

type Requested = EventOf<'ReactionRetryRequested' | 'ReactionSkipped'>;
type ReactionCommand = { type: 'retry' | 'skip'; letters: readonly Requested['data'][] };

/** Records requests to retry dead letters of reactors, or to let them be, one or many; stream `operations-reactions`. Which exist is known to the vault. */
export const reactionOperations: Decider<null, ReactionCommand, Requested> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ type, letters }) => letters.map((data) => ({ type: type === 'retry' ? 'ReactionRetryRequested' : 'ReactionSkipped', data })),
  evolve: (state) => state,
};
