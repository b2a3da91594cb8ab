import type { IncomingHttpHeaders } from 'node:http';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuid5 } from '../../../events/ids.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import type { SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** The session's cookie. On https the browser takes it from this host alone, for all of it and only by https (`__Host-`). */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-aulaviva' : 'aulaviva');

export interface Identity extends SessionRecord {
  token: string;
  /** A request that relies on the cookie must come from our own origin. */
  byCookie: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
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

/** Finds out who asks, before anything of the body is read. A token that is not good is an error even on open calls; none is a visitor. */
export function registerIdentity(app: FastifyInstance, { commands, sessionTokens, config, clock }: Deps): void {
  /** Nobody used it for so long that who comes with it now may be somebody else: it ends, on record. */
  const endedIdle = async (session: SessionRecord): Promise<boolean> => {
    const now = clock();
    if (!sessionTokens.idle(session, now.getTime())) return false;
    const { userId, sessionId } = session;
    await sessionTokens.end(userId, sessionId);
    const commandId = uuid5('idle', sessionId);
    const context = { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' as const }, now };
    await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'idle' }, context);
    return true;
  };
  app.decorateRequest('identity', null);
  const own = cookieName(config.publicUrl);
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') && request.url !== '/metrics') return;
    const given = bearer(request);
    const cookie = request.cookies[own] ?? null;
    const token = given ?? cookie;
    const expected = personMeant(request);
    const found = token && token.length <= 200 ? await sessionTokens.find(token) : null;
    // A browser is left standing open; a program that holds a token is not somebody else after half an hour.
    const session = found && given === null && (await endedIdle(found)) ? null : found;
    if (!token || !session) {
      if (given || expected !== null) throw new ApiError('SESSION_ENDED');
      return;
    }
    const byCookie = given === null;
    if (expected !== null && expected !== session.userId) throw new ApiError('PERSON_CHANGED');
    if (byCookie && !SAFE.has(request.method)) {
      const origin = originOf(request.headers);
      if (!fromOwnOrigin(request.headers, config.publicUrl)) throw new ApiError('ORIGIN_NOT_ALLOWED');
      if (origin === null && request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin')
        throw new ApiError('ORIGIN_NOT_ALLOWED');
    }
    request.identity = { ...session, token, byCookie };
    await sessionTokens.touch(token, session, clock().getTime());
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
