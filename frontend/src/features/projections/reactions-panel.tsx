import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReactionRow } from '../../../../backend/api/contract/reactions.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import './projections.css';
import './texts.ts';

/** What reactors gave up, and the way to have it done again. It comes back every few seconds, for dead letters live outside the log. */
export function ReactionsPanel() {
  const { t } = useTranslation('projections');
  const list = api.useReactionStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data, refetch } = list;
  const [asked, setAsked] = useState<ReactionRow | 'all' | null>(null);
  const [retry] = api.useRetryReactionMutation();
  const [retryAll] = api.useRetryAllReactionsMutation();
  const count = data?.filas.length ?? 0;
  const columns: readonly Column<ReactionRow>[] = [
    { id: 'reaccion', label: t('reactions.columns.reaction'), head: true, cell: ({ reaccion }) => reaccion },
    {
      id: 'acto',
      label: t('reactions.columns.act'),
      cell: (row) => (
        <button
          type="button"
          className="link"
          onClick={() => setAsked(row)}
          aria-label={t('reactions.retryOf', { name: row.reaccion, event: row.evento })}
        >
          {t('reactions.retry')}
        </button>
      ),
    },
    { id: 'evento', label: t('reactions.columns.event'), cell: ({ evento }) => evento },
    { id: 'intentos', label: t('reactions.columns.attempts'), sort: ({ intentos }) => intentos, cell: ({ intentos }) => intentos },
    { id: 'error', label: t('reactions.columns.error'), className: 'table-cut', cell: ({ error }) => error },
    {
      id: 'fecha',
      label: t('reactions.columns.at'),
      sort: ({ fecha }) => Date.parse(fecha),
      cell: ({ fecha }) => <time dateTime={fecha}>{formatDateTime(fecha)}</time>,
    },
  ];
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
          {data.rastros ? (
            <p role="alert">
              <StatusTag tone="error">
                {t('reactions.traces', { count: data.rastros.intentos, since: formatDateTime(data.rastros.desde) })}
              </StatusTag>{' '}
              <span className="muted">{data.rastros.error}</span>
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
            </>
          ) : null}
        </>
      ) : null}
      <DataTable
        name="reacciones"
        caption={t('reactions.title')}
        columns={columns}
        rows={data?.filas}
        rowId={({ id }) => id}
        query={list}
        failed={t('reactions.loadError')}
        empty={null}
        bones={1}
        dense
      />
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
