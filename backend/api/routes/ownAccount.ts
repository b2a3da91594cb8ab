import { type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { derived, type HandleOptions } from '../../commands/kernel/handle.ts';
import type { Call } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';

/** Shared by the calls on one's own account: its owner, its state, how it is changed and what requires proof. */
export function createOwnAccount(deps: Deps) {
  const { commands, sessionTokens, limits } = deps;
  const proof = createProof(deps);

  const self = (call: Call): Identity => {
    if (!call.identity) throw new ApiError('AUTH_REQUIRED');
    return call.identity;
  };
  const ownState = async (call: Call): Promise<UserState> => (await commands.load(user, self(call).userId)).state;
  /** The account, checked to belong to an open session: when access is taken away, the session ends first. */
  const ownActiveState = async (call: Call): Promise<UserState> => {
    const state = await ownState(call);
    if (!(await sessionTokens.current(self(call)))) throw new ApiError('SESSION_ENDED');
    return state;
  };
  /** Refused where the password was reset, or put on hold, since. */
  const since = (before: UserState): HandleOptions<UserState> => ({
    check: (now) => {
      if (now.passwords !== before.passwords) throw new ApiError('CONFLICT');
    },
  });
  /** Gives a session a new token because its rights have grown. Returns whether it did: the session may have ended meanwhile. */
  const raise = async (call: Call, proven: boolean): Promise<boolean> => {
    const { token, expiresAt } = self(call);
    const raised = await sessionTokens.raise(token, call.now.getTime(), proven);
    if (raised?.token) call.setCookie(raised.token, new Date(expiresAt));
    return raised !== null;
  };
  const change = async (call: Call, command: UserCommand, options: HandleOptions<UserState> = {}, ...parts: string[]) => {
    const done = await commands.handle(user, self(call).userId, command, derived(call.context(), command.type, ...parts), options);
    call.wrote(done.position);
    return done.state;
  };

  return { limits, proof, self, ownState, ownActiveState, since, raise, change };
}
export type OwnAccount = ReturnType<typeof createOwnAccount>;
