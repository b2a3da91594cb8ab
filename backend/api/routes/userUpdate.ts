import { type FileName, fileKey } from '../../../events/files.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import { type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { type CommandContext, derived, type HandleOptions } from '../../commands/kernel/handle.ts';
import { pictureOf, userRecordOf } from '../answers/people.ts';
import { createGoverning } from '../calls/governing.ts';
import { type Call, demandedOf, type Implement } from '../calls/implement.ts';
import { ownPicture } from '../calls/ownership.ts';
import { countEmailChange, createProof } from '../calls/proof.ts';
import { auth } from '../contract/auth.ts';
import { NO_REASON } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { type Asked, type Changes, changesOf } from './userChanges.ts';

/** One call for all that a person, or an administrator, changes of an account. `recheck` checks a person's live connections again. */
export function userUpdateRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { commands } = deps;
  const demandFree = freeNames(deps);
  const demandProof = proofOfAddress(deps);
  const write = writing(deps, recheck);

  implement(auth.updateUser, {
    async handle({ params, body }, call) {
      const userId = params.id;
      const { state } = await commands.load(user, userId);
      if (state.status === 'none' || state.status === 'abandoned') throw new ApiError('USER_NOT_FOUND');
      if (state.status === 'erased') throw new ApiError('USER_ERASED');
      const demanded = await demandedOf(call, commands.log, streamOf('user', userId), state.version);
      if (demanded !== null && demanded !== state.version) throw new ApiError('VERSION_CONFLICT');
      const administrator = call.identity?.role === 'administrator';
      const own = call.identity?.userId === userId;
      const context = call.context(administrator && !own ? (body.motivo ?? NO_REASON) : body.motivo);

      // What can be refused is checked before anything is written: a refusal leaves nothing half done.
      const asked: Asked = { userId, state, body, own, administrator };
      const changes = changesOf(asked);
      // An administrator may remove it too; only the person can set it, from what they uploaded.
      const wanted = body.profile_picture === undefined || body.profile_picture === pictureOf(state) ? undefined : body.profile_picture;
      const picture = wanted ? await ownPicture(deps, userId, wanted) : wanted === null ? null : undefined;
      await demandFree(asked, changes, call.now);
      await demandProof(asked, changes, call);
      await write(asked, { ...changes, picture }, demanded, context, call);

      const after = await commands.load(user, userId);
      call.wrote(after.position);
      return userRecordOf(after.state, after.state.version, own ? 'self' : 'staff');
    },
  });
}

/** Demands that nobody else has the address or the username. */
const freeNames =
  ({ reservations }: Deps) =>
  async ({ userId, state }: Asked, { address, username }: Changes, now: Date): Promise<void> => {
    const taken = async (kind: 'email' | 'username', value: string | undefined) =>
      value !== undefined && value !== state[kind] && (await reservations.taken(kind, value, userId, now));
    if (await taken('email', address)) throw new ApiError('EMAIL_TAKEN');
    if (await taken('username', username)) throw new ApiError('USERNAME_TAKEN');
  };

/** Changing the address changes who can sign in: the person must prove who they are, an administrator must give a reason, which is recorded. */
function proofOfAddress(deps: Deps) {
  const { sessionTokens, limits } = deps;
  const proof = createProof(deps);
  return async ({ userId, body, own }: Asked, { address }: Changes, call: Call): Promise<void> => {
    if (address === undefined) return;
    // When the password is put on hold, the session ends first: the state was read before that.
    if (own && call.identity && !(await sessionTokens.current(call.identity))) throw new ApiError('SESSION_ENDED');
    if (own) await proof.demand(call, body.contrasena);
    await countEmailChange(limits, userId, address);
  };
}

/** Writes each change as an event of its own. */
function writing(deps: Deps, recheck: (userId: number) => void) {
  const { accounts, commands, files } = deps;
  const governing = createGoverning(deps, recheck);
  return async (
    { userId, state, body, own }: Asked,
    { role, plan, picture, profile, username, address }: Changes & { picture: FileName | null | undefined },
    demanded: number | null,
    context: CommandContext,
    call: Call,
  ): Promise<void> => {
    // The version is checked again with the first event, so that of two callers with the same version only one succeeds.
    let first = true;
    const ifEvents = () => (first ? demanded : null);
    const matching: HandleOptions<UserState> = {
      check: (now, events) => {
        if (first && demanded !== null && events !== demanded) throw new ApiError('VERSION_CONFLICT');
        if (own && address !== undefined && now.passwords !== state.passwords) throw new ApiError('CONFLICT');
      },
    };
    const wrote = (position: Position | null) => {
      first = false;
      call.wrote(position);
    };
    const change = async (command: UserCommand, ...name: string[]) =>
      wrote((await commands.handle(user, userId, command, derived(context, command.type, ...name), matching)).position);

    if (role !== undefined && role !== state.role) wrote(await governing.changeRole(userId, role, context, ifEvents()));
    if (body.is_active === false && state.status === 'active') wrote(await governing.deactivate(userId, context, ifEvents()));
    if (body.is_active === true && state.status === 'inactive') wrote(await governing.activate(userId, context, ifEvents()));
    if (plan !== undefined && plan !== state.plan) await change({ type: 'changePlan', plan });
    if (body.first_name !== undefined || body.last_name !== undefined)
      await change({ type: 'changeName', firstName: body.first_name, lastName: body.last_name });
    if (picture) {
      await files.reference(picture, `user-${userId}`, derived(context, 'picture'));
      await change({ type: 'setAvatar', file: fileKey(picture) });
    } else if (picture === null) await change({ type: 'removeAvatar' });
    if (body.country !== undefined) await change({ type: 'changeCountry', country: body.country });
    for (const [field, value] of Object.entries(profile) as [keyof Changes['profile'], string | null | undefined][])
      if (value !== undefined) await change({ type: 'changeProfileField', field, value: value?.trim() || null }, field);
    if (username !== undefined && username !== state.username)
      wrote(await accounts.changeUsername(userId, username, derived(context, 'username'), matching));
    if (address !== undefined) wrote(await accounts.changeEmail(userId, address, derived(context, 'email'), matching));
  };
}
