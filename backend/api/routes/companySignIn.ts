import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uuid5 } from '../../../events/ids.ts';
import { createCompanyAccounts, type Vouching } from '../../commands/identity/companyAccounts.ts';
import { providers as decider, domainOf, PROVIDERS, type Provider, providerOf } from '../../commands/identity/providers.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import { loadVouchers } from '../../commands/identity/vouchers.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { createSeal } from '../../commands/kernel/seal.ts';
import { endVouched } from '../../commands/reactions/accounts.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { BadToken, type OpenIdPerson, ProviderUnavailable } from '../../integrations/openid/port.ts';
import { type WayOut, wayOut } from '../../integrations/openid/provider.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { createReturning, type Left, leadTo } from '../calls/returning.ts';
import { createSignIn } from '../calls/signIn.ts';
import { addresses } from '../contract/addresses.ts';
import { type CompanyFailure, type CompanyFault, returnOf, samlServiceOf } from '../contract/choices.ts';
import { companyCalls as contract } from '../contract/companies.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { placeOf } from '../limits.ts';
import { type CompanyClients, RETURN } from './companyClients.ts';
import { createCompanyOutcomes } from './companyOutcomes.ts';
import type { OwnAccount } from './ownAccount.ts';

const ROUND_TRIP_MS = 10 * 60_000;
const HOUR = 3_600_000;
const MOST_FORM_BYTES = 512 * 1_024;
/** People of one company come from one place. */
const PER_FORM = 50;

/** What a round trip must come back with; sealed in a cookie that is sent only to the addresses of its protocol. */
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
    logger.info({ reason: error.message }, 'what a company says of somebody was refused');
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

