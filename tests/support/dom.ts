import { configure } from '@testing-library/react';

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
