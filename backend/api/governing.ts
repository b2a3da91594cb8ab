import type { Role } from '../../events/define.ts';
import type { Position } from '../../events/store/port.ts';
import type { UserState } from '../commands/identity/user.ts';
import { type CommandContext, derived, type HandleOptions } from '../commands/kernel/handle.ts';
import { endSessions } from '../commands/reactions/accounts.ts';
import type { Deps } from './deps.ts';

type Options = HandleOptions<UserState>;
export type Governing = ReturnType<typeof createGoverning>;

/** Administrators' decisions about a person, with the consequences for their sessions at once. `recheck` checks the person's live connections again. */
export function createGoverning(
  { accounts, accountSecrets, commands }: Pick<Deps, 'accounts' | 'accountSecrets' | 'commands'>,
  recheck: (userId: number) => void,
) {
  return {
    async changeRole(userId: number, role: Role, context: CommandContext, options?: Options): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'changeRole', role }, derived(context, 'role'), options);
      await accountSecrets.setSessionRole(userId, role);
      recheck(userId);
      return position;
    },
    async deactivate(userId: number, context: CommandContext, options?: Options): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'deactivate' }, derived(context, 'active'), options);
      await endSessions(commands, accountSecrets, userId, null, 'deactivated', context);
      recheck(userId);
      return position;
    },
    async activate(userId: number, context: CommandContext, options?: Options): Promise<Position | null> {
      const position = await accounts.govern(userId, { type: 'activate' }, derived(context, 'active'), options);
      recheck(userId);
      return position;
    },
  };
}
