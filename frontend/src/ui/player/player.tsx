import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Captions, rememberedSecond, rememberSecond } from '../../lib/video-source.ts';
import type { OnSecond } from '../youtube-player.tsx';
import { Bar, SPEEDS } from './bar.tsx';
import { useCaptions } from './captions.ts';
import { choice } from './choice.ts';
import './player.css';
import './texts.ts';

/** How far the arrows go, and J and L, in seconds. */
const [STEP, LEAP] = [5, 10];

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
  const { t } = useTranslation('player');
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const reported = useRef(0);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const [failed, setFailed] = useState(false);
  const [full, setFull] = useState(false);
  const [speed, setSpeed] = useState(() => Number(choice.read('velocidad')) || 1);
  const subtitles = useCaptions(video, captions);
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
    c: subtitles.toggle,
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
      {subtitles.shown ? (
        <p className="player-said" lang={subtitles.shown}>
          {subtitles.said}
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
      <Bar
        {...{ playing, time, length, captions, speed, full }}
        shown={subtitles.shown}
        onToggle={toggle}
        onGo={go}
        onCaptions={subtitles.change}
        onSpeed={changeSpeed}
        onFullScreen={fullScreen}
      />
    </div>
  );
}
