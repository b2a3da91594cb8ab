import type { ExportEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** Records who downloaded what; stream `operations-exports`. */
export const exportOperations: Decider<null, { type: 'record'; event: ExportEvent }, ExportEvent> = {
  category: 'operations',
  initial: () => null,
  decide: ({ event }) => [event],
  evolve: (state) => state,
};
