import { act, cleanup, render } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import '../i18n/i18n.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [true, 'top'],
  [false, 'bottom'],
])('on a phone (%s) notices stand at the %s: its foot has the tab bar and the next button', async (phone, place) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: phone && query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(<Toaster />);
  await act(async () => void toast('Guardado'));
  await vi.waitFor(() => expect(document.querySelector('[data-sonner-toaster]')?.getAttribute('data-y-position')).toBe(place));
});
