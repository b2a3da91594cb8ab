import { fileKey } from '../../../events/files.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import { sameAddress, type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { derived, type HandleOptions } from '../../commands/kernel/handle.ts';
import { mailAddress } from '../../commands/kernel/values.ts';
import { pictureOf, userRecordOf } from '../answers/people.ts';
import { createGoverning } from '../calls/governing.ts';
import { demandedOf, type Implement } from '../calls/implement.ts';
import { ownPicture } from '../calls/ownership.ts';
import { countEmailChange, createProof } from '../calls/proof.ts';
import { profileLink } from '../contract/account.ts';
import { auth, email as emailSchema, username as usernameSchema } from '../contract/auth.ts';
import { NO_REASON } from '../contract/common.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { rolesByCode } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createLimits } from '../plugins/limits.ts';

export const usernameInvalid = () =>
  new ApiError('USERNAME_INVALID', {
    errors: [{ path: 'username', message: errorCatalogue.USERNAME_INVALID[1], code: 'USERNAME_INVALID' }],
  });

/** One call for all that a person, or an administrator, changes of an account. `recheck` checks a person's live connections again. */
export function userUpdateRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { accounts, clock, commands, config, files, passwords, reservations, sessionTokens } = deps;
  const limits = createLimits(deps.vault, config.sessionSecret, () => clock().getTime());
  const governing = createGoverning(deps, recheck);
  const proof = createProof(passwords, limits, config.limits.logins);

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

      const role = body.user_role === undefined ? undefined : rolesByCode[body.user_role];
      const plan = body.tipo_usuario === undefined ? undefined : body.tipo_usuario === 2 ? ('premium' as const) : ('basic' as const);
      const governs =
        (role !== undefined && role !== state.role) ||
        (plan !== undefined && plan !== state.plan) ||
        (body.is_active !== undefined && body.is_active !== (state.status === 'active'));
      if (governs && !administrator) throw new ApiError('FORBIDDEN');
      if (own && ((role !== undefined && role !== state.role) || body.is_active === false)) throw new ApiError('SELF_CHANGE');

      const username = body.username === undefined ? undefined : usernameSchema.safeParse(body.username).data;
      if (body.username !== undefined && username === undefined && body.username !== state.username) throw usernameInvalid();
      // The person's own address in another spelling is no change, even if it would be refused for a new account.
      const typed = sameAddress(body.email, state.email) ? undefined : body.email;
      const address = typed === undefined ? undefined : emailSchema.safeParse(typed).data;
      if (typed !== undefined && address === undefined) throw new ApiError('INVALID_EMAIL');
      const another = address === undefined ? undefined : mailAddress(address);

      // Only the person themselves decides about their profile fields.
      const told = {
        city: body.city,
        state: body.state_province,
        postalCode: body.postal_code,
        bio: body.bio,
        website: body.website,
        github: body.github,
        linkedin: body.linkedin,
      };
      if (!own && Object.values(told).some((value) => value !== undefined)) throw new ApiError('FORBIDDEN');
      for (const field of ['website', 'github', 'linkedin'] as const) {
        const typed = told[field];
        if (typeof typed !== 'string') continue;
        const link = profileLink(field, typed);
        if (link === null)
          throw new ApiError('LINK_INVALID', { errors: [{ path: field, message: errorCatalogue.LINK_INVALID[1], code: 'LINK_INVALID' }] });
        told[field] = link;
      }

      // An administrator may remove it too; only the person can set it, from what they uploaded.
      const wanted = body.profile_picture === undefined || body.profile_picture === pictureOf(state) ? undefined : body.profile_picture;
      const picture = wanted ? await ownPicture(deps, userId, wanted) : null;

      // What can be refused is checked before anything is written: a refusal leaves nothing half done.
      const taken = async (kind: 'email' | 'username', value: string | undefined) =>
        value !== undefined && value !== state[kind] && (await reservations.taken(kind, value, userId, call.now));
      if (await taken('email', another)) throw new ApiError('EMAIL_TAKEN');
      if (await taken('username', username)) throw new ApiError('USERNAME_TAKEN');

      if (another !== undefined) {
        // When the password is put on hold, the session ends first: the state read above is from before that.
        if (own && call.identity && !(await sessionTokens.current(call.identity))) throw new ApiError('SESSION_ENDED');
        // Changing the address changes who can sign in: the person must prove who they are, an administrator must give a reason, which is recorded.
        if (own) await proof.demand(call, body.contrasena);
        await countEmailChange(limits, userId, another);
      }

      // The version is checked again with the first event, so that of two callers with the same version only one succeeds.
      let first = true;
      const ifEvents = () => (first ? demanded : null);
      const matching: HandleOptions<UserState> = {
        check: (now, events) => {
          if (first && demanded !== null && events !== demanded) throw new ApiError('VERSION_CONFLICT');
          if (own && another !== undefined && now.passwords !== state.passwords) throw new ApiError('CONFLICT');
        },
      };
      const wrote = (position: Position | null) => {
        first = false;
        call.wrote(position);
      };
      if (role !== undefined && role !== state.role) {
        wrote(await governing.changeRole(userId, role, context, ifEvents()));
      }
      if (body.is_active === false && state.status === 'active') wrote(await governing.deactivate(userId, context, ifEvents()));
      if (body.is_active === true && state.status === 'inactive') wrote(await governing.activate(userId, context, ifEvents()));
      const change = async (command: UserCommand) =>
        wrote((await commands.handle(user, userId, command, derived(context, command.type), matching)).position);
      const changeField = async (field: keyof typeof told, value: string | null) =>
        wrote(
          (
            await commands.handle(
              user,
              userId,
              { type: 'changeProfileField', field, value: value?.trim() || null },
              derived(context, 'changeProfileField', field),
              matching,
            )
          ).position,
        );
      if (plan !== undefined && plan !== state.plan) await change({ type: 'changePlan', plan });
      if (body.first_name !== undefined || body.last_name !== undefined)
        await change({ type: 'changeName', firstName: body.first_name, lastName: body.last_name });
      if (picture) {
        await files.reference(picture, `user-${userId}`, derived(context, 'picture'));
        await change({ type: 'setAvatar', file: fileKey(picture) });
      } else if (wanted === null) await change({ type: 'removeAvatar' });
      if (body.country !== undefined) await change({ type: 'changeCountry', country: body.country });
      for (const [field, value] of Object.entries(told) as [keyof typeof told, string | null | undefined][])
        if (value !== undefined) await changeField(field, value);
      if (username !== undefined && username !== state.username)
        wrote(await accounts.changeUsername(userId, username, derived(context, 'username'), matching));
      if (another !== undefined) wrote(await accounts.changeEmail(userId, another, derived(context, 'email'), matching));

      const after = await commands.load(user, userId);
      call.wrote(after.position);
      return userRecordOf(after.state, after.state.version, own ? 'self' : 'staff');
    },
  });
}
