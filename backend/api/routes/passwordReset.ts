import { readMailToken } from '../../commands/identity/tokens.ts';
import { RESET_VALID_MS, resetStands, type UserState, user } from '../../commands/identity/user.ts';
import { type ApiKey, apiKeys, KEYS } from '../../commands/operations/apiKeys.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { demandGoodPassword } from '../calls/goodPassword.ts';
import type { Implement } from '../calls/implement.ts';
import { createSignIn } from '../calls/signIn.ts';
import { auth } from '../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createPublicForms } from './publicForms.ts';

/** A request that runs longer than this has died with its process. */
const DEAD_AFTER_MS = 30_000;
const DONE = 'Contraseña actualizada correctamente. Redirigiendo al inicio de sesión...';

/** A forgotten password: the link by mail, and setting a new one with it. `recheck` checks a person's live connections again. */
export function passwordResetRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { accountSecrets, calendarAddresses, commands, config, passkeys, passwords, sessionTokens, vault } = deps;
  const { findByEmail } = createSignIn(deps, recheck);
  const { formLimit, mayMail, afterAnswer } = createPublicForms(deps);

  /** Keys of other programs that act for an administrator: one that somebody else left there is theirs to find and revoke. */
  const keysOf = async ({ userId, role }: Pick<UserState, 'userId' | 'role'>, now: Date): Promise<number> => {
    if (role !== 'administrator') return 0;
    const { state } = await commands.load(apiKeys, KEYS);
    const acts = ({ ownerId, expiresAt }: ApiKey) => ownerId === userId && (expiresAt === null || now.toISOString() < expiresAt);
    return [...state].filter(([, key]) => acts(key)).length;
  };

  /**
   * Of two requests with one token only the first may set a password. One that comes again, or has not done so after this time, has died with its process:
   * the link, which the new password ends, is good for another.
   */
  const claimed = async (eventId: string, by: string, now: Date): Promise<boolean> => {
    const [claim, options] = [{ at: now.toISOString(), by }, { expiresAt: now.getTime() + 2 * RESET_VALID_MS }];
    if (await vault.insert('used-tokens', eventId, claim, options)) return true;
    const before = await vault.get<typeof claim>('used-tokens', eventId);
    if (!before || (before.value.by !== by && now.getTime() - Date.parse(before.value.at) < DEAD_AFTER_MS)) return false;
    return vault.replace('used-tokens', eventId, before.revision, claim, options);
  };

  implement(auth.forgotPassword, {
    async handle({ body }, call) {
      await formLimit('forgot', call);
      const more = await mayMail('forgot-to', body.email);
      const person = await findByEmail(body.email);
      if (more && person?.status === 'active') afterAnswer({ type: 'requestPasswordReset' }, person, call);
      return { message: 'Si el correo existe, recibirás un enlace para restablecer tu contraseña.' };
    },
  });

  implement(auth.resetPassword, {
    async handle({ body }, call) {
      await formLimit('reset', call);
      const token = readMailToken(config.sessionSecret, 'reset-password', body.token);
      if (!token) throw new ApiError('TOKEN_INVALID');
      const { state } = await commands.load(user, token.userId);
      // Done, and its answer lost: the link is over because it did what it was for.
      if (await commands.isDone(user, token.userId, call.context()))
        return { message: DONE, cerrado: { sesiones: 0, llaves: 0 }, google: state.google, claves: await keysOf(state, call.now) };
      const link = state.resets.find(({ event }) => event === token.eventId);
      if (state.status !== 'active' || !link) throw new ApiError('TOKEN_INVALID');
      if (!resetStands(link, call.now)) throw new ApiError('TOKEN_EXPIRED');
      await demandGoodPassword(commands, body.newPassword, state);
      if (!(await claimed(token.eventId, call.context().commandId, call.now))) throw new ApiError('TOKEN_INVALID');
      const context = { ...call.context(), actor: { userId: token.userId, role: state.role } };
      const sessionsOpen = (await sessionTokens.lastUsed(token.userId)).size;
      // The person who proves the address starts anew: nothing that somebody else may have left signs in any more. Credentials first, then the event.
      await accountSecrets.endSessions(token.userId, null);
      await passkeys.removeAll(token.userId);
      await calendarAddresses.end(token.userId);
      await passwords.set(token.userId, body.newPassword);
      call.wrote((await commands.handle(user, token.userId, { type: 'passwordChanged', by: 'reset' }, context)).position);
      await endSessions(commands, accountSecrets, token.userId, null, 'passwordChanged', context);
      recheck(token.userId);
      return {
        message: DONE,
        cerrado: { sesiones: sessionsOpen, llaves: state.passkeys.size },
        google: state.google,
        claves: await keysOf(state, call.now),
      };
    },
  });
}
