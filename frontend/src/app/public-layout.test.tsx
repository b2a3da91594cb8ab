import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import '../i18n/i18n.ts';
import { Component as FormLayout } from './form-layout.tsx';
import { Component as PublicLayout } from './public-layout.tsx';

afterEach(cleanup);

// rows: A18
test('a form has a foot of a line or two, and a page to read has the school’s whole one', () => {
  render(<FormLayout />, { wrapper: MemoryRouter });
  const foot = screen.getByRole('contentinfo');
  expect(foot.querySelector('figure, h2')).toBeNull();
  expect(foot).toHaveTextContent('Todos los derechos reservados.');
  expect(screen.getByRole('link', { name: 'Políticas' })).toBeVisible();
  cleanup();
  render(<PublicLayout />, { wrapper: MemoryRouter });
  expect(screen.getByRole('contentinfo').querySelector('figure')).not.toBeNull();
});
