import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/** The session's cookie. On https the browser takes it from this host alone, for all of it and only by https (`__Host-`). */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-aulaviva' : 'aulaviva');

/** Beside the session's own cookie, which scripts cannot read: says only that there is one, so that a page knows whether asking who is signed in is worthwhile. */
export const HINT_COOKIE = 'aulaviva.sesion';

/** Sets both for as long as the session lives, or clears both (token null). */
export function sendSession(reply: FastifyReply, publicUrl: string, token: string | null, expires: Date | null): void {
  const common = { path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const;
  const name = cookieName(publicUrl);
  const readable = { ...common, httpOnly: false };
  if (token === null) {
    reply.clearCookie(name, common).clearCookie(HINT_COOKIE, readable);
    return;
  }
  const life = expires ? { expires } : {};
  reply.setCookie(name, token, { ...common, ...life }).setCookie(HINT_COOKIE, '1', { ...readable, ...life });
}
