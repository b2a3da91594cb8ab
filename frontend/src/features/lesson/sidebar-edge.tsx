import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const KEY = 'aulaviva.temario.ancho';
const [LEAST, MOST, INITIAL, STEP] = [224, 448, 320, 16];
const within = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)));

const remembered = (): number => {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return kept > 0 ? within(kept) : INITIAL;
  } catch {
    return INITIAL;
  }
};
const remember = (width: number): void => {
  try {
    if (width === INITIAL) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(width));
  } catch {
    // Without storage, remembered for this visit only.
  }
};

/** The width of the outline, set on its frame. */
export const outlineWidth = () => ({ '--outline': `${remembered()}px` }) as React.CSSProperties;

/** The edge of the outline: dragging it, or the arrow keys, change the outline's width, which this device remembers. */
export function SidebarEdge({ controls }: { controls: string }) {
  const { t } = useTranslation('lesson');
  const [width, setWidth] = useState(remembered);
  const edge = useRef<HTMLDivElement>(null);
  const dragged = useRef<{ from: number; width: number } | null>(null);
  // On the element and not in React state: a drag renders no lesson again.
  useLayoutEffect(() => edge.current?.parentElement?.style.setProperty('--outline', `${width}px`), [width]);
  const choose = (next: number) => {
    setWidth(within(next));
    remember(within(next));
  };
  const moves: Record<string, number> = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: LEAST, End: MOST };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved.
    <div
      ref={edge}
      className="classroom-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('sidebar.width')}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      title={t('sidebar.widthHint')}
      onKeyDown={(event) => {
        const next = moves[event.key];
        if (next === undefined) return;
        event.preventDefault();
        choose(next);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { from: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (dragged.current) setWidth(within(dragged.current.width + event.clientX - dragged.current.from));
      }}
      onLostPointerCapture={() => {
        dragged.current = null;
        remember(width);
      }}
      onDoubleClick={() => choose(INITIAL)}
    />
  );
}
