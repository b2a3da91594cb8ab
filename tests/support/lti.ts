import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import type { LtiPlatform } from '../../backend/integrations/lti/port.ts';

export const CHOOSING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
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
  /** Where the school gets a token for scores. */
  tokens: string;
  /** The endpoint claim of a launch, with the column of this number, or with where one is made. */
  endpoint(column: number | null, scope?: readonly string[]): Record<string, unknown>;
  /** The school's keys, as the platform reads them. */
  toolKeys: () => Promise<JSONWebKeySet>;
  /** Scores that arrived, with the path of their column. */
  scores: ({ column: string } & Record<string, unknown>)[];
  tokensGiven: number;
  columns: Record<string, unknown>[];
  /** What scores are answered with. */
  scoreStatus: number;
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
  const platform = {
    ...{ asked: 0, down: false, scores: [], columns: [], tokensGiven: 0, scoreStatus: 200 },
    person: { sub: 'moodle-7', email: 'ana@empresa.prueba' },
  } as unknown as FakePlatform;
  const rotate = async () => {
    pair = await generateKeyPair('RS256', { extractable: true });
    kid += 1;
  };
  await rotate();
  const published = async () => ({ ...(await exportJWK(pair.publicKey)), kid: `k${kid}`, alg: 'RS256', use: 'sig' });
  const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/';
  /** What a platform does with a tool's requests for tokens, columns and scores. */
  const served = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    const url = new URL(request.url ?? '', platform.issuer);
    const sent = await text(request);
    if (url.pathname === '/token.php') {
      const form = new URLSearchParams(sent);
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', createLocalJWKSet(await platform.toolKeys()), {
        ...{ issuer: platform.clientId, subject: platform.clientId, audience: platform.tokens, requiredClaims: ['exp', 'iat', 'jti'] },
      });
      if (form.get('grant_type') !== 'client_credentials' || !payload.jti) return [400, { error: 'invalid_request' }];
      platform.tokensGiven += 1;
      return [200, { access_token: `t ${form.get('scope')}`, token_type: 'Bearer', expires_in: 3_600, scope: form.get('scope') }];
    }
    const scope = request.headers.authorization ?? '';
    if (url.pathname === '/columns' && scope.includes(`${AGS}lineitem`)) {
      if (request.method === 'GET')
        return [200, platform.columns.filter(({ resourceLinkId }) => resourceLinkId === url.searchParams.get('resource_link_id')) as never];
      const made = { ...(JSON.parse(sent) as object), id: `${platform.issuer}/columns/${100 + platform.columns.length}?type_id=1` };
      platform.columns.push(made);
      return [201, made];
    }
    if (!/^\/columns\/\d+\/scores$/.test(url.pathname) || !scope.includes(`${AGS}score`)) return [401, {}];
    if (platform.scoreStatus === 200) platform.scores.push({ column: url.pathname + url.search, ...(JSON.parse(sent) as object) });
    return [platform.scoreStatus, {}];
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url !== '/keys.php' && !request.url?.startsWith('/keys.php?')) {
        const [status, body] = await served(request).catch(() => [400, {}] as const);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return;
      }
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
    tokens: `http://${host}/token.php`,
    endpoint: (column: number | null, scope = ['score', 'lineitem']) => ({
      scope: scope.map((one) => AGS + one),
      lineitems: `http://${host}/columns`,
      ...(column !== null && { lineitem: `http://${host}/columns/${column}?type_id=1` }),
    }),
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
