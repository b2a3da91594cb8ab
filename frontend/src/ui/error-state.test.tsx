// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { role } from '../lib/roles.ts';

const session = vi.hoisted(() => ({ role: 1 }));
vi.mock('../lib/session.ts', () => ({ getSessionUser: () => ({ id: 1, user_role: session.role }) }));

const { setPast } = await import('../lib/past.ts');
const { ErrorState } = await import('./error-state.tsx');

const failureOf = (code: string) => ({ status: 404, code, message: 'Esto solo se puede ver como es hoy.', reference: 'r-1', fields: [], retryAfter: 0 });
const show = (code: string) => render(<ErrorState title="No se pudieron cargar tus cursos" error={failureOf(code)} onRetry={() => {}} />);

beforeEach(() => {
  session.role = role.student;
});
afterEach(() => {
  cleanup();
  setPast(null);
});

// rows: K04
test.each([
  ['USER_NOT_FOUND', 'En ese momento todavía no tenías tu cuenta.'],
  ['PAST_NOT_SHOWN', 'Esto solo se puede ver como es hoy.'],
])('in one’s own past, %s is no failure: it says that there is nothing to see', (code, said) => {
  setPast('2026-01-01T00:00:00.000Z');
  show(code);
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['today', role.student, null],
  ['for staff', role.admin, '2026-01-01T00:00:00.000Z'],
])('%s it is one, with another try', (_, as, moment) => {
  session.role = as;
  setPast(moment);
  show('USER_NOT_FOUND');
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus cursos');
  expect(screen.getByRole('button')).toBeEnabled();
});
