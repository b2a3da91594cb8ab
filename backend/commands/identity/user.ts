import {
  defaultVisibility,
  emptyProfile,
  nothingPersonal,
  type ProfileField,
  type Visibility,
  type VisibilityOf,
  type VisibleField,
} from '../../../events/account.ts';
import type { Role } from '../../../events/define.ts';
import { vouchedFor } from '../../../events/identity.ts';
import { PersonalKeyMissing } from '../../../events/privacy.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { Plan } from '../../../events/types.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';
import { normaliseAddress } from '../kernel/values.ts';
import { likenesses } from './likeness.ts';

export interface Registration {
  userId: number;
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  plan: Plan;
  source: 'self' | 'administrator' | 'google' | 'company';
  termsVersion: string | null;
  campaign: string | null;
  /** That of the page on which they registered; absent: Spanish. */
  language?: Tongue | undefined;
  /** The person is sent a link with which they set their password, which proves the address. */
  invited?: boolean;
}

/** The reservation that holds a new e-mail or username: the stream of the value, and the number of the event in it (from 1). */
export interface Reservation {
  value: string;
  number: number;
}

export type Profile = Readonly<Record<ProfileField, string | null>>;

/** A requested address that is not confirmed yet. */
export interface PendingEmail {
  email: string;
  /** Id and time (ISO UTC) of the event that requested it: only its link is valid. */
  event: string;
  at: string;
}
/** A link that sets a new password: its event and time (ISO UTC). */
export interface ResetLink {
  event: string;
  at: string;
  /** Not requested by mail: it follows from the link that confirmed the address, which is the proof. */
  proved?: true;
  /** It came with an invitation. */
  invited?: true;
}
export const RESET_VALID_MS = 3_600_000;
export const INVITATION_VALID_MS = 7 * 24 * 3_600_000;
export const resetStands = ({ at, invited }: ResetLink, now: Date): boolean =>
  now.getTime() - Date.parse(at) <= (invited ? INVITATION_VALID_MS : RESET_VALID_MS);
/** The most password links valid at once; each until it is used, or expires. */
const MAX_RESETS = 8;

/** How long a link confirms a new address; the address is reserved for that time. */
export const EMAIL_CHANGE_VALID_MS = 24 * 3_600_000;
export const emailChangeStands = ({ at }: PendingEmail, now: Date): boolean => now.getTime() - Date.parse(at) <= EMAIL_CHANGE_VALID_MS;
type Named = string | null | undefined;
export const sameAddress = (one: Named, other: Named): boolean =>
  one != null && other != null && normaliseAddress(one) === normaliseAddress(other);
/** For each kind of unique value, its reservation keys. Two values that share a key count as the same. */
export const keysOf = { email: (address: string) => [normaliseAddress(address)] as const, username: likenesses } as const;
export const sameName = (kind: keyof typeof keysOf, one: Named, other: Named): boolean => {
  if (one == null || other == null) return false;
  const keys: readonly string[] = keysOf[kind](one);
  return keysOf[kind](other).some((key) => keys.includes(key));
};

/** An identity at another system that opens the account. */
export interface OutsideLink {
  /** The keyed digest that names its stream. */
  identity: string;
  /** Whether the person linked it; else the account was made for it. */
  own: boolean;
}

