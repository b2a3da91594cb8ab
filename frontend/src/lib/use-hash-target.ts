import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Events by which the reader takes control of scrolling. */
const hands = ['wheel', 'touchstart', 'keydown', 'mousedown'] as const;

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
};

/**
 * Scrolls to the section in the address, on the first load as well, and keeps it in view while content above it still loads; it stops
 * once everything is loaded (`settled`) or the reader scrolls. Keyboard reading continues from there.
 */
export const useHashTarget = (settled: boolean): void => {
  const { hash, key } = useLocation();
  const settledNow = useRef(settled);
  settledNow.current = settled;
  /** Scrolls there once more and stops; null while nothing is kept in view. */
  const finish = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same section asked for again is a new wish
  useEffect(() => {
    const id = decoded(hash);
    if (!id) return;
    let first = true;
    const lead = () => {
      const section = document.getElementById(id);
      if (!section) return;
      section.scrollIntoView({ behavior: 'auto' });
      // The placeholder that had the focus was replaced.
      if (!first && document.activeElement !== document.body) return;
      first = false;
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
    };
    lead();
    if (settledNow.current) return;
    const growing = new ResizeObserver(lead);
    const release = () => {
      growing.disconnect();
      finish.current = null;
      for (const hand of hands) removeEventListener(hand, release);
    };
    growing.observe(document.body);
    for (const hand of hands) addEventListener(hand, release, { passive: true });
    finish.current = () => {
      lead();
      release();
    };
    return release;
  }, [hash, key]);
  useEffect(() => {
    if (settled) finish.current?.();
  }, [settled]);
};
