import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-route.ts';
import { besideFilm, videoSource } from '../lib/video-source.ts';
import type { PlayerProps } from './player/player.tsx';
import type { OnSecond, YoutubeProps } from './youtube-player.tsx';
import './video.css';

// Players are loaded where somebody plays.
const Player = lazyPart<PlayerProps>(() => import('./player/player.tsx').then((module) => module.Player));
const YoutubePlayer = lazyPart<YoutubeProps>(() => import('./youtube-player.tsx').then((module) => module.YoutubePlayer));

/** The facade's texts, in the words of its page. */
export interface VideoTexts {
  /** The accessible name of the player. */
  label: string;
  /** Before the title on the button: «Ver el video:». */
  play: string;
  /** The consequence of pressing play, of another site's video; below the picture. */
  consent: string;
  /** What is said below a file. */
  file?: string;
  blocked: string;
  openYoutube: string;
  openLink: (host: string) => string;
}

const Away = () => (
  <svg
    viewBox="0 0 24 24"
    width="16"
    height="16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
  >
    <path d="M12 6H6v12h12v-6M11 13l9-9M15 4h5v5" strokeLinejoin="round" />
  </svg>
);

interface FacadeProps {
  link: string;
  title: string;
  texts: VideoTexts;
  art: React.ReactNode;
  captions?: boolean;
  /** Where the person stopped before, as far as the school knows. */
  resume?: number | undefined;
  /** Called every few seconds while it plays, and where it is stopped. */
  onSecond?: OnSecond | undefined;
  /** How long it is, in seconds: of a file at once, of another site's video once it is played. */
  onDuration?: ((seconds: number) => void) | undefined;
}

/**
 * A video behind a drawing: nothing is loaded before somebody presses play, and where another site's is blocked a link is shown.
 * `captions`: asks the other site to show them from the start.
 */
export function VideoFacade(props: FacadeProps) {
  // Another video is not played because the one before it was.
  return <Facade key={props.link} {...props} />;
}

function Facade({ link, title, texts, art, captions = false, resume, onSecond, onDuration }: FacadeProps) {
  const [open, setOpen] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const source = videoSource(link);
  if (!source) return null;
  const film = source.kind === 'file' ? besideFilm(source.src) : null;
  const picture = film ? <img src={film.poster} alt="" loading="lazy" decoding="async" /> : art;
  const waiting = <div className="video">{picture}</div>;
  const facade = (
    <button
      type="button"
      className="video video-facade"
      onClick={() => {
        setBlocked(false);
        setOpen(true);
      }}
    >
      {picture}
      <span className="video-button" aria-hidden="true">
        <svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true">
          <path d="M8 5.2v13.6c0 .8.9 1.3 1.6.9l10.6-6.8c.7-.4.7-1.4 0-1.8L9.6 4.3C8.9 3.9 8 4.4 8 5.2Z" fill="currentColor" />
        </svg>
      </span>
      <span className="sr">
        {texts.play} <span lang="es">{title}</span>
      </span>
    </button>
  );
  if (source.kind === 'file')
    return (
      <figure className="video-frame">
        {open || onDuration ? (
          <Suspense fallback={waiting}>
            <Player
              {...{ src: source.src, label: texts.label, resume, onSecond, onDuration, begins: open }}
              poster={film?.poster}
              captions={film?.captions ?? []}
            />
          </Suspense>
        ) : (
          facade
        )}
        {texts.file ? <figcaption className="muted">{texts.file}</figcaption> : null}
      </figure>
    );
  const href = source.kind === 'youtube' ? `https://www.youtube.com/watch?v=${source.id}` : source.href;
  const away = (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {source.kind === 'youtube' ? texts.openYoutube : texts.openLink(source.host)}
      <Away />
    </a>
  );
  if (source.kind === 'link') return <p className="video-link card">{away}</p>;
  return (
    <figure className="video-frame">
      {open ? (
        <Suspense fallback={waiting}>
          <YoutubePlayer
            {...{ id: source.id, start: source.start, label: texts.label, captions, resume, onSecond, onDuration }}
            onBlocked={() => {
              setOpen(false);
              setBlocked(true);
            }}
          />
        </Suspense>
      ) : (
        facade
      )}
      {blocked ? (
        <p role="alert" className="video-blocked">
          {texts.blocked} {away}
        </p>
      ) : (
        <figcaption className="muted">
          {open ? (
            <>
              {texts.blocked} {away}
            </>
          ) : (
            texts.consent
          )}
        </figcaption>
      )}
    </figure>
  );
}
