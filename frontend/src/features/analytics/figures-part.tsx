import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { csvOf, saveCsv } from '../../lib/csv.ts';

/** A section of the page: a summarising sentence, the chart, and its numbers as a file. */
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
    </section>
  );
}