export interface UserState {
  status: 'none' | 'abandoned' | 'active' | 'inactive' | 'erased';
  userId: number;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  /** In which the school writes to them; null: never chosen. */
  language: Tongue | null;
  profile: Profile;
  visibility: VisibilityOf;
  /** E.164. */
  phone: string | null;
  phoneVerified: boolean;
  /** Id and time (ISO UTC) of the last event that requested a code: only its code is valid. */
  phoneCodeEvent: string | null;
  phoneCodeAt: string | null;
  /** False while the username is one that the school generated. */
  usernameConfirmed: boolean;
  /** Key of the picture's file. */
  avatar: string | null;
  google: boolean;
  /** By provider. */
  outside: GrowingMap<string, OutsideLink>;
  /** Names by passkey id. */
  passkeys: GrowingMap<string, string | null>;
  role: Role;
  plan: Plan;
  verified: boolean;
  /** Whether the person has ever confirmed an address. Until then the first one may be a typing error. */
  wasVerified: boolean;
  pendingEmail: PendingEmail | null;
  /** Id of the event whose link confirmed the present address: following it again changes nothing. */
  confirmedBy: string | null;
  /** When the mail was last requested, ISO UTC. */
  verificationAt: string | null;
  /** Id of the last event that requested the mail: only its token is valid. */
  verificationEvent: string | null;
  /** The newest last. A new request does not invalidate the link that the owner already has. */
  resets: readonly ResetLink[];
  /** How often the password was changed, or put on hold. */
  passwords: number;
  /** The password does not open the account until it is set again by mail. */
  passwordHeld: boolean;
  /** Invited, and has not accepted yet. */
  invited: boolean;
  /** Who created the account; null: unknown. */
  source: Registration['source'] | null;
  registeredAt: string | null;
  /** Reservations that another person took over: by stream, up to which number. What they were made for can no longer be done. */
  abandoned: GrowingMap<string, number>;
  /** For an active administrator, the number of the event that began it; else null. */
  administratorSince: number | null;
  /** Counts the events of the user; for If-Match. */
  version: number;
}

export type UserCommand =
  | ({ type: 'register' } & Registration)
  | { type: 'requestVerification' }
  /** `elsewhere`: from a browser that never used the account. */
  | { type: 'verifyEmail'; requestedBy: string; elsewhere?: boolean }
  | { type: 'requestPasswordReset' }
  /** Sends it again. */
  | { type: 'invite' }
  | { type: 'passwordChanged'; by: 'reset' | 'self' | 'administrator' }
  | { type: 'changeName'; firstName: string | null | undefined; lastName: string | null | undefined }
  | { type: 'changeUsername'; username: string; reservations: readonly Reservation[] }
  | { type: 'changeEmail'; email: string; reservation: Reservation }
  | { type: 'requestEmailChange'; email: string; reservation: Reservation }
  /** `email`: only where this is the requested address. */
  | { type: 'cancelEmailChange'; email?: string }
  /** `elsewhere`: from a browser that never used the account. */
  | { type: 'confirmEmailChange'; requestedBy: string; reservation: Reservation; elsewhere?: boolean }
  /** For a reserved name that is not the person's: it can no longer become so through this reservation, or an earlier one. */
  | {
      type: 'abandonReservation';
      kind: 'email' | 'username';
      name: string;
      reservation: Reservation;
      /** The event that requested the name, which nobody confirmed in time. */
      expired?: string | null;
    }
  | { type: 'changeCountry'; country: string | null }
  | { type: 'chooseLanguage'; language: Tongue }
  | { type: 'changeProfileField'; field: ProfileField; value: string | null }
  | { type: 'changeVisibility'; field: VisibleField; visibility: Visibility }
  | { type: 'confirmUsername' }
  | { type: 'setPhone'; phone: string | null }
  | { type: 'requestPhoneCode' }
  | { type: 'verifyPhone'; requestedBy: string }
  | { type: 'linkGoogle' }
  | { type: 'linkOutside'; providerId: string; identity: string; by: 'person' | 'provider' }
  | { type: 'unlinkOutside'; providerId: string }
  /** Google confirms that the address is the person's. */
  | { type: 'proveEmail'; email: string }
  | { type: 'addPasskey'; passkeyId: string; name: string }
  | { type: 'renamePasskey'; passkeyId: string; name: string }
  | { type: 'removePasskey'; passkeyId: string }
  | { type: 'setAvatar'; file: string }
  | { type: 'removeAvatar' }
  | { type: 'changeRole'; role: Role }
  | { type: 'changePlan'; plan: Plan }
  | { type: 'deactivate' }
  | { type: 'activate' }
  | { type: 'erase' };

type Event = StreamEvent<'user'>;

const initial = (): UserState => ({
  status: 'none',
  userId: 0,
  username: null,
  email: null,
  firstName: null,
  lastName: null,
  country: null,
  language: null,
  profile: emptyProfile,
  visibility: defaultVisibility,
  phone: null,
  phoneVerified: false,
  phoneCodeEvent: null,
  phoneCodeAt: null,
  usernameConfirmed: true,
  avatar: null,
  google: false,
  outside: new GrowingMap(),
  passkeys: new GrowingMap(),
  role: 'student',
  plan: 'basic',
  verified: false,
  wasVerified: false,
  pendingEmail: null,
  confirmedBy: null,
  verificationEvent: null,
  verificationAt: null,
  resets: [],
  passwords: 0,
  passwordHeld: false,
  invited: false,
  source: null,
  registeredAt: null,
  abandoned: new GrowingMap(),
  administratorSince: null,
  version: 0,
});

