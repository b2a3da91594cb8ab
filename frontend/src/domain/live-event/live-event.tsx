import './texts.ts';
import { useTranslation } from 'react-i18next';
import type { WebinarRecord } from '../../../../backend/api/contract/webinars.ts';
import { dayIn, formatMeeting, formatTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import './live-event.css';

type Timed = Pick<WebinarRecord, 'estado' | 'inicio' | 'fin'>;
export type LiveState = WebinarRecord['estado'];

/** Whether the event is on is computed from the clock: an open page needs no push to know that it began. */
export const stateNow = ({ estado, inicio, fin }: Timed, now: number): LiveState => {
  if (estado === 'cancelled') return estado;
  return now >= Date.parse(fin) ? 'completed' : now >= Date.parse(inicio) ? 'ongoing' : 'upcoming';
};

const tones: Readonly<Record<LiveState, Tone>> = { upcoming: 'info', ongoing: 'now', completed: 'neutral', cancelled: 'error' };
/** `among`: the state that all events of this list have; it is not shown. */
export function LiveStateTag({ state, among }: { state: LiveState; among?: LiveState | undefined }) {
  const { t } = useTranslation('liveEvent');
  return state === among ? null : <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>;
}

/** Says that seats are for Premium only. */
export function LivePremiumTag({ solo_premium }: Pick<WebinarRecord, 'solo_premium'>) {
  const { t } = useTranslation('liveEvent');
  return solo_premium ? <StatusTag tone="premium">{t('premium')}</StatusTag> : null;
}

/** When the event is, in the reader's zone; and in the school's zone, where that gives another day or hour. */
export function LiveWhen({ inicio, fin, zona }: Pick<WebinarRecord, 'inicio' | 'fin' | 'zona'>) {
  const { t } = useTranslation('liveEvent');
  const own = formatMeeting(inicio);
  const elsewhere = own !== formatMeeting(inicio, zona);
  // Where the day is the same in both zones, only the hour differs.
  const schools = dayIn(zona, inicio) === dayIn(undefined, inicio) ? formatTime(inicio, zona) : formatMeeting(inicio, zona);
  return (
    <span className="live-when">
      <time dateTime={inicio}>
        {own}, <span className="live-until">{`${t('until', { time: formatTime(fin) })}${elsewhere ? ` ${t('ownTime')}` : ''}`}</span>
      </time>
      {elsewhere ? <span className="muted">{t('schoolTime', { when: schools })}</span> : null}
    </span>
  );
}

/** How many seats are taken, in words and as a bar. */
export function LiveSeats({ titulo, inscritos, cupo, en_espera }: Pick<WebinarRecord, 'titulo' | 'inscritos' | 'cupo' | 'en_espera'>) {
  const { t } = useTranslation('liveEvent');
  return (
    <span className="live-seats">
      <span>
        {t('taken', { count: inscritos, seats: formatNumber(inscritos), capacity: formatNumber(cupo) })}
        {en_espera > 0 ? <span className="muted"> · {t('waiting', { count: en_espera })}</span> : null}
      </span>
      <Meter label={t('takenName', { name: titulo })} value={inscritos} max={cupo} />
    </span>
  );
}

/** The place of an event in words. Its link is shown only to people with a seat, once the event is open. */
export const usePlace = (): ((of: Pick<WebinarRecord, 'lugar' | 'en_linea'>) => string) => {
  const { t } = useTranslation('liveEvent');
  return ({ lugar, en_linea }) => [lugar, en_linea ? t('online') : null].filter(Boolean).join(' · ') || t('nowhere');
};
