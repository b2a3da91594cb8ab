/**
 * What somebody had typed when the session ended by itself comes back when the same person returns to the same page in the same tab:
 * into the field of that name, as soon as there is one. Passwords and codes are never kept.
 */
const key = 'aulaviva.borradores';

type Field = HTMLInputElement | HTMLTextAreaElement;
interface Draft {
  userId: number;
  path: string;
  fields: { name: string; value: string }[];
}

const kinds = new Set(['text', 'email', 'tel', 'url', 'number', 'textarea']);
const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  kinds.has(target.type) &&
  target.autocomplete !== 'one-time-code';
const nameOf = (field: Field): string =>
  field.name || field.getAttribute('aria-label') || field.labels?.[0]?.textContent?.trim() || field.placeholder;

const typed = new Set<Field>();
/** Notes what is typed from now on, until the answered function is called. */
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

export function keepDrafts(userId: number, path: string): void {
  const fields = [...typed]
    .filter((field) => field.isConnected && field.value)
    .map((field) => ({ name: nameOf(field), value: field.value }));
  if (fields.length === 0) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, path, fields } satisfies Draft));
  } catch {
    // Storage that is full or forbidden keeps nothing.
  }
}

function take(userId: number, path: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
    if (!draft) return null;
    if (draft.userId === userId && draft.path !== path) return null;
    sessionStorage.removeItem(key);
    return draft.userId === userId ? draft : null;
  } catch {
    return null;
  }
}

/** As a person types it, so that whoever listens to the field hears it. */
function fill(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  typed.add(field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts back what was kept for this person on this page; `onRestored` once, when the first field has it. Answers how to stop waiting for the others. */
export function restoreDrafts(userId: number, path: string, onRestored: () => void): () => void {
  const draft = take(userId, path);
  if (!draft) return () => {};
  let left = draft.fields;
  const put = () => {
    const fields = [...document.querySelectorAll<Field>('input, textarea')].filter(isField);
    const before = left.length;
    left = left.filter(({ name, value }) => {
      const field = fields.find((one) => nameOf(one) === name);
      if (field) fill(field, value);
      return !field;
    });
    if (before === draft.fields.length && left.length < before) onRestored();
    if (left.length === 0) seeing.disconnect();
  };
  const seeing = new MutationObserver(put);
  seeing.observe(document.body, { childList: true, subtree: true });
  put();
  return () => seeing.disconnect();
}
