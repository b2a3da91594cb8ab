import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { BadToken, type Endpoints, type OpenIdClient, type OpenIdPerson, ProviderUnavailable, type TokenFault } from './port.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Google's script for one tap, and what a page must allow it (developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
export const ONE_TAP = {
  script: `${GOOGLE_ISSUER}/gsi/client`,
  frames: `${GOOGLE_ISSUER}/gsi/`,
  calls: `${GOOGLE_ISSUER}/gsi/`,
  style: `${GOOGLE_ISSUER}/gsi/style`,
} as const;
/** Only Google itself has that script; any other issuer is used by the round trip alone. */
export const hasOneTap = (google: { issuer: string } | null): boolean => google?.issuer === GOOGLE_ISSUER;

/** A browser is led to it, or it is asked: an address of any other scheme would run or open something. */
const webAddress = z.url({ protocol: /^https?$/ });
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: webAddress,
  token_endpoint: webAddress,
  jwks_uri: webAddress,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

const TIMEOUT_MS = 5_000;

/** The provider's discovery document, cached once it was loaded. The issuer is as the document names it. */
export function discoverEndpoints(issuer: string, asking: typeof fetch = fetch): () => Promise<Endpoints> {
  let found: Promise<Endpoints> | null = null;
  const ask = async (): Promise<Endpoints> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await asking(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    const discovered = discovery.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
    // A provider whose document names another issuer is not the configured one.
    if (!discovered.success || discovered.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new ProviderUnavailable('no OpenID configuration');
    const { data } = discovered;
    return {
      issuer: data.issuer,
      authorization: data.authorization_endpoint,
      token: data.token_endpoint,
      keys: data.jwks_uri,
      secretIn: data.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? 'form' : 'header',
    };
  };
  return async () => {
    found ??= ask();
    try {
      return await found;
    } catch (error) {
      found = null;
      throw error;
    }
  };
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  /** One plain address: what follows its @ says who vouches for it. */
  email: z.string().trim().pipe(z.email().max(254)),
  email_verified: z.union([z.boolean(), z.literal(['true', 'false']).transform((said) => said === 'true')]).optional(),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

const short = (text: string | undefined): string | null => text?.trim().slice(0, 120) || null;

/** Missing first and last names come from the full name, split at its first space (D13); some providers send the full name as first name. */
export function namesOf(
  given: string | undefined,
  family: string | undefined,
  name: string | undefined,
): Pick<OpenIdPerson, 'firstName' | 'lastName'> {
  // Invisible characters are removed from a name.
  const one = (text: string | undefined) =>
    text
      ?.normalize('NFC')
      .replace(/\s+/g, ' ')
      .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]/gu, '')
      .trim() || undefined;
  const [firstName, lastName] = [one(given), one(family)];
  if (firstName && lastName) return { firstName: short(firstName), lastName: short(lastName) };
  const whole = one(name) ?? firstName ?? '';
  if (firstName && whole.startsWith(`${firstName} `))
    return { firstName: short(firstName), lastName: short(whole.slice(firstName.length)) };
  if (lastName && whole.endsWith(` ${lastName}`)) return { firstName: short(whole.slice(0, -lastName.length)), lastName: short(lastName) };
  const [first, ...rest] = whole.split(' ');
  return {
    firstName: short(firstName && firstName !== whole ? firstName : first),
    lastName: short(lastName ?? rest.join(' ')),
  };
}

const faultOf = (error: errors.JOSEError): TokenFault => {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'iss'
      ? 'issuer'
      : error.claim === 'aud'
        ? 'audience'
        : ['nbf', 'iat'].includes(error.claim)
          ? 'expired'
          : 'form';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  return error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey ? 'signature' : 'form';
};

/** `nonce`: the expected one; a function checks the token's own (undefined: it has none). */
export type Nonce = string | ((nonce: string | undefined) => Promise<boolean>);

/** Verifies ID tokens against the issuer's published keys. Throws BadToken, ProviderUnavailable. */
export function createTokenVerifier(client: OpenIdClient): (token: string, nonce: Nonce, now: Date) => Promise<OpenIdPerson> {
  let keys: { at: string; find: ReturnType<typeof createRemoteJWKSet> } | null = null;
  return async (token, nonce, now) => {
    const endpoints = await client.endpoints();
    if (keys?.at !== endpoints.keys)
      keys = {
        at: endpoints.keys,
        find: createRemoteJWKSet(new URL(endpoints.keys), {
          timeoutDuration: TIMEOUT_MS,
          ...(client.ask && { [customFetch]: client.ask }),
        }),
      };
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys.find, {
        // Older tokens of Google name the issuer without the scheme.
        issuer: endpoints.issuer === GOOGLE_ISSUER ? [GOOGLE_ISSUER, 'accounts.google.com'] : endpoints.issuer,
        audience: client.clientId,
        algorithms: ['RS256', 'PS256', 'ES256'],
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: 30,
        currentDate: now,
      }));
    } catch (error) {
      const about = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && !(error instanceof errors.JWKSInvalid);
      // jose reports an unreachable server as a plain error, or as a JOSEError that is not about a token.
      if (about && error.code !== 'ERR_JOSE_GENERIC') throw new BadToken(error.code, faultOf(error));
      throw new ProviderUnavailable('the keys could not be read');
    }
    const named = typeof payload['nonce'] === 'string' ? payload['nonce'] : undefined;
    if (typeof nonce === 'string' ? named !== nonce : !(await nonce(named))) throw new BadToken('nonce', 'reply');
    // With several audiences, `azp` says for whom the token was issued.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== client.clientId) throw new BadToken('azp', 'audience');
    const read = claims.safeParse(payload);
    if (!read.success) throw new BadToken('claims', 'address');
    const vouched = read.data.email_verified ?? client.trustsOwnAddresses ?? false;
    if (!vouched) throw new BadToken('email_verified', 'unconfirmed');
    // Everybody has an account at Google: of a company are those that its Workspace manages.
    if (client.trustsOwnAddresses && endpoints.issuer === GOOGLE_ISSUER && typeof payload['hd'] !== 'string')
      throw new BadToken('hd', 'unconfirmed');
    const { sub, email, given_name, family_name, name } = read.data;
    return { subject: sub, email, ...namesOf(given_name, family_name, name) };
  };
}

