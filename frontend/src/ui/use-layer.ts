import { useLayoutEffect, useState } from 'react';

/**
 * Where a popup of a control is rendered: for a control in a dialog, in a top layer of that dialog, because the dialog covers everything else and clips
 * its content. `null`: in the page itself; `undefined`: not yet, or nothing is open (`of` is null).
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
