import type { OperationsEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

type PeopleExported = Extract<OperationsEvent, { type: 'PeopleExported' }>;
type ExportCommand = { type: 'take' } & PeopleExported['data'];

/** Who took a file of people along, on record; stream `operations-exports`. */
export const exportOperations: Decider<null, ExportCommand, PeopleExported> = {
  category: 'operations',
  initial: () => null,
  decide: ({ type: _, ...data }) => [{ type: 'PeopleExported', data }],
  evolve: (state) => state,
};
