import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReactionRow } from '../../../../backend/api/contract/reactions.ts';
import { useReactionStatusQuery, useRetryAllReactionsMutation, useRetryReactionMutation } from '../../api/generated.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { notify } from '../../ui/notify.ts';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './projections.css';
import './texts.ts';
import { ConsoleTable } from './console-table.tsx';

/** What reactors gave up, and the way to have it done again. It comes back every few seconds, for dead letters live outside the log. */
export function ReactionsPanel() {
  const { t } = useTranslation('projections');
  const { data, error, isFetching, refetch } = useReactionStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const [asked, setAsked] = useState<ReactionRow | 'all' | null>(null);
  const [retry] = useRetryReactionMutation();
  const [retryAll] = useRetryAllReactionsMutation();
  const count = data?.filas.length ?? 0;
  return (
    <section className="card interior" aria-labelledby="reacciones">
      <header className="interior-head">
        <h2 id="reacciones">{t('reactions.title')}</h2>
        {data ? (
          <StatusTag tone={count > 0 ? 'error' : 'ok'}>{count > 0 ? t('reactions.dead', { count }) : t('reactions.healthy')}</StatusTag>
        ) : null}
      </header>
      {data ? (
        <>
          {data.archivos ? (
            <p role="alert">
              <StatusTag tone="error">
                {t(`reactions.${data.archivos.motivo}`, { count: data.archivos.desconocidos, total: data.archivos.total })}
              </StatusTag>
            </p>
          ) : null}
          {count > 0 ? (
            <>
              <p className="muted">
                {t('reactions.hint')} {data.mas ? t('reactions.more') : null}
              </p>
              {count > 1 ? (
                <div>
                  <button type="button" className="btn alt" onClick={() => setAsked('all')}>
                    {t('reactions.retryAll', { count })}
                  </button>
                </div>
              ) : null}
              <ConsoleTable
                caption={t('reactions.title')}
                columns={[
                  t('reactions.columns.reaction'),
                  t('reactions.columns.act'),
                  t('reactions.columns.event'),
                  t('reactions.columns.attempts'),
                  t('reactions.columns.error'),
                  t('reactions.columns.at'),
                ]}
              >
                {data.filas.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{row.reaccion}</th>
                    <td>
                      <button
                        type="button"
                        onClick={() => setAsked(row)}
                        aria-label={t('reactions.retryOf', { name: row.reaccion, event: row.evento })}
                      >
                        {t('reactions.retry')}
                      </button>
                    </td>
                    <td>{row.evento}</td>
                    <td>{row.intentos}</td>
                    <td className="console-error">{row.error}</td>
                    <td>
                      <time dateTime={row.fecha}>{formatDateTime(row.fecha)}</time>
                    </td>
                  </tr>
                ))}
              </ConsoleTable>
            </>
          ) : null}
        </>
      ) : error ? (
        <ErrorState title={t('reactions.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={1} />
        </Skeleton>
      )}
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t(asked === 'all' ? 'reactions.retryAllTitle' : 'reactions.retry')}
        confirmLabel={asked === 'all' ? t('reactions.retryAll', { count }) : t('reactions.retry')}
        reason={{ label: t('reactions.reason'), of: `reaccion.${asked === 'all' ? asked : asked?.id}` }}
        onConfirm={async (motivo) => {
          if (!asked) return;
          const body = motivo ? { motivo } : {};
          if (asked === 'all') {
            const { reintentados } = await retryAll(body).unwrap();
            notify.success(t('reactions.doneAll', { count: reintentados }));
          } else {
            await retry({ reactionId: asked.id, body }).unwrap();
            notify.success(t('reactions.done'));
          }
          void refetch();
        }}
      >
        <p>{t('reactions.ask')}</p>
      </Confirm>
    </section>
  );
}
