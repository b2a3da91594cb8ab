/** What a browser keeps of somebody who is signed in: the session's cookie, and the one that says that there is one. */
export const sessionState = (url: string, token: string) => ({ cookies: sessionCookies(url, token), origins: [] });
export const sessionCookies = (url: string, token: string) => {
  const common = { domain: new URL(url).hostname, path: '/', expires: -1, secure: false, sameSite: 'Strict' as const };
  return [
    { ...common, name: 'aulaviva', value: token, httpOnly: true },
    { ...common, name: 'aulaviva.sesion', value: '1', httpOnly: false },
  ];
};
