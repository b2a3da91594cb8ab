import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

type PeopleExported = Extract<OperationsEvent, { type: 'PeopleExported' }>;
type ExportCommand = { type: 'take' } & PeopleExported['data'];

/** Records who downloaded a file of people; stream `operations-exports`. */
export const exportOperations: Decider<null, ExportCommand, PeopleExported> = {
  category: 'operations',
  initial: () => null,
  decide: ({ type: _, ...data }) => [{ type: 'PeopleExported', data }],
  evolve: (state) => state,
};