/** Whether nobody can say what the person's name is, because their key is lost. */
export const isUnreadable = (person: UserState, kind: 'email' | 'username'): boolean =>
  (person.status === 'active' || person.status === 'inactive') && person[kind] === null;
/** The person's address; null where they have none any more. Throws PersonalKeyMissing where it cannot be read. */
export function addressOf(person: UserState): string | null {
  if (isUnreadable(person, 'email')) throw new PersonalKeyMissing(String(person.userId));
  return person.email;
}
/** By which the person signs what outlasts this moment; null where they are erased. Throws PersonalKeyMissing where it cannot be read. */
export function fullNameOf(person: UserState): string | null {
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username;
  if (name === null && isUnreadable(person, 'username')) throw new PersonalKeyMissing(String(person.userId));
  return name;
}

/** Whether another person took over a reservation. */
export const isAbandoned = ({ abandoned }: Pick<UserState, 'abandoned'>, { value, number }: Reservation): boolean =>
  number <= (abandoned.get(value) ?? 0);

/** Ends the pending request of an address, unless it is for the one that is set now. */
const cancelled = ({ userId, pendingEmail }: UserState, now?: string): readonly Event[] =>
  pendingEmail === null || sameAddress(pendingEmail.email, now)
    ? []
    : [{ type: 'EmailChangeCancelled', data: { userId, email: pendingEmail.email } }];

const withoutPasskeys = ({ userId, passkeys }: UserState): readonly Event[] =>
  [...passkeys.keys()].map((passkeyId) => ({ type: 'PasskeyRemoved', data: { userId, passkeyId } }));

/** `which`: those that the person linked themselves, or all. */
const withoutOutside = ({ userId, outside }: UserState, which: 'own' | 'all'): readonly Event[] =>
  [...outside].flatMap(([providerId, { own }]) =>
    own || which === 'all' ? [{ type: 'OutsideIdentityUnlinked' as const, data: { userId, providerId } }] : [],
  );

/** Cleans up after somebody created the account with an address that was not theirs: nothing of theirs opens the account, or gets notices about it. */
const takenOver = (state: UserState): readonly Event[] => [
  { type: 'PasswordHeld', data: { userId: state.userId } },
  ...withoutPasskeys(state),
  ...withoutOutside(state, 'all'),
  ...(state.phone === null ? [] : [{ type: 'PhoneSet' as const, data: { userId: state.userId, phone: null } }]),
];

const MAX_PASSKEYS = 20;

