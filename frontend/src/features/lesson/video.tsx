import { IconExternalLink, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteArt } from '../../ui/route-art.tsx';
import { useLesson } from './lesson-context.ts';
import { videoSource } from './video-source.ts';
import { YoutubePlayer } from './youtube-player.tsx';

/** A video behind its own drawing: nothing of another house is loaded before somebody presses play, and where it is blocked the way to it is shown. */
export function Video({ link, title }: { link: string; title: string }) {
  const { t } = useTranslation('lesson');
  const { outline } = useLesson();
  const [open, setOpen] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const source = videoSource(link);
  if (!source) return null;
  if (source.kind === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: the author's file; captions come as a resource where there are any
      <video className="video" controls preload="none" src={source.src} aria-label={t('video.label', { title })} />
    );
  const href = source.kind === 'youtube' ? `https://www.youtube.com/watch?v=${source.id}` : source.href;
  const away = (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {t(source.kind === 'youtube' ? 'video.openYoutube' : 'video.openLink', source.kind === 'link' ? { host: source.host } : {})}
      <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
    </a>
  );
  if (source.kind === 'link') return <p className="video-enlace card">{away}</p>;
  return (
    <div className="video-marco">
      {open ? (
        <YoutubePlayer
          id={source.id}
          start={source.start}
          title={title}
          onBlocked={() => {
            setOpen(false);
            setBlocked(true);
          }}
        />
      ) : (
        <button
          type="button"
          className="video video-fachada"
          onClick={() => {
            setBlocked(false);
            setOpen(true);
          }}
        >
          <RouteArt courseId={outline.curso.id} modules={outline.curso.totalModulos} badge={false} />
          <span className="video-boton" aria-hidden="true">
            <IconPlayerPlayFilled size={30} />
          </span>
          <span className="video-pie">
            <span className="sr">{t('video.play')} </span>
            <strong lang="es">{title}</strong>
            <small>{t('video.consent')}</small>
          </span>
        </button>
      )}
      {blocked ? (
        <p role="alert" className="video-bloqueado">
          {t('video.blocked')} {away}
        </p>
      ) : null}
    </div>
  );
}
