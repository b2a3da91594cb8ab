import type { RecordedOperation } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** Records who did what of which nothing else is kept: downloads, test copies (`operations-exports`), comparisons with the provider's report (`operations-comparisons`), states dropped (`operations-states`). */
export const recordedOperations: Decider<null, { type: 'record'; event: RecordedOperation }, RecordedOperation> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ event }) => [event],
  evolve: (state) => state,
};