export const user: Decider<UserState, UserCommand, Event> = {
  category: 'user',
  wordless: 'where lost',
  initial,

  decide(command, state) {
    if (command.type === 'register') {
      // A rival took over the reserved e-mail because this registration took too long.
      if (state.status !== 'none') return refuse('CONFLICT');
      const { type: _, invited, language, ...data } = command;
      const mail = invited ? 'UserInvited' : 'EmailVerificationRequested';
      return [
        { type: 'UserRegistered', data },
        ...(language ? [{ type: 'LanguageChosen', data: { userId: data.userId, language } } as const] : []),
        ...(vouchedFor(data) ? [] : [{ type: mail, data: { userId: data.userId } } as const]),
      ];
    }
    if (state.status === 'none' || state.status === 'abandoned') return refuse('USER_NOT_FOUND');
    const { userId } = state;
    if (state.status === 'erased') return command.type === 'erase' || command.type === 'abandonReservation' ? [] : refuse('USER_ERASED');

    switch (command.type) {
      case 'requestVerification':
        return state.verified ? [] : [{ type: 'EmailVerificationRequested', data: { userId } }];
      case 'verifyEmail':
        if (state.verified) return [];
        if (state.verificationEvent !== command.requestedBy) return refuse('TOKEN_INVALID');
        return [{ type: 'EmailVerified', data: { userId } }, ...(command.elsewhere && state.source === 'self' ? takenOver(state) : [])];
      case 'requestPasswordReset':
        return [{ type: 'PasswordResetRequested', data: { userId } }];
      case 'invite':
        return state.invited ? [{ type: 'UserInvited', data: { userId } }] : refuse('INVITATION_TAKEN_UP');
      case 'passwordChanged':
        return [
          { type: 'PasswordChanged', data: { userId, by: command.by } },
          // The link came by mail, which proves the address; the person who proves it starts anew.
          ...(command.by !== 'reset' || state.verified ? [] : [{ type: 'EmailVerified' as const, data: { userId } }]),
          ...(command.by === 'reset' ? [...withoutPasskeys(state), ...withoutOutside(state, 'own'), ...cancelled(state)] : []),
        ];
      case 'changeName': {
        const firstName = command.firstName === undefined ? state.firstName : command.firstName;
        const lastName = command.lastName === undefined ? state.lastName : command.lastName;
        return firstName === state.firstName && lastName === state.lastName
          ? []
          : [{ type: 'NameChanged', data: { userId, firstName, lastName } }];
      }
      case 'changeUsername':
        if (command.username === state.username) return [];
        return command.reservations.some((one) => isAbandoned(state, one))
          ? refuse('CONFLICT')
          : [{ type: 'UsernameChanged', data: { userId, username: command.username, previous: state.username } }];
      case 'changeEmail':
        if (command.email === state.email) return [];
        if (isAbandoned(state, command.reservation)) return refuse('CONFLICT');
        return [
          ...cancelled(state, command.email),
          { type: 'EmailChanged', data: { userId, email: command.email, previous: state.email } },
          // Another spelling of the same mailbox: it stays confirmed.
          state.verified && sameAddress(command.email, state.email)
            ? { type: 'EmailVerified', data: { userId } }
            : { type: 'EmailVerificationRequested', data: { userId } },
        ];
      case 'requestEmailChange':
        return isAbandoned(state, command.reservation)
          ? refuse('CONFLICT')
          : [{ type: 'EmailChangeRequested', data: { userId, email: command.email, previous: state.pendingEmail?.email ?? null } }];
      case 'cancelEmailChange':
        return command.email === undefined || sameAddress(command.email, state.pendingEmail?.email) ? cancelled(state) : [];
      case 'confirmEmailChange':
        if (state.confirmedBy === command.requestedBy) return [];
        if (state.pendingEmail?.event !== command.requestedBy) return refuse('TOKEN_INVALID');
        return isAbandoned(state, command.reservation)
          ? refuse('CONFLICT')
          : [
              { type: 'EmailChanged', data: { userId, email: state.pendingEmail.email, previous: state.email } },
              { type: 'EmailVerified', data: { userId } },
              // The requester may have given somebody else's address to their own account.
              ...(command.elsewhere ? takenOver(state) : []),
            ];
      case 'abandonReservation': {
        const { kind, name, expired, reservation } = command;
        const pending = kind === 'email' && state.pendingEmail?.event !== expired ? state.pendingEmail?.email : null;
        return isUnreadable(state, kind) ||
          sameName(kind, state[kind], name) ||
          sameAddress(pending, name) ||
          isAbandoned(state, reservation)
          ? []
          : [{ type: 'ReservationAbandoned', data: { userId, kind, ...reservation } }];
      }
      case 'changeCountry':
        return command.country === state.country ? [] : [{ type: 'CountryChanged', data: { userId, country: command.country } }];
      case 'chooseLanguage':
        return command.language === state.language ? [] : [{ type: 'LanguageChosen', data: { userId, language: command.language } }];
      case 'changeProfileField':
        return command.value === state.profile[command.field]
          ? []
          : [{ type: 'ProfileFieldChanged', data: { userId, field: command.field, value: command.value } }];
      case 'changeVisibility':
        return command.visibility === state.visibility[command.field]
          ? []
          : [{ type: 'ProfileVisibilityChanged', data: { userId, field: command.field, visibility: command.visibility } }];
      case 'confirmUsername':
        return state.usernameConfirmed ? [] : [{ type: 'UsernameConfirmed', data: { userId } }];
      case 'setPhone':
        return command.phone === state.phone ? [] : [{ type: 'PhoneSet', data: { userId, phone: command.phone } }];
      case 'requestPhoneCode':
        if (state.phone === null) return refuse('PHONE_MISSING');
        return state.phoneVerified ? [] : [{ type: 'PhoneCodeRequested', data: { userId } }];
      case 'verifyPhone':
        if (state.phoneVerified) return [];
        if (state.phoneCodeEvent === null || state.phoneCodeEvent !== command.requestedBy) return refuse('CODE_EXPIRED');
        return [{ type: 'PhoneVerified', data: { userId } }];
      case 'linkGoogle':
        return state.google ? [] : [{ type: 'IdentityLinked', data: { userId, provider: 'google' } }];
      case 'linkOutside': {
        const { providerId, identity, by } = command;
        const before = state.outside.get(providerId);
        if (before && before.identity !== identity) return refuse('COMPANY_LINKED');
        return before && (before.own || by === 'provider')
          ? []
          : [{ type: 'OutsideIdentityLinked', data: { userId, providerId, identity, by } }];
      }
      case 'unlinkOutside':
        return state.outside.has(command.providerId)
          ? [{ type: 'OutsideIdentityUnlinked', data: { userId, providerId: command.providerId } }]
          : [];
      case 'proveEmail':
        // An address that was changed meanwhile is not proved by this.
        return state.verified || !sameAddress(state.email, command.email)
          ? []
          : [{ type: 'EmailVerified', data: { userId } }, ...takenOver(state)];
      case 'addPasskey':
        if (state.passkeys.has(command.passkeyId)) return [];
        if (state.passkeys.size >= MAX_PASSKEYS) return refuse('TOO_MANY_PASSKEYS');
        return [{ type: 'PasskeyAdded', data: { userId, passkeyId: command.passkeyId, name: command.name } }];
      case 'renamePasskey': {
        const { passkeyId, name } = command;
        if (!state.passkeys.has(passkeyId)) return refuse('PASSKEY_NOT_FOUND');
        return state.passkeys.get(passkeyId) === name ? [] : [{ type: 'PasskeyRenamed', data: { userId, passkeyId, name } }];
      }
      case 'removePasskey':
        return state.passkeys.has(command.passkeyId) ? [{ type: 'PasskeyRemoved', data: { userId, passkeyId: command.passkeyId } }] : [];
      case 'setAvatar':
        return command.file === state.avatar ? [] : [{ type: 'AvatarSet', data: { userId, file: command.file, previous: state.avatar } }];
      case 'removeAvatar':
        return state.avatar === null ? [] : [{ type: 'AvatarRemoved', data: { userId, previous: state.avatar } }];
      case 'changeRole':
        return command.role === state.role ? [] : [{ type: 'RoleChanged', data: { userId, from: state.role, to: command.role } }];
      case 'changePlan':
        return command.plan === state.plan ? [] : [{ type: 'PlanChanged', data: { userId, from: state.plan, to: command.plan } }];
      case 'deactivate':
        return state.status === 'inactive' ? [] : [{ type: 'UserDeactivated', data: { userId } }];
      case 'activate':
        return state.status === 'active' ? [] : [{ type: 'UserActivated', data: { userId } }];
      case 'erase':
        return [
          ...(state.status === 'active' ? [{ type: 'UserDeactivated' as const, data: { userId } }] : []),
          { type: 'UserErased', data: { userId } },
        ];
    }
  },

  evolve(before, event) {
    const after = fold(before, event);
    const administrates = after.status === 'active' && after.role === 'administrator';
    return administrates === (after.administratorSince !== null)
      ? after
      : { ...after, administratorSince: administrates ? after.version : null };
  },
};

