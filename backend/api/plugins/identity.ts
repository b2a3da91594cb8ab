import type { IncomingHttpHeaders } from 'node:http';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuid5 } from '../../../events/ids.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import type { FoundSession, SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import { auth } from '../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { cookieName, sendSession } from './sessionCookie.ts';
import { type SeenSession, seenAs, writesWhileViewing } from './viewing.ts';

export interface Identity extends SeenSession {
  token: string;
  /** A request that relies on the cookie must come from our own origin. */
  byCookie: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** It came with what opened a session once: who asks is told that it is over, not that nobody is signed in. */
    sessionOver: boolean;
  }
}

const bearer = (request: FastifyRequest): string | null => /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/**
 * Whom the page shows that asks (`X-Person`, a user's id). One browser has one cookie, and its pages may be older than it: what one person
 * does there is never done, read or kept as another.
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
/** Nobody used it for so long that who comes with it now may be somebody else: it ends, on record. Answers whether it did. */
export async function endedIdle(deps: Ending, session: SessionRecord): Promise<boolean> {
  if (!deps.sessionTokens.idle(session, deps.clock().getTime())) return false;
  await ended(deps, session, 'idle');
  return true;
}

/**
 * Finds out who asks, before anything of the body is read. A token that is not good is an error even on open calls, but for logging out: whose
 * session is over is logged out. No token is a visitor.
 */
export function registerIdentity(app: FastifyInstance, deps: Deps): void {
  const { sessionTokens, config, clock, logger } = deps;
  const sessionOf = async (token: string, byProgram: boolean): Promise<FoundSession | null> => {
    const found = await sessionTokens.find(token, clock().getTime());
    // The cookie's token is no program's: as one it would neither change nor end when nobody uses it.
    if (found) return byProgram && found.by !== 'program' ? null : found;
    // A session whose token was given to somebody has another since: of the two who hold one neither can be told to be its owner.
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
  const own = cookieName(config.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') && request.url !== '/metrics') return;
    const given = bearer(request);
    const cookie = request.cookies[own] ?? null;
    const token = given ?? cookie;
    const expected = personMeant(request);
    const found = token && token.length <= 200 ? await sessionOf(token, given !== null) : null;
    // A browser is left standing open; a program that holds a token is not somebody else after half an hour.
    const session = found && given === null && (await endedIdle(deps, found)) ? null : found;
    if (!token || !session) {
      request.sessionOver = Boolean(token) || expected !== null;
      if ((given || expected !== null) && request.routeOptions.url !== auth.logout.path) throw new ApiError('SESSION_ENDED');
      return;
    }
    const byCookie = given === null;
    // A program's token goes on as the administrator, whatever the browser sees.
    const seen: SeenSession = byCookie ? await seenAs(deps, session) : session;
    if (expected !== null && expected !== seen.userId) throw new ApiError('PERSON_CHANGED');
    if (seen.viewer && !SAFE.has(request.method) && !writesWhileViewing(request.method, request.url)) throw new ApiError('VIEW_ONLY');
    if (byCookie && !SAFE.has(request.method)) {
      const origin = originOf(request.headers);
      if (!fromOwnOrigin(request.headers, config.publicUrl)) throw new ApiError('ORIGIN_NOT_ALLOWED');
      if (origin === null && request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin')
        throw new ApiError('ORIGIN_NOT_ALLOWED');
    }
    request.identity = { ...seen, token, byCookie };
    const now = clock().getTime();
    await sessionTokens.touch(session, now);
    if (!byCookie) return;
    // Only with an answer that comes at once, for what takes long could bring an older token after a newer one; and that nobody keeps, as files may be.
    const brief = request.method === 'GET' && !request.url.startsWith('/api/files/');
    const next = await sessionTokens.renew(token, session, now, brief);
    if (next !== null) sendSession(reply, config.publicUrl, next, new Date(session.expiresAt));
  });
}

const safeOrigin = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
const originOf = ({ origin, referer }: IncomingHttpHeaders): string | null => origin ?? (referer ? safeOrigin(referer) : null);
/**
 * False when the browser says that a page of another site asks. The browser may reach us by another name of this machine
 * (127.0.0.1 for localhost): its origin's host is then the Host it sent.
 */
export function fromOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const origin = originOf(headers);
  return origin === null || origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host);
}
