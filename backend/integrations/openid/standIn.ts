import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/**
 * An OpenID provider in place of Google, with real keys, codes and PKCE, for the demo school and for tests. It believes anybody's claim of who they are,
 * so it must never run beside real accounts.
 */
export interface StandInPerson {
  email: string;
  firstName: string;
  lastName: string;
}

export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string | null;
  challenge: string | null;
}

interface Grant extends AuthorizationRequest {
  person: StandInPerson;
  until: number;
}

const CODE_MS = 60_000;
const TOKEN_SECONDS = 600;
const KEY_ID = 'demo';

export const subjectOf = (email: string): string => hash('sha256', email.trim().toLowerCase(), 'hex').slice(0, 21);

export type StandIn = ReturnType<typeof createStandIn>;

export function createStandIn(options: { issuer: string; clientId: string; clientSecret: string; now?: () => number }) {
  const { issuer, clientId, clientSecret, now = Date.now } = options;
  let pair: Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> | null = null;
  const keyPair = () => {
    pair ??= generateKeyPair('RS256', { extractable: true });
    return pair;
  };
  const grants = new Map<string, Grant>();

  /** Signs an ID token; `claims` are added to those of the person, or replace them. */
  const sign = async (person: StandInPerson, claims: Record<string, unknown> = {}): Promise<string> => {
    const seconds = Math.floor(now() / 1000);
    const payload = {
      iss: issuer,
      aud: clientId,
      azp: clientId,
      sub: subjectOf(person.email),
      email: person.email,
      email_verified: true,
      given_name: person.firstName,
      family_name: person.lastName,
      name: `${person.firstName} ${person.lastName}`.trim(),
      jti: randomBytes(16).toString('base64url'),
      iat: seconds,
      exp: seconds + TOKEN_SECONDS,
      ...claims,
    };
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' }).sign((await keyPair()).privateKey);
  };

  return {
    /** The public keys, as `jwks_uri` answers them. */
    async keys(): Promise<{ keys: JWK[] }> {
      return { keys: [{ ...(await exportJWK((await keyPair()).publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    },
    sign,
    /** A code that can be exchanged once, within a minute. */
    grant(request: AuthorizationRequest, person: StandInPerson): string {
      for (const [code, { until }] of grants) if (until < now()) grants.delete(code);
      const code = randomBytes(24).toString('base64url');
      grants.set(code, { ...request, person, until: now() + CODE_MS });
      return code;
    },
    /** What the token endpoint answers; null when it refuses. */
    async exchange(
      form: URLSearchParams,
    ): Promise<{ access_token: string; id_token: string; token_type: string; expires_in: number } | null> {
      const code = form.get('code') ?? '';
      const grant = grants.get(code);
      grants.delete(code);
      if (!grant || grant.until < now() || form.get('grant_type') !== 'authorization_code') return null;
      if (form.get('client_id') !== clientId || form.get('redirect_uri') !== grant.redirectUri) return null;
      const secret = Buffer.from(hash('sha256', form.get('client_secret') ?? '', 'hex'));
      if (!timingSafeEqual(secret, Buffer.from(hash('sha256', clientSecret, 'hex')))) return null;
      if (grant.challenge !== null) {
        const made = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (made !== grant.challenge) return null;
      }
      const id_token = await sign(grant.person, grant.nonce === null ? {} : { nonce: grant.nonce });
      return { access_token: randomBytes(16).toString('base64url'), id_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
    },
  };
}
