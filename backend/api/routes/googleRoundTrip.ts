import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import passport from '@fastify/passport';
import secureSession from '@fastify/secure-session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Strategy as GoogleStrategy } from 'passport-google-oauth20';
import { uuid5 } from '../../../events/ids.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { type OpenIdClient, type OpenIdPerson, ProviderUnavailable } from '../../integrations/openid/port.ts';
import type { Nonce } from '../../integrations/openid/provider.ts';
import { DEVICE_COOKIE } from '../calls/knownDevices.ts';
import { createReturning, type Left, leadTo } from '../calls/returning.ts';
import type { SignInCall } from '../calls/signIn.ts';
import { addresses } from '../contract/addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { type Limits, placeOf } from '../limits.ts';
import { ownerOf } from '../plugins/viewing.ts';

/** Where Google sends people back to. */
export const CALLBACK = `${addresses.google}/regreso`;
const ROUND_TRIP_SECONDS = 10 * 60;
const HOUR = 3_600_000;

/** The school's client at Google. */
export type GoogleClient = OpenIdClient & { clientSecret: string };

/** Shared by the round trip and the sign-in with a token from the page. */
export interface Google {
  state(): { activo: boolean; clientId: string | null; demo: boolean; unToque: string | null };
  /** The person of an ID token. Throws ApiError GOOGLE_OFF, GOOGLE_TOKEN_INVALID, GOOGLE_UNAVAILABLE. */
  verify(token: string, nonce: Nonce, now: Date): Promise<OpenIdPerson>;
  /** Signs the person in, with an account created or linked. Throws ApiError ACCOUNT_INACTIVE. */
  enter(person: OpenIdPerson, call: SignInCall): Promise<{ message: string; token: string; user: { id: number }; nueva: boolean }>;
}

/** What a round trip to Google must come back with; sealed in a cookie that is sent only to these addresses. */
interface RoundTrip extends Left {
  state: string;
  verifier: string;
  nonce: string;
  returnTo: string;
}

/** Why a round trip ended without a session; the sign-in page has a text for each. */
export type GoogleFailure =
  | 'GOOGLE_CANCELLED'
  | 'GOOGLE_STATE'
  | 'GOOGLE_OAUTH'
  | 'GOOGLE_TOKEN_MISSING'
  | 'GOOGLE_TOKEN_INVALID'
  | 'GOOGLE_UNAVAILABLE'
  | 'ACCOUNT_INACTIVE'
  | 'TOO_MANY_REQUESTS'
  | 'GOOGLE_LINKED'
  | 'GOOGLE_OFF';
declare module '@fastify/secure-session' {
  interface SessionData {
    trip: RoundTrip;
  }
}

