import { useEffect, useRef, useState } from 'react';

/** How far ahead of the visible area a part is loaded. */
const AHEAD = '1200px 0px';

/**
 * Whether a part of the page that is loaded later is wanted: before one scrolls to `place`, its placeholder; on the first key press, because people who
 * search the page or use the keyboard do not scroll first; or at once with `led`.
 */
export const useNear = <T extends Element = HTMLDivElement>(led = false): { near: boolean; place: React.RefObject<T | null> } => {
  const [near, setNear] = useState(false);
  const place = useRef<T>(null);
  useEffect(() => {
    const come = () => setNear(true);
    if (led) return come();
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && come(), {
      rootMargin: AHEAD,
    });
    if (place.current) watch.observe(place.current);
    addEventListener('keydown', come, { once: true });
    return () => {
      watch.disconnect();
      removeEventListener('keydown', come);
    };
  }, [led]);
  return { near, place };
};
