import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentRecord } from '../../../../backend/api/contract/notifications.ts';
import { api } from '../../api/api.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import type { roles } from './audience.ts';

const PAGE = 25;
const tones = { programada: 'info', enviada: 'ok', retirada: 'neutral' } as const;

/** All notifications that were sent, scheduled or withdrawn, newest first, with live figures. */
export function Sent() {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  /** The cursor of each page that was left, to go back to it. */
  const [places, setPlaces] = useState<readonly (string | undefined)[]>([undefined]);
  const cursor = places.at(-1);
  const query = api.useNotificationHistoryQuery({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
  const { data } = query;
  const [withdraw] = api.useWithdrawNotificationMutation();
  const [restore] = api.useRestoreNotificationMutation();
  const { save, act } = useSave();
  const [leaving, setLeaving] = useState<SentRecord | null>(null);
  const [giving, setGiving] = useState<SentRecord | null>(null);
  const giveBack = (id: number, motivo: string) => [() => restore({ id, body: { motivo } }).unwrap(), { done: t('restored') }] as const;
  return (
    <section className="stack" aria-labelledby="notificaciones-historial">
      <h2 id="notificaciones-historial">{t('history')}</h2>
      {data ? null : <QueryState of={query} failed={t('loadError')} rows={5} />}
      {data?.notificaciones.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : null}
      <ul className="notifications-list">
        {data?.notificaciones.map((one) => (
          <li key={one.id_notificacion}>
            <One sent={one} onWithdraw={() => setLeaving(one)} onRestore={() => setGiving(one)} />
          </li>
        ))}
      </ul>
      {places.length > 1 || data?.siguiente ? (
        <nav className="row" aria-label={t('pages')}>
          <button type="button" className="btn alt" disabled={places.length === 1} onClick={() => setPlaces((had) => had.slice(0, -1))}>
            {t('newer')}
          </button>
          <button
            type="button"
            className="btn alt"
            disabled={!data?.siguiente}
            onClick={() => setPlaces((had) => [...had, data?.siguiente ?? undefined])}
          >
            {t('older')}
          </button>
        </nav>
      ) : null}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('withdrawTitle')}
        confirmLabel={t('withdraw')}
        danger
        reason={{ required: true, of: `notificacion.${leaving?.id_notificacion}` }}
        failureText={(failure) => `${t('deleteError')}. ${errorText(failure)}`}
        onConfirm={(motivo) => {
          if (!leaving) return;
          const { id_notificacion: id } = leaving;
          return save(() => withdraw({ id, motivo }).unwrap(), {
            done: t('withdrawn'),
            offer: { action: { label: t('undo'), onClick: () => void act(...giveBack(id, t('undoReason'))) } },
          });
        }}
      >
        <p>{leaving ? t(leaving.estado === 'programada' ? 'withdrawPlanned' : 'withdrawText', { title: leaving.titulo }) : ''}</p>
      </Confirm>
      <Confirm
        open={giving !== null}
        onClose={() => setGiving(null)}
        title={t('restoreTitle')}
        confirmLabel={t('restore')}
        reason={{ required: true, of: `notificacion.${giving?.id_notificacion}.vuelve` }}
        onConfirm={(motivo) => giving && save(...giveBack(giving.id_notificacion, motivo))}
      >
        <p>{giving ? t('restoreText', { title: giving.titulo }) : ''}</p>
      </Confirm>
    </section>
  );
}

function One({ sent, onWithdraw, onRestore }: { sent: SentRecord; onWithdraw: () => void; onRestore: () => void }) {
  const { t } = useTranslation('notifications');
  const { titulo, mensaje, tipo, estado, fecha_envio, autor } = sent;
  const { user_role } = useSessionUser();
  return (
    <article className="card stack" aria-label={titulo}>
      <div className="row notifications-head">
        <h3 lang="es">{titulo}</h3>
        <StatusTag tone={tones[estado]}>{t(`state.${estado}`)}</StatusTag>
        {tipo === 'urgent' ? <StatusTag tone="urgent">{t('type.urgent')}</StatusTag> : null}
      </div>
      <p className="notifications-message" lang="es">
        {mensaje}
      </p>
      <p className="muted">
        <AudienceWords of={sent.audiencia} /> ·{' '}
        <Moment at={fecha_envio}>
          {estado === 'programada'
            ? t('plannedAt', { when: formatDateTime(fecha_envio) })
            : t('sentAt', { when: formatRelative(fecha_envio) })}
        </Moment>
        {autor ? ` · ${t('by', { name: autor })}` : ''}
      </p>
      {estado === 'programada' || sent.destinatarios === 0 ? null : <Funnel sent={sent} />}
      <div className="row">
        {estado === 'retirada' ? (
          <button data-writes type="button" className="btn alt" aria-label={t('restoreOf', { title: titulo })} onClick={onRestore}>
            {t('restore')}
          </button>
        ) : (
          <button data-writes type="button" className="btn alt" aria-label={t('withdrawOf', { title: titulo })} onClick={onWithdraw}>
            {t('withdraw')}
          </button>
        )}
        {user_role === role.admin ? <HistoryButton of={{ of: 'sent', notificationId: sent.id_notificacion }} name={titulo} /> : null}
      </div>
    </article>
  );
}

function AudienceWords({ of: { clase, rol, plan, curso, quienes, segmento } }: { of: SentRecord['audiencia'] }) {
  const { t } = useTranslation('notifications');
  const gone = t('said.gone');
  const words = {
    todos: () => t('audience.todos'),
    propia: () => t('audience.propia'),
    rol: () => t('said.rol', { what: t(`role.${rol as (typeof roles)[number]}`) }),
    plan: () => t('said.plan', { what: t(`plan.${plan as 1 | 2}`) }),
    curso: () => t('said.curso', { what: curso ?? gone, who: t(`who.${quienes}`) }),
    segmento: () => t('said.segmento', { what: segmento ?? gone }),
  };
  return <>{words[clase]()}</>;
}

/** Each step as a share of the step before: delivered, seen, opened. */
function Funnel({ sent: { titulo, destinatarios, vistas, abiertas } }: { sent: SentRecord }) {
  const { t } = useTranslation('notifications');
  const steps = [
    ['funnelDelivered', destinatarios],
    ['funnelSeen', vistas],
    ['funnelOpened', abiertas],
  ] as const;
  return (
    <dl className="notifications-funnel" aria-label={t('funnel', { title: titulo })}>
      {steps.map(([name, count]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <span className="notifications-bar" aria-hidden="true">
              <i style={{ inlineSize: `${(100 * count) / destinatarios}%` }} />
            </span>
            <span className="num">{formatNumber(count)}</span>{' '}
            <span className="muted">{formatPercent(Math.round((100 * count) / destinatarios))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
