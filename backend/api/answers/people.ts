import type { Visibility, VisibleField } from '../../../events/account.ts';
import type { UserState } from '../../commands/identity/user.ts';
import type { UserDoc } from '../../projections/users.ts';
import type { UserRecord } from '../contract/auth.ts';
import { roleCodes } from '../contract/roles.ts';

export const planCodes = { basic: 1, premium: 2 } as const;

/** Who looks at somebody's record. */
export type Viewer = 'self' | 'staff' | 'everyone';
const shows: Readonly<Record<Visibility, readonly Viewer[]>> = {
  private: ['self'],
  staff: ['self', 'staff'],
  everyone: ['self', 'staff', 'everyone'],
};
/** Whether this viewer may see the field of this person. */
export const sees = (viewer: Viewer, field: VisibleField, { visibility }: Pick<UserDoc, 'visibility'>): boolean =>
  shows[visibility[field]].includes(viewer);

/** Address of a person's picture; null where there is none. */
export const pictureOf = ({ avatar }: Pick<UserDoc, 'avatar'>): string | null => avatar && `/api/files/${avatar}`;

/** A person as the API answers it, from the stream's state or from the read model: the same record. Names and addresses belong to the school's records, so administrators always see them. */
export function userRecordOf(
  person: UserDoc | (UserState & { changedAt?: string }),
  version: number,
  viewer: 'self' | 'staff',
): UserRecord {
  const shown = <V>(field: VisibleField, value: V): V | null => (sees(viewer, field, person) ? value : null);
  const active = 'active' in person ? person.active : person.status === 'active';
  const created = person.registeredAt ?? '';
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username || `Usuario #${person.userId}`;
  return {
    id: person.userId,
    username: person.username,
    username_confirmed: person.usernameConfirmed,
    name,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    country: shown('country', person.country),
    city: shown('city', person.profile.city),
    state_province: shown('state', person.profile.state),
    postal_code: shown('postalCode', person.profile.postalCode),
    bio: shown('bio', person.profile.bio),
    website: shown('website', person.profile.website),
    github: shown('github', person.profile.github),
    linkedin: shown('linkedin', person.profile.linkedin),
    phone_number: person.phone,
    is_phone_verified: person.phoneVerified,
    email_verified: person.verified,
    user_role: roleCodes[person.role],
    tipo_usuario: planCodes[person.plan],
    is_active: active,
    profile_picture: pictureOf(person),
    profile_image: pictureOf(person),
    created_at: created,
    createdDate: created,
    version,
  };
}

type Named = Pick<UserDoc, 'firstName' | 'lastName' | 'username' | 'userId' | 'visibility'>;
/** The name that a viewer may see; null where none. Never an e-mail (C-17). */
export const shownName = (person: Named, viewer: Viewer): string | null => {
  const part = (field: 'firstName' | 'lastName' | 'username') => (sees(viewer, field, person) ? person[field] : null);
  return [part('firstName'), part('lastName')].filter(Boolean).join(' ') || part('username');
};
export const publicName = (person: Named | null, id: number): string => (person && shownName(person, 'everyone')) || `Instructor #${id}`;
