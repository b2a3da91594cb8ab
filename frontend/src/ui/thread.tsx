import { useTranslation } from 'react-i18next';
import './figures.ts';
import './thread.css';

export type Station = 'done' | 'now' | 'todo' | 'locked';

/** Stations of a course of which `done` are completed: those, the next one, the rest. */
export const stationsOf = (done: number, total: number): Station[] =>
  Array.from({ length: Math.max(0, total) }, (_, index) => (index < done ? 'done' : index === done ? 'now' : 'todo'));

/** Too many beads to be distinguished: the line shows the proportion instead. */
const most = 26;

/** The bead on a line: done, next, left. One image with one sentence. */
export function Thread({ stations, label, size = 'normal' }: { stations: readonly Station[]; label?: string; size?: 'normal' | 'small' }) {
  const { t } = useTranslation('figures');
  const done = stations.filter((station) => station === 'done').length;
  const said = label ?? t('thread.summary', { done, total: stations.length });
  if (stations.length === 0) return null;
  if (stations.length > most) {
    const share = (done / stations.length) * 100;
    return (
      <div role="img" aria-label={said} className="thread-line" data-size={size} style={{ '--fact': `${share}%` } as React.CSSProperties}>
        {done < stations.length ? <i style={{ left: `${share}%` }} /> : null}
      </div>
    );
  }
  return (
    <div role="img" aria-label={said} className="thread" data-size={size} style={{ '--n': stations.length } as React.CSSProperties}>
      {stations.map((station, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a station is its place on the line
        <i key={index} data-station={station} />
      ))}
    </div>
  );
}

/** One station beside the thing that it stands for (a row of a tree, a list); its state in words for screen readers. */
export function Bead({ station, quiet = false }: { station: Station; quiet?: boolean }) {
  const { t } = useTranslation('figures');
  return (
    <span className="bead" data-station={station}>
      {station === 'done' ? (
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path
            d="M2 6.4 4.8 9.2 10 3.4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      ) : null}
      {station === 'locked' ? (
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path
            d="M3 5.4h6v4.4H3zM4.2 5.4V3.8a1.8 1.8 0 0 1 3.6 0v1.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
        </svg>
      ) : null}
      {quiet ? null : <span className="sr">{t(`thread.${station}`)}</span>}
    </span>
  );
}