/** What a way out to a provider is recognised by when it comes back; the verifier of PKCE (RFC 7636) is told to the provider alone. */
export interface WayOut {
  state: string;
  nonce: string;
  verifier: string;
}
export const wayOut = (): WayOut => {
  const [state, nonce, verifier] = [24, 24, 48].map((bytes) => randomBytes(bytes).toString('base64url')) as [string, string, string];
  return { state, nonce, verifier };
};

/** Where a browser asks for a code. `hint`: the address of the person, so that they need not type it again. Throws ProviderUnavailable. */
export async function authorizationOf(
  client: OpenIdClient,
  { state, nonce, verifier }: WayOut,
  redirect: string,
  hint: string,
): Promise<string> {
  const url = new URL((await client.endpoints()).authorization);
  const asked = {
    ...{ response_type: 'code', client_id: client.clientId, redirect_uri: redirect, scope: 'openid email profile', state, nonce },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256', login_hint: hint },
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

const tokens = z.object({ id_token: z.string().min(1) });
const encoded = (text: string): string => new URLSearchParams({ _: text }).toString().slice(2);

/** Exchanges a code for an ID token, which is not verified yet. Throws BadToken where the provider refuses, ProviderUnavailable. */
export async function exchangeCode(
  client: OpenIdClient,
  secret: string,
  code: string,
  verifier: string,
  redirect: string,
): Promise<string> {
  const { token, secretIn } = await client.endpoints();
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier };
  const inForm = secretIn === 'form' ? { client_id: client.clientId, client_secret: secret } : {};
  const basic = Buffer.from(`${encoded(client.clientId)}:${encoded(secret)}`).toString('base64');
  const answer = await (client.ask ?? fetch)(token, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      ...(secretIn === 'header' && { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams({ ...form, ...inForm }).toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (answer && answer.status >= 400 && answer.status < 500) throw new BadToken('code', 'client');
  const read = tokens.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
  if (!read.success) throw new ProviderUnavailable('no token');
  return read.data.id_token;
}
