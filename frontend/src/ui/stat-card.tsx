import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Bone } from './skeleton.tsx';
import { useFlash } from './use-flash.ts';
import './stat-card.css';

export { useFlash };

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
  tone?: 'agave' | 'bugambilia' | 'cempasuchil' | 'azul';
}

export function StatCard({ label, value, unit, definition, freshness, children, tone = 'agave' }: Props) {
  const { t } = useTranslation();
  const flash = useFlash<HTMLDivElement>(value);
  const id = useId();
  const anchor = `--c${id.replace(/\W/g, '')}`;
  return (
    <section className="cifra card" data-tone={tone} aria-labelledby={`${id}-label`}>
      <div className="cifra-destello" ref={flash} />
      <div className="cifra-cabeza">
        <h2 className="cifra-etiqueta" id={`${id}-label`}>
          {label}
        </h2>
        {definition ? (
          <>
            <button
              type="button"
              className="cifra-ayuda"
              popoverTarget={`${id}-definition`}
              aria-label={`${t('action.definition')}: ${label}`}
              style={{ anchorName: anchor } as React.CSSProperties}
            >
              ?
            </button>
            <div
              id={`${id}-definition`}
              popover="auto"
              className="cifra-definicion"
              style={{ positionAnchor: anchor } as React.CSSProperties}
            >
              <strong>{label}</strong>
              <p>{definition}</p>
            </div>
          </>
        ) : null}
      </div>
      <p className="cifra-valor">
        {value === undefined ? (
          <span aria-hidden="true">
            <Bone width="4ch" height="1em" />
          </span>
        ) : (
          <span className="mono">{value}</span>
        )}
        {unit && value !== undefined ? <span className="cifra-unidad"> {unit}</span> : null}
      </p>
      {children}
      {freshness ? <p className="cifra-frescura muted">{freshness}</p> : null}
    </section>
  );
}
