import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import type { FactsOf } from './facts-dialog.tsx';

const FactsDialog = lazyPart(() => import('./facts-dialog.tsx').then((module) => module.FactsDialog));

/** The parts of a figure, on demand: by course, each a link, and the events themselves. */
export function Evidence({
  title,
  rows,
  facts,
}: {
  title: string;
  rows: readonly { id: number; name: string; value: string }[];
  facts: FactsOf;
}) {
  const { t } = useTranslation('dashboard');
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      {rows.length > 0 ? (
        <details className="evidence">
          <summary>
            {t('stats.evidence')}
            <span className="sr">: {title}</span>
          </summary>
          <ul className="evidence-list">
            {rows.map((row) => (
              <li key={row.id}>
                <Link lang="es" to={paths.course(row.id)}>
                  {row.name}
                </Link>
                <span className="mono">{row.value}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <button
        type="button"
        className="link evidence-facts"
        aria-haspopup="dialog"
        aria-label={t('facts.openOf', { figure: title })}
        onClick={() => setOpen('open')}
      >
        {t('facts.open')}
      </button>
      {open === 'never' ? null : (
        <Suspense fallback={null}>
          <FactsDialog of={facts} figure={title} open={open === 'open'} onClose={() => setOpen('closed')} />
        </Suspense>
      )}
    </>
  );
}
