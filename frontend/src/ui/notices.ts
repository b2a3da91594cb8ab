import { createElement } from 'react';
import { type ExternalToast, toast } from 'sonner';

export type Kind = 'success' | 'info' | 'warning' | 'error';

/** Short notices stay 2 s, those over 60 characters 5 s; errors stay until they are dismissed (C-51). */
export const durationOf = (text: string, isError: boolean): number => {
  if (isError) return Number.POSITIVE_INFINITY;
  return text.length > 60 ? 5_000 : 2_000;
};

let keepFocus: (() => void) | undefined;
// Only whoever presses keys, or has something typed for them, loses their place.
for (const kind of ['keydown', 'input'])
  addEventListener(
    kind,
    () =>
      void import('./keep-focus.ts').then(
        (module) => {
          keepFocus = module.keepFocus;
        },
        () => undefined,
      ),
    { once: true },
  );

let alerts = 0;
export function showNotice(kind: Kind, text: string, options: ExternalToast = {}): void {
  const isError = kind === 'error';
  keepFocus?.();
  // The live region of notices waits until a screen reader has finished its sentence; an alert inside it does not. The key: a repeated error is announced again.
  toast[kind](isError ? createElement('span', { role: 'alert', key: ++alerts }, text) : text, {
    // The same text twice is one notice.
    id: `${kind}:${text}`,
    duration: durationOf(text, isError),
    ...(isError ? { closeButton: true } : {}),
    ...options,
  });
}
