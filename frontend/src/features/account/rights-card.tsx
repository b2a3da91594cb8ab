import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDataRequest } from '../../../../backend/api/contract/rights.ts';
import { api } from '../../api/api.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { RightDialogProps } from './right-dialog.tsx';
import './texts.ts';

const RightDialog = lazyPart<RightDialogProps>(() => import('./right-dialog.tsx').then((module) => module.RightDialog));

/** One's own requests about personal data, and the school's answers. */
export function RightsCard() {
  const { t } = useTranslation('account');
  const query = api.useOwnDataRequestsQuery();
  const { data } = query;
  const [asking, setAsking] = useState(false);
  return (
    <section className="card stack account-wide" aria-labelledby="derechos">
      <h2 id="derechos">{t('rights.title')}</h2>
      <p className="muted">{t('rights.text')}</p>
      {data ? null : <QueryState of={query} failed={t('rights.loadError')} inline />}
      {data && data.length > 0 ? (
        <ul className="account-requests">
          {data.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      ) : null}
      <p>
        <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('rights.ask')}
        </button>
      </p>
      {asking ? (
        <Suspense fallback={null}>
          <RightDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Request({ request: { tipo, fecha, vence, texto, resultado, respuesta } }: { request: OwnDataRequest }) {
  const { t } = useTranslation('account');
  return (
    <li className="stack">
      <span className="row">
        <strong>{t(`rights.kinds.${tipo}`)}</strong>
        {resultado === null ? (
          <StatusTag tone="now">{t('rights.waits', { day: formatDay(vence, 'full') })}</StatusTag>
        ) : (
          <StatusTag tone={resultado === 'atendida' ? 'ok' : 'neutral'}>{t(`rights.outcomes.${resultado}`)}</StatusTag>
        )}
        <span className="muted">{formatDate(fecha)}</span>
      </span>
      {texto ? <span className="muted">{texto}</span> : null}
      {respuesta ? <span>{respuesta}</span> : null}
    </li>
  );
}
