import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailRow } from '../../../../backend/api/contract/mail.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import './projections.css';
import './texts.ts';

const purposes = [
  'verify-email',
  'reset-password',
  'password-changed',
  'email-changed-from',
  'email-changed-to',
  'new-session',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'account-erased',
] as const;
const purposeOf = ({ asunto }: MailRow) => purposes.find((one) => one === asunto) ?? 'other';

/** Outgoing mail: what failed, and the way to send it again. It comes back every few seconds, for the outbox lives outside the log. */
export function MailPanel() {
  const { t } = useTranslation('projections');
  const list = api.useMailStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data, refetch } = list;
  const [asked, setAsked] = useState<MailRow | 'all' | null>(null);
  const [retry] = api.useRetryMailMutation();
  const [retryAll] = api.useRetryAllMailMutation();
  const again = data?.filas.filter(({ reintentable }) => reintentable).length ?? 0;
  const columns: readonly Column<MailRow>[] = [
    { id: 'correo', label: t('mail.columns.purpose'), head: true, cell: (row) => t(`mail.purpose.${purposeOf(row)}`) },
    {
      id: 'acto',
      label: t('mail.columns.act'),
      cell: (row) =>
        row.reintentable ? (
          <button
            type="button"
            className="link"
            onClick={() => setAsked(row)}
            aria-label={t('mail.retryOf', { name: t(`mail.purpose.${purposeOf(row)}`), person: row.id_usuario })}
          >
            {t('mail.retry')}
          </button>
        ) : (
          '—'
        ),
    },
    { id: 'persona', label: t('mail.columns.person'), cell: ({ id_usuario }) => id_usuario },
    {
      id: 'estado',
      label: t('mail.columns.state'),
      sort: ({ estado }) => estado,
      cell: ({ estado }) => <StatusTag tone={estado === 'fallido' ? 'error' : 'ahora'}>{t(`mail.state.${estado}`)}</StatusTag>,
    },
    { id: 'intentos', label: t('mail.columns.attempts'), sort: ({ intentos }) => intentos, cell: ({ intentos }) => intentos },
    { id: 'error', label: t('mail.columns.error'), cell: ({ error }) => (error === 'EXPIRED' ? t('mail.expired') : error) },
    {
      id: 'fecha',
      label: t('mail.columns.at'),
      sort: ({ fecha }) => Date.parse(fecha),
      cell: ({ fecha }) => <time dateTime={fecha}>{formatDateTime(fecha)}</time>,
    },
  ];
  return (
    <section className="card interior" aria-labelledby="correo-saliente">
      <header className="interior-head">
        <h2 id="correo-saliente">{t('mail.title')}</h2>
        {data ? (
          <span className="row">
            {data.fallidos > 0 ? <StatusTag tone="error">{t('mail.dead', { count: data.fallidos })}</StatusTag> : null}
            {data.esperando > 0 ? <StatusTag tone="ahora">{t('mail.waiting', { count: data.esperando })}</StatusTag> : null}
            {data.fallidos + data.esperando === 0 ? <StatusTag tone="ok">{t('mail.healthy')}</StatusTag> : null}
          </span>
        ) : null}
      </header>
      {data ? (
        <>
          <p className="muted">{t(`mail.${data.salida}`)}</p>
          {data.filas.length > 0 ? (
            <>
              <p className="muted">{t('mail.hint')}</p>
              {again > 1 ? (
                <div>
                  <button type="button" className="btn alt" onClick={() => setAsked('all')}>
                    {t('mail.retryAll', { count: again })}
                  </button>
                </div>
              ) : null}
            </>
          ) : null}
        </>
      ) : null}
      <DataTable
        name="correo"
        caption={t('mail.title')}
        columns={columns}
        rows={data?.filas}
        rowId={({ id }) => id}
        query={list}
        failed={t('mail.loadError')}
        empty={null}
        bones={1}
        dense
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t(asked === 'all' ? 'mail.retryAllTitle' : 'mail.retry')}
        confirmLabel={asked === 'all' ? t('mail.retryAll', { count: again }) : t('mail.retry')}
        reason={{ label: t('mail.reason'), of: `correo.${asked === 'all' ? asked : asked?.id}` }}
        onConfirm={async (motivo) => {
          if (!asked) return;
          const body = motivo ? { motivo } : {};
          if (asked === 'all') {
            const { reintentados } = await retryAll(body).unwrap();
            notify.success(t('mail.doneAll', { count: reintentados }));
          } else {
            await retry({ mailId: asked.id, body }).unwrap();
            notify.success(t('mail.done'));
          }
          void refetch();
        }}
      >
        <p>{t(asked === 'all' ? 'mail.retryAllAsk' : 'mail.retryAsk')}</p>
      </Confirm>
    </section>
  );
}
