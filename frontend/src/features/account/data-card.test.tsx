import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
vi.mock('../../api/api.ts', () => ({ api: { useEraseAccountMutation: () => [vi.fn(), { isLoading: false }] } }));
vi.mock('../../api/feed.ts', () => ({ feed: () => ({ seen: () => '0041', commit: () => null, caughtUp: async () => true }) }));

const { DataCard } = await import('./data-card.tsx');
const { callsAreFor } = await import('../../lib/http.ts');
await import('./texts.ts');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('one’s own data are asked for whom the page shows: of somebody else who signed in meanwhile nothing is downloaded', async () => {
  const refused = vi.fn();
  callsAreFor(() => 7, refused);
  const asked: [string, Record<string, string>][] = [];
  const saved: string[] = [];
  let cookie = 7;
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push([url, headers]);
    if (headers['x-person'] !== String(cookie))
      return new Response(JSON.stringify({ code: 'PERSON_CHANGED', message: '' }), { status: 409 });
    return new Response('{"perfil":{}}', {
      headers: { 'content-disposition': 'attachment; filename="aulaviva-mis-datos-2026-01-02.json"' },
    });
  });
  Object.assign(URL, { createObjectURL: () => 'blob:datos', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`);
  });
  render(<DataCard hasPassword />);
  const button = screen.getByRole('button', { name: 'Descargar archivo' });
  await userEvent.click(button);
  await waitFor(() => expect(saved).toEqual(['blob:datos aulaviva-mis-datos-2026-01-02.json']));
  expect(asked).toMatchObject([['/api/cuenta/datos', { 'x-person': '7', 'x-min-position': '0041' }]]);

  cookie = 8;
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(refused).toHaveBeenCalledWith('PERSON_CHANGED'));
  expect(saved).toHaveLength(1);
});
