import { defaultVisibility, emptyProfile, nothingPersonal, type ProfileField, type VisibilityOf } from '../../events/account.ts';
import type { Role } from '../../events/define.ts';
import { vouchedFor } from '../../events/identity.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Plan } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

export interface UserDoc {
  userId: number;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  profile: Readonly<Record<ProfileField, string | null>>;
  visibility: VisibilityOf;
  /** E.164. */
  phone: string | null;
  phoneVerified: boolean;
  usernameConfirmed: boolean;
  /** Key of the picture's file. */
  avatar: string | null;
  role: Role;
  plan: Plan;
  verified: boolean;
  /** When the last invitation was sent, while none was accepted. */
  invitedAt: string | null;
  active: boolean;
  erased: boolean;
  registeredAt: string;
  changedAt: string;
}

type Event = StreamEvent<'user'>;

const key = (event: Recorded<Event>) => String(event.data.userId);
const change = <E extends Event>(fields: (event: Recorded<E>) => Partial<UserDoc>) => ({
  key,
  evolve: (doc: UserDoc | null, event: Recorded<E>): UserDoc | null =>
    doc ? { ...doc, ...fields(event), changedAt: event.meta.occurredAt } : null,
});

/** Everyone who has, or had, an account. */
export const users: Projection<UserDoc, Event> = {
  name: 'users',
  version: 7,
  indexes: [['-registeredAt'], ['role', '-registeredAt']],
  on: {
    UserRegistered: {
      key,
      evolve: (_, { data, meta }) => ({
        userId: data.userId,
        username: data.username,
        email: data.email,
        firstName: data.firstName,
        lastName: data.lastName,
        country: null,
        profile: emptyProfile,
        visibility: defaultVisibility,
        phone: null,
        phoneVerified: false,
        usernameConfirmed: !vouchedFor(data),
        avatar: null,
        role: data.role,
        plan: data.plan,
        verified: vouchedFor(data),
        invitedAt: null,
        active: true,
        erased: false,
        registeredAt: meta.occurredAt,
        changedAt: meta.occurredAt,
      }),
    },
    UserInvited: change(({ meta }) => ({ invitedAt: meta.occurredAt })),
    EmailVerified: change(() => ({ verified: true, invitedAt: null })),
    PasswordChanged: change(() => ({ invitedAt: null })),
    NameChanged: change<EventOf<'NameChanged'>>(({ data }) => ({ firstName: data.firstName, lastName: data.lastName })),
    UsernameChanged: change<EventOf<'UsernameChanged'>>(({ data }) => ({
      username: data.username,
      usernameConfirmed: true,
    })),
    EmailChanged: change<EventOf<'EmailChanged'>>(({ data }) => ({ email: data.email, verified: false })),
    LanguageChosen: change(() => ({})),
    CountryChanged: change<EventOf<'CountryChanged'>>(({ data }) => ({ country: data.country })),
    ProfileFieldChanged: {
      key,
      evolve: (doc, { data, meta }) =>
        doc ? { ...doc, profile: { ...doc.profile, [data.field]: data.value }, changedAt: meta.occurredAt } : null,
    },
    ProfileVisibilityChanged: {
      key,
      evolve: (doc, { data, meta }) =>
        doc ? { ...doc, visibility: { ...doc.visibility, [data.field]: data.visibility }, changedAt: meta.occurredAt } : null,
    },
    UsernameConfirmed: change(() => ({ usernameConfirmed: true })),
    PhoneSet: change<EventOf<'PhoneSet'>>(({ data }) => ({ phone: data.phone, phoneVerified: false })),
    PhoneVerified: change(() => ({ phoneVerified: true })),
    // Its content is read from the person's own stream; this only records that it changed.
    EmailChangeRequested: change(() => ({})),
    EmailChangeCancelled: change(() => ({})),
    IdentityLinked: change(() => ({})),
    OutsideIdentityLinked: change(() => ({})),
    OutsideIdentityUnlinked: change(() => ({})),
    PasskeyAdded: change(() => ({})),
    PasskeyRenamed: change(() => ({})),
    PasskeyRemoved: change(() => ({})),
    AvatarSet: change<EventOf<'AvatarSet'>>(({ data }) => ({ avatar: data.file })),
    AvatarRemoved: change(() => ({ avatar: null })),
    RoleChanged: change<EventOf<'RoleChanged'>>(({ data }) => ({ role: data.to })),
    PlanChanged: change<EventOf<'PlanChanged'>>(({ data }) => ({ plan: data.to })),
    UserDeactivated: change(() => ({ active: false })),
    UserActivated: change(() => ({ active: true })),
    UserErased: change(() => ({ ...nothingPersonal, erased: true, active: false })),
  },
  persons: (doc) => (doc.erased ? [] : [String(doc.userId)]),
  redact: (doc) => ({ ...doc, ...nothingPersonal, erased: true }),
  topics: (id) => [{ topic: `usuario:${id}` }, { topic: 'usuarios', id }],
};
