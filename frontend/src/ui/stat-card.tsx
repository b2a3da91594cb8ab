import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Bone } from './skeleton.tsx';
import { useFlash } from './use-flash.ts';
import './stat-card.css';

export { useFlash };

const tones = ['agave', 'azul', 'bugambilia', 'cempasuchil'] as const;
export type StatTone = (typeof tones)[number];
/** Figures in a row take the colours in turn. */
export const toneAt = (index: number): StatTone => tones[index % tones.length] ?? 'agave';

interface Props {
  label: string;
  /** Already formatted; `undefined` while loading. */
  value: string | number | undefined;
  unit?: string;
  /** What the figure counts, shown on demand. */
  definition?: string;
  /** How fresh it is: `<Freshness at={…} />` or a sentence. */
  freshness?: React.ReactNode;
  /** Beside or under the figure: a sparkline, a bead line, a comparison. */
  children?: React.ReactNode;
  tone?: StatTone;
}

export function StatCard({ label, value, unit, definition, freshness, children, tone = 'agave' }: Props) {
  const { t } = useTranslation();
  const flash = useFlash<HTMLDivElement>(value);
  const id = useId();
  const anchor = `--c${id.replace(/\W/g, '')}`;
  return (
    <section className="figure card" data-tone={tone} aria-labelledby={`${id}-label`}>
      <div className="figure-flash" ref={flash} />
      <div className="figure-head">
        <h2 className="figure-label" id={`${id}-label`}>
          {label}
        </h2>
        {definition ? (
          <>
            <button
              type="button"
              className="figure-help"
              popoverTarget={`${id}-definition`}
              aria-label={`${t('action.definition')}: ${label}`}
              style={{ anchorName: anchor } as React.CSSProperties}
            >
              ?
            </button>
            <div
              id={`${id}-definition`}
              popover="auto"
              className="figure-definition"
              style={{ positionAnchor: anchor } as React.CSSProperties}
            >
              <strong>{label}</strong>
              <p>{definition}</p>
            </div>
          </>
        ) : null}
      </div>
      <p className="figure-value">
        {value === undefined ? (
          <span aria-hidden="true">
            <Bone width="4ch" height="1em" />
          </span>
        ) : (
          <span className="mono">{value}</span>
        )}
        {unit && value !== undefined ? <span className="figure-unit"> {unit}</span> : null}
      </p>
      {children}
      {freshness ? <p className="figure-freshness muted">{freshness}</p> : null}
    </section>
  );
}
