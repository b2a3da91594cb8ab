import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import '../../i18n/i18n.ts';
import './texts.ts';

vi.mock('../../lib/use-resource.ts', () => ({ useResource: () => ({ data: { desde: '2026-09-01T02:00:00.000Z' } }) }));
const { CompareDates } = await import('./compare-dates.tsx');
afterEach(cleanup);

// rows: J08
test('a day before the school and one to come say why they cannot be compared', async () => {
  render(
    <MemoryRouter initialEntries={['/admin/overview?comparar=2020-01-01_2999-01-01']}>
      <CompareDates onClose={() => undefined} />
    </MemoryRouter>,
  );
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('La escuela aún no empezaba'),
    expect.stringContaining('todavía no llega'),
  ]);
  expect(screen.getByRole('button', { name: 'Comparar' })).toBeDisabled();
});
