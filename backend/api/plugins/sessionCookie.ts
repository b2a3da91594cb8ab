import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/** The session's cookie. On https the browser restricts it to this host, the whole of it and https (`__Host-`). */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-aulaviva' : 'aulaviva');

/** A cookie beside that of the session, which scripts cannot read: it says only that there is one, so that a page knows whether to ask who is signed in. */
export const HINT_COOKIE = 'aulaviva.sesion';

/** Of a cookie that scripts cannot read, and that goes with calls of this site alone. */
export const cookieOptions = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') }) as const;

/** Sets both for as long as the session lives, or clears both (token null). */
export function sendSession(reply: FastifyReply, publicUrl: string, token: string | null, expires: Date | null): void {
  const common = cookieOptions(publicUrl);
  const name = cookieName(publicUrl);
  const readable = { ...common, httpOnly: false };
  if (token === null) {
    reply.clearCookie(name, common).clearCookie(HINT_COOKIE, readable);
    return;
  }
  const life = expires ? { expires } : {};
  reply.setCookie(name, token, { ...common, ...life }).setCookie(HINT_COOKIE, '1', { ...readable, ...life });
}
