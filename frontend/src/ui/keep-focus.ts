/** How long after a notice the page may still remove what had the focus: the row, the dialog, the notice whose button was pressed. */
const WINDOW_MS = 1_500;
/** How many places are remembered: a row, its menu, a dialog, a dialog over it. */
const MOST = 8;
const focusable = 'a[href], button:not([disabled]), input:not([disabled])';
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(focusable)].filter((one) => !one.closest('[popover]'));

interface Place {
  element: HTMLElement;
  /** The rows beside that of the element, and which control of its row it was. */
  rows: readonly Element[];
  at: number;
}
/** Where the focus was, the last place first. */
let places: Place[] = [];

const note = (target: EventTarget | null): void => {
  if (!(target instanceof HTMLElement) || target === document.body || target.closest('[data-sonner-toaster]')) return;
  const row = target.closest('tr, li');
  const place = {
    element: target,
    rows: row ? [row.nextElementSibling, row.previousElementSibling].filter((one) => one !== null) : [],
    at: row ? controlsOf(row).indexOf(target) : -1,
  };
  places = [place, ...places.filter(({ element }) => element !== target)].slice(0, MOST);
};
note(document.activeElement);
document.addEventListener('focusin', ({ target }) => note(target));
// A press beside everything takes the focus away on purpose.
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Element && !target.closest('[data-sonner-toaster], dialog')) places = [];
});

const takes = (element: HTMLElement | null | undefined): boolean => {
  if (!element?.isConnected) return false;
  element.focus();
  return document.activeElement === element;
};
const settle = (): void => {
  if (document.activeElement !== document.body || places.length === 0) return;
  for (const { element, rows, at } of places) {
    if (takes(element)) return;
    for (const row of rows) {
      const controls = row.isConnected ? controlsOf(row) : [];
      if (takes(controls[at] ?? controls[0])) return;
    }
  }
  takes(document.querySelector<HTMLElement>('main h1'));
};

let watching: (() => void) | null = null;
/**
 * After an act the focus does not fall to the page: where what had it is removed, it goes to the same control of the row beside, else to what had it
 * before, else to the heading.
 */
export function keepFocus(): void {
  watching?.();
  const observer = new MutationObserver(settle);
  const timer = setTimeout(() => watching?.(), WINDOW_MS);
  watching = () => {
    observer.disconnect();
    clearTimeout(timer);
    watching = null;
  };
  observer.observe(document.body, { childList: true, subtree: true });
  settle();
}