const withReset = (
  { resets }: UserState,
  event: Decided<Event>,
  more: Pick<ResetLink, 'proved' | 'invited'> = {},
): readonly ResetLink[] => [...resets.slice(1 - MAX_RESETS), { event: event.id, at: event.meta.occurredAt, ...more }];

function fold(before: UserState, event: Decided<Event>): UserState {
  const state: UserState = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'UserRegistered': {
      const { termsVersion: _, campaign: __, ...rest } = event.data;
      return {
        ...state,
        ...rest,
        status: 'active',
        verified: vouchedFor(event.data),
        wasVerified: vouchedFor(event.data),
        usernameConfirmed: !vouchedFor(event.data),
        registeredAt: event.meta.occurredAt,
      };
    }
    case 'RegistrationAbandoned':
      return { ...state, status: 'abandoned' };
    case 'ReservationAbandoned':
      return { ...state, abandoned: state.abandoned.with(event.data.value, event.data.number) };
    case 'EmailVerificationRequested':
      return { ...state, verificationEvent: event.id, verificationAt: event.meta.occurredAt };
    case 'EmailVerified':
      return { ...state, verified: true, wasVerified: true, invited: false };
    case 'UserInvited':
      return { ...state, invited: true, resets: withReset(state, event, { invited: true }) };
    case 'PasswordResetRequested':
      return { ...state, resets: withReset(state, event) };
    case 'PasswordHeld':
      // Whoever confirmed it may set the password at once: the link of that mail was the proof.
      return { ...state, resets: withReset(state, event, { proved: true }), passwords: state.passwords + 1, passwordHeld: true };
    case 'PasswordChanged':
      return { ...state, resets: [], passwords: state.passwords + 1, passwordHeld: false, invited: false };
    case 'NameChanged':
      return { ...state, firstName: event.data.firstName, lastName: event.data.lastName };
    case 'UsernameChanged':
      return { ...state, username: event.data.username, usernameConfirmed: true };
    case 'EmailChanged':
      // Links sent to the previous address are no longer valid.
      return {
        ...state,
        email: event.data.email,
        verified: false,
        verificationEvent: null,
        resets: [],
        pendingEmail: null,
        confirmedBy: sameAddress(event.data.email, before.pendingEmail?.email) ? (before.pendingEmail?.event ?? null) : null,
      };
    case 'EmailChangeRequested':
      // Sealed for an erased person: the request no longer exists.
      return {
        ...state,
        pendingEmail: event.data.email === null ? null : { email: event.data.email, event: event.id, at: event.meta.occurredAt },
      };
    case 'EmailChangeCancelled':
      return { ...state, pendingEmail: null };
    case 'CountryChanged':
      return { ...state, country: event.data.country };
    case 'LanguageChosen':
      return { ...state, language: event.data.language };
    case 'ProfileFieldChanged':
      return { ...state, profile: { ...state.profile, [event.data.field]: event.data.value } };
    case 'ProfileVisibilityChanged':
      return { ...state, visibility: { ...state.visibility, [event.data.field]: event.data.visibility } };
    case 'UsernameConfirmed':
      return { ...state, usernameConfirmed: true };
    case 'PhoneSet':
      // A code sent to the previous number is no longer valid.
      return { ...state, phone: event.data.phone, phoneVerified: false, phoneCodeEvent: null, phoneCodeAt: null };
    case 'PhoneCodeRequested':
      return { ...state, phoneCodeEvent: event.id, phoneCodeAt: event.meta.occurredAt };
    case 'PhoneVerified':
      return { ...state, phoneVerified: true, phoneCodeEvent: null, phoneCodeAt: null };
    case 'IdentityLinked':
      return { ...state, google: true };
    case 'OutsideIdentityLinked': {
      const { providerId, identity, by } = event.data;
      return { ...state, outside: state.outside.with(providerId, { identity, own: by === 'person' }) };
    }
    case 'OutsideIdentityUnlinked':
      return { ...state, outside: state.outside.without(event.data.providerId) };
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
      return { ...state, passkeys: state.passkeys.with(event.data.passkeyId, event.data.name) };
    case 'PasskeyRemoved':
      return { ...state, passkeys: state.passkeys.without(event.data.passkeyId) };
    case 'AvatarSet':
      return { ...state, avatar: event.data.file };
    case 'AvatarRemoved':
      return { ...state, avatar: null };
    case 'RoleChanged':
      return { ...state, role: event.data.to };
    case 'PlanChanged':
      return { ...state, plan: event.data.to };
    case 'UserDeactivated':
      return { ...state, status: 'inactive' };
    case 'UserActivated':
      return { ...state, status: 'active' };
    case 'UserErased':
      return {
        ...state,
        ...nothingPersonal,
        status: 'erased',
        pendingEmail: null,
        passkeys: new GrowingMap(),
        outside: new GrowingMap(),
      };
    default:
      return state;
  }
}
