import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuid5 } from '../../../events/ids.ts';
import { createCompanyAccounts, openVouchers } from '../../commands/identity/companyAccounts.ts';
import { providers as decider, domainOf, PROVIDERS, type Provider, providerOf } from '../../commands/identity/providers.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { createSeal } from '../../commands/kernel/seal.ts';
import { endVouched } from '../../commands/reactions/accounts.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { BadToken, ProviderUnavailable } from '../../integrations/openid/port.ts';
import { type WayOut, wayOut } from '../../integrations/openid/provider.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { createReturning, type Left, leadTo } from '../calls/returning.ts';
import { createSignIn } from '../calls/signIn.ts';
import { addresses } from '../contract/addresses.ts';
import { type CompanyFailure, returnOf } from '../contract/choices.ts';
import { companyCalls as contract } from '../contract/companies.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createLimits } from '../plugins/limits.ts';
import type { CompanyClients } from './companyClients.ts';
import type { OwnAccount } from './ownAccount.ts';

/** Where providers send people back to (`returnOf`). */
export const RETURN = `${addresses.company}/regreso`;
const COOKIE = 'aulaviva.empresa';
const ROUND_TRIP_MS = 10 * 60_000;
const HOUR = 3_600_000;

/** What a round trip must come back with; sealed in a cookie that is sent only to these addresses. */
interface Trip extends WayOut, Left {
  providerId: string;
  returnTo: string;
  /** Whose account is to be linked; null: it is to sign in. */
  link: number | null;
  until: number;
}

const failures: readonly string[] = [
  'COMPANY_LINK_FIRST',
  'COMPANY_NO_ACCOUNT',
  'COMPANY_STAFF',
  'COMPANY_LINKED',
  'IDENTITY_TAKEN',
] satisfies CompanyFailure[];
const general: readonly string[] = ['ACCOUNT_INACTIVE', 'TOO_MANY_REQUESTS'] satisfies CompanyFailure[];

class Failed extends Error {
  readonly failure: CompanyFailure;
  constructor(failure: CompanyFailure) {
    super(failure);
    this.failure = failure;
  }
}
const failureOf = (error: unknown, { logger }: Pick<Deps, 'logger'>): CompanyFailure => {
  if (error instanceof Failed) return error.failure;
  if (error instanceof ProviderUnavailable) return 'COMPANY_UNAVAILABLE';
  if (error instanceof BadToken) {
    logger.info({ reason: error.message }, 'an ID token of a company was refused');
    return 'COMPANY_TOKEN';
  }
  if (error instanceof DomainError || error instanceof ApiError) {
    // Somebody else asked for this address, and has not proved it.
    if (error.code === 'EMAIL_TAKEN') return 'COMPANY_LINK_FIRST';
    // Paused or unlinked while its provider answered.
    if (error.code === 'SIGN_IN_AGAIN') return 'COMPANY_STATE';
    if ([...failures, ...general].includes(error.code)) return error.code as CompanyFailure;
  }
  logger.warn({ err: error }, 'signing in with a company failed');
  return 'COMPANY_TOKEN';
};

