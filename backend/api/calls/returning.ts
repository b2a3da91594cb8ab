import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { placeOf } from '../limits.ts';
import { sendSession } from '../plugins/sessionCookie.ts';
import { DEVICE_COOKIE, DEVICE_MS } from './knownDevices.ts';
import { createOrigins } from './origin.ts';
import type { SignInCall } from './signIn.ts';

/** What the browser had when it left for a provider: it does not send its own cookies when it comes back from another site. */
export interface Left {
  before: { userId: number; sessionId: string } | null;
  device: string | null;
}

/** How a session is started at the end of a round trip to a provider; `commandId` is of the trip: one gives one session, however often its address is opened. */
export function createReturning({ clock, config }: Pick<Deps, 'clock' | 'config'>) {
  const originOf = createOrigins(config.sessionSecret);
  const secure = config.publicUrl.startsWith('https:');
  const deviceCookie = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: DEVICE_MS / 1_000 } as const;
  return (request: FastifyRequest, reply: FastifyReply, { before, device }: Left, commandId: string): SignInCall => {
    const now = clock();
    return {
      ...{ now, before, device, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300), ip: placeOf(request.ip) },
      setDevice: (known) => void reply.setCookie(DEVICE_COOKIE, known, deviceCookie),
      context: () => ({
        ...{ commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'visitor' }, now },
        origin: originOf(request, now),
      }),
      wrote: () => {},
      setCookie: (token, expires) => sendSession(reply, config.publicUrl, token, expires),
    };
  };
}

/** Leads the browser to a page of the school; parts of the query that are empty are left out. */
export function leadTo(reply: FastifyReply, path: string, query: Record<string, string>, status: 302 | 303 = 302): FastifyReply {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return reply.redirect(search.size > 0 ? `${path}?${search}` : path, status);
}
