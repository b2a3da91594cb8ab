import { useCallback, useState } from 'react';

/** Whether a panel beside the page is collapsed; remembered on this device by its name. */
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
        // Without storage, remembered for this visit only.
      }
    },
    [key],
  );
  return [folded, change];
};
