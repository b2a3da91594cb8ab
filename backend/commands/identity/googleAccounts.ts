import { randomInt } from 'node:crypto';
import type { OpenIdPerson } from '../../integrations/openid/port.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Accounts } from './accounts.ts';
import type { Identities } from './identities.ts';
import { sameAddress, type UserState, user } from './user.ts';

const LONGEST = 30;

/** Username candidates from an address: `ana.ruiz@…` → `ana.ruiz`. */
export const usernameFrom = (email: string): string =>
  email
    .slice(0, email.indexOf('@'))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\+.*$/, '')
    .replace(/[^a-z0-9._-]+/g, '')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, LONGEST) || 'estudiante';

/** A username from the address that nobody has. Errors: CONFLICT where none was found. */
export async function freeUsername(accounts: Accounts, email: string, context: CommandContext): Promise<string> {
  const base = usernameFrom(email);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const candidate = attempt === 0 ? base : `${base}${randomInt(10 ** Math.min(2 + Math.floor(attempt / 4), 6))}`;
    if (!(await accounts.usernameTaken(candidate, context))) return candidate;
  }
  throw new DomainError('CONFLICT');
}

export function createGoogleAccounts(
  commands: Commands,
  accounts: Accounts,
  identities: Identities,
  findByEmail: (address: string) => Promise<UserState | null>,
) {
  const load = async (userId: number) => (await commands.load(user, userId)).state;

  return {
    /**
     * The account that a Google identity opens: the one linked to it; else the one with the address, which is then linked; else a new one with
     * a username of its own. `takeOver` is called for an account whose address was never confirmed: its creator must not keep access.
     * Errors: GOOGLE_LINKED, and those of registering.
     */
    async enter(
      person: OpenIdPerson,
      context: CommandContext,
      takeOver: (userId: number) => Promise<void>,
    ): Promise<{ state: UserState; isNew: boolean }> {
      const link = async ({ userId }: UserState, proved: boolean) => {
        if (!proved) await takeOver(userId);
        await identities.link(person.subject, userId, context);
        await commands.handle(user, userId, { type: 'proveEmail', email: person.email }, derived(context, 'proveEmail'));
        return { state: await load(userId), isNew: false };
      };
      const linked = await identities.holder(person.subject);
      if (linked !== null) {
        const state = await load(linked);
        // Never proved, though Google proves what it links: the linking was cut off half-way, and is gone through to its end.
        const unproved = !state.wasVerified && sameAddress(state.email, person.email);
        return state.status === 'active' && (!state.google || unproved) ? link(state, !unproved) : { state, isNew: false };
      }

      const owner = await findByEmail(person.email);
      if (owner) {
        if (owner.status !== 'active') return { state: owner, isNew: false };
        // Another person has this Google address now, not the account linked to it until then.
        if (owner.google) throw new DomainError('GOOGLE_LINKED');
        return link(owner, owner.verified);
      }

      await accounts.claimEmail(person.email, context);
      const { userId } = await accounts.register(
        {
          username: await freeUsername(accounts, person.email, context),
          email: person.email,
          firstName: person.firstName,
          lastName: person.lastName,
          role: 'student',
          plan: 'basic',
          source: 'google',
          termsVersion: null,
          campaign: null,
        },
        context,
        async () => {},
      );
      await identities.link(person.subject, userId, context);
      return { state: await load(userId), isNew: true };
    },
  };
}

export type GoogleAccounts = ReturnType<typeof createGoogleAccounts>;
