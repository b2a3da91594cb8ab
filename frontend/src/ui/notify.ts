import type { ExternalToast } from 'sonner';
import type { Kind } from './notices.ts';

// The toaster arrives after the first paint; notices wait for it. Where it cannot be downloaded there is nothing to show them in.
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
  /** Persists until dismissed, and is read out at once. */
  error: show('error'),
};
