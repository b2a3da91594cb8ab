import { useCallback, useState } from 'react';

/** Whether something beside the page is folded away; remembered on this device under the name of the place. */
export const useFolded = (place: string): [boolean, (folded: boolean) => void] => {
  const key = `aulaviva.${place}`;
  const [folded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(key) === 'plegado';
    } catch {
      return false;
    }
  });
  const change = useCallback(
    (next: boolean) => {
      setFolded(next);
      try {
        if (next) localStorage.setItem(key, 'plegado');
        else localStorage.removeItem(key);
      } catch {
        // Remembered for this visit only.
      }
    },
    [key],
  );
  return [folded, change];
};
