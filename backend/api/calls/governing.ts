import type { Role } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import { type CommandContext, derived } from '../../commands/kernel/handle.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import type { Deps } from '../deps.ts';

export type Governing = ReturnType<typeof createGoverning>;

/**
 * What administrators decide about a person, with the consequences for their sessions at once. `recheck` checks a person's live connections again; `ifEvents`
 * is that of `accounts.govern`.
 */
export function createGoverning(
  { accounts, accountSecrets, commands }: Pick<Deps, 'accounts' | 'accountSecrets' | 'commands'>,
  recheck: (userId: number) => void,
) {
  return {
    async changeRole(userId: number, role: Role, context: CommandContext, ifEvents: number | null = null): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'changeRole', role }, derived(context, 'role'), ifEvents);
      await accountSecrets.setSessionRole(userId, role);
      recheck(userId);
      return position;
    },
    async deactivate(userId: number, context: CommandContext, ifEvents: number | null = null): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'deactivate' }, derived(context, 'active'), ifEvents);
      await endSessions(commands, accountSecrets, userId, null, 'deactivated', context);
      recheck(userId);
      return position;
    },
    async activate(userId: number, context: CommandContext, ifEvents: number | null = null): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'activate' }, derived(context, 'active'), ifEvents);
      recheck(userId);
      return position;
    },
  };
}
