import '../i18n/i18n.ts';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sent: { url: string; body: unknown }[] = [];
let status = 200;
const session = vi.hoisted(() => ({ user: { id: 7 } as { id: number; viewer?: object } | null }));
vi.mock('./session.ts', async (original) => ({ ...(await original<object>()), useMaybeSession: () => session.user }));
const { useAccountLanguage } = await import('./account-language.ts');

beforeEach(() => {
  sent.length = 0;
  status = 200;
  session.user = { id: 7 };
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) });
    return new Response(JSON.stringify({ message: 'ok', code: 'X' }), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());
const open = (today = true) => renderHook(() => useAccountLanguage(today)).unmount;

test('the language that was chosen on a device is told once, to the account that is signed in today', async () => {
  open()();
  expect(sent, 'nobody chose one').toEqual([]);
  localStorage.setItem('aulaviva.idioma', 'es-MX');
  open(false)();
  session.user = { id: 7, viewer: {} };
  open()();
  session.user = null;
  open()();
  expect(sent, 'not from the past, not as somebody else, not as nobody').toEqual([]);
  session.user = { id: 7 };
  open()();
  open()();
  await waitFor(() => expect(sent).toEqual([{ url: '/api/cuenta/idioma', body: { idioma: 'es' } }]));
});

test('what did not arrive is told by the next page; what is refused is not told again', async () => {
  localStorage.setItem('aulaviva.idioma', 'es-MX');
  status = 500;
  open()();
  await waitFor(() => expect(localStorage.getItem('aulaviva.idiomaCuenta')).toBeNull());
  status = 403;
  open()();
  await waitFor(() => expect(sent).toHaveLength(2));
  open()();
  expect(localStorage.getItem('aulaviva.idiomaCuenta')).toBe('7 es');
  expect(sent).toHaveLength(2);
});
