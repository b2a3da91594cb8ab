import { useState } from 'react';

/** Which thing a dialog is open for. What it was last open for stays readable, so that the dialog keeps its words while it closes. */
export const useDialog = <T = true>() => {
  const [{ open, of }, setState] = useState<{ open: boolean; of: T | null }>({ open: false, of: null });
  return {
    isOpen: open,
    of,
    show: (next: T) => setState({ open: true, of: next }),
    close: () => setState((before) => ({ ...before, open: false })),
  };
};
