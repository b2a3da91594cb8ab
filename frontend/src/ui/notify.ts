import type { ExternalToast } from 'sonner';

/** Short notices stay 2 s, those over 60 characters 5 s; errors stay until they are dismissed (C-51). */
export const durationOf = (text: string, isError: boolean): number => {
  if (isError) return Number.POSITIVE_INFINITY;
  return text.length > 60 ? 5_000 : 2_000;
};

type Library = typeof import('sonner');
// The toaster arrives after the first paint; notices wait for it. Where it cannot be downloaded there is nothing to show them in.
const withLibrary = (use: (library: Library) => void): void => void import('sonner').then(use, () => undefined);
const show = (kind: 'success' | 'info' | 'warning' | 'error', text: string, options: ExternalToast = {}): void =>
  withLibrary(({ toast }) => {
    // The same text twice is one notice, not a pile.
    toast[kind](text, {
      id: `${kind}:${text}`,
      duration: durationOf(text, kind === 'error'),
      ...(kind === 'error' ? { closeButton: true } : {}),
      ...options,
    });
  });

export const notify = {
  success: (text: string, options?: ExternalToast) => show('success', text, options),
  info: (text: string, options?: ExternalToast) => show('info', text, options),
  warning: (text: string, options?: ExternalToast) => show('warning', text, options),
  /** Persists until dismissed. */
  error: (text: string, options?: ExternalToast) => show('error', text, options),
  dismissAll: () => withLibrary(({ toast }) => void toast.dismiss()),
};
