import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReactionRow } from '../../../../backend/api/contract/reactions.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { FailureView } from './failure-view.tsx';
import './texts.ts';

/** Dead letters of reactors, and retrying them. Polled every few seconds, because dead letters are outside the log. */
export function ReactionsPanel() {
  const { t } = useTranslation('projections');
  const list = api.useReactionStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data } = list;
  const [retry] = api.useRetryReactionMutation();
  const [retryAll] = api.useRetryAllReactionsMutation();
  const [open, setOpen] = useState<ReactionRow | null>(null);
  const count = data?.filas.length ?? 0;
  return (
    <>
      <DeadLetters<ReactionRow>
        of="reactions"
        id="reacciones"
        name="reacciones"
        rows={data?.filas}
        query={list}
        columns={{
          before: [
            {
              id: 'reaccion',
              label: t('reactions.columns.reaction'),
              cell: (row) => (
                <button
                  type="button"
                  className="link"
                  aria-haspopup="dialog"
                  aria-label={t('reactions.detailOf', { name: row.reaccion, event: row.evento })}
                  onClick={() => setOpen(row)}
                >
                  {row.reaccion}
                </button>
              ),
            },
            { id: 'evento', label: t('reactions.columns.event'), cell: ({ evento }) => evento },
          ],
          after: [{ id: 'error', label: t('reactions.columns.error'), className: 'table-cut', cell: ({ error }) => error }],
        }}
        retryOf={(row) => t('reactions.retryOf', { name: row.reaccion, event: row.evento })}
        state={
          data ? (
            <StatusTag tone={count > 0 ? 'error' : 'ok'}>{count > 0 ? t('reactions.dead', { count }) : t('reactions.healthy')}</StatusTag>
          ) : null
        }
        onRetry={({ id }, body) => retry({ reactionId: id, body }).unwrap()}
        onRetryAll={async (body) => (await retryAll(body).unwrap()).reintentados}
      >
        {data?.bases.map(({ archivo, desde, error, faltan, llaves }) => (
          <p role="alert" key={`${archivo} ${faltan} ${llaves}`}>
            <StatusTag tone="error">
              {llaves !== null
                ? t('reactions.keys', { file: archivo, since: formatDateTime(desde), count: llaves })
                : faltan === null
                  ? t('reactions.database', { file: archivo, since: formatDateTime(desde) })
                  : t('reactions.older', { file: archivo, since: formatDateTime(desde), count: faltan })}
            </StatusTag>{' '}
            {faltan === null ? <span className="muted">{error}</span> : null}
          </p>
        ))}
        {data?.registro ? (
          <p role="alert">
            <StatusTag tone="error">{t('reactions.log', { since: formatDateTime(data.registro.desde) })}</StatusTag>{' '}
            <Link to={`${paths.wholeHistory}?vista=integridad`}>{t('reactions.integrity')}</Link>
          </p>
        ) : null}
        {data?.archivos ? (
          <p role="alert">
            <StatusTag tone="error">
              {t(`reactions.${data.archivos.motivo}`, { count: data.archivos.afectados, total: data.archivos.total })}
            </StatusTag>
          </p>
        ) : null}
        {data?.rastros ? (
          <p role="alert">
            <StatusTag tone="error">
              {t('reactions.traces', { count: data.rastros.intentos, since: formatDateTime(data.rastros.desde) })}
            </StatusTag>{' '}
            <span className="muted">{data.rastros.error}</span>
          </p>
        ) : null}
        {count > 0 ? (
          <p className="muted">
            {t('reactions.hint')} {data?.mas ? t('reactions.more') : null}
          </p>
        ) : null}
      </DeadLetters>
      {open ? <ReactionDrawer row={open} onClose={() => setOpen(null)} onDone={() => void list.refetch()} /> : null}
    </>
  );
}

/** A dead letter of a reactor: why it failed, with which event, and what can be done. */
function ReactionDrawer({ row, onClose, onDone }: { row: ReactionRow; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('projections');
  const detail = api.useReactionDetailQuery(row.id);
  const [retry] = api.useRetryReactionMutation();
  const [skip] = api.useSkipReactionMutation();
  const [asked, setAsked] = useState<'until' | 'skip' | null>(null);
  const skips = asked === 'skip';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${row.reaccion} · ${row.evento}`}
      side="right"
      footer={
        <>
          <button data-writes type="button" className="btn danger" onClick={() => setAsked('skip')}>
            {t('reactions.skip')}
          </button>
          <button data-writes type="button" className="btn alt" onClick={() => setAsked('until')} disabled={!detail.data}>
            {t('reactions.until')}
          </button>
        </>
      }
    >
      <FailureView query={detail} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        danger={skips}
        title={skips ? t('reactions.skipTitle') : t('reactions.untilTitle', { name: row.reaccion })}
        confirmLabel={t(skips ? 'reactions.skip' : 'reactions.until')}
        reason={{ required: skips, of: `reaccion.${asked}.${row.id}` }}
        onConfirm={async (motivo) => {
          if (skips) {
            await skip({ reactionId: row.id, body: { motivo } }).unwrap();
            notify.success(t('reactions.skipped'));
          } else {
            const { reintentados } = await retry({ reactionId: row.id, body: { hasta: true, ...(motivo && { motivo }) } }).unwrap();
            notify.success(t('reactions.doneAll', { count: reintentados }));
          }
          onClose();
          onDone();
        }}
      >
        <p>{skips ? t('reactions.askSkip') : t('reactions.askUntil', { name: row.reaccion, count: detail.data?.hasta ?? 1 })}</p>
      </Confirm>
    </Dialog>
  );
}
