import { useEffect, useRef } from 'react';

/** Flashes its element once, in soft cempasúchil, each time `value` changes after the first; not with reduced motion. */
export const useFlash = <T extends HTMLElement>(value: unknown) => {
  const ref = useRef<T>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    const first = before.current === undefined || before.current === null;
    before.current = value;
    const element = ref.current;
    if (first || !element || typeof element.animate !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.animate(
      [
        { backgroundColor: 'var(--cempasuchil-soft)' },
        { backgroundColor: 'var(--cempasuchil-soft)', offset: 0.25 },
        { backgroundColor: 'transparent' },
      ],
      { duration: 900, easing: 'ease-out' },
    );
  }, [value]);
  return ref;
};
