import type { z } from 'zod';
import type { Role } from '../../../events/define.ts';
import type { Plan } from '../../../events/types.ts';
import { sameAddress, type UserState } from '../../commands/identity/user.ts';
import { mailAddress } from '../../commands/kernel/values.ts';
import { profileLink } from '../contract/account.ts';
import { type auth, email as emailSchema, username as usernameSchema } from '../contract/auth.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { rolesByCode } from '../contract/roles.ts';
import { ApiError } from '../error.ts';

export type Body = z.output<NonNullable<typeof auth.updateUser.body>>;

/** The account that is to be changed, as it was read, and who changes it. */
export interface Asked {
  userId: number;
  state: UserState;
  body: Body;
  own: boolean;
  administrator: boolean;
}

/** What is asked for, as it would be written; undefined: it stays. */
export interface Changes {
  role: Role | undefined;
  plan: Plan | undefined;
  username: string | undefined;
  address: string | undefined;
  profile: ReturnType<typeof profileIn>;
}

const profileIn = (body: Body) => ({
  city: body.city,
  state: body.state_province,
  postalCode: body.postal_code,
  bio: body.bio,
  website: body.website,
  github: body.github,
  linkedin: body.linkedin,
});

export const usernameInvalid = () =>
  new ApiError('USERNAME_INVALID', {
    errors: [{ path: 'username', message: errorCatalogue.USERNAME_INVALID[1], code: 'USERNAME_INVALID' }],
  });

/** Role, plan and whether an account is active are for administrators to change; nobody changes their own role or closes themselves out. */
function governedOf({ state, body, own, administrator }: Asked): Pick<Changes, 'role' | 'plan'> {
  const role = body.user_role === undefined ? undefined : rolesByCode[body.user_role];
  const plan = body.tipo_usuario === undefined ? undefined : body.tipo_usuario === 2 ? ('premium' as const) : ('basic' as const);
  const changesRole = role !== undefined && role !== state.role;
  const governs =
    changesRole ||
    (plan !== undefined && plan !== state.plan) ||
    (body.is_active !== undefined && body.is_active !== (state.status === 'active'));
  if (governs && !administrator) throw new ApiError('FORBIDDEN');
  if (own && (changesRole || body.is_active === false)) throw new ApiError('SELF_CHANGE');
  return { role, plan };
}

function usernameOf({ state, body }: Asked): string | undefined {
  const username = body.username === undefined ? undefined : usernameSchema.safeParse(body.username).data;
  if (body.username !== undefined && username === undefined && body.username !== state.username) throw usernameInvalid();
  return username;
}

function addressOf({ state, body }: Asked): string | undefined {
  // The person's own address in another spelling is no change, even if it would be refused for a new account.
  const typed = sameAddress(body.email, state.email) ? undefined : body.email;
  const address = typed === undefined ? undefined : emailSchema.safeParse(typed).data;
  if (typed !== undefined && address === undefined) throw new ApiError('INVALID_EMAIL');
  return address === undefined ? undefined : mailAddress(address);
}

/** Only the person themselves decides about their profile fields. */
function profileOf({ body, own }: Asked): Changes['profile'] {
  const profile = profileIn(body);
  if (!own && Object.values(profile).some((value) => value !== undefined)) throw new ApiError('FORBIDDEN');
  for (const field of ['website', 'github', 'linkedin'] as const) {
    const typed = profile[field];
    if (typeof typed !== 'string') continue;
    const link = profileLink(field, typed);
    if (link === null)
      throw new ApiError('LINK_INVALID', { errors: [{ path: field, message: errorCatalogue.LINK_INVALID[1], code: 'LINK_INVALID' }] });
    profile[field] = link;
  }
  return profile;
}

/** What a person, or an administrator, changes of an account. Throws what can be refused without reading more than the account. */
export const changesOf = (asked: Asked): Changes => ({
  ...governedOf(asked),
  username: usernameOf(asked),
  address: addressOf(asked),
  profile: profileOf(asked),
});
