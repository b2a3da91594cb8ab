import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { BadToken, type Endpoints, type GooglePerson, type GoogleSettings, GoogleUnavailable } from './port.ts';

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

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
});

const TIMEOUT_MS = 5_000;

/** The provider's discovery document, cached once it was loaded. */
export function discoverEndpoints(issuer: string): () => Promise<Endpoints> {
  let found: Promise<Endpoints> | null = null;
  const ask = async (): Promise<Endpoints> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    const discovered = discovery.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
    // A provider whose document names another issuer is not the configured one.
    if (!discovered.success || discovered.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new GoogleUnavailable('no OpenID configuration');
    const { data } = discovered;
    return {
      issuer: data.issuer,
      authorization: data.authorization_endpoint,
      token: data.token_endpoint,
      userinfo: data.userinfo_endpoint,
      keys: data.jwks_uri,
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
  email: z.string().min(3).max(254),
  email_verified: z.union([z.literal(true), z.literal('true')]),
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
): Pick<GooglePerson, 'firstName' | 'lastName'> {
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

/** `nonce`: the expected one; a function checks the token's own (undefined: it has none). */
export type Nonce = string | ((nonce: string | undefined) => Promise<boolean>);

/** Verifies ID tokens against the issuer's published keys. Throws BadToken, GoogleUnavailable. */
export function createTokenVerifier(settings: GoogleSettings): (token: string, nonce: Nonce, now: Date) => Promise<GooglePerson> {
  let keys: { at: string; find: ReturnType<typeof createRemoteJWKSet> } | null = null;
  return async (token, nonce, now) => {
    const endpoints = await settings.endpoints();
    if (keys?.at !== endpoints.keys)
      keys = { at: endpoints.keys, find: createRemoteJWKSet(new URL(endpoints.keys), { timeoutDuration: TIMEOUT_MS }) };
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys.find, {
        // Older tokens of Google name the issuer without the scheme.
        issuer: [endpoints.issuer, endpoints.issuer.replace(/^https:\/\//, '')],
        audience: settings.clientId,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: 30,
        currentDate: now,
      }));
    } catch (error) {
      const about = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && !(error instanceof errors.JWKSInvalid);
      // jose reports an unreachable server as a plain error, or as a JOSEError that is not about a token.
      if (about && error.code !== 'ERR_JOSE_GENERIC') throw new BadToken(error.code);
      throw new GoogleUnavailable('the keys could not be read');
    }
    const named = typeof payload['nonce'] === 'string' ? payload['nonce'] : undefined;
    if (typeof nonce === 'string' ? named !== nonce : !(await nonce(named))) throw new BadToken('nonce');
    // With several audiences, `azp` says for whom the token was issued.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== settings.clientId) throw new BadToken('azp');
    const read = claims.safeParse(payload);
    if (!read.success) throw new BadToken('claims');
    const { sub, email, given_name, family_name, name } = read.data;
    return { subject: sub, email: email.trim(), ...namesOf(given_name, family_name, name) };
  };
}
