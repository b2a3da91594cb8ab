import { useEffect, useRef, useState } from 'react';
import { rememberedSecond, rememberSecond } from '../lib/video-source.ts';

const house = 'https://www.youtube-nocookie.com';
/** How long the other site may not answer before it counts as blocked. */
const patience = 9_000;
/** Of the player's states, the one that plays. */
const playing = 1;

/** `stopped`: it does not play any more. */
export type OnSecond = (video: string, second: number, duration: number, stopped?: boolean) => void;

interface PlayerMessage {
  event?: string;
  info?: { currentTime?: number; duration?: number; playerState?: number } | null;
}
const parse = (data: unknown): PlayerMessage | null => {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as PlayerMessage) : null;
  } catch {
    return null;
  }
};

export interface YoutubeProps {
  id: string;
  start: number;
  label: string;
  captions?: boolean;
  resume?: number | undefined;
  onSecond?: OnSecond | undefined;
  /** In seconds, once the player says it. */
  onDuration?: ((seconds: number) => void) | undefined;
  onBlocked: () => void;
}

/**
 * YouTube's own player in an iframe, without any of its scripts in our page: it reports its position by messages. It continues where
 * the person stopped, and while it plays the person counts as active ('timeupdate', as any video emits).
 */
export function YoutubePlayer({ id, start, label, captions = false, resume, onSecond, onDuration, onBlocked }: YoutubeProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const blocked = useRef(onBlocked);
  blocked.current = onBlocked;
  const say = useRef(onSecond);
  say.current = onSecond;
  const lasts = useRef(onDuration);
  lasts.current = onDuration;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const silence = setTimeout(() => blocked.current(), patience);
    const ask = setInterval(
      () => element.contentWindow?.postMessage(JSON.stringify({ event: 'listening', id, channel: 'widget' }), house),
      500,
    );
    const state = { time: 0, duration: 0, playing: false };
    const onMessage = (message: MessageEvent) => {
      if (message.source !== element.contentWindow || message.origin !== house) return;
      clearTimeout(silence);
      const parsed = parse(message.data);
      if (!parsed?.info) return;
      clearInterval(ask);
      const { currentTime, duration, playerState } = parsed.info;
      if (playerState !== undefined) {
        if (state.playing && playerState !== playing) say.current?.(id, state.time, state.duration, true);
        state.playing = playerState === playing;
      }
      if (duration !== undefined && duration > 0 && duration !== state.duration) {
        state.duration = duration;
        lasts.current?.(duration);
      }
      if (currentTime === undefined) return;
      if (state.playing) element.dispatchEvent(new Event('timeupdate'));
      if (Math.abs(currentTime - state.time) >= 5) {
        state.time = currentTime;
        rememberSecond(id, currentTime, state.duration);
        say.current?.(id, currentTime, state.duration);
      }
    };
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(silence);
      clearInterval(ask);
      removeEventListener('message', onMessage);
    };
  }, [id]);
  const query = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    playsinline: '1',
    rel: '0',
    hl: 'es',
    origin: globalThis.location.origin,
  });
  if (captions) {
    query.set('cc_load_policy', '1');
    query.set('cc_lang_pref', 'es');
  }
  // The position when the player opened: later reports must not load it again.
  const [from] = useState(() => start || (resume ?? rememberedSecond(id)));
  if (from > 0) query.set('start', String(from));
  return (
    <iframe
      ref={frame}
      className="video"
      title={label}
      src={`${house}/embed/${id}?${query}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
