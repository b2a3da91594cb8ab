import { sessions as sessionsDecider } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { openSessions } from '../answers/openSessions.ts';
import { demandGoodPassword } from '../calls/goodPassword.ts';
import type { Implement } from '../calls/implement.ts';
import { countEmailChange, PROVEN_MS } from '../calls/proof.ts';
import { account } from '../contract/account.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { OwnAccount } from './ownAccount.ts';
import { passkeyOrigins } from './passkeys.ts';

/** Access to one's own account: password, proof, sessions and change of address. `recheck` checks a person's live connections again. */
export function accountSecurityRoutes(implement: Implement, deps: Deps, own: OwnAccount, recheck: (userId: number) => void): void {
  proofRoutes(implement, deps, own, recheck);
  sessionRoutes(implement, deps, own, recheck);
  emailChangeRoutes(implement, deps, own);
}

function proofRoutes(implement: Implement, deps: Deps, own: OwnAccount, recheck: (userId: number) => void): void {
  const { accountSecrets, commands, config, passkeys, passwords } = deps;
  const { proof, self, ownState, ownActiveState, since, raise } = own;
  implement(account.changePassword, {
    async handle({ body }, call) {
      const { userId, sessionId } = self(call);
      const before = await ownActiveState(call);
      const revision = await passwords.revision(userId);
      // Cut off once it was set, and done again: the new one is the present one.
      let isSet = false;
      if (revision !== null && body.actual !== undefined) isSet = (await proof.byPassword(call, body.actual, body.nueva)) !== body.actual;
      else await proof.demand(call, undefined, { anew: true });
      if (!isSet) {
        await demandGoodPassword(commands, body.nueva, before);
        if (body.actual === body.nueva) throw new ApiError('SAME_PASSWORD');
        // Another request that reset it, or put it on hold, during this call takes precedence.
        if (!(await passwords.replace(userId, revision, body.nueva))) throw new ApiError('CONFLICT');
      }
      const changed = await commands.handle(
        user,
        userId,
        { type: 'passwordChanged', by: 'self' },
        derived(call.context(), 'passwordChanged'),
        since(before),
      );
      call.wrote(changed.position);
      await endSessions(commands, accountSecrets, userId, sessionId, 'passwordChanged', call.context());
      await raise(call, false);
      recheck(userId);
      return { message: 'Contraseña actualizada correctamente.' };
    },
  });
  implement(account.prove, {
    async handle({ body }, call) {
      const { userId } = self(call);
      if (body.reto !== undefined && body.respuesta !== undefined) {
        const found = await passkeys.finishSigningIn(body.reto, body.respuesta, passkeyOrigins(config, call), call.now);
        // The log decides, as when signing in.
        if (found?.userId !== userId || !(await ownState(call)).passkeys.has(found.passkeyId)) throw new ApiError('PASSKEY_REFUSED');
      } else if (body.contrasena !== undefined) await proof.byPassword(call, body.contrasena);
      else throw new ApiError('PROOF_REQUIRED');
      if (!(await raise(call, true))) throw new ApiError('SESSION_ENDED');
      return { message: 'Listo', hasta: new Date(call.now.getTime() + PROVEN_MS).toISOString() };
    },
  });
}

function sessionRoutes(implement: Implement, deps: Deps, { self }: OwnAccount, recheck: (userId: number) => void): void {
  const { accountSecrets, commands, sessionTokens } = deps;
  implement(account.listSessions, {
    async handle(_, call) {
      const { userId, sessionId } = self(call);
      const open = await openSessions(call.reads, sessionTokens, userId);
      // The calling session comes first.
      return open.map((session) => ({ ...session, actual: session.id === sessionId })).sort((a, b) => Number(b.actual) - Number(a.actual));
    },
  });
  implement(account.endSession, {
    async handle({ params }, call) {
      const { userId } = self(call);
      // The stream is the person's own: nobody can end another person's session.
      const { state } = await commands.load(sessionsDecider, userId);
      const ended = state.open.has(params.sessionId) || (await commands.isDone(sessionsDecider, userId, call.context()));
      if (!ended) throw new ApiError('NOT_FOUND');
      await sessionTokens.end(userId, params.sessionId);
      const command = { type: 'end', sessionId: params.sessionId, cause: 'revoked' } as const;
      call.wrote((await commands.handle(sessionsDecider, userId, command, call.context())).position);
      recheck(userId);
      return { message: 'Sesión cerrada' };
    },
  });
  implement(account.endOtherSessions, {
    async handle(_, call) {
      const { userId, sessionId } = self(call);
      call.wrote(await endSessions(commands, accountSecrets, userId, sessionId, 'revoked', call.context()));
      recheck(userId);
      return { message: 'Sesiones cerradas' };
    },
  });
}

function emailChangeRoutes(implement: Implement, { accounts }: Deps, { limits, self, ownState }: OwnAccount): void {
  implement(account.resendEmailChange, {
    async handle(_, call) {
      const { userId, pendingEmail } = await ownState(call);
      if (pendingEmail === null) throw new ApiError('EMAIL_CHANGE_NOT_FOUND');
      await countEmailChange(limits, userId, pendingEmail.email);
      call.wrote(await accounts.changeEmail(userId, pendingEmail.email, call.context()));
      return { message: 'Enlace enviado' };
    },
  });
  implement(account.cancelEmailChange, {
    async handle(_, call) {
      call.wrote(await accounts.cancelEmailChange(self(call).userId, call.context()));
      return { message: 'Cambio de correo cancelado' };
    },
  });
}
