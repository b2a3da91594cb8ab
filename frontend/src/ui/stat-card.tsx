import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router-dom';
import { Bone } from './skeleton.tsx';
import { useFlash } from './use-flash.ts';
import './stat-card.css';

export { useFlash };

const tones = ['agave', 'blue', 'bougainvillea', 'cempasuchil'] as const;
export type StatTone = (typeof tones)[number];
/** Figures in a row take the colours in turn. */
export const toneAt = (index: number): StatTone => tones[index % tones.length] ?? 'agave';

/** Figures side by side. `fresh`: how current they are, said once for all of one answer. */
export function StatGrid({ label, fresh, children }: { label: string; fresh?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section className="figure-set" aria-label={label}>
      <div className="figure-grid">{children}</div>
      {fresh ? <p className="figure-note muted">{fresh}</p> : null}
    </section>
  );
}

interface Props {
  label: string;
  /** Already formatted; `undefined` while loading. */
  value: string | number | undefined;
  unit?: string;
  /** What the figure counts, shown on demand. */
  definition?: string;
  /** What the whole card leads to: a page, or a dialog that it opens. `name` says so, and contains the label. */
  behind?: { name: string } & ({ to: To } | { onOpen: () => void });
  /** Under the figure: what it is a part of; null while it is loading, so that it has its line. */
  note?: string | null | undefined;
  /** Beside or under the figure: a sparkline, a bead line, a comparison. */
  children?: React.ReactNode;
  tone?: StatTone;
}

export function StatCard({ label, value, unit, definition, behind, note, children, tone = 'agave' }: Props) {
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
        {behind ? <Behind {...behind} /> : null}
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
            <Bone width="2.5em" height="1.15em" />
          </span>
        ) : (
          <span className="num">{value}</span>
        )}
        {unit && value !== undefined ? <span className="figure-unit"> {unit}</span> : null}
      </p>
      {children}
      {note === undefined ? null : <p className="figure-note muted">{note ?? '\u00a0'}</p>}
    </section>
  );
}

function Behind({ name, ...target }: NonNullable<Props['behind']>) {
  const icon = <IconChevronRight size={16} aria-hidden="true" />;
  return 'to' in target ? (
    <Link className="figure-behind" to={target.to} preventScrollReset={typeof target.to === 'object' && !target.to.hash} aria-label={name}>
      {icon}
    </Link>
  ) : (
    <button type="button" className="figure-behind" aria-haspopup="dialog" aria-label={name} onClick={target.onOpen}>
      {icon}
    </button>
  );
}
