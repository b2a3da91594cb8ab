import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteArt } from '../../domain/route-art.tsx';
import { formatClockTime } from '../../lib/format.ts';
import { videoSource } from '../../lib/video-source.ts';
import { VideoFacade } from '../../ui/video-facade.tsx';
import { useEditor } from './editor-context.ts';

export interface VideoAsSeenProps {
  link: string;
  title: string;
  /** The length in seconds, once it is known. */
  onDuration?: (seconds: number) => void;
}

/** The video at this address as learners will see it, and its length; or a sentence saying why it is not a video. */
export function VideoAsSeen({ link, title, onDuration }: VideoAsSeenProps) {
  const { t } = useTranslation('authoring');
  const { courseId, outline } = useEditor();
  const [known, setKnown] = useState<{ link: string; seconds: number } | null>(null);
  const source = videoSource(link);
  if (!source) return <p className="field-note">{t('video.unknown')}</p>;
  return (
    <div className="video-preview">
      <VideoFacade
        link={link.trim()}
        title={title}
        onDuration={(seconds) => {
          setKnown({ link, seconds });
          onDuration?.(seconds);
        }}
        art={<RouteArt courseId={courseId} modules={outline.curso.totalModulos} />}
        texts={{
          label: t('video.player', { title }),
          play: t('video.play'),
          consent: t('video.consent'),
          blocked: t('video.blocked'),
          openYoutube: t('video.openYoutube'),
          openLink: (host) => t('video.openLink', { host }),
        }}
      />
      {known?.link === link ? (
        <p className="field-note" role="status">
          {t('video.lasts', { time: formatClockTime(known.seconds) })}
        </p>
      ) : source.kind === 'youtube' ? (
        <p className="field-note">{t('video.lastsLater')}</p>
      ) : null}
    </div>
  );
}
