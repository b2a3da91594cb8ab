import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../../../events/define.ts';
import type { SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import type { RoleCode } from '../contract/policy.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';

export const COOKIE = 'aulaviva';
export const roleCodes: Readonly<Record<Role, RoleCode>> = { student: 1, administrator: 2, instructor: 3, analyst: 4 };
export const rolesByCode: Readonly<Record<number, Role>> = { 1: 'student', 2: 'administrator', 3: 'instructor', 4: 'analyst' };

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

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Finds out who asks, before anything of the body is read. A token that is not good is an error even on open calls; none is a visitor. */
export function registerIdentity(app: FastifyInstance, { sessionTokens, config, clock }: Deps): void {
  const ownOrigin = new URL(config.publicUrl).origin;
  app.decorateRequest('identity', null);
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return;
    const given = bearer(request);
    const cookie = request.cookies[COOKIE] ?? null;
    const token = given ?? cookie;
    if (!token) return;
    const session = token.length <= 200 ? await sessionTokens.find(token) : null;
    if (!session) {
      if (given) throw new ApiError('SESSION_ENDED');
      return;
    }
    const byCookie = given === null;
    if (byCookie && !SAFE.has(request.method)) {
      const origin = request.headers.origin ?? (request.headers.referer ? safeOrigin(request.headers.referer) : null);
      const same = origin === ownOrigin || (origin !== null && sameHost(origin, request));
      if (origin !== null && !same) throw new ApiError('ORIGIN_NOT_ALLOWED');
      if (origin === null && request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin')
        throw new ApiError('ORIGIN_NOT_ALLOWED');
    }
    request.identity = { ...session, token, byCookie };
    await sessionTokens.touch(token, session, clock().getTime());
  });
}

const safeOrigin = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
/** The browser may reach us by another name of this machine (127.0.0.1 for localhost): its origin's host is then the Host it sent. */
const sameHost = (origin: string, request: FastifyRequest): boolean =>
  URL.canParse(origin) && new URL(origin).host === request.headers.host;
