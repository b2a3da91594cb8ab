import { useTranslation } from 'react-i18next';
import { along, type Point, roundedPath } from '../../domain/transit.ts';
import { usePageHeading } from '../../ui/page.tsx';
import './auth.css';

const lines: readonly { points: Point[]; color: string; from: number; to: number; stations: number }[] = [
  {
    points: [
      { x: -20, y: 86 },
      { x: 96, y: 86 },
      { x: 206, y: 196 },
      { x: 440, y: 196 },
    ],
    color: 'var(--panel-1)',
    from: 0.1,
    to: 0.9,
    stations: 6,
  },
  {
    points: [
      { x: -20, y: 246 },
      { x: 76, y: 246 },
      { x: 186, y: 136 },
      { x: 260, y: 136 },
      { x: 340, y: 56 },
      { x: 440, y: 56 },
    ],
    color: 'var(--panel-2)',
    from: 0.1,
    to: 0.9,
    stations: 6,
  },
  {
    points: [
      { x: 226, y: 44 },
      { x: 226, y: 140 },
      { x: 316, y: 230 },
      { x: 316, y: 262 },
    ],
    color: 'var(--panel-3)',
    from: 0,
    to: 1,
    stations: 4,
  },
];

/** A form beside the school's map. On phones only the form is shown. */
export function AuthFrame({
  title,
  panelTitle,
  panelText,
  children,
}: {
  title: string;
  panelTitle: string;
  panelText: string;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('auth');
  const heading = usePageHeading(title);
  return (
    <div className="access">
      <aside className="access-panel">
        <div>
          <p className="display access-panel-title">{panelTitle}</p>
          <p className="access-panel-text">{panelText}</p>
        </div>
        <svg viewBox="0 34 420 238" aria-hidden="true">
          <g fill="none" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round">
            {lines.map(({ points, color }) => (
              <path key={color} d={roundedPath(points, 24)} stroke={color} />
            ))}
          </g>
          {lines.map(({ points, color, stations, from, to }) =>
            along(points, stations, from, to).map((point) => (
              <circle
                key={`${color}${point.x}-${point.y}`}
                cx={point.x}
                cy={point.y}
                r="6.5"
                fill="var(--panel)"
                stroke={color}
                strokeWidth="4"
              />
            )),
          )}
          <circle cx="161" cy="151" r="13" fill="var(--cempasuchil)" stroke="var(--panel)" strokeWidth="5" />
        </svg>
        <ul className="access-panel-dots">
          {t('panel.points', { returnObjects: true }).map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </aside>
      <section className="access-sheet">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  );
}

/** A message about the whole form: a failure, or a success. */
export function FormNote({ tone, children }: { tone: 'error' | 'ok' | 'info'; children: React.ReactNode }) {
  return (
    <div className="note" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
