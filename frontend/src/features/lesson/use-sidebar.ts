import { useCallback, useState } from 'react';

const key = 'aulaviva.temario';
/** Whether the outline beside the lesson is folded away; remembered on this device. */
export const useSidebar = (): [boolean, (folded: boolean) => void] => {
  const [folded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(key) === 'plegado';
    } catch {
      return false;
    }
  });
  const change = useCallback((next: boolean) => {
    setFolded(next);
    try {
      if (next) localStorage.setItem(key, 'plegado');
      else localStorage.removeItem(key);
    } catch {
      // Remembered for this visit only.
    }
  }, []);
  return [folded, change];
};
