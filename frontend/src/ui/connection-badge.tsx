import '../i18n/connection.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDateTime, formatTime } from '../lib/dates.ts';
import { formatPosition } from '../lib/format.ts';
import './connection-badge.css';
import { StatusTag, type Tone } from './status-tag.tsx';

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';
const tones: Record<ConnectionState, Tone> = { connecting: 'neutral', live: 'ok', reconnecting: 'now', offline: 'empty' };

/** Shows whether the page is live; pressed, since when (F11). The shells pass it the state of the one feed. */
export function ConnectionBadge({
  state,
  partial = false,
  lastBeat,
  waiting = 0,
}: {
  state: ConnectionState;
  /** A part of the page gets no changes: it shows more than one connection may follow. */
  partial?: boolean;
  /** When the last message of the school came (milliseconds), as of now. */
  lastBeat: () => number | null;
  /** Changes that could not be sent yet. */
  waiting?: number;
}) {
  const { t } = useTranslation('connection');
  const id = useId();
  const anchor = `--c${id.replace(/\W/g, '')}`;
  const [at, setAt] = useState<number | null>(null);
  const said = state === 'live' && partial ? 'partial' : state;
  const time = at && formatClock(at);
  return (
    <>
      <span role="status" className="connection">
        <button
          type="button"
          className="connection-button"
          data-quiet={(said === 'live' || said === 'connecting') && waiting === 0}
          popoverTarget={id}
          onClick={() => setAt(lastBeat())}
          style={{ anchorName: anchor } as React.CSSProperties}
        >
          <StatusTag tone={said === 'partial' ? 'now' : tones[state]}>
            {t(said)}
            {waiting > 0 ? ` · ${t('waiting', { count: waiting })}` : ''}
          </StatusTag>
        </button>
      </span>
      <div id={id} popover="auto" className="connection-details" style={{ positionAnchor: anchor } as React.CSSProperties}>
        <p>{t(`hints.${said}`)}</p>
        {time ? <p>{t('updatedAt', { time })}</p> : null}
      </div>
    </>
  );
}

/** The bar over a page that shows its last known data. */
export function StaleBar({
  state,
  updatedAt,
  dated = false,
}: {
  state: ConnectionState;
  updatedAt?: number | string | Date | null;
  /** It may be of another day. */
  dated?: boolean;
}) {
  const { t } = useTranslation(['connection', 'common']);
  if (state !== 'offline') return null;
  return (
    <p className="bar-notice" role="status">
      {updatedAt ? t('common:stale', { time: (dated ? formatDateTime : formatTime)(updatedAt) }) : t('offline')}
    </p>
  );
}

/** The bar over a page that shows data of a halted projection, and up to when. */
export function HaltedBar({ position, since }: { position: string | null; since: string | null }) {
  const { t } = useTranslation('connection');
  const time = since && formatDateTime(since);
  return (
    <p className="bar-notice" role="status" data-position={formatPosition(position ?? '0')}>
      {t('halted.at', { when: time ? t('halted.since', { time }) : '' })}
    </p>
  );
}
