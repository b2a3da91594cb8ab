import { createHash } from 'node:crypto';
import type { Implement } from '../calls/implement.ts';
import { account } from '../contract/account.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Google } from './googleRoundTrip.ts';

const HOUR = 3_600_000;
/** Longer than an ID token of Google is valid. */
const GOOGLE_TOKEN_MS = 24 * HOUR;

/** Signing in by a token that Google gave to the page; the round trip by redirects is in `googleRoundTrip.ts`. */
export function oneTapRoutes(implement: Implement, { config, vault, limits }: Deps, google: Google): void {
  implement(account.googleState, {
    async handle() {
      return google.state();
    },
  });

  implement(account.oauth, {
    async handle({ body }, call) {
      if (!google.state().activo) throw new ApiError('GOOGLE_OFF');
      await limits.count('oauth', call.ip, config.limits.forms * 10, HOUR);
      if (body.token === undefined) throw new ApiError('GOOGLE_TOKEN_MISSING');
      // One tap has no nonce of ours; a token with one belongs to a round trip, which ends elsewhere.
      const person = await google.verify(body.token, async (nonce) => nonce === undefined, call.now);
      // The part before the signature identifies a token: it gives one sign-in, however its signature is encoded.
      const once = `google ${createHash('sha256')
        .update(body.token.slice(0, body.token.lastIndexOf('.')))
        .digest('base64url')}`;
      if (!(await vault.insert('used-tokens', once, { at: call.now.toISOString() }, { expiresAt: call.now.getTime() + GOOGLE_TOKEN_MS })))
        throw new ApiError('GOOGLE_TOKEN_INVALID');
      return google.enter(person, call);
    },
  });
}
