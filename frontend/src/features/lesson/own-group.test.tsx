import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { OwnGroup } from './own-group.tsx';

vi.mock('../../lib/use-live.ts', () => ({
  useLive: () => ({ data: { grupos: [], mio: null }, error: undefined, isFetching: false, refetch: () => undefined }),
}));
afterEach(cleanup);
const learner = (more: Partial<NonNullable<LearnerCourse['grupo']>>) =>
  ({
    ...{ id_curso: 4, id_usuario: 9, abre: null },
    grupo: { id: 1, nombre: 'Noches', estado: 'en-curso', fecha: '2026-12-10', fin: '2027-01-10', motivo: null, se_cambia: false, ...more },
  }) as LearnerCourse;

// rows: B30
test('a group that is going on says its days as the school names them, whatever the hour at which it began', () => {
  render(<OwnGroup learner={learner({})} />);
  expect(screen.getByText('Va del 10 de diciembre de 2026 al 10 de enero de 2027.')).toBeTruthy();
});

test('whoever presses before choosing is told to choose', async () => {
  render(<OwnGroup learner={learner({ estado: 'por-empezar', se_cambia: true })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Elegir otro grupo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cambiarme a este grupo' }));
  expect(screen.getByRole('alert').textContent).toBe('Elige el grupo en el que vas a tomar el curso.');
});
