import type { UserState } from '../../commands/identity/user.ts';
import type { UserDoc } from '../../projections/users.ts';
import type { UserRecord } from '../contract/auth.ts';
import { roleCodes } from '../plugins/identity.ts';

export const planCodes = { basic: 1, premium: 2 } as const;

/** A person as the API shows one. From the stream's state or from the read model: the same record. */
export function userRecordOf(person: UserDoc | (UserState & { changedAt?: string }), version: number): UserRecord {
  const active = 'active' in person ? person.active : person.status === 'active';
  const created = person.registeredAt ?? '';
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username || `Usuario #${person.userId}`;
  return {
    id: person.userId,
    username: person.username,
    name,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    country: person.country,
    phone_number: null,
    is_phone_verified: false,
    email_verified: person.verified,
    user_role: roleCodes[person.role],
    tipo_usuario: planCodes[person.plan],
    is_active: active,
    profile_picture: null,
    profile_image: null,
    created_at: created,
    createdDate: created,
    version,
  };
}

/** Never an e-mail (C-17). */
export const publicName = (person: Pick<UserDoc, 'firstName' | 'lastName' | 'username' | 'userId'> | null, id: number): string =>
  (person && ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.username)) || `Instructor #${id}`;
