// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { role } from '../../lib/roles.ts';

const session = vi.hoisted(() => ({ role: 2 }));
vi.mock('../../lib/session.ts', () => ({ getSessionUser: () => ({ id: 1, user_role: session.role }) }));
vi.mock('../../lib/http.ts', () => ({ callsAreAsOf: () => undefined, call: () => new Promise(() => undefined) }));
vi.mock('../../api/base.ts', () => ({ baseApi: {} }));
vi.mock('../../api/store.ts', () => ({ store: {} }));
vi.mock('./past-dialog.tsx', () => ({ PastDialog: () => <p role="dialog">elegir</p> }));

const { beginPast, pastAskedInVain, pastMoment } = await import('../../lib/past.ts');
const { PastBanner } = await import('./past-banner.tsx');

beforeEach(() => {
  session.role = role.admin;
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});
const come = (asked: string) => {
  history.replaceState(null, '', `/admin/courses?entonces=${encodeURIComponent(asked)}`);
  beginPast();
  render(
    <MemoryRouter>
      <PastBanner />
    </MemoryRouter>,
  );
};

// rows: K04
test.each([
  ['a moment that has not come', '2999-01-01T00:00:00.000Z', 'Ese momento todavía no llega: elige uno que ya pasó.'],
  ['what is no moment', 'ayer como a las tres', 'La fecha de esta dirección no se entiende. Elige un día y una hora.'],
])('an address with %s says so over today, with another choice and the way back', async (_, asked, said) => {
  come(asked);
  expect(pastMoment()).toBeNull();
  const banner = screen.getByRole('complementary', { name: 'La escuela como era' });
  expect(banner).toHaveTextContent(said);
  expect(banner).toHaveTextContent('Esto es la escuela de hoy.');
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar' }));
  expect(screen.getByRole('dialog')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Volver a hoy' }));
  expect(banner).not.toBeInTheDocument();
});

test('who asks for today, or may not look back, is told nothing', () => {
  come('');
  expect(screen.queryByRole('complementary')).toBeNull();
  session.role = role.analyst;
  come('2999-01-01T00:00:00.000Z');
  expect(pastAskedInVain()).toBeNull();
  expect(screen.queryByRole('complementary')).toBeNull();
});

// rows: K04
test('where a moment is to be chosen, as from the menu of the account, the dialog opens at once', () => {
  session.role = role.student;
  come('?');
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(globalThis.location.search).toBe('');
});
