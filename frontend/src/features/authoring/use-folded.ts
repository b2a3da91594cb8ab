import { useState } from 'react';

const key = 'aulaviva.editor';
/** Whether the outline beside the editor is folded away; remembered on this device. */
export const useFolded = (): [boolean, (folded: boolean) => void] => {
  const [folded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(key) === 'plegado';
    } catch {
      return false;
    }
  });
  const change = (next: boolean) => {
    setFolded(next);
    try {
      if (next) localStorage.setItem(key, 'plegado');
      else localStorage.removeItem(key);
    } catch {
      // Remembered for this visit only.
    }
  };
  return [folded, change];
};
