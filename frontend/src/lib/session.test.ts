import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ana = { id: 7, name: 'Ana', user_role: 1 };
const beto = { id: 8, name: 'Beto', user_role: 1 };

/** The school as the browser sees it: whom its cookie belongs to, and whether there is a network. */
const school = { cookie: ana as typeof ana | null, network: true, asked: [] as string[] };
const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const reload = vi.fn();
const style = () => document.documentElement.style.visibility;
/** Listeners of a test's pages are removed with them. */
const listening: Parameters<typeof addEventListener>[] = [];
const listen = globalThis.addEventListener.bind(globalThis);
/** A page of the browser; stored data outlasts it. */
const page = async () => {
  for (const [name, listener] of listening.splice(0)) removeEventListener(name, listener);
  vi.resetModules();
  await import('./whose-page.ts');
  return { ...(await import('./session.ts')), ...(await import('./http.ts')), ...(await import('./log-out.ts')) };
};
const shown = (event: 'pageshow' | 'pagehide') => dispatchEvent(Object.assign(new Event(event), { persisted: true }));

beforeEach(() => {
  Object.assign(school, { cookie: ana, network: true, asked: [] });
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'aulaviva.sesion=1;path=/';
  document.documentElement.style.visibility = '';
  reload.mockClear();
  vi.stubGlobal('location', { pathname: '/profile', search: '', reload, assign: vi.fn() });
  vi.stubGlobal('addEventListener', (...args: Parameters<typeof addEventListener>) => {
    listening.push(args);
    listen(...args);
  });
  vi.stubGlobal('fetch', async (url: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const meant = headers['x-person'];
    school.asked.push(`${url}${meant ? ` for ${meant}` : ''}`);
    if (!school.network) throw new TypeError('no network');
    if (meant && school.cookie && meant !== String(school.cookie.id)) return answer(409, { code: 'PERSON_CHANGED', message: '' });
    if (!school.cookie) return answer(401, { code: 'AUTH_REQUIRED', message: '' });
    if (url === '/api/auth/logout') school.cookie = null;
    return answer(200, url === '/api/auth/sesion' ? (school.cookie ?? {}) : {});
  });
});
afterEach(() => vi.unstubAllGlobals());

test('whoever logs out without a network is out: nobody is signed in until the school has heard of it, and that goes first', async () => {
  const first = await page();
  expect(await first.loadSession()).toEqual(ana);
  school.network = false;
  await first.logOut();
  expect(first.getSessionUser()).toBeNull();
  const second = await page();
  expect(await second.loadSession(), 'the cookie is still there').toBeNull();
  await expect(second.call(calls.login, { email: 'beto@ejemplo.mx', password: 'x' })).rejects.toMatchObject({ code: 'NETWORK' });
  school.network = true;
  school.asked = [];
  expect(await (await page()).loadSession()).toBeNull();
  expect(school.asked).toEqual(['/api/auth/logout for 7', '/api/auth/sesion']);
  expect(school.cookie).toBeNull();
});

test('what is owed never ends the session of somebody who signed in meanwhile', async () => {
  const first = await page();
  await first.loadSession();
  school.network = false;
  await first.logOut();
  Object.assign(school, { network: true, cookie: beto });
  expect(await (await page()).loadSession()).toEqual(beto);
});

test('each call says for whom the page is; refused for another, the page starts anew and never becomes theirs in place', async () => {
  const { call, getSessionUser, loadSession } = await page();
  await loadSession();
  school.cookie = beto;
  school.asked = [];
  await expect(call(calls.setVisibility, { campo: 'bio', visible: 'private' })).rejects.toMatchObject({ code: 'PERSON_CHANGED' });
  expect(school.asked).toEqual(['/api/cuenta/visibilidad for 7']);
  expect(reload).toHaveBeenCalledTimes(1);
  await loadSession({ fresh: true });
  expect(getSessionUser()).toEqual(ana);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a call of any page that the school refuses because the session is over ends it here, and leads to signing in with the way back', async () => {
  const { call, getSessionUser, loadSession } = await page();
  await loadSession();
  school.cookie = null;
  await expect(call(calls.listEnrolments, 7)).rejects.toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
  expect(getSessionUser()).toBeNull();
  expect(globalThis.location.assign).toHaveBeenCalledWith('/login?returnTo=%2Fprofile');
});

test('a page that shows somebody starts anew when another tab signs somebody else in', async () => {
  await (await page()).loadSession();
  dispatchEvent(new StorageEvent('storage', { key: 'aulaviva.quien', newValue: '7' }));
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent('storage', { key: 'aulaviva.quien', newValue: '8' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that leaves for another person’s asks nothing ahead for whoever was here', async () => {
  const { loadSession, whileLeaving, whoIsIn } = await page();
  await loadSession();
  expect(whoIsIn()).toBe('7');
  await expect(whileLeaving(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(whoIsIn()).toBe('7');
  expect(await whileLeaving(async () => 'seen as another')).toBe('seen as another');
  expect(whoIsIn()).toBeNull();
});

test('a page that the browser kept is seen only by whom it shows', async () => {
  const { loadSession, logOut } = await page();
  await loadSession();
  shown('pagehide');
  expect(style()).toBe('hidden');
  shown('pageshow');
  expect(style(), 'not before it is known').toBe('hidden');
  await vi.waitFor(() => expect(style()).toBe(''));
  shown('pagehide');
  school.cookie = beto;
  shown('pageshow');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(style()).toBe('hidden');
  reload.mockClear();
  school.cookie = ana;
  await logOut();
  document.documentElement.style.visibility = '';
  shown('pagehide');
  shown('pageshow');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(style(), 'who left is not seen while it is loaded afresh').toBe('hidden');
});
