import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { EnrolBox } from './enrol-box.tsx';

const group = {
  ...{ id: 1, nombre: 'Noches', estado: 'por-empezar', inicio: '2027-01-05T17:00:00Z', fecha: '2027-01-05', hora: '09:00' },
  ...{ zona: 'America/Tijuana', fin: '2027-02-05', cupo: 5, libres: 3, abierto: true },
};
const { promise: answered, reject } = Promise.withResolvers<never>();
const enrol = vi.fn(() => ({ unwrap: () => answered }));
vi.mock('../../api/api.ts', () => ({ api: { useEnrolMutation: () => [enrol] } }));
vi.mock('../../api/feed.ts', () => ({ feed: () => ({ caughtUp: async () => undefined }) }));
vi.mock('../../lib/session.ts', () => ({ useSessionUser: () => ({ id: 9, user_role: 1, tipo_usuario: 1 }) }));
const action = vi.hoisted(() => vi.fn(() => ({ kind: 'start' }) as object));
vi.mock('../../domain/course.ts', () => ({ cardAction: action }));
vi.mock('./lesson-context.ts', () => ({ useLesson: () => ({ outline: { curso: { id: 4 }, grupos: [group] } }) }));
vi.mock('../../lib/use-live.ts', () => ({
  useLive: () => ({ data: { grupos: [group], mio: null }, error: undefined, isFetching: false, refetch: () => undefined }),
}));
afterEach(cleanup);

// rows: B30
test('the button keeps the focus while it enrols, is pressed once, and why a group was refused stands at the choice', async () => {
  render(<EnrolBox />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('radio', { name: /Noches/ }));
  await userEvent.tab();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button'));
  expect(enrol).toHaveBeenCalledTimes(1);
  reject({ status: 422, code: 'GROUP_FULL', message: '', fields: [], retryAfter: 0 } as never);
  expect((await screen.findByRole('alert')).textContent).toBe('Ya no quedan lugares en ese grupo. Elige otro.');
  expect((screen.getByRole('radio', { name: /Noches/ }) as HTMLInputElement).checked).toBe(false);
});

// rows: B30
test('a course that comes with the plan, or is bought, is bought for the group that is chosen', async () => {
  action.mockReturnValue({ kind: 'locked', to: '/checkout?plan=premium', buy: '/checkout?courseId=4' });
  render(<EnrolBox />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('radio', { name: /Noches/ }));
  expect(screen.getByRole('link', { name: 'Comprar Curso' }).getAttribute('href')).toBe('/checkout?courseId=4&grupo=1');
  expect(screen.getByRole('link', { name: 'Hazte Premium' }).getAttribute('href')).toBe('/checkout?plan=premium');
});
