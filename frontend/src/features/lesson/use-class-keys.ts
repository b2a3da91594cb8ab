import { useEffect, useRef } from 'react';

const letters: Record<string, 'before' | 'after'> = { j: 'after', k: 'before' };
const arrows: Record<string, 'before' | 'after'> = { ArrowRight: 'after', ArrowLeft: 'before' };
/** Where the person types, and controls that give letters a meaning of their own. */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
const own = '[role="tree"], [role="menu"], [role="listbox"], [popover], video, audio';

/** J or → goes on through the classes, K or ← goes back; not while one types, in a dialog, or in a control with keys of its own. */
export const useClassKeys = (enabled: boolean, go: (toward: 'before' | 'after') => void): void => {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(`${typing}, ${own}`) || document.querySelector('dialog[open]')) return;
      // Arrows scroll or operate the focused element, so they change the class only where none has the focus.
      const page = target === document.body || target.matches('h1, main');
      const toward = letters[event.key.toLowerCase()] ?? (page ? arrows[event.key] : undefined);
      if (!toward) return;
      event.preventDefault();
      latest.current(toward);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [enabled]);
};
