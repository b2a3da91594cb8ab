import { useEffect, useState } from 'react';

/** The distance from the end of the page that counts as the end. */
const FOOT = 4;

/**
 * The section in the middle of the window, for the navigation; at the end of the page the last one, which may be too short to reach
 * the middle. `arrived` changes when sections appear or disappear.
 */
export const useSection = (ids: readonly string[], loaded: unknown): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived are the elements to watch
  useEffect(() => {
    const all = key.split(' ');
    const elements = all.flatMap((id) => document.getElementById(id) ?? []);
    const inside = new Set<string>();
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const atFoot = scrollY > 0 && scrollY + innerHeight >= scrollHeight - FOOT;
      setCurrent(atFoot ? (all.at(-1) ?? null) : (all.find((id) => inside.has(id)) ?? null));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) inside.add(entry.target.id);
          else inside.delete(entry.target.id);
        }
        look();
      },
      { rootMargin: '-40% 0px -55% 0px' },
    );
    for (const element of elements) observer.observe(element);
    addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', look);
    };
  }, [key, loaded]);
  return current;
};
