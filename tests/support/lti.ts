import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { LtiPlatform } from '../../backend/integrations/lti/port.ts';

export const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';

/** A learning platform on a port of its own: it publishes keys and signs launches, also wrong ones. */
export interface FakePlatform extends LtiPlatform {
  /** `127.0.0.1:port`, by which it is permitted. */
  host: string;
  /** Who launches next. */
  person: { sub: string; email?: string; given_name?: string; family_name?: string };
  /** How often its keys were asked for. */
  asked: number;
  down: boolean;
  /** Claims over those of a good launch; undefined takes one away. */
  sign(nonce: string, over?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** From now on it signs with another key. */
  rotate(): Promise<void>;
  published(): Promise<JWK>;
  stop(): Promise<void>;
}

export async function openPlatform(target = 'http://escuela.prueba/cursos', now: () => number = Date.now): Promise<FakePlatform> {
  let pair: { privateKey: CryptoKey; publicKey: CryptoKey };
  let kid = 0;
  const platform = { asked: 0, down: false, person: { sub: 'moodle-7', email: 'ana@empresa.prueba' } } as FakePlatform;
  const rotate = async () => {
    pair = await generateKeyPair('RS256', { extractable: true });
    kid += 1;
  };
  await rotate();
  const published = async () => ({ ...(await exportJWK(pair.publicKey)), kid: `k${kid}`, alg: 'RS256', use: 'sig' });
  const server = createServer((_, response) => {
    void (async () => {
      platform.asked += 1;
      response.writeHead(platform.down ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ keys: [await published()] }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(platform, {
    ...{ host, issuer: `http://${host}`, clientId: 'Ab3cD', deployments: ['1'] },
    ...{ authorization: `http://${host}/auth.php?site=2`, keys: `http://${host}/keys.php`, rotate, published },
    async sign(nonce: string, over: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
      const seconds = Math.floor(now() / 1_000);
      const payload = {
        ...{ iss: platform.issuer, aud: platform.clientId, iat: seconds, exp: seconds + 60, nonce, ...platform.person },
        [`${CLAIM}version`]: '1.3.0',
        [`${CLAIM}message_type`]: 'LtiResourceLinkRequest',
        [`${CLAIM}deployment_id`]: '1',
        [`${CLAIM}target_link_uri`]: target,
        [`${CLAIM}resource_link`]: { id: '23' },
        [`${CLAIM}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
        ...over,
      };
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: `k${kid}`, ...header }).sign(pair.privateKey);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
