import '../i18n/shell.ts';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '../lib/format.ts';
import { Estado, type Tone } from './estado.tsx';

export type ConnectionState = 'live' | 'reconnecting' | 'offline';
const tones: Record<ConnectionState, Tone> = { live: 'ok', reconnecting: 'ahora', offline: 'vacio' };

const timeOf = (at: number | string | Date | null | undefined, locale: string) =>
  at ? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at)) : '';

/** Says whether what is on the screen is live. The shells give it the state of the one feed. */
export function ConnectionBadge({
  state,
  updatedAt,
  waiting = 0,
}: {
  state: ConnectionState;
  updatedAt?: number | string | Date | null;
  /** Changes that could not be sent yet. */
  waiting?: number;
}) {
  const { t, i18n } = useTranslation(['shell', 'common']);
  const time = timeOf(updatedAt, i18n.language);
  const hint = state === 'live' ? t('connection.liveHint') : t('connection.reconnectingHint');
  return (
    <span role="status" className="conexion">
      <Estado tone={tones[state]} title={time ? `${hint} ${t('connection.updatedAt', { time })}` : hint}>
        {t(`connection.${state}`)}
        {waiting > 0 ? ` · ${t('connection.waiting', { count: waiting })}` : ''}
      </Estado>
    </span>
  );
}

/** The quiet bar of a page that shows what it last had. */
export function StaleBar({ state, updatedAt }: { state: ConnectionState; updatedAt?: number | string | Date | null }) {
  const { t, i18n } = useTranslation(['shell', 'common']);
  if (state !== 'offline') return null;
  return (
    <p className="barra-aviso" role="status">
      {updatedAt ? t('common:connection.stale', { time: timeOf(updatedAt, i18n.language) }) : t('connection.offline')}
    </p>
  );
}

/** The bar of a page that shows what a halted part of the school had, and up to where. */
export function HaltedBar({ position, since }: { position: string | null; since: string | null }) {
  const { t, i18n } = useTranslation('shell');
  const time = since && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(since));
  return (
    <p className="barra-aviso" role="status">
      {t('halted.at', { position: formatPosition(position ?? '0'), when: time ? t('halted.since', { time }) : '' })}
    </p>
  );
}
