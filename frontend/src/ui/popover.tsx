import { useId } from 'react';
import './menu.css';

/**
 * A button that opens a small panel of links, switches and boxes with the browser's own popover: Esc and a press outside close it, focus returns to the
 * button. A list of actions is a menu (`menu.tsx`).
 */
export function Popover({
  label,
  button,
  children,
  align = 'end',
  className = 'btn ghost',
}: {
  label: string;
  button: React.ReactNode;
  children: React.ReactNode;
  align?: 'start' | 'end';
  className?: string;
}) {
  const id = useId();
  const anchor = `--m${id.replace(/\W/g, '')}`;
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        style={{ anchorName: anchor } as React.CSSProperties}
      >
        {button}
      </button>
      <div id={id} popover="auto" className="menu" data-align={align} style={{ positionAnchor: anchor } as React.CSSProperties}>
        {children}
      </div>
    </>
  );
}

/** Closes the panel that contains `element`. */
export const closePopover = (element: Element): void => {
  const panel = element.closest('[popover]');
  if (panel instanceof HTMLElement) panel.hidePopover();
};
