import { user } from '../../commands/identity/user.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createSignIn } from '../calls/signIn.ts';
import { account } from '../contract/account.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { ApiSettings } from '../settings.ts';
import type { OwnAccount } from './ownAccount.ts';

const HOUR = 3_600_000;

/** Origins from which a passkey's answer may come: the school's address, or the name by which the browser reached this machine. */
export const passkeyOrigins = (config: ApiSettings, call: Call): string[] => {
  const own = new URL(config.publicUrl);
  const here = `${own.protocol}//${call.host}`;
  return URL.canParse(here) && new URL(here).hostname === own.hostname ? [own.origin, new URL(here).origin] : [own.origin];
};
/** Passkeys: creating, naming and removing them, and signing in with one. `recheck` checks a person's live connections again. */
export function passkeyRoutes(implement: Implement, deps: Deps, own: OwnAccount, recheck: (userId: number) => void): void {
  ownRoutes(implement, deps, own);
  loginRoutes(implement, deps, own, recheck);
}

function ownRoutes(implement: Implement, deps: Deps, own: OwnAccount): void {
  const { config, passkeys, passwords, sessionTokens } = deps;
  const { proof, self, ownState, ownActiveState, since, change } = own;
  implement(account.passkeyOptions, {
    async handle(_, call) {
      const { sessionId } = self(call);
      await proof.demand(call);
      const state = await ownState(call);
      if (state.passkeys.size >= 20) throw new ApiError('TOO_MANY_PASSKEYS');
      const displayName = [state.firstName, state.lastName].filter(Boolean).join(' ') || state.username || '';
      const person = { userId: state.userId, name: state.email ?? state.username ?? '', displayName };
      return { opciones: { ...(await passkeys.beginAdding(person, sessionId, call.now)) } };
    },
  });
  implement(account.addPasskey, {
    async handle({ body }, call) {
      const identity = self(call);
      const { userId, sessionId } = identity;
      const before = await ownActiveState(call);
      await proof.demand(call);
      const added = await passkeys.finishAdding(
        userId,
        sessionId,
        body.respuesta,
        passkeyOrigins(config, call),
        call.now,
        async (passkeyId) => {
          await change(call, { type: 'addPasskey', passkeyId, name: body.nombre }, since(before));
          // All sessions were ended meanwhile: the passkey that this one was about to add is dropped too.
          if (await sessionTokens.current(identity)) return;
          await change(call, { type: 'removePasskey', passkeyId });
          throw new ApiError('SESSION_ENDED');
        },
      );
      if (!added) throw new ApiError('PASSKEY_REFUSED');
      return { id: added.passkeyId, nombre: body.nombre, creada: added.createdAt, usada: null };
    },
  });
  implement(account.renamePasskey, {
    async handle({ params, body }, call) {
      await change(call, { type: 'renamePasskey', passkeyId: params.passkeyId, name: body.nombre });
      return { message: 'Llave actualizada' };
    },
  });
  implement(account.removePasskey, {
    async handle({ params }, call) {
      await proof.demand(call);
      const state = await ownState(call);
      if (!state.passkeys.has(params.passkeyId)) throw new ApiError('PASSKEY_NOT_FOUND');
      if (state.passkeys.size === 1 && !state.google && !(await passwords.has(state.userId))) throw new ApiError('LAST_WAY_IN');
      // The credential is removed first, then the event recorded.
      await passkeys.remove(state.userId, params.passkeyId);
      await change(call, { type: 'removePasskey', passkeyId: params.passkeyId });
      return { message: 'Llave eliminada' };
    },
  });
}

function loginRoutes(implement: Implement, deps: Deps, { limits }: OwnAccount, recheck: (userId: number) => void): void {
  const { commands, config, passkeys } = deps;
  const signIn = createSignIn(deps, recheck);
  implement(account.passkeyLoginOptions, {
    async handle(_, call) {
      await limits.count('passkey', call.ip, config.limits.forms * 10, HOUR);
      const { id, options } = await passkeys.beginSigningIn(call.now);
      return { reto: id, opciones: { ...options } };
    },
  });
  implement(account.passkeyLogin, {
    async handle({ body }, call) {
      const found = await passkeys.finishSigningIn(body.reto, body.respuesta, passkeyOrigins(config, call), call.now);
      const state = found && (await commands.load(user, found.userId)).state;
      // The log decides: a passkey whose removal was interrupted does not sign in.
      if (!found || !state?.passkeys.has(found.passkeyId)) throw new ApiError('PASSKEY_REFUSED');
      if (state.status !== 'active') throw new ApiError('ACCOUNT_INACTIVE');
      return signIn.start(state, 'passkey', call, SESSION_MS);
    },
  });
}
