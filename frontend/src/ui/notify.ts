import type { ExternalToast } from 'sonner';
import type { Kind } from './notices.ts';

// The toaster is loaded after the first paint; notices wait for it. Where it cannot be downloaded they are not shown.
const show =
  (kind: Kind) =>
  (text: string, options?: ExternalToast): void =>
    void import('./notices.ts').then(
      ({ showNotice }) => showNotice(kind, text, options),
      () => undefined,
    );

export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  /** Stays until dismissed, and is announced at once. */
  error: show('error'),
};
