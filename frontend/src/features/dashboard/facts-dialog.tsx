import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { factTypes, LearningFact } from '../../../../backend/api/contract/records/learning.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';

export type FactsOf = keyof typeof factTypes;
const STEP = 25;
const MOST = 100;

/** What a figure is made of: its share of each course, and the events behind it, the newest first; followed live. */
export interface Behind {
  of: FactsOf;
  figure: string;
  shares: readonly { id: number; name: string; value: string }[];
}
export function FactsDialog({ of, figure, shares, open, onClose }: Behind & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const user = useSessionUser();
  const [limit, setLimit] = useState(STEP);
  const query = api.useLearningFactsQuery({ userId: user.id, sobre: of, limit }, { skip: !open });
  const { data, isFetching } = query;
  return (
    <Dialog open={open} onClose={onClose} title={t('facts.title', { figure })}>
      <div className="stack">
        {shares.length > 0 ? (
          <ul className="evidence-list">
            {shares.map((share) => (
              <li key={share.id}>
                <Link lang="es" to={paths.course(share.id)}>
                  {share.name}
                </Link>
                <span className="num">{share.value}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="muted">{t('facts.lead')}</p>
        {data ? null : <QueryState of={query} failed={t('facts.loadError')} inline rows={4} />}
        {data?.length === 0 ? <p>{t('facts.none')}</p> : null}
        {data && data.length > 0 ? (
          <ol className="figure-facts">
            {data.map((fact) => (
              <Fact key={fact.posicion} fact={fact} />
            ))}
          </ol>
        ) : null}
        {data && data.length >= limit && limit < MOST ? (
          <button type="button" className="btn alt" onClick={() => setLimit(MOST)} disabled={isFetching} aria-busy={isFetching}>
            {t('facts.more')}
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}

function Fact({ fact }: { fact: LearningFact }) {
  const { t } = useTranslation('dashboard');
  const isClass = fact.tipo === 'ClassCompleted' || fact.tipo === 'ClassUncompleted';
  return (
    <li className="fact" data-less={fact.tipo === 'ClassUncompleted' || fact.tipo === 'LearnerUnenrolled' || undefined}>
      <time className="num muted" dateTime={fact.fecha}>
        {formatDateTime(fact.fecha)}
      </time>
      <span>
        <strong>{t(`facts.type.${fact.tipo}` as 'facts.type.ClassCompleted')}</strong>
        {fact.segundos === null ? null : <span className="num"> {formatSeconds(fact.segundos)}</span>}
        {isClass ? <span lang={fact.clase ? 'es' : undefined}> · {fact.clase ?? t('facts.gone')}</span> : null}
        <br />
        <Link lang="es" to={paths.course(fact.id_curso)}>
          {fact.curso}
        </Link>
      </span>
    </li>
  );
}
