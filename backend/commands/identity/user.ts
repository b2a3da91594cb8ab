import type { Role } from '../../../events/define.ts';
import type { IdentityEvent } from '../../../events/identity.ts';
import type { Plan } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

export interface Registration {
  userId: number;
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  plan: Plan;
  source: 'self' | 'administrator' | 'google';
  termsVersion: string | null;
  campaign: string | null;
}

export interface UserState {
  status: 'none' | 'abandoned' | 'active' | 'inactive' | 'erased';
  userId: number;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  role: Role;
  plan: Plan;
  verified: boolean;
  /** When mails were last asked for, ISO UTC. */
  verificationAt: string | null;
  resetAt: string | null;
  /** Id of the last event that asked for a mail: only its token is good. */
  verificationEvent: string | null;
  resetEvent: string | null;
  registeredAt: string | null;
  /** Counts the events of the user; for If-Match. */
  version: number;
}

export type UserCommand =
  | ({ type: 'register' } & Registration)
  | { type: 'requestVerification' }
  | { type: 'verifyEmail'; requestedBy: string }
  | { type: 'requestPasswordReset' }
  | { type: 'passwordChanged'; by: 'reset' | 'self' | 'administrator' }
  | { type: 'changeName'; firstName: string | null | undefined; lastName: string | null | undefined }
  | { type: 'changeUsername'; username: string }
  | { type: 'changeEmail'; email: string }
  | { type: 'changeCountry'; country: string | null }
  | { type: 'changeRole'; role: Role }
  | { type: 'changePlan'; plan: Plan }
  | { type: 'deactivate' }
  | { type: 'activate' }
  | { type: 'erase' };

type Event = Extract<
  IdentityEvent,
  {
    type:
      | 'UserRegistered'
      | 'RegistrationAbandoned'
      | 'EmailVerificationRequested'
      | 'EmailVerified'
      | 'PasswordResetRequested'
      | 'PasswordChanged'
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

const initial = (): UserState => ({
  status: 'none',
  userId: 0,
  username: null,
  email: null,
  firstName: null,
  lastName: null,
  country: null,
  role: 'student',
  plan: 'basic',
  verified: false,
  verificationEvent: null,
  verificationAt: null,
  resetEvent: null,
  resetAt: null,
  registeredAt: null,
  version: 0,
});

export const user: Decider<UserState, UserCommand, Event> = {
  category: 'user',
  initial,

  decide(command, state) {
    if (command.type === 'register') {
      // A rival took the reserved e-mail over because this registration took too long.
      if (state.status !== 'none') return refuse('CONFLICT');
      const { type: _, ...data } = command;
      return [
        { type: 'UserRegistered', data },
        ...(data.source === 'google' ? [] : [{ type: 'EmailVerificationRequested' as const, data: { userId: data.userId } }]),
      ];
    }
    if (state.status === 'none' || state.status === 'abandoned') return refuse('USER_NOT_FOUND');
    const { userId } = state;
    if (state.status === 'erased') return command.type === 'erase' ? [] : refuse('USER_ERASED');

    switch (command.type) {
      case 'requestVerification':
        return state.verified ? [] : [{ type: 'EmailVerificationRequested', data: { userId } }];
      case 'verifyEmail':
        if (state.verified) return [];
        if (state.verificationEvent !== command.requestedBy) return refuse('TOKEN_INVALID');
        return [{ type: 'EmailVerified', data: { userId } }];
      case 'requestPasswordReset':
        return [{ type: 'PasswordResetRequested', data: { userId } }];
      case 'passwordChanged':
        return [{ type: 'PasswordChanged', data: { userId, by: command.by } }];
      case 'changeName': {
        const firstName = command.firstName === undefined ? state.firstName : command.firstName;
        const lastName = command.lastName === undefined ? state.lastName : command.lastName;
        return firstName === state.firstName && lastName === state.lastName
          ? []
          : [{ type: 'NameChanged', data: { userId, firstName, lastName } }];
      }
      case 'changeUsername':
        return command.username === state.username
          ? []
          : [{ type: 'UsernameChanged', data: { userId, username: command.username, previous: state.username } }];
      case 'changeEmail':
        return command.email === state.email
          ? []
          : [{ type: 'EmailChanged', data: { userId, email: command.email, previous: state.email } }];
      case 'changeCountry':
        return command.country === state.country ? [] : [{ type: 'CountryChanged', data: { userId, country: command.country } }];
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
    const state: UserState = { ...before, version: before.version + 1 };
    switch (event.type) {
      case 'UserRegistered': {
        const { source: _, termsVersion: __, campaign: ___, ...rest } = event.data;
        return { ...state, ...rest, status: 'active', verified: event.data.source === 'google', registeredAt: event.meta.occurredAt };
      }
      case 'RegistrationAbandoned':
        return { ...state, status: 'abandoned' };
      case 'EmailVerificationRequested':
        return { ...state, verificationEvent: event.id, verificationAt: event.meta.occurredAt };
      case 'EmailVerified':
        return { ...state, verified: true };
      case 'PasswordResetRequested':
        return { ...state, resetEvent: event.id, resetAt: event.meta.occurredAt };
      case 'PasswordChanged':
        return { ...state, resetEvent: null };
      case 'NameChanged':
        return { ...state, firstName: event.data.firstName, lastName: event.data.lastName };
      case 'UsernameChanged':
        return { ...state, username: event.data.username };
      case 'EmailChanged':
        // Links sent to the address before are no longer good.
        return { ...state, email: event.data.email, verified: false, verificationEvent: null, resetEvent: null };
      case 'CountryChanged':
        return { ...state, country: event.data.country };
      case 'RoleChanged':
        return { ...state, role: event.data.to };
      case 'PlanChanged':
        return { ...state, plan: event.data.to };
      case 'UserDeactivated':
        return { ...state, status: 'inactive' };
      case 'UserActivated':
        return { ...state, status: 'active' };
      case 'UserErased':
        return { ...state, status: 'erased', username: null, email: null, firstName: null, lastName: null, country: null };
      default:
        return state;
    }
  },
};
