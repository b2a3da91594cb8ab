import type { ExportEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** Records who did what of which nothing else is kept: downloads, test copies (`operations-exports`), comparisons with the provider's report (`operations-comparisons`), states dropped (`operations-states`). */
export const exportOperations: Decider<null, { type: 'record'; event: ExportEvent }, ExportEvent> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ event }) => [event],
  evolve: (state) => state,
};
