import { IconMaximize, IconMinimize, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatClockTime } from '../../lib/format.ts';
import type { Captions } from '../../lib/video-source.ts';

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

interface BarProps {
  playing: boolean;
  /** Seconds. */
  time: number;
  length: number;
  captions: readonly Captions[];
  /** The language of the captions; '' for none. */
  shown: string;
  speed: number;
  full: boolean;
  onToggle: () => void;
  onGo: (second: number) => void;
  onCaptions: (language: string) => void;
  onSpeed: (speed: number) => void;
  onFullScreen: () => void;
}

/** The controls below a video. */
export function Bar({ playing, time, length, captions, shown, speed, full, onToggle, onGo, onCaptions, onSpeed, onFullScreen }: BarProps) {
  const { t } = useTranslation('player');
  return (
    <div className="player-bar">
      <button type="button" className="player-button" aria-label={playing ? t('pause') : t('play')} onClick={onToggle}>
        {playing ? <IconPlayerPauseFilled size={22} aria-hidden="true" /> : <IconPlayerPlayFilled size={22} aria-hidden="true" />}
      </button>
      <span className="player-time num">{t('at', { now: formatClockTime(time), whole: formatClockTime(length) })}</span>
      <input
        type="range"
        className="player-progress"
        min={0}
        max={Math.max(1, Math.floor(length))}
        step={1}
        value={Math.floor(time)}
        aria-label={t('progress')}
        aria-valuetext={t('at', { now: formatClockTime(time), whole: formatClockTime(length) })}
        style={{ '--share': `${length > 0 ? (100 * time) / length : 0}%` } as React.CSSProperties}
        onChange={(event) => onGo(Number(event.target.value))}
      />
      {captions.length > 0 ? (
        <select className="player-choice" aria-label={t('captions')} value={shown} onChange={(event) => onCaptions(event.target.value)}>
          {captions.map(({ lang }) => (
            <option key={lang} value={lang}>
              {t(`language.${lang}`)}
            </option>
          ))}
          <option value="">{t('captionsOff')}</option>
        </select>
      ) : null}
      <select className="player-choice" aria-label={t('speed')} value={speed} onChange={(event) => onSpeed(Number(event.target.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      {document.fullscreenEnabled ? (
        <button type="button" className="player-button" aria-label={full ? t('small') : t('full')} onClick={onFullScreen}>
          {full ? <IconMinimize size={22} aria-hidden="true" /> : <IconMaximize size={22} aria-hidden="true" />}
        </button>
      ) : null}
    </div>
  );
}
