import type { IdentityEvent } from '../../../events/identity.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

/** The active administrators of the school, in one stream: the rule that the last one stays spans people. */
type Event = Extract<IdentityEvent, { type: 'AdministratorAdded' | 'AdministratorRemoved' }>;

export const administrators: Decider<ReadonlySet<number>, { type: 'add' | 'remove'; userId: number }, Event> = {
  category: 'admins',
  initial: () => new Set(),
  decide(command, state) {
    const { userId } = command;
    if (command.type === 'add') return state.has(userId) ? [] : [{ type: 'AdministratorAdded', data: { userId } }];
    if (!state.has(userId)) return [];
    if (state.size === 1) return refuse('LAST_ADMINISTRATOR');
    return [{ type: 'AdministratorRemoved', data: { userId } }];
  },
  evolve(state, event) {
    const next = new Set(state);
    if (event.type === 'AdministratorAdded') next.add(event.data.userId);
    else next.delete(event.data.userId);
    return next;
  },
};
