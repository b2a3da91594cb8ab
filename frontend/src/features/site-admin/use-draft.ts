import { useCallback, useState } from 'react';

const prefix = 'aulaviva.sitio.';
const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as T | null;
  } catch {
    return null;
  }
};

/** What somebody types waits in this tab until it is saved or thrown away, also when the dialog is closed or the page is left. */
export function useDraft<T extends object>(key: string, initial: () => T) {
  const [{ value, restored }, setState] = useState(() => {
    const kept = read<T>(key);
    return { value: kept ?? initial(), restored: kept !== null };
  });
  const change = useCallback(
    (next: T) => {
      setState((before) => ({ ...before, value: next }));
      try {
        sessionStorage.setItem(prefix + key, JSON.stringify(next));
      } catch {
        // Then it lives as long as the form.
      }
    },
    [key],
  );
  const forget = useCallback(
    (next?: T) => {
      try {
        sessionStorage.removeItem(prefix + key);
      } catch {
        // There was nothing to keep it in.
      }
      setState((before) => ({ value: next ?? before.value, restored: false }));
    },
    [key],
  );
  return { value, restored, change, forget };
}
