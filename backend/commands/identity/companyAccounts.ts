import type { OpenIdPerson } from '../../integrations/openid/port.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { scholarshipCode } from '../site/scholarship.ts';
import type { Scholarships } from '../site/scholarships.ts';
import type { Accounts } from './accounts.ts';
import { freeUsername } from './googleAccounts.ts';
import type { Identities, OutsideIdentity } from './identities.ts';
import type { Provider } from './providers.ts';
import { type UserState, user } from './user.ts';
import { loadVouchers, type Voucher, voucherId, withdraws } from './vouchers.ts';

/** What accounts need to know of whoever vouches for people. */
export type Vouching = Pick<Provider, 'providerId' | 'issuer' | 'createsAccounts' | 'codeId'> & Pick<OutsideIdentity, 'formerly'>;
export interface Entered {
  state: UserState;
  isNew: boolean;
  /** Why the company's scholarship gave no grant; null: it gave one, or the company has none. */
  withoutGrant: string | null;
}

/** Accounts of people who sign in with the provider of their company, or come from its learning platform. */
export function createCompanyAccounts(
  commands: Commands,
  accounts: Accounts,
  identities: Identities,
  scholarships: Pick<Scholarships, 'redeem' | 'codeOf'>,
  findByEmail: (address: string) => Promise<UserState | null>,
) {
  const identityOf = ({ providerId, issuer, formerly }: Vouching, { subject }: OpenIdPerson): OutsideIdentity => ({
    ...{ providerId, issuer, subject },
    ...(formerly !== undefined && { formerly }),
  });

  const openedBy = async (provider: Vouching, person: OpenIdPerson, context: CommandContext) => {
    const identity = identityOf(provider, person);
    const linked = await identities.outsideHolder(identity);
    if (linked) {
      // A company's provider opens only students' accounts; staff must first link it themselves.
      const mayEnter = linked.role === 'student' || linked.outside.get(provider.providerId)?.own === true;
      return mayEnter ? { state: linked, isNew: false } : refuse('COMPANY_STAFF');
    }
    const owner = await findByEmail(person.email);
    if (owner) {
      // The account was made for this identity a moment ago, by a command that was interrupted before linking it: nobody has entered it yet.
      const untouched = owner.source === 'company' && owner.version === 1;
      if (!untouched) refuse('COMPANY_LINK_FIRST');
      return { state: await identities.linkOutside(identity, owner.userId, 'provider', context), isNew: true };
    }
    if (!provider.createsAccounts) refuse('COMPANY_NO_ACCOUNT');
    const { email, firstName, lastName } = person;
    await accounts.claimEmail(email, context);
    const { userId } = await accounts.register(
      {
        ...{ username: await freeUsername(accounts, email, context), email, firstName, lastName },
        ...{ role: 'student', plan: 'basic', source: 'company', termsVersion: null, campaign: null },
      },
      context,
      async () => {},
    );
    return { state: await identities.linkOutside(identity, userId, 'provider', context), isNew: true };
  };

  /** Redeems the company's code for whoever has no grant of it yet. `wanted`: the course that they come for. Returns why that was not possible. */
  const grant = async (
    { codeId }: Vouching,
    { userId }: UserState,
    wanted: number | null,
    context: CommandContext,
  ): Promise<string | null> => {
    if (codeId === null || (await commands.load(scholarshipCode, codeId)).state.granted.has(userId)) return null;
    try {
      await scholarships.redeem(scholarships.codeOf(codeId), userId, wanted, derived(context, 'scholarship', codeId));
      return null;
    } catch (error) {
      // A code without grants left must not keep anybody out.
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  };

  return {
    /** Whether the voucher still opens this account as it did `then`: it is neither paused nor removed, is linked with the account, and none of its terms was taken away. */
    async stillOpens(then: Voucher, userId: number): Promise<boolean> {
      const id = voucherId(then);
      const now = (await loadVouchers(commands))(id);
      return now?.paused === false && !withdraws(then, now) && (await commands.load(user, userId)).state.outside.has(id);
    },
    /**
     * The account that an identity of a company opens: the one linked to it, else a new one. An account with the same address is never opened: its
     * person links it. Errors: COMPANY_LINK_FIRST, COMPANY_NO_ACCOUNT, COMPANY_STAFF, those of registering.
     */
    async enter(provider: Vouching, person: OpenIdPerson, context: CommandContext, wanted: number | null = null): Promise<Entered> {
      const { state, isNew } = await openedBy(provider, person, context);
      return { state, isNew, withoutGrant: state.status === 'active' ? await grant(provider, state, wanted, context) : null };
    },
    /** Links it to the account of who is signed in. Errors: IDENTITY_TAKEN, COMPANY_LINKED, USER_ERASED. */
    async link(
      provider: Vouching,
      person: OpenIdPerson,
      userId: number,
      context: CommandContext,
      wanted: number | null = null,
    ): Promise<Entered> {
      const state = await identities.linkOutside(identityOf(provider, person), userId, 'person', context);
      return { state, isNew: false, withoutGrant: await grant(provider, state, wanted, context) };
    },
  };
}

export type CompanyAccounts = ReturnType<typeof createCompanyAccounts>;
