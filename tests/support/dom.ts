import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';

// A machine that does other things too is no reason for a red test; what never comes still fails.
configure({ asyncUtilTimeout: 8_000 });

// What jsdom does not have; a test that asked for no document needs none of it.
if ('document' in globalThis) {
  globalThis.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof matchMedia;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

// A notice stands longer than the test that put it there, and is the next one's when it is quick.
afterEach(() => void toast.dismiss());

// Files of one worker share its document and the packages it loaded. Each file has the project's own modules for itself, and leaves the document
// as it found it.
afterAll(() => {
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  if (!('document' in globalThis)) return;
  cleanup();
  document.body.replaceChildren(...document.body.querySelectorAll(':scope > [data-live-announcer]'));
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
