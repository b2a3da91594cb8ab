import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../i18n/i18n.ts';
import './texts.ts';
import type { ReadStatus } from '../../live/read-statuses.ts';

const HOURS = 3_600_000;
const shown = vi.hoisted(() => ({ readStatus: null as ReadStatus | null, line: { state: 'live', at: null, partial: false } }));
vi.mock('../../api/read-status.ts', () => ({ useReadStatus: () => shown.readStatus }));
vi.mock('../../api/feed.ts', () => ({ useConnection: () => shown.line }));
const { ReachedUntil } = await import('./until.tsx');
afterEach(cleanup);

test('figures that are followed are of this moment while the line stands, however long ago they changed; else of when they were read', () => {
  shown.readStatus = { position: '0041' as ReadStatus['position'], at: Date.now() - 5 * HOURS, halted: null, next: null };
  render(<ReachedUntil of="overview" followed />);
  expect(screen.getByText(/^Actualizado /)).not.toHaveTextContent('hace');
  cleanup();
  render(<ReachedUntil of="overview" />);
  expect(screen.getByText('Actualizado hace 5 horas')).toBeVisible();
  cleanup();
  shown.line = { ...shown.line, state: 'offline' };
  render(<ReachedUntil of="overview" followed />);
  expect(screen.getByText('Actualizado hace 5 horas')).toBeVisible();
});
