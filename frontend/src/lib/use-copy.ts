import { useEffect, useState } from 'react';

const SAID_MS = 2_000;

/** Copies a text, and says for a moment that it is copied; a browser that refuses says nothing. */
export const useCopy = (text: () => string): { copied: boolean; copy: () => Promise<void> } => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: async () => {
      if (
        await navigator.clipboard.writeText(text()).then(
          () => true,
          () => false,
        )
      )
        setCopied(true);
    },
  };
};
