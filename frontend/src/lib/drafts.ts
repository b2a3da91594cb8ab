import { draftPrefix } from './session.ts';

/**
 * Text that somebody had typed when the session ended by itself is restored when the same person returns to the same page in the same tab:
 * into the field of the same name in the same form, whenever that form is shown. Passwords and codes are never kept.
 *
 * A form is identified by `data-draft` on it or around it: its subject, and the thing's id (`resena.3`). Without one, a dialog is identified by its title.
 * Forms with `data-draft="own"` keep typed text by themselves (use-draft.ts).
 */
type Field = HTMLInputElement | HTMLTextAreaElement;
interface Draft {
  /** Path and query of the page. */
  place: string;
  form: string;
  name: string;
  value: string;
}

/** The storage key for this person's typed text; `form` for one that keeps its own. */
export const draftKey = (userId: number, form?: string): string => `${draftPrefix}.${userId}${form === undefined ? '' : `.${form}`}`;

const kinds = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'textarea']);
const formOf = (field: Field): string => {
  const marked = field.closest<HTMLElement>('[data-draft]');
  if (marked) return marked.dataset['draft'] ?? '';
  const title = field.closest('dialog')?.getAttribute('aria-labelledby');
  return title ? (document.getElementById(title)?.textContent?.trim() ?? '') : '';
};
const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  kinds.has(target.type) &&
  target.autocomplete !== 'one-time-code' &&
  formOf(target) !== 'own';
/** Without the field's own text, which is inside a label around it. */
const textOf = (label: Element | undefined): string => {
  const copy = label?.cloneNode(true) as Element | undefined;
  for (const inside of copy?.querySelectorAll('textarea, select') ?? []) inside.remove();
  return copy?.textContent?.trim() ?? '';
};
const nameOf = (field: Field): string => field.name || field.getAttribute('aria-label') || textOf(field.labels?.[0]) || field.placeholder;
/** The target after signing in is not part of the page's identity. */
const here = (): string => {
  const query = new URLSearchParams(location.search);
  query.delete('returnTo');
  return `${location.pathname}?${query}`;
};

const typed = new Set<Field>();
/** Records typed text from now on, until the returned function is called. */
export function noteTyping(): () => void {
  const note = (event: Event) => {
    if (isField(event.target)) typed.add(event.target);
  };
  addEventListener('input', note, { capture: true });
  return () => {
    removeEventListener('input', note, { capture: true });
    typed.clear();
  };
}

const read = (userId: number): Draft[] => {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(userId)) ?? '[]') as Draft[];
  } catch {
    return [];
  }
};
const write = (userId: number, drafts: readonly Draft[]): void => {
  try {
    if (drafts.length > 0) sessionStorage.setItem(draftKey(userId), JSON.stringify(drafts));
    else sessionStorage.removeItem(draftKey(userId));
  } catch {
    // Full or forbidden storage keeps nothing.
  }
};
const isOf = (a: Omit<Draft, 'value'>, b: Omit<Draft, 'value'>): boolean => a.place === b.place && a.form === b.form && a.name === b.name;

/** Stores the typed text of this page, beside text that still waits for a form that has not been shown again. */
export function keepDrafts(userId: number): void {
  const place = here();
  const fresh = [...typed]
    .filter((field) => field.isConnected && field.value)
    .map((field): Draft => ({ place, form: formOf(field), name: nameOf(field), value: field.value }));
  write(userId, [...read(userId).filter((old) => !fresh.some((one) => isOf(one, old))), ...fresh]);
}

/** Text typed by another person in this tab is not restored. */
function forgetOthers(userId: number): void {
  const own = draftKey(userId);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftPrefix) && key !== own && !key.startsWith(`${own}.`)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there then.
  }
}

/** Set as if typed, so that listeners of the field are notified. */
function fill(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  typed.add(field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Restores the kept text of this person each time its form is shown; `onRestored` once, when the first field has it. Returns a function that stops it. */
export function restoreDrafts(userId: number, onRestored: () => void): () => void {
  forgetOthers(userId);
  let left = read(userId);
  if (left.length === 0) return () => {};
  let announced = false;
  const put = () => {
    const place = here();
    const wanted = left.filter((draft) => draft.place === place);
    if (wanted.length === 0) return;
    const fields = [...document.querySelectorAll<Field>('input, textarea')]
      .filter(isField)
      .map((field) => ({ field, form: formOf(field), name: nameOf(field), place }));
    const done = wanted.filter((draft) => {
      const found = fields.filter((one) => isOf(one, draft));
      // An ambiguous match is not restored.
      if (found[0] && found.length === 1) fill(found[0].field, draft.value);
      return found.length === 1;
    });
    if (done.length === 0) return;
    left = left.filter((draft) => !done.includes(draft));
    write(userId, left);
    if (!announced) onRestored();
    announced = true;
    if (left.length === 0) seeing.disconnect();
  };
  const seeing = new MutationObserver(put);
  seeing.observe(document.body, { childList: true, subtree: true });
  put();
  return () => seeing.disconnect();
}
