import { useSyncExternalStore } from 'react';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';

/** What an inline field keeps in this tab while it is not saved (use-draft.ts): what was typed, and what it was typed over. */
export interface Typed {
  valor: string;
  de: string;
}
/** The name under which a field of a course keeps what is typed. */
export const fieldKey = (courseId: number, field: string): string => `edicion.${courseId}.${field}`;

const kept = (key: string): Partial<Typed> | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Typed> | null;
  } catch {
    return null;
  }
};
const scan = (prefix: string): Set<string> => {
  const found = new Set<string>();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue;
      const typed = kept(key);
      if (typed && typed.valor !== typed.de) found.add(key.slice(prefix.length));
    }
  } catch {
    // Nothing is kept there then.
  }
  return found;
};

const known = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();
const fieldsOf = (prefix: string): ReadonlySet<string> => {
  const found = known.get(prefix) ?? scan(prefix);
  known.set(prefix, found);
  return found;
};
/** Something was typed, saved or thrown away. Who shows what is unsaved hears of it only where a field begins or ends to be: not at every key. */
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
  // What was kept while nobody looked.
  if (listeners.size === 0) known.clear();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The ids of the fields of a course that hold something unsaved: `modulo.3.nombre`. */
export function useUnsaved(courseId: number): ReadonlySet<string> {
  const { id } = useSessionUser();
  const prefix = draftKey(id, fieldKey(courseId, ''));
  return useSyncExternalStore(subscribe, () => fieldsOf(prefix));
}

/** What was typed back to what it was is nothing to keep: it would stand there as old text once others have changed the field. */
export function dropUnchanged(userId: number, courseId: number, field: string): void {
  const key = draftKey(userId, fieldKey(courseId, field));
  const typed = kept(key);
  if (typed && typed.valor === typed.de) sessionStorage.removeItem(key);
}