class Failed extends Error {
  readonly failure: GoogleFailure;
  constructor(failure: GoogleFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** passport's strategy, with the nonce that the ID token must name. */
class Strategy extends GoogleStrategy {
  override authorizationParams(options: { nonce?: string }): object {
    return { ...super.authorizationParams(options), ...(options.nonce !== undefined && { nonce: options.nonce }) };
  }
}

const equal = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const tripOf = (request: FastifyRequest): RoundTrip | undefined => request.session.get('trip');

/** passport's strategy for one request: what it needs to come back is kept in the round trip's own cookie. */
const strategyFor = async ({ clientId, clientSecret, endpoints }: GoogleClient, callbackURL: string): Promise<Strategy> => {
  const at = await endpoints();
  const options = {
    clientID: clientId,
    clientSecret,
    callbackURL,
    authorizationURL: at.authorization,
    tokenURL: at.token,
    scope: ['openid', 'email', 'profile'],
    pkce: 'S256',
    // Everything needed is in the ID token, which is signed; the profile call would only repeat it.
    skipUserProfile: true,
    passReqToCallback: true as const,
    store: {
      store(req: FastifyRequest, verifier: string, _state: unknown, _meta: unknown, done: (error: unknown, state?: string) => void) {
        const trip = tripOf(req);
        if (!trip) return done(new Failed('GOOGLE_STATE'));
        req.session.set('trip', { ...trip, verifier });
        done(null, trip.state);
      },
      verify(req: FastifyRequest, state: string, done: (error: unknown, ok: string | false, info?: unknown) => void) {
        const trip = tripOf(req);
        if (!trip || typeof state !== 'string' || !equal(state, trip.state)) return done(null, false, { message: 'state' });
        done(null, trip.verifier);
      },
    },
  };
  return new Strategy(
    options as never,
    (
      _request: unknown,
      _access: string,
      _refresh: string,
      params: { id_token?: string | undefined },
      _profile: unknown,
      done: (error: unknown, user?: object) => void,
    ) => done(null, { idToken: params.id_token ?? '' }),
  );
};

/** The reason of an error; null: an unexpected one. */
const expected = (error: unknown): GoogleFailure | null => {
  if (error instanceof Failed) return error.failure;
  if (error instanceof ProviderUnavailable) return 'GOOGLE_UNAVAILABLE';
  if (error instanceof ApiError || error instanceof DomainError) return error.code as GoogleFailure;
  return null;
};

const isSecure = ({ publicUrl }: Deps['config']): boolean => publicUrl.startsWith('https:');
/** What a round trip is made with. */
interface Trips {
  authenticator: InstanceType<typeof passport.Authenticator>;
  strategyOf(request: FastifyRequest): Promise<Strategy>;
  limits: Limits;
}

const failureOf = (error: unknown, logger: Deps['logger']): GoogleFailure => {
  const failure = expected(error);
  if (failure === null) logger.warn({ err: error }, 'signing in with Google failed');
  return failure ?? 'GOOGLE_OAUTH';
};

/** The way out: what the way back is recognised by goes into the cookie. */
function departureRoute(scope: FastifyInstance, { config, logger }: Deps, { authenticator, strategyOf, limits }: Trips): void {
  scope.get(addresses.google, async (request, reply) => {
    const { returnTo } = request.query as { returnTo?: unknown };
    const wanted = typeof returnTo === 'string' && returnTo.startsWith('/') && returnTo.length <= 500 ? returnTo : '';
    try {
      await limits.count('google', placeOf(request.ip), config.limits.forms * 10, HOUR);
      const nonce = randomBytes(24).toString('base64url');
      const before = request.identity?.byCookie ? { userId: ownerOf(request.identity), sessionId: request.identity.sessionId } : null;
      const device = request.cookies[DEVICE_COOKIE]?.slice(0, 200) ?? null;
      const trip: RoundTrip = { state: randomBytes(24).toString('base64url'), verifier: '', nonce, returnTo: wanted, before, device };
      request.session.set('trip', trip);
      const strategy = await strategyOf(request);
      await authenticator.authenticate(strategy as never, { session: false, nonce } as never).call(scope, request, reply);
    } catch (error) {
      return leadTo(reply, '/login', { google: failureOf(error, logger), returnTo: wanted });
    }
    return reply;
  });
}

/** passport's answer to a request that comes back from Google: the ID token. Throws `Failed`. */
const tokenFrom = (
  scope: FastifyInstance,
  authenticator: Trips['authenticator'],
  strategy: Strategy,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  new Promise<string>((resolve, reject) => {
    const done = async (_request: unknown, _reply: unknown, error: Error | null, found?: unknown) => {
      if (error) reject(error instanceof Failed ? error : new Failed('GOOGLE_OAUTH'));
      else if (found) resolve((found as { idToken: string }).idToken);
      else reject(new Failed((request.query as { error?: string }).error === 'access_denied' ? 'GOOGLE_CANCELLED' : 'GOOGLE_STATE'));
    };
    const asked = authenticator.authenticate(strategy as never, { session: false } as never, done as never).call(scope, request, reply);
    Promise.resolve(asked).catch(reject);
  });

/** The way back: one round trip gives one session. */
function callbackRoute(scope: FastifyInstance, deps: Deps, { authenticator, strategyOf }: Trips, google: Google): void {
  const returning = createReturning(deps);
  scope.get(CALLBACK, async (request, reply) => {
    const trip = tripOf(request);
    const returnTo = trip?.returnTo ?? '';
    try {
      const strategy = await strategyOf(request);
      const idToken = await tokenFrom(scope, authenticator, strategy, request, reply);
      if (!trip) throw new Failed('GOOGLE_STATE');
      if (idToken === '') throw new Failed('GOOGLE_TOKEN_MISSING');
      const person = await google.verify(idToken, trip.nonce, deps.clock());
      // One round trip gives one session, however often its address is opened.
      const commandId = uuid5('google', trip.state);
      const { nueva } = await google.enter(person, returning(request, reply, trip, commandId));
      request.session.delete();
      return leadTo(reply, '/google', { returnTo, ...(nueva && { nueva: '1' }) });
    } catch (error) {
      request.session.delete();
      return leadTo(reply, '/login', { google: failureOf(error, deps.logger), returnTo });
    }
  });
}

/** Signing in by redirects: out to Google, and back with an ID token, which `google` takes from there. */
export async function registerGoogleRoundTrip(
  app: FastifyInstance,
  deps: Deps,
  google: Google,
  settings: GoogleClient,
  callback: (request: FastifyRequest) => string,
): Promise<void> {
  const { config, limits } = deps;
  const secure = isSecure(config);
  await app.register(async (scope) => {
    const authenticator = new passport.Authenticator();
    await scope.register(secureSession, {
      key: Buffer.from(hkdfSync('sha256', config.sessionSecret, 'aulaviva', 'google round trip', 32)),
      cookieName: 'aulaviva.google',
      expiry: ROUND_TRIP_SECONDS,
      // Lax, not Strict: the way back starts at another site.
      cookie: {
        path: addresses.google,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: ROUND_TRIP_SECONDS,
      },
    });
    await scope.register(authenticator.initialize());
    const trips: Trips = { authenticator, strategyOf: (request) => strategyFor(settings, callback(request)), limits };

    departureRoute(scope, deps, trips);
    callbackRoute(scope, deps, trips, google);
  });
}