/** The round trips of one protocol. `sameSite` of their cookie: `Lax` where the provider sends people back by a link; `None` where it does by a form (POST), which brings no other cookie. */
function createTripsAt({ clock, config }: Pick<Deps, 'clock' | 'config'>, name: string, folder: string, sameSite: 'Lax' | 'None') {
  const { seal, open } = createSeal(Buffer.from(config.sessionSecret), 'company round trip');
  const secure = sameSite === 'None' || config.publicUrl.startsWith('https:');
  const path = `; Path=${folder}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    keep: (trip: Trip): string => `${name}=${encodeURIComponent(seal(name, trip))}${path}; Max-Age=${ROUND_TRIP_MS / 1_000}`,
    gone: `${name}=${path}; Max-Age=0`,
    /** null: there is none, it is too old, or none of this school. */
    of(request: FastifyRequest): Trip | null {
      try {
        const trip = open<Trip>(name, request.cookies[name] ?? '');
        return trip.until > clock().getTime() ? trip : null;
      } catch {
        return null;
      }
    },
  };
}
const createTrips = (deps: Pick<Deps, 'clock' | 'config'>) => ({
  openid: createTripsAt(deps, 'aulaviva.empresa', addresses.company, 'Lax'),
  saml: createTripsAt(deps, 'aulaviva.empresa.saml', `${addresses.company}/saml`, 'None'),
});
type Trips = ReturnType<typeof createTrips>;
type TripsAt = Trips['saml'];

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
  const callback = createCallback(deps, clients, recheck);
  returnRoute(http, deps, trips.openid, callback);
  samlRoutes(http, deps, trips.saml, callback);
}

function departureRoutes(implement: Implement, deps: Deps, { proof }: OwnAccount, clients: CompanyClients, trips: Trips): void {
  const { commands, config, limits } = deps;
  /** Only the domain is looked at: whether anybody has this address is not told. */
  const leave = async (call: Call, email: string, returnTo: string, link: number | null): Promise<{ direccion: string }> => {
    await limits.count('company', call.ip, config.limits.forms * 10, HOUR);
    const domain = domainOf(email);
    if (domain === null) throw new ApiError('INVALID_EMAIL');
    const provider = providerOf((await commands.load(decider, PROVIDERS)).state, domain);
    if (!provider) throw new ApiError('COMPANY_UNKNOWN');
    const out = wayOut();
    const direccion = await clients.authorize(provider, out, email).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) throw new ApiError('COMPANY_UNAVAILABLE', { headers: { 'retry-after': '5' } });
      throw error;
    });
    const before = call.before && { userId: call.before.userId, sessionId: call.before.sessionId };
    const until = call.now.getTime() + ROUND_TRIP_MS;
    const trip: Trip = { ...out, providerId: provider.providerId, returnTo, link, before, device: call.device, until };
    call.header('set-cookie', (provider.saml ? trips.saml : trips.openid).keep(trip));
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
      const vouchers = await loadVouchers(commands);
      const others = [...state.outside].some(([id]) => id !== empresa && vouchers(id)?.paused === false);
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

/** What a browser brought back from a provider, not verified yet. */
interface Answer {
  request: FastifyRequest;
  reply: FastifyReply;
  trip: Trip | null;
  /** Refuses what is not for this trip, and gives the code or the response. Errors: Failed. */
  read(trip: Trip, provider: Provider): string;
}
type Callback = (answer: Answer) => Promise<FastifyReply>;

/** The account that a company's identity opens. By SAML nothing proves that an entity id is whose it says: what one company calls itself takes no identity from another. */
const vouching = ({ issuer, saml, ...provider }: Provider): Vouching => ({
  ...{ ...provider, issuer: saml ? `saml ${provider.providerId}` : issuer },
});

/** The way back, by either protocol: one round trip gives one session, or one link. */
function createCallback(deps: Deps, clients: CompanyClients, recheck: (userId: number) => void): Callback {
  const { accounts, clock, commands, identities, logger, scholarships, vault, limits } = deps;
  const signIn = createSignIn(deps, recheck);
  const people = createCompanyAccounts(commands, accounts, identities, scholarships, signIn.findByEmail);
  const returning = createReturning(deps);
  const outcomes = createCompanyOutcomes(vault);

  const personOf = async (trip: Trip, provider: Provider, answer: string): Promise<OpenIdPerson> => {
    await limits.count('company-trip', trip.state, 1, ROUND_TRIP_MS).catch((error: unknown) => {
      throw error instanceof ApiError ? new Failed('COMPANY_STATE') : error;
    });
    try {
      return await clients.authenticate(provider, answer, trip, clock());
    } catch (error) {
      const fault: CompanyFault | null = error instanceof BadToken ? error.fault : error instanceof ProviderUnavailable ? 'silent' : null;
      if (fault) await outcomes.refused(provider.providerId, fault, clock());
      throw error;
    }
  };
  /** Whether whoever began to link is still signed in where they began. */
  const isOpen = async ({ link, before }: Trip): Promise<boolean> =>
    before !== null && before.userId === link && (await commands.load(sessions, before.userId)).state.open.has(before.sessionId);

  return async ({ request, reply, trip, read }) => {
    const home = trip?.link == null ? '/login' : '/profile/security';
    const returnTo = trip?.returnTo ?? '';
    // What was sent by a form is not sent again to where it leads.
    const lead = (path: string, query: Record<string, string>) => leadTo(reply, path, query, request.method === 'POST' ? 303 : 302);
    reply.header('cache-control', 'no-store');
    try {
      if (!trip) throw new Failed('COMPANY_STATE');
      const provider = (await commands.load(decider, PROVIDERS)).state.get(trip.providerId);
      if (!provider || provider.paused) throw new Failed('COMPANY_STATE');
      const person = await personOf(trip, provider, read(trip, provider));
      const call = returning(request, reply, trip, uuid5('company', trip.state));
      await outcomes.entered(provider.providerId, call.now);
      if (trip.link !== null) {
        if (!(await isOpen(trip))) throw new Failed('COMPANY_STATE');
        const { role } = (await commands.load(user, trip.link)).state;
        await people.link(vouching(provider), person, trip.link, { ...call.context(), actor: { userId: trip.link, role } });
        logger.info({ userId: trip.link, role }, 'an account was linked with a company');
        return lead(home, { empresa: 'enlazada' });
      }
      const { state, isNew, withoutGrant } = await people.enter(vouching(provider), person, call.context());
      if (withoutGrant !== null)
        logger.warn({ company: provider.providerId, code: withoutGrant }, 'the scholarship of a company gave no grant');
      if (state.status !== 'active') throw new Failed('ACCOUNT_INACTIVE');
      await signIn.start(state, 'company', call, SESSION_MS, () => people.stillOpens(provider, state.userId));
      return lead('/empresa', { returnTo, ...(isNew && { nueva: '1' }) });
    } catch (error) {
      return lead(home, { empresa: failureOf(error, deps), returnTo });
    }
  };
}

const queryOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.slice(0, 4_000) : '';
};

/** The way back by OpenID Connect: a link of the provider, with a code. */
function returnRoute(http: FastifyInstance, { config }: Deps, trips: TripsAt, callback: Callback): void {
  http.get(`${RETURN}/:proveedor`, async (request, reply) => {
    reply.header('set-cookie', trips.gone);
    const read = (trip: Trip, provider: Provider): string => {
      if (queryOf(request, 'state') !== trip.state) throw new Failed('COMPANY_STATE');
      if (queryOf(request, 'error') !== '')
        throw new Failed(queryOf(request, 'error') === 'access_denied' ? 'COMPANY_CANCELLED' : 'COMPANY_TOKEN');
      // Who comes back from another provider than the one to which the browser was led brings a code that is not for this one.
      const here = `${config.publicUrl}${RETURN}/${(request.params as { proveedor: string }).proveedor}`;
      if (provider.saml || returnOf(config.publicUrl + RETURN, provider.issuer) !== here) throw new Failed('COMPANY_STATE');
      // Where a provider names itself (RFC 9207), it is the one to which the browser was led.
      const named = queryOf(request, 'iss');
      if (named !== '' && named !== provider.issuer) throw new Failed('COMPANY_STATE');
      return queryOf(request, 'code');
    };
    return callback({ request, reply, trip: trips.of(request), read });
  });
}

const responseForm = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().max(200) });

/** SAML: the document with which the school is registered at a provider, and the way back, a form of the provider with a signed response. */
function samlRoutes(http: FastifyInstance, deps: Deps, trips: TripsAt, callback: Callback): void {
  const { clock, commands, config, vault, limits } = deps;
  const outcomes = createCompanyOutcomes(vault);
  const serviceOf = (request: FastifyRequest): string | null => {
    const { servicio } = request.params as { servicio: string };
    return z.uuid().safeParse(servicio).success ? servicio : null;
  };
  // The same for any id: whether a company has it is not told, and it can be registered at the provider first.
  http.get(addresses.samlService, async (request, reply) => {
    const serviceId = serviceOf(request);
    if (serviceId === null) throw new ApiError('NOT_FOUND');
    const { serviceMetadata } = await import('../../integrations/saml/service.ts');
    return reply.type('application/samlmetadata+xml').send(await serviceMetadata(samlServiceOf(config.publicUrl, serviceId)));
  });
  /** Nobody here asked for it, or the browser kept no cookie: whoever sets the company up is told. */
  const unasked = async (serviceId: string | null): Promise<void> => {
    for (const [, { providerId, saml }] of (await commands.load(decider, PROVIDERS)).state)
      if (saml && saml.serviceId === serviceId) await outcomes.refused(providerId, 'unasked', clock());
  };
  http.register(async (scope) => {
    // Forms of other sites, at this address alone.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MOST_FORM_BYTES }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(addresses.samlConsumer, async (request, reply) => {
      try {
        await limits.count('company-form', placeOf(request.ip), config.limits.forms * PER_FORM, HOUR);
      } catch (error) {
        return leadTo(reply, '/login', { empresa: failureOf(error, deps) }, 303);
      }
      const trip = trips.of(request);
      const form = responseForm.safeParse(request.body);
      const isOurs = trip !== null && form.data?.RelayState === trip.state;
      if (isOurs) reply.header('set-cookie', trips.gone);
      else await unasked(serviceOf(request));
      const read = (_: Trip, { saml }: Provider): string => {
        // Each company has an address of its own: what is meant for another one is not read.
        if (!form.success || saml?.serviceId !== serviceOf(request)) throw new Failed('COMPANY_STATE');
        return form.data.SAMLResponse;
      };
      return callback({ request, reply, trip: isOurs ? trip : null, read });
    });
  });
}
