import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailRow } from '../../../../backend/api/contract/mail.ts';
import { useMailStatusQuery, useRetryAllMailMutation, useRetryMailMutation } from '../../api/generated.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { notify } from '../../ui/notify.ts';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './projections.css';
import './texts.ts';
import { ConsoleTable } from './console-table.tsx';

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
  const { data, error, isFetching, refetch } = useMailStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const [asked, setAsked] = useState<MailRow | 'all' | null>(null);
  const [retry] = useRetryMailMutation();
  const [retryAll] = useRetryAllMailMutation();
  const again = data?.filas.filter(({ reintentable }) => reintentable).length ?? 0;
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
              <ConsoleTable
                caption={t('mail.title')}
                columns={[
                  t('mail.columns.purpose'),
                  t('mail.columns.act'),
                  t('mail.columns.person'),
                  t('mail.columns.state'),
                  t('mail.columns.attempts'),
                  t('mail.columns.error'),
                  t('mail.columns.at'),
                ]}
              >
                {data.filas.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{t(`mail.purpose.${purposeOf(row)}`)}</th>
                    <td>
                      {row.reintentable ? (
                        <button
                          type="button"
                          onClick={() => setAsked(row)}
                          aria-label={t('mail.retryOf', { name: t(`mail.purpose.${purposeOf(row)}`), person: row.id_usuario })}
                        >
                          {t('mail.retry')}
                        </button>
                      ) : (
                        '—'
                      )}
                    </td>
                    <td>{row.id_usuario}</td>
                    <td>
                      <StatusTag tone={row.estado === 'fallido' ? 'error' : 'ahora'}>{t(`mail.state.${row.estado}`)}</StatusTag>
                    </td>
                    <td>{row.intentos}</td>
                    <td>{row.error === 'EXPIRED' ? t('mail.expired') : row.error}</td>
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
        <ErrorState title={t('mail.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={1} />
        </Skeleton>
      )}
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
