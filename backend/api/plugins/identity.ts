import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuid5 } from '../../../events/ids.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import type { SessionRecord } from '../../integrations/vault/keptSessions.ts';
import type { FoundSession } from '../../integrations/vault/sessionTokens.ts';
import { addresses } from '../contract/addresses.ts';
import { auth } from '../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { type CallingKey, identityByKey } from './apiKey.ts';
import { PASS, type Passes } from './passes.ts';
import { cookieName, sendSession } from './sessionCookie.ts';
import { type SeenSession, seenAs, writesWhileViewing } from './viewing.ts';

export interface Identity extends SeenSession {
  token: string;
  /** It came with the browser's cookie, and not with a program's token. */
  byCookie: boolean;
  /** It came with the key of an integration: it stands for its owner only as far as the key goes. */
  key?: CallingKey;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** Its session has ended: the answer is SESSION_ENDED, not AUTH_REQUIRED. */
    sessionOver: boolean;
    /** A program with the operator's token for metrics, on an address that it is for. */
    watches: boolean;
  }
}

const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest());

const bearer = (request: FastifyRequest): string | null => /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/**
 * The person whom the calling page shows (`X-Person`, a user's id). A browser has one cookie, and its pages may be older than it: nothing that one
 * person does on a page is done, read or kept as another.
 */
const personMeant = (request: FastifyRequest): number | null => {
  const person = request.headers['x-person'];
  if (person === undefined) return null;
  if (typeof person !== 'string' || !/^[1-9]\d{0,9}$/.test(person)) throw new ApiError('MALFORMED');
  return Number(person);
};

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

type Ending = Pick<Deps, 'commands' | 'sessionTokens' | 'clock'>;
const ended = async (
  { commands, sessionTokens, clock }: Ending,
  { userId, sessionId }: Pick<SessionRecord, 'userId' | 'sessionId'>,
  cause: 'idle' | 'revoked',
) => {
  await sessionTokens.end(userId, sessionId);
  const commandId = uuid5(cause, sessionId);
  const actor = { userId: null, role: 'system' as const };
  const context = { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() };
  await commands.handle(sessions, userId, { type: 'end', sessionId, cause }, context);
};
/** Ends, on record, a session that nobody used for so long that somebody else may be at the browser. Returns whether it did. */
export async function endedIdle(deps: Ending, session: SessionRecord): Promise<boolean> {
  if (!deps.sessionTokens.idle(session, deps.clock().getTime())) return false;
  await ended(deps, session, 'idle');
  return true;
}

/**
 * Finds out who calls, before the body is read. A bad token is an error even on open calls, except for logging out: a session that has
 * ended counts as logged out. Without a token the caller is a visitor.
 */
export function registerIdentity(app: FastifyInstance, deps: Deps, passes: Passes<Identity>): void {
  const { sessionTokens, config, clock, logger } = deps;
  const sessionOf = async (token: string, byProgram: boolean): Promise<FoundSession | null> => {
    const found = await sessionTokens.find(token, clock().getTime());
    // The cookie's token is not accepted as a program's: there it would neither rotate nor end when unused.
    if (found) return byProgram && found.by !== 'program' ? null : found;
    // The token was replaced by a newer one of the same session: of two holders neither can be taken for the owner.
    const copied = await sessionTokens.replayed(token, clock().getTime());
    if (copied) {
      logger.warn(
        { userId: copied.userId, sessionId: copied.sessionId },
        'a token came back after two others took its place: its session ended',
      );
      await ended(deps, copied, 'revoked');
    }
    return null;
  };
  app.decorateRequest('identity', null);
  app.decorateRequest('sessionOver', false);
  app.decorateRequest('watches', false);
  const watched = new Set<string | undefined>([addresses.metrics, addresses.projectionHealth]);
  // Forms of learning platforms and of companies: what signs in there is signed, and a cookie that only this browser has.
  const fromElsewhere = new Set<string | undefined>([addresses.ltiLogin, addresses.ltiLaunch, addresses.samlConsumer]);
  const own = cookieName(config.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') && request.url !== '/metrics') return;
    const within = passes.take(request.headers[PASS]);
    if (within) {
      request.identity = within;
      return;
    }
    const given = bearer(request);
    if (given !== null && config.metricsToken !== null && watched.has(request.routeOptions.url) && isSame(given, config.metricsToken)) {
      request.watches = true;
      return;
    }
    // Without a session too: no other site signs a visitor's browser in.
    const guarded = !SAFE.has(request.method) && !fromElsewhere.has(request.routeOptions.url);
    if (given === null && guarded && isForeign(request.headers, config.publicUrl)) throw new ApiError('ORIGIN_NOT_ALLOWED');
    const cookie = request.cookies[own] ?? null;
    // Only as a bearer's: no browser sends a key by itself.
    if (given !== null && deps.apiKeySecrets.looksLike(given)) {
      request.identity = await identityByKey(deps, given);
      if (!request.identity) throw new ApiError('API_KEY_INVALID');
      if (personMeant(request) !== null) throw new ApiError('NOT_FOR_KEYS');
      return;
    }
    const token = given ?? cookie;
    const expected = personMeant(request);
    const found = token && token.length <= 200 ? await sessionOf(token, given !== null) : null;
    // A browser may be left open by its owner; a program that holds a token remains the same program.
    const session = found && given === null && (await endedIdle(deps, found)) ? null : found;
    if (!token || !session) {
      request.sessionOver = Boolean(token) || expected !== null;
      if ((given || expected !== null) && request.routeOptions.url !== auth.logout.path) throw new ApiError('SESSION_ENDED');
      return;
    }
    const byCookie = given === null;
    // A program's token acts as the administrator, whomever the browser views the school as.
    const seen: SeenSession = byCookie ? await seenAs(deps, session) : session;
    if (expected !== null && expected !== seen.userId) throw new ApiError('PERSON_CHANGED');
    if (seen.viewer && !SAFE.has(request.method) && !writesWhileViewing(request.method, request.url)) throw new ApiError('VIEW_ONLY');
    request.identity = { ...seen, token, byCookie };
    const now = clock().getTime();
    await sessionTokens.touch(session, now);
    if (!byCookie) return;
    // Only with answers that come at once: a slow one could set an older token after a newer one; and never with answers that may be cached, such as files.
    const brief = request.method === 'GET' && !request.url.startsWith('/api/files/');
    const next = await sessionTokens.renew(token, session, now, brief);
    if (next !== null) sendSession(reply, config.publicUrl, next, new Date(session.expiresAt));
  });
}

const safeOrigin = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
const originOf = ({ origin, referer }: IncomingHttpHeaders): string | null => origin ?? (referer ? safeOrigin(referer) : null);
/**
 * False where the browser says that a page of another site makes the call. The browser may reach us by another name of this machine
 * (127.0.0.1 for localhost): its origin's host is then the Host it sent.
 */
export function fromOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const origin = originOf(headers);
  return origin === null || origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
}

/** Whether a browser says that a page of another site, or none, makes this write. Programs say nothing of the kind. */
const isForeign = (headers: IncomingHttpHeaders, publicUrl: string): boolean =>
  !fromOwnOrigin(headers, publicUrl) || (originOf(headers) === null && (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin');
