import { MediaControlBar, MediaController, MediaFullscreenButton, MediaMuteButton, MediaPlaybackRateButton, MediaPlayButton, MediaSeekBackwardButton, MediaTimeDisplay, MediaTimeRange, MediaVolumeRange } from 'media-chrome/react';
import { type ComponentRef, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Youtube from 'youtube-video-element/react';
import { rememberedSecond, rememberSecond } from './video-source.ts';

/** How long the other house may take before it counts as blocked. */
const patience = 9_000;

/** YouTube behind our own controls; it goes on where this device stopped. */
export function YoutubePlayer({ id, start, title, onBlocked }: { id: string; start: number; title: string; onBlocked: () => void }) {
  const { t } = useTranslation('lesson');
  const media = useRef<ComponentRef<typeof Youtube>>(null);
  const blocked = useRef(onBlocked);
  blocked.current = onBlocked;
  useEffect(() => {
    const video = media.current;
    if (!video) return;
    const timer = setTimeout(() => blocked.current(), patience);
    const arrived = () => {
      clearTimeout(timer);
      const second = start || rememberedSecond(id);
      if (second > 0) video.currentTime = second;
      void video.play()?.catch(() => undefined);
    };
    let saved = 0;
    const played = () => {
      clearTimeout(timer);
      if (Math.abs(video.currentTime - saved) < 5) return;
      saved = video.currentTime;
      rememberSecond(id, video.currentTime, video.duration);
    };
    const failed = () => blocked.current();
    video.addEventListener('loadedmetadata', arrived, { once: true });
    video.addEventListener('timeupdate', played);
    video.addEventListener('error', failed);
    // The element swallows a script that could not be fetched; the window still hears that it failed.
    const script = (event: Event) => {
      if (event.target instanceof HTMLScriptElement && event.target.src.includes('youtube.com')) failed();
    };
    addEventListener('error', script, true);
    return () => {
      clearTimeout(timer);
      video.removeEventListener('loadedmetadata', arrived);
      video.removeEventListener('timeupdate', played);
      video.removeEventListener('error', failed);
      removeEventListener('error', script, true);
    };
  }, [id, start]);
  return (
    <MediaController className="video-control" aria-label={t('video.label', { title })} lang="es">
      <Youtube ref={media} slot="media" src={`https://www.youtube-nocookie.com/embed/${id}`} playsInline />
      <MediaControlBar>
        <MediaPlayButton />
        <MediaSeekBackwardButton seekOffset={10} />
        <MediaTimeRange />
        <MediaTimeDisplay showDuration />
        <MediaPlaybackRateButton />
        <MediaMuteButton />
        <MediaVolumeRange />
        <MediaFullscreenButton />
      </MediaControlBar>
    </MediaController>
  );
}
