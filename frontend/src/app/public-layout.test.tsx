import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import '../i18n/i18n.ts';
import { Component as PublicLayout } from './public-layout.tsx';

afterEach(cleanup);

// rows: A18
test('a form has a foot of a line or two, and a page to read has the school’s whole one', () => {
  const footOf = (path: string) => {
    const routes = [{ path: '*', element: <PublicLayout />, children: [{ path: '*', element: <h1>Una página</h1> }] }];
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
    return screen.getByRole('contentinfo');
  };
  for (const path of ['/register', '/login', '/reset-password', '/verify-email-notice', '/checkout']) {
    const foot = footOf(path);
    expect(foot.querySelector('figure, h2'), path).toBeNull();
    expect(foot).toHaveTextContent('Todos los derechos reservados.');
    expect(screen.getByRole('link', { name: 'Políticas' })).toBeVisible();
    cleanup();
  }
  expect(footOf('/pricing').querySelector('figure')).not.toBeNull();
});
