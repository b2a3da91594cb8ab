// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ErrorState } from './error-state.tsx';

const show = (code: string, message = '') => {
  const failure = { status: 404, code, message, reference: 'r-1', fields: [], retryAfter: 0 };
  render(<ErrorState title="No se pudieron cargar tus cursos" error={failure} onRetry={() => {}} />);
};

afterEach(cleanup);

// rows: K04
test.each([
  ['PAST_NO_ACCOUNT', 'En ese momento la cuenta todavía no existía.'],
  ['PAST_NOT_SHOWN', 'Esto solo se puede ver como es hoy.'],
])('at an earlier moment %s is no failure: it says that there is nothing to see', (code, said) => {
  show(code, said);
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('any other is one, with another try; what it says ends in a full stop', () => {
  show('COURSE_NOT_FOUND', 'No se encontró el curso');
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus cursos');
  expect(screen.getByRole('alert')).toHaveTextContent('No se encontró el curso. Tus datos están a salvo.');
  expect(screen.getByRole('button')).toBeEnabled();
});
