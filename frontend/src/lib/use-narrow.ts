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

/** Under 768 px: notices appear at the top, and the secondary actions of a page are in a menu. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)');
/** Under 960 px, as on a tablet held upright: panels beside a text become a drawer, or are folded above it. */
export const useOneColumn = (): boolean => useMedia('(max-width: 59.99rem)');
