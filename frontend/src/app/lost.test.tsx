import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Followed } from '../lib/following.ts';
import { type SessionUser, setSessionUser } from '../lib/session.ts';
import { Component as NotFound } from './not-found-page.tsx';
import { Component as Unauthorized } from './unauthorized-page.tsx';

const followed = vi.hoisted(() => [] as { answer: unknown; changed: () => void }[]);
vi.mock('../lib/follow.ts', () => ({
  follow: ({ answer }: Followed, changed: () => void) => {
    const one = { answer, changed };
    followed.push(one);
    return () => void followed.splice(followed.indexOf(one), 1);
  },
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (path: string) =>
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          { path: '/unauthorized', Component: Unauthorized },
          { path: '/admin/projections', element: 'Proyecciones de la escuela' },
          { path: '*', Component: NotFound },
        ],
        { initialEntries: [path] },
      )}
    />,
  );

// rows: A42
test('an address that is nearly one of the school’s offers that page, another the way to the courses', () => {
  show('/list-curses');
  expect(screen.getByRole('heading', { level: 1, name: '¡Ups! Página no encontrada.' })).toBeInTheDocument();
  expect(screen.getByText('¿Buscabas esta página?')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '/list-courses' })).toHaveAttribute('href', '/list-courses');
  cleanup();
  show('/nada-que-ver');
  expect(screen.queryByText('¿Buscabas esta página?')).toBeNull();
  expect(screen.getByRole('link', { name: 'Explorar cursos' })).toHaveAttribute('href', '/list-courses');
});

// rows: A41
test('who may not enter a page is told whom it is for and as whom they came, is led home, and the school is told', async () => {
  const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('{"message":""}'));
  vi.stubGlobal('fetch', sent);
  setSessionUser({ id: 7, user_role: 1, first_name: 'Ana', email: 'ana@ejemplo.mx', email_verified: true } as SessionUser);
  show('/unauthorized?from=%2Fadmin%2Fprojections%3Fproyeccion%3Dusers');
  expect(screen.getByRole('heading', { level: 1, name: 'Acceso denegado' })).toBeInTheDocument();
  expect(screen.getByText('Esta página es para: Administrador. Entraste como Estudiante.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ir a mi página de inicio' })).toHaveAttribute('href', '/dashboard');
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [url, init] = sent.mock.calls[0] ?? [];
  expect(url).toBe('/api/rechazos');
  expect(JSON.parse(String(init?.body))).toEqual({ lugar: '/admin/projections' });
});

// rows: I03
test('an administrator in the area of instructors is told how they see it', () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":""}'));
  setSessionUser({ id: 7, user_role: 2, first_name: 'Ana', email: 'ana@ejemplo.mx', email_verified: true } as SessionUser);
  show('/unauthorized?from=%2Finstructor%2Fcourses');
  expect(screen.getByText('Esta página es para: Instructor. Entraste como Administrador.')).toBeInTheDocument();
  expect(screen.getByText(/con «Ver como», en «Usuarios»/)).toBeInTheDocument();
});

// rows: A41
test('who gets the role while that page is open is led to where they were going', async () => {
  const ana = { id: 7, first_name: 'Ana', email: 'ana@ejemplo.mx', email_verified: true };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/sesion') ? { ...ana, user_role: 2 } : { message: '' }));
  setSessionUser({ ...ana, user_role: 1 } as SessionUser);
  show('/unauthorized?from=%2Fadmin%2Fprojections%3Fproyeccion%3Dusers');
  expect(screen.getByRole('heading', { level: 1, name: 'Acceso denegado' })).toBeInTheDocument();
  expect(followed.map(({ answer }) => answer)).toEqual([{ id: 7 }]);
  act(() => followed[0]?.changed());
  expect(await screen.findByText('Proyecciones de la escuela')).toBeInTheDocument();
});

test('who comes to that page and may enter the other is led there, and not reported', async () => {
  const sent = vi.fn(async () => new Response('{"message":""}'));
  vi.stubGlobal('fetch', sent);
  setSessionUser({ id: 7, user_role: 2, first_name: 'Ana', email: 'ana@ejemplo.mx', email_verified: true } as SessionUser);
  show('/unauthorized?from=%2Fadmin%2Fprojections');
  expect(await screen.findByText('Proyecciones de la escuela')).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
});