function createTrips({ clock, config }: Pick<Deps, 'clock' | 'config'>) {
  const { seal, open } = createSeal(Buffer.from(config.sessionSecret), 'company round trip');
  const path = `; Path=${addresses.company}; HttpOnly; SameSite=Lax${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    /** Lax, not Strict: the way back starts at another site. */
    keep: (trip: Trip): string => `${COOKIE}=${encodeURIComponent(seal(COOKIE, trip))}${path}; Max-Age=${ROUND_TRIP_MS / 1_000}`,
    gone: `${COOKIE}=${path}; Max-Age=0`,
    /** null: there is none, it is too old, or none of this school. */
    of(request: FastifyRequest): Trip | null {
      try {
        const trip = open<Trip>(COOKIE, request.cookies[COOKIE] ?? '');
        return trip.until > clock().getTime() ? trip : null;
      } catch {
        return null;
      }
    },
  };
}
type Trips = ReturnType<typeof createTrips>;

/** Signing in with the provider of one's company, and linking one's account with it. */
export function companySignInRoutes(
  http: FastifyInstance,
  implement: Implement,
  deps: Deps,
  own: OwnAccount,
  clients: CompanyClients,
  recheck: (userId: number) => void,
): void {
  const trips = createTrips(deps);
  departureRoutes(implement, deps, own, clients, trips);
  linkedRoutes(implement, deps, own, recheck);
  arrivalRoute(http, deps, clients, trips, recheck);
}

function departureRoutes(implement: Implement, deps: Deps, { proof }: OwnAccount, clients: CompanyClients, trips: Trips): void {
  const { clock, commands, config, vault } = deps;
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  /** Only the domain is looked at: whether anybody has this address is not told. */
  const leave = async (call: Call, email: string, returnTo: string, link: number | null): Promise<{ direccion: string }> => {
    await limits.count('company', call.ip, config.limits.forms * 10, HOUR);
    const domain = domainOf(email);
    if (domain === null) throw new ApiError('INVALID_EMAIL');
    const provider = providerOf((await commands.load(decider, PROVIDERS)).state, domain);
    if (!provider) throw new ApiError('COMPANY_UNKNOWN');
    const out = wayOut();
    const redirect = returnOf(config.publicUrl + RETURN, provider.issuer);
    const direccion = await clients.leave(provider, out, redirect, email).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) throw new ApiError('COMPANY_UNAVAILABLE', { headers: { 'retry-after': '5' } });
      throw error;
    });
    const before = call.before && { userId: call.before.userId, sessionId: call.before.sessionId };
    const until = call.now.getTime() + ROUND_TRIP_MS;
    const trip: Trip = { ...out, providerId: provider.providerId, returnTo, link, before, device: call.device, until };
    call.header('set-cookie', trips.keep(trip));
    call.header('cache-control', 'no-store');
    return { direccion };
  };
  implement(contract.companyState, {
    async handle() {
      const { state } = await commands.load(decider, PROVIDERS);
      return { activo: [...state].some(([, { paused }]) => !paused) };
    },
  });
  implement(contract.enterByCompany, {
    handle: ({ body: { correo, returnTo = '' } }, call) => leave(call, correo, /^\/(?![/\\])/.test(returnTo) ? returnTo : '', null),
  });
  implement(contract.linkCompany, {
    async handle({ body: { correo } }, call) {
      await proof.demand(call);
      return leave(call, correo, '', signedIn(call).userId);
    },
  });
}

function linkedRoutes(
  implement: Implement,
  { accountSecrets, commands, passwords }: Deps,
  { proof, ownState, change }: OwnAccount,
  recheck: (userId: number) => void,
): void {
  implement(contract.unlinkCompany, {
    async handle({ params: { empresa } }, call) {
      await proof.demand(call);
      const state = await ownState(call);
      const opens = await openVouchers(commands);
      const others = [...state.outside].some(([id]) => id !== empresa && opens(id));
      const otherwise = state.google || state.passkeys.size > 0 || others || (await passwords.has(state.userId));
      if (state.outside.has(empresa) && !otherwise) throw new ApiError('LAST_WAY_IN');
      await change(call, { type: 'unlinkOutside', providerId: empresa });
      const { userId, sessionId } = signedIn(call);
      await endVouched(commands, accountSecrets, userId, sessionId, call.context());
      recheck(userId);
      return { message: 'Tu cuenta ya no está enlazada' };
    },
  });
}

const queryOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.slice(0, 4_000) : '';
};

/** The way back: one round trip gives one session, or one link. */
function arrivalRoute(http: FastifyInstance, deps: Deps, clients: CompanyClients, trips: Trips, recheck: (userId: number) => void): void {
  const { accounts, clock, commands, config, identities, logger, scholarships, vault } = deps;
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  const signIn = createSignIn(deps, recheck);
  const people = createCompanyAccounts(commands, accounts, identities, scholarships, signIn.findByEmail);
  const returning = createReturning(deps);

  const personOf = async (request: FastifyRequest, trip: Trip, provider: Provider | undefined) => {
    if (queryOf(request, 'state') !== trip.state) throw new Failed('COMPANY_STATE');
    if (queryOf(request, 'error') !== '')
      throw new Failed(queryOf(request, 'error') === 'access_denied' ? 'COMPANY_CANCELLED' : 'COMPANY_TOKEN');
    if (!provider || provider.paused) throw new Failed('COMPANY_STATE');
    // Who comes back from another provider than the one to which the browser was led brings a code that is not for this one.
    const redirect = returnOf(config.publicUrl + RETURN, provider.issuer);
    if (redirect !== `${config.publicUrl}${RETURN}/${(request.params as { proveedor: string }).proveedor}`)
      throw new Failed('COMPANY_STATE');
    // Where a provider names itself (RFC 9207), it is the one to which the browser was led.
    const named = queryOf(request, 'iss');
    if (named !== '' && named !== provider.issuer) throw new Failed('COMPANY_STATE');
    await limits.count('company-trip', trip.state, 1, ROUND_TRIP_MS).catch((error: unknown) => {
      throw error instanceof ApiError ? new Failed('COMPANY_STATE') : error;
    });
    return clients.arrive(provider, queryOf(request, 'code'), trip, redirect, clock());
  };
  /** Whether whoever began to link is still signed in where they began. */
  const isOpen = async ({ link, before }: Trip): Promise<boolean> =>
    before !== null && before.userId === link && (await commands.load(sessions, before.userId)).state.open.has(before.sessionId);

  http.get(`${RETURN}/:proveedor`, async (request, reply) => {
    const trip = trips.of(request);
    const home = trip?.link == null ? '/login' : '/profile/security';
    const returnTo = trip?.returnTo ?? '';
    reply.header('set-cookie', trips.gone).header('cache-control', 'no-store');
    try {
      if (!trip) throw new Failed('COMPANY_STATE');
      const provider = (await commands.load(decider, PROVIDERS)).state.get(trip.providerId);
      const person = await personOf(request, trip, provider);
      if (!provider) throw new Failed('COMPANY_STATE');
      const call = returning(request, reply, trip, uuid5('company', trip.state));
      if (trip.link !== null) {
        if (!(await isOpen(trip))) throw new Failed('COMPANY_STATE');
        const { role } = (await commands.load(user, trip.link)).state;
        await people.link(provider, person, trip.link, { ...call.context(), actor: { userId: trip.link, role } });
        logger.info({ userId: trip.link, role }, 'an account was linked with a company');
        return leadTo(reply, home, { empresa: 'enlazada' });
      }
      const { state, isNew, withoutGrant } = await people.enter(provider, person, call.context());
      if (withoutGrant !== null)
        logger.warn({ company: provider.providerId, code: withoutGrant }, 'the scholarship of a company gave no grant');
      if (state.status !== 'active') throw new Failed('ACCOUNT_INACTIVE');
      await signIn.start(state, 'company', call, SESSION_MS, () => people.stillOpens(provider, state.userId));
      return leadTo(reply, '/google', { returnTo, ...(isNew && { nueva: '1' }) });
    } catch (error) {
      return leadTo(reply, home, { empresa: failureOf(error, deps), returnTo });
    }
  });
}
