import { hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createGoogleAccounts } from '../../commands/identity/googleAccounts.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { BadToken, type Endpoints, ProviderUnavailable } from '../../integrations/openid/port.ts';
import { createTokenVerifier, discoverEndpoints, hasOneTap, ONE_TAP } from '../../integrations/openid/provider.ts';
import { createSignIn } from '../calls/signIn.ts';
import { addresses } from '../contract/addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { CALLBACK, type Google, type GoogleClient, registerGoogleRoundTrip } from './googleRoundTrip.ts';
import { registerGoogleStandIn, STAND_IN_SCRIPT } from './googleStandIn.ts';

/** The address by which this process reaches itself. */
const ownAddress = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new ProviderUnavailable('not listening yet');
  const host = address.family === 'IPv6' ? (address.address === '::' ? '[::1]' : `[${address.address}]`) : address.address;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`;
};

/** The school's client at Google, or the stand-in of the demo; null: neither is set. */
function settingsOf(
  app: FastifyInstance,
  { config }: Deps,
  demo: boolean,
  callback: (request: FastifyRequest) => string,
): GoogleClient | null {
  if (config.google) {
    const { clientId, clientSecret, issuer } = config.google;
    return { clientId, clientSecret, endpoints: discoverEndpoints(issuer) };
  }
  if (!demo) return null;

  const clientId = 'aulaviva-demo';
  const clientSecret = Buffer.from(hkdfSync('sha256', config.sessionSecret, 'aulaviva', 'google stand-in', 24)).toString('base64url');
  const issuer = `${config.publicUrl}/demo/google`;
  registerGoogleStandIn(app, { issuer, clientId, clientSecret, callback });
  const endpoints = async (): Promise<Endpoints> => ({
    issuer,
    authorization: '/demo/google/authorize',
    token: `${ownAddress(app)}/demo/google/token`,
    keys: `${ownAddress(app)}/demo/google/keys`,
    secretIn: 'form',
  });
  return { clientId, clientSecret, endpoints };
}

/** Sign-in with Google: the round trip by redirects, and the token from the page. Without settings and without the demo, everything answers that it is off. */
export async function registerGoogle(app: FastifyInstance, deps: Deps, recheck: (userId: number) => void): Promise<Google> {
  const { accounts, accountSecrets, commands, config, identities, logger } = deps;
  const signIn = createSignIn(deps, recheck);
  const people = createGoogleAccounts(commands, accounts, identities, signIn.findByEmail);

  const demo = config.google === null && deps.demo();
  /** The stand-in has the address at which the browser found the school; Google sends people back to the one address that it was told. */
  const callback = (request: FastifyRequest): string =>
    demo ? `${request.protocol}://${request.host}${CALLBACK}` : config.publicUrl + CALLBACK;
  const settings = settingsOf(app, deps, demo, callback);
  const unToque = hasOneTap(config.google) ? ONE_TAP.script : demo ? STAND_IN_SCRIPT : null;
  const verifyToken = settings && createTokenVerifier(settings);

  const google: Google = {
    state: () => ({ activo: settings !== null, clientId: settings?.clientId ?? null, demo, unToque }),
    async verify(token, nonce, now) {
      if (!verifyToken) throw new ApiError('GOOGLE_OFF');
      try {
        return await verifyToken(token, nonce, now);
      } catch (error) {
        if (error instanceof BadToken) {
          logger.info({ reason: error.message }, 'an ID token of Google was refused');
          throw new ApiError('GOOGLE_TOKEN_INVALID');
        }
        if (error instanceof ProviderUnavailable) throw new ApiError('GOOGLE_UNAVAILABLE', { headers: { 'retry-after': '5' } });
        throw error;
      }
    },
    async enter(person, call) {
      const context = call.context();
      let taken = false;
      const { state, isNew } = await people.enter(person, context, async (userId) => {
        // The creator of this account never confirmed that the address was theirs.
        taken = true;
        await accountSecrets.removePassword(userId);
        await endSessions(commands, accountSecrets, userId, null, 'revoked', derived(context, 'takeOver'));
        recheck(userId);
      });
      if (state.status !== 'active') throw new ApiError('ACCOUNT_INACTIVE');
      // Ended once more: a login in progress may have started one meanwhile.
      if (taken) await endSessions(commands, accountSecrets, state.userId, null, 'revoked', derived(context, 'takenOver'));
      const started = await signIn.start(state, 'google', call, SESSION_MS);
      return { ...started, message: isNew ? 'Cuenta creada con Google. Redirigiendo...' : started.message, nueva: isNew };
    },
  };
  if (!settings) {
    app.get(addresses.google, (_, reply) => reply.redirect('/login?google=GOOGLE_OFF'));
    return google;
  }
  await registerGoogleRoundTrip(app, deps, google, settings, callback);
  return google;
}
