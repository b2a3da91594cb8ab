import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Course } from '../../domain/course.ts';

const outline = vi.hoisted(() => ({ modulos: [] as object[] }));
vi.mock('../../api/api.ts', () => ({ api: { useGetOutlineQuery: () => ({ data: outline }) } }));
vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: 1, user_role: 2 }),
}));
const { CourseDetails } = await import('./course-details.tsx');

afterEach(cleanup);
const course = {
  ...{ id: 9, nombre: 'Redes', descripcion: 'Desde cero.', tipo: 'Básico', level: 'code', dificultad: 'principiante', duracion: null },
  ...{ precio: null, moneda: 'MXN', stripe_price_id: null, id_maestro: 5, instructor: 'Héctor Zamora', estado: 0, archivado: false },
  ...{ students: 3, created_at: '2026-03-02T12:00:00.000Z', actualizado: '2026-03-02T12:00:00.000Z' },
} as Course;
const show = () =>
  render(
    <MemoryRouter>
      <CourseDetails course={course} onClose={() => {}} />
    </MemoryRouter>,
  );

// rows: H07
test('the details of a course tell no price from a free one, and lead to its editor', () => {
  show();
  expect(screen.getByText('Sin precio')).toBeInTheDocument();
  expect(screen.queryByText('Gratis')).toBeNull();
  expect(screen.getByText('No configurado')).toBeInTheDocument();
  expect(screen.getByText('Este curso no tiene módulos configurados')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Editar', hidden: true })).toHaveAttribute('href', '/admin/courses/9/edit');
});

test('the modules of a course stand in their order with the number of their classes', () => {
  outline.modulos = [
    { id_modulo: 4, nombre: 'Cables', totalSesiones: 2 },
    { id_modulo: 2, nombre: 'Paquetes', totalSesiones: 1 },
  ];
  show();
  const items = screen.getAllByRole('listitem', { hidden: true });
  expect(items.map((item) => item.textContent)).toEqual(['Cables 2 clases', 'Paquetes 1 clase']);
  expect(within(items[0] as HTMLElement).getByText('Cables')).toHaveAttribute('lang', 'es');
});
