import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';
import { toFailure } from '../../ui/error-text.ts';
import { fieldKey, unsavedChanged } from './unsaved.ts';

/** What is typed goes to the school once nothing was typed for so long, and at the latest after so long. */
const PAUSE_MS = 1_500;
const LONGEST_MS = 6_000;
/** After a line that broke. */
const AGAIN_MS = 8_000;

type State = 'none' | 'kept' | 'lost' | 'full';

/** The forms of this course that this tab keeps, by name: those in which something stands that is not saved. */
export function typedHere(prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue;
      const text = sessionStorage.getItem(key) ?? '';
      const form = JSON.parse(text) as { valor?: unknown; de?: unknown };
      if (form.valor === undefined || form.valor !== form.de) found.set(key.slice(prefix.length), text);
    }
  } catch {
    // Nothing is kept here then.
  }
  return found;
}

/**
 * Keeps at the school what this tab keeps of what is being typed: with a pause, never at every key, only what changed. What was typed on another device
 * comes back when the editor opens, where this tab has nothing of its own; saved or given up, it is forgotten there too.
 */
function useKeptTyping(courseId: number): State {
  const { id: userId } = useSessionUser();
  const [keep] = api.useKeepTypedMutation();
  const [read] = api.useLazyTypedTextsQuery();
  const [state, setState] = useState<State>('none');
  useEffect(() => {
    const prefix = draftKey(userId, fieldKey(courseId, ''));
    /** As the school has them; null: it has not been asked yet. */
    let there: Map<string, string> | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    let sending = false;
    let over = false;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void sync(), ms);
    };
    const sync = async () => {
      since = 0;
      if (over || sending || there === null) return;
      const here = typedHere(prefix);
      const changed = [...here].filter(([form, text]) => there?.get(form) !== text);
      const gone = [...there.keys()].filter((form) => !here.has(form));
      if (changed.length + gone.length === 0) return setState(here.size > 0 ? 'kept' : 'none');
      sending = true;
      try {
        const formas = Object.fromEntries([...changed, ...gone.map((form) => [form, null] as const)]);
        await keep({ id: courseId, body: { formas } }).unwrap();
        there = here;
        if (!over) setState(here.size > 0 ? 'kept' : 'none');
      } catch (failure) {
        if (over) return;
        const { code } = toFailure(failure);
        setState(code === 'DRAFT_FULL' || code === 'MALFORMED' ? 'full' : 'lost');
        later(AGAIN_MS);
      } finally {
        sending = false;
      }
    };
    // Not in the event itself: looking through what is kept is nothing that a key has to wait for.
    const stir = () => {
      const now = Date.now();
      since ||= now;
      later(Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - now)));
    };
    const open = async () => {
      try {
        const { formas } = await read(courseId).unwrap();
        if (over) return;
        there = new Map(Object.entries(formas));
        const here = typedHere(prefix);
        for (const [form, text] of there) if (!here.has(form)) sessionStorage.setItem(`${prefix}${form}`, text);
        unsavedChanged();
        stir();
      } catch {
        if (!over) timer = setTimeout(() => void open(), AGAIN_MS);
      }
    };
    void open();
    const leave = () => {
      if (document.visibilityState === 'hidden') void sync();
    };
    for (const event of ['input', 'click', 'keydown'] as const) addEventListener(event, stir, { capture: true, passive: true });
    addEventListener('online', stir);
    document.addEventListener('visibilitychange', leave);
    return () => {
      void sync();
      over = true;
      clearTimeout(timer);
      for (const event of ['input', 'click', 'keydown'] as const) removeEventListener(event, stir, { capture: true });
      removeEventListener('online', stir);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [courseId, userId, keep, read]);
  return state;
}

/** Whether what is being typed is safe. */
export function KeptTyping({ courseId }: { courseId: number }) {
  const { t } = useTranslation('authoring');
  const state = useKeptTyping(courseId);
  return (
    <p className="muted kept-typing" role="status" data-state={state}>
      {state === 'none' ? '' : t(`typing.${state}`)}
    </p>
  );
}
