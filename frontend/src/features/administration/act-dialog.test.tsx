import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Course } from '../../domain/course.ts';
import type { CourseActs } from './use-course-acts.ts';

vi.mock('../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: 1, user_role: 2 }),
}));
const { ActDialog } = await import('./act-dialog.tsx');

afterEach(cleanup);
const course = {
  ...{ id: 9, nombre: 'Redes', descripcion: 'Desde cero.', tipo: 'Básico', img_curso: null, precio: null, students: 0 },
  ...{ totalVideos: 0, videosSinTexto: 0 },
};
const show = (totalSesiones: number) =>
  render(
    <MemoryRouter>
      <ActDialog
        act={{ kind: 'publish', course: { ...course, totalSesiones } as Course }}
        onClose={() => {}}
        acts={{} as CourseActs}
        onVideos={() => {}}
      />
    </MemoryRouter>,
  );

// rows: H08
test('what cannot be published has its button disabled, and its reason leads to where it is mended', () => {
  show(0);
  expect(screen.getByRole('button', { name: 'Publicar', hidden: true })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'No tiene clases: no se puede publicar', hidden: true })).toHaveAttribute(
    'href',
    '/admin/courses/9/edit#temario',
  );
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
  cleanup();
  show(3);
  expect(screen.getByRole('button', { name: 'Publicar', hidden: true })).toBeEnabled();
  expect(screen.getByRole('textbox', { name: /Motivo/, hidden: true })).toBeInTheDocument();
});
