import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';
import { toFailure } from '../../ui/error-text.ts';
import { fieldKey, unsavedChanged } from './unsaved.ts';

/** Unsaved text is sent to the school after this pause in typing, and at the latest after this time. */
const PAUSE_MS = 1_500;
const LONGEST_MS = 6_000;
/** The retry after a broken connection. */
const AGAIN_MS = 8_000;

type State = 'none' | 'kept' | 'lost' | 'full';

/** The forms of this course with unsaved text in this tab, by name. */
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
    // Without storage nothing is kept here.
  }
  return found;
}

/**
 * Stores at the school the unsaved text that this tab keeps: after a pause, and only what changed. Text typed on another device
 * is restored when the editor opens, where this tab has none of its own; once saved or discarded, it is deleted there too.
 */
function useKeptTyping(courseId: number): State {
  const { id: userId } = useSessionUser();
  const [keep] = api.useKeepTypedMutation();
  const [read] = api.useLazyTypedTextsQuery();
  const [state, setState] = useState<State>('none');
  useEffect(() => {
    const prefix = draftKey(userId, fieldKey(courseId, ''));
    /** As stored at the school; null: not read yet. */
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
    // Runs outside the event handler, so that typing does not wait for the search through storage.
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

/** Whether unsaved text has been stored. */
export function KeptTyping({ courseId }: { courseId: number }) {
  const { t } = useTranslation('authoring');
  const state = useKeptTyping(courseId);
  return (
    <p className="muted kept-typing" role="status" data-state={state}>
      {state === 'none' ? '' : t(`typing.${state}`)}
    </p>
  );
}
