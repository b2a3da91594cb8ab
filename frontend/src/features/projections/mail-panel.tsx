import { useTranslation } from 'react-i18next';
import type { MailRow } from '../../../../backend/api/contract/mail.ts';
import { api } from '../../api/api.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DeadLetters } from './dead-letters.tsx';
import '../../domain/mails/texts.ts';
import './texts.ts';

/** Outgoing mail: failed mails, and retrying them. Polled every few seconds, because the outbox is outside the log. */
export function MailPanel() {
  const { t } = useTranslation(['projections', 'mails']);
  const list = api.useMailStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data } = list;
  const [retry] = api.useRetryMailMutation();
  const [retryAll] = api.useRetryAllMailMutation();
  const purpose = ({ asunto }: MailRow) => t(`mails:purpose.${asunto}`);
  return (
    <DeadLetters<MailRow>
      of="mail"
      id="correo-saliente"
      name="correo"
      rows={data?.filas}
      query={list}
      columns={{
        before: [
          { id: 'correo', label: t('mail.columns.purpose'), cell: purpose },
          { id: 'persona', label: t('mail.columns.person'), cell: ({ id_usuario }) => id_usuario },
          {
            id: 'estado',
            label: t('mail.columns.state'),
            sort: ({ estado }) => estado,
            cell: ({ estado }) => <StatusTag tone={estado === 'fallido' ? 'error' : 'now'}>{t(`mail.state.${estado}`)}</StatusTag>,
          },
        ],
        after: [{ id: 'error', label: t('mail.columns.error'), cell: ({ error }) => (error === 'EXPIRED' ? t('mail.expired') : error) }],
      }}
      retryOf={(row) => t('mail.retryOf', { name: purpose(row), person: row.id_usuario })}
      canRetry={({ reintentable }) => reintentable}
      state={
        data ? (
          <span className="row">
            {data.fallidos > 0 ? <StatusTag tone="error">{t('mail.dead', { count: data.fallidos })}</StatusTag> : null}
            {data.esperando > 0 ? <StatusTag tone="now">{t('mail.waiting', { count: data.esperando })}</StatusTag> : null}
            {data.fallidos + data.esperando === 0 ? <StatusTag tone="ok">{t('mail.healthy')}</StatusTag> : null}
          </span>
        ) : null
      }
      onRetry={({ id }, body) => retry({ mailId: id, body }).unwrap()}
      onRetryAll={async (body) => (await retryAll(body).unwrap()).reintentados}
    >
      {data ? <p className="muted">{t(`mail.${data.salida}`)}</p> : null}
      {data && data.filas.length > 0 ? <p className="muted">{t('mail.hint')}</p> : null}
    </DeadLetters>
  );
}
