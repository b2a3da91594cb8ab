import type { Role } from '../../../events/define.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { GrowingMap, GrowingSet } from '../kernel/growing.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';

type Event = StreamEvent<'admins'>;

/** The command that ends a person's period as an active administrator. */
export type Leaving = { type: 'deactivate' } | { type: 'erase' } | { type: 'changeRole'; role: Role };

/**
 * A period as an active administrator is identified by the number of the event in the person's stream that began it (`term`).
 * `ifEvents`: how many events the person's stream must still hold for it to end; null: however many.
 */
export type AdministratorsCommand =
  | { type: 'add'; userId: number; term: number }
  | { type: 'remove'; userId: number; term: number; by: Leaving; ifEvents: number | null }
  | { type: 'restore'; userId: number; term: number; ifEvents: number };

interface State {
  active: GrowingSet<number>;
  /** The last period of each person that has ended or is about to, with the `ifEvents` under which it was removed. */
  ended: GrowingMap<number, { term: number; ifEvents: number | null }>;
}

const leavings = { deactivate: 'deactivation', erase: 'erasure', changeRole: 'role' } as const;

/**
 * The active administrators of the school, in one stream: the rule that the last one stays spans people.
 * Everybody on the list is an active administrator: they are removed from it before their period ends. A removed period is never added again, however late
 * that
 * command arrives. Where the removal was conditional (`ifEvents`) and the condition failed, `restore` puts the person back, unless somebody else removed them
 * meanwhile without one.
 */
export const administrators: Decider<State, AdministratorsCommand, Event> = {
  category: 'admins',
  initial: () => ({ active: new GrowingSet(), ended: new GrowingMap() }),
  decide(command, { active, ended }) {
    const { userId, term } = command;
    const last = ended.get(userId);
    const isListed = active.has(userId);
    const isOver = (last?.term ?? -1) >= term;
    const added: Event = { type: 'AdministratorAdded', data: { userId, term } };
    if (command.type === 'add') return isListed || isOver ? [] : [added];
    const { ifEvents } = command;
    if (command.type === 'restore') return isListed || last?.term !== term || last.ifEvents !== ifEvents ? [] : [added];
    if (!isListed && isOver) {
      const under = last?.ifEvents ?? null;
      if (ifEvents === null && under === null) return [];
      // Somebody else is ending the same period. A removal that was decided on fewer events than this one has become void; any other goes first.
      if (ifEvents !== null && (under === null || under >= ifEvents)) return refuse('VERSION_CONFLICT');
    }
    if (active.size - (isListed ? 1 : 0) === 0) return refuse('LAST_ADMINISTRATOR');
    const { by } = command;
    const role = by.type === 'changeRole' ? by.role : null;
    return [{ type: 'AdministratorRemoved', data: { userId, term, by: leavings[by.type], role, ifEvents } }];
  },
  evolve({ active, ended }, { type, data }) {
    const { userId, term } = data;
    if (type === 'AdministratorAdded') return { active: active.with(userId), ended };
    const last = ended.get(userId);
    const isLater = last === undefined || term >= last.term;
    return { active: active.without(userId), ended: isLater ? ended.with(userId, { term, ifEvents: data.ifEvents }) : ended };
  },
};

/** The command that an event of removal stands for; null where an older release did not record it. */
export const leavingOf = ({ by, role }: DataOf<'AdministratorRemoved'>): Leaving | null =>
  by === 'deactivation'
    ? { type: 'deactivate' }
    : by === 'erasure'
      ? { type: 'erase' }
      : by === 'role' && role !== null
        ? { type: 'changeRole', role }
        : null;

export const countAsAdministrator = (commands: Commands, command: AdministratorsCommand, context: CommandContext) =>
  commands.handle(administrators, 'active', command, derived(context, 'administrators', command.type, command.userId, command.term));

/**
 * Puts the person back on the list where the change for which they were removed from it is refused; the refusal is thrown on.
 * `work` makes that change in the person's stream, and throws VERSION_CONFLICT where the stream does not hold `ifEvents` events any more.
 */
export async function orPutBack<T>(
  commands: Commands,
  { userId, term, ifEvents }: { userId: number; term: number; ifEvents: number | null },
  context: CommandContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (ifEvents !== null && error instanceof DomainError && error.code === 'VERSION_CONFLICT')
      await countAsAdministrator(commands, { type: 'restore', userId, term, ifEvents }, context);
    throw error;
  }
}
