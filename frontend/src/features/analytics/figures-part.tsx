import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadStatus } from '../../api/read-status.ts';
import { csvOf, saveCsv } from '../../lib/csv.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatPosition } from '../../lib/format.ts';

/** A section of the page: a summarising sentence, the chart, its numbers as a file, and up to which position of the log they count. */
export function Part({
  title,
  finding,
  definition,
  file,
  rows,
  children,
}: {
  title: string;
  finding: string;
  definition: string;
  file: string;
  rows: readonly (readonly (string | number)[])[];
  children: React.ReactNode;
}) {
  const { t } = useTranslation('analytics');
  const id = useId();
  const { position, at } = useReadStatus('schoolFigures') ?? {};
  return (
    <section className="card figures-part" aria-labelledby={id}>
      <div className="figures-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="link"
          aria-label={t('figures.csvOf', { title })}
          onClick={() => saveCsv(`${file}.csv`, csvOf(rows))}
        >
          {t('figures.csv')}
        </button>
      </div>
      <p className="figures-finding">{finding}</p>
      {children}
      <p className="muted">{definition}</p>
      {position ? (
        <details>
          <summary>{t('figures.receipt')}</summary>
          <p className="muted">
            {t('figures.upTo')} <code>{formatPosition(position)}</code>. {at ? t('figures.readAt', { when: formatDateTime(at) }) : ''}
          </p>
        </details>
      ) : null}
    </section>
  );
}
