import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../lib/lazy-route.ts';
import { usePast } from '../lib/past.ts';
import type { MenuAct, MenuListProps } from './menu-list.tsx';
import './menu.css';

export type { MenuAct } from './menu-list.tsx';

// The headless library is loaded on hover or focus of the button (docs/decisions/0046-headless-controls.md).
const load = () => import('./menu-list.tsx').then((module) => module.MenuList);
const MenuList = lazyPart<MenuListProps>(load);

/** A button with a menu of actions: arrows, letters, Home and End move in it, Esc and a press outside close it, focus returns to the button. */
export function Menu({
  label,
  button,
  acts: all,
  className = 'btn icon ghost',
  tabIndex,
}: {
  label: string;
  button: React.ReactNode;
  acts: readonly MenuAct[];
  className?: string;
  /** -1 where the menu's actions have another way by keyboard. */
  tabIndex?: number;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const past = usePast();
  const acts = past === null ? all : all.filter(({ writes }) => !writes);
  const prepare = () => void load().catch(() => undefined);
  if (acts.length === 0) return null;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {button}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <MenuList label={label} acts={acts} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
