import { useLayoutEffect, useState } from 'react';

/**
 * Where what opens over a control is drawn: for one in a dialog a layer of that dialog over everything, for the dialog covers all else and cuts what
 * reaches over its edge. `null`: the page itself; `undefined`: not yet, or nothing is open (`of` is null).
 */
export const useLayer = (of: Element | null): HTMLElement | null | undefined => {
  const [layer, setLayer] = useState<HTMLElement | null>();
  useLayoutEffect(() => {
    if (!of) return undefined;
    const dialog = of.closest('dialog');
    const own = dialog && document.createElement('div');
    if (own) {
      own.className = 'layer';
      own.popover = 'manual';
      dialog.append(own);
      own.showPopover?.();
    }
    setLayer(own);
    return () => {
      own?.remove();
      setLayer(undefined);
    };
  }, [of]);
  return of ? layer : undefined;
};
