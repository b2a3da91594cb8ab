import { Readable } from 'node:stream';
import { user } from '../../commands/identity/user.ts';
import { recordedOperations } from '../../commands/operations/recorded.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import type { PeopleAsked, PeopleDirectory, PeopleFound } from '../../projections/peopleDirectory.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import { openSessions } from '../answers/openSessions.ts';
import { userRecordOf } from '../answers/people.ts';
import { peopleCsv } from '../answers/peopleCsv.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { auth } from '../contract/auth.ts';
import { NO_REASON } from '../contract/common.ts';
import { type PersonRow, people } from '../contract/people.ts';
import { rolesByCode } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Limits } from '../limits.ts';

const HOUR = 3_600_000;
/** Invitations to one address. */
const INVITATIONS_PER_HOUR = 5;
/** Exports by one person. */
const EXPORTS_PER_HOUR = 10;

const states = { activo: 'active', inactivo: 'inactive', invitado: 'invited' } as const;
export const filterOf = (query: {
  buscar?: string | undefined;
  rol?: number | undefined;
  plan?: number | undefined;
  estado?: keyof typeof states | undefined;
}): PeopleAsked => ({
  text: query.buscar,
  role: query.rol === undefined ? undefined : rolesByCode[query.rol],
  plan: query.plan === undefined ? undefined : query.plan === 2 ? 'premium' : 'basic',
  status: query.estado && states[query.estado],
});

/** People for administrators: search, invitations, and their sessions. `recheck` checks a person's live connections again. */
export function peopleRoutes(implement: Implement, deps: Deps, directory: PeopleDirectory, recheck: (userId: number) => void): void {
  const { limits } = deps;
  searchRoutes(implement, deps, directory, limits);
  invitationRoutes(implement, deps, limits);
  sessionRoutes(implement, deps, recheck);
}

function searchRoutes(implement: Implement, { commands }: Deps, directory: PeopleDirectory, limits: Limits): void {
  const rowOf = async (doc: UserDoc): Promise<PersonRow> => ({
    // As in the person's own record, for If-Match: the version of the stream, not of the document.
    ...userRecordOf(doc, (await commands.load(user, doc.userId)).state.version, 'staff'),
    invitacion: doc.invitedAt,
  });
  const find = async (asked: PeopleAsked, call: Call): Promise<PeopleFound & { docs: UserDoc[] }> => {
    // Read first, so that X-Position is one that the directory has reached.
    await call.reads.get(users, '0');
    const found = await directory.search(asked);
    const docs = await call.reads.getMany(users, found.ids.map(String));
    return { ...found, docs: found.ids.map((id) => docs.get(String(id))).filter((doc) => doc !== undefined && !doc.erased) as UserDoc[] };
  };
  implement(auth.listUsers, {
    async handle({ query }, call) {
      const { docs, next } = await find({ ...filterOf({ buscar: query.search, rol: query.user_role }), ...pageOf(query) }, call);
      if (next !== null) call.header('x-next-cursor', next);
      return Promise.all(docs.map(async (doc) => userRecordOf(doc, (await commands.load(user, doc.userId)).state.version, 'staff')));
    },
  });
  implement(people.listPeople, {
    async handle({ query }, call) {
      const { docs, total, before, next } = await find({ ...filterOf(query), ...pageOf(query) }, call);
      return { personas: await Promise.all(docs.map(rowOf)), total, desde: before + 1, siguiente: next };
    },
  });
  implement(people.exportPeople, {
    async handle({ query }, call) {
      await limits.count('export-people', String(call.identity?.userId), EXPORTS_PER_HOUR, HOUR);
      await call.reads.get(users, '0');
      const { buscar, rol, plan, estado } = query;
      const { ids } = await directory.search(filterOf(query));
      // Recorded before the first name is sent. The searched words may be a name themselves, so only that there were some is recorded.
      const taken = { rows: ids.length, role: rol ?? null, plan: plan ?? null, state: estado ?? null, searched: buscar !== undefined };
      call.wrote(
        (
          await commands.handle(
            recordedOperations,
            'exports',
            { type: 'record', event: { type: 'PeopleExported', data: taken } },
            call.context(),
          )
        ).position,
      );
      call.header('content-disposition', `attachment; filename="usuarios-${call.now.toISOString().slice(0, 10)}.csv"`);
      call.header('cache-control', 'no-store');
      return Readable.from(peopleCsv(ids, call.reads));
    },
  });
  implement(people.getPerson, {
    async handle({ params }, call) {
      const found = await call.reads.get(users, String(params.userId));
      if (!found || found.erased) throw new ApiError('USER_NOT_FOUND');
      return rowOf(found);
    },
  });
}

function invitationRoutes(implement: Implement, { accounts, commands, config }: Deps, limits: Limits): void {
  implement(people.invitePerson, {
    async handle({ body }, call) {
      await limits.count('invite', String(call.identity?.userId), config.limits.forms * 10, HOUR);
      const { userId, position } = await accounts.register(
        {
          username: body.username,
          email: body.email,
          firstName: body.first_name ?? null,
          lastName: body.last_name ?? null,
          role: rolesByCode[body.user_role ?? 1] ?? 'student',
          plan: body.tipo_usuario === 2 ? 'premium' : 'basic',
          source: 'administrator',
          termsVersion: null,
          campaign: null,
          invited: true,
        },
        call.context(),
        async () => undefined,
      );
      call.wrote(position);
      return { message: 'Usuario creado correctamente', id: userId };
    },
  });
  implement(people.resendInvitation, {
    async handle({ params }, call) {
      const { state } = await commands.load(user, params.userId);
      if (state.status === 'inactive') throw new ApiError('ACCOUNT_INACTIVE');
      if (state.invited) await limits.count('invite-to', String(params.userId), INVITATIONS_PER_HOUR, HOUR);
      call.wrote((await commands.handle(user, params.userId, { type: 'invite' }, call.context())).position);
      return { message: 'Invitación enviada' };
    },
  });
}

function sessionRoutes(implement: Implement, { accountSecrets, commands, sessionTokens }: Deps, recheck: (userId: number) => void): void {
  implement(people.personSessions, {
    handle({ params }, call) {
      return openSessions(call.reads, sessionTokens, params.userId);
    },
  });
  implement(people.endPersonSessions, {
    async handle({ params, body }, call) {
      if (call.identity?.userId === params.userId) throw new ApiError('SELF_CHANGE');
      const { state } = await commands.load(user, params.userId);
      if (state.status === 'none' || state.status === 'abandoned') throw new ApiError('USER_NOT_FOUND');
      const context = call.context(body.motivo ?? NO_REASON);
      call.wrote(await endSessions(commands, accountSecrets, params.userId, null, 'revoked', context));
      recheck(params.userId);
      return { message: 'Sesiones cerradas' };
    },
  });
}

const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({ limit, cursor });
