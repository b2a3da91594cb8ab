import { user } from '../../commands/identity/user.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { BadCursor } from '../../projections/kernel/readStore.ts';
import { users } from '../../projections/users.ts';
import { publicName, userRecordOf } from '../answers/people.ts';
import { auth, type UserRecord } from '../contract/auth.ts';
import { rolesByCode } from '../contract/policy.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Implement } from '../implement.ts';

const NO_REASON = 'sin motivo';

/** Of the list of people: the store's own cursor, and the last person shown of the page behind it. */
interface ListCursor {
  page: string | null;
  after: number;
}
const writeCursor = (cursor: ListCursor): string => Buffer.from(JSON.stringify([cursor.page, cursor.after])).toString('base64url');
function readCursor(text: string): ListCursor {
  try {
    const [page, after] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if ((page === null || typeof page === 'string') && typeof after === 'number') return { page, after };
  } catch {
    // Not one of ours.
  }
  throw new BadCursor();
}
/** The people of the school, as its staff and they themselves see them. `recheck` looks at a person's live connections again. */
export function userRoutes(implement: Implement, { accounts, accountSecrets, commands }: Deps, recheck: (userId: number) => void): void {
  implement(auth.listUsers, {
    async handle({ query }, call) {
      const role = query.user_role ? rolesByCode[query.user_role] : undefined;
      const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const wanted = query.search ? plain(query.search) : null;
      const found: UserRecord[] = [];
      let end: ListCursor = { page: null, after: 0 };
      // A page ends where it is full, which may be in the middle of a page of the store: the cursor names both.
      const begin = query.cursor === undefined ? null : readCursor(query.cursor);
      let at = begin?.page ?? null;
      let after = begin?.after ?? null;
      for (;;) {
        const page = await call.reads.find(users, {
          ...(role && { where: { role } }),
          sort: ['-registeredAt'],
          limit: wanted === null ? query.limit : 500,
          ...(at !== null && { cursor: at }),
        });
        for (const { doc } of page.docs) {
          if (after !== null) {
            if (doc.userId === after) after = null;
            continue;
          }
          if (doc.erased) continue;
          // As in one's own record, for If-Match: the version of the stream, not of the document.
          const record = userRecordOf(doc, (await commands.load(user, doc.userId)).state.version, 'staff');
          if (wanted !== null && !plain(`${record.username ?? ''} ${record.name} ${record.email ?? ''}`).includes(wanted)) continue;
          if (found.length === query.limit) {
            call.header('x-next-cursor', writeCursor(end));
            return found;
          }
          found.push(record);
          end = { page: at, after: record.id };
        }
        if (page.next === null) return found;
        at = page.next;
        after = null;
      }
    },
  });

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
