import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../i18n/i18n.ts';
import { ConnectionBadge, type ConnectionState } from './connection-badge.tsx';

afterEach(cleanup);

// rows: F11
test('in a narrow bar only what somebody should know takes words: not that all is well, nor the moment before', () => {
  const quiet = (state: ConnectionState, more: { partial?: boolean; waiting?: number } = {}) => {
    render(<ConnectionBadge state={state} lastBeat={() => null} {...more} />);
    const said = screen.getByRole('button').dataset.quiet;
    cleanup();
    return said === 'true';
  };
  expect((['connecting', 'live', 'reconnecting', 'offline'] as const).map((state) => quiet(state))).toEqual([true, true, false, false]);
  expect(quiet('live', { waiting: 2 })).toBe(false);
  expect(quiet('live', { partial: true })).toBe(false);
});
