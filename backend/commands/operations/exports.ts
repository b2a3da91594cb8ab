import type { ExportEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** Records who downloaded what, and who compared the payments with the provider's report; streams `operations-exports` and `operations-comparisons`. */
export const exportOperations: Decider<null, { type: 'record'; event: ExportEvent }, ExportEvent> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ event }) => [event],
  evolve: (state) => state,
};
