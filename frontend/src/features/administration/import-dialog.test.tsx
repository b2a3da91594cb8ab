import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { PackageReview } from '../../../../backend/api/contract/packages.ts';

const school = vi.hoisted(() => ({ me: { id: 1, user_role: 2 }, problems: [] as PackageReview['problemas'], brought: [] as unknown[] }));
vi.mock('../../ui/notify.ts', () => ({ notify: { success: vi.fn() } }));
vi.mock('../../lib/session.ts', async (original) => ({ ...(await original<object>()), useSessionUser: () => school.me }));
vi.mock('../../api/feed.ts', () => ({ feed: () => ({ caughtUp: async () => undefined }) }));
vi.mock('../../api/api.ts', () => ({
  api: { useInstructorsQuery: () => ({ data: { data: [{ id: 7, fullName: 'Julián Ocampo', email: null }] } }) },
}));
vi.mock('../../lib/upload.ts', () => ({
  sendFile: async (address: string, _: File, fields: object) => {
    const holds = { titulo: 'Redes', modulos: 2, sesiones: 3, subtemas: 4, recursos: 0, archivos: 0, bytes: 0 };
    if (address.endsWith('/revisar')) return { ...holds, problemas: school.problems };
    school.brought.push(fields);
    return { id: 12, nombre: 'Redes' };
  },
}));
const { ImportDialog } = await import('./import-dialog.tsx');

afterEach(() => {
  cleanup();
  Object.assign(school, { me: { id: 1, user_role: 2 }, problems: [], brought: [] });
});
const show = async () => {
  const router = createMemoryRouter([{ path: '*', element: <ImportDialog onClose={() => undefined} /> }]);
  render(<RouterProvider router={router} />);
  fireEvent.change(screen.getByLabelText('Elegir paquete', { selector: 'input' }), { target: { files: [new File(['x'], 'redes.zip')] } });
  expect(await screen.findByText('Redes')).toBeInTheDocument();
  return router;
};
const bring = () => screen.getByRole('button', { name: 'Crear el curso', hidden: true });

// rows: H10
test('an administrator says who teaches what they bring in; an instructor teaches it themselves', async () => {
  const router = await show();
  expect(bring()).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Instructor'), { target: { value: '7' } });
  fireEvent.click(bring());
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/courses/12/edit'));
  cleanup();
  school.me = { id: 7, user_role: 3 };
  const own = await show();
  expect(screen.queryByLabelText('Instructor')).toBeNull();
  fireEvent.click(bring());
  await waitFor(() => expect(own.state.location.pathname).toBe('/instructor/courses/12/edit'));
  expect(school.brought).toEqual([{ id_maestro: '7' }, {}]);
});

// rows: H10
test('a package that is wrong says where, and brings nothing in', async () => {
  school.problems = [{ donde: 'modulos.1.nombre', codigo: 'TITLE_EMPTY', mensaje: 'El título no puede estar vacío' }];
  await show();
  expect(screen.getByText('modulos.1.nombre')).toBeInTheDocument();
  expect(bring()).toBeDisabled();
});
