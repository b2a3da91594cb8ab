import type { Role } from '../../../events/define.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap, GrowingSet } from '../kernel/growing.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';

type Event = StreamEvent<'admins'>;

/** The command that ends a person's period as an active administrator. */
export type Leaving = { type: 'deactivate' } | { type: 'erase' } | { type: 'changeRole'; role: Role };

/** A period as an administrator is identified by the number of the event in the person's stream that began it. */
export type AdministratorsCommand =
  | { type: 'add'; userId: number; term: number }
  | { type: 'remove'; userId: number; term: number; by: Leaving };

interface State {
  active: GrowingSet<number>;
  /** By person, the last period that has ended or is about to. */
  ended: GrowingMap<number, number>;
}

const leavings = { deactivate: 'deactivation', erase: 'erasure', changeRole: 'role' } as const;

/**
 * The active administrators of the school, in one stream, because the rule that one must remain spans people.
 * Whoever is listed is one: a person is taken off before their period ends, and a period that was taken off is never added again, however late the event.
 */
export const administrators: Decider<State, AdministratorsCommand, Event> = {
  category: 'admins',
  initial: () => ({ active: new GrowingSet(), ended: new GrowingMap() }),
  decide(command, { active, ended }) {
    const { userId, term } = command;
    const isOver = (ended.get(userId) ?? -1) >= term;
    if (command.type === 'add') return active.has(userId) || isOver ? [] : [{ type: 'AdministratorAdded', data: { userId, term } }];
    if (!active.has(userId) && isOver) return [];
    if (active.size - (active.has(userId) ? 1 : 0) === 0) return refuse('LAST_ADMINISTRATOR');
    const { by } = command;
    const role = by.type === 'changeRole' ? by.role : null;
    return [{ type: 'AdministratorRemoved', data: { userId, term, by: leavings[by.type], role } }];
  },
  evolve: ({ active, ended }, { type, data: { userId, term } }) =>
    type === 'AdministratorAdded'
      ? { active: active.with(userId), ended }
      : { active: active.without(userId), ended: ended.with(userId, Math.max(term, ended.get(userId) ?? 0)) },
};

/** The command of an event that took somebody off; null where an older release did not record it. */
export const leavingOf = ({ by, role }: Extract<Event, { type: 'AdministratorRemoved' }>['data']): Leaving | null =>
  by === 'deactivation'
    ? { type: 'deactivate' }
    : by === 'erasure'
      ? { type: 'erase' }
      : by === 'role' && role !== null
        ? { type: 'changeRole', role }
        : null;

export const countAsAdministrator = (commands: Commands, command: AdministratorsCommand, context: CommandContext) =>
  commands.handle(administrators, 'active', command, derived(context, 'administrators', command.type, command.userId, command.term));
