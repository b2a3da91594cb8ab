import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (hear) => {
      const media = matchMedia(query);
      media.addEventListener('change', hear);
      return () => media.removeEventListener('change', hear);
    },
    () => matchMedia(query).matches,
    () => false,
  );

/** Under 768 px: outlines are drawers, and notices appear at the top. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)');
