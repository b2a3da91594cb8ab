import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './states.css';

/** True once `ms` have passed: what loads faster shows no skeleton at all. */
export const useDelayed = (ms = 150): boolean => {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
};

interface BarProps {
  width?: string | number;
  height?: string | number;
  radius?: string | number;
}
/** One grey shape. Sizes in CSS units or px; without one it is a full line of text. */
export function Bone({ width, height, radius }: BarProps) {
  return <span className="skeleton" style={{ width, height, borderRadius: radius }} />;
}

/** A loading placeholder: announces itself to assistive technology, and draws its shapes after 150 ms. Its space is taken at once, so that nothing jumps. */
export function Skeleton({ children, label }: { children: React.ReactNode; label?: string }) {
  const { t } = useTranslation();
  const visible = useDelayed();
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        {visible ? (label ?? t('state.loading')) : ''}
      </span>
      <div aria-hidden="true" style={visible ? undefined : { visibility: 'hidden' }}>
        {children}
      </div>
    </div>
  );
}

const bones = (count: number, bar?: BarProps) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
  Array.from({ length: count }, (_, index) => <Bone key={index} {...bar} />);

/** Lines of text. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return <div className="skeletons skeleton-text">{bones(lines)}</div>;
}

/** Cards in a grid, such as courses and figures. */
export function CardsSkeleton({ count = 3, height = 220, min = 280 }: { count?: number; height?: number; min?: number }) {
  return (
    <div className="skeletons" style={{ gap: 'var(--gap)', gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))` }}>
      {bones(count, { height, radius: 'var(--radius)' })}
    </div>
  );
}

/** Rows of a table or list. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return <div className="skeletons">{bones(rows, { height: 'var(--row)', radius: 4 })}</div>;
}
