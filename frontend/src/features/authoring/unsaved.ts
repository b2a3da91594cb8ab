import { useSyncExternalStore } from 'react';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';

/** The unsaved text of an inline field in this tab (use-draft.ts): the typed text, and the saved value that it started from. */
export interface Typed {
  valor: string;
  de: string;
}
/** The storage name of a field's unsaved text. */
export const fieldKey = (courseId: number, field: string): string => `edicion.${courseId}.${field}`;

const kept = (key: string): Partial<Typed> | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Typed> | null;
  } catch {
    return null;
  }
};
/** The unsaved texts under a name, by the key that keeps each. */
export const textsUnder = (prefix: string): Map<string, string> => {
  const found = new Map<string, string>();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue;
      const typed = kept(key);
      if (typed && typed.valor !== typed.de) found.set(key, typed.valor ?? '');
    }
  } catch {
    // Without storage nothing is kept there.
  }
  return found;
};

const scan = (prefix: string) => new Set([...textsUnder(prefix).keys()].map((key) => key.slice(prefix.length)));

const known = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();
const fieldsOf = (prefix: string): ReadonlySet<string> => {
  const found = known.get(prefix) ?? scan(prefix);
  known.set(prefix, found);
  return found;
};
/** Notifies when a field starts or ceases to have unsaved text; not at every key. */
export const unsavedChanged = (): void => {
  let news = false;
  for (const [prefix, before] of known) {
    const now = scan(prefix);
    if (now.size === before.size && [...now].every((field) => before.has(field))) continue;
    known.set(prefix, now);
    news = true;
  }
  if (news) for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  // Text kept while nobody was subscribed.
  if (listeners.size === 0) known.clear();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The ids of a course's fields with unsaved text: `modulo.3.nombre`. */
export function useUnsaved(courseId: number): ReadonlySet<string> {
  const { id } = useSessionUser();
  const prefix = draftKey(id, fieldKey(courseId, ''));
  return useSyncExternalStore(subscribe, () => fieldsOf(prefix));
}

/** Text that equals the saved value again is not kept: it would look like an old edit once others change the field. */
export function dropUnchanged(userId: number, courseId: number, field: string): void {
  const key = draftKey(userId, fieldKey(courseId, field));
  const typed = kept(key);
  if (typed && typed.valor === typed.de) sessionStorage.removeItem(key);
}
