import { useCallback, useState } from 'react';
import { draftKey } from './drafts.ts';
import { useMaybeSession } from './session.ts';

const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
};

/**
 * Text typed into the form of this name is kept in this tab until it is saved or discarded, also when the dialog is closed, the page is left, or
 * the session ends by idling. The form has `data-draft="own"`, so that drafts.ts does not fill it too. null: a form that keeps nothing.
 */
export function useDraft<T extends object>(form: string | null, initial: () => T) {
  const user = useMaybeSession();
  const key = form === null || !user ? null : draftKey(user.id, form);
  const [{ value, restored }, setState] = useState(() => {
    const kept = key === null ? null : read<T>(key);
    return { value: kept ?? initial(), restored: kept !== null };
  });
  const change = useCallback(
    (next: T) => {
      setState((before) => ({ ...before, value: next }));
      if (key === null) return;
      try {
        sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage it lives as long as the form.
      }
    },
    [key],
  );
  const forget = useCallback(
    (next?: T) => {
      try {
        if (key !== null) sessionStorage.removeItem(key);
      } catch {
        // There was no storage that could have held it.
      }
      setState((before) => ({ value: next ?? before.value, restored: false }));
    },
    [key],
  );
  return { value, restored, change, forget };
}
