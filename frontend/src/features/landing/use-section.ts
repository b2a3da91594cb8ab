import { useEffect, useState } from 'react';

/** The section of the page that stands in the middle of the window, for the navigation. */
export const useSection = (ids: readonly string[]): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(' ');
  useEffect(() => {
    const elements = key.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const inside = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) inside.add(entry.target.id);
          else inside.delete(entry.target.id);
        }
        setCurrent(key.split(' ').find((id) => inside.has(id)) ?? null);
      },
      { rootMargin: '-40% 0px -55% 0px' },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [key]);
  return current;
};
