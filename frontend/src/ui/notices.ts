import { createElement } from 'react';
import { type ExternalToast, toast } from 'sonner';

export type Kind = 'success' | 'info' | 'warning' | 'error';

/** Short notices stay 2 s, those over 60 characters 5 s; errors stay until they are dismissed (C-51). */
export const durationOf = (text: string, isError: boolean): number => {
  if (isError) return Number.POSITIVE_INFINITY;
  return text.length > 60 ? 5_000 : 2_000;
};

let alerts = 0;
export function showNotice(kind: Kind, text: string, options: ExternalToast = {}): void {
  const isError = kind === 'error';
  // The region of the notices waits until a screen reader is done with its sentence; an alert inside it does not. The key: an error that comes again is said again.
  toast[kind](isError ? createElement('span', { role: 'alert', key: ++alerts }, text) : text, {
    // The same text twice is one notice, not a pile.
    id: `${kind}:${text}`,
    duration: durationOf(text, isError),
    ...(isError ? { closeButton: true } : {}),
    ...options,
  });
}
