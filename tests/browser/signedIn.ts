/** What a browser keeps of somebody who is signed in: the session's cookie, and the word that asking for it is worthwhile. */
export const sessionState = (url: string, token: string) => ({
  cookies: [sessionCookie(url, token)],
  origins: [{ origin: url, localStorage: [{ name: 'aulaviva.sesion', value: '1' }] }],
});
export const sessionCookie = (url: string, token: string) => ({
  name: 'aulaviva',
  value: token,
  domain: new URL(url).hostname,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Strict' as const,
});
