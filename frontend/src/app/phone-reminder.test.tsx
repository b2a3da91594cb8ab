import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../i18n/i18n.ts';
import type { SessionUser } from '../lib/session.ts';

const school = vi.hoisted(() => ({ texts: undefined as boolean | undefined }));
vi.mock('../api/api.ts', () => ({
  api: {
    useOwnAccountQuery: (_: undefined, { skip }: { skip: boolean }) => ({
      data: skip || school.texts === undefined ? undefined : { mensajes_de_texto: school.texts },
    }),
  },
}));
const { noteReminder, PhoneReminder, reminderIsDue } = await import('./phone-reminder.tsx');

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const now = Date.UTC(2026, 10, 21);
const person = (id: number, more: object = {}) => ({
  id,
  user_role: 1 as const,
  created_at: new Date(now - 2 * 86_400_000).toISOString(),
  ...more,
});

// rows: D17
it('reminds once, and each person for themselves', () => {
  expect(reminderIsDue(person(1), now)).toBe(true);
  noteReminder(1, now);
  expect(reminderIsDue(person(1), now + 86_399_000)).toBe(false);
  expect(reminderIsDue(person(1), now + 30 * 86_400_000)).toBe(false);
  expect(reminderIsDue(person(2), now)).toBe(true);
});

it('does not ask on the first day, nor who only looks at a course', () => {
  expect(reminderIsDue(person(1, { created_at: new Date(now - 3_600_000).toISOString() }), now)).toBe(false);
  expect(reminderIsDue(person(1, { user_role: 2 }), now)).toBe(false);
});

// rows: D17
it('asks for no phone where the school sends no text messages: it could not be confirmed, and nobody would be told anything by it', () => {
  const user = person(3, { is_phone_verified: false, created_at: new Date(0).toISOString() }) as unknown as SessionUser;
  const page = (
    <MemoryRouter>
      <PhoneReminder user={user} />
      <Link to="/otra">otra</Link>
    </MemoryRouter>
  );
  for (const texts of [undefined, false]) {
    school.texts = texts;
    render(page);
    expect(screen.queryByText('¡Verifica tu teléfono!')).toBeNull();
    cleanup();
  }
  // It was not shown, so it may be shown once when the school begins to send text messages.
  expect(reminderIsDue(user)).toBe(true);
  school.texts = true;
  render(page);
  // The page that is being read does not move: the reminder appears with the next page.
  expect(screen.queryByText('¡Verifica tu teléfono!')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'otra' }));
  expect(screen.getByText('¡Verifica tu teléfono!')).toBeVisible();
});
