import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import './move-buttons.css';

/** For a list whose rows move: the button that moved its row keeps the focus for the next press. */
export const useMoves = () => {
  const list = useRef<HTMLOListElement>(null);
  const kept = useRef<string | null>(null);
  useEffect(() => {
    if (kept.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-moves="${kept.current}"]`)?.focus();
    kept.current = null;
  });
  const keep = (id: number | string, by: -1 | 1) => {
    kept.current = `${id} ${by}`;
  };
  return { list, keep };
};

interface Props {
  id: number | string;
  /** Its index in the list, and the length. */
  index: number;
  total: number;
  labelOf: (by: -1 | 1) => string;
  onMove: (by: -1 | 1) => void;
}

/** Up and down by one. */
export function MoveButtons({ id, index, total, labelOf, onMove }: Props) {
  return (
    <span className="moves">
      {([-1, 1] as const).map((by) => (
        <button
          data-writes
          key={by}
          type="button"
          className="btn icon alt"
          data-moves={`${id} ${by}`}
          aria-disabled={by < 0 ? index === 0 : index === total - 1}
          aria-label={labelOf(by)}
          onClick={() => onMove(by)}
        >
          {by < 0 ? <IconArrowUp size={18} aria-hidden="true" /> : <IconArrowDown size={18} aria-hidden="true" />}
        </button>
      ))}
    </span>
  );
}
