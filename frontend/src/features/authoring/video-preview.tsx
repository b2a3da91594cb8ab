import { useTranslation } from 'react-i18next';
import { RouteArt } from '../../domain/route-art.tsx';
import { videoSource } from '../../lib/video-source.ts';
import { VideoFacade } from '../../ui/video-facade.tsx';
import { useEditor } from './editor-context.ts';

/** How learners will see this address; or why it is not a video, as a sentence. */
export function VideoPreview({ link, title }: { link: string; title: string }) {
  const { t } = useTranslation('authoring');
  const { courseId, outline } = useEditor();
  if (link.trim() === '') return null;
  if (!videoSource(link)) return <p className="field-note">{t('video.unknown')}</p>;
  return (
    <div className="video-preview">
      <VideoFacade
        link={link.trim()}
        title={title}
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
    </div>
  );
}
