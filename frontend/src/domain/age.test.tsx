import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../i18n/i18n.ts';
import type { ReadStatus } from '../live/read-statuses.ts';

const shown = vi.hoisted(() => ({ readStatus: null as ReadStatus | null, asked: '' }));
vi.mock('../api/read-status.ts', () => ({
  useReadStatus: (of: string) => {
    shown.asked = of;
    return shown.readStatus;
  },
}));
const { Age } = await import('./age.tsx');
afterEach(cleanup);

// rows: J07, F11
test('the figures of a learner’s page say once how old they are, and exactly to who asks by keyboard or touch', async () => {
  shown.readStatus = { position: '0041' as ReadStatus['position'], at: Date.now() - 3 * 60_000, halted: null, next: null };
  const { rerender } = render(<Age of="panel" />);
  const age = screen.getByText('Actualizado hace 3 minutos');
  expect(shown.asked).toBe('panel');
  await userEvent.tab();
  expect(age).toHaveFocus();
  expect(age).toHaveTextContent(/\d{1,2} de \w+ de \d{4}.*\d{1,2}:\d{2}/);
  expect(document.body).not.toHaveTextContent('0041');

  // Halted figures are never called fresh, and before anything was read no age is shown.
  for (const readStatus of [{ ...shown.readStatus, halted: { since: null } }, null]) {
    shown.readStatus = readStatus;
    rerender(<Age key={String(readStatus)} of="panel" />);
    expect(document.querySelector('time')).toBeNull();
  }
});
