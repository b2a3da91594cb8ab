// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { expect, test } from 'vitest';
import { stateNow } from '../../domain/live-event/live-event.tsx';

// rows: G03
test('an open page knows by its own clock that an event began and that it is over', () => {
  const event = { estado: 'upcoming' as const, inicio: '2026-11-20T02:00:00.000Z', fin: '2026-11-20T03:00:00.000Z' };
  const at = (time: string) => stateNow(event, Date.parse(`2026-11-20T${time}:00.000Z`));
  expect([at('01:59'), at('02:00'), at('02:59'), at('03:00')]).toEqual(['upcoming', 'ongoing', 'ongoing', 'completed']);
  expect(stateNow({ ...event, estado: 'cancelled' }, Date.parse(event.inicio))).toBe('cancelled');
});
