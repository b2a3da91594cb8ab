import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import type { Implement } from '../calls/implement.ts';
import { roleCodes } from '../contract/roles.ts';
import { viewing as contract } from '../contract/viewing.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { endViewing } from '../plugins/viewing.ts';

/** The longest time of viewing the school as somebody else. */
const VIEW_MS = 30 * 60_000;

/** «Ver como». That nothing else can be written meanwhile is decided where the caller is identified (plugins/identity.ts). `recheck` checks a person's live connections again. */
export function viewingRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { commands, sessionTokens } = deps;
  implement(contract.startViewing, {
    async handle({ body: { id_usuario: userId, motivo } }, call) {
      const { identity } = call;
      // Programs that hold a token of the same session continue as the administrator.
      if (!identity?.byCookie) throw new ApiError('VIEW_IN_BROWSER');
      const { state } = await commands.load(user, userId);
      if (state.status !== 'active' && state.status !== 'inactive') throw new ApiError('USER_NOT_FOUND');
      if (state.status === 'inactive' || state.role === 'administrator' || userId === identity.userId)
        throw new ApiError('VIEW_NOT_ALLOWED');
      const context = call.context(motivo);
      const viewId = context.commandId;
      const { position } = await commands.handle(sessions, userId, { type: 'startViewing', userId, viewId }, context);
      const seen = { userId, viewId, until: call.now.getTime() + VIEW_MS };
      if (!(await sessionTokens.startViewing(identity, seen))) {
        // Its end is recorded like any other.
        await endViewing(deps, { ...identity, viewing: seen }, 'refused');
        throw new ApiError('VIEW_ONLY');
      }
      recheck(identity.userId);
      call.wrote(position);
      return { message: 'Estás viendo la escuela como otra persona', user_role: roleCodes[state.role] };
    },
  });
  implement(contract.endViewing, {
    async handle(_, call) {
      const { identity } = call;
      const own = identity?.viewer && (await sessionTokens.current({ userId: identity.viewer.userId, sessionId: identity.sessionId }));
      const ended = own && (await endViewing(deps, own, 'ended'));
      if (ended) {
        recheck(own.userId);
        call.wrote(ended.position);
      }
      return { message: 'Listo: vuelves a ser tú' };
    },
  });
}
