import { useSyncExternalStore } from 'react';

const query = '(max-width: 47.99rem)';
/** Under 768 px: outlines and details are drawers, and what pops up does so at the top. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (hear) => {
      const media = matchMedia(query);
      media.addEventListener('change', hear);
      return () => media.removeEventListener('change', hear);
    },
    () => matchMedia(query).matches,
    () => false,
  );
