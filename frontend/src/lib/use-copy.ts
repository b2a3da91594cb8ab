import { useEffect, useState } from 'react';

const SAID_MS = 2_000;

/** Puts a text on the clipboard; false where the browser refuses. */
export const toClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

/** For a button that copies a text, and shows for a moment whether it worked. */
export const useCopy = (text: () => string): { copied: boolean; failed: boolean; copy: () => Promise<void> } => {
  const [done, setDone] = useState<boolean | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return { copied: done === true, failed: done === false, copy: async () => setDone(await toClipboard(text())) };
};
