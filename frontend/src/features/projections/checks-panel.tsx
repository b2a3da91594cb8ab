import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentChecks } from '../../../../backend/api/contract/projections.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { notify } from '../../ui/notify.ts';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DiffSamples } from './diff-view.tsx';
import './texts.ts';

const POLL_MS = 2_000;

/** Whether what is served is what the log says: the last night's sample, examples of what differs, and what somebody asked for. */
export function ChecksPanel() {
  const { t } = useTranslation('projections');
  const query = api.useDocumentChecksQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const [check] = api.useCheckDocumentsMutation();
  const [act, setAct] = useState<'check' | 'mend' | null>(null);
  const { data, error } = query;
  if (!data)
    return error ? (
      <ErrorState title={t('checks.failed')} error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={5} />
      </Skeleton>
    );
  const { noche: night, muestras: samples, pedidas: asked } = data;
  const views = [...new Set(samples.map(({ vista }) => vista))];
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="comprobacion-noche">
        <div className="row">
          <h2 id="comprobacion-noche">{t('checks.night')}</h2>
          {night ? (
            <StatusTag tone={night.distintos > 0 ? 'error' : 'ok'}>
              {night.distintos > 0
                ? t('checks.differ', { count: night.distintos, written: formatNumber(night.distintos) })
                : t('checks.same')}
            </StatusTag>
          ) : null}
        </div>
        <p className="muted">{t('checks.hint')}</p>
        <p>
          {night
            ? t('checks.nightFacts', {
                count: night.documentos,
                written: formatNumber(night.documentos),
                views: night.vistas,
                when: formatDateTime(night.fecha),
              })
            : t('checks.noNight')}
        </p>
        <div className="row">
          <button data-writes type="button" className="btn alt" onClick={() => setAct('check')}>
            {t('checks.now')}
          </button>
          {samples.length > 0 ? (
            <button data-writes type="button" className="btn" onClick={() => setAct('mend')}>
              {t('checks.mend')}
            </button>
          ) : null}
        </div>
        {views.map((view) => (
          <div key={view} className="projection-part">
            <h3 className="mono">{view}</h3>
            <DiffSamples samples={samples.filter(({ vista }) => vista === view)} heads={[t('checks.served'), t('checks.folded')]} />
          </div>
        ))}
      </section>
      <section className="card stack" aria-labelledby="comprobacion-pedidas">
        <h2 id="comprobacion-pedidas">{t('checks.asked')}</h2>
        {asked.length === 0 ? (
          <Empty title={t('checks.none')} />
        ) : (
          <ol className="projection-checks">
            {asked.map((one) => (
              <Asked key={one.id} one={one} />
            ))}
          </ol>
        )}
      </section>
      <Confirm
        open={act !== null}
        title={t(act === 'mend' ? 'checks.mend' : 'checks.now')}
        confirmLabel={t(act === 'mend' ? 'checks.mend' : 'checks.now')}
        reason={{ label: t('actions.reason'), of: `comprobacion.${act}` }}
        onConfirm={async (motivo) => {
          const body = { motivo, corregir: act === 'mend' };
          // Of each read model, the documents that differ; a sample of all where nothing does.
          if (act === 'mend')
            for (const vista of views)
              await check({ ...body, vista, claves: samples.flatMap((one) => (one.vista === vista ? [one.clave] : [])) }).unwrap();
          else await check(body).unwrap();
          notify.success(t('checks.begun'));
          void query.refetch();
        }}
        onClose={() => setAct(null)}
      >
        <p>{t(act === 'mend' ? 'checks.mendText' : 'checks.nowText')}</p>
      </Confirm>
    </div>
  );
}

function Asked({ one }: { one: DocumentChecks['pedidas'][number] }) {
  const { t } = useTranslation('projections');
  const { resultado: result } = one;
  return (
    <li>
      <div className="row">
        <strong>{t(one.corregir ? 'checks.kind.mend' : 'checks.kind.check')}</strong>
        <StatusTag tone={result === null ? 'ahora' : result.distintos > 0 && !result.corregidos ? 'error' : 'ok'}>
          {result === null
            ? t('checks.running')
            : result.distintos === 0
              ? t('checks.same')
              : t(result.corregidos ? 'checks.mended' : 'checks.differ', {
                  count: result.distintos,
                  written: formatNumber(result.distintos),
                })}
        </StatusTag>
      </div>
      <p className="muted">
        {formatDateTime(one.fecha)}
        {one.quien ? ` · ${one.quien}` : ''}
        {one.motivo ? ` · ${one.motivo}` : ''}
        {result ? ` · ${t('checks.documents', { count: result.documentos, written: formatNumber(result.documentos) })}` : ''}
        {result && result.vistas.length > 0 ? ` · ${result.vistas.join(', ')}` : ''}
      </p>
    </li>
  );
}
