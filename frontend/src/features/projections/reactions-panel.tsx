import { useTranslation } from 'react-i18next';
import type { ReactionRow } from '../../../../backend/api/contract/reactions.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DeadLetters } from './dead-letters.tsx';
import './texts.ts';

/** Dead letters of reactors, and retrying them. Polled every few seconds, because dead letters are outside the log. */
export function ReactionsPanel() {
  const { t } = useTranslation('projections');
  const list = api.useReactionStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data } = list;
  const [retry] = api.useRetryReactionMutation();
  const [retryAll] = api.useRetryAllReactionsMutation();
  const count = data?.filas.length ?? 0;
  return (
    <DeadLetters<ReactionRow>
      of="reactions"
      id="reacciones"
      name="reacciones"
      rows={data?.filas}
      query={list}
      columns={{
        before: [
          { id: 'reaccion', label: t('reactions.columns.reaction'), cell: ({ reaccion }) => reaccion },
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
      {data?.bases.map(({ archivo, desde, error }) => (
        <p role="alert" key={archivo}>
          <StatusTag tone="error">{t('reactions.database', { file: archivo, since: formatDateTime(desde) })}</StatusTag>{' '}
          <span className="muted">{error}</span>
        </p>
      ))}
      {data?.archivos ? (
        <p role="alert">
          <StatusTag tone="error">
            {t(`reactions.${data.archivos.motivo}`, { count: data.archivos.desconocidos, total: data.archivos.total })}
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
  );
}
