import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WebinarRecord } from '../../../../backend/api/contract/webinars.ts';
import { stateNow } from '../../domain/live-event/live-event.tsx';
import { formatRelative } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSeat } from './use-seat.ts';

/** The person's own status at a live event. */
export function OwnPart({ event }: { event: WebinarRecord }) {
  const { t } = useTranslation('events');
  const { mio, inscritos, cupo } = event;
  if (mio === null) return inscritos >= cupo && event.estado === 'upcoming' ? <StatusTag tone="empty">{t('full')}</StatusTag> : null;
  if (mio.asistio) return <StatusTag tone="ok">{t('attended')}</StatusTag>;
  if (mio.estado === 'inscrito') return <StatusTag tone="ok">{t('seat')}</StatusTag>;
  return <StatusTag tone="info">{t('turn', { turn: mio.turno })}</StatusTag>;
}

/** From this long before a seat's link opens, the page says when it does. */
const DAY_MS = 86_400_000;

/** The actions that the person may take on their seat now. */
export function EventActs({ event, now }: { event: WebinarRecord; now: number }) {
  const { t } = useTranslation('events');
  const seat = useSeat(event);
  const [leaving, setLeaving] = useState(false);
  const { mio, titulo: name, falta_premium, inscritos, cupo, en_linea, abre, grabacion } = event;
  const state = stateNow(event, now);
  const coming = state === 'upcoming';
  const seated = mio?.estado === 'inscrito';
  const open = seated && en_linea && (state === 'ongoing' || (coming && now >= Date.parse(abre)));
  const full = inscritos >= cupo;
  return (
    <>
      {open ? (
        <button type="button" className="btn" aria-disabled={seat.busy} aria-label={t('joinOf', { name })} onClick={() => void seat.join()}>
          {t('join')}
        </button>
      ) : null}
      {coming && falta_premium ? (
        <Link className="btn" to={paths.pricing} aria-label={t('premiumOf', { name })}>
          {t('premium')}
        </Link>
      ) : null}
      {coming && mio === null && !falta_premium ? (
        <button
          type="button"
          className="btn"
          aria-disabled={seat.busy}
          aria-label={t(full ? 'waitOf' : 'registerOf', { name })}
          onClick={() => void seat.register(full)}
        >
          {t(full ? 'wait' : 'register')}
        </button>
      ) : null}
      {grabacion ? (
        <a className="btn" href={grabacion} target="_blank" rel="noreferrer" aria-label={t('recordingOf', { name })}>
          {t('recording')}
        </a>
      ) : null}
      {coming && mio !== null ? (
        <button
          type="button"
          className="btn alt"
          aria-label={t(seated ? 'leaveOf' : 'leaveWaitOf', { name })}
          onClick={() => setLeaving(true)}
        >
          {t(seated ? 'leave' : 'leaveWait')}
        </button>
      ) : null}
      {coming && seated && en_linea && !open && Date.parse(abre) - now < DAY_MS ? (
        <Moment at={abre} className="muted events-opens" exactly={(when) => t('opens', { when })}>
          {t('opens', { when: formatRelative(abre, now) })}
        </Moment>
      ) : null}
      <Confirm
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t(seated ? 'leaveTitle' : 'leaveWait')}
        confirmLabel={t(seated ? 'leave' : 'leaveWait')}
        danger
        onConfirm={() => seat.leave()}
      >
        <p>{t('leaveText', { name })}</p>
      </Confirm>
    </>
  );
}
