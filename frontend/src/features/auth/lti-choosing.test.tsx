import '../../i18n/i18n.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetResources } from '../../lib/use-resource.ts';
import { Choosing } from './lti-choosing.tsx';

const sent: { url: string; body: unknown }[] = [];
beforeEach(() => {
  sent.length = 0;
  forgetResources();
  const answers: Record<string, unknown> = {
    'GET /api/lti/eleccion/abc': { plataforma: 'Moodle de Acme', varias: true, calificable: true },
    'POST /api/lti/eleccion/abc': { message: '', destino: null },
    'GET /api/cursos/buscar': { cursos: [{ id: 4, nombre: 'Agentes de IA' }] },
    'GET /api/cursos/esquema/4': { modulos: [{ nombre: 'Módulo 1', sesiones: [{ id_sesion: 9, titulo: 'El ciclo' }] }] },
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (body) sent.push({ url, body: JSON.parse(body) });
    const found = answers[`${method} ${url.replace(/\?.*/, '')}`];
    if (url.includes('/eleccion/') && !found) return new Response(JSON.stringify({ code: 'LTI_CHOICE_OVER' }), { status: 404 });
    return new Response(JSON.stringify(found ?? { code: 'NOT_FOUND' }), { status: found ? 200 : 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// rows: P06
it('a class of a course is chosen for a platform, with its progress as a grade', async () => {
  const router = createMemoryRouter([{ path: '/lti', element: <Choosing id="abc" /> }], { initialEntries: ['/lti'] });
  render(<RouterProvider router={router} />);
  const person = userEvent.setup();
  expect(await screen.findByText('Lo que elijas se agrega a tu curso en Moodle de Acme.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Agregar a mi curso' })).toBeDisabled();
  await person.click(screen.getByRole('combobox', { name: 'Curso' }));
  await person.click(await screen.findByRole('option', { name: /Agentes de IA/ }));
  await person.click(await screen.findByRole('combobox', { name: 'Qué se abre' }));
  await person.click(await screen.findByRole('option', { name: /El ciclo/ }));
  await person.click(screen.getByRole('button', { name: 'Agregar a mi curso' }));
  const body = { elementos: [{ curso: 4, clase: 9, calificar: true }] };
  await waitFor(() => expect(sent).toEqual([{ url: '/api/lti/eleccion/abc', body }]));
  expect(await screen.findByText('Listo. Cierra esta ventana y vuelve a tu plataforma.')).toBeInTheDocument();
});

it('who adds a course, or takes one away again, goes on at the choice of a course', async () => {
  const router = createMemoryRouter([{ path: '/lti', element: <Choosing id="abc" /> }], { initialEntries: ['/lti'] });
  render(<RouterProvider router={router} />);
  const person = userEvent.setup();
  const courses = await screen.findByRole('combobox', { name: 'Curso' });
  await person.click(courses);
  await person.click(await screen.findByRole('option', { name: /Agentes de IA/ }));
  await person.click(screen.getByRole('button', { name: 'Agregar otro' }));
  expect(screen.getByRole('combobox', { name: 'Curso' })).toHaveFocus();
  await person.click(screen.getByRole('button', { name: /^Quitar/ }));
  expect(screen.queryByRole('list', { name: 'Lo que elegiste' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Curso' })).toHaveFocus();
});

it('a choice that is over says so, and offers no reading again that cannot help', async () => {
  const router = createMemoryRouter([{ path: '/lti', element: <Choosing id="old" /> }], { initialEntries: ['/lti'] });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('Esta elección ya venció. Empieza otra vez desde tu plataforma.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'No se puede elegir ahora' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});
