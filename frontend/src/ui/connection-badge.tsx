import '../i18n/connection.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '../lib/format.ts';
import './connection-badge.css';
import { StatusTag, type Tone } from './status-tag.tsx';

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';
const tones: Record<ConnectionState, Tone> = { connecting: 'neutro', live: 'ok', reconnecting: 'ahora', offline: 'vacio' };

const timeOf = (at: number | string | Date | null | undefined, locale: string) =>
  at ? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at)) : '';

/** Says whether what is on the screen is live; pressed, it says since when (F11). The shells give it the state of the one feed. */
export function ConnectionBadge({
  state,
  heard,
  waiting = 0,
}: {
  state: ConnectionState;
  /** When the last word of the school came (milliseconds), as of now. */
  heard: () => number | null;
  /** Changes that could not be sent yet. */
  waiting?: number;
}) {
  const { t, i18n } = useTranslation('connection');
  const id = useId();
  const anchor = `--c${id.replace(/\W/g, '')}`;
  const [at, setAt] = useState<number | null>(null);
  const time = at && new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' }).format(at);
  return (
    <>
      <span role="status" className="conexion">
        <button
          type="button"
          className="connection-button"
          popoverTarget={id}
          onClick={() => setAt(heard())}
          style={{ anchorName: anchor } as React.CSSProperties}
        >
          <StatusTag tone={tones[state]}>
            {t(state)}
            {waiting > 0 ? ` · ${t('waiting', { count: waiting })}` : ''}
          </StatusTag>
        </button>
      </span>
      <div id={id} popover="auto" className="connection-details" style={{ positionAnchor: anchor } as React.CSSProperties}>
        <p>{t(`hints.${state}`)}</p>
        {time ? <p>{t('updatedAt', { time })}</p> : null}
      </div>
    </>
  );
}

/** The quiet bar of a page that shows what it last had. */
export function StaleBar({ state, updatedAt }: { state: ConnectionState; updatedAt?: number | string | Date | null }) {
  const { t, i18n } = useTranslation(['connection', 'common']);
  if (state !== 'offline') return null;
  return (
    <p className="bar-notice" role="status">
      {updatedAt ? t('common:connection.stale', { time: timeOf(updatedAt, i18n.language) }) : t('offline')}
    </p>
  );
}

/** The bar of a page that shows what a halted part of the school had, and up to where. */
export function HaltedBar({ position, since }: { position: string | null; since: string | null }) {
  const { t, i18n } = useTranslation('connection');
  const time = since && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(since));
  return (
    <p className="bar-notice" role="status">
      {t('halted.at', { position: formatPosition(position ?? '0'), when: time ? t('halted.since', { time }) : '' })}
    </p>
  );
}
