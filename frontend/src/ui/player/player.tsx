import { IconMaximize, IconMinimize, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClockTime } from '../../lib/format.ts';
import { type Captions, rememberedSecond, rememberSecond } from '../../lib/video-source.ts';
import type { OnSecond } from '../youtube-player.tsx';
import './player.css';
import './texts.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
/** How far the arrows go, and J and L, in seconds. */
const [STEP, LEAP] = [5, 10];

const choice = {
  read: (name: string): string | null => {
    try {
      return localStorage.getItem(`aulaviva.video.${name}`);
    } catch {
      return null;
    }
  },
  keep: (name: string, value: string) => {
    try {
      localStorage.setItem(`aulaviva.video.${name}`, value);
    } catch {
      // Without storage it holds for this video.
    }
  },
};

export interface PlayerProps {
  src: string;
  label: string;
  poster?: string | undefined;
  captions: readonly Captions[];
  resume?: number | undefined;
  onSecond?: OnSecond | undefined;
  onDuration?: ((seconds: number) => void) | undefined;
  /** It was asked for by a press: it begins by itself. */
  begins: boolean;
}

/**
 * A video file: it goes on where one stopped, with captions below the picture, where they hide nothing of it and are as large as the page's text.
 * Keys: space or K, arrows, J and L, C, F, < and >.
 */
export function Player({ src, label, poster, captions, resume, onSecond, onDuration, begins }: PlayerProps) {
  const { t, i18n } = useTranslation('player');
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const reported = useRef(0);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const [failed, setFailed] = useState(false);
  const [full, setFull] = useState(false);
  const [said, setSaid] = useState('');
  const [speed, setSpeed] = useState(() => Number(choice.read('velocidad')) || 1);
  const [language, setLanguage] = useState(() => {
    const kept = choice.read('subtitulos');
    return kept === '' || captions.some(({ lang }) => lang === kept) ? (kept ?? '') : i18n.language.slice(0, 2);
  });
  const shown = captions.some(({ lang }) => lang === language) ? language : '';

  useEffect(() => {
    const element = video.current;
    if (!element?.textTracks) return;
    const readCues = () => {
      const track = Array.from(element.textTracks).find(({ mode }) => mode === 'hidden');
      setSaid(Array.from(track?.activeCues ?? [], (cue) => ('text' in cue ? String(cue.text) : '')).join(' '));
    };
    for (const track of element.textTracks) {
      // Read, and shown by us.
      track.mode = track.language === shown ? 'hidden' : 'disabled';
      track.addEventListener('cuechange', readCues);
    }
    readCues();
    return () => {
      for (const track of element.textTracks) track.removeEventListener('cuechange', readCues);
    };
  }, [shown]);
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);

  /** How long it is, and where one stopped: once for each file. */
  const known = (element: HTMLVideoElement) => {
    element.playbackRate = speed;
    if (!Number.isFinite(element.duration) || length > 0) return;
    setLength(element.duration);
    onDuration?.(element.duration);
    const from = resume ?? rememberedSecond(src);
    if (from > 0 && from < element.duration - 10) element.currentTime = from;
  };
  // A file that is at hand may be known, and play, before React listens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it stands in the page
  useEffect(() => {
    const element = video.current;
    if (!element || element.readyState < HTMLMediaElement.HAVE_METADATA) return;
    known(element);
    setPlaying(!element.paused);
  }, []);

  const toggle = () => {
    const element = video.current;
    if (element?.paused) void element.play().catch(() => undefined);
    else element?.pause();
  };
  const go = (second: number) => {
    const element = video.current;
    if (!element) return;
    element.currentTime = Math.min(Math.max(0, second), element.duration || second);
    setTime(element.currentTime);
  };
  const changeSpeed = (next: number) => {
    setSpeed(next);
    choice.keep('velocidad', String(next));
  };
  const changeCaptions = (next: string) => {
    setLanguage(next);
    choice.keep('subtitulos', next);
  };
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.().catch(() => undefined);
  };
  const keys: Record<string, () => void> = {
    k: toggle,
    j: () => go(time - LEAP),
    l: () => go(time + LEAP),
    arrowleft: () => go(time - STEP),
    arrowright: () => go(time + STEP),
    c: () => changeCaptions(shown ? '' : (captions.find(({ lang }) => lang === i18n.language.slice(0, 2)) ?? captions[0])?.lang || ''),
    f: fullScreen,
    '<': () => changeSpeed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed as 1) - 1)] ?? 1),
    '>': () => changeSpeed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed as 1) + 1)] ?? 1),
    ' ': toggle,
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the controls, which do all of it too
    <div
      ref={frame}
      className="player"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const target = event.target as HTMLElement;
        // A button has its own space, a list its own letters.
        if (target instanceof HTMLSelectElement || (event.key === ' ' && target instanceof HTMLButtonElement)) return;
        const act = keys[event.key.toLowerCase()];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: an author's file may have none; its course says so */}
      <video
        ref={video}
        className="player-picture"
        playsInline
        autoPlay={begins}
        preload={onDuration || begins ? 'metadata' : 'none'}
        src={src}
        poster={poster}
        aria-label={label}
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={({ currentTarget: { currentTime, duration } }) => {
          setPlaying(false);
          onSecond?.(src, currentTime, duration, true);
        }}
        onError={() => setFailed(true)}
        onLoadedMetadata={({ currentTarget }) => known(currentTarget)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
          setTime(currentTime);
          if (Math.abs(currentTime - reported.current) < 5) return;
          reported.current = currentTime;
          rememberSecond(src, currentTime, duration);
          onSecond?.(src, currentTime, duration);
        }}
      >
        {captions.map(({ lang, src: file }) => (
          <track key={lang} kind="captions" srcLang={lang} src={file} label={t(`language.${lang}`)} />
        ))}
      </video>
      {shown ? (
        <p className="player-said" lang={shown}>
          {said}
        </p>
      ) : null}
      {failed ? (
        <p role="alert" className="player-failed">
          {t('failed')}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              setFailed(false);
              video.current?.load();
            }}
          >
            {t('again')}
          </button>
        </p>
      ) : null}
      <div className="player-bar">
        <button type="button" className="player-button" aria-label={playing ? t('pause') : t('play')} onClick={toggle}>
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
          onChange={(event) => go(Number(event.target.value))}
        />
        {captions.length > 0 ? (
          <select
            className="player-choice"
            aria-label={t('captions')}
            value={shown}
            onChange={(event) => changeCaptions(event.target.value)}
          >
            {captions.map(({ lang }) => (
              <option key={lang} value={lang}>
                {t(`language.${lang}`)}
              </option>
            ))}
            <option value="">{t('captionsOff')}</option>
          </select>
        ) : null}
        <select
          className="player-choice"
          aria-label={t('speed')}
          value={speed}
          onChange={(event) => changeSpeed(Number(event.target.value))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
        {document.fullscreenEnabled ? (
          <button type="button" className="player-button" aria-label={full ? t('small') : t('full')} onClick={fullScreen}>
            {full ? <IconMinimize size={22} aria-hidden="true" /> : <IconMaximize size={22} aria-hidden="true" />}
          </button>
        ) : null}
      </div>
    </div>
  );
}
