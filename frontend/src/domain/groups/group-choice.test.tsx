import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { GroupRecord } from '../../../../backend/api/contract/records/groups.ts';
import '../../i18n/i18n.ts';
import { GroupChoice, noSeatIn, refusalAt } from './group-choice.tsx';

const group = (id: number, more: Partial<GroupRecord> = {}): GroupRecord => ({
  ...{ id, nombre: `Grupo ${id}`, estado: 'por-empezar', inicio: '2027-01-05T17:00:00Z', fecha: '2027-01-05', hora: '09:00' },
  ...{ zona: 'America/Tijuana', fin: '2027-02-05', cupo: 5, libres: 3, abierto: true, ...more },
});
let answer: { grupos: GroupRecord[]; mio: number | null };
vi.mock('../../lib/use-live.ts', () => ({
  useLive: () => ({ data: answer, error: undefined, loading: false, refresh: () => undefined }),
}));
afterEach(cleanup);

// rows: B30
test('one of the groups with a seat is chosen; a full one is named as such, and what one holds already stands', () => {
  answer = {
    grupos: [
      group(1, { libres: 0, abierto: false }),
      group(2, { fin: '2027-01-05' }),
      group(3, { libres: 0, abierto: false }),
      group(4, { estado: 'en-curso', abierto: false }),
    ],
    mio: 3,
  };
  const chosen = vi.fn();
  render(<GroupChoice courseId={9} value={undefined} onChange={chosen} />);
  const off = screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).disabled);
  expect(off).toEqual([true, false, false, true]);
  expect(screen.getByRole('radio', { name: /Grupo 1.*Grupo lleno/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Grupo 2\s*El 5 de enero de 2027/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Grupo 4.*Ya empezó/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Grupo 2.*Empieza a las 09:00 \(hora de Tijuana\)/ })).toBeTruthy();
  expect(chosen.mock.calls).toEqual([[3]]);
});

test('nothing is asked where the course is taken at one’s own pace; where no group has a seat it says so', () => {
  answer = { grupos: [], mio: null };
  expect(render(<GroupChoice courseId={9} value={undefined} onChange={() => undefined} />).container.textContent).toBe('');
  cleanup();
  answer = { grupos: [group(1, { libres: 0, abierto: false })], mio: null };
  render(<GroupChoice courseId={9} value={undefined} onChange={() => undefined} />);
  expect(screen.getByRole('note').textContent).toContain('ningún grupo tiene lugar');
  cleanup();
  answer = { grupos: [], mio: null };
  render(<GroupChoice courseId={9} value={undefined} onChange={() => undefined} error="Ese grupo se canceló." />);
  expect(screen.getByRole('alert').textContent).toBe(
    'Ese grupo se canceló. El curso ya no se toma en grupo: puedes seguir, y lo llevas a tu ritmo.',
  );
});

test('why it was refused is shown to whoever pressed a button far below: the first choice gets the focus', () => {
  answer = { grupos: [group(1, { libres: 0, abierto: false }), group(2)], mio: null };
  const of = (error: string | null) => (
    <>
      <GroupChoice courseId={9} value={undefined} onChange={() => undefined} error={error} />
      <GroupChoice courseId={10} value={undefined} onChange={() => undefined} error={error} />
      <button type="button">Pagar</button>
    </>
  );
  const { rerender } = render(of(null));
  screen.getByRole('button').focus();
  rerender(of('Elige el grupo'));
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[1]);
});

test('of several courses the refusal stands at the one that the school names; where it names none, at each', () => {
  const of = (code: string, path?: string) => ({
    status: 422,
    code,
    message: '',
    fields: path ? [{ path, message: '' }] : [],
    retryAfter: 0,
  });
  const at = (error: unknown) =>
    [9, 10].map((courseId) =>
      refusalAt(
        courseId,
        noSeatIn(error, () => 'lleno'),
      ),
    );
  expect(at(of('GROUP_FULL', 'grupos.10'))).toEqual([null, 'lleno']);
  expect(at(of('GROUP_FULL'))).toEqual(['lleno', 'lleno']);
  expect(at(of('COUPON_USED', 'cupon'))).toEqual([null, null]);
});
