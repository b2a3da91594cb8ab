import type { Role } from '../../events/define.ts';
import type { IdentityEvent } from '../../events/identity.ts';
import type { Plan } from '../../events/types.ts';
import type { Projection, Told } from './kernel/projection.ts';

export interface UserDoc {
  userId: number;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  role: Role;
  plan: Plan;
  verified: boolean;
  active: boolean;
  erased: boolean;
  registeredAt: string;
  changedAt: string;
}

type Event = Extract<
  IdentityEvent,
  {
    type:
      | 'UserRegistered'
      | 'EmailVerified'
      | 'NameChanged'
      | 'UsernameChanged'
      | 'EmailChanged'
      | 'CountryChanged'
      | 'RoleChanged'
      | 'PlanChanged'
      | 'UserDeactivated'
      | 'UserActivated'
      | 'UserErased';
  }
>;

const key = (event: Told<Event>) => String(event.data.userId);
const change = <E extends Event>(fields: (event: Told<E>) => Partial<UserDoc>) => ({
  key,
  evolve: (doc: UserDoc | null, event: Told<E>): UserDoc | null =>
    doc ? { ...doc, ...fields(event), changedAt: event.meta.occurredAt } : null,
});

const nothingPersonal = { username: null, email: null, firstName: null, lastName: null, country: null } as const;

/** Everyone who has, or had, an account. */
export const users: Projection<UserDoc, Event> = {
  name: 'users',
  version: 1,
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
        role: data.role,
        plan: data.plan,
        verified: data.source === 'google',
        active: true,
        erased: false,
        registeredAt: meta.occurredAt,
        changedAt: meta.occurredAt,
      }),
    },
    EmailVerified: change(() => ({ verified: true })),
    NameChanged: change<Extract<Event, { type: 'NameChanged' }>>(({ data }) => ({ firstName: data.firstName, lastName: data.lastName })),
    UsernameChanged: change<Extract<Event, { type: 'UsernameChanged' }>>(({ data }) => ({ username: data.username })),
    EmailChanged: change<Extract<Event, { type: 'EmailChanged' }>>(({ data }) => ({ email: data.email, verified: false })),
    CountryChanged: change<Extract<Event, { type: 'CountryChanged' }>>(({ data }) => ({ country: data.country })),
    RoleChanged: change<Extract<Event, { type: 'RoleChanged' }>>(({ data }) => ({ role: data.to })),
    PlanChanged: change<Extract<Event, { type: 'PlanChanged' }>>(({ data }) => ({ plan: data.to })),
    UserDeactivated: change(() => ({ active: false })),
    UserActivated: change(() => ({ active: true })),
    UserErased: change(() => ({ ...nothingPersonal, erased: true, active: false })),
  },
  persons: (doc) => (doc.erased ? [] : [String(doc.userId)]),
  redact: (doc) => ({ ...doc, ...nothingPersonal, erased: true }),
  topics: (id) => [{ topic: `usuario:${id}` }, { topic: 'usuarios', id }],
};
