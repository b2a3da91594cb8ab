import { user } from '../../commands/identity/user.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { users } from '../../projections/users.ts';
import { publicName, userRecordOf } from '../answers/people.ts';
import type { Implement } from '../calls/implement.ts';
import { auth } from '../contract/auth.ts';
import { NO_REASON } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** The people of the school, for staff and for themselves. `recheck` checks a person's live connections again. */
export function userRoutes(implement: Implement, { accounts, accountSecrets, commands }: Deps, recheck: (userId: number) => void): void {
  implement(auth.instructors, {
    async handle(_, call) {
      const { docs } = await call.reads.find(users, { where: { role: 'instructor' }, sort: ['-registeredAt'], limit: 1_000 });
      const seesEmail = call.identity?.role === 'administrator';
      return {
        data: docs
          .filter(({ doc }) => doc.active)
          .map(({ doc }) => ({ id: doc.userId, fullName: publicName(doc, doc.userId), email: seesEmail ? doc.email : null })),
      };
    },
  });

  implement(auth.getUser, {
    async handle({ params }, call) {
      const found = await call.reads.get(users, String(params.id));
      if (!found || found.erased) throw new ApiError('USER_NOT_FOUND');
      const { state } = await commands.load(user, params.id);
      return userRecordOf(found, state.version, call.identity?.userId === params.id ? 'self' : 'staff');
    },
  });

  implement(auth.deleteUser, {
    async handle({ params, query }, call) {
      if (call.identity?.userId === params.id) throw new ApiError('SELF_CHANGE');
      const context = call.context(query.motivo ?? NO_REASON);
      call.wrote(await accounts.govern(params.id, { type: 'erase' }, context));
      await endSessions(commands, accountSecrets, params.id, null, 'erased', context);
      recheck(params.id);
      return { message: 'Usuario eliminado correctamente' };
    },
  });
}
