import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStandIn, type StandIn, type StandInPerson } from '../../backend/integrations/openid/standIn.ts';

interface TokenAnswer {
  status: number;
  body: object;
}

/** An OpenID provider on a port of its own, in the place of Google or a company: discovery, keys, authorization and token endpoints, and hands to make it misbehave. */
export interface OpenId {
  issuer: string;
  clientId: string;
  clientSecret: string;
  standIn: StandIn;
  /** The person who consents at the authorization endpoint; null: the person cancels. */
  person: StandInPerson | null;
  /** Replaces the answer of the token endpoint. */
  tokenAnswer: ((answer: object | null) => TokenAnswer | Promise<TokenAnswer>) | null;
  /** Where the token endpoint is. */
  tokenPath: string;
  /** Every path answers 500 while this is set. */
  down: boolean;
  stop(): Promise<void>;
}

export async function openOpenId(): Promise<OpenId> {
  const clientId = 'escuela-de-prueba.apps.ejemplo';
  const clientSecret = 'secreto-de-prueba';
  let provider: OpenId;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', provider.issuer);
      const json = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (provider.down) return json(500, {});
      if (url.pathname === '/.well-known/openid-configuration')
        return json(200, {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: provider.issuer + provider.tokenPath,
          jwks_uri: `${provider.issuer}/keys`,
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        });
      if (url.pathname === '/keys') return json(200, await provider.standIn.keys());
      if (url.pathname === '/authorize') {
        const asked = (name: string) => url.searchParams.get(name) ?? '';
        const back = new URL(asked('redirect_uri'));
        back.searchParams.set('state', asked('state'));
        if (!provider.person) back.searchParams.set('error', 'access_denied');
        else {
          const grant = {
            clientId: asked('client_id'),
            redirectUri: asked('redirect_uri'),
            state: asked('state'),
            nonce: asked('nonce') || null,
            challenge: asked('code_challenge') || null,
          };
          back.searchParams.set('code', provider.standIn.grant(grant, provider.person));
        }
        return response.writeHead(302, { location: back.href }).end();
      }
      if (url.pathname === provider.tokenPath) {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        const answer = await provider.standIn.exchange(new URLSearchParams(text));
        const given =
          (await provider.tokenAnswer?.(answer)) ??
          (answer ? { status: 200, body: answer } : { status: 400, body: { error: 'invalid_grant' } });
        return json(given.status, given.body);
      }
      return json(404, {});
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = {
    issuer,
    clientId,
    clientSecret,
    standIn: createStandIn({ issuer, clientId, clientSecret }),
    person: null,
    tokenAnswer: null,
    tokenPath: '/token',
    down: false,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** The settings of a school that trusts this provider. */
export const googleEnv = ({ clientId, clientSecret, issuer }: OpenId): Record<string, string> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
});
