import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );

/** Under 768 px: outlines are drawers, and notices appear at the top. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)');
