import type { ExternalToast } from 'sonner';

/** Short notices stay 2 s, those over 60 characters 5 s; errors stay until they are dismissed (C-51). */
export const durationOf = (text: string, isError: boolean): number => {
  if (isError) return Number.POSITIVE_INFINITY;
  return text.length > 60 ? 5_000 : 2_000;
};

// The toaster arrives after the first paint; notices wait for it.
const library = () => import('sonner');
const show = async (kind: 'success' | 'info' | 'warning' | 'error', text: string, options: ExternalToast = {}): Promise<void> => {
  const { toast } = await library();
  // The same text twice is one notice, not a pile.
  toast[kind](text, {
    id: `${kind}:${text}`,
    duration: durationOf(text, kind === 'error'),
    ...(kind === 'error' ? { closeButton: true } : {}),
    ...options,
  });
};

export const notify = {
  success: (text: string, options?: ExternalToast) => void show('success', text, options),
  info: (text: string, options?: ExternalToast) => void show('info', text, options),
  warning: (text: string, options?: ExternalToast) => void show('warning', text, options),
  /** Persists until dismissed. */
  error: (text: string, options?: ExternalToast) => void show('error', text, options),
  dismissAll: () => void library().then(({ toast }) => toast.dismiss()),
};
