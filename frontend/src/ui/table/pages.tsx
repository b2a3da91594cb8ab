import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';

/** The pages of a table: how to go back (absent: this is the first) and on (absent: the last), and what this one holds of how many. */
export function PageButtons({
  caption,
  range,
  back,
  next,
  waits,
}: {
  caption: string;
  range: { from: number; to: number; total: number } | undefined;
  back: { label: string; onGo: () => void } | undefined;
  next: (() => void) | undefined;
  /** The next page is not known yet. */
  waits: boolean;
}) {
  const { t } = useTranslation('table');
  if (!back && !next) return null;
  return (
    <nav className="row table-pages" aria-label={t('pages', { table: caption })}>
      {range && range.from <= range.to ? (
        <span className="muted" role="status">
          {t('range', { from: formatNumber(range.from), to: formatNumber(range.to), count: formatNumber(range.total) })}
        </span>
      ) : null}
      {back ? (
        <button type="button" className="btn alt" onClick={back.onGo}>
          {back.label}
        </button>
      ) : null}
      {next ? (
        <button type="button" className="btn alt" disabled={waits} onClick={next}>
          {t('next')}
        </button>
      ) : null}
    </nav>
  );
}
