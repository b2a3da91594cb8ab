import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** What people keep about themselves and how they prove who they are. Codes, keys and tokens are never here: they live in the vault. */

/** Profile fields that hold one text each. Name, username, e-mail and country have events of their own. */
export const profileField = z.enum(['city', 'state', 'postalCode', 'bio', 'website', 'github', 'linkedin']);
export type ProfileField = z.output<typeof profileField>;
/** What nobody has written yet. */
export const emptyProfile = Object.fromEntries(profileField.options.map((field) => [field, null])) as Record<ProfileField, null>;

/** What an account says of its person once they are erased. */
export const nothingPersonal = {
  ...{ username: null, email: null, firstName: null, lastName: null, country: null },
  ...{ profile: emptyProfile, phone: null, phoneVerified: false, avatar: null },
} as const;

/** What of a profile has a visibility that its person chooses. */
export const visibleField = z.enum([
  'firstName',
  'lastName',
  'username',
  'country',
  'city',
  'state',
  'postalCode',
  'bio',
  'website',
  'github',
  'linkedin',
  'avatar',
  'certificates',
]);
export type VisibleField = z.output<typeof visibleField>;

/** Who may see a field: only its owner; also instructors and administrators; or everyone. Visitors without an account see only the name and picture beside a review. */
export const visibility = growing(['private', 'staff', 'everyone'], 'private');
export type Visibility = z.output<typeof visibility>;
export type VisibilityOf = Readonly<Record<VisibleField, Visibility>>;

/** The visibility of each field until the person chooses another one. */
export const defaultVisibility: VisibilityOf = {
  firstName: 'everyone',
  lastName: 'everyone',
  username: 'everyone',
  country: 'staff',
  city: 'private',
  state: 'private',
  postalCode: 'private',
  bio: 'private',
  website: 'private',
  github: 'private',
  linkedin: 'private',
  // The picture is private at first: uploading it is not consent to publish it.
  avatar: 'staff',
  certificates: 'private',
};

export const ProfileFieldChanged = defineEvent('ProfileFieldChanged', {
  category: 'user',
  schema: z.object({ userId: id, field: profileField, value: z.string().max(1_000).nullable() }),
  personal: { of: 'userId', fields: ['value'] },
  summary: 'Una persona cambió un dato de su perfil.',
  sentence: said('cambió su perfil: {field}', 'changed the profile: {field}'),
});
export const ProfileVisibilityChanged = defineEvent('ProfileVisibilityChanged', {
  category: 'user',
  version: 3,
  schema: z.object({ userId: id, field: visibleField, visibility }),
  summary: 'Una persona decidió quién ve un dato de su perfil.',
  sentence: said('decidió quién ve su perfil ({field}): {visibility}', 'decided who sees the profile ({field}): {visibility}'),
});
export const UsernameConfirmed = defineEvent('UsernameConfirmed', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Una persona aceptó el nombre de usuario que la escuela le propuso.',
  sentence: said('aceptó el nombre de usuario propuesto', 'accepted the proposed username'),
});

export const PhoneSet = defineEvent('PhoneSet', {
  category: 'user',
  /** In E.164 form; null once the phone was removed or the person was erased. */
  schema: z.object({ userId: id, phone: z.string().max(20).nullable() }),
  personal: { of: 'userId', fields: ['phone'] },
  summary: 'Una persona puso, cambió o quitó su teléfono; hay que confirmarlo.',
  sentence: said('cambió el teléfono', 'changed the phone'),
});
export const PhoneCodeRequested = defineEvent('PhoneCodeRequested', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Se pidió enviar un código a un teléfono. El código nunca está en los eventos.',
  sentence: said('pidió un código para confirmar el teléfono', 'asked for a code to confirm the phone'),
});
export const PhoneVerified = defineEvent('PhoneVerified', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Una persona confirmó su teléfono con el código que recibió.',
  sentence: said('confirmó el teléfono', 'confirmed the phone'),
});

/** Written in the person's stream: an identity of another provider now belongs to them. */
export const IdentityLinked = defineEvent('IdentityLinked', {
  category: 'user',
  schema: z.object({ userId: id, provider: z.enum(['google']) }),
  summary: 'Una persona enlazó su cuenta de Google.',
  sentence: said('enlazó la cuenta de Google', 'linked the Google account'),
});
/** Written in the identity's own stream, whose name is an HMAC of it: which person it belongs to. */
export const IdentityAssigned = defineEvent('IdentityAssigned', {
  category: 'identity',
  schema: z.object({ userId: id, provider: z.enum(['google']) }),
  summary: 'Una identidad de Google quedó asignada a una cuenta.',
  sentence: said('asignó una identidad de Google a la cuenta', 'assigned a Google identity to the account'),
});

export const PasskeyAdded = defineEvent('PasskeyAdded', {
  category: 'user',
  schema: z.object({ userId: id, passkeyId: z.string().max(40), name: z.string().max(80).nullable() }),
  personal: { of: 'userId', fields: ['name'] },
  summary: 'Una persona añadió una llave de acceso. La llave está en la bóveda, no en los eventos.',
  sentence: said('agregó una llave de acceso', 'added a passkey'),
});
export const PasskeyRenamed = defineEvent('PasskeyRenamed', {
  category: 'user',
  schema: z.object({ userId: id, passkeyId: z.string().max(40), name: z.string().max(80).nullable() }),
  personal: { of: 'userId', fields: ['name'] },
  summary: 'Una persona cambió el nombre de una llave de acceso.',
  sentence: said('cambió el nombre de una llave de acceso', 'renamed a passkey'),
});
export const PasskeyRemoved = defineEvent('PasskeyRemoved', {
  category: 'user',
  schema: z.object({ userId: id, passkeyId: z.string().max(40) }),
  summary: 'Una persona quitó una llave de acceso.',
  sentence: said('quitó una llave de acceso', 'removed a passkey'),
});

/** Key of a file in the bucket of profile pictures; null once the person is erased. */
const picture = z.string().max(120).nullable();
export const AvatarSet = defineEvent('AvatarSet', {
  category: 'user',
  schema: z.object({ userId: id, file: picture, previous: picture }),
  personal: { of: 'userId', fields: ['file', 'previous'] },
  summary: 'Una persona puso o cambió su foto de perfil.',
  sentence: said('cambió la foto de perfil', 'changed the profile picture'),
});
export const AvatarRemoved = defineEvent('AvatarRemoved', {
  category: 'user',
  schema: z.object({ userId: id, previous: picture }),
  personal: { of: 'userId', fields: ['previous'] },
  summary: 'Se quitó la foto de perfil de una persona.',
  sentence: said('quitó la foto de perfil', 'removed the profile picture'),
});

export const accountEvents = [
  ProfileFieldChanged,
  ProfileVisibilityChanged,
  UsernameConfirmed,
  PhoneSet,
  PhoneCodeRequested,
  PhoneVerified,
  IdentityLinked,
  IdentityAssigned,
  PasskeyAdded,
  PasskeyRenamed,
  PasskeyRemoved,
  AvatarSet,
  AvatarRemoved,
] as const;
