import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Menu, type MenuAct } from './menu.tsx';

export interface RowAct extends MenuAct {
  /** What the button says to screen readers, with the name of its row. */
  name?: string;
  /** Somebody waits for it: the button is a primary one. */
  waits?: boolean;
}

/** What can be done with a row: the first is its button, the others are in its menu. `label`: of the menu. */
export function RowActs({ label, acts: [first, ...others] }: { label: string; acts: readonly RowAct[] }) {
  if (!first) return null;
  const { id, name, to, writes, waits, disabled } = first;
  const className = waits ? 'btn' : 'btn alt';
  return (
    <span className="row row-acts">
      {to === undefined ? (
        <button
          type="button"
          data-row-act={id}
          data-writes={writes}
          className={className}
          aria-label={name}
          aria-disabled={disabled}
          onClick={disabled ? undefined : first.onAct}
        >
          {first.label}
        </button>
      ) : (
        <Link className={className} to={to} aria-label={name}>
          {first.label}
        </Link>
      )}
      <Menu label={label} button={<IconDots size={18} aria-hidden="true" />} acts={others} />
    </span>
  );
}
