import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whatever says that the reader has taken the page in hand. */
const hands = ['wheel', 'touchstart', 'keydown', 'mousedown'] as const;

const decoded = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
};

/**
 * Leads to the section that the address names, on the first load as well, and keeps it in view while what stands above it still arrives and grows; it lets go
 * once everything is there (`settled`) or the reader moves. Reading by keyboard goes on from there.
 */
export const useHashTarget = (settled: boolean): void => {
  const { hash, key } = useLocation();
  const settledNow = useRef(settled);
  settledNow.current = settled;
  /** Leads there once more and lets go; null while nothing is held. */
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
      // What held its place while it was on its way took the focus with it when it left.
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
